//! The page with the table.

use maud::{Markup, html};

use super::{Head, Site, count, document, number, wide_table};
use crate::rating::AVERAGE;
use crate::score::{NEEDED, Stage, Standing};
use crate::table::Row;

pub(super) fn page(site: &Site<'_>) -> String {
    let settings = &site.tournament.settings.game;
    let head = [
        Head::Number("Place"),
        Head::Text("Player"),
        Head::Number("Score"),
        Head::Number("W"),
        Head::Number("D"),
        Head::Number("L"),
        Head::Number("Qualification"),
        Head::Number("Time per move"),
        Head::Number("Rating"),
        Head::Text("Fault"),
    ];
    let rows = site.standings.iter();
    let rows = rows.map(|(standing, row)| table_row(site, standing, row));
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
                "Score: the points in the finals, in which every pair of finalists plays two \
                 games. A win scores 2 points. A tie splits one point; the faster player gets \
                 the larger part."
            }
            li { "W, D, L: games won, tied and lost in the finals." }
            li {
                "Qualification: games won, tied and lost, of four against smarter and smartest. A \
                 player that wins at least " (NEEDED) " of them qualifies for the finals."
            }
            li { "Rating: computed from all games; the average is " (format!("{AVERAGE:.0}")) "." }
            li {
                "Fault: how the player loses games otherwise than by discs. The player’s page \
                 has the reasons."
            }
        }
        p {
            "Downloads: "
            a href="table.csv" { "table as CSV" } ", "
            a href="table.json" { "table as JSON" } ", "
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

fn table_row(site: &Site<'_>, standing: &Standing, row: &Row) -> Markup {
    let class = match row.status {
        "finalist" => "finalist",
        "course" => "other course",
        _ => "other",
    };
    let finals = |text: String| row.place.map_or(String::new(), |_| text);
    let qualification = match row.status {
        "course" => "the course’s".to_owned(),
        _ => format!(
            "{} – {} – {}",
            row.qualification_wins, row.qualification_ties, row.qualification_losses
        ),
    };
    let time = row.ms_per_move.map(|time| format!("{time:.2} ms"));
    html! {
        tr class=(class) {
            (number(row.place.map_or(String::new(), |place| place.to_string())))
            th scope="row" { (site.player_link(standing.player, "")) }
            (number(finals(format!("{:.3}", row.score))))
            @for games in [row.wins, row.ties, row.losses] {
                (number(finals(games.to_string())))
            }
            (number(qualification))
            (number(time.unwrap_or_default()))
            (number(format!("{:.0}", row.rating)))
            td { (row.fault.unwrap_or_default()) }
        }
    }
}
