//! A program that is the computer of Lab 8's Part 1.

use aps105_lab8::COMPUTER_PLACES;
use reversi_core::{Disc, Game, Square};

use super::process::ProcessPlayer;
use super::{Answer, Fault, Player, Ply, RequestedMove};
use crate::record::Ending;
use crate::settings::GameSettings;
use crate::square;

pub(super) struct Lab8 {
    process: ProcessPlayer,
    disc: Disc,
    settings: GameSettings,
    /// The number of plies it knows.
    known: usize,
    knows_its_colour: bool,
}

impl Lab8 {
    pub(super) fn new(process: ProcessPlayer, disc: Disc, settings: GameSettings) -> Self {
        Self {
            process,
            disc,
            settings,
            known: 0,
            knows_its_colour: false,
        }
    }
}

impl Player for Lab8 {
    fn begin(&mut self) -> Result<(), Fault> {
        self.process.start(&[])?;
        self.process.wait_for_prompt()?;
        self.process.send(&format!("{}\n", self.settings.size));
        self.process.wait_for_prompt()?;
        self.process.pause();
        Ok(())
    }

    /// Passes are not sent: the program sees for itself that there is no move.
    fn choose(&mut self, game: &Game, plies: &[Ply]) -> Answer {
        let mut text = String::new();
        if !self.knows_its_colour {
            text.push_str(match self.disc {
                Disc::Black => "B\n",
                Disc::White => "W\n",
            });
            self.knows_its_colour = true;
        }
        // The sides alternate, since a pass is a ply too.
        let parity = usize::from(self.disc == Disc::Black);
        for (number, ply) in plies.iter().enumerate().skip(self.known) {
            if number % 2 == parity
                && let Some(square) = ply
            {
                text.push_str(&square::name(*square));
                text.push('\n');
            }
        }
        self.known = plies.len();
        let disc = game.to_move();
        self.process.ask(&text, |output| find(output, disc))
    }
}

/// Finds the announcement of a move by `disc`, and where it ends.
fn find(output: &[u8], disc: Disc) -> Option<(usize, Result<RequestedMove, Fault>)> {
    const WORDS: &[u8] = COMPUTER_PLACES.as_bytes();
    /// As in `W at cd`.
    const REST: usize = 7;

    let at = output
        .windows(WORDS.len())
        .position(|window| window == WORDS)?
        + WORDS.len();
    let rest = output.get(at..at + REST)?;
    let letter = match disc {
        Disc::Black => b'B',
        Disc::White => b'W',
    };
    let requested = match rest {
        &[colour, b' ', b'a', b't', b' ', row, col] if colour == letter => {
            let text = String::from_utf8_lossy(&[row, col]).into_owned();
            let number = |byte: u8| byte.is_ascii_lowercase().then(|| byte - b'a');
            let square = number(row).zip(number(col));
            Ok(RequestedMove {
                square: square.map(|(row, col)| Square::new(row, col)),
                text,
            })
        }
        _ => Err(Fault::new(
            Ending::Answer,
            format!(
                "it announced \"{COMPUTER_PLACES}{}\"; expected \"{COMPUTER_PLACES}{} at \" and a square",
                String::from_utf8_lossy(rest).escape_debug(),
                char::from(letter)
            ),
        )),
    };
    Some((at + REST, requested))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_announcement_is_found_once_it_is_whole() {
        let text = b"(RowCol):   abcd\na UUUU\nComputer places W at ca.\n  abcd\n";
        let end = text.iter().position(|&byte| byte == b'.').expect("a dot");
        for length in 0..end {
            assert_eq!(find(&text[..length], Disc::White), None, "{length}");
        }
        let requested = RequestedMove {
            square: Some(Square::new(2, 0)),
            text: "ca".to_owned(),
        };
        assert_eq!(find(text, Disc::White), Some((end, Ok(requested))));
        let (_, fault) = find(text, Disc::Black).expect("it is whole");
        assert_eq!(fault.expect_err("a wrong colour").end, Ending::Answer);
    }
}
