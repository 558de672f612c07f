//! The algorithm that APS105 Lab 8 prescribes for Part 1.

use reversi_core::{Game, Square};

/// Returns the move that flips the most discs; ties go to the lowest row, then
/// to the lowest column. `None` if the side to move has no move.
pub fn prescribed(game: &Game) -> Option<Square> {
    let flips = |at| game.flips(at).map_or(0, |flips| flips.count());
    // Moves come row by row, and `max_by_key` returns the last of equal ones.
    let mut moves: Vec<Square> = game.legal_moves().collect();
    moves.reverse();
    moves.into_iter().max_by_key(|&at| flips(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_core::{Board, Disc, Rules, Size};

    fn choice(picture: &str) -> Option<Square> {
        let board = Board::from_picture(picture).expect("the pictures are boards");
        let rules = Rules {
            size: Size::square(board.size().rows().into()).expect("the board's own"),
            ..Rules::OTHELLO
        };
        prescribed(&Game::resume(rules, board, Disc::Black).expect("a game"))
    }

    #[test]
    fn the_move_with_the_most_flips_is_chosen() {
        let at = choice("-OX-\n----\n-OOX\n----");
        assert_eq!(at, Some(Square::new(2, 0)));
    }

    #[test]
    fn ties_go_to_the_lowest_row_then_the_lowest_column() {
        let at = choice("----\n-OX-\n-XO-\n----");
        assert_eq!(at, Some(Square::new(0, 1)));
        let at = choice("----\n----\n----\n-OXO");
        assert_eq!(at, Some(Square::new(3, 0)));
    }

    #[test]
    fn a_blocked_side_has_no_move() {
        assert_eq!(choice("OOOO\nOOOO\nOOOO\nOOO-"), None);
    }
}
