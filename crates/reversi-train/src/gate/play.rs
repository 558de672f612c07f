//! A game between two players, with the rules of the engine's game record as
//! referee.

use std::time::{Duration, Instant};

use reversi_engine::game::{GameRecord, Ply, Turn};

use super::player::{Forfeit, Player};

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

/// A side of a match, as an index too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The player that is tested.
    New = 0,
    /// The player that it is compared with.
    Old = 1,
}

impl Side {
    fn other(self) -> Self {
        match self {
            Self::New => Self::Old,
            Self::Old => Self::New,
        }
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Played {
    /// The moves after the opening.
    pub(super) moves: Vec<Ply>,
    /// The final disc difference for the new player. The winner gets the empty
    /// squares; a forfeited game is lost by all 64.
    pub(super) discs: i32,
    /// The times of [`Side::New`] and [`Side::Old`].
    pub(super) times: [Times; 2],
    /// The reason why a player forfeited the game.
    pub(super) forfeit: Option<String>,
}

/// Plays a game from `opening` with `black` as black. A move that takes longer than
/// `limit` is counted, and valid.
pub(super) fn play(
    players: &mut [Box<dyn Player>; 2],
    opening: &GameRecord,
    black: Side,
    limit: Option<Duration>,
) -> Played {
    let mut game = opening.clone();
    let mut times = [Times::default(); 2];
    let lost = finish(players, &mut game, black, &mut times, limit).err();
    let for_black = game.now().final_score();
    let plies = game.plies()[opening.plies().len()..].iter();
    Played {
        moves: plies
            .map(|&(_, ply)| ply)
            .filter(|&ply| ply != Ply::Pass)
            .collect(),
        discs: match (&lost, black) {
            (Some((Side::New, _)), _) => -64,
            (Some((Side::Old, _)), _) => 64,
            (None, Side::New) => for_black,
            (None, Side::Old) => -for_black,
        },
        times,
        forfeit: lost.map(|(side, reason)| {
            let side = match side {
                Side::New => "new",
                Side::Old => "old",
            };
            format!("{side} forfeits: {reason}")
        }),
    }
}

/// Plays to the end of the game; an error names the side that forfeits it and the
/// reason.
fn finish(
    players: &mut [Box<dyn Player>; 2],
    game: &mut GameRecord,
    black: Side,
    times: &mut [Times; 2],
    limit: Option<Duration>,
) -> std::result::Result<(), (Side, String)> {
    fn blame<T>(side: Side, result: Forfeit<T>) -> std::result::Result<T, (Side, String)> {
        result.map_err(|reason| (side, reason))
    }
    for side in [Side::New, Side::Old] {
        blame(side, players[side as usize].start(game))?;
    }
    loop {
        match game.turn() {
            Turn::Over => return Ok(()),
            Turn::Pass(disc) => {
                game.play(Ply::Pass).expect("it must");
                for side in [Side::New, Side::Old] {
                    blame(side, players[side as usize].follow(disc, Ply::Pass))?;
                }
            }
            Turn::Move(disc) => {
                let side = match disc {
                    reversi_core::Disc::Black => black,
                    reversi_core::Disc::White => black.other(),
                };
                let start = Instant::now();
                let ply = players[side as usize].choose(game);
                times[side as usize].add(start.elapsed(), limit);
                let ply = blame(side, ply)?;
                blame(side, game.play(ply).map_err(|error| error.to_string()))?;
                let other = side.other();
                blame(other, players[other as usize].follow(disc, ply))?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::gtp::tests::{engine, scripted};
    use reversi_core::Disc;

    /// Plays the first legal move.
    struct First;

    impl Player for First {
        fn start(&mut self, _opening: &GameRecord) -> Forfeit<()> {
            Ok(())
        }

        fn choose(&mut self, game: &GameRecord) -> Forfeit<Ply> {
            let square = reversi_engine::Square::all_in(game.position().moves()).next();
            Ok(Ply::Place(square.expect("there is a move")))
        }

        fn follow(&mut self, _disc: Disc, _ply: Ply) -> Forfeit<()> {
            Ok(())
        }
    }

    /// Returns the final score for black after these moves.
    fn score(moves: &[Ply]) -> i32 {
        let mut game = GameRecord::default();
        for &ply in moves {
            game.follow(ply).expect("it is legal");
        }
        assert_eq!(game.turn(), Turn::Over);
        game.now().final_score()
    }

    #[test]
    fn a_program_plays_a_whole_game_with_passes() {
        let mut players: [Box<dyn Player>; 2] = [Box::new(First), Box::new(engine(1))];
        let start = GameRecord::default();
        for black in [Side::New, Side::Old] {
            let played = play(&mut players, &start, black, None);
            assert_eq!(played.forfeit, None);
            let for_black = score(&played.moves);
            let sign = if black == Side::New { 1 } else { -1 };
            assert_eq!(played.discs, sign * for_black);
            let [new, old] = played.times;
            assert_eq!((new.moves + old.moves) as usize, played.moves.len());
            assert_eq!(new.late + old.late, 0);
        }
    }

    #[test]
    fn illegal_moves_and_failures_forfeit_the_game() {
        let ready = "=\n\n=\n\n";
        for (answers, reason) in [
            ("= a1\n\n", "black cannot play a1: the move flips no disc"),
            ("= pass\n\n", "black cannot pass: it has a legal move"),
            ("", "the program closed its input or output"),
            ("? busy\n\n", "refused `genmove black`: busy"),
        ] {
            let program = scripted(&format!("{ready}{answers}"));
            let mut players: [Box<dyn Player>; 2] = [Box::new(program), Box::new(First)];
            let played = play(&mut players, &GameRecord::default(), Side::New, None);
            assert_eq!((played.discs, played.moves.len()), (-64, 0));
            assert_eq!(played.forfeit, Some(format!("new forfeits: {reason}")));
        }
        let program = scripted(&format!("{ready}? full\n\n"));
        let mut players: [Box<dyn Player>; 2] = [Box::new(First), Box::new(program)];
        let played = play(&mut players, &GameRecord::default(), Side::New, None);
        assert_eq!((played.discs, played.moves.len()), (64, 1));
        let reason = played.forfeit.expect("it is forfeited");
        assert_eq!(reason, "old forfeits: refused `play black d3`: full");
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
