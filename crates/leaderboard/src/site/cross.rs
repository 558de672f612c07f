//! The cross table: each finalist's scores against each other one.

use maud::{Markup, html};
use reversi_core::Disc;

use super::{Site, document, player_link, wide_table};
use crate::finals::{self, Finals};
use crate::pairing::{Pairing, Side};
use crate::score::game_score;

/// The longest name in the head of a column, in characters.
const LONGEST: usize = 12;

pub(super) fn page(site: &Site<'_>) -> String {
    let finalists: Vec<(usize, usize)> = site
        .standings
        .iter()
        .filter_map(|one| match (one.place, one.side) {
            (Some(place), Side::Entrant(player)) => Some((place, player)),
            _ => None,
        })
        .collect();
    if finalists.is_empty() {
        let body = html! { p { "There are no finalists." } };
        return document("Cross table", "", body);
    }
    let columns = match site.plan.finals {
        Finals::Gauntlet => finals::opponents(site.plan).collect(),
        _ => finalists
            .iter()
            .map(|&(_, player)| player)
            .collect::<Vec<_>>(),
    };
    let name = |&player: &usize| {
        let name = site.plan.name(Side::Entrant(player));
        match name.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", &name[..end]),
            None => name.to_owned(),
        }
    };
    let names: Vec<String> = columns.iter().map(name).collect();
    let mut head = vec!["Place", "Player"];
    head.extend(names.iter().map(String::as_str));
    let rows = finalists.iter().map(|&(place, player)| {
        html! {
            tr {
                td { (place) }
                th scope="row" { (player_link(site.plan, Side::Entrant(player), "")) }
                @for &other in &columns { (cell(site, player, other)) }
            }
        }
    });
    let body = html! {
        p {
            "The score of the player in the row against the player in the column, first with \
             black (●), then with white (○)."
        }
        (wide_table("Cross table", &head, rows))
    };
    document("Cross table", "", body)
}

fn cell(site: &Site<'_>, player: usize, other: usize) -> Markup {
    if player == other {
        return html! { td .self { span { "itself" } } };
    }
    let games = [
        (Disc::Black, "●\u{a0}", player, other),
        (Disc::White, "○\u{a0}", other, player),
    ];
    html! {
        td {
            @for (disc, sign, black, white) in games {
                @for game in Pairing::between(black, white, site.plan.openings.len()) {
                @if let Some(record) = site.records.get(game) {
                    @let digits = if record.result.winner().is_some() { 0 } else { 2 };
                    a href={ "games/" (game) ".html" } title=(record.reason) {
                        (sign) (format!("{:.digits$}", game_score(record, disc)))
                    }
                    " "
                } @else if site.plan.finals == Finals::RoundRobin {
                    (sign) "? "
                }
                }
            }
        }
    }
}
