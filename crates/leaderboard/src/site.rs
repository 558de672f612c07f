//! The pages: static, self-contained, and readable without scripts.

mod cross;
mod game;
mod index;
mod player;

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use chrono::{DateTime, Utc};
use maud::{Markup, html};
use pages::{Document, Script, Style, board, replay};
use sha2::{Digest, Sha256};

use crate::failure::Failure;
use crate::field::Pairing;
use crate::files::{list, replace_page};
use crate::ggf;
use crate::record::Record;
use crate::score::{Stage, Standing, standings};
use crate::table;
use crate::tournament::Tournament;

/// The file with the digests of what the pages of games were made from: most pages are of
/// games, and one whose digest is there is not made again.
const MADE: &str = "made.txt";

struct Site<'a> {
    tournament: &'a Tournament,
    standings: Vec<Standing>,
    games: Vec<(Stage, Pairing, &'a Record)>,
    /// The address of the playground, seen from the site's folder, if pages link to it.
    playground: Option<&'a str>,
    /// The program that makes the pages.
    program: String,
    /// The time at which the pages are made, in UTC.
    made: String,
}

impl Site<'_> {
    fn finalists(&self) -> Vec<usize> {
        let finalists = self.standings.iter().filter(|one| one.place.is_some());
        finalists.map(|standing| standing.player).collect()
    }

    fn player_link(&self, player: usize, root: &str) -> Markup {
        let player = &self.tournament.field.players()[player];
        html! { a href={ (root) "players/" (player.slug()) ".html" } { bdi { (player.name) } } }
    }

    /// Returns the address of the playground, seen from a page to whose folder `root` leads.
    fn playground(&self, root: &str) -> Option<String> {
        let page = self.playground?;
        let is_relative = !page.contains(':') && !page.starts_with('/');
        Some(if is_relative {
            format!("{root}{page}")
        } else {
            page.to_owned()
        })
    }

    /// Returns the digest of what the page of a game is made from; `record` is the game's.
    fn digest(&self, game: Pairing, record: &[u8]) -> String {
        let names = self.tournament.names(game);
        let inputs = format!("{:?}", (&self.program, self.playground, names));
        format!(
            "{:x}",
            Sha256::new_with_prefix(inputs)
                .chain_update(record)
                .finalize()
        )
    }

    /// Returns the path of the page of a game. It is made of the game's key, so that it
    /// leads to the same game for ever.
    fn game_file(&self, game: Pairing) -> String {
        let key = |player: usize| &self.tournament.field.players()[player].key;
        let key = format!("{} {}", key(game.black), key(game.white));
        format!("games/{}.html", &format!("{:x}", Sha256::digest(key))[..16])
    }
}

/// Writes the pages of `tournament` to the folder `to`. Each file is replaced at once, and
/// only if its content changes; pages of players and games that are gone are removed.
pub(crate) fn write(
    tournament: &Tournament,
    to: &Path,
    playground: Option<&str>,
) -> Result<(), Failure> {
    let site = Site {
        tournament,
        standings: standings(&tournament.field, &tournament.results),
        games: tournament.played().collect(),
        playground,
        program: program(),
        made: DateTime::<Utc>::from(SystemTime::now())
            .format("%Y-%m-%d %H:%M UTC")
            .to_string(),
    };
    for folder in [to, &to.join("players"), &to.join("games")] {
        fs::create_dir_all(folder).map_err(Failure::file("create the folder", folder))?;
    }
    let mut written = BTreeSet::new();
    let mut keep = |name: String, page: Option<&[u8]>| {
        let path = to.join(name);
        if let Some(page) = page {
            replace_page(&path, page)?;
        }
        written.insert(path);
        Ok::<(), Failure>(())
    };
    let known = fs::read_to_string(to.join(MADE)).unwrap_or_default();
    let known: HashSet<&str> = known.lines().collect();
    let mut made = String::new();
    let style = [
        pages::COLOURS,
        include_str!("site/style.css"),
        board::STYLE,
        replay::STYLE,
    ];
    keep("style.css".to_owned(), Some(style.concat().as_bytes()))?;
    keep("replay.js".to_owned(), Some(replay::SCRIPT.as_bytes()))?;
    // The games come first, so that every link leads to a page.
    let mut log = Vec::new();
    for &(_, game, record) in &site.games {
        let start = log.len();
        serde_json::to_writer(&mut log, record).expect("a record can be JSON");
        let (file, digest) = (site.game_file(game), site.digest(game, &log[start..]));
        log.push(b'\n');
        let is_made = known.contains(digest.as_str()) && to.join(&file).exists();
        let page = (!is_made).then(|| game::page(&site, game, record));
        keep(file, page.as_ref().map(String::as_bytes))?;
        made = made + &digest + "\n";
    }
    let mut file = |name: String, bytes: &[u8]| keep(name, Some(bytes));
    file(MADE.to_owned(), made.as_bytes())?;
    file("games.ggf".to_owned(), ggf::all(tournament).as_bytes())?;
    file("games.jsonl".to_owned(), &log)?;
    file("table.csv".to_owned(), table::csv(tournament).as_bytes())?;
    for standing in &site.standings {
        let slug = tournament.field.players()[standing.player].slug();
        let page = player::page(&site, standing);
        file(format!("players/{slug}.html"), page.as_bytes())?;
    }
    file("cross.html".to_owned(), cross::page(&site).as_bytes())?;
    file("index.html".to_owned(), index::page(&site).as_bytes())?;
    for folder in ["players", "games"] {
        for path in list(&to.join(folder))? {
            let is_page = path.extension().is_some_and(|end| end == "html");
            if is_page && !written.contains(&path) {
                fs::remove_file(&path).map_err(Failure::file("remove", &path))?;
            }
        }
    }
    Ok(())
}

/// Returns what the pages of this program have in common: the program and its time.
fn program() -> String {
    let time = std::env::current_exe().and_then(|path| fs::metadata(path)?.modified());
    format!("{} {:?}", env!("CARGO_PKG_VERSION"), time.ok())
}

/// Returns a page in the site's folder, or, if `root` is `../`, in a folder of it.
fn document(site: &Site<'_>, title: &str, root: &str, has_replay: bool, body: &Markup) -> String {
    let navigation = html! {
        nav aria-label="Site" {
            a href={ (root) "index.html" } { "Leaderboard" } " "
            a href={ (root) "cross.html" } { "Cross table" }
            @if let Some(page) = site.playground(root) { " " a href=(page) { "Playground" } }
        }
    };
    let body = html! { (body) p .quiet { "This page was made on " time { (site.made) } "." } };
    let script = has_replay.then(|| format!("{root}replay.js"));
    Document {
        title,
        style: Style::File(&format!("{root}style.css")),
        script: script.as_deref().map(Script::File),
        navigation,
        body,
    }
    .to_html()
}

fn text_head(text: &str) -> Markup {
    html! { th scope="col" { (text) } }
}

fn number_head(text: &str) -> Markup {
    html! { th .number scope="col" { (text) } }
}

fn wide_table(caption: &str, head: &[Markup], rows: impl Iterator<Item = Markup>) -> Markup {
    html! {
        div .wide tabindex="0" role="region" aria-label=(caption) {
            table {
                caption { (caption) }
                thead {
                    tr {
                        @for cell in head { (cell) }
                    }
                }
                tbody { @for row in rows { (row) "\n" } }
            }
        }
    }
}

fn number(value: impl maud::Render) -> Markup {
    html! { td .number { (value) } }
}

fn time(micros: u64) -> String {
    match micros {
        0..10_000 => format!("{:.2} ms", micros as f64 / 1e3),
        10_000..1_000_000 => format!("{:.0} ms", micros as f64 / 1e3),
        _ => format!("{:.2} s", micros as f64 / 1e6),
    }
}
