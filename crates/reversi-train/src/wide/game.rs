//! The file of games: a header, then one line per game.
//!
//! ```text
//! games of 6x6 seed=1 weights=0123456789abcdef depth=2
//! 0 5 d2c2b3e3d5... 8
//! ```
//!
//! A line has the number of the game, the number of random moves that it begins with,
//! all moves, each followed by `?` if it was chosen at random later, and black's final
//! disc difference. Passes are not written.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use rayon::prelude::*;
use reversi_core::{Board, Disc, Game as CoreGame, Rules, Size, Square, Turn};

use crate::Result;

/// A game of the player against itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Game {
    /// The number of the game, which its seed follows from.
    pub(super) number: u32,
    /// The number of random moves that the game begins with.
    pub(super) opening: usize,
    /// The moves.
    pub(super) plies: Vec<Ply>,
    /// The final disc difference for black.
    pub(super) result: i32,
}

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ply {
    pub(super) square: Square,
    /// If set, the move was chosen at random and may be bad.
    pub(super) random: bool,
}

/// Returns a game that has not begun.
pub(super) fn start(size: Size) -> CoreGame {
    let rules = Rules {
        size,
        ..Rules::OTHELLO
    };
    CoreGame::new(rules).expect("the player supports the size")
}

/// Returns the disc difference for black.
pub(super) fn margin(board: &Board) -> i32 {
    let discs = board.count();
    let of = |disc| i32::try_from(discs[disc]).expect("a board has at most 676 squares");
    of(Disc::Black) - of(Disc::White)
}

impl Game {
    /// Returns the line of the game.
    pub(super) fn line(&self) -> String {
        let mut line = format!("{} {} ", self.number, self.opening);
        for ply in &self.plies {
            let Square { row, col } = ply.square;
            line.push(char::from(b'a' + col));
            let mark = if ply.random { "?" } else { "" };
            write!(line, "{}{mark}", row + 1).expect("a string grows");
        }
        writeln!(line, " {}", self.result).expect("a string grows");
        line
    }

    /// Reads the line of a game on a board of `size`.
    pub(super) fn parse(line: &str, size: Size) -> Result<Self> {
        let mut words = line.split(' ');
        let mut word = |name| words.next().ok_or(format!("the {name} is missing"));
        let number = word("number")?.parse().map_err(|_| "no number of a game")?;
        let opening = word("opening")?
            .parse()
            .map_err(|_| "no number of random moves")?;
        let plies = parse_plies(word("moves")?)?;
        let result = word("result")?.parse().map_err(|_| "no result")?;
        let game = Self {
            number,
            opening,
            plies,
            result,
        };
        let end = game.boards(size, |_, _, _| {})?;
        if margin(&end) != result {
            return Err(format!("the result is {}, not {result}", margin(&end)).into());
        }
        Ok(game)
    }

    /// Calls `watch` with every move's index, the board before it, and the side that
    /// plays it. Returns the final board.
    pub(super) fn boards(
        &self,
        size: Size,
        mut watch: impl FnMut(usize, &Board, Disc),
    ) -> Result<Board> {
        let mut game = start(size);
        for (index, ply) in self.plies.iter().enumerate() {
            if let Turn::Pass(_) = game.turn() {
                game.pass()?;
            }
            watch(index, game.board(), game.to_move());
            game.play(ply.square)
                .map_err(|error| format!("move {}: {error}", index + 1))?;
        }
        match game.turn() {
            Turn::Over(_) => Ok(game.board().clone()),
            Turn::Move(_) | Turn::Pass(_) => Err("the game is not over".into()),
        }
    }
}

/// Reads a file of games. Returns the size of the board too.
pub(super) fn read(path: &Path) -> Result<(Size, Vec<Game>)> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let mut lines = text.lines();
    let header = lines.next().unwrap_or_default();
    let side = header
        .strip_prefix("games of ")
        .and_then(|rest| rest.split('x').next()?.parse().ok());
    let side: usize = side.ok_or_else(|| format!("{name}: line 1: not a file of games"))?;
    let size = Size::square(side).map_err(|error| format!("{name}: line 1: {error}"))?;
    let lines: Vec<&str> = lines.collect();
    let games: Result<Vec<Game>> = lines
        .par_iter()
        .enumerate()
        .map(|(index, line)| {
            Game::parse(line, size)
                .map_err(|error| format!("{name}: line {}: {error}", index + 2).into())
        })
        .collect();
    Ok((size, games?))
}

fn parse_plies(text: &str) -> Result<Vec<Ply>> {
    let wrong = |at| format!("no move at character {at} of the moves");
    let mut plies = Vec::new();
    let mut characters = text.char_indices().peekable();
    while let Some((at, letter)) = characters.next() {
        let col = match letter {
            'a'..='z' => letter as u8 - b'a',
            _ => return Err(wrong(at + 1).into()),
        };
        let mut row = 0_u8;
        while let Some(&(_, digit)) = characters.peek()
            && let Some(digit) = digit.to_digit(10)
        {
            row = u8::try_from(10 * u32::from(row) + digit).map_err(|_| wrong(at + 1))?;
            characters.next();
        }
        let row = row.checked_sub(1).ok_or_else(|| wrong(at + 1))?;
        let random = characters.next_if(|&(_, mark)| mark == '?').is_some();
        plies.push(Ply {
            square: Square::new(row, col),
            random,
        });
    }
    Ok(plies)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use reversi_engine::Random;

    use super::*;

    /// Returns a game of random moves.
    fn random_game(size: Size, seed: u64) -> Game {
        let mut random = Random::new(seed);
        let mut game = start(size);
        let mut plies = Vec::new();
        loop {
            match game.turn() {
                Turn::Move(_) => {
                    let moves: Vec<Square> = game.legal_moves().collect();
                    let square = random.choose(&moves).expect("there is a move");
                    let random = random.below(4) == 0;
                    plies.push(Ply { square, random });
                    game.play(square).expect("it is legal");
                }
                Turn::Pass(_) => game.pass().expect("the turn is a pass"),
                Turn::Over(_) => break,
            }
        }
        Game {
            number: random.below(u32::MAX),
            opening: plies.len() / 3,
            plies,
            result: margin(game.board()),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_written_game_is_read_back(half in 2..14_usize, seed in any::<u64>()) {
            let size = Size::square(2 * half).expect("an even size");
            let game = random_game(size, seed);
            let line = game.line();
            let read = Game::parse(line.trim_end(), size).expect("it is valid");
            prop_assert_eq!(read, game);
        }

        #[test]
        fn random_text_does_not_panic(text in "[0-9a-d? -]{0,60}") {
            let _ = Game::parse(&text, Size::EIGHT);
        }
    }

    #[test]
    fn a_wrong_result_and_an_unfinished_game_are_errors() {
        let size = Size::square(4).expect("an even size");
        let mut game = random_game(size, 1);
        game.result += 2;
        let error = |game: &Game| {
            let error = Game::parse(game.line().trim_end(), size).expect_err("it is wrong");
            error.to_string()
        };
        let expected = format!("the result is {}, not {}", game.result - 2, game.result);
        assert_eq!(error(&game), expected);
        game.plies.pop();
        assert_eq!(error(&game), "the game is not over");
    }
}
