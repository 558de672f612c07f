//! Observers of a game.

use reversi_core::{Game, Square};

/// Follows a game, and may move in place of the program's computer player.
pub trait Observer {
    /// Called before every turn and at the end, perhaps once more after a refused line.
    fn turn(&mut self, game: &Game);

    /// Returns `true` if the program need not prepare its computer player.
    fn replaces_computer(&self) -> bool {
        false
    }

    /// Returns the computer's move. `own` returns the move of the program's computer player,
    /// which may be slow; it must not be called if
    /// [`replaces_computer`](Self::replaces_computer) returns `true`.
    ///
    /// [`crate::Error::InputEnded`] ends the program: the move is not known yet.
    fn computer_move(
        &mut self,
        game: &Game,
        own: &mut dyn FnMut() -> Option<Square>,
    ) -> crate::Result<Option<Square>> {
        let _ = game;
        Ok(own())
    }
}
