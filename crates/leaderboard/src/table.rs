//! The table as text or CSV.

use serde_json::{Value, json};
use transcript::csv_cell;

use crate::field::STAFF_PLAYERS;
use crate::record::Ending;
use crate::score::Standing;
use crate::tournament::Tournament;

pub(crate) const COLUMNS: [&str; 11] = [
    "place",
    "player",
    "score",
    "W",
    "D",
    "L",
    "qualification",
    "ms/move",
    "rating",
    "version",
    "fault",
];

pub(crate) fn is_text(column: &str) -> bool {
    matches!(column, "player" | "version" | "fault")
}

/// Returns the cells of a row. A player outside the finals has no place, score and games there, and
/// the course's players are not in the qualification.
pub(crate) fn row(tournament: &Tournament, standing: &Standing) -> [String; COLUMNS.len()] {
    let field = &tournament.field;
    let finals = |text: String| standing.place.map_or(String::new(), |_| text);
    let qualification = if field.gatekeepers().contains(&standing.player) {
        String::new()
    } else {
        standing.qualification.to_string()
    };
    let time = standing.ms_per_move();
    [
        finals(standing.place.unwrap_or_default().to_string()),
        field.players()[standing.player].name.clone(),
        finals(format!("{:.3}", standing.score)),
        finals(standing.finals.wins.to_string()),
        finals(standing.finals.ties.to_string()),
        finals(standing.finals.losses.to_string()),
        qualification,
        time.map_or(String::new(), |time| format!("{time:.2}")),
        standing
            .rating
            .map_or(String::new(), |own| format!("{own:.0}")),
        field.players()[standing.player].version.clone(),
        fault(tournament, standing),
    ]
}

/// Returns how a player lost, or the handout's sentence for one that is refused.
fn fault(tournament: &Tournament, standing: &Standing) -> String {
    let failed = &tournament.field.players()[standing.player].failed;
    match failed.as_ref().map(|failed| failed.reason.as_str()) {
        Some(STAFF_PLAYERS) => STAFF_PLAYERS.to_owned(),
        _ => standing.fault.map_or(String::new(), Ending::word),
    }
}

fn rows(tournament: &Tournament) -> Vec<[String; COLUMNS.len()]> {
    let rows = tournament.standings.iter().map(|one| row(tournament, one));
    let head = std::iter::once(COLUMNS.map(str::to_owned));
    head.chain(rows).collect()
}

pub(crate) fn text(tournament: &Tournament) -> String {
    let rows = rows(tournament);
    let width = |column: usize| {
        let widths = rows.iter().map(|row| row[column].chars().count());
        widths.max().unwrap_or(0)
    };
    let mut text = String::new();
    for row in &rows {
        let mut line = String::new();
        for (index, cell) in row.iter().enumerate() {
            let width = width(index);
            let cell = if is_text(COLUMNS[index]) {
                format!("{cell:<width$}  ")
            } else {
                format!("{cell:>width$}  ")
            };
            line.push_str(&cell);
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// Includes the groups of submissions that are the same program.
pub(crate) fn json(tournament: &Tournament) -> String {
    let value = |column: &str, cell: String| match serde_json::from_str(&cell) {
        Ok(number) if !is_text(column) => number,
        _ if cell.is_empty() => Value::Null,
        _ => cell.into(),
    };
    let object = |row| {
        let cells = COLUMNS.into_iter().zip(row);
        let named = cells.map(|(column, cell)| (column.to_owned(), value(column, cell)));
        named.collect::<serde_json::Map<_, _>>()
    };
    let players: Vec<_> = rows(tournament).into_iter().skip(1).map(object).collect();
    let table = json!({ "players": players, "identical": tournament.field.identical() });
    format!("{table:#}\n")
}

pub(crate) fn csv(tournament: &Tournament) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for mut row in rows(tournament) {
        for (cell, column) in row.iter_mut().zip(COLUMNS) {
            if is_text(column) {
                *cell = csv_cell(cell);
            }
        }
        writer.write_record(row).expect("a Vec takes it all");
    }
    let bytes = writer.into_inner().expect("a Vec takes it all");
    String::from_utf8(bytes).expect("names are UTF-8")
}
