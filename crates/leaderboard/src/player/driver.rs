//! A process that speaks the protocol of our driver, `driver/driver.c`: a submission
//! in C that is linked with it, or a built-in player.

use std::time::Duration;

use pages::board::letter;
use reversi_core::{Game, Square};
use sandbox::End;

use super::process::ProcessPlayer;
use super::{Answer, Chooser, Fault, Ply, RequestedMove};
use crate::record::Ending;

pub(super) struct Driver(ProcessPlayer);

impl Driver {
    pub(super) fn begin(mut process: ProcessPlayer) -> Result<Self, Fault> {
        process.wait_for_line()?;
        Ok(Self(process))
    }
}

impl Chooser for Driver {
    fn choose(&mut self, game: &Game, _: &[Ply]) -> Answer {
        let answer = self.0.ask(&position(game), |text| {
            let end = text.iter().position(|&byte| byte == b'\n')?;
            Some((end + 1, read(&text[..end])))
        });
        let mut time = answer.time;
        let requested = match answer.requested {
            Ok(Printed::Move(requested, used)) => {
                // Without a control group, the system does not say in full what the
                // process of a move has used.
                time = time.max(used);
                Ok(requested)
            }
            Ok(Printed::Ended(end)) => Err(self.0.ended(Some(&end))),
            Err(fault) => Err(fault),
        };
        Answer { time, requested }
    }
}

fn position(game: &Game) -> String {
    let board = game.board();
    let squares = board.size().squares();
    let squares: String = squares.map(|square| letter(board.disc(square))).collect();
    let (turn, n) = (letter(Some(game.to_move())), board.size().rows());
    format!("{turn} {n} {squares}\n")
}

enum Printed {
    Move(RequestedMove, Duration),
    Ended(End),
}

fn read(line: &[u8]) -> Result<Printed, Fault> {
    let line = String::from_utf8_lossy(line);
    let mut words = line.split(' ');
    let word = words.next();
    let numbers: Option<Vec<i64>> = words.map(|word| word.parse().ok()).collect();
    match (word, numbers.as_deref()) {
        (Some("move"), Some(&[row, col, micros])) => {
            let square = u8::try_from(row).ok().zip(u8::try_from(col).ok());
            let requested = RequestedMove {
                square: square.map(|(row, col)| Square::new(row, col)),
                text: format!("row {row}, column {col}"),
            };
            let used = Duration::from_micros(u64::try_from(micros).unwrap_or(0));
            Ok(Printed::Move(requested, used))
        }
        (Some("signal"), Some(&[signal])) => Ok(Printed::Ended(End::Signalled(number(signal)))),
        (Some("exit"), Some(&[status])) => Ok(Printed::Ended(End::Exited(number(status)))),
        _ => Err(Fault::new(
            Ending::Answer,
            "it wrote to the stream that is reserved for moves",
        )),
    }
}

fn number(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
