//! The cross table: each finalist's scores against each other finalist.

use maud::{PreEscaped, html};
use pages::board::sign;
use reversi_core::{ByDisc, Disc};

use super::{SitePages, document, number_head, text_head, wide_table};
use crate::field::Pairing;
use crate::score::game_score;

/// Up to this number of finalists, the head of the table has names as well as numbers on a wide
/// screen.
const FEW: usize = 12;

const UNPLAYED: &str = "–";

pub(super) fn page(site: &SitePages<'_>) -> String {
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
    let rows = site
        .tournament
        .standings
        .iter()
        .zip(1..)
        .take(finalists.len());
    let rows = rows.map(|(standing, number)| {
        html! {
            tr .finalist {
                td .number { (number) }
                th scope="row" { (site.player_link(standing.player, "../")) }
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
                "The scores of the player in the row against the player with the number at the \
                 top: first of its game with " (sign(Disc::Black)) ", which the number leads to, \
                 then of its game with " (sign(Disc::White)) ", which is linked in the other \
                 player’s row. 2 is a win, 0 a loss, and a number between a tie. "
                span .won { "Green" } " is more wins than losses, and " span .lost { "red" }
                " fewer."
            }
            div .cross .few[finalists.len() <= FEW] { (wide_table("Cross table", &head, rows)) }
        }
    };
    document(site, "Cross table", "../", false, &body)
}

/// Returns a cell without its end tag, which HTML does not need: 150 finalists have 22,350 cells.
/// Each game has one link, in the row of its black player.
fn cell(site: &SitePages<'_>, player: usize, other: usize) -> PreEscaped<String> {
    if player == other {
        return PreEscaped("<td class=self>".to_owned());
    }
    let game = |black, white| ByDisc { black, white };
    let own = game(player, other);
    let (black, first) = score(site, own, Disc::Black);
    let (white, second) = score(site, game(other, player), Disc::White);
    let class = match black + white {
        1.. => " class=w",
        0 => " class=t",
        _ => "",
    };
    let first = if first == UNPLAYED {
        first
    } else {
        format!("<a href=\"{}\">{first}</a>", site.game_file(own))
    };
    PreEscaped(format!("<td{class}>{first} {second}"))
}

/// Returns 1 for a win of the player with `disc`, -1 for a loss and 0 otherwise, and its score.
fn score(site: &SitePages<'_>, game: Pairing, disc: Disc) -> (i32, String) {
    let tournament = site.tournament;
    let Some(record) = tournament.results.get(&tournament.field, game) else {
        return (0, UNPLAYED.to_owned());
    };
    let (balance, digits) = match record.result {
        Some(winner) if winner == disc => (1, 0),
        Some(_) => (-1, 0),
        None => (0, 2),
    };
    (balance, format!("{:.digits$}", game_score(record, disc)))
}
