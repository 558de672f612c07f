//! The names of openings of Othello.

use reversi_core::{Board, Game, Rules, Square};

/// The moves and the name of each opening, one per line, as in Robert Gatliff's catalogue,
/// <https://www.samsoft.org.uk/reversi/openings.htm>, without long variations that have no name of
/// their own.
const OPENINGS: &str = include_str!("openings.txt");

/// Returns the name of the longest opening that a game begins with, up to symmetry and
/// transposition; empty if there is none. `moves` are those of the game as `f5d6c3`, without
/// passes, from the start of Othello.
pub fn name(moves: &str) -> &'static str {
    // The symmetries of the board that preserve the start.
    let turned = [(false, 0), (false, 7), (true, 0), (true, 7)];
    let games = turned.map(|turn| positions(moves, turn));
    let named = OPENINGS.lines().filter_map(|line| line.split_once(' '));
    let begins = named.filter(|(line, _)| {
        let reached = positions(line, turned[0]).pop();
        games
            .iter()
            .any(|game| game.get(line.len() / 2) == reached.as_ref())
    });
    let longest = begins.max_by_key(|(line, _)| line.len());
    longest.map_or("", |(_, name)| name)
}

/// Returns the boards of a game, up to the first illegal move. `swaps` exchanges rows and columns,
/// and `last` is 7 if they are counted from the other end.
fn positions(moves: &str, (swaps, last): (bool, u8)) -> Vec<Board> {
    let mut game = Game::new(Rules::OTHELLO).expect("it can be played");
    let mut boards = vec![game.board().clone()];
    for at in (0..moves.len()).step_by(2) {
        let Some(Ok(Square { row, col })) = moves.get(at..at + 2).map(str::parse) else {
            break;
        };
        let (row, col) = if swaps { (col, row) } else { (row, col) };
        if game.play(Square::new(row ^ last, col ^ last)).is_err() {
            break;
        }
        boards.push(game.board().clone());
    }
    boards
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_opening_is_legal_and_has_its_name() {
        let mut names = HashSet::new();
        for line in OPENINGS.lines() {
            let (moves, known) = line.split_once(' ').expect("moves and a name");
            assert_eq!(
                positions(moves, (false, 0)).len(),
                moves.len() / 2 + 1,
                "{line}"
            );
            assert_eq!(name(moves), known, "{line}");
            assert!(names.insert(known), "{line}");
        }
        assert!(names.len() <= 120);
    }

    #[test]
    fn the_longest_opening_counts_from_any_side() {
        for (moves, expected) in [
            ("", ""),
            ("f5", ""),
            ("xx", ""),
            ("f5d6c3d3c4a1", "Tiger"),
            ("f5d6c3d3c4f4f6c2", "Stephenson"),
            // All first moves are equivalent.
            ("e6f4", "Perpendicular"),
            ("c4e3f6e6f5", "Tiger"),
            ("D3C5F6F5E6", "Tiger"),
            // Another order of the moves.
            ("e6f6f5d6c5", "Cow"),
            ("f5f6e6f4e3", "Cow"),
        ] {
            assert_eq!(name(moves), expected, "{moves}");
        }
    }
}
