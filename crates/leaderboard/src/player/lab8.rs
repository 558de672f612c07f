//! A program that plays as the computer of Lab 8's Part 1.

use aps105_lab8::COMPUTER_PLACES;
use pages::board::letter;
use reversi_core::{Disc, Game};

use super::process::ProcessPlayer;
use super::{Answer, Fault, MoveChooser, PlayedPly, RequestedMove};
use crate::record::Ending;
use crate::settings::GameSettings;
use crate::square;

pub(super) struct Lab8 {
    process: ProcessPlayer,
    disc: Disc,
    known: usize,
    /// The line with its colour, until it has received it and starts to think.
    colour: String,
}

impl Lab8 {
    pub(super) fn begin(
        mut process: ProcessPlayer,
        disc: Disc,
        settings: GameSettings,
    ) -> Result<Self, Fault> {
        process.wait_for_prompt()?;
        process.send(&format!("{}\n", settings.size));
        process.wait_for_prompt()?;
        process.pause();
        Ok(Self {
            process,
            disc,
            known: 0,
            colour: format!("{}\n", letter(Some(disc))),
        })
    }
}

impl MoveChooser for Lab8 {
    /// Passes are not sent: the program sees for itself that there is no move.
    fn choose(&mut self, game: &Game, plies: &[PlayedPly]) -> Answer {
        let mut text = std::mem::take(&mut self.colour);
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
        let mut answer = self.process.ask(&text, |output| find(output, disc));
        if let Err(fault) = &mut answer.requested
            && fault.end == Ending::Time
        {
            let last = self.process.last_line_so_far();
            fault.why = format!("{}; expected {}{last}", fault.why, announcement(disc));
        }
        answer
    }

    fn stderr(&mut self) -> String {
        self.process.stderr()
    }
}

fn announcement(disc: Disc) -> String {
    let letter = letter(Some(disc));
    format!("\"{COMPUTER_PLACES}{letter} at \" and a square")
}

/// Finds the announcement of a move by `disc`, and its end.
fn find(output: &[u8], disc: Disc) -> Option<(usize, Result<RequestedMove, Fault>)> {
    const WORDS: &[u8] = COMPUTER_PLACES.as_bytes();
    /// As in `W at cd`.
    const REST: usize = 7;

    let at = output
        .windows(WORDS.len())
        .position(|window| window == WORDS)?
        + WORDS.len();
    let rest = output.get(at..at + REST)?;
    let letter = letter(Some(disc));
    let requested = match rest {
        &[colour, b' ', b'a', b't', b' ', row, col] if char::from(colour) == letter => {
            Ok(RequestedMove {
                square: square::read(&[row, col]),
                text: String::from_utf8_lossy(&[row, col]).into_owned(),
            })
        }
        _ => Err(Fault::new(
            Ending::Answer,
            format!(
                "it announced \"{COMPUTER_PLACES}{}\"; expected {}",
                String::from_utf8_lossy(rest).escape_debug(),
                announcement(disc),
            ),
        )),
    };
    Some((at + REST, requested))
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_core::Square;

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
