//! Helpers for the tests of the front ends.

use reversi_core::{Disc, Game, Rules, Square, Turn};

use super::Settings;
use crate::game::Ply;
use crate::{Options, SearchLimits};

/// Returns settings with a small table and this depth.
pub(super) fn settings(depth: u32) -> Settings {
    Settings {
        options: Options {
            table: 1,
            ..Options::default()
        },
        limits: SearchLimits {
            depth: Some(depth),
            time: None,
        },
    }
}

pub(super) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("front ends write text")
}

/// A turn of a game of the core.
pub(super) struct CoreTurn {
    pub(super) disc: Disc,
    pub(super) legal: Vec<Square>,
    /// The ply played; `None` in the last position.
    pub(super) played: Option<Ply>,
}

/// Returns a random game of the core. Each of `choices` selects a move.
pub(super) fn core_game(choices: &[usize]) -> Vec<CoreTurn> {
    let mut game = Game::new(Rules::OTHELLO).expect("Othello can be played");
    let mut turns = Vec::new();
    let mut choices = choices.iter();
    loop {
        let disc = game.to_move();
        let moves: Vec<_> = game.legal_moves().collect();
        let played = match (game.turn(), choices.next()) {
            (Turn::Over(_), _) | (_, None) => None,
            (Turn::Pass(_), _) => {
                game.pass().expect("the pass is forced");
                Some(Ply::Pass)
            }
            (Turn::Move(_), Some(choice)) => {
                let at = moves[choice % moves.len()];
                game.play(at).expect("the move is legal");
                Some(Ply::Place(at))
            }
        };
        turns.push(CoreTurn {
            disc,
            legal: moves,
            played,
        });
        if played.is_none() {
            return turns;
        }
    }
}
