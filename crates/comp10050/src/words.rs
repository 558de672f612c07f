//! Every word that the program prints, and the parser of the messages. The board, the prompts and
//! the result are those of the handout and its start code; the rest is ours.

use std::fmt::Write;
use std::io;

use course::{Glyphs, Message, after};
use reversi_core::{Board, ByDisc, Disc, Outcome, Size, Square};

pub(crate) const GLYPHS: Glyphs = Glyphs {
    black: '1',
    white: '0',
    empty: 'x',
    legal: None,
    others: ["Bb", "Ww"],
};

pub(crate) const YOUR_NAME: &str = "insert your name:";
pub(crate) const NEXT_MOVE: &str = "next move:";

/// The words are ours.
pub(crate) const INVALID_CHOICE: &str = "Invalid choice. Try again.";
const NO_VALID_MOVE: &str = "no valid move";

/// As in the start code, the prompt ends with three spaces and a newline.
pub(crate) fn name_prompt(player: Disc) -> String {
    format!("Player {} please {YOUR_NAME}   \n", number(player))
}

/// Returns the prompt for a move, which ends with a newline. `you next move` is the handout's
/// wording.
pub(crate) fn move_prompt(name: &str, moves: &[Square]) -> String {
    let mut prompt = format!("Player {name} choose you {NEXT_MOVE}");
    for (number, at) in (1..).zip(moves) {
        let (row, col) = (at.row + 1, char::from(b'a' + at.col));
        write!(prompt, " {number}. ({row},{col})").expect("a String takes it all");
    }
    prompt.push('\n');
    prompt
}

/// The words are ours.
pub(crate) fn no_valid_move(name: &str) -> String {
    format!("Player {name} has {NO_VALID_MOVE}.")
}

/// Returns the four lines that end the game and are saved, including newlines. The wording of a
/// draw is ours.
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

/// Reports that the result was printed, but not saved in its file.
pub(crate) fn not_saved(file: &str, why: &io::Error) -> String {
    format!("cannot save the result in {file}: {why}")
}

fn number(player: Disc) -> u8 {
    match player {
        Disc::Black => 1,
        Disc::White => 2,
    }
}

pub(crate) fn read_message(line: &str, _: Size) -> Option<Message> {
    if after(line, NO_VALID_MOVE).is_some() {
        return Some(Message::Pass);
    }
    if after(line, "invalid").is_some() {
        return Some(Message::Refusal);
    }
    after(line, NEXT_MOVE).map(|list| Message::LegalMoves(squares(list)))
}

/// Parses the squares of a list such as `1. (3,d) 2. (4,c)`.
fn squares(list: &str) -> Vec<Square> {
    let square = |name: &str| {
        let (row, col) = name.split_once(')')?.0.split_once(',')?;
        let row: u8 = row.trim().parse().ok()?;
        let col = u8::try_from(col.trim().chars().next()?).ok()?;
        let col = col.to_ascii_lowercase().checked_sub(b'a')?;
        Some(Square::new(row.checked_sub(1)?, col))
    };
    list.split('(').skip(1).filter_map(square).collect()
}

/// The line above the board, without the white space around it.
pub(crate) fn header(size: Size) -> String {
    let cols: Vec<String> = (1..=size.cols()).map(|col| col.to_string()).collect();
    cols.join("   ")
}

/// Draws the board as the start code does, with an empty line first, and a space after the last bar
/// of each row.
pub(crate) fn view(board: &Board) -> String {
    let label = |row: u8| format!("{} | ", row + 1);
    let rows = GLYPHS.rows(board, label, " | ");
    format!("\n    {}   {rows}", header(board.size()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_is_read_back() {
        let read = |text: &str| read_message(text, Size::EIGHT);
        let moves: Vec<Square> = Size::EIGHT.squares().collect();
        for count in 0..moves.len() {
            let moves = &moves[..count];
            let prompt = move_prompt("Ada (Black)", moves);
            assert_eq!(read(&prompt), Some(Message::LegalMoves(moves.to_vec())));
        }
        assert_eq!(read(&no_valid_move("Ada")), Some(Message::Pass));
        assert_eq!(read(INVALID_CHOICE), Some(Message::Refusal));
    }
}
