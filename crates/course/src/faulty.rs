//! Programs with one mistake. A set of directions is a bit for each of [`Direction::ALL`].

use reversi_core::{Board, Direction, Disc, Square};

use crate::{Console, Environment, Program};

/// A course's program with one mistake.
#[derive(Debug)]
pub struct FaultyProgram {
    /// Its mistake, as the rest of a sentence that begins with "The program".
    pub words: String,
    pub program: Box<dyn Program + Send>,
}

/// Returns the output of `program` for `input`, up to the end of the game or of the input.
pub fn output(program: &dyn Program, mut input: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    let mut console = Console::new(&mut input, &mut output);
    let _ = program.run(&mut console, &mut Environment::new(&[]));
    output
}

/// The diagonals, as a set.
pub const DIAGONALS: u8 = 0b1010_0101;

/// Returns `true` for the sets that students search in place of the game's `own`: those that lack
/// a single direction, one side, the lines or the diagonals, or have all diagonals besides.
pub fn is_usual_set(own: u8, set: u8) -> bool {
    let missing = own & !set;
    if set & !own != 0 {
        return set == u8::MAX;
    }
    // Up, down, left and right, with what lies between.
    let sides = [0b0000_0111, 0b1110_0000, 0b0010_1001, 0b1001_0100];
    let is_one_of = |sets: &[u8]| sets.iter().any(|set| set & own == missing);
    missing.is_power_of_two() || is_one_of(&sides) || is_one_of(&[DIAGONALS, !DIAGONALS])
}

/// Returns what a program does that searches a set in place of the game's `own`.
pub fn set_words(own: u8, set: u8) -> String {
    let (missing, extra) = (own & !set, set & !own);
    if extra != 0 {
        return "flips along diagonals, which do not count in this game".to_owned();
    }
    match missing {
        DIAGONALS => return "ignores diagonals, which count in this game".to_owned(),
        _ if missing == !DIAGONALS => return "flips along diagonals only".to_owned(),
        _ => {}
    }
    let directions = Direction::ALL.iter().enumerate();
    let directions = directions.filter(|(index, _)| missing & 1 << index != 0);
    let directions: Vec<String> = directions
        .map(|(_, direction)| direction.to_string())
        .collect();
    let these = match directions[..] {
        [_] => "this direction",
        _ => "these directions",
    };
    let directions = directions.join("; ");
    format!("never flips discs in {these} from a move: {directions}")
}

/// Returns `true` if a disc of `side` is next to `at` in any direction.
pub fn is_beside(board: &Board, at: Square, side: Disc) -> bool {
    let mut discs = board.occupied();
    discs.any(|disc| board.disc(disc) == Some(side) && at.king_steps(disc) == 1)
}
