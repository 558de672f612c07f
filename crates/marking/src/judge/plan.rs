//! A case, ready to be played move by move.

use course::{Course, Setup};
use reversi_core::{Disc, Game, Rules, Square, Turn};

use crate::read::results::SideWords;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TypedMove {
    Square(Square),
    /// Nothing that could be a square or a number of the menu: the line.
    Other(Vec<u8>),
}

pub(crate) struct GamePlan {
    pub(crate) rules: Rules,
    /// The side that the input does not play.
    pub(crate) computer: Option<Disc>,
    /// The same side, if its computer may make any legal move.
    pub(crate) free_computer: Option<Disc>,
    pub(crate) before: Vec<Vec<u8>>,
    pub(crate) typed: Vec<TypedMove>,
    pub(crate) sides: SideWords,
}

impl GamePlan {
    /// Returns the sides of people in the order of their first moves.
    pub(crate) fn people(&self) -> impl Iterator<Item = Disc> {
        let first = self.rules.first;
        let all = [first, first.opponent()].into_iter();
        all.filter(|disc| self.computer != Some(*disc))
    }

    /// Returns `None` if `input` ends before the first board.
    pub(crate) fn new(course: &Course, input: &[u8]) -> Option<Self> {
        let setup = course.setup(input)?;
        let is_free = course.computer.prescribed().is_none();
        Some(Self {
            rules: setup.rules,
            computer: setup.computer,
            free_computer: setup.computer.filter(|_| is_free),
            typed: typed_moves(course, &setup, input)?,
            sides: SideWords::new(course, &setup),
            before: setup.answers,
        })
    }
}

/// Plays the game where moves are chosen by number, to find the move of each.
fn typed_moves(course: &Course, setup: &Setup, input: &[u8]) -> Option<Vec<TypedMove>> {
    let size = setup.rules.size;
    let mut game = Game::new(setup.rules).ok()?;
    let mut typed = Vec::new();
    for range in course.moves(input, setup.lines) {
        let line = &input[range];
        if course.quits(line) {
            break;
        }
        let mut legal = Vec::new();
        if course.chooses_by_number() {
            while let Turn::Pass(_) = game.turn() {
                game.pass().ok()?;
            }
            if let Turn::Move(_) = game.turn() {
                legal = game.legal_moves().collect();
            }
        }
        if let Some(at) = course.square(line, size, &legal) {
            if course.chooses_by_number() {
                game.play(at).ok()?;
            }
            typed.push(TypedMove::Square(at));
        } else if !course.notation.is_ambiguous(line) || is_number(course, line) {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            typed.push(TypedMove::Other([line, b"\n"].concat()));
        }
    }
    Some(typed)
}

/// Returns `true` for the number of a choice, which may not be on the list.
fn is_number(course: &Course, line: &[u8]) -> bool {
    course.chooses_by_number() && !line.is_empty() && line.iter().all(u8::is_ascii_digit)
}
