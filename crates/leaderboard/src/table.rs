//! The table as text, CSV or JSON.

use std::fmt::Write;

use serde::Serialize;

use crate::log::Records;
use crate::pairing::Side;
use crate::plan::Plan;
use crate::score::{self, Standing, Tally};

/// A row of the table; its fields are the columns of `table.csv` and the keys
/// of `table.json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The place among the finalists; none for others.
    pub place: Option<usize>,
    /// The player.
    pub player: String,
    /// `finalist`, `not qualified`, `opponent` for the built-in players of a gauntlet,
    /// or `course` for smarter and smartest.
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
    /// The number of moves in all games.
    pub moves: usize,
    /// The mean time per move, in milliseconds, less the cost of an answer.
    pub ms_a_move: Option<f64>,
    /// The resolution of that time, in milliseconds; none without a clock that
    /// measures it, as in the logs of earlier versions.
    pub ms_resolution: Option<f64>,
    /// The rating by all games.
    pub rating: f64,
    /// The lower end of the rating's 95 % interval, if it has one.
    pub rating_low: Option<f64>,
    /// The upper end.
    pub rating_high: Option<f64>,
}

impl Row {
    /// Returns the row of `standing`.
    pub fn of(plan: &Plan, standing: &Standing) -> Self {
        let round = |value: f64, places: i32| {
            let unit = 10_f64.powi(places);
            (value * unit).round() / unit
        };
        let Tally { wins, ties, losses } = standing.finals;
        let status = match (standing.side, standing.place) {
            (Side::Gatekeeper(_), _) => "course",
            (_, Some(_)) => "finalist",
            (Side::Entrant(player), None) if plan.is_opponent(player) => "opponent",
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
            ms_a_move: standing.ms_per_move().map(|time| round(time, 3)),
            ms_resolution: standing
                .ms_resolution()
                .filter(|&resolution| resolution > 0.0)
                .map(|resolution| round(resolution, 3)),
            rating: round(standing.rating.points, 1),
            rating_low: standing.rating.interval.map(|(low, _)| round(low, 1)),
            rating_high: standing.rating.interval.map(|(_, high)| round(high, 1)),
        }
    }
}

impl Row {
    /// Returns the interval of the rating, as in `1512–1698`, if there is one.
    pub fn interval(&self) -> Option<String> {
        let (low, high) = self.rating_low.zip(self.rating_high)?;
        Some(format!("{low:.0}–{high:.0}"))
    }
}

/// Returns all rows in the order of the standings.
pub fn rows(plan: &Plan, records: &Records) -> Vec<Row> {
    let standings = score::standings(plan, records);
    standings.iter().map(|one| Row::of(plan, one)).collect()
}

/// Returns what a reader must know about the columns, one sentence or more each.
pub fn notes(rows: &[Row]) -> Vec<String> {
    let resolutions = rows.iter().filter_map(|row| row.ms_resolution);
    let finest = resolutions.clone().fold(f64::INFINITY, f64::min);
    let coarsest = resolutions.fold(0.0, f64::max);
    let mut notes = Vec::new();
    if finest <= coarsest {
        let range = if finest < coarsest {
            format!("{finest:.2} to {coarsest:.2}")
        } else {
            format!("{finest:.2}")
        };
        notes.push(format!(
            "The time per move is the measured time less the cost of an answer. Its resolution is \
             {range} ms. A tie between players whose times differ by less is split evenly."
        ));
    }
    notes.push(
        "The 95 % intervals are for the differences to the average of the finalists. Only \
         finalists of a round robin have one, those that met three opponents or more and \
         neither won nor lost everything: for other players it would be false too often."
            .to_owned(),
    );
    notes
}

/// Returns the table in aligned columns, and the notes below it.
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
        "95 %",
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
            row.interval().unwrap_or_default(),
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
    for note in notes(rows) {
        text.push('\n');
        text.push_str(&note);
        text.push('\n');
    }
    text
}

/// Returns one line per player, below a header.
pub fn csv(rows: &[Row]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).expect("a Vec takes it all");
    }
    writer.into_inner().expect("a Vec takes it all")
}

/// Returns a list with one object per player.
pub fn json(rows: &[Row]) -> Vec<u8> {
    let mut json = serde_json::to_vec_pretty(rows).expect("a table can be written as JSON");
    json.push(b'\n');
    json
}
