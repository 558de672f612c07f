//! A case played again by the rules in the core.

use reversi_core::{Board, Disc, Game, Square, Turn};

use course::Course;

/// One move of the replayed game.
#[derive(Clone, Debug)]
pub struct Step {
    /// The game before it.
    pub before: Game,
    /// Where the disc was placed.
    pub at: Square,
    /// The board after it.
    pub after: Board,
    /// Whether the course's computer made it.
    pub by_computer: bool,
}

impl Step {
    /// Who placed the disc.
    pub fn mover(&self) -> Disc {
        self.before.to_move()
    }
}

/// The moves that `input` leads to by the course's rules, up to the end of the
/// game or of the input. `None` where the game cannot be set up, or the
/// computer's moves are its own choice.
pub fn replay(course: &Course, input: &[u8]) -> Option<Vec<Step>> {
    let setup = course.setup(input)?;
    if setup.computer.is_some() && course.computer.is_none() {
        return None;
    }
    let mut entries = course.typed(input).skip(setup.entries);
    let mut game = Game::new(setup.rules).ok()?;
    let mut steps = Vec::new();
    loop {
        match game.turn() {
            Turn::Over(_) => return Some(steps),
            Turn::Pass(_) => game.pass().ok()?,
            Turn::Move(mover) => {
                let by_computer = setup.computer == Some(mover);
                let at = match course.computer {
                    Some(computer) if by_computer => (computer.choose)(&game),
                    _ => {
                        let Some(entry) = entries.next() else {
                            return Some(steps);
                        };
                        let legal: Vec<Square> = game.legal_moves().collect();
                        course.square(&input[entry], setup.rules.size, &legal)
                    }
                };
                let before = game.clone();
                // An illegal entry is no move: the same side is asked again.
                if let Some(at) = at
                    && game.play(at).is_ok()
                {
                    steps.push(Step {
                        before,
                        at,
                        after: game.board().clone(),
                        by_computer,
                    });
                } else if by_computer {
                    return None;
                }
            }
        }
    }
}
