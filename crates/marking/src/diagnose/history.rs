//! The game that a case leads to, as it should be played.

use std::ops::Range;

use course::Course;
use reversi_core::{Board, Disc, Game, Outcome, Rules, Square, Turn};

#[derive(Clone, Debug)]
pub(crate) struct PlayedMove {
    pub(crate) before: Game,
    pub(crate) at: Square,
    pub(crate) after: Board,
    pub(crate) by_computer: bool,
}

impl PlayedMove {
    pub(crate) fn mover(&self) -> Disc {
        self.before.to_move()
    }
}

/// A game as it should be played, and how much of it a program has shown.
#[derive(Clone, Debug)]
pub(crate) struct History {
    opening: Game,
    /// The computer's choice, where the handout prescribes it.
    choose: Option<fn(&Game) -> Option<Square>>,
    moves: Vec<PlayedMove>,
    shown: usize,
}

impl History {
    pub(crate) fn new(course: &Course, opening: Game) -> Self {
        Self {
            opening,
            choose: course.computer.prescribed().map(|computer| computer.choose),
            moves: Vec::new(),
            shown: 0,
        }
    }

    /// Plays the moves of `input` up to the end of either, or to the first choice of a computer
    /// that plays as it likes. `None` if no game can be set up.
    pub(crate) fn replay(course: &Course, input: &[u8]) -> Option<Self> {
        let setup = course.setup(input)?;
        let mut typed = course.moves(input, setup.lines).into_iter();
        let mut game = Game::new(setup.rules).ok()?;
        let mut history = Self::new(course, game.clone());
        loop {
            match game.turn() {
                Turn::Over(_) => return Some(history),
                Turn::Pass(_) => game.pass().ok()?,
                Turn::Move(mover) => {
                    let by_computer = setup.computer == Some(mover);
                    let at = if by_computer {
                        history.choice(&game)
                    } else {
                        let Some(line) = typed.next() else {
                            return Some(history);
                        };
                        let legal: Vec<Square> = game.legal_moves().collect();
                        course.square(&input[line], setup.rules.size, &legal)
                    };
                    // An illegal line is no move: the same side is asked again.
                    let played = at.is_some_and(|at| history.play(&mut game, at, by_computer));
                    if !played && (by_computer || course.illegal_loses) {
                        return Some(history);
                    }
                }
            }
        }
    }

    /// Plays `at` in `game`, the last position. Returns `false` if it is illegal.
    pub(crate) fn play(&mut self, game: &mut Game, at: Square, by_computer: bool) -> bool {
        let before = game.clone();
        if game.play(at).is_err() {
            return false;
        }
        self.moves.push(PlayedMove {
            before,
            at,
            after: game.board().clone(),
            by_computer,
        });
        true
    }

    pub(crate) fn rules(&self) -> Rules {
        *self.opening.rules()
    }

    pub(crate) fn moves(&self) -> &[PlayedMove] {
        &self.moves
    }

    pub(crate) fn shown(&self) -> usize {
        self.shown
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let game = self.game_after(self.moves.len())?;
        match game.turn() {
            Turn::Over(outcome) => Some(outcome),
            Turn::Move(_) | Turn::Pass(_) => None,
        }
    }

    /// Returns the game before a pass that follows the last of these moves.
    pub(crate) fn game_after(&self, moves: usize) -> Option<Game> {
        let Some(last) = moves.checked_sub(1) else {
            return Some(self.opening.clone());
        };
        let last = self.moves.get(last)?;
        let mut game = last.before.clone();
        game.play(last.at).ok()?;
        Some(game)
    }

    pub(crate) fn board_after(&self, moves: usize) -> &Board {
        match moves.checked_sub(1) {
            None => self.opening.board(),
            Some(last) => &self.moves[last].after,
        }
    }

    /// Returns the number of moves that lead to `board`, which is not older than the last shown.
    pub(crate) fn find(&self, board: &Board) -> Option<usize> {
        (self.shown..=self.moves.len()).find(|&moves| self.board_after(moves) == board)
    }

    /// Notes that `board` was printed. Returns `false` if the game does not come to it.
    pub(crate) fn show(&mut self, board: &Board) -> bool {
        let found = self.find(board);
        self.shown = found.unwrap_or(self.shown);
        found.is_some()
    }

    pub(crate) fn choice(&self, game: &Game) -> Option<Square> {
        self.choose.and_then(|choose| choose(game))
    }

    /// Plays these moves again from `board` on: a human's move on `read` of its square, and the
    /// computer's as it chooses there. Returns `None` if one of them is then illegal.
    pub(crate) fn play_again(
        &self,
        mut board: Board,
        range: Range<usize>,
        read: impl Fn(Square) -> Square,
    ) -> Option<Board> {
        for played in &self.moves[range] {
            let mut game = Game::resume(self.rules(), board, played.mover()).ok()?;
            let at = match (played.by_computer, self.choose) {
                (true, Some(choose)) => choose(&game)?,
                (true, None) => played.at,
                (false, _) => read(played.at),
            };
            game.play(at).ok()?;
            board = game.board().clone();
        }
        Some(board)
    }
}
