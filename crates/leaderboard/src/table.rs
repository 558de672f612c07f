//! The table: as text, CSV or JSON.

use std::fmt::Write;

use serde::Serialize;

use crate::log::Records;
use crate::pairing::{Side, Stage};
use crate::plan::Plan;
use crate::score::{self, Standing, Tally};
use crate::tournament::Tournament;

/// A row of the table, as it is in `table.json` and `table.csv`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The place among the finalists; none for others.
    pub place: Option<usize>,
    /// The player.
    pub player: String,
    /// `finalist`, `not qualified`, or `course` for smarter and smartest.
    pub status: &'static str,
    /// The score of the finals.
    pub score: f64,
    /// Of the finals.
    pub wins: usize,
    /// Of the finals.
    pub ties: usize,
    /// Of the finals.
    pub losses: usize,
    /// Of the four games of the qualification.
    pub qualification_wins: usize,
    /// And ties.
    pub qualification_ties: usize,
    /// And losses.
    pub qualification_losses: usize,
    /// The moves of all games.
    pub moves: usize,
    /// The time a move, in milliseconds.
    pub ms_a_move: Option<f64>,
    /// By all games.
    pub rating: f64,
    /// At 95 %, to either side.
    pub rating_margin: f64,
}

impl Row {
    /// The row of `standing`.
    pub fn of(plan: &Plan, standing: &Standing) -> Self {
        let round = |value: f64, places: i32| {
            let unit = 10_f64.powi(places);
            (value * unit).round() / unit
        };
        let Tally { wins, ties, losses } = standing.finals;
        let status = match (standing.side, standing.place) {
            (Side::Gatekeeper(_), _) => "course",
            (_, Some(_)) => "finalist",
            (_, None) => "not qualified",
        };
        Self {
            place: standing.place,
            player: plan.name(standing.side).to_owned(),
            status,
            score: round(standing.score, 6),
            wins,
            ties,
            losses,
            qualification_wins: standing.qualification.wins,
            qualification_ties: standing.qualification.ties,
            qualification_losses: standing.qualification.losses,
            moves: standing.moves,
            ms_a_move: standing.ms_a_move().map(|time| round(time, 3)),
            rating: round(standing.rating.points, 1),
            rating_margin: round(standing.rating.margin, 1),
        }
    }
}

/// All rows, in order.
pub fn rows(plan: &Plan, records: &Records) -> Vec<Row> {
    let standings = score::standings(plan, records);
    standings.iter().map(|one| Row::of(plan, one)).collect()
}

/// How many games are still to be played, in words; `None` if the tournament
/// is over.
pub fn unfinished(tournament: &Tournament, records: &Records) -> Option<String> {
    let [qualification, finals] = Stage::ALL.map(|stage| tournament.missing(stage, records).len());
    match (qualification, finals) {
        (0, 0) => None,
        (0, finals) => Some(format!("of the finals {} missing", games(finals))),
        (open, _) => Some(format!(
            "of the qualification {} missing, and then all of the finals",
            games(open)
        )),
    }
}

/// As in `1 game is`.
pub(crate) fn games(number: usize) -> String {
    if number == 1 {
        "1 game is".to_owned()
    } else {
        format!("{number} games are")
    }
}

/// For people, in columns.
pub fn text(rows: &[Row]) -> String {
    let head = [
        "",
        "player",
        "score",
        "W",
        "D",
        "L",
        "qualification",
        "ms/move",
        "rating",
        "±",
    ];
    let mut cells = vec![head.map(str::to_owned)];
    for row in rows {
        let finals = |number: usize| {
            if row.place.is_some() {
                number.to_string()
            } else {
                String::new()
            }
        };
        cells.push([
            row.place.map_or(String::new(), |place| place.to_string()),
            row.player.clone(),
            row.place
                .map_or(String::new(), |_| format!("{:.3}", row.score)),
            finals(row.wins),
            finals(row.ties),
            finals(row.losses),
            match row.status {
                "course" => "(the course's)".to_owned(),
                _ => format!(
                    "{} won, {} tied, {} lost",
                    row.qualification_wins, row.qualification_ties, row.qualification_losses
                ),
            },
            row.ms_a_move
                .map_or(String::new(), |time| format!("{time:.2}")),
            format!("{:.0}", row.rating),
            format!("{:.0}", row.rating_margin),
        ]);
    }
    let width = |column: usize| {
        let widths = cells.iter().map(|row| row[column].chars().count());
        widths.max().unwrap_or(0)
    };
    let mut text = String::new();
    for row in &cells {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let (width, gap) = (width(column), if column == 0 { "" } else { "  " });
            let done = match column {
                1 | 6 => write!(line, "{gap}{cell:<width$}"),
                _ => write!(line, "{gap}{cell:>width$}"),
            };
            done.expect("a String takes it all");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// One row a player, with a head.
pub fn csv(rows: &[Row]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).expect("a Vec takes it all");
    }
    writer.into_inner().expect("a Vec takes it all")
}

/// A list of objects.
pub fn json(rows: &[Row]) -> Vec<u8> {
    let mut json = serde_json::to_vec_pretty(rows).expect("a table can be written as JSON");
    json.push(b'\n');
    json
}
