//! The cross table: each finalist's scores against each other one.

use maud::{Markup, html};
use pages::board::sign;
use reversi_core::Disc;

use super::player::fragment;
use super::table::{Head, wide_table};
use super::{Page, Site, document, player_file, player_link};
use crate::pairing::{Pairing, Side};
use crate::record::Record;
use crate::score::{Standing, game_score};
use crate::settings::Finals;

/// The most finalists whose names are in the head of the table on a wide screen, besides
/// their numbers.
const FEW: usize = 12;

pub(super) fn page(site: &Site<'_>) -> String {
    let finalists: Vec<(usize, &Standing)> = site.finalists().collect();
    if finalists.is_empty() {
        let body = html! { p { "There are no finalists." } };
        return document("Cross table", &Page::TOP, body);
    }
    let mut head = vec![
        Head::Number("No."),
        Head::Text("Player"),
        Head::Number("Score"),
    ];
    // The opponents of a gauntlet are no finalists.
    let columns: Vec<usize> = match site.plan.finals {
        Finals::Gauntlet => site.plan.builtins().collect(),
        _ => finalists.iter().map(|&(player, _)| player).collect(),
    };
    for (index, &player) in columns.iter().enumerate() {
        let name = site.plan.name(Side::Entrant(player));
        head.push(Head::Cell(html! {
            th .opponent scope="col" {
                (index + 1) " " span .name { bdi { (name) } }
            }
        }));
    }
    let rows = finalists
        .iter()
        .enumerate()
        .map(|(index, &(player, standing))| {
            html! {
                tr .finalist {
                    td .number { (index + 1) }
                    th scope="row" { (player_link(site.plan, standing.side, "")) }
                    td .number { (format!("{:.3}", standing.score)) }
                    @for &other in &columns { (cell(site, player, other)) }
                }
            }
        });
    let body = html! {
        p {
            "The score of the player in the row against the player with the number at the top"
            @if site.plan.openings.len() > 1 {
                " in all their games. " span .won { "green" } " is more than half, "
                span .lost { "red" } " less, and " span .tied { "grey" }
                " within one point of it. Each leads to these games."
            } @else {
                ": the first box is its game with " (sign(Disc::Black)) ", the second with "
                (sign(Disc::White)) ". " span .won { "2" } " is a win, " span .lost { "0" }
                " a loss, and a " span .tied { "number between" }
                " a tie. Each leads to its game."
            }
        }
        div .cross .few[columns.len() <= FEW] { (wide_table("Cross table", &head, rows)) }
    };
    document("Cross table", &Page::TOP, body)
}

fn cell(site: &Site<'_>, player: usize, other: usize) -> Markup {
    if player == other {
        return html! { td .self { span .hidden-text { "itself" } } };
    }
    let openings = site.plan.openings.len();
    let games = [(Disc::Black, player, other), (Disc::White, other, player)]
        .into_iter()
        .flat_map(|(disc, black, white)| {
            let games = Pairing::between(black, white, openings);
            games.into_iter().map(move |game| (disc, game))
        });
    html! {
        td .pair {
            @if openings > 1 {
                (sum(site, player, other, games))
            } @else {
                @for (disc, game) in games { (box_of(site, game, disc)) " " }
            }
        }
    }
}

/// Returns the sum of the scores of `player` against `other` in `games`, each with the
/// player's colour, as a box that leads to these games on the player's page.
fn sum(
    site: &Site<'_>,
    player: usize,
    other: usize,
    games: impl Iterator<Item = (Disc, Pairing)>,
) -> Markup {
    let games: Vec<(Disc, &Record)> = games
        .filter_map(|(disc, game)| Some((disc, site.records.get(game)?)))
        .collect();
    if games.is_empty() {
        return unplayed();
    }
    let scores = games.iter().map(|&(disc, record)| game_score(record, disc));
    let sum: f64 = scores.sum();
    // Two players score 2 in each game together, or 1 in a tie.
    let half = games.len() as f64;
    let class = match sum - half {
        more if more > 1.0 => "won",
        less if less < -1.0 => "lost",
        _ => "tied",
    };
    let of = |winner: fn(Disc) -> Option<Disc>| {
        let games = games.iter();
        games
            .filter(|(disc, record)| record.result.winner() == winner(*disc))
            .count()
    };
    let (won, lost) = (of(Some), of(|disc| Some(disc.opponent())));
    let tied = of(|_| None);
    let page = player_file(Side::Entrant(player));
    html! {
        a class=(class) href={ (page) "#" (fragment(Side::Entrant(other))) }
            title={ (won) " won, " (tied) " tied, " (lost) " lost" } {
            (format!("{sum:.1}"))
        }
    }
}

fn unplayed() -> Markup {
    html! { span .unplayed { "–" span .hidden-text { "not played" } } }
}

/// Returns the score of a game for the player of `disc`, as a box that leads to the game.
fn box_of(site: &Site<'_>, game: Pairing, disc: Disc) -> Markup {
    let Some(record) = site.records.get(game) else {
        return unplayed();
    };
    let (class, digits) = match record.result.winner() {
        Some(winner) if winner == disc => ("won", 0),
        Some(_) => ("lost", 0),
        None => ("tied", 2),
    };
    html! {
        a class=(class) href={ "games/" (game) ".html" } title=(record.reason) {
            span .hidden-text { (pages::board::colour(disc)) " " }
            (format!("{:.digits$}", game_score(record, disc)))
        }
    }
}
