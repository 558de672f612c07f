//! A program that speaks NBoard, version 2.

use reversi_core::Game;

use super::process::ProcessPlayer;
use super::{Answer, Fault, Player, Ply, RequestedMove};

/// The start of a game. The names of the players are untrusted input, and no
/// engine needs them. The protocol has no time limit per move; an engine gets
/// it from its own command line.
const START: &str = "nboard 2\nset game (;GM[Othello]PC[leaderboard]PB[black]PW[white]RE[?]TY[8]\
    BO[8 ---------------------------O*------*O--------------------------- *];)\nping 1\n";

pub(super) struct Nboard {
    process: ProcessPlayer,
    /// The number of plies it knows.
    known: usize,
}

impl Nboard {
    /// Waits until it is ready for a game.
    pub(super) fn begin(mut process: ProcessPlayer) -> Result<Self, Fault> {
        process.send(START);
        process.wait_for_output(|text| line(text, "pong 1").map(|(end, _)| end))?;
        Ok(Self { process, known: 0 })
    }
}

impl Player for Nboard {
    fn choose(&mut self, _: &Game, plies: &[Ply]) -> Answer {
        let mut text = String::new();
        for ply in &plies[self.known..] {
            text.push_str("move ");
            text.push_str(&ply.map_or("PA".to_owned(), |square| square.to_string().to_uppercase()));
            text.push('\n');
        }
        self.known = plies.len();
        text.push_str("go\n");
        self.process.ask(&text, |output| {
            line(output, "===").map(|(end, rest)| (end, Ok(read_move(&rest))))
        })
    }
}

/// Returns the first complete line that starts with `word`: where it ends, and
/// the rest of it.
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

/// Reads the move in `F5/-0.51/0.00`, or with spaces as Edax writes it.
fn read_move(answer: &str) -> RequestedMove {
    let end = |character: char| character == '/' || character.is_whitespace();
    let said = answer.split(end).next().unwrap_or_default();
    RequestedMove {
        square: said.parse().ok(),
        text: said.escape_debug().take(20).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_core::Square;

    #[test]
    fn a_move_is_read_as_every_engine_writes_it() {
        for answer in ["F5", "f5/-0.51/0.00", "F5 -1.00 0.0"] {
            assert_eq!(
                read_move(answer).square,
                Some(Square::new(4, 5)),
                "{answer}"
            );
        }
        for answer in ["PA", "", "F5F6"] {
            assert_eq!(read_move(answer).square, None, "{answer}");
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
