//! The cross table: each finalist's scores against each other one.

use maud::{Markup, html};
use pages::board::{colour, sign};
use reversi_core::{ByDisc, Disc};

use super::{Site, document, number_head, text_head, wide_table};
use crate::field::Pairing;
use crate::score::game_score;

/// The most finalists whose names are in the head of the table on a wide screen, besides
/// their numbers.
const FEW: usize = 12;

pub(super) fn page(site: &Site<'_>) -> String {
    let finalists = site.finalists();
    let players = site.tournament.field.players();
    let mut head = vec![
        number_head("No."),
        text_head("Player"),
        number_head("Score"),
    ];
    for (index, &player) in finalists.iter().enumerate() {
        head.push(html! {
            th .opponent scope="col" {
                (index + 1) " " span .name { bdi { (players[player].name) } }
            }
        });
    }
    let rows = site.standings.iter().zip(1..).take(finalists.len());
    let rows = rows.map(|(standing, number)| {
        html! {
            tr .finalist {
                td .number { (number) }
                th scope="row" { (site.player_link(standing.player, "")) }
                td .number { (format!("{:.3}", standing.score)) }
                @for &other in &finalists { (cell(site, standing.player, other)) }
            }
        }
    });
    let body = html! {
        @if finalists.is_empty() {
            p { "There are no finalists." }
        } @else {
            p {
                "The score of the player in the row against the player with the number at the \
                 top: the first box is its game with " (sign(Disc::Black)) ", the second with "
                (sign(Disc::White)) ". " span .won { "2" } " is a win, " span .lost { "0" }
                " a loss, and a " span .tied { "number between" }
                " a tie. Each leads to its game."
            }
            div .cross .few[finalists.len() <= FEW] { (wide_table("Cross table", &head, rows)) }
        }
    };
    document(site, "Cross table", "", false, &body)
}

fn cell(site: &Site<'_>, player: usize, other: usize) -> Markup {
    if player == other {
        return html! { td .self { span .hidden-text { "itself" } } };
    }
    let game = |black, white| ByDisc { black, white };
    html! {
        td .pair {
            (box_of(site, game(player, other), Disc::Black)) " "
            (box_of(site, game(other, player), Disc::White))
        }
    }
}

fn box_of(site: &Site<'_>, game: Pairing, disc: Disc) -> Markup {
    let tournament = site.tournament;
    let Some(record) = tournament.results.get(&tournament.field, game) else {
        return html! { span .unplayed { "–" span .hidden-text { "not played" } } };
    };
    let (class, digits) = match record.result {
        Some(winner) if winner == disc => ("won", 0),
        Some(_) => ("lost", 0),
        None => ("tied", 2),
    };
    html! {
        a class=(class) href=(site.game_file(game)) title=(record.reason) {
            span .hidden-text { (colour(disc)) " " }
            (format!("{:.digits$}", game_score(record, disc)))
        }
    }
}
