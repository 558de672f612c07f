//! The strongest player for a board of any size.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use reversi_core::{Game, Size, Square};

use crate::nxn::{self, NxnSearch};
use crate::{Analysis, Engine, Line, Options, Position, SearchLimits};

/// A player for one board size: the engine on 8×8, and a compact search on every other
/// even board from 4×4 to 26×26. The games are those of Othello's rules.
///
/// ```
/// use std::time::Duration;
///
/// use reversi_core::{Game, Rules, Size};
/// use reversi_engine::{Options, Player, SearchLimits};
///
/// let size = Size::square(10)?;
/// let game = Game::new(Rules { size, ..Rules::OTHELLO })?;
/// let mut player = Player::new(size, Options { table: 1, ..Options::default() })?;
/// let limits = SearchLimits { depth: Some(5), time: Some(Duration::from_secs(1)) };
/// let at = player.choose(&game, &limits)?;
/// assert!(game.check(at.expect("black has four moves")).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Player {
    size: Size,
    stop: Arc<AtomicBool>,
    search: SizedSearch,
}

enum SizedSearch {
    Eight(Box<Engine>),
    Other(Box<dyn NxnSearch>),
}

/// The error for a board that a player cannot play on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayerError {
    /// There is no player for this size.
    Size(Size),
    /// This size of a board is not the player's.
    Board(Size),
}

impl Player {
    /// Returns a player for boards of `size`. Off 8×8, only the table's size applies of `options`.
    pub fn new(size: Size, options: Options) -> Result<Self, PlayerError> {
        if !Self::supports(size) {
            return Err(PlayerError::Size(size));
        }
        let (stop, search) = if size == Size::EIGHT {
            let engine = Engine::new(options);
            (engine.stop_flag(), SizedSearch::Eight(Box::new(engine)))
        } else {
            let stop = Arc::default();
            let search = nxn::searches(size.rows(), options.table, Arc::clone(&stop));
            (stop, SizedSearch::Other(search))
        };
        Ok(Self { size, stop, search })
    }

    /// Returns `true` if there is a player for boards of `size`.
    pub fn supports(size: Size) -> bool {
        let side = size.rows();
        side == size.cols() && side.is_multiple_of(2) && side >= 4
    }

    /// The flag that stops searches: as long as it is set, running and new ones stop at once. It is
    /// never cleared by a search.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Forgets all searches.
    pub fn clear(&mut self) {
        match &mut self.search {
            SizedSearch::Eight(engine) => engine.clear(),
            SizedSearch::Other(search) => search.clear(),
        }
    }

    /// Searches for the best move of the side to move within `limits`; `None` if it has none.
    pub fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
    ) -> Result<Option<Square>, PlayerError> {
        Ok(self.search(game, limits)?.moves.first().copied())
    }

    /// Searches for the best move for the side to move within `limits`. Returns its line,
    /// which has no moves if the side has none.
    pub fn search(&mut self, game: &Game, limits: &SearchLimits) -> Result<Line, PlayerError> {
        self.check_size(game)?;
        let (board, mover) = (game.board(), game.to_move());
        Ok(match &mut self.search {
            SizedSearch::Eight(engine) => {
                let position = Position::of(board, mover).expect("its size was checked");
                engine.search(position, limits, &mut |_| {})
            }
            SizedSearch::Other(search) => search.search(board, mover, limits),
        })
    }

    /// Searches each move of `analysis` on its own, one step deeper than before. Returns
    /// `false`, and changes nothing, if the scores are exact already, if there is no move,
    /// or if the search was stopped.
    pub fn deepen(&mut self, analysis: &mut Analysis) -> Result<bool, PlayerError> {
        self.check_size(analysis.game())?;
        Ok(match &mut self.search {
            SizedSearch::Eight(engine) => engine.deepen(analysis),
            SizedSearch::Other(search) => {
                let (game, before) = (analysis.game(), analysis.lines());
                let lines = search.deepen(game.board(), game.to_move(), before);
                analysis.record(None, lines)
            }
        })
    }

    fn check_size(&self, game: &Game) -> Result<(), PlayerError> {
        let found = game.board().size();
        if found != self.size {
            return Err(PlayerError::Board(found));
        }
        Ok(())
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player")
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Size(size) | Self::Board(size)) = self;
        let reason = match self {
            Self::Size(_) => "rows and columns must be equal, even, and from 4 to 26",
            Self::Board(_) => "the player is for another one",
        };
        write!(f, "unsupported board size {size}: {reason}")
    }
}

impl Error for PlayerError {}
