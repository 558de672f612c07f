//! Plays the engine against the simple opponents on boards of many sizes.
//!
//! `cargo run --release -p aps105-lab8 --example sizes -- --time 0.1 6 10`
//! plays on 6×6 and 10×10 with a tenth of a second per move. Without sizes it plays
//! on every even size from 6×6 to 26×26. `--openings 50` plays from that many random
//! openings of eight moves instead of once from the initial position.

#![expect(clippy::print_stdout, reason = "the example prints a table")]

use std::error::Error;
use std::time::{Duration, Instant};

use opponents::{Chooser, Opponent};
use reversi_core::{Disc, Game, Rules, Size, Square, Turn};
use reversi_engine::{Options, Player, Random, SearchLimits};

struct Played {
    /// The engine's discs minus the opponent's.
    margin: i64,
    /// The longest time of a move of the engine.
    ours: Duration,
    /// The longest time of a move of the opponent.
    theirs: Duration,
    /// The number of the engine's moves that exceeded the time limit.
    late: u32,
}

const OPENING: u32 = 8;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut time, mut openings, mut sides) = (0.1, 0, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--time" {
            time = arguments.next().ok_or("--time needs seconds")?.parse()?;
        } else if argument == "--openings" {
            openings = arguments
                .next()
                .ok_or("--openings needs a number")?
                .parse()?;
        } else {
            sides.push(argument.parse()?);
        }
    }
    if sides.is_empty() {
        sides.extend((6..=26).step_by(2));
    }
    let limits = SearchLimits {
        depth: None,
        time: Some(Duration::try_from_secs_f64(time)?),
    };
    println!("size opponent     won  drawn   lost   margin   engine's max opponent's");
    let (mut not_won, mut late) = (0, 0);
    for side in sides {
        let size = Size::square(side)?;
        let mut player = Player::new(size, Options::default())?;
        for opponent in Opponent::ALL {
            let Some(chooser) = opponent.chooser() else {
                continue;
            };
            let (mut won, mut drawn, mut lost, mut margins) = (0, 0, 0, 0);
            let (mut ours, mut theirs) = (Duration::ZERO, Duration::ZERO);
            for opening in 0..openings.max(1) {
                let start = opened(size, if openings == 0 { 0 } else { OPENING }, opening)?;
                for colour in [Disc::Black, Disc::White] {
                    let game = play(&mut player, start.clone(), colour, chooser, &limits)?;
                    match game.margin {
                        1.. => won += 1,
                        0 => drawn += 1,
                        _ => lost += 1,
                    }
                    margins += game.margin;
                    ours = ours.max(game.ours);
                    theirs = theirs.max(game.theirs);
                    late += game.late;
                }
            }
            not_won += drawn + lost;
            println!(
                "{side:4} {opponent:10} {won:6} {drawn:6} {lost:6} {:+8} {:13.3} s {:8.3} s",
                margins / i64::from(won + drawn + lost),
                ours.as_secs_f64(),
                theirs.as_secs_f64(),
            );
        }
    }
    println!("games not won: {not_won}; moves over the time limit: {late}");
    Ok(())
}

/// Returns a game after `plies` random moves, which depend on `seed`.
fn opened(size: Size, plies: u32, seed: u64) -> Result<Game, Box<dyn Error>> {
    let mut game = Game::new(Rules {
        size,
        ..Rules::OTHELLO
    })?;
    let mut random = Random::new(seed);
    for _ in 0..plies {
        let moves: Vec<Square> = game.legal_moves().collect();
        if let Some(at) = random.choose(&moves) {
            game.play(at)?;
        }
    }
    Ok(game)
}

fn play(
    player: &mut Player,
    mut game: Game,
    colour: Disc,
    opponent: Chooser,
    limits: &SearchLimits,
) -> Result<Played, Box<dyn Error>> {
    let (mut ours, mut theirs) = (Duration::ZERO, Duration::ZERO);
    let mut late = 0;
    loop {
        match game.turn() {
            Turn::Move(mover) => {
                let start = Instant::now();
                let (at, longest) = if mover == colour {
                    (player.choose(&game, limits)?, &mut ours)
                } else {
                    (opponent(&game), &mut theirs)
                };
                let time = start.elapsed();
                *longest = time.max(*longest);
                late += u32::from(mover == colour && limits.time.is_some_and(|limit| time > limit));
                game.play(at.ok_or("a player found no move although there is one")?)?;
            }
            Turn::Pass(_) => game.pass()?,
            Turn::Over(outcome) => {
                let discs = outcome.discs();
                let of = |disc: Disc| i64::try_from(discs[disc]);
                return Ok(Played {
                    margin: of(colour)? - of(colour.opponent())?,
                    ours,
                    theirs,
                    late,
                });
            }
        }
    }
}
