//! The page with the table.

use maud::{Markup, html};

use super::{Site, document, player_link, wide_table};
use crate::finals;
use crate::score::Standing;
use crate::table::{self, Row};

pub(super) fn page(site: &Site<'_>) -> String {
    let settings = &site.plan.settings;
    let head = [
        "Place",
        "Player",
        "Score",
        "W",
        "D",
        "L",
        "Qualification",
        "Time per move",
        "Rating",
    ];
    let rows = site.standings.iter().map(|standing| row(site, standing));
    let body = html! {
        p {
            "Reversi on " (settings.size) "×" (settings.size) " squares, "
            (seconds(settings.move_ms)) " per move. A player that wins at least three of its four \
             games against smarter and smartest qualifies for the finals. In the finals, "
            (finals::words(site.plan))
            ". A win scores 2 points. A tie splits one point; the faster player gets the larger \
             part."
        }
        @if let Some(unfinished) = &site.unfinished {
            p .note { strong { "The tournament is not finished:" } " " (unfinished) "." }
        }
        (wide_table("Table", &head, rows))
        p {
            "W, D, L: games won, tied and lost in the finals. Qualification: games won, tied and \
             lost, of four. The rating is computed from all games; the average is 1500."
        }
        @for note in table::notes(&table::rows(site.plan, site.records)) { p { (note) } }
        p {
            "Downloads: "
            a href="table.csv" { "table as CSV" } ", "
            a href="table.json" { "table as JSON" } ", "
            a href="games.txt" { "all games as text" } ", "
            a href="games.jsonl" { "all games as JSON, one per line" } "."
        }
    };
    document("Leaderboard", "", body)
}

fn row(site: &Site<'_>, standing: &Standing) -> Markup {
    let row = Row::of(site.plan, standing);
    let is_finalist = row.place.is_some();
    html! {
        tr class=(if is_finalist { "finalist" } else { "other" }) {
            td { @if let Some(place) = row.place { (place) } }
            th scope="row" { (player_link(site.plan, standing.side, "")) }
            td { @if is_finalist { (format!("{:.3}", row.score)) } }
            @for number in [row.wins, row.ties, row.losses] {
                td { @if is_finalist { (number) } }
            }
            td {
                @if row.status == "course" {
                    "the course’s"
                } @else {
                    (row.qualification_wins) " – " (row.qualification_ties) " – "
                    (row.qualification_losses)
                }
            }
            td { @if let Some(time) = row.ms_a_move { (format!("{time:.2} ms")) } }
            td {
                (format!("{:.0}", row.rating))
                @if let Some(interval) = row.interval() { " " small { (interval) } }
            }
        }
    }
}

/// As in `1 second` or `0.5 seconds`.
fn seconds(milliseconds: u32) -> String {
    if milliseconds == 1000 {
        "1 second".to_owned()
    } else {
        format!("{} seconds", f64::from(milliseconds) / 1e3)
    }
}
