//! A game on a board of another size than 8×8, against its player.

use std::error::Error;
use std::fmt::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use reversi_core::{Disc, Game, IllegalMove, Rules, Size, Square, Turn};

use super::input::Urgent;
use crate::game::{Refusal, name};
use crate::wide::{Player, PlayerError};
use crate::{Options, Processor, SearchLimits, Stopwatch};

/// The time of a search without limits.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The time of a search after the end of the input.
const AFTER_THE_END: Duration = Duration::from_millis(50);

/// A move or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WidePly {
    Place(Square),
    Pass,
}

impl WidePly {
    /// Reads a square, a letter and a number, or `pass`. The letters are those of the
    /// alphabet, without a gap.
    pub(crate) fn read(text: &str) -> Option<Self> {
        if text.eq_ignore_ascii_case("pass") {
            return Some(Self::Pass);
        }
        let (column, row) = text.split_at_checked(1)?;
        let column = column.bytes().next()?.to_ascii_lowercase();
        let row: u8 = row.parse().ok()?;
        let is_square = column.is_ascii_lowercase() && row > 0;
        is_square.then(|| Self::Place(Square::new(row - 1, column - b'a')))
    }
}

impl fmt::Display for WidePly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(at) => write!(f, "{}{}", char::from(b'a' + at.col), at.row + 1),
            Self::Pass => f.write_str("pass"),
        }
    }
}

/// The error for an illegal ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IllegalWidePly {
    disc: Disc,
    ply: WidePly,
    /// `None` for a square that is not on the board.
    reason: Option<Refusal>,
}

impl fmt::Display for IllegalWidePly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let disc = name(self.disc);
        match self.ply {
            WidePly::Place(_) => write!(f, "{disc} cannot play {}: ", self.ply)?,
            WidePly::Pass => write!(f, "{disc} cannot pass: ")?,
        }
        match self.reason {
            Some(reason) => reason.fmt(f),
            None => f.write_str("the square is not on the board"),
        }
    }
}

impl Error for IllegalWidePly {}

/// A game with its history, and a player for its board.
#[derive(Debug)]
pub(crate) struct WideGame {
    /// The player, which the first search creates.
    player: Option<Player>,
    /// The number of its threads.
    threads: usize,
    /// The kind of processor that it runs on.
    processor: Processor,
    /// The size of its transposition table in MiB.
    table: usize,
    now: Game,
    past: Vec<Game>,
}

impl WideGame {
    /// Starts a game by Othello's rules on a board of `side` rows; `None` if the player
    /// does not support it. The number of threads and the kind of processor are those of
    /// `options`, and so is the size of the table up to 64 MiB: more would take longer to
    /// fill than a move.
    pub(crate) fn new(side: usize, options: &Options) -> Option<Self> {
        let size = Size::square(side)
            .ok()
            .filter(|&size| Player::supports(size))?;
        let now = Game::new(Rules {
            size,
            ..Rules::OTHELLO
        });
        Some(Self {
            player: None,
            threads: options.threads,
            processor: options.processor,
            table: options.table.min(Player::TABLE),
            now: now.ok()?,
            past: Vec::new(),
        })
    }

    /// The number of rows.
    pub(crate) fn side(&self) -> usize {
        self.now.board().size().rows().into()
    }

    /// Starts a new game on the same board. The player stays.
    pub(crate) fn again(mut self) -> Self {
        self.now = self.past.drain(..).next().unwrap_or(self.now);
        self
    }

    /// The next turn by the rules: a move, a pass or the end.
    pub(crate) fn turn(&self) -> Turn {
        self.now.turn()
    }

    /// The side to move.
    pub(crate) fn to_move(&self) -> Disc {
        self.now.to_move()
    }

    /// The number of empty squares.
    pub(crate) fn empties(&self) -> u32 {
        let board = self.now.board();
        (board.size().area() - board.occupied().count()) as u32
    }

    /// Plays a ply of the side `disc`. A pass before it may be omitted.
    pub(crate) fn follow_as(&mut self, disc: Disc, ply: WidePly) -> Result<(), IllegalWidePly> {
        let refuse = |reason| Err(IllegalWidePly { disc, ply, reason });
        let mut next = self.now.clone();
        let mut states = vec![self.now.clone()];
        let turn = next.turn();
        if let (Turn::Pass(_), WidePly::Place(_)) = (turn, ply)
            && disc != next.to_move()
        {
            next.pass().expect("the turn is a pass");
            states.push(next.clone());
        }
        if disc != next.to_move() {
            let is_over = matches!(turn, Turn::Over(_));
            return refuse(Some(if is_over {
                Refusal::Over
            } else {
                Refusal::NotItsTurn
            }));
        }
        match (ply, turn) {
            (_, Turn::Over(_)) => return refuse(Some(Refusal::Over)),
            (WidePly::Pass, Turn::Move(_)) => return refuse(Some(Refusal::CanMove)),
            (WidePly::Pass, Turn::Pass(_)) => next.pass().expect("the turn is a pass"),
            (WidePly::Place(at), _) => {
                if let Err(error) = next.play(at) {
                    return refuse(match error {
                        IllegalMove::OffBoard => None,
                        IllegalMove::Occupied => Some(Refusal::Occupied),
                        _ if matches!(next.turn(), Turn::Pass(_)) => Some(Refusal::MustPass),
                        _ => Some(Refusal::FlipsNothing),
                    });
                }
            }
        }
        self.past.extend(states);
        self.now = next;
        Ok(())
    }

    /// Takes back the last ply; returns `false` if there is none.
    pub(crate) fn undo(&mut self) -> bool {
        let before = self.past.pop();
        let is_some = before.is_some();
        self.now = before.unwrap_or_else(|| self.now.clone());
        is_some
    }

    /// Returns the best move of `disc`, a pass if it has none. An urgent line or the end
    /// of the input stops the search.
    pub(crate) fn choose(
        &mut self,
        disc: Disc,
        limits: &SearchLimits,
        urgent: &Arc<Urgent>,
    ) -> Result<WidePly, PlayerError> {
        let mut limits = *limits;
        if limits == SearchLimits::default() {
            limits.time = Some(DEFAULT_TIME);
        }
        let stopwatch = Stopwatch::start();
        let board = self.now.board();
        let player = match &mut self.player {
            Some(player) => player,
            none => {
                let player = none.insert(Player::with_processor(
                    board.size(),
                    self.processor,
                    self.table,
                )?);
                player.set_threads(self.threads);
                player
            }
        };
        limits.time = limits
            .time
            .map(|time| time.saturating_sub(stopwatch.elapsed()));
        let stop = urgent.begin();
        if urgent.has_ended() {
            let time = limits.time.unwrap_or(AFTER_THE_END);
            limits.time = Some(time.min(AFTER_THE_END));
        }
        let found = player.choose(board, disc, &limits, stop)?;
        Ok(found.best.map_or(WidePly::Pass, WidePly::Place))
    }

    /// Returns the final disc difference for black; `None` before the end of the game.
    /// Empty squares belong to nobody.
    pub(crate) fn final_score(&self) -> Option<i64> {
        let Turn::Over(outcome) = self.turn() else {
            return None;
        };
        let margin = outcome.margin() as i64;
        Some(match outcome.winner() {
            Some(Disc::Black) => margin,
            Some(Disc::White) => -margin,
            None => 0,
        })
    }

    /// Returns the board and the number of discs of each side: `*` for black, `O` for
    /// white, `.` for a legal move, `-` for any other empty square.
    pub(crate) fn picture(&self) -> String {
        let (game, board) = (&self.now, self.now.board());
        let size = board.size();
        let mut picture = "  ".to_owned();
        for column in 0..size.cols() {
            picture.extend([' ', char::from(b'a' + column)]);
        }
        for at in size.squares() {
            if at.col == 0 {
                // Writing to a string does not fail.
                let _ = write!(picture, "\n{:2}", at.row + 1);
            }
            picture += match board.disc(at) {
                Some(Disc::Black) => " *",
                Some(Disc::White) => " O",
                None if game.check(at).is_ok() => " .",
                None => " -",
            };
        }
        let discs = board.count();
        let (black, white) = (discs.black, discs.white);
        format!("{picture}\nblack (*) {black}, white (O) {white}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_written_square_is_read_back() {
        for at in Size::square(26).expect("a size").squares() {
            let ply = WidePly::Place(at);
            assert_eq!(WidePly::read(&ply.to_string()), Some(ply));
            assert_eq!(WidePly::read(&ply.to_string().to_uppercase()), Some(ply));
        }
        assert_eq!(WidePly::read("PASS"), Some(WidePly::Pass));
        for text in ["", "a", "a0", "1a", "a-1", "é1", "a256", "passs"] {
            assert_eq!(WidePly::read(text), None, "{text}");
        }
    }

    #[test]
    fn only_even_sizes_up_to_26_are_accepted() {
        let sides: Vec<usize> = (0..40)
            .filter(|&side| WideGame::new(side, &Options::default()).is_some())
            .collect();
        assert!(sides.into_iter().eq((4..=26).step_by(2)));
    }

    proptest! {
        #[test]
        fn random_games_agree_with_the_core_and_can_be_undone(
            choices in prop::collection::vec(any::<usize>(), 0..40),
        ) {
            let mut game = WideGame::new(6, &Options::default()).expect("a size");
            let mut core = game.now.clone();
            for choice in choices {
                let is_omitted = choice % 2 == 0;
                match core.turn() {
                    Turn::Over(_) => break,
                    Turn::Pass(disc) => {
                        core.pass().expect("it must");
                        if is_omitted {
                            continue;
                        }
                        prop_assert_eq!(game.follow_as(disc, WidePly::Pass), Ok(()));
                    }
                    Turn::Move(disc) => {
                        let moves: Vec<Square> = core.legal_moves().collect();
                        let at = moves[choice % moves.len()];
                        core.play(at).expect("it is legal");
                        prop_assert_eq!(game.follow_as(disc, WidePly::Place(at)), Ok(()));
                    }
                }
                prop_assert_eq!(&game.now, &core);
            }
            while game.undo() {}
            prop_assert_eq!(game.now, WideGame::new(6, &Options::default()).expect("a size").now);
        }
    }
}
