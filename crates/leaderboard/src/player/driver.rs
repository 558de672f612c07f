//! A process that speaks the protocol of our driver, `driver/driver.c`: a submission in C linked
//! with the driver, or a built-in player.

use super::process::ProcessPlayer;
use super::{Answer, Fault, MoveChooser, PlayedPly, RequestedMove};
use crate::record::Ending;
use pages::board::letter;
use reversi_core::{Game, Square};

pub(super) struct Driver(ProcessPlayer);

impl Driver {
    pub(super) fn begin(mut process: ProcessPlayer) -> Result<Self, Fault> {
        process.wait_for_line()?;
        process.pause();
        Ok(Self(process))
    }
}

impl MoveChooser for Driver {
    fn choose(&mut self, game: &Game, _: &[PlayedPly]) -> Answer {
        self.0.ask(&position(game), |text| {
            let end = text.iter().position(|&byte| byte == b'\n')?;
            Some((end + 1, read(&text[..end])))
        })
    }

    fn stderr(&mut self) -> String {
        self.0.stderr()
    }
}

fn position(game: &Game) -> String {
    let board = game.board();
    let squares = board.size().squares();
    let squares: String = squares.map(|square| letter(board.disc(square))).collect();
    let (turn, n) = (letter(Some(game.to_move())), board.size().rows());
    format!("{turn} {n} {squares}\n")
}

fn read(line: &[u8]) -> Result<RequestedMove, Fault> {
    let line = String::from_utf8_lossy(line);
    let mut words = line.split(' ');
    let word = words.next();
    let numbers: Option<Vec<i64>> = words.map(|word| word.parse().ok()).collect();
    match (word, numbers.as_deref()) {
        (Some("move"), Some(&[row, col])) => {
            let square = u8::try_from(row).ok().zip(u8::try_from(col).ok());
            Ok(RequestedMove {
                square: square.map(|(row, col)| Square::new(row, col)),
                text: format!("row {row}, column {col}"),
            })
        }
        _ => Err(Fault::new(
            Ending::Answer,
            "it wrote to the stream that is reserved for moves",
        )),
    }
}
