//! The sets of directions in which a program may flip discs.

use std::sync::LazyLock;

use reversi_core::{Direction, Game, Rules};

use super::history::History;

/// A set of directions: a bit for each of [`Direction::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Directions(u8);

/// The directions of each set, because rules refer to their directions.
static SETS: LazyLock<Vec<Vec<Direction>>> = LazyLock::new(|| {
    let directions = |set: u8| {
        let all = Direction::ALL.iter().enumerate();
        let chosen = all.filter(|(index, _)| set & 1 << index != 0);
        chosen.map(|(_, &direction)| direction).collect()
    };
    (0..=u8::MAX).map(directions).collect()
});

impl Directions {
    pub(crate) fn others(rules: &Rules) -> impl Iterator<Item = Self> + use<> {
        let own = rules.directions;
        let all = (0..=u8::MAX).map(Self);
        all.filter(move |set| SETS[usize::from(set.0)] != own)
    }

    pub(crate) fn rules(self, rules: Rules) -> Rules {
        Rules {
            directions: &SETS[usize::from(self.0)],
            ..rules
        }
    }
}

impl History {
    /// Returns `true` if a program that flips in `directions` prints the boards that
    /// were shown.
    pub(crate) fn shows(&self, directions: Directions) -> bool {
        let rules = directions.rules(self.rules());
        self.moves()[..self.shown()].iter().all(|played| {
            let game = Game::resume(rules, played.before.board().clone(), played.mover());
            let flips = game.map(|game| game.flips(played.at));
            let right = played.before.flips(played.at);
            match (flips, right) {
                (Ok(Ok(flips)), Ok(right)) => flips.squares() == right.squares(),
                _ => false,
            }
        })
    }
}
