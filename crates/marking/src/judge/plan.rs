//! A case, ready to be played move by move.

use reversi_core::{ByDisc, Disc, Game as Position, Rules, Square, Turn};

use crate::diagnose::results::Sides;
use crate::read::words::translated;
use course::{Course, Setup};

/// Who plays the side that the case's input does not.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Computer {
    /// Both sides are the input's.
    None,
    /// The handout says which move.
    Prescribed(Disc, fn(&Position) -> Option<Square>),
    /// Any legal move.
    Free(Disc),
}

impl Computer {
    pub(crate) fn plays(self, disc: Disc) -> bool {
        match self {
            Self::None => false,
            Self::Prescribed(own, _) | Self::Free(own) => own == disc,
        }
    }
}

/// One entry of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// This square, legal or not.
    Square(Square),
    /// Nothing that could be a square or a number of the menu.
    Other(Vec<u8>),
}

/// A case, ready to be played.
pub(crate) struct Plan {
    pub(crate) rules: Rules,
    pub(crate) computer: Computer,
    /// What is entered before the first board.
    pub(crate) before: Vec<Vec<u8>>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) sides: Sides,
}

impl Plan {
    /// The case of `course` that `input` is; `None` where it ends before the
    /// first board.
    pub(crate) fn new(course: &Course, input: &[u8]) -> Option<Self> {
        let setup = course.setup(input)?;
        let computer = match (setup.computer, course.computer) {
            (None, _) => Computer::None,
            (Some(own), Some(computer)) => Computer::Prescribed(own, computer.choose),
            (Some(own), None) => Computer::Free(own),
        };
        Some(Self {
            rules: setup.rules,
            computer,
            entries: entries(course, &setup, input)?,
            sides: sides(course, &setup),
            before: setup.taken,
        })
    }
}

fn sides(course: &Course, setup: &Setup) -> Sides {
    let words = |disc: Disc| {
        let name = setup.names.iter().map(|names| names[disc].clone());
        let called = course.called[disc].iter().copied().map(str::to_owned);
        let translated = course.called[disc].iter().flat_map(|name| translated(name));
        name.chain(called).chain(translated).collect()
    };
    ByDisc {
        black: words(Disc::Black),
        white: words(Disc::White),
    }
}

/// The entries after those that set the game up. Where a move is chosen by its
/// number, the game is played along to know which one that is.
fn entries(course: &Course, setup: &Setup, input: &[u8]) -> Option<Vec<Entry>> {
    let size = setup.rules.size;
    let mut position = Position::new(setup.rules).ok()?;
    let mut entries = Vec::new();
    for range in course.notation.entries(input).skip(setup.entries) {
        let entry = &input[range];
        let mut legal = Vec::new();
        if course.chooses_by_number() {
            while let Turn::Pass(_) = position.turn() {
                position.pass().ok()?;
            }
            if let Turn::Move(_) = position.turn() {
                legal = position.legal_moves().collect();
            }
        }
        if let Some(at) = course.square(entry, size, &legal) {
            if course.chooses_by_number() {
                position.play(at).ok()?;
            }
            entries.push(Entry::Square(at));
        } else if !course.notation.is_ambiguous(entry) {
            let line = entry.strip_suffix(b"\r").unwrap_or(entry);
            entries.push(Entry::Other([line, b"\n"].concat()));
        }
    }
    Some(entries)
}
