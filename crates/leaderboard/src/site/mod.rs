//! The pages: static, self-contained, and readable without scripts.

mod cross;
mod game;
mod game_text;
mod index;
mod player;

use std::fs;
use std::path::Path;

use maud::{Markup, html};
use pages::{Document, Style, board, replay};

use crate::failure::Failure;
use crate::files::update;
use crate::log::Records;
use crate::pairing::Side;
use crate::plan::Plan;
use crate::score::{self, Standing};
use crate::table;
use crate::tournament::Tournament;

/// The contents of the pages.
struct Site<'a> {
    plan: &'a Plan,
    records: &'a Records,
    standings: Vec<Standing>,
    /// The number of missing games, in words.
    unfinished: Option<String>,
}

/// Writes the pages of `tournament` to the folder `to`. Each file is replaced at once,
/// and only if its content changes.
pub fn write(tournament: &Tournament, records: &Records, to: &Path) -> Result<(), Failure> {
    let plan = &tournament.plan;
    let site = Site {
        plan,
        records,
        standings: score::standings(plan, records),
        unfinished: tournament.unfinished(records),
    };
    for folder in [to, &to.join("players"), &to.join("games")] {
        fs::create_dir_all(folder).map_err(Failure::file("create the folder", folder))?;
    }
    let file = |name: &str, bytes: &[u8]| update(&to.join(name), bytes);
    let style = [
        pages::COLOURS,
        include_str!("style.css"),
        board::STYLE,
        replay::STYLE,
    ];
    file("style.css", style.concat().as_bytes())?;
    file("replay.js", replay::SCRIPT.as_bytes())?;
    file("index.html", index::page(&site).as_bytes())?;
    file("cross.html", cross::page(&site).as_bytes())?;
    let rows = table::rows(plan, records);
    file("table.csv", &table::csv(&rows))?;
    file("table.json", &table::json(&rows))?;
    file("games.jsonl", &records.to_log())?;
    let mut all = String::new();
    for standing in &site.standings {
        let page = player::page(&site, standing);
        file(&player_file(standing.side), page.as_bytes())?;
    }
    for record in records.iter() {
        let id = record.game;
        let text = game_text::log(plan, record);
        let mut json = serde_json::to_vec_pretty(record).expect("a record can be JSON");
        json.push(b'\n');
        let page = game::page(&site, record);
        file(&format!("games/{id}.html"), page.as_bytes())?;
        file(&format!("games/{id}.txt"), text.as_bytes())?;
        file(&format!("games/{id}.json"), &json)?;
        all.push_str(&text);
        all.push('\n');
    }
    file("games.txt", all.as_bytes())
}

/// Returns a page of the site. `root` is the way to the site's folder: empty or
/// `../`.
fn document(title: &str, root: &str, body: Markup) -> String {
    let navigation = html! {
        nav aria-label="Site" {
            a href={ (root) "index.html" } { "Leaderboard" } " "
            a href={ (root) "cross.html" } { "Cross table" }
        }
    };
    Document {
        title,
        style: Style::File(&format!("{root}style.css")),
        script: Some(&format!("{root}replay.js")),
        navigation,
        body,
    }
    .to_html()
}

/// Returns a table that can be scrolled where it is too wide.
fn wide_table(caption: &str, head: &[&str], rows: impl Iterator<Item = Markup>) -> Markup {
    html! {
        div .wide tabindex="0" role="region" aria-label=(caption) {
            table {
                caption { (caption) }
                thead { tr { @for cell in head { th scope="col" { (cell) } } } }
                tbody { @for row in rows { (row) "\n" } }
            }
        }
    }
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
