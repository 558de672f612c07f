#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(clippy::disallowed_methods)]

pub mod cli;
mod course;
mod words;

use ::course::{Console, Environment, Result};

pub use crate::course::COURSE;
use reversi_core::{Blocked, Direction, Disc, Game, Rules, Square, Turn};

/// The handout's game: no diagonals, and it ends as soon as the side to move is blocked.
pub const RULES: Rules = Rules {
    first: PLAYER,
    directions: Direction::ORTHOGONAL,
    blocked: Blocked::End,
    ..Rules::OTHELLO
};

/// The human, X. It is white in `reversi-core`, since X has the upper left of the four initial
/// pieces.
const PLAYER: Disc = Disc::White;

const CPU: Disc = PLAYER.opponent();

/// Plays one game on `console`, from the first board to the result.
pub fn run(console: &mut Console<'_>, environment: &mut Environment<'_>) -> Result<()> {
    let mut game = Game::new(RULES).expect("an 8x8 board can be played");
    print_board(console, &game)?;
    loop {
        environment.show(&game);
        match game.turn() {
            Turn::Move(PLAYER) => {
                let moves: Vec<Square> = game.legal_moves().collect();
                console.line(words::valid_moves(&moves))?;
                let at = ask_move(console, &moves)?;
                game.play(at).expect("it is on the list");
            }
            Turn::Move(_) => {
                let at = environment.computer_move(&game, || naive(&game))?;
                game.play(at).expect("the computer plays legal moves");
                console.line(words::cpu_takes(at))?;
                print_board(console, &game)?;
            }
            Turn::Pass(_) => unreachable!("by these rules the blocked side ends the game"),
            Turn::Over(outcome) => {
                console.line(words::GAME_OVER)?;
                print_board(console, &game)?;
                console.line(words::player_score(outcome.discs()))?;
                console.line(words::cpu_score(outcome.discs()))?;
                return console.line(words::winner(outcome.winner()));
            }
        }
    }
}

fn ask_move(console: &mut Console<'_>, moves: &[Square]) -> Result<Square> {
    loop {
        console.prompt(words::MOVE_PROMPT)?;
        let line = console.read_line()?;
        match line.as_deref().and_then(square) {
            Some(at) if moves.contains(&at) => return Ok(at),
            _ => console.line(words::invalid_move(moves))?,
        }
    }
}

/// A square is exactly two whole numbers, row and column.
fn square(line: &str) -> Option<Square> {
    let mut numbers = line.split_whitespace().map(|word| {
        let number: i64 = word.parse().ok()?;
        u8::try_from(number).ok()
    });
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(Some(row)), Some(Some(col)), None) => Some(Square::new(row, col)),
        _ => None,
    }
}

/// Returns the move of the handout's computer: the topmost, then leftmost legal move. `None` if the
/// side to move has no move.
pub fn naive(game: &Game) -> Option<Square> {
    game.legal_moves().next()
}

fn print_board(console: &mut Console<'_>, game: &Game) -> Result<()> {
    console.line(words::BOARD_TITLE)?;
    console.line(words::view(game.board()))
}
