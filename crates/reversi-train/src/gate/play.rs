//! A game between two players, with the slow rules of the core as referee.

use std::time::{Duration, Instant};

use reversi_core::{Disc, Game, Size, Square, Turn};
use reversi_engine::Position;
use reversi_engine::game::name;
use reversi_engine::openings::Opening;

use super::notation;
use super::player::{Forfeit, Player, Ply};

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
    /// The moves after the opening, without passes.
    pub(super) moves: Vec<Square>,
    /// The final disc difference for the new player. On 8×8 the winner gets the empty
    /// squares. A forfeited game is lost by as many discs as there are squares.
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
    opening: &Opening,
    black: Side,
    limit: Option<Duration>,
) -> Played {
    let mut game = opening.game().clone();
    let (mut moves, mut times) = (Vec::new(), [Times::default(); 2]);
    let lost = finish(
        players, opening, &mut game, &mut moves, black, &mut times, limit,
    )
    .err();
    let for_black = final_score(&game);
    let squares = discs(game.board().size().area());
    Played {
        moves,
        discs: match (&lost, black) {
            (Some((Side::New, _)), _) => -squares,
            (Some((Side::Old, _)), _) => squares,
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

/// Returns the final disc difference for black, on 8×8 as the engine counts it.
fn final_score(game: &Game) -> i32 {
    let board = game.board();
    if board.size() == Size::EIGHT {
        let position = Position::of(board, Disc::Black).expect("the board is 8×8");
        return position.final_score();
    }
    let count = |disc| {
        let own = board.occupied().filter(|&at| board.disc(at) == Some(disc));
        discs(own.count())
    };
    count(Disc::Black) - count(Disc::White)
}

/// Converts a number of discs, which is at most that of the squares of 26×26.
fn discs(count: usize) -> i32 {
    i32::try_from(count).expect("a board has at most 676 squares")
}

/// Plays to the end of the game; an error names the side that forfeits it and the
/// reason.
fn finish(
    players: &mut [Box<dyn Player>; 2],
    opening: &Opening,
    game: &mut Game,
    moves: &mut Vec<Square>,
    black: Side,
    times: &mut [Times; 2],
    limit: Option<Duration>,
) -> std::result::Result<(), (Side, String)> {
    fn blame<T>(side: Side, result: Forfeit<T>) -> std::result::Result<T, (Side, String)> {
        result.map_err(|reason| (side, reason))
    }
    for side in [Side::New, Side::Old] {
        blame(side, players[side as usize].start(opening))?;
    }
    loop {
        match game.turn() {
            Turn::Over(_) => return Ok(()),
            Turn::Pass(disc) => {
                game.pass().expect("it must");
                for side in [Side::New, Side::Old] {
                    blame(side, players[side as usize].follow(disc, None))?;
                }
            }
            Turn::Move(disc) => {
                let side = match disc {
                    Disc::Black => black,
                    Disc::White => black.other(),
                };
                let start = Instant::now();
                let ply = players[side as usize].choose(game);
                times[side as usize].add(start.elapsed(), limit);
                let ply = blame(side, ply)?;
                moves.push(blame(side, place(game, disc, ply))?);
                let other = side.other();
                blame(other, players[other as usize].follow(disc, ply))?;
            }
        }
    }
}

/// Plays the move of `disc`, which has one.
fn place(game: &mut Game, disc: Disc, ply: Ply) -> Forfeit<Square> {
    let disc = name(disc);
    let Some(at) = ply else {
        return Err(format!("{disc} cannot pass: it has a legal move"));
    };
    match game.play(at) {
        Ok(_) => Ok(at),
        Err(error) => Err(format!(
            "{disc} cannot play {}: {error}",
            notation::write(at)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::gtp::tests::{engine, scripted};
    use reversi_engine::game::{self, GameRecord};

    /// Plays the first legal move.
    struct First;

    impl Player for First {
        fn start(&mut self, _opening: &Opening) -> Forfeit<()> {
            Ok(())
        }

        fn choose(&mut self, game: &Game) -> Forfeit<Ply> {
            Ok(game.legal_moves().next())
        }

        fn follow(&mut self, _disc: Disc, _ply: Ply) -> Forfeit<()> {
            Ok(())
        }
    }

    fn start(side: usize) -> Opening {
        let size = Size::square(side).expect("a size");
        Opening::play(size, &[]).expect("there is a middle")
    }

    /// Returns the final score for black after these moves on 8×8, by the engine's game
    /// record.
    fn score(moves: &[Square]) -> i32 {
        let mut game = GameRecord::default();
        for &at in moves {
            let ply = notation::write(at).parse().expect("a ply");
            game.follow(ply).expect("it is legal");
        }
        assert_eq!(game.turn(), game::Turn::Over);
        game.now().final_score()
    }

    #[test]
    fn a_program_plays_a_whole_game_with_passes() {
        for size in [8, 6, 10] {
            let mut players: [Box<dyn Player>; 2] = [Box::new(First), Box::new(engine(1))];
            let start = start(size);
            for black in [Side::New, Side::Old] {
                let played = play(&mut players, &start, black, None);
                assert_eq!(played.forfeit, None);
                if size == 8 {
                    let for_black = score(&played.moves);
                    let sign = if black == Side::New { 1 } else { -1 };
                    assert_eq!(played.discs, sign * for_black);
                }
                assert!(played.discs.unsigned_abs() as usize <= size * size);
                let [new, old] = played.times;
                assert_eq!((new.moves + old.moves) as usize, played.moves.len());
                assert_eq!(new.late + old.late, 0);
            }
        }
    }

    #[test]
    fn only_on_8x8_the_winner_gets_the_empty_squares() {
        for (side, discs) in [(6, 4), (8, 64)] {
            let mut board = start(side).game().board().clone();
            let occupied: Vec<Square> = board.occupied().collect();
            for at in occupied {
                board.put(at, Disc::Black);
            }
            let rules = *start(side).game().rules();
            let game = Game::resume(rules, board, Disc::White).expect("a game");
            assert!(matches!(game.turn(), Turn::Over(_)));
            assert_eq!(final_score(&game), discs);
        }
    }

    #[test]
    fn illegal_moves_and_failures_forfeit_the_game() {
        let ready = "=\n\n=\n\n";
        for (answers, reason) in [
            ("= a1\n\n", "black cannot play a1: the move flips nothing"),
            ("= pass\n\n", "black cannot pass: it has a legal move"),
            ("", "the program closed its input or output"),
            ("? busy\n\n", "refused `genmove black`: busy"),
        ] {
            let program = scripted(&format!("{ready}{answers}"));
            let mut players: [Box<dyn Player>; 2] = [Box::new(program), Box::new(First)];
            let played = play(&mut players, &start(8), Side::New, None);
            assert_eq!((played.discs, played.moves.len()), (-64, 0));
            assert_eq!(played.forfeit, Some(format!("new forfeits: {reason}")));
        }
        let program = scripted(&format!("{ready}? full\n\n"));
        let mut players: [Box<dyn Player>; 2] = [Box::new(First), Box::new(program)];
        let played = play(&mut players, &start(8), Side::New, None);
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
