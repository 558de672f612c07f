//! Following a game while its program plays it.

use reversi_core::{Game, Square};

/// Follows a game, and may move in place of the program's computer player.
pub trait Observer {
    /// Called before every turn and at the end; after a refused entry perhaps once more.
    fn turn(&mut self, game: &Game);

    /// Returns `true` if the program need not prepare its own computer player.
    fn replaces_computer(&self) -> bool {
        false
    }

    /// Returns the computer's move. `own` returns that of the program's own computer
    /// player, which may be slow; it must not be called if
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
