//! A submission in C, behind our driver: see `driver/driver.c`.

use reversi_core::{Disc, Game, Square};
use sandbox::End;

use super::talk::Talk;
use super::{Answer, Fault, Player, Ply, Wish};
use crate::record::Ending;
use crate::settings::Settings;

pub(super) struct Driver {
    talk: Talk,
    settings: Settings,
}

impl Driver {
    pub(super) fn new(talk: Talk, settings: Settings) -> Self {
        Self { talk, settings }
    }
}

impl Player for Driver {
    fn begin(&mut self) -> Result<(), Fault> {
        // Whole seconds are all there are; the clock is stricter.
        let seconds = self.settings.move_time().as_secs() + 2;
        self.talk.start(&[seconds.to_string()])?;
        self.talk.until_it_says(|text| {
            let end = text.iter().position(|&byte| byte == b'\n')?;
            Some(end + 1)
        })
    }

    fn choose(&mut self, game: &Game, _: &[Ply]) -> Answer {
        let answer = self.talk.ask(&position(game), |text| {
            let end = text.iter().position(|&byte| byte == b'\n')?;
            Some((end + 1, read(&text[..end])))
        });
        match answer.square {
            Ok(Said::Wish(wish)) => Answer {
                time: answer.time,
                square: Ok(wish),
            },
            Ok(Said::Ended(end)) => Answer {
                time: answer.time,
                square: Err(self.talk.fault(&end)),
            },
            Err(fault) => Answer {
                time: answer.time,
                square: Err(fault),
            },
        }
    }
}

/// The line that asks for a move.
fn position(game: &Game) -> String {
    let board = game.board();
    let letter = |disc| match disc {
        Disc::Black => 'B',
        Disc::White => 'W',
    };
    let squares = board.size().squares();
    let squares: String = squares
        .map(|square| board.disc(square).map_or('U', letter))
        .collect();
    let (turn, n) = (letter(game.to_move()), board.size().rows());
    format!("{turn} {n} {squares}\n")
}

/// What a line of the driver's says.
enum Said {
    Wish(Wish),
    /// The process of the move has ended so.
    Ended(End),
}

fn read(line: &[u8]) -> Result<Said, Fault> {
    let line = String::from_utf8_lossy(line);
    let mut words = line.split(' ');
    let word = words.next();
    let numbers: Option<Vec<i32>> = words.map(|word| word.parse().ok()).collect();
    match (word, numbers.as_deref()) {
        (Some("move"), Some(&[row, col])) => {
            let square = u8::try_from(row).ok().zip(u8::try_from(col).ok());
            Ok(Said::Wish(Wish {
                square: square.map(|(row, col)| Square::new(row, col)),
                said: format!("row {row}, column {col}"),
            }))
        }
        (Some("signal"), Some(&[signal])) => Ok(Said::Ended(End::Signalled(signal))),
        (Some("exit"), Some(&[status])) => Ok(Said::Ended(End::Exited(status))),
        _ => Err(Fault::new(
            Ending::Answer,
            "it wrote to the output that is for moves alone",
        )),
    }
}
