//! The page with the table.

use maud::{Markup, html};

use super::table::{Head, Scale, number, wide_table};
use super::{Page, Site, count, document, player_link};
use crate::finals;
use crate::pairing::{Side, Stage};
use crate::rating::AVERAGE;
use crate::score::Standing;
use crate::table::{self, Row};

pub(super) fn page(site: &Site<'_>) -> String {
    let settings = &site.plan.settings;
    let scale = site.scale();
    let head = [
        Head::Number("Place"),
        Head::Text("Player"),
        Head::Number("Score"),
        Head::Number("W"),
        Head::Number("D"),
        Head::Number("L"),
        Head::Number("Rating"),
        Head::Number("95 % interval"),
        Head::Cell(html! { td {} }),
        Head::Number("Qualification"),
        Head::Number("Time per move"),
    ];
    let rows = site
        .standings
        .iter()
        .zip(&site.rows)
        .map(|(standing, row)| table_row(site, standing, row, scale));
    let body = html! {
        p {
            "Reversi on " (settings.size) "×" (settings.size) " squares, "
            (seconds(settings.move_ms)) " per move: " (games(site)) "."
        }
        @if let Some(unfinished) = &site.unfinished {
            p .note { strong { "The tournament is not finished:" } " " (unfinished) "." }
        }
        (wide_table("Table", &head, rows))
        h2 { "The columns" }
        ul {
            li {
                "Qualification: games won, tied and lost, of four against smarter and smartest. A \
                 player that wins at least three of them qualifies for the finals."
            }
            li {
                "Score: the points in the finals. In them, " (finals::words(site.plan))
                ". A win scores 2 points. A tie splits one point; the faster player gets the \
                 larger part."
            }
            li { "W, D, L: games won, tied and lost in the finals." }
            li {
                "Rating: computed from all games; the average is " (format!("{AVERAGE:.0}"))
                ". Behind it is its 95 % interval, if it has one. The bars go from "
                (scale.words()) "; the line is the average, the dot the rating."
            }
        }
        @for note in table::notes(&site.rows) { p { (note) } }
        p {
            "Downloads: "
            a href="table.csv" { "table as CSV" } ", "
            a href="table.json" { "table as JSON" } ", "
            a href="games.ggf" { "all games in GGF" } ", for GGS and NBoard, "
            a href="games.txt" { "all games as text" } ", "
            a href="games.jsonl" { "all games as JSON, one per line" } "."
        }
    };
    document("Leaderboard", &Page::TOP, body)
}

/// As in `12 players, 6 finalists, 80 games`.
fn games(site: &Site<'_>) -> String {
    let finalists = site.finalists().count();
    let games = |stage| {
        site.records
            .iter()
            .filter(move |one| one.game.stage() == stage)
    };
    let parts = [
        count(site.plan.players.len(), "player"),
        count(games(Stage::Qualification).count(), "qualification game"),
        count(finalists, "finalist"),
        count(games(Stage::Finals).count(), "finals game"),
    ];
    parts.join(", ")
}

fn table_row(site: &Site<'_>, standing: &Standing, row: &Row, scale: Scale) -> Markup {
    let is_finalist = row.place.is_some();
    let class = match standing.side {
        _ if is_finalist => "finalist",
        Side::Entrant(_) => "other",
        Side::Gatekeeper(_) => "other course",
    };
    html! {
        tr class=(class) {
            td .number { @if let Some(place) = row.place { (place) } }
            th scope="row" { (player_link(site.plan, standing.side, "")) }
            td .number { @if is_finalist { (format!("{:.3}", row.score)) } }
            @for games in [row.wins, row.ties, row.losses] {
                td .number { @if is_finalist { (games) } }
            }
            (number(format!("{:.0}", row.rating)))
            td .number { @if let Some(interval) = row.interval() { small { (interval) } } }
            td { (scale.bar(standing.rating.interval, row.rating, AVERAGE)) }
            @if row.status == "course" {
                td .number { "the course’s" }
            } @else {
                (number(format!(
                    "{} – {} – {}",
                    row.qualification_wins, row.qualification_ties, row.qualification_losses
                )))
            }
            td .number { @if let Some(time) = row.ms_a_move { (format!("{time:.2} ms")) } }
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
