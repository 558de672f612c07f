//! Every word the program says. The board, the prompts and the result are
//! those of the handout and its start code; the rest is ours.

use std::fmt::{self, Write};

use reversi_core::{Board, ByDisc, Disc, Outcome, Square};

/// Ours.
pub(crate) const INVALID_CHOICE: &str = "Invalid choice. Try again.";

/// The start code ends it with three spaces and a newline.
pub(crate) fn name_prompt(player: Disc) -> String {
    format!("Player {} please insert your name:   \n", number(player))
}

/// `you next move` is the handout's own wording. It ends with a newline.
pub(crate) fn move_prompt(name: &str, moves: &[Square]) -> String {
    let mut prompt = format!("Player {name} choose you next move:");
    for (number, at) in (1..).zip(moves) {
        let (row, col) = (at.row + 1, char::from(b'a' + at.col));
        write!(prompt, " {number}. ({row},{col})").expect("a String takes it all");
    }
    prompt.push('\n');
    prompt
}

/// Ours.
pub(crate) fn no_valid_move(name: &str) -> String {
    format!("Player {name} has no valid move.")
}

/// The four lines that end the game and are saved, newlines included. The
/// wording of a draw is ours.
pub(crate) fn result(names: &ByDisc<String>, outcome: Outcome) -> String {
    let ByDisc { black, white } = names;
    let discs = outcome.discs();
    let verdict = match outcome.winner() {
        Some(winner) => format!("The winner is {}", names[winner]),
        None => "The game is a draw".to_owned(),
    };
    format!(
        "Player1 {black}, points: {}\nPlayer2 {white}, points: {}\n\n{verdict}\n",
        discs.black, discs.white
    )
}

/// Player 1 is black and starts.
fn number(player: Disc) -> u8 {
    match player {
        Disc::Black => 1,
        Disc::White => 2,
    }
}

/// The board as the start code prints it: an empty line first, and a space
/// after the last bar of each row.
pub(crate) struct View<'a>(pub(crate) &'a Board);

impl fmt::Display for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\n    ")?;
        for col in 1..=self.0.size().cols() {
            write!(f, "{col}   ")?;
        }
        for square in self.0.size().squares() {
            if square.col == 0 {
                write!(f, "\n{} | ", square.row + 1)?;
            }
            f.write_str(match self.0.disc(square) {
                Some(Disc::Black) => "1 | ",
                Some(Disc::White) => "0 | ",
                None => "x | ",
            })?;
        }
        Ok(())
    }
}
