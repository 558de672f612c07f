//! The pages: static, self-contained, and readable without scripts.

mod cross;
mod game;
mod game_text;
mod index;
mod player;
mod ratings;
mod table;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use maud::{Markup, html};
use pages::{Document, Style, board, replay};

use self::ratings::Chart;
use self::table::Scale;
use crate::failure::Failure;
use crate::files::update;
use crate::ggf;
use crate::history::History;
use crate::log::Records;
use crate::pairing::{Pairing, Side};
use crate::plan::Plan;
use crate::record::Record;
use crate::score::{self, Standing};
use crate::table::{self as results, Row};
use crate::tournament::Tournament;

/// The contents of the pages.
struct Site<'a> {
    plan: &'a Plan,
    records: &'a Records,
    standings: Vec<Standing>,
    /// The rows of the table, in the order of the standings.
    rows: Vec<Row>,
    /// The number of missing games, in words.
    unfinished: Option<String>,
}

impl Site<'_> {
    /// Returns the finalists, best first, each with its number in the plan.
    fn finalists(&self) -> impl Iterator<Item = (usize, &Standing)> {
        self.standings.iter().filter_map(|one| match one.side {
            Side::Entrant(player) if one.place.is_some() => Some((player, one)),
            _ => None,
        })
    }

    /// Returns the scale of the intervals of all ratings.
    fn scale(&self) -> Scale {
        let ratings = self.standings.iter().map(|standing| standing.rating);
        Scale::around(
            ratings.map(|rating| rating.interval.unwrap_or((rating.points, rating.points))),
        )
    }
}

/// The pages of a tournament in a folder.
pub struct Pages<'a> {
    tournament: &'a Tournament,
    to: &'a Path,
    /// The texts of the games whose files are written. A record never changes.
    games: BTreeMap<Pairing, GameTexts>,
}

/// The parts of `games.txt` and `games.ggf` for one game.
struct GameTexts {
    log: String,
    ggf: String,
}

impl<'a> Pages<'a> {
    /// Returns the pages of `tournament` in the folder `to`, where nothing is written yet.
    pub fn new(tournament: &'a Tournament, to: &'a Path) -> Self {
        Self {
            tournament,
            to,
            games: BTreeMap::new(),
        }
    }

    /// Writes the files of new games, and all pages that are not of a single game. Each
    /// file is replaced at once, and only if its content changes.
    pub fn write(&mut self, records: &Records) -> Result<(), Failure> {
        let plan = &self.tournament.plan;
        let standings = score::standings(plan, records);
        let site = Site {
            plan,
            records,
            rows: standings.iter().map(|one| Row::of(plan, one)).collect(),
            standings,
            unfinished: self.tournament.unfinished(records),
        };
        for folder in [self.to, &self.to.join("players"), &self.to.join("games")] {
            fs::create_dir_all(folder).map_err(Failure::file("create the folder", folder))?;
        }
        let style = [
            pages::COLOURS,
            include_str!("style.css"),
            board::STYLE,
            replay::STYLE,
        ];
        self.file("style.css", style.concat().as_bytes())?;
        self.file("replay.js", replay::SCRIPT.as_bytes())?;
        // The games come first, so that every link leads to a page.
        for record in records.iter() {
            if !self.games.contains_key(&record.game) {
                let texts = self.write_game(&site, record)?;
                self.games.insert(record.game, texts);
            }
        }
        self.file("index.html", index::page(&site).as_bytes())?;
        self.file("cross.html", cross::page(&site).as_bytes())?;
        let chart = Chart::of(plan, History::of(plan, records));
        self.file("ratings.html", ratings::page(&site, &chart).as_bytes())?;
        self.file("table.csv", &results::csv(&site.rows))?;
        self.file("table.json", &results::json(&site.rows))?;
        for (standing, row) in site.standings.iter().zip(&site.rows) {
            let page = player::page(&site, standing, row, &chart);
            self.file(&player_file(standing.side), page.as_bytes())?;
        }
        self.file("games.jsonl", &records.to_log())?;
        let of_all = |text: fn(&GameTexts) -> &str, end| {
            let games = records.iter().map(|record| &self.games[&record.game]);
            games.fold(String::new(), |all, game| all + text(game) + end)
        };
        self.file("games.ggf", of_all(|game| &game.ggf, "").as_bytes())?;
        self.file("games.txt", of_all(|game| &game.log, "\n").as_bytes())
    }

    /// Writes the files of a game.
    fn write_game(&self, site: &Site<'_>, record: &Record) -> Result<GameTexts, Failure> {
        let id = record.game;
        let log = game_text::log(site.plan, record);
        let ggf = ggf::write(site.plan, record) + "\n";
        let mut json = serde_json::to_vec_pretty(record).expect("a record can be JSON");
        json.push(b'\n');
        let page = game::page(site, record);
        self.file(&format!("games/{id}.html"), page.as_bytes())?;
        self.file(&format!("games/{id}.txt"), log.as_bytes())?;
        self.file(&format!("games/{id}.json"), &json)?;
        self.file(&format!("games/{id}.ggf"), ggf.as_bytes())?;
        Ok(GameTexts { log, ggf })
    }

    fn file(&self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        update(&self.to.join(name), bytes)
    }
}

/// The kind of a page.
struct Page {
    /// The way to the site's folder.
    root: &'static str,
    /// If set, the page has a game to step through.
    has_replay: bool,
}

impl Page {
    /// A page in the site's folder.
    const TOP: Self = Self {
        root: "",
        has_replay: false,
    };
    /// A page in a folder of it.
    const BELOW: Self = Self {
        root: "../",
        has_replay: false,
    };
    /// The page of a game.
    const GAME: Self = Self {
        root: "../",
        has_replay: true,
    };
}

/// Returns a page of the site.
fn document(title: &str, page: &Page, body: Markup) -> String {
    let root = page.root;
    let navigation = html! {
        nav aria-label="Site" {
            a href={ (root) "index.html" } { "Leaderboard" } " "
            a href={ (root) "cross.html" } { "Cross table" } " "
            a href={ (root) "ratings.html" } { "Ratings" }
        }
    };
    let script = page.has_replay.then(|| format!("{root}replay.js"));
    Document {
        title,
        style: Style::File(&format!("{root}style.css")),
        script: script.as_deref(),
        navigation,
        body,
    }
    .to_html()
}

/// As in `1 game` or `2 games`.
fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Returns the path of a player's page. It does not contain the name, which is
/// untrusted input.
fn player_file(side: Side) -> String {
    match side {
        Side::Entrant(player) => format!("players/{player}.html"),
        Side::Gatekeeper(gatekeeper) => format!("players/{}.html", gatekeeper.name()),
    }
}

/// Returns a link to the page of a player.
fn player_link(plan: &Plan, side: Side, root: &str) -> Markup {
    html! { a href={ (root) (player_file(side)) } { bdi { (plan.name(side)) } } }
}

/// Formats a time in microseconds with a suitable unit.
fn time(micros: u64) -> String {
    match micros {
        0..10_000 => format!("{:.2} ms", micros as f64 / 1e3),
        10_000..1_000_000 => format!("{:.0} ms", micros as f64 / 1e3),
        _ => format!("{:.2} s", micros as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_few_digits() {
        assert_eq!(time(512), "0.51 ms");
        assert_eq!(time(12_345), "12 ms");
        assert_eq!(time(1_000_008), "1.00 s");
    }
}
