//! A program that is the computer of Lab 8's Part 1.

use reversi_core::{Disc, Game, Square};

use super::talk::Talk;
use super::{Answer, Fault, Player, Ply, Wish};
use crate::record::{Ending, square_name};
use crate::settings::Settings;

pub(super) struct Lab8 {
    talk: Talk,
    disc: Disc,
    settings: Settings,
    /// What it must be told before it can think: its colour, and the moves of
    /// its opponent.
    told: usize,
    knows_its_colour: bool,
}

impl Lab8 {
    pub(super) fn new(talk: Talk, disc: Disc, settings: Settings) -> Self {
        Self {
            talk,
            disc,
            settings,
            told: 0,
            knows_its_colour: false,
        }
    }
}

impl Player for Lab8 {
    fn begin(&mut self) -> Result<(), Fault> {
        self.talk.start(&[])?;
        self.talk.until_it_asks()?;
        self.talk.send(&format!("{}\n", self.settings.size));
        self.talk.until_it_asks()?;
        self.talk.pause();
        Ok(())
    }

    /// A pass is not told: the program sees it as soon as anybody else.
    fn choose(&mut self, game: &Game, plies: &[Ply]) -> Answer {
        let mut text = String::new();
        if !self.knows_its_colour {
            text.push_str(match self.disc {
                Disc::Black => "B\n",
                Disc::White => "W\n",
            });
            self.knows_its_colour = true;
        }
        // Who made a ply: a pass is a ply too, so they alternate.
        let parity = usize::from(self.disc == Disc::Black);
        for (number, ply) in plies.iter().enumerate().skip(self.told) {
            if number % 2 == parity
                && let Some(square) = ply
            {
                text.push_str(&square_name(*square));
                text.push('\n');
            }
        }
        self.told = plies.len();
        let disc = game.to_move();
        self.talk.ask(&text, |output| find(output, disc))
    }
}

/// The announcement of a move by `disc`, and where it ends.
fn find(output: &[u8], disc: Disc) -> Option<(usize, Result<Wish, Fault>)> {
    const WORDS: &[u8] = b"Computer places ";
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
    let wish = match rest {
        &[colour, b' ', b'a', b't', b' ', row, col] if colour == letter => {
            let said = String::from_utf8_lossy(&[row, col]).into_owned();
            let number = |byte: u8| byte.is_ascii_lowercase().then(|| byte - b'a');
            let square = number(row).zip(number(col));
            Ok(Wish {
                square: square.map(|(row, col)| Square::new(row, col)),
                said,
            })
        }
        _ => Err(Fault::new(
            Ending::Answer,
            format!(
                "it announced \"Computer places {}\" where \"Computer places {} at ..\" was due",
                String::from_utf8_lossy(rest).escape_debug(),
                char::from(letter)
            ),
        )),
    };
    Some((at + REST, wish))
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
        let wish = Wish {
            square: Some(Square::new(2, 0)),
            said: "ca".to_owned(),
        };
        assert_eq!(find(text, Disc::White), Some((end, Ok(wish))));
        let (_, fault) = find(text, Disc::Black).expect("it is whole");
        assert_eq!(fault.expect_err("a wrong colour").end, Ending::Answer);
    }
}
