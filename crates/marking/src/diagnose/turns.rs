//! Wrong turns: refused moves, missing passes, games that end too soon.

use reversi_core::{Disc, Game, Square, Turn};

use super::history::{History, PlayedMove};
use super::mistake::{Mistake, RefusalCause};

impl History {
    /// Returns the mistake of a program that refuses the move with this index.
    /// An explanation by ignored diagonals is given only if no earlier board
    /// contradicts it.
    pub(crate) fn refused(&self, index: usize) -> Mistake {
        let played = &self.moves()[index];
        let at = played.at;
        let transposed = Square::new(at.col, at.row);
        let by_other_directions = Game::resume(
            self.other_directions(),
            played.before.board().clone(),
            played.mover(),
        );
        let cause = if let Some(blocked) = self.passed_before(index) {
            Some(RefusalCause::PassMissing(blocked))
        } else if by_other_directions.is_ok_and(|game| game.check(at).is_err())
            && !self.boards_show_directions()
        {
            Some(RefusalCause::DiagonalsIgnored)
        } else if played.before.check(transposed).is_err() {
            Some(RefusalCause::ReadTransposed)
        } else {
            None
        };
        Mistake::LegalMoveRefused { at, cause }
    }

    /// The side that passed just before the move with this index.
    pub(crate) fn passed_before(&self, index: usize) -> Option<Disc> {
        let before = self.moves().get(index.checked_sub(1)?)?;
        let mover = self.moves().get(index)?.mover();
        (before.mover() == mover).then_some(mover.opponent())
    }

    /// Returns the mistake of a program that ends the game at `game`, the last
    /// position of this history.
    pub(crate) fn over_too_soon(&self, game: &Game) -> Mistake {
        let last = self.moves().last().map(PlayedMove::mover);
        let blocked = match game.turn() {
            Turn::Pass(blocked) => Some(blocked),
            Turn::Move(mover) => (last == Some(mover)).then_some(mover.opponent()),
            Turn::Over(_) => None,
        };
        Mistake::OverTooSoon { blocked }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn comp10050(case: &str) -> History {
        let path = course_tests::fixtures("comp10050").join(case);
        let input = fs::read(path).expect("the fixture is there");
        let course = courses::by_name("comp10050").expect("it is a course");
        History::replay(course, &input).expect("it has a game")
    }

    #[test]
    fn a_move_refused_after_a_pass_is_explained_by_the_pass() {
        let history = comp10050("passes-in-a-row.in");
        let mut moves = 1..history.moves().len();
        let index = moves.find(|&index| history.passed_before(index).is_some());
        let index = index.expect("a side passes");
        let blocked = history.moves()[index].mover().opponent();
        assert_eq!(
            history.refused(index),
            Mistake::LegalMoveRefused {
                at: history.moves()[index].at,
                cause: Some(RefusalCause::PassMissing(blocked)),
            }
        );
    }

    #[test]
    fn a_diagonal_move_refused_is_explained_until_a_board_has_shown_diagonals() {
        let mut history = comp10050("full-game-white-wins.in");
        let by_diagonals = |history: &History, index: usize| {
            let cause = Some(RefusalCause::DiagonalsIgnored);
            let at = history.moves()[index].at;
            history.refused(index) == Mistake::LegalMoveRefused { at, cause }
        };
        let count = history.moves().len();
        let index = (0..count).rfind(|&index| by_diagonals(&history, index));
        let index = index.expect("a move flips along diagonals only");
        let shown = history.board_after(index).clone();
        assert!(history.show(&shown) && !by_diagonals(&history, index));
    }
}
