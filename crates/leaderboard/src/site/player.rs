//! A player's page.

use maud::{Markup, html};
use pages::board::sign;
use reversi_core::Disc;

use super::ratings::Chart;
use super::table::{Head, number, wide_table_of};
use super::{Page, Site, document, player_link, time};
use crate::pairing::{Side, Stage};
use crate::record::{Ending, Record};
use crate::score::{NEEDED, Standing, game_score};
use crate::table::Row;

/// The most faults that the top of the page lists.
const FAULTS: usize = 5;

pub(super) fn page(site: &Site<'_>, standing: &Standing, row: &Row, chart: &Chart<'_>) -> String {
    let body = html! {
        p { strong { (status(row)) } }
        p {
            "Rating " (format!("{:.0}", row.rating))
            @if let Some(interval) = row.interval() { ", 95 % interval " (interval) }
            ". "
            (row.moves) " moves"
            @if let Some(time) = row.ms_a_move { ", " (format!("{time:.2}")) " ms per move" }
            "."
        }
        (faults(site, standing))
        p { "Each result leads to the game, move by move." }
        @for stage in Stage::ALL.into_iter().rev() { (games(site, standing, stage)) }
        @if row.place.is_some() {
            @if let Some(drawing) = chart.draw(Some(standing.side)) {
                h2 { "Rating after each round" }
                (drawing)
            }
        }
    };
    document(&row.player, &Page::BELOW, body)
}

fn status(row: &Row) -> String {
    match (row.status, row.place) {
        ("course", _) => "One of the course’s own players, which all players meet in the \
                          qualification."
            .to_owned(),
        (_, Some(place)) => format!(
            "Place {place} in the finals, with a score of {:.3}: {} won, {} tied, {} lost.",
            row.score, row.wins, row.ties, row.losses
        ),
        _ => format!(
            "Not qualified: won {} of four games against smarter and smartest; {NEEDED} wins are \
             needed.",
            row.qualification_wins
        ),
    }
}

/// Returns the end of the address of the games against `opponent` on a player's page.
pub(super) fn fragment(opponent: Side) -> String {
    match opponent {
        Side::Entrant(player) => format!("against-{player}"),
        Side::Gatekeeper(gatekeeper) => format!("against-{}", gatekeeper.name()),
    }
}

/// Returns the games of the player in a stage, each with the player's colour, in the order
/// of the opponents in the table, then of the openings.
fn games_of<'a>(
    site: &'a Site<'_>,
    standing: &'a Standing,
    stage: Stage,
) -> Vec<(&'a Record, Disc)> {
    let mut games: Vec<(&Record, Disc)> = site
        .records
        .iter()
        .filter(|one| one.game.stage() == stage)
        .flat_map(|record| [Disc::Black, Disc::White].map(|disc| (record, disc)))
        .filter(|(record, disc)| record.game.side(*disc) == standing.side)
        .collect();
    games.sort_by_key(|(record, disc)| {
        let opponent = record.game.side(disc.opponent());
        let place = site.standings.iter().position(|one| one.side == opponent);
        (place, record.game.opening(), *disc == Disc::White)
    });
    games
}

/// Returns the games that the player lost otherwise than by discs.
fn faults(site: &Site<'_>, standing: &Standing) -> Markup {
    let stages = Stage::ALL.into_iter().rev();
    let faults: Vec<&Record> = stages
        .flat_map(|stage| games_of(site, standing, stage))
        .filter(|&(record, disc)| has_fault(record) && record.result.winner() != Some(disc))
        .map(|(record, _)| record)
        .collect();
    html! {
        @if !faults.is_empty() {
            h2 { "Games lost by a fault" }
            ul .faults {
                @for record in faults.iter().take(FAULTS) {
                    li { a href={ "../games/" (record.game) ".html" } { (record.reason) } }
                }
                @if faults.len() > FAULTS {
                    li { (faults.len() - FAULTS) " more, which the tables below have" }
                }
            }
        }
    }
}

fn has_fault(record: &Record) -> bool {
    record.end != Ending::Finished
}

fn games(site: &Site<'_>, standing: &Standing, stage: Stage) -> Markup {
    let games = games_of(site, standing, stage);
    let caption = match stage {
        Stage::Qualification => "Qualification games",
        Stage::Finals => "Finals games",
    };
    let has_openings = stage == Stage::Finals && site.plan.openings.len() > 1;
    let mut head = vec![Head::Text("Opponent")];
    if has_openings {
        head.push(Head::Number("Opening"));
    }
    head.extend([
        Head::Text("Colour"),
        Head::Text("Result"),
        Head::Number("Discs"),
        Head::Number("Score"),
        Head::Number("Time"),
        Head::Number("Opponent’s time"),
        Head::Text("Reason"),
    ]);
    let opponent = |&(record, disc): &(&Record, Disc)| record.game.side(disc.opponent());
    // The cross table leads to the games against one opponent.
    let bodies = html! {
        @for games in games.chunk_by(|one, two| opponent(one) == opponent(two)) {
            tbody id=(fragment(opponent(&games[0]))) {
                @for (record, disc) in games { (game(site, record, *disc, has_openings)) "\n" }
            }
        }
    };
    html! { @if !games.is_empty() { (wide_table_of(caption, &head, &bodies)) } }
}

fn game(site: &Site<'_>, record: &Record, disc: Disc, has_openings: bool) -> Markup {
    let (result, class) = match record.result.winner() {
        Some(winner) if winner == disc => ("won", "won"),
        Some(_) => ("lost", "lost"),
        None => ("tied", "tied"),
    };
    let (own, other) = match disc {
        Disc::Black => (record.black_discs, record.white_discs),
        Disc::White => (record.white_discs, record.black_discs),
    };
    html! {
        tr {
            th scope="row" { (player_link(site.plan, record.game.side(disc.opponent()), "../")) }
            @if has_openings { (number(record.game.opening().map_or(0, |opening| opening + 1))) }
            td { (sign(disc)) }
            td .pair { a class=(class) href={ "../games/" (record.game) ".html" } { (result) } }
            (number(format!("{own}–{other}")))
            td .number {
                @if record.game.stage() == Stage::Finals {
                    (format!("{:.3}", game_score(record, disc)))
                }
            }
            (number(time(record.time(disc))))
            (number(time(record.time(disc.opponent()))))
            // The number of discs explains the result of a finished game.
            td .reason { @if has_fault(record) { (record.reason) } }
        }
    }
}
