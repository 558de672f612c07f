//! Text that several front ends print.

use std::time::Duration;

use reversi_core::{Disc, Game, Ply, Size};

use crate::position::{black_score, position_of};
use crate::{Depth, Line, Position, Score};

pub(crate) fn plies(mut position: Position, line: &Line) -> Vec<Ply> {
    let mut plies = Vec::new();
    for &at in &line.moves {
        if position.moves() == 0 {
            position = position.pass();
            plies.push(Ply::Pass);
        }
        position = position.play(at).expect("a line has legal moves");
        plies.push(Ply::Place(at));
    }
    plies
}

pub(crate) fn variation(position: Position, line: &Line) -> String {
    let plies: Vec<String> = plies(position, line).iter().map(Ply::to_string).collect();
    plies.join(" ")
}

/// Formats a score from the end of the game as `+12`, and any other as `+1.50`.
pub(crate) fn score(line: &Line) -> String {
    match line.depth {
        Depth::End(_) => discs(line.score),
        Depth::Plies(..) => format!("{:+}", line.score),
    }
}

/// Formats a whole number of discs as `+12`, and any other score as `+1.50`.
pub(crate) fn discs(score: Score) -> String {
    match score.0 % 100 {
        0 => format!("{:+}", score.0 / 100),
        _ => format!("{score:+}"),
    }
}

pub(crate) fn rate(nodes: u64, time: Duration) -> u64 {
    let rate = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    u64::try_from(rate).unwrap_or(u64::MAX)
}

/// Returns the board as nine lines, without the last line end: `*` for black, `O`
/// for white, `.` for a legal move, `-` for any other empty square.
pub(crate) fn board(game: &Game) -> String {
    let mut picture = "  a b c d e f g h".to_owned();
    for square in Size::EIGHT.squares() {
        if square.col == 0 {
            picture.push('\n');
            picture.push(char::from(b'1' + square.row));
        }
        picture.push_str(match game.board().disc(square) {
            Some(Disc::Black) => " *",
            Some(Disc::White) => " O",
            None if game.check(square).is_ok() => " .",
            None => " -",
        });
    }
    picture
}

pub(crate) fn count(game: &Game) -> String {
    let count = game.board().count();
    format!("black (*) {}, white (O) {}", count.black, count.white)
}

pub(crate) fn result(game: &Game) -> Option<String> {
    let score = black_score(game);
    let winner = match score {
        _ if !position_of(game).is_over() => return None,
        0 => return Some("the game is over: a draw".to_owned()),
        1.. => Disc::Black,
        _ => Disc::White,
    };
    let margin = score.abs();
    Some(format!("the game is over: {winner} wins by {margin}"))
}

pub(crate) fn summary(count: usize, nodes: u64, time: Duration) -> String {
    let rate = rate(nodes, time);
    let seconds = time.as_secs_f64();
    let [count, nodes] = [counted(count as u64, "position"), counted(nodes, "node")];
    format!("{count}, {seconds:.3} s, {nodes}, {rate} nodes/s")
}

/// Formats a number of things as `1 move` or `2 moves`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_a_thing_is_singular() {
        let summary = |count| summary(count, count as u64, Duration::from_secs(1));
        assert_eq!(summary(1), "1 position, 1.000 s, 1 node, 1 nodes/s");
        assert_eq!(summary(0), "0 positions, 1.000 s, 0 nodes, 0 nodes/s");
    }
}
