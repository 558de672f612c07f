//! The pages, as far as a test without a browser can check them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::bench::Bench;

/// A name that would be a formula in a table, and an element if a page did not escape it.
const NAME: &str = "=\"><img src=x onerror=alert('1')> & co";

fn files(folder: &Path) -> BTreeMap<PathBuf, String> {
    let entries = walkdir::WalkDir::new(folder).into_iter();
    let entries = entries.map(|entry| entry.expect("it can be read"));
    let paths = entries.filter(|entry| entry.file_type().is_file());
    let paths = paths.map(walkdir::DirEntry::into_path);
    let text = |path: &Path| fs::read_to_string(path).expect("it is text");
    paths.map(|path| (path.clone(), text(&path))).collect()
}

fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let before = format!(" {attribute}=\"");
    let parts = page.split(before.as_str()).skip(1);
    parts.filter_map(|part| part.split('"').next()).collect()
}

/// Each link leads to one of the pages or files, and to each page leads one.
fn assert_linked(pages: &BTreeMap<PathBuf, String>) {
    let mut linked = BTreeSet::new();
    for (path, page) in pages {
        let folder = path.parent().expect("it lies in a folder");
        for attribute in ["href", "src"] {
            for value in values(page, attribute) {
                assert!(!value.contains(':') && !value.starts_with("//"), "{value}");
                let target = folder.join(value).canonicalize();
                linked.insert(target.unwrap_or_else(|_| panic!("{} to {value}", path.display())));
            }
        }
        assert!(page.contains("Content-Security-Policy\" content=\"default-src 'none'"));
        assert!(!page.contains("<img"), "{page}");
    }
    for path in pages.keys() {
        let path = path.canonicalize().expect("it is there");
        let is_start = path.ends_with("index.html");
        assert!(is_start || linked.contains(&path), "{}", path.display());
    }
}

fn assert_only_changes_are_written(bench: &Bench) {
    let site = bench.path("t/site");
    let read = |name: &str| fs::read_to_string(site.join(name)).expect(name);
    let times = || -> Vec<_> {
        let paths = files(&site).into_keys();
        let time = |path| fs::metadata(path).and_then(|data| data.modified());
        paths.map(|path| time(path).expect("it is there")).collect()
    };
    let index = read("index.html");
    let (page, time) = index.split_once("made on <time>").expect("it has a time");
    let earlier = format!("{page}made on <time>1999-12-31 23:59{}", &time[16..]);
    fs::write(site.join("index.html"), earlier).expect("it is ours");
    let before = times();
    bench.ok("t", "site");
    assert_eq!(times(), before);
    // Without the first digest all pages are made again, and only `made.txt` is written.
    let made = site.join("made.txt");
    let digests = read("made.txt");
    fs::write(&made, digests.split_once('\n').expect("lines").1).expect("it is ours");
    bench.ok("t", "site");
    assert_eq!(read("made.txt"), digests);
    let changed = times().into_iter().zip(before);
    assert_eq!(changed.filter(|(now, before)| now != before).count(), 1);
    // A page whose result is new is made again.
    let log = bench.path("t/results/games.jsonl");
    let records = fs::read_to_string(&log).expect("it is there");
    let (before, after) = records.split_once("\"host\":\"").expect("there is a game");
    fs::write(&log, format!("{before}\"host\":\"elsewhere-{after}")).expect("it is ours");
    bench.ok("t", "site");
    let games = files(&site.join("games")).into_values();
    let changed = games.filter(|page| page.contains(" on elsewhere-"));
    assert_eq!(changed.count(), 1);
}

#[test]
fn every_link_leads_to_a_file_of_the_site_and_every_page_has_a_link() {
    let bench = Bench::new();
    // No file on Windows can have such a name.
    let name = if cfg!(windows) { "plain" } else { NAME };
    bench.add(&format!("{name}/notes.txt"), "no program");
    let players = "--with engine:5 --with engine:6 --with prescribed";
    let run = format!("run submissions --size 6 --time 10 {players}");
    bench.ok("t", &run);
    let site = bench.path("t/site");
    let mut pages = files(&site);
    pages.retain(|path, _| path.extension().is_some_and(|end| end == "html"));
    // Two other pages, one per player and one per game.
    assert!(pages.len() >= 2 + 6 + 12, "{}", pages.len());
    assert_linked(&pages);
    // The downloads have every game and player.
    let games = bench.records("t").len();
    let read = |name: &str| fs::read_to_string(site.join(name)).expect(name);
    assert_eq!(read("games.jsonl").lines().count(), games);
    assert_eq!(read("games.ggf").lines().count(), games);
    // The cross table of 150 players, with 22,350 such cells, must be smaller than a megabyte.
    let cross = read("games/index.html");
    let cells = cross
        .split("<td")
        .filter_map(|cell| cell.split("</tr>").next());
    let cells = cells.filter(|cell| cell.contains("<a href=") && !cell.contains("<th"));
    assert!(cells.clone().all(|cell| cell.len() <= 42), "{cross}");
    assert_eq!(cells.count(), 2);
    let table = bench.ok("t", "table --format csv");
    assert_eq!(read("table.csv"), table);
    let json = bench.table("t");
    let players = json["players"].as_array().expect("there are players");
    assert!(players[2]["rating"].is_null(), "not compiled: {json}");
    assert!(players[0]["place"] == 1 && players[0]["fault"].is_null());
    assert_eq!(table.lines().count(), 1 + 6);
    assert!(!table.contains(",=") && !table.contains(",\"="), "{table}");
    assert_only_changes_are_written(&bench);
}

#[test]
fn a_site_of_an_unfinished_tournament_says_so() {
    let bench = Bench::new();
    bench.ok("t", "build submissions --size 4 --with engine:2");
    bench.ok("t", "site --to pages");
    let page = fs::read_to_string(bench.path("pages/index.html")).expect("it is there");
    assert!(page.contains("The tournament is not finished"), "{page}");
    let missing = "missing games of the qualification: 4";
    assert!(page.contains(missing), "{page}");
}
