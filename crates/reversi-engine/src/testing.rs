use reversi_core::{Board, Disc, GameRecord, Ply, Size, Square};

use crate::frontend::Settings;
use crate::position::position_of;
use crate::{Engine, Options, Position, SearchLimits, squares_in};

pub(crate) fn options() -> Options {
    Options {
        table: 1,
        ..Options::default()
    }
}

pub(crate) fn engine() -> Engine {
    Engine::new(options())
}

pub(crate) fn depth(depth: u32) -> SearchLimits {
    let depth = Some(depth);
    SearchLimits { depth, time: None }
}

pub(crate) fn settings(plies: u32) -> Settings {
    Settings {
        options: options(),
        limits: depth(plies),
        book: None,
    }
}

pub(crate) fn board(position: Position) -> Board {
    let mut board = Board::empty(Size::EIGHT);
    squares_in(position.player()).for_each(|at| board.put(at, Disc::Black));
    squares_in(position.opponent()).for_each(|at| board.put(at, Disc::White));
    board
}

pub(crate) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("front ends write text")
}

/// Returns the positions of a random game, each with the move played there, if any. Each of
/// `choices` selects a move.
pub(crate) fn random_plies(choices: &[usize]) -> impl Iterator<Item = (Position, Option<Square>)> {
    let mut next = Some(Position::START);
    choices.iter().map_while(move |choice| {
        let position = next?;
        let moves: Vec<Square> = squares_in(position.moves()).collect();
        let at = moves.get(choice % moves.len().max(1)).copied();
        next = match at {
            Some(at) => position.play(at),
            None => Some(position.pass()).filter(|_| !position.is_over()),
        };
        Some((position, at))
    })
}

/// Returns the first position of a random game with at most `empties` empty squares, or the last.
pub(crate) fn random_position(choices: &[usize], empties: u32) -> Position {
    let mut last = Position::START;
    for (position, _) in random_plies(choices) {
        last = position;
        if position.empties() <= empties {
            break;
        }
    }
    last
}

pub(crate) fn random_game(choices: &[usize]) -> GameRecord {
    let mut game = GameRecord::default();
    for (position, at) in random_plies(choices).filter(|(position, _)| !position.is_over()) {
        assert_eq!(position, position_of(game.now()));
        let ply = at.map_or(Ply::Pass, Ply::Place);
        game.play(ply).expect("it is legal");
    }
    game
}

pub(crate) fn minimax(position: Position) -> i32 {
    if position.is_over() {
        return position.final_score();
    }
    squares_in(position.moves())
        .filter_map(|square| position.play(square))
        .map(|next| -minimax(next))
        .max()
        .unwrap_or_else(|| -minimax(position.pass()))
}

/// Returns the final disc difference for the side to move after a line that ends the game.
pub(crate) fn outcome(mut position: Position, line: &[Square]) -> i32 {
    let mut sign = 1;
    for &at in line {
        if position.moves() == 0 {
            (position, sign) = (position.pass(), -sign);
        }
        position = position.play(at).expect("the line has legal moves");
        sign = -sign;
    }
    assert!(position.is_over());
    sign * position.final_score()
}
