//! The rules of the tournament, from Appendix A of the handout: the qualification, the
//! finals, and the scores.

use std::cmp::Ordering;

use reversi_core::{ByDisc, Disc};

use crate::field::{Field, Pairing};
use crate::rating;
use crate::record::{Ending, GameWinner, Record};
use crate::results::Results;

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum TournamentStage {
    /// Every player against smarter and smartest, with both colours.
    Qualification,
    /// Every pair of finalists twice, each with black once.
    Finals,
}

impl TournamentStage {
    pub(crate) const ALL: [Self; 2] = [Self::Qualification, Self::Finals];

    pub(crate) fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

pub(crate) const NEEDED: usize = 3;

pub(crate) const WIN: f64 = 2.0;

/// Two players share a tie equally if their times differ by less than this fraction of the longer
/// one, or by less than this number of microseconds.
const SAME_TIME: (f64, u64) = (0.05, 10_000);

fn both(one: usize, two: usize) -> [Pairing; 2] {
    let game = |black, white| ByDisc { black, white };
    [game(one, two), game(two, one)]
}

/// Returns the games of the qualification. A player without a program loses all its games without
/// playing.
pub(crate) fn qualification(field: &Field) -> Vec<Pairing> {
    let players = field.entrants();
    let able = players.filter(|&player| field.players()[player].failed.is_none());
    able.flat_map(|player| field.gatekeepers().flat_map(move |one| both(player, one)))
        .collect()
}

/// Returns `None` while qualification games are missing.
pub(crate) fn finalists(field: &Field, results: &Results) -> Option<Vec<usize>> {
    let mut wins = vec![0; field.players().len()];
    for game in qualification(field) {
        if let Some(winner) = results.get(field, game)?.result {
            wins[game[winner]] += 1;
        }
    }
    let entrants = field.entrants();
    Some(entrants.filter(|&player| wins[player] >= NEEDED).collect())
}

pub(crate) fn finals(finalists: &[usize]) -> Vec<Pairing> {
    let mut games = Vec::new();
    for (index, &one) in finalists.iter().enumerate() {
        for &two in &finalists[index + 1..] {
            games.extend(both(one, two));
        }
    }
    games
}

/// Returns `None` for the finals while qualification games are missing.
pub(crate) fn games(
    field: &Field,
    results: &Results,
    stage: TournamentStage,
) -> Option<Vec<Pairing>> {
    match stage {
        TournamentStage::Qualification => Some(qualification(field)),
        TournamentStage::Finals => finalists(field, results).map(|finalists| finals(&finalists)),
    }
}

/// Returns the score of a tie for a player that used `own` microseconds, against an opponent that
/// used `other`: the opponent's share of their total time, or ½ if the two times are about the
/// same. The two scores sum to 1.
pub(crate) fn tie(own: u64, other: u64) -> f64 {
    let difference = own.abs_diff(other);
    let (part, least) = SAME_TIME;
    if difference < least || (difference as f64) < part * own.max(other) as f64 {
        return 0.5;
    }
    other as f64 / (own as f64 + other as f64)
}

pub(crate) fn game_score(record: &Record, disc: Disc) -> f64 {
    match record.result {
        Some(winner) if winner == disc => WIN,
        Some(_) => 0.0,
        None => tie(record[disc].us, record[disc.opponent()].us),
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub wins: usize,
    pub ties: usize,
    pub losses: usize,
}

impl Tally {
    fn add(&mut self, winner: GameWinner, disc: Disc) {
        match winner {
            Some(winner) if winner == disc => self.wins += 1,
            Some(_) => self.losses += 1,
            None => self.ties += 1,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Standing {
    pub player: usize,
    /// The place among the finalists, from 1, shared by equal players; `None` for all others.
    pub place: Option<usize>,
    pub score: f64,
    pub finals: Tally,
    /// The number of games won in the qualification, of four.
    pub qualification: usize,
    pub answers: usize,
    pub time_us: u64,
    /// `None` without a game.
    pub rating: Option<f64>,
    /// The end of the first game that it lost other than by discs.
    pub fault: Option<Ending>,
}

impl Standing {
    /// Returns the mean processor time per answer; `None` without an answer.
    pub(crate) fn ms_per_move(&self) -> Option<f64> {
        (self.answers > 0).then(|| self.time_us as f64 / 1e3 / self.answers as f64)
    }

    fn rank(&self) -> (f64, usize) {
        (self.score, self.finals.wins)
    }
}

/// Returns all players: the finalists, best first; then those that have not qualified, by wins;
/// then the course's.
pub(crate) fn standings(field: &Field, results: &Results) -> Vec<Standing> {
    let finalists = finalists(field, results).unwrap_or_default();
    let mut standings = unranked(field, results);
    sort(&mut standings, field, &finalists);
    for index in 0..finalists.len() {
        let before = index.checked_sub(1).map(|before| &standings[before]);
        let shared = before.filter(|one| one.rank() == standings[index].rank());
        let shared = shared.and_then(|one| one.place);
        standings[index].place = Some(shared.unwrap_or(index + 1));
    }
    standings
}

/// Returns the points and ratings of all players in the order of the field, without places.
fn unranked(field: &Field, results: &Results) -> Vec<Standing> {
    let mut standings: Vec<Standing> = (0..field.players().len())
        .map(|player| Standing {
            player,
            fault: (field.players()[player].failed.is_some()).then_some(Ending::Build),
            ..Standing::default()
        })
        .collect();
    let mut rated = Vec::new();
    for stage in TournamentStage::ALL {
        let games = games(field, results, stage).unwrap_or_default();
        for (game, record) in results.of(field, games) {
            let black = match record.result {
                Some(Disc::Black) => 1.0,
                Some(Disc::White) => 0.0,
                None => 0.5,
            };
            rated.push((game.black, game.white, black));
            for disc in [Disc::Black, Disc::White] {
                let standing = &mut standings[game[disc]];
                standing.answers += record[disc].answers;
                standing.time_us += record[disc].us;
                let has_won = record.result == Some(disc);
                match stage {
                    TournamentStage::Qualification => {
                        standing.qualification += usize::from(has_won);
                    }
                    TournamentStage::Finals => {
                        standing.finals.add(record.result, disc);
                        standing.score += game_score(record, disc);
                    }
                }
                if record.end != Ending::Finished && !has_won {
                    standing.fault.get_or_insert(record.end);
                }
            }
        }
    }
    let ratings = rating::rate(standings.len(), &rated);
    for (standing, rating) in standings.iter_mut().zip(ratings) {
        standing.rating = rating;
    }
    standings
}

fn sort(standings: &mut [Standing], field: &Field, finalists: &[usize]) {
    let group = |player: usize| match player {
        _ if finalists.contains(&player) => 0,
        _ if field.entrants().contains(&player) => 1,
        _ => 2,
    };
    // The sort is stable: equal players keep the order of the field.
    standings.sort_by(|one, two| {
        let groups = group(one.player).cmp(&group(two.player));
        groups.then_with(|| match group(one.player) {
            0 => (two.rank().partial_cmp(&one.rank())).unwrap_or(Ordering::Equal),
            1 => two.qualification.cmp(&one.qualification),
            _ => Ordering::Equal,
        })
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builds::Builds;
    use crate::record::tests::game as record_of;
    use crate::settings::Settings;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_two_scores_of_a_tie_sum_to_one_and_the_faster_player_gets_more(
            own in 0..1_u64 << 50,
            other in 0..1_u64 << 50,
        ) {
            let (one, two) = (tie(own, other), tie(other, own));
            prop_assert!((one + two - 1.0).abs() < 1e-12);
            prop_assert!((0.0..=1.0).contains(&one));
            prop_assert!(own < other || one <= 0.5);
        }
    }

    #[test]
    fn about_the_same_time_is_the_same() {
        let is_half = |own, other| (tie(own, other) - 0.5).abs() < 1e-12;
        assert!(is_half(0, 9_999) && !is_half(0, 10_000), "10 ms");
        assert!(is_half(1_000_000, 951_000), "less than 5 %");
        assert!(!is_half(1_000_000, 950_000), "5 %");
        let share = tie(1_000_000, 3_000_000);
        assert!((share - 0.75).abs() < 1e-12, "the other's share");
    }

    fn field(players: usize) -> Field {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let builtin = |level: usize| format!("engine:{}", level + 1).parse().expect("a player");
        let settings = Settings {
            submissions: folder.path().to_owned(),
            with: (0..players).map(builtin).collect(),
            ..Settings::default()
        };
        Field::read(&settings, &Builds::new(folder.path())).expect("it is empty")
    }

    /// Adds a result for which black used one second and white three.
    fn add(results: &mut Results, field: &Field, game: Pairing, result: GameWinner) {
        let key = |player: usize| field.players()[player].key.clone();
        let mut record = record_of();
        record.result = result;
        (record.black.key, record.white.key) = (key(game.black), key(game.white));
        (record.black.us, record.white.us) = (1_000_000, 3_000_000);
        results.add(record);
    }

    /// A qualification in which the letters of each player are the results of its four games:
    /// `w`on, `t`ied, `l`ost.
    fn qualified(field: &Field, letters: &[&str]) -> Results {
        let mut results = Results::default();
        let games = qualification(field).into_iter();
        for (game, letter) in games.zip(letters.concat().chars()) {
            let is_black = field.entrants().contains(&game.black);
            let own = if is_black { Disc::Black } else { Disc::White };
            let result = match letter {
                'w' => Some(own),
                'l' => Some(own.opponent()),
                _ => None,
            };
            add(&mut results, field, game, result);
        }
        results
    }

    #[test]
    fn three_wins_of_four_qualify_and_ties_do_not_count() {
        let letters = ["wwww", "wwtt", "lwww", "wtww", "wwll", "tttt"];
        let field = field(letters.len());
        let results = qualified(&field, &letters);
        assert_eq!(finalists(&field, &results), Some(vec![0, 2, 3]));
        let fewer = qualified(&field, &letters[..5]);
        assert_eq!(finalists(&field, &fewer), None, "games are missing");
    }

    #[test]
    fn finalists_are_ordered_by_score_and_wins_and_come_first() {
        let field = field(5);
        let mut results = qualified(&field, &["llll", "wwww", "wwww", "wwll", "wwww"]);
        // 1 beats 2 twice; 1 and 4 tie twice; 2 and 4 win once each.
        for (black, white, result) in [
            (1, 2, Some(Disc::Black)),
            (2, 1, Some(Disc::White)),
            (1, 4, None),
            (4, 1, None),
            (2, 4, Some(Disc::Black)),
            (4, 2, Some(Disc::Black)),
        ] {
            add(&mut results, &field, Pairing { black, white }, result);
        }
        let standings = standings(&field, &results);
        let order = standings.iter().map(|one| (one.player, one.place));
        let order: Vec<_> = order.collect();
        let others = [(3, None), (0, None), (5, None), (6, None)];
        let finalists = [(1, Some(1)), (4, Some(2)), (2, Some(3))];
        assert_eq!(order, [&finalists[..], &others].concat());
        let scores: Vec<f64> = standings.iter().map(|one| one.score).collect();
        // A tie is worth three quarters with black, and one quarter with white.
        assert_eq!(scores[..3], [5.0, 3.0, 2.0]);
        let (wins, ties, losses) = (2, 2, 0);
        assert_eq!(standings[0].finals, Tally { wins, ties, losses });
        assert!(standings[0].rating > standings[4].rating);
    }

    #[test]
    fn equal_players_share_a_place() {
        let field = field(3);
        let mut results = qualified(&field, &["wwww"; 3]);
        for game in finals(&[0, 1, 2]) {
            add(&mut results, &field, game, Some(Disc::Black));
        }
        let standings = standings(&field, &results);
        let places: Vec<_> = standings.iter().map(|one| one.place).collect();
        assert_eq!(places, [Some(1), Some(1), Some(1), None, None]);
    }
}
