//! The players for the computer's side.

use opponents::Opponent;
use reversi_core::Size;
use reversi_engine::{OpponentPlayer, Options, Player};

/// The size, in MiB, of the engine's transposition table on 8×8.
const TABLE: usize = 64;

fn options() -> Options {
    Options {
        threads: 1,
        table: TABLE,
        ..Options::default()
    }
}

/// Prepares `opponent` for boards of `size`, which the handout must allow.
pub(crate) fn player(opponent: Opponent, size: Size) -> OpponentPlayer {
    OpponentPlayer::new(opponent, size, options()).expect("the engine plays the handout's boards")
}

/// Prepares the engine for boards of `size`, which the handout must allow.
pub(crate) fn engine(size: Size) -> Player {
    Player::new(size, options()).expect("the engine plays the handout's boards")
}
