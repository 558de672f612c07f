//! The table as text, CSV or JSON.

use std::fmt::Write;

use serde::Serialize;

use crate::record::Ending;
use crate::score::{self, Standing, Tally};
use crate::tournament::Tournament;

/// A row of the table; its fields are the columns of `table.csv` and the keys
/// of `table.json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Row {
    /// The place among the finalists; none for others.
    pub place: Option<usize>,
    /// The player.
    pub player: String,
    /// `finalist`, `not qualified`, or `course` for smarter and smartest.
    pub status: &'static str,
    /// The score in the finals.
    pub score: f64,
    /// Games won in the finals.
    pub wins: usize,
    /// Games tied in the finals.
    pub ties: usize,
    /// Games lost in the finals.
    pub losses: usize,
    /// Games won in the qualification, of four.
    pub qualification_wins: usize,
    /// Games tied in the qualification.
    pub qualification_ties: usize,
    /// Games lost in the qualification.
    pub qualification_losses: usize,
    /// The mean processor time per move, in milliseconds.
    pub ms_per_move: Option<f64>,
    /// The rating by all games.
    pub rating: f64,
    /// The most frequent way in which it loses games otherwise than by discs, or `build`;
    /// none if it never does.
    pub fault: Option<&'static str>,
}

impl Row {
    /// Returns the row of `standing`.
    pub(crate) fn of(tournament: &Tournament, standing: &Standing) -> Self {
        let round = |value: f64, places: i32| {
            let unit = 10_f64.powi(places);
            (value * unit).round() / unit
        };
        let Tally { wins, ties, losses } = standing.finals;
        let field = &tournament.field;
        let status = match standing.place {
            _ if field.gatekeepers().contains(&standing.player) => "course",
            Some(_) => "finalist",
            None => "not qualified",
        };
        Self {
            place: standing.place,
            player: field.players()[standing.player].name.clone(),
            status,
            score: round(standing.score, 6),
            wins,
            ties,
            losses,
            qualification_wins: standing.qualification.wins,
            qualification_ties: standing.qualification.ties,
            qualification_losses: standing.qualification.losses,
            ms_per_move: standing.ms_per_move().map(|time| round(time, 3)),
            rating: round(standing.rating, 1),
            fault: standing.fault.map(Ending::word),
        }
    }

    /// Returns the results of the qualification in words.
    pub(crate) fn qualification(&self) -> String {
        match self.status {
            "course" => "(the course's)".to_owned(),
            _ => format!(
                "{} won, {} tied, {} lost",
                self.qualification_wins, self.qualification_ties, self.qualification_losses
            ),
        }
    }
}

/// Returns all rows in the order of the standings.
pub(crate) fn rows(tournament: &Tournament) -> Vec<Row> {
    let standings = score::standings(&tournament.field, &tournament.results);
    standings
        .iter()
        .map(|one| Row::of(tournament, one))
        .collect()
}

/// Returns the table in aligned columns.
pub(crate) fn text(rows: &[Row]) -> String {
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
        "fault",
    ];
    let mut cells = vec![head.map(str::to_owned)];
    for row in rows {
        let finals = |text: String| row.place.map_or(String::new(), |_| text);
        cells.push([
            row.place.map_or(String::new(), |place| place.to_string()),
            row.player.clone(),
            finals(format!("{:.3}", row.score)),
            finals(row.wins.to_string()),
            finals(row.ties.to_string()),
            finals(row.losses.to_string()),
            row.qualification(),
            row.ms_per_move
                .map_or(String::new(), |time| format!("{time:.2}")),
            format!("{:.0}", row.rating),
            row.fault.unwrap_or_default().to_owned(),
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
                1 | 6 | 9 => write!(line, "{gap}{cell:<width$}"),
                _ => write!(line, "{gap}{cell:>width$}"),
            };
            done.expect("a String takes it all");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Returns one line per player, below a header.
pub(crate) fn csv(rows: &[Row]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).expect("a Vec takes it all");
    }
    writer.into_inner().expect("a Vec takes it all")
}

/// Returns a list with one object per player.
pub(crate) fn json(rows: &[Row]) -> Vec<u8> {
    let mut json = serde_json::to_vec_pretty(rows).expect("a table can be written as JSON");
    json.push(b'\n');
    json
}
