//! A player of a match, as the referee sees it.

use reversi_core::{Disc, Game, Square};
use reversi_engine::openings::Opening;

/// A move, or `None` for a pass.
pub(super) type Ply = Option<Square>;

/// A player of a match. The error of a method is the reason why the player forfeits
/// the game.
pub(super) trait Player: Send {
    /// Prepares for a game that continues `opening`. Weights forget other games; a
    /// program may remember them.
    fn start(&mut self, opening: &Opening) -> Forfeit<()>;

    /// Returns the move of the side to move. The referee decides if it is legal.
    fn choose(&mut self, game: &Game) -> Forfeit<Ply>;

    /// Receives a ply that this player has not chosen: a move of the opponent, or a
    /// forced pass of either side.
    fn follow(&mut self, disc: Disc, ply: Ply) -> Forfeit<()>;
}

/// A result whose error is the reason to forfeit the game.
pub(super) type Forfeit<T> = std::result::Result<T, String>;
