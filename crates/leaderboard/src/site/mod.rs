//! The pages: static, without anything from elsewhere, and readable without
//! scripts.

mod cross;
mod game;
mod html;
mod index;
mod player;
mod text;

use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::log::Records;
use crate::pairing::Side;
use crate::plan::Plan;
use crate::score::{self, Standing};
use crate::table;
use crate::tournament::Tournament;

const STYLE: &str = include_str!("style.css");
const REPLAY: &str = include_str!("replay.js");

/// What the pages are made from.
struct Site<'a> {
    plan: &'a Plan,
    records: &'a Records,
    standings: Vec<Standing>,
    /// What is still to be played, in words.
    unfinished: Option<String>,
}

/// Writes the pages of `tournament` to the folder `to`.
pub fn write(tournament: &Tournament, records: &Records, to: &Path) -> Result<(), Failure> {
    let plan = &tournament.plan;
    let site = Site {
        plan,
        records,
        standings: score::standings(plan, records),
        unfinished: table::unfinished(tournament, records),
    };
    for folder in [to, &to.join("players"), &to.join("games")] {
        fs::create_dir_all(folder).map_err(Failure::file("make the folder", folder))?;
    }
    let file = |name: &str, bytes: &[u8]| {
        let path = to.join(name);
        fs::write(&path, bytes).map_err(Failure::file("write", &path))
    };
    file("style.css", STYLE.as_bytes())?;
    file("replay.js", REPLAY.as_bytes())?;
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
        let told = text::log(plan, record);
        let mut json = serde_json::to_vec_pretty(record).expect("a record can be JSON");
        json.push(b'\n');
        let page = game::page(&site, record);
        file(&format!("games/{id}.html"), page.as_bytes())?;
        file(&format!("games/{id}.txt"), told.as_bytes())?;
        file(&format!("games/{id}.json"), &json)?;
        all.push_str(&told);
        all.push('\n');
    }
    file("games.txt", all.as_bytes())
}

/// The page of a player. Its name has no part in it: strangers choose names.
fn player_file(side: Side) -> String {
    match side {
        Side::Entrant(player) => format!("players/{player}.html"),
        Side::Gatekeeper(gatekeeper) => format!("players/{}.html", gatekeeper.name()),
    }
}

/// A link to the page of a player, as HTML.
fn player_link(plan: &Plan, side: Side, root: &str) -> String {
    format!(
        "<a href=\"{root}{}\"><bdi>{}</bdi></a>",
        player_file(side),
        html::Escaped(plan.name(side))
    )
}

/// A time in microseconds, for people.
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
    fn a_time_has_as_many_digits_as_one_cares_for() {
        assert_eq!(time(512), "0.51 ms");
        assert_eq!(time(12_345), "12 ms");
        assert_eq!(time(1_000_008), "1.00 s");
    }
}
