//! A game's page: the final board and the moves, with a replay.

use maud::{Markup, html};
use pages::board::{Labels, colour};
use pages::replay::{Ply, replay};
use reversi_core::Disc;

use super::{Page, Site, document, player_link, time};
use crate::record::{Ending, Move, Record};
use crate::square;

pub(super) fn page(site: &Site<'_>, record: &Record) -> String {
    let body = html! {
        p { (result(record)) }
        @for disc in [Disc::Black, Disc::White] {
            p .side {
                span .sign .(colour(disc)) {} " " (capital(colour(disc))) ": "
                (player_link(site.plan, record.game.side(disc), "../")) ", "
                (time(record.time(disc))) " in total"
            }
        }
        @if !record.opening.is_empty() {
            p { "The game began after the opening " (opening_words(&record.opening)) "." }
        }
        (moves(site, record))
        @if !record.stderr.is_empty() {
            h2 { "End of its standard error" }
            pre tabindex="0" { (record.stderr) }
        }
        p {
            "This game "
            a href={ (record.game) ".ggf" } download { "in GGF" } ", "
            a href={ (record.game) ".txt" } download { "as text" } ", "
            a href={ (record.game) ".json" } download { "as JSON" } "."
        }
    };
    let title = format!("{} – {}", record.black, record.white);
    document(&title, &Page::GAME, body)
}

/// Returns the squares of an opening with spaces between them.
fn opening_words(text: &str) -> String {
    let squares = text.as_bytes().chunks(2).map(String::from_utf8_lossy);
    squares.collect::<Vec<_>>().join(" ")
}

fn result(record: &Record) -> Markup {
    let result = capital(&record.result.to_string());
    let (black, white) = (record.black_discs, record.white_discs);
    html! {
        @if record.end == Ending::Finished {
            strong { (result) ", " (black.max(white)) " discs to " (black.min(white)) "." }
        } @else {
            strong { (result) "." } " " (capital(&record.reason)) "."
        }
    }
}

fn moves(site: &Site<'_>, record: &Record) -> Markup {
    let settings = &site.plan.settings;
    let start = record.start(settings).expect("the game was checked");
    let plies = record.replay(settings).unwrap_or_default().into_iter();
    let plies: Vec<Ply> = plies
        .map(|ply| Ply {
            mover: ply.mover,
            played: ply
                .moved
                .map(|Move(square, _)| (square, square::name(square))),
            remark: ply
                .moved
                .map_or(String::new(), |Move(_, micros)| time(micros)),
            board: ply.board,
        })
        .collect();
    let letter = |index: u8| char::from(b'a' + index).to_string();
    let labels = Labels {
        row: letter,
        col: letter,
    };
    replay(start.board(), &plies, labels)
}

/// Returns `text` with an upper-case first letter.
fn capital(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}
