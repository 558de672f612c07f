//! The finalists, the scores and the standings.

use std::collections::BTreeMap;

use reversi_core::Disc;

use crate::finals;
use crate::log::Records;
use crate::pairing::{Gatekeeper, Pairing, Side, Stage};
use crate::plan::Plan;
use crate::rating::{self, Observation, Rating};
use crate::record::{Outcome, Record};
use crate::settings::Finals;

/// The number of wins, of four qualification games, that a finalist needs.
pub const NEEDED: usize = 3;

/// The score of a win.
pub const WIN: f64 = 2.0;

/// Returns the score of a tie for a player that used the time `own`, against an
/// opponent that used `other`: the opponent's share of their total time. The two
/// scores sum to 1.
///
/// If the times differ by less than `resolution`, each score is ½. Otherwise the
/// longer time is shortened by `resolution` and the shorter one counts as that
/// much at least, so that the scores have no step where ½ ends.
pub fn tie(own: u64, other: u64, resolution: u64) -> f64 {
    if own.abs_diff(other) < resolution || own == other {
        return 0.5;
    }
    let shorter = own.min(other).max(resolution);
    let longer = (own.max(other) - resolution).max(shorter);
    let part = longer as f64 / (longer as f64 + shorter as f64);
    if own < other { part } else { 1.0 - part }
}

/// Returns the score of the game `record` for the player of `disc`.
pub fn game_score(record: &Record, disc: Disc) -> f64 {
    match record.result.winner() {
        Some(winner) if winner == disc => WIN,
        Some(_) => 0.0,
        None => tie(
            record.charged(disc),
            record.charged(disc.opponent()),
            record.resolution(),
        ),
    }
}

/// Returns the numbers of the players that have qualified, in order; `None`
/// while qualification games are missing.
pub fn finalists(plan: &Plan, records: &Records) -> Option<Vec<usize>> {
    let mut finalists = Vec::new();
    let games = Pairing::qualification(plan.players.len());
    for (player, games) in games.chunks(4).enumerate() {
        let mut wins = 0;
        for &game in games {
            let winner = records.get(game)?.result.winner();
            wins +=
                usize::from(winner.is_some_and(|disc| game.side(disc) == Side::Entrant(player)));
        }
        if wins >= NEEDED && !plan.is_opponent(player) {
            finalists.push(player);
        }
    }
    Some(finalists)
}

/// The number of wins, ties and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: usize,
    /// Games tied.
    pub ties: usize,
    /// Games lost.
    pub losses: usize,
}

impl Tally {
    /// Returns the number of games.
    pub fn games(&self) -> usize {
        self.wins + self.ties + self.losses
    }

    fn add(&mut self, outcome: Outcome, disc: Disc) {
        match outcome.winner() {
            Some(winner) if winner == disc => self.wins += 1,
            Some(_) => self.losses += 1,
            None => self.ties += 1,
        }
    }
}

/// A player's results.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The player.
    pub side: Side,
    /// The place among the finalists, from 1; equal players share one. `None`
    /// for all others.
    pub place: Option<usize>,
    /// The score in the finals.
    pub score: f64,
    /// The games of the finals.
    pub finals: Tally,
    /// The games of the qualification.
    pub qualification: Tally,
    /// The number of moves in all games.
    pub moves: usize,
    /// The time charged for all moves, in microseconds.
    pub time_us: u64,
    /// The sum of the resolutions of the times of all games, in microseconds.
    pub resolution_us: u64,
    /// The rating by all games.
    pub rating: Rating,
}

impl Standing {
    /// Returns the mean time per move in milliseconds; `None` without a move.
    pub fn ms_per_move(&self) -> Option<f64> {
        self.per_move(self.time_us)
    }

    /// Returns the resolution of that mean, in milliseconds.
    pub fn ms_resolution(&self) -> Option<f64> {
        self.per_move(self.resolution_us)
    }

    fn per_move(&self, micros: u64) -> Option<f64> {
        (self.moves > 0).then(|| micros as f64 / 1e3 / self.moves as f64)
    }
}

/// Returns all players: the finalists, best first; then those that have not
/// qualified, by their wins; then smarter and smartest.
pub fn standings(plan: &Plan, records: &Records) -> Vec<Standing> {
    let finalists = finalists(plan, records).unwrap_or_default();
    let sides: Vec<Side> = (0..plan.players.len())
        .map(Side::Entrant)
        .chain(Gatekeeper::ALL.map(Side::Gatekeeper))
        .collect();
    let mut rated: BTreeMap<Pairing, Observation> = BTreeMap::new();
    let mut standings: Vec<Standing> = sides
        .iter()
        .map(|&side| Standing {
            side,
            place: None,
            score: 0.0,
            finals: Tally::default(),
            qualification: Tally::default(),
            moves: 0,
            time_us: 0,
            resolution_us: 0,
            rating: Rating::default(),
        })
        .collect();
    for (player, games) in finals::byes(plan, &finalists, records) {
        standings[player].score += WIN * games as f64;
    }
    for record in records.iter() {
        let result = observation(plan, record);
        let (one, two) = (result.one, result.two);
        observe(&mut rated, record.game, result);
        let played = movers(plan, record);
        for (index, disc) in [(one, Disc::Black), (two, Disc::White)] {
            let standing = &mut standings[index];
            standing.moves += played.iter().filter(|&&mover| mover == disc).count();
            standing.time_us += record.charged(disc);
            standing.resolution_us += record.resolution();
            match record.game.stage() {
                Stage::Qualification => standing.qualification.add(record.result, disc),
                Stage::Finals => {
                    standing.finals.add(record.result, disc);
                    standing.score += game_score(record, disc);
                }
            }
        }
    }
    let rated: Vec<Observation> = rated.into_values().collect();
    // In simulations, those of other finals are too often false or too wide.
    let with_interval = match plan.finals {
        Finals::RoundRobin => &finalists[..],
        _ => &[],
    };
    let ratings = rating::rate(sides.len(), &rated, with_interval);
    for (standing, rating) in standings.iter_mut().zip(ratings) {
        standing.rating = rating;
    }
    let is_finalist =
        |side: Side| matches!(side, Side::Entrant(player) if finalists.contains(&player));
    let order = |standing: &Standing| {
        let group = match standing.side {
            side if is_finalist(side) => 0,
            Side::Entrant(_) => 1,
            Side::Gatekeeper(_) => 2,
        };
        (
            group,
            usize::MAX - standing.qualification.wins * usize::from(group == 1),
        )
    };
    // The sort is stable: equal players stay in the order of the plan.
    standings.sort_by(|one, two| {
        two.score
            .total_cmp(&one.score)
            .then(two.finals.wins.cmp(&one.finals.wins))
    });
    standings.sort_by_key(order);
    let mut last: Option<(f64, usize, usize)> = None;
    for (index, standing) in standings.iter_mut().enumerate() {
        if is_finalist(standing.side) {
            let (score, wins) = (standing.score, standing.finals.wins);
            let place = match last {
                Some((before, won, place)) if before.total_cmp(&score).is_eq() && won == wins => {
                    place
                }
                _ => index + 1,
            };
            last = Some((score, wins, place));
            standing.place = Some(place);
        }
    }
    standings
}

/// Returns the result of a game. Its players are numbered as in the plan, and the
/// gatekeepers after them.
pub(crate) fn observation(plan: &Plan, record: &Record) -> Observation {
    let players = plan.players.len();
    let number = |disc| match record.game.side(disc) {
        Side::Entrant(player) => player,
        Side::Gatekeeper(Gatekeeper::Smarter) => players,
        Side::Gatekeeper(Gatekeeper::Smartest) => players + 1,
    };
    Observation {
        one: number(Disc::Black),
        two: number(Disc::White),
        games: 1.0,
        score: match record.result {
            Outcome::Black => 1.0,
            Outcome::White => 0.0,
            Outcome::Tie => 0.5,
        },
        is_final: record.game.stage() == Stage::Finals,
    }
}

/// Adds the result of a game. The games with both colours are one observation.
fn observe(rated: &mut BTreeMap<Pairing, Observation>, game: Pairing, result: Observation) {
    if let Some(observation) = rated.get_mut(&game.reversed()) {
        observation.games += result.games;
        observation.score += result.games - result.score;
    } else {
        rated.insert(game, result);
    }
}

/// Returns the side that made each move. The move that lost a game, if any, is
/// not among them, but its time counts.
fn movers(plan: &Plan, record: &Record) -> Vec<Disc> {
    let plies = record.replay(&plan.settings).unwrap_or_default();
    let moves = plies.iter().filter(|ply| ply.moved.is_some());
    moves.map(|ply| ply.mover).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairing::Gatekeeper;
    use crate::samples::{plan, record};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_two_scores_of_a_tie_sum_to_one(
            own in 0..1_u64 << 50,
            other in 0..1_u64 << 50,
            resolution in 0..1_u64 << 20,
        ) {
            let (one, two) = (tie(own, other, resolution), tie(other, own, resolution));
            prop_assert!((one + two - 1.0).abs() < 1e-12);
            prop_assert!((0.0..=1.0).contains(&one));
            if own + resolution < other {
                prop_assert!(one > 0.5, "the faster one gets more");
            }
        }

        #[test]
        fn a_difference_below_the_resolution_is_none(
            own in 0..1_u64 << 40,
            resolution in 1..1_u64 << 20,
            more in any::<prop::sample::Index>(),
        ) {
            let other = own + more.index(usize::try_from(resolution).expect("it is small")) as u64;
            prop_assert!((tie(own, other, resolution) - 0.5).abs() < 1e-12);
            prop_assert!((tie(other, own, resolution) - 0.5).abs() < 1e-12);
        }

        /// A time that is off by a part of the resolution changes the scores by a
        /// quarter of that part at most, wherever it is.
        #[test]
        fn the_scores_have_no_steps(
            own in 0..5000_u64,
            other in 0..5000_u64,
            off in 0..500_u64,
            resolution in 1..1000_u64,
        ) {
            let change = (tie(own, other + off, resolution) - tie(own, other, resolution)).abs();
            let most = off as f64 / resolution as f64 / 4.0;
            prop_assert!(change <= most + 1e-9, "{change} > {most}");
        }
    }

    /// A qualification in which the letters of each player are the results of
    /// its four games: `w`on, `t`ied, `l`ost.
    fn qualification(plan: &Plan, letters: &[&str]) -> Records {
        let mut records = Records::default();
        let games = Pairing::qualification(letters.len());
        for (game, letter) in games.iter().zip(letters.concat().chars()) {
            let own = match game.side(Disc::Black) {
                Side::Entrant(_) => Disc::Black,
                Side::Gatekeeper(_) => Disc::White,
            };
            let result = Outcome::of(match letter {
                'w' => Some(own),
                'l' => Some(own.opponent()),
                _ => None,
            });
            let record = record(plan, *game, result);
            records.add(record, "here".to_owned()).expect("each once");
        }
        records
    }

    #[test]
    fn three_wins_of_four_qualify_and_ties_do_not_count() {
        let letters = ["wwww", "wwtt", "lwww", "wtww", "wwll", "tttt"];
        let plan = plan(letters.len(), 8);
        let records = qualification(&plan, &letters);
        assert_eq!(finalists(&plan, &records), Some(vec![0, 2, 3]));
        let fewer = qualification(&plan, &letters[..5]);
        assert_eq!(finalists(&plan, &fewer), None, "games are missing");
    }

    #[test]
    fn finalists_are_ordered_by_score_and_wins_and_come_first() {
        let plan = plan(5, 8);
        let mut records = qualification(&plan, &["llll", "wwww", "wwww", "wwll", "wwww"]);
        // 1 beats 2 twice; 1 and 4 tie twice; 2 and 4 win once each.
        for (black, white, result) in [
            (1, 2, Outcome::Black),
            (2, 1, Outcome::White),
            (1, 4, Outcome::Tie),
            (4, 1, Outcome::Tie),
            (2, 4, Outcome::Black),
            (4, 2, Outcome::Black),
        ] {
            let record = record(&plan, Pairing::Final { black, white }, result);
            records.add(record, "here".to_owned()).expect("each once");
        }
        let standings = standings(&plan, &records);
        let order: Vec<_> = standings.iter().map(|one| (one.side, one.place)).collect();
        let expected = [
            (Side::Entrant(1), Some(1)),
            (Side::Entrant(4), Some(2)),
            (Side::Entrant(2), Some(3)),
            (Side::Entrant(3), None),
            (Side::Entrant(0), None),
            (Side::Gatekeeper(Gatekeeper::Smarter), None),
            (Side::Gatekeeper(Gatekeeper::Smartest), None),
        ];
        assert_eq!(order, expected);
        let scores: Vec<f64> = standings.iter().map(|one| one.score).collect();
        // With black a tie is worth three quarters, with white one.
        assert!((scores[0] - 5.0).abs() < 1e-12, "{scores:?}");
        assert!((scores[1] - 3.0).abs() < 1e-12, "{scores:?}");
        assert!((scores[2] - 2.0).abs() < 1e-12, "{scores:?}");
        let tally = Tally {
            wins: 2,
            ties: 2,
            losses: 0,
        };
        assert_eq!(standings[0].finals, tally);
        assert_eq!(standings[0].qualification.wins, 4);
        assert!(standings[0].rating.points > standings[4].rating.points);
        let gatekeepers: Vec<usize> = standings[5..]
            .iter()
            .map(|one| one.qualification.games())
            .collect();
        assert_eq!(gatekeepers, [10, 10]);
    }

    #[test]
    fn equal_players_share_a_place() {
        let plan = plan(3, 8);
        let mut records = qualification(&plan, &["wwww"; 3]);
        for game in Pairing::finals(&[0, 1, 2], 0) {
            let record = record(&plan, game, Outcome::Black);
            records.add(record, "here".to_owned()).expect("each once");
        }
        let places: Vec<_> = standings(&plan, &records)
            .iter()
            .map(|one| one.place)
            .collect();
        assert_eq!(places, [Some(1), Some(1), Some(1), None, None]);
    }

    #[test]
    fn the_score_of_a_tie_is_the_opponents_share_of_the_time() {
        assert!((tie(1, 3, 0) - 0.75).abs() < 1e-12);
        assert!((tie(0, 0, 0) - 0.5).abs() < 1e-12);
        assert!((tie(5, 0, 0) - 0.0).abs() < 1e-12);
        // 10 counts as 30 - 10 against 10, the resolution.
        assert!((tie(0, 30, 10) - 2.0 / 3.0).abs() < 1e-12);
    }
}
