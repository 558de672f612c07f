//! The loss of each move of a game, by the engine's evaluation of the position before it.

use serde::{Deserialize, Serialize};

/// A move that loses this many discs or more is a mistake.
pub const MISTAKE: f64 = 4.0;

/// A move that loses this many discs or more is a blunder.
pub const BLUNDER: f64 = 10.0;

/// The discs whose loss halves the accuracy of a move.
const HALF: f64 = 6.0;

#[derive(Clone, Debug, Deserialize)]
pub struct EvaluatedMove {
    pub by: Side,
    pub square: usize,
    pub moves: Vec<Choice>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Choice {
    pub square: usize,
    /// The expected final difference in discs for the side that moves.
    pub score: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Black,
    White,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Review {
    /// One entry per move; `None` for a move that was not evaluated.
    pub moves: Vec<Option<ReviewedMove>>,
    pub black: Summary,
    pub white: Summary,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ReviewedMove {
    /// The discs that it lost, compared with the best move.
    pub lost: f64,
    pub mark: Option<Mark>,
    pub best: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    Mistake,
    Blunder,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// The mean accuracy of the moves with alternatives, in percent; `None` if there are none. A
    /// move that loses nothing has 100, and each six lost discs halve that.
    pub accuracy: Option<f64>,
    pub lost: f64,
    pub mistakes: usize,
    pub blunders: usize,
}

pub fn review(game: &[Option<EvaluatedMove>]) -> Review {
    let moves: Vec<Option<ReviewedMove>> = game.iter().map(|one| judge(one.as_ref()?)).collect();
    let of = |side| {
        let all = game.iter().zip(&moves);
        let own = all.filter_map(|(played, judged)| Some((played.as_ref()?, judged.as_ref()?)));
        summary(own.filter(|(played, _)| played.by == side))
    };
    Review {
        black: of(Side::Black),
        white: of(Side::White),
        moves,
    }
}

/// Returns the review of a move; `None` if the move played was not evaluated.
fn judge(played: &EvaluatedMove) -> Option<ReviewedMove> {
    let best = played
        .moves
        .iter()
        .max_by(|a, b| a.score.total_cmp(&b.score))?;
    let own = played
        .moves
        .iter()
        .find(|one| one.square == played.square)?;
    let lost = best.score - own.score;
    let mark = match lost {
        BLUNDER.. => Some(Mark::Blunder),
        MISTAKE.. => Some(Mark::Mistake),
        _ => None,
    };
    // Of several moves with the best score, the game may have another one.
    let best = if lost > 0.0 { best.square } else { own.square };
    Some(ReviewedMove { lost, mark, best })
}

fn summary<'a>(moves: impl Iterator<Item = (&'a EvaluatedMove, &'a ReviewedMove)>) -> Summary {
    let mut summary = Summary::default();
    let (mut sum, mut choices) = (0.0, 0.0);
    for (played, judged) in moves {
        summary.lost += judged.lost;
        summary.mistakes += usize::from(judged.mark == Some(Mark::Mistake));
        summary.blunders += usize::from(judged.mark == Some(Mark::Blunder));
        if played.moves.len() > 1 {
            sum += 100.0 * (-judged.lost / HALF).exp2();
            choices += 1.0;
        }
    }
    summary.accuracy = (choices > 0.0).then(|| sum / choices);
    summary
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(by: Side, square: usize, scores: &[f64]) -> EvaluatedMove {
        let moves = scores.iter().enumerate();
        let moves = moves.map(|(square, &score)| Choice { square, score });
        EvaluatedMove {
            by,
            square,
            moves: moves.collect(),
        }
    }

    #[test]
    fn each_move_loses_what_the_best_one_has_more() {
        let game = [
            Some(played(Side::Black, 1, &[2.0, 2.0, -3.0])),
            Some(played(Side::White, 2, &[1.0, 0.0, -5.0])),
            None,
            Some(played(Side::White, 0, &[-8.0, 4.0])),
            // A forced move is no choice, and a move that was not evaluated is left out.
            Some(played(Side::White, 0, &[-20.0])),
            Some(played(Side::Black, 7, &[1.0])),
        ];
        let Review {
            moves,
            black,
            white,
        } = review(&game);
        let lost: Vec<_> = moves.iter().map(|one| one.map(|one| one.lost)).collect();
        let expected = [Some(0.0), Some(6.0), None, Some(12.0), Some(0.0), None];
        assert_eq!(lost, expected);
        let marks: Vec<_> = moves
            .iter()
            .map(|one| one.and_then(|one| one.mark))
            .collect();
        assert_eq!(marks[1], Some(Mark::Mistake));
        assert_eq!(marks[3], Some(Mark::Blunder));
        assert_eq!(marks.iter().flatten().count(), 2);
        let best: Vec<_> = moves.iter().flatten().map(|one| one.best).collect();
        assert_eq!(best, [1, 0, 1, 0]);
        assert_eq!((black.accuracy, black.lost), (Some(100.0), 0.0));
        assert_eq!((white.accuracy, white.lost), (Some(37.5), 18.0));
        assert_eq!((white.mistakes, white.blunders), (1, 1));
    }

    #[test]
    fn a_side_without_a_choice_has_no_accuracy() {
        let game = [Some(played(Side::Black, 0, &[3.0]))];
        assert_eq!(review(&game).black.accuracy, None);
        assert_eq!(review(&[]).white, Summary::default());
    }
}
