//! A player's page.

use maud::{Markup, html};
use reversi_core::Disc;

use super::{Site, document, player_link, time, wide_table};
use crate::game::colour;
use crate::pairing::Stage;
use crate::record::Record;
use crate::score::{NEEDED, Standing, game_score};
use crate::table::Row;

pub(super) fn page(site: &Site<'_>, standing: &Standing) -> String {
    let row = Row::of(site.plan, standing);
    let body = html! {
        p { strong { (status(&row)) } }
        p {
            "Rating " (format!("{:.0}", row.rating))
            @if let Some(interval) = row.interval() { ", 95 % interval " (interval) }
            ". "
            (row.moves) " moves"
            @if let Some(time) = row.ms_a_move { ", " (format!("{time:.2}")) " ms per move" }
            "."
        }
        @for stage in Stage::ALL.into_iter().rev() { (games(site, standing, stage)) }
    };
    document(&row.player, "../", body)
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

fn games(site: &Site<'_>, standing: &Standing, stage: Stage) -> Markup {
    let records = site.records.iter().filter(|one| one.game.stage() == stage);
    let rows: Vec<Markup> = records
        .flat_map(|record| [Disc::Black, Disc::White].map(|disc| (record, disc)))
        .filter(|(record, disc)| record.game.side(*disc) == standing.side)
        .map(|(record, disc)| game(site, record, disc))
        .collect();
    let caption = match stage {
        Stage::Qualification => "Qualification games",
        Stage::Finals => "Finals games",
    };
    let head = [
        "Game",
        "Colour",
        "Opponent",
        "Result",
        "Score",
        "Discs",
        "Time",
        "Opponent’s time",
        "Reason",
    ];
    html! { @if !rows.is_empty() { (wide_table(caption, &head, rows.into_iter())) } }
}

fn game(site: &Site<'_>, record: &Record, disc: Disc) -> Markup {
    let (result, class) = match record.result.winner() {
        Some(winner) if winner == disc => ("won", "good"),
        Some(_) => ("lost", "bad"),
        None => ("tied", "tied"),
    };
    let (own, other) = match disc {
        Disc::Black => (record.black_discs, record.white_discs),
        Disc::White => (record.white_discs, record.black_discs),
    };
    html! {
        tr {
            td { a href={ "../games/" (record.game) ".html" } { "replay" } }
            td { (colour(disc)) }
            td { (player_link(site.plan, record.game.side(disc.opponent()), "../")) }
            td class=(class) { (result) }
            td {
                @if record.game.stage() == Stage::Finals {
                    (format!("{:.3}", game_score(record, disc)))
                }
            }
            td { (own) "–" (other) }
            td { (time(record.time(disc))) }
            td { (time(record.time(disc.opponent()))) }
            td .reason { (record.reason) }
        }
    }
}
