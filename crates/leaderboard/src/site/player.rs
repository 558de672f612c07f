//! A player's page.

use maud::{Markup, html};
use pages::board::sign;
use reversi_core::Disc;

use super::index::table;
use super::{SitePages, document, number, number_head, text_head, time, wide_table};
use crate::field::Pairing;
use crate::record::{Ending, Record};
use crate::score::{Standing, TournamentStage, game_score};

pub(super) fn page(site: &SitePages<'_>, standing: &Standing) -> String {
    let player = &site.tournament.field.players()[standing.player];
    let body = html! {
        (table(site, "Place", std::slice::from_ref(standing), "../"))
        @if let Some(failed) = &player.failed {
            p { (failed.reason) }
            @if !failed.output.is_empty() { pre tabindex="0" { (failed.output) } }
        } @else {
            p { "Each result leads to the game, move by move." }
            @for stage in [TournamentStage::Finals, TournamentStage::Qualification] { (games(site, standing, stage)) }
        }
    };
    document(site, &player.name, "../", false, &body)
}

/// Returns the games of the player in a stage: first those that it lost other than by discs, then
/// the others in the order of the opponents in the table.
fn games(site: &SitePages<'_>, standing: &Standing, stage: TournamentStage) -> Markup {
    let games = site.games.iter().filter(|(one, ..)| *one == stage);
    let sides = games
        .flat_map(|&(_, game, record)| [Disc::Black, Disc::White].map(|disc| (game, record, disc)));
    let mut games: Vec<_> = sides
        .filter(|(game, _, disc)| game[*disc] == standing.player)
        .collect();
    games.sort_by_key(|(game, record, disc)| {
        let is_fault = has_fault(record) && record.result != Some(*disc);
        let opponent = game[disc.opponent()];
        let mut standings = site.tournament.standings.iter();
        (!is_fault, standings.position(|one| one.player == opponent))
    });
    let caption = match stage {
        TournamentStage::Qualification => "Qualification games",
        TournamentStage::Finals => "Finals games",
    };
    let head = [
        text_head("Opponent"),
        text_head("Colour"),
        text_head("Result"),
        number_head("Discs"),
        number_head("Score"),
        number_head("Time"),
        number_head("Opponent’s time"),
        text_head("Reason"),
    ];
    let rows = games.iter();
    let rows = rows.map(|&(game, record, disc)| table_row(site, stage, game, record, disc));
    html! { @if !games.is_empty() { (wide_table(caption, &head, rows)) } }
}

fn has_fault(record: &Record) -> bool {
    record.end != Ending::Finished
}

fn table_row(
    site: &SitePages<'_>,
    stage: TournamentStage,
    game: Pairing,
    record: &Record,
    disc: Disc,
) -> Markup {
    let result = match record.result {
        Some(winner) if winner == disc => "won",
        Some(_) => "lost",
        None => "tied",
    };
    let opponent = disc.opponent();
    html! {
        tr {
            th scope="row" { (site.player_link(game[opponent], "../")) }
            td { (sign(disc)) }
            td .pair { a class=(result) href={ "../games/" (site.game_file(game)) } { (result) } }
            (number(format!("{}–{}", record[disc].discs, record[opponent].discs)))
            td .number {
                @if stage == TournamentStage::Finals { (format!("{:.3}", game_score(record, disc))) }
            }
            (number(time(record[disc].us)))
            (number(time(record[opponent].us)))
            // The number of discs explains the result of a finished game.
            td .reason { @if has_fault(record) { (record.reason) } }
        }
    }
}
