//! A player's page.

use maud::{Markup, html};
use pages::board::sign;
use reversi_core::Disc;

use super::{Head, Site, document, number, time, wide_table};
use crate::record::{Ending, Record};
use crate::score::{NEEDED, Pairing, Stage, Standing, Tally, game_score};

/// The most faults that the top of the page lists.
const FAULTS: usize = 5;

pub(super) fn page(site: &Site<'_>, standing: &Standing) -> String {
    let player = &site.tournament.field.players()[standing.player];
    let body = html! {
        p { strong { (status(site, standing)) } }
        @if let Some(failed) = &player.failed {
            p { (failed.reason) }
            @if !failed.output.is_empty() { pre tabindex="0" { (failed.output) } }
        } @else {
            p {
                "Rating " (format!("{:.0}", standing.rating))
                @if let Some(time) = standing.ms_per_move() { ", " (format!("{time:.2}")) " ms per move" }
                "."
            }
            (faults(site, standing))
            p { "Each result leads to the game, move by move." }
            @for stage in [Stage::Finals, Stage::Qualification] { (games(site, standing, stage)) }
        }
    };
    document(&player.name, "../", false, body)
}

fn status(site: &Site<'_>, standing: &Standing) -> String {
    let Tally { wins, ties, losses } = standing.finals;
    let gatekeepers = site.tournament.field.gatekeepers();
    match standing.place {
        _ if gatekeepers.contains(&standing.player) => {
            "One of the course’s own players, which all players meet in the \
                          qualification."
                .to_owned()
        }
        Some(place) => format!(
            "Place {place} in the finals, with a score of {:.3}: {wins} won, {ties} tied, \
             {losses} lost.",
            standing.score
        ),
        None if standing.fault == Some(Ending::Build) => {
            "Not qualified: there is no program to play.".to_owned()
        }
        None => format!(
            "Not qualified: won {} of four games against smarter and smartest; {NEEDED} wins are \
             needed.",
            standing.qualification
        ),
    }
}

/// Returns the games of the player in a stage, each with the player's colour, in the order
/// of the opponents in the table.
fn games_of<'a>(
    site: &'a Site<'_>,
    player: usize,
    stage: Stage,
) -> Vec<(Pairing, &'a Record, Disc)> {
    let games = site.games.iter().filter(|(one, ..)| *one == stage);
    let sides = games
        .flat_map(|&(_, game, record)| [Disc::Black, Disc::White].map(|disc| (game, record, disc)));
    let mut games: Vec<_> = sides
        .filter(|(game, _, disc)| game[*disc] == player)
        .collect();
    games.sort_by_key(|(game, _, disc)| {
        let opponent = game[disc.opponent()];
        let mut standings = site.standings.iter();
        standings.position(|one| one.player == opponent)
    });
    games
}

/// Returns the games that the player lost otherwise than by discs.
fn faults(site: &Site<'_>, standing: &Standing) -> Markup {
    let stages = [Stage::Finals, Stage::Qualification].into_iter();
    let faults: Vec<_> = stages
        .flat_map(|stage| games_of(site, standing.player, stage))
        .filter(|(_, record, disc)| has_fault(record) && record.result.winner() != Some(*disc))
        .collect();
    html! {
        @if !faults.is_empty() {
            h2 { "Games lost by a fault" }
            ul .faults {
                @for (game, record, _) in faults.iter().take(FAULTS) {
                    li { a href={ "../" (site.game_file(*game)) } { (record.reason) } }
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
    let games = games_of(site, standing.player, stage);
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
    let rows = games.iter();
    let rows = rows.map(|&(game, record, disc)| table_row(site, stage, game, record, disc));
    html! { @if !games.is_empty() { (wide_table(caption, &head, rows)) } }
}

fn table_row(site: &Site<'_>, stage: Stage, game: Pairing, record: &Record, disc: Disc) -> Markup {
    let result = match record.result.winner() {
        Some(winner) if winner == disc => "won",
        Some(_) => "lost",
        None => "tied",
    };
    let opponent = disc.opponent();
    html! {
        tr {
            th scope="row" { (site.player_link(game[opponent], "../")) }
            td { (sign(disc)) }
            td .pair { a class=(result) href={ "../" (site.game_file(game)) } { (result) } }
            (number(format!("{}–{}", record[disc].discs, record[opponent].discs)))
            td .number {
                @if stage == Stage::Finals { (format!("{:.3}", game_score(record, disc))) }
            }
            (number(time(record[disc].us)))
            (number(time(record[opponent].us)))
            // The number of discs explains the result of a finished game.
            td .reason { @if has_fault(record) { (record.reason) } }
        }
    }
}
