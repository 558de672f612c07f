//! The games of the finals: a round robin, a Swiss tournament, or a gauntlet.

use std::collections::{BTreeMap, BTreeSet};

use reversi_core::Disc;

use crate::log::Records;
use crate::pairing::{Pairing, Side};
use crate::plan::Plan;
use crate::settings::Finals;

/// A round of a Swiss tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The players that meet.
    pub pairs: Vec<(usize, usize)>,
    /// The player without an opponent, if their number is odd.
    pub bye: Option<usize>,
}

/// Returns the games of the finals between `finalists`, as far as they are known: of a
/// Swiss tournament up to the first round with a missing game.
pub(crate) fn games(plan: &Plan, finalists: &[usize], records: &Records) -> Vec<Pairing> {
    let openings = plan.openings.len();
    match plan.finals {
        Finals::RoundRobin => Pairing::finals(finalists, openings),
        Finals::Swiss(_) => rounds(plan, finalists, records)
            .iter()
            .flat_map(|round| &round.pairs)
            .flat_map(|&(one, two)| Pairing::finals(&[one, two], openings))
            .collect(),
        Finals::Gauntlet => {
            let mut games = Vec::new();
            for &finalist in finalists {
                for other in plan.builtins() {
                    games.extend(Pairing::finals(&[finalist, other], openings));
                }
            }
            games
        }
    }
}

/// Returns the rule of the finals in words, as in "every pair of players plays two games".
pub(crate) fn words(plan: &Plan) -> String {
    let who = match plan.finals {
        Finals::RoundRobin => "every pair of players plays".to_owned(),
        Finals::Swiss(1) => "there is one round, in which each player meets one other; \
                             a pair plays"
            .to_owned(),
        Finals::Swiss(rounds) => format!(
            "there are {rounds} rounds of a Swiss tournament, in which players with about equal \
             points meet; a pair plays"
        ),
        Finals::Gauntlet => "every player meets the built-in players; a pair plays".to_owned(),
    };
    match plan.openings.len() {
        0 => format!("{who} two games"),
        1 => format!("{who} two games from an opening"),
        openings => format!("{who} {} games from {openings} openings", 2 * openings),
    }
}

/// Returns the number of games if `finalists` players qualify.
pub(crate) fn number(plan: &Plan, finalists: usize) -> usize {
    let openings = plan.openings.len().max(1);
    let pairs = match plan.finals {
        Finals::RoundRobin => finalists * finalists.saturating_sub(1) / 2,
        Finals::Swiss(rounds) => {
            // An odd number of players can play as many rounds, with a bye each.
            usize::from(rounds).min(finalists.saturating_sub(1) | 1) * (finalists / 2)
        }
        Finals::Gauntlet => finalists * plan.builtins().count(),
    };
    2 * openings * pairs
}

/// Returns the number of games that each player counts as won by a bye: all those of a
/// round.
pub(crate) fn byes(plan: &Plan, finalists: &[usize], records: &Records) -> BTreeMap<usize, usize> {
    let games = 2 * plan.openings.len().max(1);
    let mut byes = BTreeMap::new();
    for player in rounds(plan, finalists, records)
        .iter()
        .filter_map(|round| round.bye)
    {
        *byes.entry(player).or_default() += games;
    }
    byes
}

/// Returns the rounds of a Swiss tournament that are known: each is planned from the
/// results of all rounds before it, so the last one has missing games, or it is the
/// last of the tournament. There are none in other finals.
///
/// The players are ordered by points (2 for a win, 1 for a tie, without regard to the
/// times), then by their numbers, and each meets the next that it has not met. In each
/// round of an odd number the last player that has had no bye gets one. If all pairs of
/// the rest have met, the tournament ends earlier.
pub fn rounds(plan: &Plan, finalists: &[usize], records: &Records) -> Vec<Round> {
    let Finals::Swiss(number) = plan.finals else {
        return Vec::new();
    };
    let openings = plan.openings.len();
    let mut points: BTreeMap<usize, usize> = finalists.iter().map(|&player| (player, 0)).collect();
    let mut met = BTreeSet::new();
    let mut rested = BTreeSet::new();
    let mut rounds = Vec::new();
    while rounds.len() < usize::from(number) {
        let mut order = finalists.to_vec();
        order.sort_by_key(|player| (usize::MAX - points[player], *player));
        let Some(round) = pair(&order, &met, &rested) else {
            break;
        };
        let mut is_finished = true;
        for &(one, two) in &round.pairs {
            met.insert((one.min(two), one.max(two)));
            for game in Pairing::finals(&[one, two], openings) {
                let Some(record) = records.get(game) else {
                    is_finished = false;
                    continue;
                };
                for disc in [Disc::Black, Disc::White] {
                    let player = if game.side(disc) == Side::Entrant(one) {
                        one
                    } else {
                        two
                    };
                    *points.entry(player).or_default() += match record.result.winner() {
                        Some(winner) if winner == disc => 2,
                        Some(_) => 0,
                        None => 1,
                    };
                }
            }
        }
        if let Some(player) = round.bye {
            rested.insert(player);
            *points.entry(player).or_default() += 4 * openings.max(1);
        }
        rounds.push(round);
        if !is_finished {
            break;
        }
    }
    rounds
}

/// The most steps of the search for a round. A few thousand are enough unless nearly all
/// pairs have met.
const STEPS: usize = 1_000_000;

/// Returns a round between the players in `order`, best first, of which the pairs `met`
/// (the lower number first) have met and the players `rested` have had a bye.
fn pair(
    order: &[usize],
    met: &BTreeSet<(usize, usize)>,
    rested: &BTreeSet<usize>,
) -> Option<Round> {
    /// Pairs the first player of `left` with the nearest possible one, and so on.
    fn search(
        left: &[usize],
        met: &BTreeSet<(usize, usize)>,
        pairs: &mut Vec<(usize, usize)>,
        steps: &mut usize,
    ) -> bool {
        let Some((&one, others)) = left.split_first() else {
            return true;
        };
        for (index, &two) in others.iter().enumerate() {
            if met.contains(&(one.min(two), one.max(two))) {
                continue;
            }
            if *steps == 0 {
                return false;
            }
            *steps -= 1;
            let mut rest = others.to_vec();
            rest.remove(index);
            pairs.push((one, two));
            if search(&rest, met, pairs, steps) {
                return true;
            }
            pairs.pop();
        }
        false
    }
    if order.len() < 2 {
        return None;
    }
    let mut steps = STEPS;
    let mut pairs = Vec::new();
    if order.len().is_multiple_of(2) {
        let is_found = search(order, met, &mut pairs, &mut steps);
        return is_found.then_some(Round { pairs, bye: None });
    }
    // The worst one that has had none; nobody has a second bye while others have none.
    let mut candidates: Vec<usize> = order.iter().copied().rev().collect();
    candidates.retain(|player| !rested.contains(player));
    for bye in candidates {
        let left: Vec<usize> = order.iter().copied().filter(|&one| one != bye).collect();
        pairs.clear();
        if search(&left, met, &mut pairs, &mut steps) {
            let bye = Some(bye);
            return Some(Round { pairs, bye });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Source;
    use crate::record::Outcome;
    use crate::samples;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// Whatever the results are: nobody meets an opponent or rests twice, nobody
        /// plays twice in a round, the rounds do not depend on the order in which the
        /// games were played, and there are as many as were asked for up to half the
        /// number of players, for which pairs that have not met always exist.
        #[test]
        fn a_swiss_tournament_has_no_rematch(
            players in 2..12_usize,
            wanted in 1..12_u16,
            openings in 0..3_usize,
            seed in any::<u64>(),
        ) {
            let mut plan = samples::plan(players, 6);
            plan.finals = Finals::Swiss(wanted);
            plan.openings = vec![String::new(); openings];
            let finalists: Vec<usize> = (0..players).collect();
            let mut records = Records::default();
            let mut random = reversi_engine::Random::new(seed);
            loop {
                let before = rounds(&plan, &finalists, &records);
                let all = games(&plan, &finalists, &records);
                let missing: Vec<Pairing> =
                    all.iter().copied().filter(|&game| !records.has(game)).collect();
                if missing.is_empty() {
                    break;
                }
                let game = random.choose(&missing).expect("there are some");
                let result = random
                    .choose(&[Outcome::Black, Outcome::White, Outcome::Tie])
                    .expect("there are three");
                records.add(samples::record(&plan, game, result), "here".to_owned())
                    .expect("each game once");
                let after = rounds(&plan, &finalists, &records);
                prop_assert!(after.starts_with(&before), "known rounds stay");
            }
            let rounds = rounds(&plan, &finalists, &records);
            let mut met = BTreeSet::new();
            let mut rested = BTreeSet::new();
            for round in &rounds {
                let mut busy = BTreeSet::new();
                for &(one, two) in &round.pairs {
                    prop_assert!(busy.insert(one) && busy.insert(two));
                    prop_assert!(met.insert((one.min(two), one.max(two))), "a rematch");
                }
                if let Some(player) = round.bye {
                    prop_assert!(busy.insert(player) && rested.insert(player));
                }
                prop_assert_eq!(busy.len(), players);
            }
            prop_assert!(rounds.len() >= usize::from(wanted).min(players / 2));
            prop_assert!(rounds.len() <= usize::from(wanted));
            let games = 2 * openings.max(1) * met.len();
            prop_assert_eq!(records.iter().count(), games);
            prop_assert!(games <= number(&plan, players));
            let byes = byes(&plan, &finalists, &records);
            prop_assert_eq!(byes.keys().copied().collect::<BTreeSet<_>>(), rested);
        }
    }

    #[test]
    fn players_with_equal_points_meet() {
        let mut plan = samples::plan(4, 6);
        plan.finals = Finals::Swiss(2);
        let finalists = [0, 1, 2, 3];
        let mut records = Records::default();
        let first = rounds(&plan, &finalists, &records);
        assert_eq!(first[0].pairs, [(0, 1), (2, 3)]);
        // 1 and 3 win both games.
        for (black, white, result) in [
            (0, 1, Outcome::White),
            (1, 0, Outcome::Black),
            (2, 3, Outcome::White),
            (3, 2, Outcome::Black),
        ] {
            let record = samples::record(&plan, Pairing::Final { black, white }, result);
            records.add(record, "here".to_owned()).expect("each once");
        }
        let both = rounds(&plan, &finalists, &records);
        assert_eq!(both[1].pairs, [(1, 3), (0, 2)]);
    }

    #[test]
    fn a_gauntlet_is_played_against_the_built_in_players() {
        let mut plan = samples::plan(4, 6);
        plan.finals = Finals::Gauntlet;
        for player in 0..3 {
            plan.players[player].source = Source::Submission {
                file: "a.c".to_owned(),
                hash: String::new(),
            };
        }
        let games = games(&plan, &[0, 2], &Records::default());
        let names: Vec<String> = games.iter().map(Pairing::to_string).collect();
        assert_eq!(names, ["f-0-3", "f-3-0", "f-2-3", "f-3-2"]);
        assert_eq!(number(&plan, 2), 4);
    }
}
