//! A game's page: the result, the final board and the moves, with a replay.

use maud::{Markup, html};
use pages::board::Labels;
use pages::playground;
use pages::replay::{ReplayPly, replay};
use reversi_core::Disc;

use super::{SitePages, document, time};
use crate::field::Pairing;
use crate::record::{Ending, Record, RecordedMove, words};
use crate::square;

pub(super) fn page(site: &SitePages<'_>, game: Pairing, record: &Record) -> String {
    let body = html! {
        p { (result(record)) }
        @for disc in [Disc::Black, Disc::White] {
            p .side {
                span .sign .(disc.name()) {} " " (capital(disc.name())) ": "
                (site.player_link(game[disc], "../")) ", "
                (time(record[disc].us)) " of processor time in total"
            }
        }
        (moves(record))
        @if let Some(page) = site.playground("../") {
            p { a .playground href=(in_playground(&page, record)) { "Open this game in the playground" } }
        }
        @if !record.stderr.is_empty() {
            h2 { "End of its standard error" }
            pre tabindex="0" { (record.stderr) }
        }
        p .quiet {
            "Played by leaderboard " (record.played.version) " on " (record.played.host) ", "
            (record.played.date) "."
        }
    };
    let [black, white] = site.tournament.names(game);
    document(site, &format!("{black} – {white}"), "../", true, &body)
}

fn result(record: &Record) -> Markup {
    let result = capital(&words(record.result));
    let (black, white) = (record.black.discs, record.white.discs);
    html! {
        @if record.end == Ending::Finished {
            strong { (result) ", " (black.max(white)) " discs to " (black.min(white)) "." }
        } @else {
            strong { (result) "." } " " (capital(&record.reason)) "."
        }
    }
}

fn in_playground(page: &str, record: &Record) -> String {
    let moves: String = record.moves.iter().map(|one| one.0.to_string()).collect();
    playground::link(page, "aps105-lab8", playground::SharedGame::Moves(&moves))
}

fn moves(record: &Record) -> Markup {
    let plies = record.replay().unwrap_or_default().into_iter();
    let plies: Vec<ReplayPly> = plies
        .map(|(mover, moved, board)| ReplayPly {
            mover,
            played: moved.map(|RecordedMove(square, _)| (square, square::name(square))),
            remark: moved.map_or(String::new(), |RecordedMove(_, micros)| time(micros)),
            board,
        })
        .collect();
    let letter = |index: u8| char::from(b'a' + index).to_string();
    let labels = Labels {
        row: letter,
        col: letter,
    };
    replay(record.start().board(), &plies, labels)
}

fn capital(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}
