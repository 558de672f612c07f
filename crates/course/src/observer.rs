//! Following a game while its program plays it.

use reversi_core::{Game, Square};

/// Follows a game while its program plays it, and may move in place of the program's
/// computer player.
pub trait Observer {
    /// Called with the game before every turn, and at its end. After a refused entry it
    /// may be called with the same position again.
    fn turn(&mut self, game: &Game);

    /// Returns `true` if it makes all moves of the computer itself, so that the program
    /// need not prepare its own computer player.
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
