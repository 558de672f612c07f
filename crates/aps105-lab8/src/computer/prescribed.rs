//! Part 1's computer.

use reversi_core::{Game, Square};

/// The prescribed algorithm: the move that flips the most tiles; among equals
/// the lower row, then the lower column, `a` being the lowest. `None` where
/// the side to move has no move.
pub fn prescribed(game: &Game) -> Option<Square> {
    let flips = |at| game.flips(at).map_or(0, |flips| flips.count());
    // The generator goes row by row, and of equals max_by_key takes the last.
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
    fn it_flips_the_most() {
        let at = choice("-OX-\n----\n-OOX\n----");
        assert_eq!(at, Some(Square::new(2, 0)));
    }

    #[test]
    fn among_equals_it_takes_the_lower_row_then_the_lower_column() {
        let at = choice("----\n-OX-\n-XO-\n----");
        assert_eq!(at, Some(Square::new(0, 1)));
        let at = choice("----\n----\n----\n-OXO");
        assert_eq!(at, Some(Square::new(3, 0)));
    }

    #[test]
    fn without_a_move_it_has_none() {
        assert_eq!(choice("OOOO\nOOOO\nOOOO\nOOO-"), None);
    }
}
