//! A game between two players, with the slow rules of the core as referee.

use std::time::{Duration, Instant};

use reversi_core::{Disc, Game, Square, Turn};
use reversi_engine::Position;
use reversi_engine::game::name;
use reversi_engine::openings::Opening;

use super::player::{Forfeit, MatchPlayer};

/// The time by which a move may exceed the limit before it counts as late.
const GRACE: Duration = Duration::from_millis(20);

/// The times of a player's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Times {
    pub(super) moves: u32,
    pub(super) total: Duration,
    pub(super) greatest: Duration,
    /// The number of moves that took longer than the limit and 20 ms.
    pub(super) late: u32,
}

impl Times {
    fn add(&mut self, time: Duration, limit: Option<Duration>) {
        self.moves += 1;
        self.total += time;
        self.greatest = self.greatest.max(time);
        self.late += u32::from(limit.is_some_and(|limit| time > limit + GRACE));
    }

    /// Returns the times of two sets of moves together.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            moves: self.moves + other.moves,
            total: self.total + other.total,
            greatest: self.greatest.max(other.greatest),
            late: self.late + other.late,
        }
    }
}

/// The index of the player that is tested, and of the one that it is compared with.
pub(super) const NEW: usize = 0;
const OLD: usize = 1;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Played {
    /// The moves after the opening, without passes.
    pub(super) moves: Vec<Square>,
    /// The final disc difference for the new player. The winner gets the empty squares,
    /// and a forfeited game is lost by 64.
    pub(super) discs: i32,
    /// The times of the new and of the old player.
    pub(super) times: [Times; 2],
    /// The reason why a player forfeited the game.
    pub(super) forfeit: Option<String>,
}

/// Plays a game from `opening` with the player of index `black` as black. A move that
/// takes longer than `limit` is counted, and valid.
pub(super) fn play(
    players: &mut [MatchPlayer; 2],
    opening: &Opening,
    black: usize,
    limit: Option<Duration>,
) -> Played {
    let mut game = opening.game().clone();
    let mut played = Played {
        moves: Vec::new(),
        discs: 0,
        times: [Times::default(); 2],
        forfeit: None,
    };
    let lost = finish(players, opening, &mut game, black, limit, &mut played).err();
    let sign = if black == NEW { 1 } else { -1 };
    let position = Position::of(game.board(), Disc::Black).expect("the board is 8×8");
    played.discs = match lost {
        Some((NEW, _)) => -64,
        Some(_) => 64,
        None => sign * position.final_score(),
    };
    played.forfeit = lost.map(|(player, reason)| {
        let player = ["new", "old"][player];
        format!("{player} forfeits: {reason}")
    });
    played
}

/// Plays to the end of the game; an error names the player that forfeits it and the
/// reason.
fn finish(
    players: &mut [MatchPlayer; 2],
    opening: &Opening,
    game: &mut Game,
    black: usize,
    limit: Option<Duration>,
    played: &mut Played,
) -> Result<(), (usize, String)> {
    for (player, one) in players.iter_mut().enumerate() {
        one.start(opening).map_err(|reason| (player, reason))?;
    }
    loop {
        match game.turn() {
            Turn::Over(_) => return Ok(()),
            Turn::Pass(disc) => {
                game.pass().expect("it must");
                for (player, one) in players.iter_mut().enumerate() {
                    one.follow(disc, None).map_err(|reason| (player, reason))?;
                }
            }
            Turn::Move(disc) => {
                let own = if disc == Disc::Black {
                    black
                } else {
                    OLD - black
                };
                let other = OLD - own;
                let start = Instant::now();
                let chosen = players[own].choose(game);
                played.times[own].add(start.elapsed(), limit);
                let placed = chosen.and_then(|at| place(game, disc, at));
                let at = placed.map_err(|reason| (own, reason))?;
                played.moves.push(at);
                let followed = players[other].follow(disc, Some(at));
                followed.map_err(|reason| (other, reason))?;
            }
        }
    }
}

/// Plays the move of `disc`, which has one.
fn place(game: &mut Game, disc: Disc, at: Option<Square>) -> Forfeit<Square> {
    let disc = name(disc);
    let at = at.ok_or_else(|| format!("{disc} cannot pass: it has a legal move"))?;
    match game.play(at) {
        Ok(_) => Ok(at),
        Err(error) => Err(format!("{disc} cannot play {at}: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::player::tests::{front_end, scripted};
    use reversi_core::Size;

    fn start() -> Opening {
        Opening::play(Size::EIGHT, &[]).expect("there is a middle")
    }

    #[test]
    fn programs_play_whole_games_with_passes() {
        let mut players = [front_end(), front_end()];
        let games = [NEW, OLD].map(|black| play(&mut players, &start(), black, None));
        for played in &games {
            assert_eq!(played.forfeit, None);
            let [new, old] = played.times;
            assert_eq!((new.moves + old.moves) as usize, played.moves.len());
            assert_eq!(new.late + old.late, 0);
        }
        assert_eq!(games[0].moves, games[1].moves);
        assert_eq!(games[0].discs, -games[1].discs);
    }

    #[test]
    fn illegal_moves_and_failures_forfeit_the_game() {
        for (answers, reason) in [
            ("= a1\n\n", "black cannot play a1: the move flips nothing"),
            ("= pass\n\n", "black cannot pass: it has a legal move"),
            ("", "the program closed its input or output"),
            ("? busy\n\n", "refused `genmove black`: busy"),
        ] {
            let program = scripted(&format!("=\n\n=\n\n{answers}"));
            let played = play(&mut [program, front_end()], &start(), NEW, None);
            assert_eq!((played.discs, played.moves.len()), (-64, 0));
            assert_eq!(played.forfeit, Some(format!("new forfeits: {reason}")));
        }
        let program = scripted("=\n\n=\n\n? full\n\n");
        let played = play(&mut [front_end(), program], &start(), NEW, None);
        assert_eq!((played.discs, played.moves.len()), (64, 1));
    }

    #[test]
    fn a_move_is_late_after_the_limit_and_20_ms() {
        let mut times = Times::default();
        let limit = Some(Duration::from_millis(100));
        for milliseconds in [90, 120, 121] {
            times.add(Duration::from_millis(milliseconds), limit);
        }
        times.add(Duration::from_secs(9), None);
        assert_eq!((times.moves, times.late), (4, 1));
        assert_eq!(times.greatest, Duration::from_secs(9));
        assert_eq!(times.and(times).total, 2 * times.total);
    }
}
