//! A player's page.

use maud::{Markup, html};
use pages::board::sign;
use reversi_core::Disc;

use super::ratings::Chart;
use super::table::{Head, number, wide_table};
use super::{Page, Site, document, player_link, time};
use crate::pairing::Stage;
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

/// Returns the games of the player in a stage, each with the player's colour, in the order
/// of the opponents in the table.
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
        site.standings.iter().position(|one| one.side == opponent)
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
    let rows: Vec<Markup> = games_of(site, standing, stage)
        .into_iter()
        .map(|(record, disc)| game(site, record, disc))
        .collect();
    let caption = match stage {
        Stage::Qualification => "Qualification games",
        Stage::Finals => "Finals games",
    };
    let head = [
        Head::Text("Opponent"),
        Head::Text("Colour"),
        Head::Text("Result"),
        Head::Number("Discs"),
        Head::Number("Score"),
        Head::Number("Time"),
        Head::Number("Opponent’s time"),
        Head::Text("Reason"),
    ];
    html! { @if !rows.is_empty() { (wide_table(caption, &head, rows.into_iter())) } }
}

fn game(site: &Site<'_>, record: &Record, disc: Disc) -> Markup {
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
