//! The page with the table.

use maud::{Markup, html};

use super::{SitePages, document, number, number_head, text_head, wide_table};
use crate::rating::AVERAGE;
use crate::score::{NEEDED, Standing};
use crate::table::{COLUMNS, is_text, row};

pub(super) fn page(site: &SitePages<'_>) -> String {
    let settings = &site.tournament.settings.game;
    let seconds = f64::from(settings.move_ms) / 1e3;
    let body = html! {
        p {
            "Reversi on " (settings.size) "×" (settings.size) " squares, "
            (seconds) " s of processor time per move. Games played: " (site.games.len()) "."
        }
        @if let Some(unfinished) = site.tournament.unfinished() {
            p .note { strong { "The tournament is not finished:" } " " (unfinished) "." }
        }
        (table(site, "Table", &site.tournament.standings, ""))
        h2 { "The columns" }
        ul {
            li {
                "score: the points in the finals, in which every pair of finalists plays two \
                 games. A win scores 2 points. A tie splits one point; the faster player gets \
                 the larger part."
            }
            li { "W, D, L: games won, tied and lost in the finals." }
            li {
                "qualification: games won, of four against aps105-smarter and aps105-smartest. A \
                 player that wins at least " (NEEDED) " of them qualifies for the finals."
            }
            li { "ms/move: the mean processor time per move, in milliseconds." }
            li { "rating: computed from all games; the average is " (format!("{AVERAGE:.0}")) ". \
                 A player without a game has none." }
            li {
                "version: the commit of the player’s repository, or the time (UTC) at which one \
                 of its files was last changed and their digest."
            }
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
    document(site, "Leaderboard", "", false, &body)
}

pub(super) fn table(site: &SitePages<'_>, caption: &str, rows: &[Standing], root: &str) -> Markup {
    let head = COLUMNS.map(|column| match column {
        _ if is_text(column) => text_head(column),
        _ => number_head(column),
    });
    let rows = rows.iter().map(|one| table_row(site, one, root));
    wide_table(caption, &head, rows)
}

fn table_row(site: &SitePages<'_>, standing: &Standing, root: &str) -> Markup {
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
    let cells = COLUMNS.into_iter().zip(row(site.tournament, standing));
    html! {
        tr class=(class) {
            @for (column, cell) in cells {
                @match column {
                    "player" => th scope="row" { (site.player_link(standing.player, root)) },
                    "version" | "fault" => td { (cell) },
                    _ => (number(cell)),
                }
            }
        }
    }
}
