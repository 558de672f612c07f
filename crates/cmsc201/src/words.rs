//! Every word that the program prints, and the parser of the messages. The board and the list of
//! moves are the handout's. For all other words, the handout refers to a sample file that is not
//! available; these are the words on which students' programs agree.

use course::{Glyphs, Message, after};
use reversi_core::{Board, ByDisc, Disc, Size, Square};

use crate::{CPU, PLAYER};

pub(crate) const GLYPHS: Glyphs = Glyphs {
    black: 'O',
    white: 'X',
    empty: '_',
    legal: None,
    others: ["o", "x"],
};

/// The line above the board, with a space at the end.
pub(crate) const BOARD_TITLE: &str = "Current board state: ";
pub(crate) const MOVE_PROMPT: &str = "Enter a move: ";
pub(crate) const GAME_OVER: &str = "GAME OVER";
const VALID_MOVES: &str = "Valid moves are: ";
const CPU_TAKES: &str = "CPU takes move: ";

pub(crate) fn valid_moves(moves: &[Square]) -> String {
    let list: Vec<String> = moves.iter().copied().map(square).collect();
    format!("{VALID_MOVES}[{}]", list.join(", "))
}

pub(crate) fn invalid_move(moves: &[Square]) -> String {
    format!("Invalid move. {}", valid_moves(moves))
}

pub(crate) fn cpu_takes(at: Square) -> String {
    format!("{CPU_TAKES}{}", square(at))
}

pub(crate) fn player_score(discs: ByDisc<usize>) -> String {
    format!("Player score: {}", discs[PLAYER])
}

pub(crate) fn cpu_score(discs: ByDisc<usize>) -> String {
    format!("CPU score: {}", discs[CPU])
}

pub(crate) fn winner(winner: Option<Disc>) -> &'static str {
    match winner {
        Some(PLAYER) => "Player wins!",
        Some(_) => "CPU wins!",
        None => "It's a tie!",
    }
}

/// Formats a square as Python prints a list of two numbers.
fn square(at: Square) -> String {
    format!("[{}, {}]", at.row, at.col)
}

pub(crate) fn read_message(line: &str, _: Size) -> Option<Message> {
    if let Some(&[at]) = after(line, CPU_TAKES).map(squares).as_deref() {
        return Some(Message::ComputerMove(at));
    }
    // The game has no pass, but a wrong program may announce one.
    if after(line, "no valid move").is_some() {
        return Some(Message::Pass);
    }
    if after(line, "invalid").is_some() {
        return Some(Message::Refusal);
    }
    if let Some(list) = after(line, VALID_MOVES) {
        return Some(Message::LegalMoves(squares(list)));
    }
    after(line, MOVE_PROMPT.trim_end()).map(|_| Message::Asks(PLAYER))
}

/// Parses the squares of a list such as `[[2, 4], [3, 5]]`.
fn squares(list: &str) -> Vec<Square> {
    let numbers: Vec<u8> = list
        .split(|character: char| !character.is_ascii_digit())
        .filter_map(|number| number.parse().ok())
        .collect();
    let square = |pair: &[u8]| Square::new(pair[0], pair[1]);
    numbers.chunks_exact(2).map(square).collect()
}

pub(crate) fn header(size: Size) -> String {
    (0..size.cols()).fold("_".to_owned(), |header, col| format!("{header}|{col}"))
}

/// Draws the board as the handout does: its header ends without a bar, its rows with one.
pub(crate) fn view(board: &Board) -> String {
    header(board.size()) + &GLYPHS.rows(board, |row| format!("{row}|"), "|")
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
            let list = valid_moves(moves);
            assert_eq!(read(&list), Some(Message::LegalMoves(moves.to_vec())));
            assert_eq!(read(&invalid_move(moves)), Some(Message::Refusal));
        }
        for at in moves {
            assert_eq!(read(&cpu_takes(at)), Some(Message::ComputerMove(at)));
        }
        assert_eq!(read(MOVE_PROMPT), Some(Message::Asks(PLAYER)));
    }
}
