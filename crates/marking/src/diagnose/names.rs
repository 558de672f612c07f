//! The words of squares, sides and other values in the sentences about mistakes.

use std::mem;

use course::Course;
use reversi_core::{ByDisc, Disc, IllegalMove, Size, Square};

use super::quote::short;

/// The names of squares and sides in one case of a course.
#[derive(Clone, Debug)]
pub struct CaseNames<'a> {
    pub(super) course: &'a Course,
    size: Size,
    pub(super) sides: ByDisc<String>,
}

impl<'a> CaseNames<'a> {
    pub fn new(course: &'a Course, input: &[u8]) -> Self {
        let setup = course.setup(input);
        let size = setup.as_ref().map_or(Size::EIGHT, |it| it.rules.size);
        let players = setup.and_then(|setup| setup.names);
        // A name that both have names neither.
        let players = players.filter(|names| names.black != names.white);
        let [black, white] = [Disc::Black, Disc::White].map(|it| course.side_name(it).to_owned());
        Self {
            course,
            size,
            sides: players.unwrap_or(ByDisc { black, white }),
        }
    }

    fn square(&self, at: Square) -> String {
        format!("`{}`", self.course.square_name(self.size, at))
    }

    /// Returns the words of `field` if it is the same in each mistake.
    pub(super) fn of_course(&self, field: &str) -> Option<String> {
        match field {
            "counters" => {
                let counters = self.course.counters.iter();
                let counters: Vec<_> = counters.map(|(name, _)| format!("`{name}`")).collect();
                Some(counters.join(", "))
            }
            "computer's rule" => Some(self.course.computer.prescribed()?.description.to_owned()),
            _ => None,
        }
    }

    pub(super) fn of_opponents(&self) -> Self {
        let mut names = self.clone();
        mem::swap(&mut names.sides.black, &mut names.sides.white);
        names
    }
}

/// The fields of sentences that all mistakes of a course have.
#[cfg(test)]
pub(super) const OF_COURSE: [&str; 2] = ["counters", "computer's rule"];

pub(super) trait FieldValue {
    /// Returns its words in the sentence; `None` if it has no value.
    fn words(&self, names: &CaseNames<'_>) -> Option<String>;
}

impl<T: FieldValue> FieldValue for Option<T> {
    fn words(&self, names: &CaseNames<'_>) -> Option<String> {
        self.as_ref()
            .map(|value| value.words(names).unwrap_or_default())
    }
}

/// Implements [`FieldValue`] for types.
macro_rules! values {
    ($($type:ty: |$value:ident, $names:pat_param| $words:expr;)*) => {
        $(impl FieldValue for $type {
            fn words(&self, $names: &CaseNames<'_>) -> Option<String> {
                let $value = self;
                $words
            }
        })*
    };
}
pub(super) use values;

values! {
    bool: |it, _| it.then(String::new);
    u8: |it, _| Some(it.to_string());
    usize: |it, _| Some(it.to_string());
    &'static str: |it, _| Some((*it).to_owned());
    String: |it, _| (!it.is_empty()).then(|| short(it));
    IllegalMove: |it, _| Some(it.to_string());
    Square: |it, names| Some(names.square(*it));
    Disc: |it, names| Some(names.sides[*it].clone());
    ByDisc<usize>: |it, names| {
        let one = |disc: Disc| format!("{} for {}", it[disc], names.sides[disc]);
        Some(format!("{} and {}", one(Disc::Black), one(Disc::White)))
    };
    Vec<Square>: |it, names| {
        let squares: Vec<String> = it.iter().map(|&at| names.square(at)).collect();
        let (last, before) = squares.split_last()?;
        Some(match before {
            [] => last.clone(),
            before => format!("{} and {last}", before.join(", ")),
        })
    };
}
