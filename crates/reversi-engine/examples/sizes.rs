//! Plays the engine against simple players on boards of many sizes.
//!
//! `cargo run --release -p reversi-engine --example sizes -- --time 0.1 6 10`
//! plays on 6×6 and 10×10 with a tenth of a second a move; without sizes it
//! plays on every even one from 6 to 26.

#![expect(clippy::print_stdout, reason = "the table is what it is for")]

use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use reversi_core::{Board, Disc, Game, Rules, Size, Square, Turn};
use reversi_engine::wide::Player;
use reversi_engine::{Limits, opponents};

type Opponent = fn(&Board, Disc) -> Option<Square>;

const OPPONENTS: [(&str, Opponent); 3] = [
    ("prescribed", prescribed),
    ("smarter", opponents::smarter),
    ("smartest", opponents::smartest),
];

/// What one game has come to.
struct Played {
    /// The engine's discs less the opponent's.
    margin: i64,
    /// The engine's longest move.
    ours: Duration,
    /// The opponent's.
    theirs: Duration,
}

fn main() -> Result<(), Box<dyn Error>> {
    let (mut time, mut sides) = (0.1, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--time" {
            time = arguments.next().ok_or("--time needs seconds")?.parse()?;
        } else {
            sides.push(argument.parse()?);
        }
    }
    if sides.is_empty() {
        sides.extend((6..=26).step_by(2));
    }
    let limits = Limits {
        depth: None,
        time: Some(Duration::try_from_secs_f64(time)?),
    };
    println!("size opponent    as black  as white  longest of ours  of theirs");
    let mut lost = 0;
    for side in sides {
        let size = Size::square(side)?;
        let mut player = Player::new(size)?;
        for (name, opponent) in OPPONENTS {
            let black = play(&mut player, size, Disc::Black, opponent, &limits)?;
            let white = play(&mut player, size, Disc::White, opponent, &limits)?;
            lost += [&black, &white]
                .iter()
                .filter(|game| game.margin <= 0)
                .count();
            println!(
                "{side:4} {name:10} {:+9} {:+9} {:13.3} s {:8.3} s",
                black.margin,
                white.margin,
                black.ours.max(white.ours).as_secs_f64(),
                black.theirs.max(white.theirs).as_secs_f64(),
            );
        }
    }
    println!("not won: {lost}");
    Ok(())
}

fn play(
    player: &mut Player,
    size: Size,
    colour: Disc,
    opponent: Opponent,
    limits: &Limits,
) -> Result<Played, Box<dyn Error>> {
    let mut game = Game::new(Rules {
        size,
        ..Rules::OTHELLO
    })?;
    let (mut ours, mut theirs) = (Duration::ZERO, Duration::ZERO);
    loop {
        match game.turn() {
            Turn::Move(mover) => {
                let start = Instant::now();
                let (at, longest) = if mover == colour {
                    let stop = AtomicBool::new(false);
                    let found = player.choose(game.board(), mover, limits, &stop)?;
                    (found.best, &mut ours)
                } else {
                    (opponent(game.board(), mover), &mut theirs)
                };
                *longest = start.elapsed().max(*longest);
                game.play(at.ok_or("a player has overlooked its moves")?)?;
            }
            Turn::Pass(_) => game.pass()?,
            Turn::Over(outcome) => {
                let discs = outcome.discs();
                let of = |disc: Disc| i64::try_from(discs[disc]);
                return Ok(Played {
                    margin: of(colour)? - of(colour.opponent())?,
                    ours,
                    theirs,
                });
            }
        }
    }
}

/// APS105 Lab 8 prescribes it: the move that flips the most discs, among
/// equals the lowest row, then the lowest column.
fn prescribed(board: &Board, mover: Disc) -> Option<Square> {
    let rules = Rules {
        size: board.size(),
        ..Rules::OTHELLO
    };
    let game = Game::resume(rules, board.clone(), mover).ok()?;
    let flips = |&at: &Square| game.flips(at).map_or(0, |flips| flips.count());
    let mut moves: Vec<Square> = game.legal_moves().collect();
    // Of equals, `max_by_key` takes the last.
    moves.reverse();
    moves.into_iter().max_by_key(flips)
}
