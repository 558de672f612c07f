//! A person's last moves against a computer that plays as it likes, towards a result.

use reversi_core::{Disc, Game, Outcome, Square, Turn};

use crate::read::results::ResultClaim;

/// The most empty squares from which all games are searched.
const MOST_EMPTY: usize = 6;

/// Finds the best move against a `computer` that plays at random; `None` if the end is too far.
pub(super) fn steered(game: &Game, goal: ResultClaim, computer: Disc) -> Option<Square> {
    let is_reached = |outcome: Outcome| match goal {
        ResultClaim::Winner(disc) => outcome.winner() == Some(disc),
        _ => outcome.winner().is_none(),
    };
    let board = game.board();
    let empty = board.size().squares().count() - board.occupied().count();
    if !matches!(goal, ResultClaim::Winner(_) | ResultClaim::Draw) || empty > MOST_EMPTY {
        return None;
    }
    let rated = game
        .legal_moves()
        .map(|at| (at, chance(&after(game, at), computer, &is_reached)));
    let best = rated.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map(|(at, _)| at)
}

fn after(game: &Game, at: Square) -> Game {
    let mut next = game.clone();
    next.play(at).expect("a legal move can be played");
    next
}

fn chance(game: &Game, computer: Disc, is_reached: &impl Fn(Outcome) -> bool) -> f64 {
    let mover = match game.turn() {
        Turn::Over(outcome) => return f64::from(u8::from(is_reached(outcome))),
        // No game with such a computer has passes.
        Turn::Move(mover) | Turn::Pass(mover) => mover,
    };
    let chances = game
        .legal_moves()
        .map(|at| chance(&after(game, at), computer, is_reached));
    if mover == computer {
        let (sum, count) = chances.fold((0.0, 0.0), |(sum, count), it| (sum + it, count + 1.0));
        sum / count
    } else {
        chances.fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steered_games_come_to_their_goal_more_often() {
        let course = courses::by_name("revergo").expect("it is a course");
        let opening = Game::new(course.program.rules()[0]).expect("it can be played");
        let is_draw = |mut choices: usize, goal| {
            let mut game = opening.clone();
            while let Turn::Move(mover) = game.turn() {
                choices = choices * 48_271 % 0x7fff_ffff;
                let moves: Vec<Square> = game.legal_moves().collect();
                let own = steered(&game, goal, Disc::Black).filter(|_| mover == Disc::White);
                game = after(&game, own.unwrap_or(moves[choices % moves.len()]));
            }
            game.board().count().black == game.board().count().white
        };
        let draws = |goal| (1..60).filter(|&seed| is_draw(seed, goal)).count();
        let (without, with) = (draws(ResultClaim::Nothing), draws(ResultClaim::Draw));
        assert!(with > without + 10, "{without}, {with}");
    }
}
