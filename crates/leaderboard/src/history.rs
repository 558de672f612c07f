//! The ratings of the finalists after each round of the finals.
//!
//! The games of a tournament have no order of their own: many machines play them at the
//! same time. The rounds of a round robin are those of the circle method, in which every
//! finalist meets one other finalist per round, in all their games, or none if their number
//! is odd; those of a Swiss tournament are its own; in a gauntlet there is one per opponent.
//! Round 0 is the qualification. So the same games always give the same history.

use reversi_core::Disc;

use crate::finals;
use crate::log::Records;
use crate::pairing::{Gatekeeper, Side, Stage};
use crate::plan::Plan;
use crate::rating::{self, Observation};
use crate::score;
use crate::settings::Finals;

/// The greatest number of rounds, besides round 0, after which ratings are computed. A
/// drawing has no room for more.
const MOST: usize = 24;

/// The ratings of the finalists.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct History {
    /// The rounds after which the ratings are known, in order, from 0.
    pub(crate) rounds: Vec<usize>,
    /// Per finalist, the number in the plan and the ratings after these rounds.
    pub(crate) ratings: Vec<(usize, Vec<f64>)>,
}

impl History {
    /// Computes the history of a tournament; it is empty without a game of the finals.
    pub(crate) fn of(plan: &Plan, records: &Records) -> Self {
        let finalists = score::finalists(plan, records).unwrap_or_default();
        let rounds = Rounds::of_finals(plan, &finalists, records);
        let mut games: Vec<(usize, Observation)> = Vec::new();
        for record in records.iter() {
            let pair = (record.game.side(Disc::Black), record.game.side(Disc::White));
            let round = match (record.game.stage(), pair) {
                (Stage::Qualification, _) => 0,
                (Stage::Finals, (Side::Entrant(one), Side::Entrant(two))) => {
                    match rounds.of(one, two) {
                        Some(round) => 1 + round,
                        None => continue,
                    }
                }
                _ => continue,
            };
            games.push((round, score::observation(plan, record)));
        }
        // Stable: the games of a round keep their order.
        games.sort_by_key(|&(round, _)| round);
        let last = games.last().map_or(0, |&(round, _)| round);
        if last == 0 {
            return Self::default();
        }
        let steps = last.min(MOST);
        let rounds: Vec<usize> = (0..=steps).map(|step| step * last / steps).collect();
        let mut ratings: Vec<(usize, Vec<f64>)> = finalists
            .iter()
            .map(|&player| (player, Vec::new()))
            .collect();
        for &round in &rounds {
            let end = games.partition_point(|&(one, _)| one <= round);
            let games: Vec<Observation> = games[..end].iter().map(|&(_, game)| game).collect();
            let points = rating::rate(plan.players.len() + Gatekeeper::ALL.len(), &games, &[]);
            for (player, ratings) in &mut ratings {
                ratings.push(points[*player].points);
            }
        }
        Self { rounds, ratings }
    }
}

/// The rounds of the finals.
enum Rounds {
    /// Those of a round robin between these players.
    Circle(Vec<usize>),
    /// The pairs of each round of a Swiss tournament.
    Swiss(Vec<Vec<(usize, usize)>>),
    /// One per opponent.
    Gauntlet(Vec<usize>),
}

impl Rounds {
    fn of_finals(plan: &Plan, finalists: &[usize], records: &Records) -> Self {
        match plan.finals {
            Finals::RoundRobin => Self::Circle(finalists.to_vec()),
            Finals::Swiss(_) => {
                let rounds = finals::rounds(plan, finalists, records);
                Self::Swiss(rounds.into_iter().map(|round| round.pairs).collect())
            }
            Finals::Gauntlet => Self::Gauntlet(plan.builtins().collect()),
        }
    }

    /// Returns the round, counted from 0, in which two players of the plan meet.
    fn of(&self, one: usize, two: usize) -> Option<usize> {
        let index = |players: &[usize], player| players.iter().position(|&one| one == player);
        match self {
            Self::Circle(players) => {
                let (one, two) = (index(players, one)?, index(players, two)?);
                Some(round_of(players.len(), one, two))
            }
            Self::Swiss(rounds) => rounds
                .iter()
                .position(|pairs| pairs.contains(&(one, two)) || pairs.contains(&(two, one))),
            Self::Gauntlet(opponents) => index(opponents, one).or_else(|| index(opponents, two)),
        }
    }
}

/// Returns the round, counted from 0, in which `one` and `two` of that many finalists meet.
fn round_of(finalists: usize, one: usize, two: usize) -> usize {
    // The circle method: one player stays at its place if their number is even.
    let rounds = finalists - usize::from(finalists.is_multiple_of(2));
    let (low, high) = (one.min(two), one.max(two));
    if high == rounds {
        2 * low % rounds
    } else {
        (low + high) % rounds
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::pairing::Pairing;
    use crate::record::Outcome;
    use crate::samples::{plan, record};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nobody_plays_twice_in_a_round(finalists in 2..40_usize) {
            let mut seen = BTreeSet::new();
            for one in 0..finalists {
                for two in 0..one {
                    let round = round_of(finalists, one, two);
                    prop_assert!(round < finalists);
                    prop_assert_eq!(round, round_of(finalists, two, one));
                    prop_assert!(seen.insert((round, one)) && seen.insert((round, two)));
                }
            }
        }
    }

    /// Records of a tournament in which players win all games against those of higher
    /// numbers and the last one does not qualify.
    fn records(plan: &Plan) -> Records {
        let mut records = Records::default();
        let last = plan.players.len() - 1;
        let mut add = |game: Pairing, winner| {
            let record = record(plan, game, Outcome::of(Some(winner)));
            records.add(record, "here".to_owned()).expect("each once");
        };
        for game in Pairing::qualification(plan.players.len()) {
            let own = match game.side(Disc::Black) {
                Side::Entrant(_) => Disc::Black,
                Side::Gatekeeper(_) => Disc::White,
            };
            let has_lost = game.side(own) == Side::Entrant(last);
            add(game, if has_lost { own.opponent() } else { own });
        }
        for game in Pairing::finals(&(0..last).collect::<Vec<_>>(), 0) {
            let (Side::Entrant(black), Side::Entrant(white)) =
                (game.side(Disc::Black), game.side(Disc::White))
            else {
                panic!("a game of the finals has two finalists");
            };
            add(
                game,
                if black < white {
                    Disc::Black
                } else {
                    Disc::White
                },
            );
        }
        records
    }

    #[test]
    fn the_history_ends_with_the_ratings_of_the_table() {
        for players in [3, 4, 30] {
            let plan = plan(players, 8);
            let records = records(&plan);
            let history = History::of(&plan, &records);
            let finalists = players - 1;
            let rounds = finalists - usize::from(finalists.is_multiple_of(2));
            assert_eq!(history.rounds.first(), Some(&0));
            assert_eq!(history.rounds.last(), Some(&rounds));
            assert_eq!(history.ratings.len(), finalists);
            for standing in score::standings(&plan, &records) {
                let Side::Entrant(player) = standing.side else {
                    continue;
                };
                let found = history.ratings.iter().find(|(one, _)| *one == player);
                assert_eq!(found.is_some(), standing.place.is_some());
                if let Some((_, ratings)) = found {
                    assert_eq!(ratings.len(), history.rounds.len());
                    let last = ratings.last().copied().unwrap_or_default();
                    assert!((last - standing.rating.points).abs() < 1e-6);
                }
            }
        }
    }

    #[test]
    fn a_gauntlet_has_a_round_per_opponent() {
        let rounds = Rounds::Gauntlet(vec![4, 7]);
        assert_eq!(rounds.of(1, 4), Some(0));
        assert_eq!(rounds.of(7, 1), Some(1));
        assert_eq!(rounds.of(1, 2), None);
        let swiss = Rounds::Swiss(vec![vec![(0, 1), (2, 3)], vec![(0, 2)]]);
        assert_eq!(swiss.of(2, 0), Some(1));
        assert_eq!(swiss.of(1, 3), None);
    }

    #[test]
    fn there_is_no_history_without_finals() {
        let plan = plan(2, 8);
        assert_eq!(History::of(&plan, &Records::default()), History::default());
    }
}
