//! Text that several front ends print.

use std::time::Duration;

use reversi_core::Disc;

use crate::game::{GameRecord, Ply, Setup, name};
use crate::position::bit;
use crate::{Depth, Line, Position, squares_in};

/// Returns the plies of a principal variation, including passes.
pub(crate) fn plies(setup: Setup, line: &Line) -> Vec<Ply> {
    let mut game = GameRecord::new(setup);
    if setup.position.moves() == 0 {
        let _ = game.play(Ply::Pass);
    }
    for &square in &line.moves {
        if game.follow(Ply::Place(square)).is_err() {
            break;
        }
    }
    game.plies().iter().map(|&(_, ply)| ply).collect()
}

/// Returns the plies of a principal variation, separated by spaces.
pub(crate) fn variation(setup: Setup, line: &Line) -> String {
    let plies: Vec<String> = plies(setup, line).iter().map(Ply::to_string).collect();
    plies.join(" ")
}

/// Returns a score as `+12` if it is of the end of the game, else as `+1.50`.
pub(crate) fn score(line: &Line) -> String {
    match line.depth {
        Depth::End(_) if line.score.0 % 100 == 0 => format!("{:+}", line.score.0 / 100),
        _ => format!("{:+}", line.score),
    }
}

/// Returns the number of nodes per second.
pub(crate) fn rate(nodes: u64, time: Duration) -> u64 {
    let rate = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    u64::try_from(rate).unwrap_or(u64::MAX)
}

/// Returns the board as nine lines, without the last line end: `*` for black, `O`
/// for white, `.` for a legal move, `-` for any other empty square.
pub(crate) fn board(setup: Setup) -> String {
    let moves = setup.position.moves();
    let mut picture = "  a b c d e f g h".to_owned();
    for square in squares_in(u64::MAX) {
        if square.col == 0 {
            picture.push('\n');
            picture.push(char::from(b'1' + square.row));
        }
        picture.push_str(match setup.disc(square) {
            Some(Disc::Black) => " *",
            Some(Disc::White) => " O",
            None if moves & bit(square) != 0 => " .",
            None => " -",
        });
    }
    picture
}

/// Returns the number of discs of each side as text.
pub(crate) fn count(setup: Setup) -> String {
    let Setup { position, to_move } = setup;
    let (player, opponent) = (position.player(), position.opponent());
    let (black, white) = match to_move {
        Disc::Black => (player, opponent),
        Disc::White => (opponent, player),
    };
    format!(
        "black (*) {}, white (O) {}",
        black.count_ones(),
        white.count_ones()
    )
}

/// Returns the result of a finished game as text.
pub(crate) fn result(setup: Setup) -> String {
    let winner = match setup.final_score() {
        0 => return "the game is over: a draw".to_owned(),
        1.. => Disc::Black,
        _ => Disc::White,
    };
    let margin = setup.final_score().abs();
    format!("the game is over: {} wins by {margin}", name(winner))
}

/// Returns the last line of a table of searches.
pub(crate) fn summary(count: usize, nodes: u64, time: Duration) -> String {
    let rate = rate(nodes, time);
    let seconds = time.as_secs_f64();
    format!("{count} positions, {seconds:.3} s, {nodes} nodes, {rate} nodes/s")
}

/// Returns a message if the side to move has no legal move.
pub(crate) fn blocked(position: Position) -> Option<&'static str> {
    if position.moves() != 0 {
        None
    } else if position.is_over() {
        Some("the game is over: neither side has a legal move")
    } else {
        Some("the side to move has no legal move and must pass")
    }
}
