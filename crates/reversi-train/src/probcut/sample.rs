//! The positions that are measured, and how deep.

use reversi_engine::{Position, Random};

use crate::games::{Game, opening};

/// The numbers of empty squares that are measured. Games begin with 52.
const EMPTIES: std::ops::RangeInclusive<u32> = 8..=52;

/// The number of games to look for a position in.
const TRIES: u32 = 1000;

/// A position and how deep it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sample {
    pub(super) position: Position,
    /// The depth in plies, less than the number of empty squares.
    pub(super) depth: u32,
    /// If set, the position is also searched to the end of the game.
    pub(super) is_solved: bool,
}

/// The sequence of samples. It goes through all numbers of empty squares again and
/// again. Every fourth round is deeper, and every sixteenth round deeper still:
/// deep searches take so long that few of them can be measured.
pub(super) struct Samples<'a> {
    games: &'a [Game],
    seed: u32,
}

impl<'a> Samples<'a> {
    pub(super) fn new(games: &'a [Game], seed: u32) -> Self {
        Self { games, seed }
    }

    /// Returns the sample with this number, which depends on the seed and the games
    /// only; `None` if there is no position for it.
    pub(super) fn get(&self, number: usize) -> Option<Sample> {
        let mut random = Random::new(u64::from(self.seed) << 32 | number as u64);
        let count = EMPTIES.count();
        let round = number / count;
        // The order differs from the number of empty squares, so that a table that
        // ends within a round has them all.
        let empties = EMPTIES.start() + u32::try_from(number * 17 % count).ok()?;
        let (depth, solved) = match round {
            _ if round % 16 == 15 => (20, 26),
            _ if round % 4 == 3 => (16, 22),
            _ => (12, 18),
        };
        Some(Sample {
            position: self.position(empties, &mut random)?,
            depth: depth.min(empties - 1),
            is_solved: empties <= solved,
        })
    }

    /// Returns a position of a random game, or for every second one the position
    /// after another random move: a search tree has many bad moves.
    fn position(&self, empties: u32, random: &mut Random) -> Option<Position> {
        for _ in 0..TRIES {
            let extra = random.below(2);
            let index = random.below(u32::try_from(self.games.len()).ok()?);
            let (positions, _) = self.games.get(index as usize)?.positions()?;
            let found = positions
                .iter()
                .find(|(position, _)| position.empties() == empties + extra);
            let Some(&(position, _)) = found else {
                continue;
            };
            let position = opening::random_moves(position, extra, random);
            if position.empties() == empties && position.moves() != 0 {
                return Some(position);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tests::random_game;
    use std::collections::BTreeSet;

    #[test]
    fn every_round_has_all_numbers_of_empty_squares() {
        let games: Vec<Game> = (1..20).map(random_game).collect();
        let samples = Samples::new(&games, 1);
        let count = EMPTIES.count();
        for round in [0, 3, 15] {
            let all: Vec<Sample> = (round * count..(round + 1) * count)
                .map(|number| samples.get(number).expect("there is a position"))
                .collect();
            let empties: BTreeSet<u32> =
                all.iter().map(|sample| sample.position.empties()).collect();
            assert!(empties.into_iter().eq(EMPTIES));
            assert!(all.iter().all(|sample| sample.position.moves() != 0));
            assert!(
                all.iter()
                    .all(|sample| sample.depth < sample.position.empties())
            );
            let depth = all.iter().map(|sample| sample.depth).max();
            let solved = all.iter().filter(|sample| sample.is_solved).count();
            let expected = match round {
                0 => (12, 11),
                3 => (16, 15),
                _ => (20, 19),
            };
            assert_eq!((depth, solved), (Some(expected.0), expected.1));
        }
    }

    #[test]
    fn samples_depend_on_the_seed_only() {
        let games: Vec<Game> = (1..20).map(random_game).collect();
        let sample = |seed, number| Samples::new(&games, seed).get(number);
        assert_eq!(sample(1, 5), sample(1, 5));
        assert_ne!(sample(1, 5), sample(2, 5));
        assert_eq!(Samples::new(&[], 1).get(0), None);
    }
}
