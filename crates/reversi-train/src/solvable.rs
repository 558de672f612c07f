//! Measures from how many empty squares random positions are solved in a given time.

use std::io::{ErrorKind, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;
use reversi_core::{Game, Rules, Size, Turn};
use reversi_engine::wide::{Found, Player};
use reversi_engine::{Random, SearchLimits};

use crate::Result;
use crate::gate::{seconds, side};

/// The options of `solvable`.
#[derive(Args, Debug)]
pub struct Solvable {
    /// The number of rows and columns of the board: an even number from 4 to 26
    #[arg(long, value_name = "N", default_value = "6", value_parser = side)]
    size: Size,
    /// The time per position in seconds
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    time: Duration,
    /// The number of positions for each number of empty squares
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// The number of empty squares to begin with
    #[arg(long, value_name = "N", default_value_t = 12)]
    from: u32,
    /// The seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u32,
}

/// The share of positions, in percent, that must be solved in the time.
const REQUIRED: u32 = 95;

/// Solves random positions with more and more empty squares, and prints a line for each
/// number of them, until fewer than 95 percent are solved in the time.
pub fn solvable(options: &Solvable, output: &mut impl Write) -> Result<()> {
    match print(options, output) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

fn print(options: &Solvable, output: &mut impl Write) -> std::io::Result<()> {
    let Solvable {
        size,
        time,
        positions,
        ..
    } = *options;
    let mut player = Player::new(size).expect("the size was checked");
    let mut random = Random::new(options.seed.into());
    let first = squares(size.area() - 4);
    writeln!(
        output,
        "empty  in time  median nodes   95 % nodes  median s    95 % s"
    )?;
    let mut reached = None;
    for empties in options.from..=first {
        let mut results: Vec<(u64, Duration)> = (0..positions)
            .map(|_| {
                let found = solve(&mut player, &position(size, empties, &mut random));
                (found.nodes, found.time)
            })
            .collect();
        let in_time = results.iter().filter(|(_, taken)| *taken <= time).count();
        results.sort_unstable();
        let nodes = |percent| results[rank(results.len(), percent)].0;
        let (median, most) = (nodes(50), nodes(REQUIRED));
        results.sort_unstable_by_key(|&(_, taken)| taken);
        let taken = |percent| results[rank(results.len(), percent)].1.as_secs_f64();
        let (middle, long) = (taken(50), taken(REQUIRED));
        writeln!(
            output,
            "{empties:5} {in_time:8} {median:13} {most:12} {middle:9.3} {long:9.3}"
        )?;
        output.flush()?;
        if (in_time as u64) * 100 < u64::from(REQUIRED) * u64::from(positions) {
            break;
        }
        reached = Some(empties);
    }
    let side = size.rows();
    let seconds = time.as_secs_f64();
    match reached {
        Some(empties) => writeln!(
            output,
            "{REQUIRED} % of random {side}×{side} positions with up to {empties} empty squares \
             are solved within {seconds} s"
        ),
        None => writeln!(
            output,
            "fewer than {REQUIRED} % of random {side}×{side} positions with {} empty squares are \
             solved within {seconds} s",
            options.from
        ),
    }
}

/// Converts a number of squares.
fn squares(number: usize) -> u32 {
    u32::try_from(number).expect("a board has at most 676 squares")
}

/// Returns the index of the least of `count` sorted numbers that is not below `percent`
/// percent of them.
fn rank(count: usize, percent: u32) -> usize {
    (count * percent as usize).div_ceil(100).max(1) - 1
}

/// Returns a position after random moves with `empties` empty squares in which the side
/// to move has a move.
fn position(size: Size, empties: u32, random: &mut Random) -> Game {
    loop {
        let mut game = Game::new(Rules {
            size,
            ..Rules::OTHELLO
        })
        .expect("the size was checked");
        loop {
            let left = squares(size.area() - game.board().occupied().count());
            match game.turn() {
                Turn::Move(_) if left == empties => return game,
                Turn::Move(_) => {
                    let moves: Vec<_> = game.legal_moves().collect();
                    let at = random.choose(&moves).expect("the turn is a move");
                    game.play(at).expect("it is legal");
                }
                Turn::Pass(_) => game.pass().expect("the turn is a pass"),
                Turn::Over(_) => break,
            }
        }
    }
}

fn solve(player: &mut Player, game: &Game) -> Found {
    let never = AtomicBool::new(false);
    player
        .choose(
            game.board(),
            game.to_move(),
            &SearchLimits::default(),
            &never,
        )
        .expect("the player is for this size")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_prints_a_line_for_each_number_of_empty_squares() {
        let options = Solvable {
            size: Size::square(4).expect("a size"),
            time: Duration::from_secs(86_400),
            positions: 3,
            from: 5,
            seed: 1,
        };
        let mut output = Vec::new();
        solvable(&options, &mut output).expect("memory can be written");
        let text = String::from_utf8(output).expect("it is text");
        assert_eq!(text.lines().count(), 1 + (5..=12).count() + 1, "{text}");
        let last = "95 % of random 4×4 positions with up to 12 empty squares are solved within \
                    86400 s";
        assert_eq!(text.lines().last(), Some(last));

        let never = Solvable {
            time: Duration::ZERO,
            ..options
        };
        let mut output = Vec::new();
        solvable(&never, &mut output).expect("memory can be written");
        let text = String::from_utf8(output).expect("it is text");
        assert_eq!(text.lines().count(), 3, "{text}");
        assert!(
            text.contains("\nfewer than 95 % of random 4×4 positions with 5 "),
            "{text}"
        );
    }

    #[test]
    fn ranks_are_those_of_the_sorted_numbers() {
        assert_eq!(
            [50, 95, 100].map(|percent| rank(100, percent)),
            [49, 94, 99]
        );
        assert_eq!([50, 95, 100].map(|percent| rank(1, percent)), [0, 0, 0]);
        assert_eq!([50, 95].map(|percent| rank(20, percent)), [9, 18]);
    }
}
