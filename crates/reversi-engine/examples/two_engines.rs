//! Lets two levels play against each other: `cargo run --release --example two_engines 4 8`

#![allow(clippy::print_stdout)]

use std::env;
use std::error::Error;

use reversi_core::{ByDisc, GameRecord, Ply, Size, Turn};
use reversi_engine::{Options, Player, PlayerError, SearchLimits};

fn main() -> Result<(), Box<dyn Error>> {
    let level = |index, level| {
        env::args()
            .nth(index)
            .map_or(Ok(level), |text| text.parse())
    };
    let limits = ByDisc {
        black: SearchLimits::level(level(1, 4)?),
        white: SearchLimits::level(level(2, 8)?),
    };
    let player = || -> Result<Player, PlayerError> {
        let options = Options {
            table: 16,
            solves_endgames: true,
            ..Options::default()
        };
        Player::new(Size::EIGHT, options)
    };
    let mut players = ByDisc {
        black: player()?,
        white: player()?,
    };
    let mut record = GameRecord::default();
    let outcome = loop {
        record.play(match record.now().turn() {
            Turn::Over(outcome) => break outcome,
            Turn::Pass(_) => Ply::Pass,
            Turn::Move(side) => {
                let at = players[side].choose(record.now(), &limits[side])?;
                Ply::Place(at.expect("the side can move"))
            }
        })?;
    };
    println!("{record}\n{}\n{:?}", record.now().board(), outcome.discs());
    Ok(())
}
