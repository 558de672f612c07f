//! The page with the table.

use maud::{Markup, html};

use super::{Head, Site, count, document, number, wide_table};
use crate::rating::AVERAGE;
use crate::score::{NEEDED, Stage, Standing};
use crate::table;

pub(super) fn page(site: &Site<'_>) -> String {
    let settings = &site.tournament.settings.game;
    let head = table::COLUMNS.map(|column| {
        if table::is_text(column) {
            Head::Text(column)
        } else {
            Head::Number(column)
        }
    });
    let rows = site.standings.iter().map(|one| table_row(site, one));
    let seconds = match settings.move_ms {
        1000 => "1 second".to_owned(),
        other => format!("{} seconds", f64::from(other) / 1e3),
    };
    let body = html! {
        p {
            "Reversi on " (settings.size) "×" (settings.size) " squares, "
            (seconds) " of processor time per move: " (games(site)) "."
        }
        @if let Some(unfinished) = site.tournament.unfinished() {
            p .note { strong { "The tournament is not finished:" } " " (unfinished) "." }
        }
        (wide_table("Table", &head, rows))
        h2 { "The columns" }
        ul {
            li {
                "score: the points in the finals, in which every pair of finalists plays two \
                 games. A win scores 2 points. A tie splits one point; the faster player gets \
                 the larger part."
            }
            li { "W, D, L: games won, tied and lost in the finals." }
            li {
                "qualification: games won, of four against smarter and smartest. A player that \
                 wins at least " (NEEDED) " of them qualifies for the finals."
            }
            li { "ms/move: the mean processor time per move, in milliseconds." }
            li { "rating: computed from all games; the average is " (format!("{AVERAGE:.0}")) "." }
            li {
                "fault: how the player loses games otherwise than by discs. The player’s page \
                 has the reasons."
            }
        }
        p {
            "Downloads: "
            a href="table.csv" { "table as CSV" } ", "
            a href="games.jsonl" { "all games as JSON, one per line" } ", "
            a href="games.ggf" { "all games in GGF" } ", for GGS and NBoard."
        }
    };
    document("Leaderboard", "", false, body)
}

/// As in `12 players, 48 qualification games, 6 finalists, 30 finals games`.
fn games(site: &Site<'_>) -> String {
    let games = |stage| site.games.iter().filter(|(one, ..)| *one == stage).count();
    let parts = [
        count(site.tournament.field.entrants().len(), "player"),
        count(games(Stage::Qualification), "qualification game"),
        count(site.finalists().len(), "finalist"),
        count(games(Stage::Finals), "finals game"),
    ];
    parts.join(", ")
}

fn table_row(site: &Site<'_>, standing: &Standing) -> Markup {
    let is_course = site
        .tournament
        .field
        .gatekeepers()
        .contains(&standing.player);
    let class = match standing.place {
        Some(_) => "finalist",
        None if is_course => "other course",
        None => "other",
    };
    let cells = table::COLUMNS
        .into_iter()
        .zip(table::row(site.tournament, standing));
    html! {
        tr class=(class) {
            @for (column, cell) in cells {
                @match column {
                    "player" => th scope="row" { (site.player_link(standing.player, "")) },
                    "fault" => td { (cell) },
                    _ => (number(cell)),
                }
            }
        }
    }
}
