//! The pages, as far as they can be tested without a browser.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;

use crate::bench::Bench;

/// A name that would be an element if a page did not escape it.
const NAME: &str = "\"><img src=x onerror=alert('1')> & co";

fn bench() -> Bench {
    let bench = Bench::new();
    // No file on Windows can have such a name.
    let name = if cfg!(windows) { "plain" } else { NAME };
    bench.add(&format!("{name}.toml"), "player = \"engine:5\"\n");
    bench.add("other.toml", "player = \"engine:6\"\n");
    bench.add("weak.toml", "player = \"prescribed\"\n");
    bench.add("nothing/notes.txt", "no program");
    bench.ok("t", &["run", "submissions", "--size", "6"]);
    bench
}

fn pages(folder: &Path) -> Vec<(PathBuf, String)> {
    let pages = files(folder).into_iter();
    let pages = pages.filter(|(path, _)| path.extension().is_some_and(|ending| ending == "html"));
    pages
        .map(|(path, page)| (folder.join(path), page))
        .collect()
}

/// Returns the contents of all files in a folder, by their paths below it.
fn files(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("it is there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let text = fs::read_to_string(&path).expect("it is text");
                let below = path.strip_prefix(folder).expect("it is below");
                files.insert(below.to_owned(), text);
            }
        }
    }
    files
}

/// The values of an attribute.
fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let before = format!(" {attribute}=\"");
    let parts = page.split(before.as_str()).skip(1);
    parts.filter_map(|part| part.split('"').next()).collect()
}

#[test]
fn every_link_leads_to_a_file_of_the_site() {
    let bench = bench();
    let all = follow_links(&bench);
    // Each player and each game has a page: 4 players and the course's two, and
    // at least the 16 qualification games.
    assert!(all >= 3 + 6 + 16, "{all}");
}

/// Follows all links of all pages, and checks that they lead to every page. Returns the
/// number of pages.
fn follow_links(bench: &Bench) -> usize {
    let site = bench.path("t/site");
    let all = pages(&site);
    let mut linked = BTreeSet::new();
    for (path, page) in &all {
        let folder = path.parent().expect("it lies in a folder");
        for attribute in ["href", "src"] {
            for value in values(page, attribute) {
                assert!(!value.contains(':') && !value.starts_with("//"), "{value}");
                let (file, fragment) = value.split_once('#').unwrap_or((value, ""));
                let target = folder.join(file).canonicalize();
                let target = target.unwrap_or_else(|_| panic!("{} to {value}", path.display()));
                if !fragment.is_empty() {
                    let page = fs::read_to_string(&target).expect("it is text");
                    assert_eq!(
                        values(&page, "id")
                            .iter()
                            .filter(|id| **id == fragment)
                            .count(),
                        1,
                        "{} to {value}",
                        path.display()
                    );
                }
                linked.insert(target);
            }
        }
        assert!(page.contains("Content-Security-Policy\" content=\"default-src 'none'"));
    }
    for (path, _) in &all {
        let path = path.canonicalize().expect("it is there");
        let is_start = path.ends_with("index.html");
        assert!(is_start || linked.contains(&path), "{}", path.display());
    }
    all.len()
}

/// From the box of a pair, one link leads to a list of its games, and the next one to
/// any of them.
#[test]
fn with_openings_the_cross_table_leads_to_every_game() {
    let bench = Bench::new();
    for level in [3, 4, 5] {
        bench.add(
            &format!("e{level}.toml"),
            format!("player = \"engine:{level}\"\n"),
        );
    }
    let plan = ["--size", "6", "--time", "10", "--openings", "2"];
    bench.ok("t", &[&["run", "submissions"][..], &plan].concat());
    follow_links(&bench);
    let site = bench.path("t/site");
    let read = |file: &str| fs::read_to_string(site.join(file)).expect("it is there");
    let mut reached = BTreeSet::new();
    let mut boxes = 0;
    for link in values(&read("cross.html"), "href") {
        let Some((file, fragment)) = link.split_once('#') else {
            continue;
        };
        boxes += 1;
        let player = file
            .trim_start_matches("players/")
            .trim_end_matches(".html");
        let other = fragment.trim_start_matches("against-");
        let page = read(file);
        let (_, games) = page
            .split_once(&format!("<tbody id=\"{fragment}\">"))
            .expect("it has these games");
        let (games, _) = games.split_once("</tbody>").expect("it ends");
        let games = values(games, "href");
        let games = games.iter().filter_map(|link| {
            let game = link.strip_prefix("../games/")?;
            game.strip_suffix(".html")
        });
        // By openings, with black first.
        let expected: Vec<String> = (0..2)
            .flat_map(|opening| {
                [
                    format!("f-{player}-{other}-o{opening}"),
                    format!("f-{other}-{player}-o{opening}"),
                ]
            })
            .collect();
        let games: Vec<String> = games.map(str::to_owned).collect();
        assert_eq!(games, expected, "{link}");
        reached.extend(games);
    }
    let records = bench.records("t");
    let finals = records.iter().filter_map(|record| record["game"].as_str());
    let finals: BTreeSet<String> = finals
        .filter(|game| game.starts_with('f'))
        .map(str::to_owned)
        .collect();
    assert!(finals.len() >= 4, "two players qualify: {finals:?}");
    assert_eq!(reached, finals);
    // A pair has two boxes, one for each player.
    assert_eq!(boxes * 4, 2 * finals.len());
}

#[test]
fn no_name_is_more_than_text() {
    let bench = bench();
    let mut shown = 0;
    for (path, page) in pages(&bench.path("t/site")) {
        assert!(!page.contains("<img"), "{}", path.display());
        for tag in page.split('<').skip(1) {
            let tag = tag.split('>').next().unwrap_or_default();
            assert!(!tag.contains("onerror"), "{}: {tag}", path.display());
        }
        shown +=
            usize::from(page.contains("&quot;&gt;&lt;img src=x onerror=alert('1')&gt; &amp; co"));
    }
    assert!(shown >= 6 || cfg!(windows), "{shown} pages show it");
}

#[test]
fn a_game_can_be_read_without_scripts() {
    let bench = bench();
    let mut all = Vec::new();
    for record in bench.records("t") {
        let id = record["game"].as_str().expect("it has a name");
        let file = |ending: &str| {
            let path = bench.path(&format!("t/site/games/{id}.{ending}"));
            fs::read_to_string(path).expect("it is there")
        };
        let (page, text) = (file("html"), file("txt"));
        let moves = record["moves"].as_array().expect("there are moves");
        let listed = values(&page, "data-name");
        assert_eq!(listed.len(), moves.len(), "{id}");
        for (listed, moved) in listed.iter().zip(moves) {
            assert_eq!(moved[0], *listed, "{id}");
            let word = format!(" {listed}  ");
            assert!(text.contains(&word), "{id}: {text}");
        }
        let count = |class: &str| {
            let cell = format!("<circle class=\"{class}\"");
            page.matches(cell.as_str()).count() as u64
        };
        assert_eq!(record["black_discs"], count("black"), "{id}");
        assert_eq!(record["white_discs"], count("white"), "{id}");
        assert_eq!(count("black") + count("white") + count("empty"), 36);
        assert!(text.contains(record["reason"].as_str().expect("there is one")));
        let ggf = file("ggf");
        assert!(
            ggf.starts_with("(;GM[Othello]") && ggf.ends_with(";)\n"),
            "{ggf}"
        );
        all.push(ggf);
        let json: serde_json::Value = serde_json::from_str(&file("json")).expect("it is JSON");
        assert_eq!(json, record);
    }
    let ggf = fs::read_to_string(bench.path("t/site/games.ggf")).expect("it is there");
    let mut games: Vec<String> = ggf.lines().map(|game| format!("{game}\n")).collect();
    games.sort_unstable();
    all.sort_unstable();
    assert_eq!(games, all, "each game once");
}

#[test]
fn only_a_fault_has_a_reason_and_the_last_move_is_marked() {
    let bench = bench();
    let records = bench.records("t");
    let (mut faults, mut marked) = (0, 0);
    for (path, page) in pages(&bench.path("t/site")) {
        if !path
            .parent()
            .is_some_and(|folder| folder.ends_with("players"))
        {
            continue;
        }
        let reasons = page.split("<td class=\"reason\">").skip(1);
        let reasons: Vec<&str> = reasons.filter_map(|part| part.split('<').next()).collect();
        assert!(!reasons.is_empty(), "{}", path.display());
        let not_empty = reasons.iter().filter(|reason| !reason.is_empty()).count();
        assert!(
            !reasons.iter().any(|reason| reason.ends_with(" wins")),
            "{reasons:?}"
        );
        faults += not_empty;
    }
    // Each game is on the pages of both players.
    let lost = records.iter().filter(|one| one["end"] != "finished");
    assert_eq!(faults, 2 * lost.count());
    for record in &records {
        let id = record["game"].as_str().expect("it has a name");
        let page = bench.path(&format!("t/site/games/{id}.html"));
        let page = fs::read_to_string(page).expect("it is there");
        let (_, flips) = page
            .split_once("<path class=\"flips")
            .expect("it is on the board");
        let (_, path) = flips.split_once(" d=\"").expect("it has a path");
        let rings = path
            .split('"')
            .next()
            .unwrap_or_default()
            .matches('M')
            .count();
        let changed = values(&page, "data-squares")
            .last()
            .map_or(1, |all| all.split(' ').count());
        let has_passed = page.contains(" passes</li>\n</ol>");
        assert_eq!(rings, if has_passed { 0 } else { changed - 1 }, "{id}");
        marked += rings;
    }
    assert!(marked > 0);
}

#[test]
fn the_pages_are_kept_up_to_date_until_the_tournament_is_finished() {
    let bench = Bench::new();
    bench.add("one.toml", "player = \"engine:2\"\n");
    bench.ok("t", &["plan", "submissions", "--size", "4"]);
    let mut watch = bench.command("t", &["site", "--watch", "1"]);
    let mut watch = watch.stdout(Stdio::null()).spawn().expect("it can be run");
    let index = bench.path("t/site/index.html");
    while !fs::read_to_string(&index).is_ok_and(|page| page.contains("is not finished")) {
        assert!(watch.try_wait().expect("it is a child").is_none());
        thread::yield_now();
    }
    // Played elsewhere, so that this run does not write the pages itself.
    bench.ok("u", &["run", "submissions", "--size", "4"]);
    let games = fs::read_dir(bench.path("u/games")).expect("it is there");
    let first = games.flatten().next().expect("there is a game").path();
    let first = first.to_str().expect("it is text");
    bench.ok("t", &["merge", first]);
    while fs::read_to_string(bench.path("t/site/games.ggf")).is_ok_and(|games| games.is_empty()) {
        assert!(watch.try_wait().expect("it is a child").is_none());
        thread::yield_now();
    }
    bench.ok("t", &["merge", "u/games"]);
    assert!(watch.wait().expect("it is a child").success());
    let page = fs::read_to_string(&index).expect("it is there");
    assert!(!page.contains("is not finished"), "{page}");
    // Writing in steps gives what writing at once does.
    bench.ok("t", &["site", "--to", "at once"]);
    assert_eq!(files(&bench.path("t/site")), files(&bench.path("at once")));
    // Only what changes is written again.
    let style = bench.path("t/site/style.css");
    let before = fs::metadata(&style).and_then(|data| data.modified());
    bench.ok("t", &["site"]);
    let after = fs::metadata(&style).and_then(|data| data.modified());
    assert_eq!(before.expect("it is there"), after.expect("it is there"));
}

#[test]
fn a_site_of_an_unfinished_tournament_says_so() {
    let bench = Bench::new();
    bench.add("one.toml", "player = \"engine:2\"\n");
    bench.ok("t", &["plan", "submissions", "--size", "4"]);
    bench.ok("t", &["site", "--to", "pages"]);
    let page = fs::read_to_string(bench.path("pages/index.html")).expect("it is there");
    assert!(page.contains("The tournament is not finished"), "{page}");
    assert!(
        page.contains("4 qualification games are missing; the finals have not started"),
        "{page}"
    );
}
