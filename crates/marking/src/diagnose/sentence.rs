//! One sentence for each mistake: that of its row in `mistakes.txt`, with the words of its fields.

use std::mem;

use course::Course;
use reversi_core::{ByDisc, Disc, IllegalMove, Size, Square};

use super::mistake::{
    Announced, AnnouncedScores, Flips, GoesOn, Mistake, SpaceChange, Unread, WrongSquares,
};

/// The greatest number of squares that a sentence names. Of more squares, it has
/// only the number.
const MOST_SQUARES: usize = 8;

const MOST_NUMBERS: usize = 8;

/// The names of squares and sides in one case of a course.
#[derive(Clone, Debug)]
pub struct Names<'a> {
    course: &'a Course,
    size: Size,
    sides: ByDisc<String>,
}

impl<'a> Names<'a> {
    /// Returns the names that `course` uses in the case with this `input`.
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
    fn of_course(&self, field: &str) -> Option<String> {
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

    /// Returns the names with those of the sides exchanged.
    fn of_opponents(&self) -> Self {
        let mut names = self.clone();
        mem::swap(&mut names.sides.black, &mut names.sides.white);
        names
    }
}

/// The fields of sentences that all mistakes of a course have.
#[cfg(test)]
pub(super) const OF_COURSE: [&str; 2] = ["counters", "computer's rule"];

/// Returns the sentence about `mistake`, without a full stop.
pub fn sentence(mistake: &Mistake, names: &Names<'_>) -> String {
    let fields = mistake.fields();
    let value = |field: &str| {
        let opponent = field.strip_prefix("opponent of ");
        let name = opponent.unwrap_or(field);
        let Some((_, value)) = fields.iter().find(|(field, _)| *field == name) else {
            return names.of_course(name);
        };
        match opponent {
            Some(_) => value.words(&names.of_opponents()),
            None => value.words(names),
        }
    };
    let parts = mistake.template().split(['[', ']']).enumerate();
    let parts = parts.filter_map(|(index, part)| match index % 2 {
        0 => filled(part, |field| Some(value(field).unwrap_or_default())),
        _ => part.split('|').find_map(|part| filled(part, value)),
    });
    parts.collect()
}

/// Returns `part` with the values of its fields; `None` if one has none.
fn filled(part: &str, value: impl Fn(&str) -> Option<String>) -> Option<String> {
    let words = part.split(['{', '}']).enumerate();
    let words = words.map(|(index, words)| match index % 2 {
        0 => Some(words.to_owned()),
        _ => value(words),
    });
    words.collect()
}

/// A field of a mistake.
pub(super) trait Value {
    /// Returns its words in the sentence; `None` if it has no value.
    fn words(&self, names: &Names<'_>) -> Option<String>;
}

impl<T: Value> Value for Option<T> {
    fn words(&self, names: &Names<'_>) -> Option<String> {
        self.as_ref()
            .map(|value| value.words(names).unwrap_or_default())
    }
}

/// Of types whose words are the same in each course.
macro_rules! values {
    ($($type:ty: |$value:ident| $words:expr;)*) => {
        $(impl Value for $type {
            fn words(&self, _: &Names<'_>) -> Option<String> {
                let $value = self;
                $words
            }
        })*
    };
}

values! {
    bool: |it| it.then(String::new);
    u8: |it| Some(it.to_string());
    usize: |it| Some(it.to_string());
    &'static str: |it| Some((*it).to_owned());
    String: |it| (!it.is_empty()).then(|| it.clone());
    IllegalMove: |it| Some(it.to_string());
    SpaceChange: |it| Some(it.to_string());
    GoesOn: |it| Some(it.to_string());
}

impl Value for Square {
    fn words(&self, names: &Names<'_>) -> Option<String> {
        Some(names.square(*self))
    }
}

impl Value for Disc {
    fn words(&self, names: &Names<'_>) -> Option<String> {
        Some(names.sides[*self].clone())
    }
}

impl Value for ByDisc<usize> {
    fn words(&self, names: &Names<'_>) -> Option<String> {
        let one = |disc: Disc| format!("{} for {}", self[disc], names.sides[disc]);
        Some(format!("{} and {}", one(Disc::Black), one(Disc::White)))
    }
}

impl Value for Vec<Square> {
    fn words(&self, names: &Names<'_>) -> Option<String> {
        let squares: Vec<String> = self.iter().map(|&at| names.square(at)).collect();
        let (last, before) = squares.split_last()?;
        Some(match before {
            [] => last.clone(),
            before => format!("{} and {last}", before.join(", ")),
        })
    }
}

impl Value for WrongSquares {
    fn words(&self, names: &Names<'_>) -> Option<String> {
        let parts = [
            ("a disc is missing on", &self.missing),
            ("there should be no disc on", &self.added),
            ("the disc has the wrong colour on", &self.recoloured),
        ];
        let count: usize = parts.iter().map(|(_, squares)| squares.len()).sum();
        if count > MOST_SQUARES {
            return Some(format!("{count} squares differ"));
        }
        let part = |(words, squares): (_, &Vec<Square>)| {
            Some(format!("{words} {}", squares.words(names)?))
        };
        let parts: Vec<String> = parts.into_iter().filter_map(part).collect();
        Some(parts.join("; "))
    }
}

impl Value for Flips {
    fn words(&self, names: &Names<'_>) -> Option<String> {
        let computer = names.course.computer.prescribed();
        computer.filter(|computer| computer.counts_flips)?;
        let flips = counted(self.expected, "disc");
        Some(if self.expected == self.made {
            format!(": a tie, because both flip {flips}")
        } else {
            format!(", which flips {flips} instead of {}", self.made)
        })
    }
}

impl Value for Announced {
    fn words(&self, names: &Names<'_>) -> Option<String> {
        Some(match self {
            Self::Winner(winner) => format!("a win of {}", names.sides[*winner]),
            Self::Draw => "a draw".to_owned(),
            Self::Unclear => {
                "an unclear one: both sides or none are named as the winner".to_owned()
            }
        })
    }
}

impl Value for AnnouncedScores {
    fn words(&self, names: &Names<'_>) -> Option<String> {
        Some(match self {
            Self::Of(disc, number) => format!("{number} for {}", names.sides[*disc]),
            Self::Numbers(numbers) if numbers.is_empty() => "no numbers".to_owned(),
            Self::Numbers(numbers) if numbers.len() > MOST_NUMBERS => {
                format!("{} numbers", numbers.len())
            }
            Self::Numbers(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
                numbers.join(", ")
            }
        })
    }
}

impl Value for Unread {
    fn words(&self, _: &Names<'_>) -> Option<String> {
        let at_least = if self.at_least { "at least " } else { "" };
        let (lines, from, first) = (counted(self.lines, "line"), self.from, &self.first);
        Some(format!(
            "ended with {at_least}{lines} of its input unread, from line {from} (`{first}`) on"
        ))
    }
}

/// Returns `1 case` or `2 cases`.
pub fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests;
