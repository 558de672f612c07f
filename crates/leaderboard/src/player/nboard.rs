//! A program that talks NBoard, version 2.

use reversi_core::{Game, Square};

use super::talk::Talk;
use super::{Answer, Fault, Player, Ply, Wish};

/// The names of the players are strangers' words, and no concern of an
/// engine's. There is no clock in the protocol for a move alone: an engine
/// learns the limit from its own command line.
const START: &str = "nboard 2\nset game (;GM[Othello]PC[leaderboard]PB[black]PW[white]RE[?]TY[8]\
    BO[8 ---------------------------O*------*O--------------------------- *];)\nping 1\n";

pub(super) struct Nboard {
    talk: Talk,
    /// How many plies it knows of.
    told: usize,
}

impl Nboard {
    pub(super) fn new(talk: Talk) -> Self {
        Self { talk, told: 0 }
    }
}

impl Player for Nboard {
    fn begin(&mut self) -> Result<(), Fault> {
        self.talk.start(&[])?;
        self.talk.send(START);
        self.talk
            .until_it_says(|text| line(text, "pong 1").map(|(end, _)| end))
    }

    fn choose(&mut self, _: &Game, plies: &[Ply]) -> Answer {
        let mut text = String::new();
        for ply in &plies[self.told..] {
            text.push_str("move ");
            text.push_str(&ply.map_or("PA".to_owned(), name));
            text.push('\n');
        }
        self.told = plies.len();
        text.push_str("go\n");
        self.talk.ask(&text, |output| {
            line(output, "===").map(|(end, rest)| (end, Ok(wish(&rest))))
        })
    }
}

/// The first whole line that begins with `word`: where it ends, and the rest
/// of it.
fn line(text: &[u8], word: &str) -> Option<(usize, String)> {
    let mut end = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        end += line.len();
        if line.ends_with(b"\n")
            && let Some(rest) = line.trim_ascii().strip_prefix(word.as_bytes())
        {
            return Some((end, String::from_utf8_lossy(rest).trim().to_owned()));
        }
    }
    None
}

/// As in `F5`: the column's letter, and the row's number.
fn name(square: Square) -> String {
    format!("{}{}", char::from(b'A' + square.col), square.row + 1)
}

/// The move in `F5/-0.51/0.00`, or with blanks as Edax writes it.
fn wish(answer: &str) -> Wish {
    let end = |character: char| character == '/' || character.is_whitespace();
    let said = answer.split(end).next().unwrap_or_default();
    let square = match said.to_ascii_lowercase().as_bytes() {
        &[col @ b'a'..=b'h', row @ b'1'..=b'8'] => Some(Square::new(row - b'1', col - b'a')),
        _ => None,
    };
    Wish {
        square,
        said: said.escape_debug().take(20).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_read_as_every_engine_writes_it() {
        for answer in ["F5", "f5/-0.51/0.00", "F5 -1.00 0.0"] {
            assert_eq!(wish(answer).square, Some(Square::new(4, 5)), "{answer}");
        }
        assert_eq!(name(Square::new(4, 5)), "F5");
        for answer in ["PA", "", "I1", "F9", "F5F6"] {
            assert_eq!(wish(answer).square, None, "{answer}");
        }
    }

    #[test]
    fn only_a_whole_line_counts() {
        let text = b"status ===\n=== f5/0";
        assert_eq!(line(text, "==="), None);
        let text = b"status ===\r\n=== f5/0\r\nx";
        assert_eq!(line(text, "==="), Some((22, "f5/0".to_owned())));
    }
}
