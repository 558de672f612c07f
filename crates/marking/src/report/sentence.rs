//! One sentence for each mistake: a row of `mistakes.txt`, with the values of the mistake.

use course::Course;
use reversi_core::{ByDisc, Disc, Size, Square};

use super::text::counted;
use crate::diagnose::{Announced, AnnouncedScores, Flips, GoesOn, Mistake, Unread, WrongSquares};
use crate::judge::LONGEST_TURN;

/// The greatest number of squares that a sentence names. Of more squares, it has
/// only the number.
const MOST_SQUARES: usize = 8;

const MOST_NUMBERS: usize = 8;

/// The names of squares and sides in one case of a course.
#[derive(Clone, Debug)]
pub struct Names<'a> {
    course: &'a Course,
    size: Size,
    players: Option<ByDisc<String>>,
}

impl<'a> Names<'a> {
    /// Returns the names that `course` uses in the case with this `input`.
    pub fn new(course: &'a Course, input: &[u8]) -> Self {
        let setup = course.setup(input);
        Self {
            course,
            size: setup.as_ref().map_or(Size::EIGHT, |setup| setup.rules.size),
            // A name that both have names neither.
            players: setup
                .and_then(|setup| setup.names)
                .filter(|names| names.black != names.white),
        }
    }

    fn square(&self, at: Square) -> String {
        format!("`{}`", self.course.square_name(self.size, at))
    }

    fn squares(&self, squares: &[Square]) -> String {
        let names: Vec<String> = squares.iter().map(|&at| self.square(at)).collect();
        match names.as_slice() {
            [before @ .., last] if !before.is_empty() => {
                format!("{} and {last}", before.join(", "))
            }
            _ => names.join(", "),
        }
    }

    fn side(&self, disc: Disc) -> &str {
        match &self.players {
            Some(players) => &players[disc],
            None => self.course.side_name(disc),
        }
    }

    fn wrong_squares(&self, squares: &WrongSquares) -> String {
        let parts = [
            ("a disc is missing on", &squares.missing),
            ("there should be no disc on", &squares.added),
            ("the disc has the wrong colour on", &squares.recoloured),
        ];
        let count: usize = parts.iter().map(|(_, squares)| squares.len()).sum();
        if count > MOST_SQUARES {
            return format!("{count} squares differ");
        }
        self.parts(parts)
    }

    fn parts<const N: usize>(&self, parts: [(&str, &Vec<Square>); N]) -> String {
        let parts = parts.iter().filter(|(_, squares)| !squares.is_empty());
        let parts = parts.map(|(words, squares)| format!("{words} {}", self.squares(squares)));
        parts.collect::<Vec<_>>().join("; ")
    }

    fn discs(&self, discs: ByDisc<usize>) -> String {
        let one = |disc: Disc| format!("{} for {}", discs[disc], self.side(disc));
        format!("{} and {}", one(Disc::Black), one(Disc::White))
    }
}

/// Returns the sentence about `mistake`, without a full stop.
pub fn sentence(mistake: &Mistake, names: &Names<'_>) -> String {
    let values = values(mistake, names);
    let mut parts = mistake.template().split("{}");
    let mut sentence = parts.next().unwrap_or_default().to_owned();
    debug_assert!(parts.clone().count() <= values.len(), "{mistake:?}");
    for (value, part) in values.iter().zip(parts) {
        sentence.push_str(value);
        sentence.push_str(part);
    }
    sentence
}

/// Returns the values in the sentence about `mistake`, in their order there.
#[expect(clippy::too_many_lines, reason = "one arm per mistake with values")]
fn values(mistake: &Mistake, names: &Names<'_>) -> Vec<String> {
    let square = |at: &Square| names.square(*at);
    let side = |disc: &Disc| names.side(*disc).to_owned();
    let illegal = |typed: &Option<String>| match typed {
        Some(typed) => format!("The illegal move `{typed}`"),
        None => "An illegal move".to_owned(),
    };
    let line = usize::to_string;
    match mistake {
        Mistake::NoBoard { after: Some(at) }
        | Mistake::MoveNotPlayed { at }
        | Mistake::ComputerMovedTwice { at }
        | Mistake::ComputerNamedTransposed { at }
        | Mistake::ComputerUnnamed { at } => vec![square(at)],
        Mistake::BoardMissing { line: at } => vec![line(at)],
        Mistake::Spacing {
            line: at,
            before,
            expected,
            printed,
        } => vec![line(at), expected.clone(), before.clone(), printed.clone()],
        Mistake::OpeningWrong(squares) | Mistake::BoardWrong(squares) => {
            vec![names.wrong_squares(squares)]
        }
        Mistake::MovedElsewhere { at, on } | Mistake::LineSkipped { at, on } => {
            vec![square(at), square(on)]
        }
        Mistake::BoardUnchanged { mover, at } => vec![side(mover), square(at)],
        Mistake::WrongSidesDisc { mover, at } => {
            vec![side(mover), square(at), side(&mover.opponent())]
        }
        Mistake::WrongFlips {
            mover,
            at,
            missed,
            extra,
        } => {
            let mut parts = Vec::new();
            if !missed.is_empty() {
                parts.push(format!("does not flip {}", names.squares(missed)));
            }
            if !extra.is_empty() {
                parts.push(format!("flips {} by mistake", names.squares(extra)));
            }
            vec![side(mover), square(at), parts.join(" and ")]
        }
        Mistake::FlipsBeyond { mover, at, beyond } => {
            vec![side(mover), square(at), names.squares(beyond)]
        }
        Mistake::CounterWrong {
            counter,
            expected,
            printed,
        } => vec![
            (*counter).to_owned(),
            printed.to_string(),
            expected.to_string(),
        ],
        Mistake::CountersMissing => {
            let counters = names.course.counters.iter();
            let counters: Vec<_> = counters.map(|(name, _)| format!("`{name}`")).collect();
            vec![counters.join(", ")]
        }
        Mistake::ListOfOtherSide { mover } => vec![side(&mover.opponent()), side(mover)],
        Mistake::ListWrong {
            missing,
            extra,
            repeated,
        } => vec![names.parts([
            ("missing:", missing),
            ("not legal:", extra),
            ("repeated:", repeated),
        ])],
        Mistake::MarksWrong { missing, extra } => {
            vec![names.parts([("missing:", missing), ("not legal:", extra)])]
        }
        Mistake::ListBase { printed, expected } => vec![printed.to_string(), expected.to_string()],
        Mistake::LegalMoveRefused { at, flips } => {
            let why = match &flips[..] {
                [] => String::new(),
                flips => format!("; it flips {}", names.squares(flips)),
            };
            vec![square(at), why]
        }
        Mistake::IllegalMoveAccepted { typed, why } => {
            let why = why.map_or(String::new(), |why| format!(": {why}"));
            vec![illegal(typed), why]
        }
        Mistake::RefusalMissing { typed } | Mistake::TurnLost { typed } => vec![illegal(typed)],
        Mistake::PassMissing { blocked } => blocked.iter().map(side).collect(),
        Mistake::PassByMistake { mover } => vec![side(mover), side(mover)],
        Mistake::ComputerAsked { computer } => vec![side(computer), side(computer)],
        Mistake::WrongSideAsked { expected, asked } => vec![side(asked), side(expected)],
        Mistake::WrongSideBegins { began } => vec![side(began), side(&began.opponent())],
        Mistake::OverBeforeFull { left } => vec![left.to_string()],
        Mistake::NotOver { after, goes_on } => {
            let goes_on = match goes_on {
                GoesOn::Asking => "goes on asking",
                GoesOn::Printing => "goes on printing",
                GoesOn::Working => "does not end",
                GoesOn::Playing => "plays on",
            };
            vec![after.to_string(), goes_on.to_owned()]
        }
        Mistake::PrintsOn => vec![(LONGEST_TURN >> 10).to_string()],
        Mistake::OverTooSoon { blocked } => vec![blocked.map_or(String::new(), |blocked| {
            let (blocked, other) = (side(&blocked), side(&blocked.opponent()));
            format!(": {blocked} has no legal move and must pass, but {other} has one")
        })],
        Mistake::ComputerOutOfTurn { at, expected } => vec![square(at), side(expected)],
        Mistake::ComputerIllegal { at, why, expected } => {
            let expected = expected.as_ref().map(square);
            let expected = expected.map_or(String::new(), |it| format!("; it should be {it}"));
            vec![square(at), why.to_string(), expected]
        }
        Mistake::ComputerMove {
            at,
            expected,
            flips,
        } => {
            let computer = names.course.computer.prescribed();
            let known = flips.filter(|_| computer.is_some_and(|computer| computer.counts_flips));
            let flips = known.map_or(String::new(), |Flips { expected, made }| {
                let flips = counted(expected, "disc");
                if expected == made {
                    format!(": a tie, because both flip {flips}")
                } else {
                    format!(", which flips {flips} instead of {made}")
                }
            });
            let rule = computer.map_or(String::new(), |computer| {
                format!("; the computer takes {}", computer.description)
            });
            vec![square(at), square(expected), flips, rule]
        }
        Mistake::ResultWrong { winner, announced } => {
            let result = |winner: &Option<Disc>| match winner {
                Some(winner) => format!("a win of {}", side(winner)),
                None => "a draw".to_owned(),
            };
            let announced = match announced {
                None => "does not announce it".to_owned(),
                Some(Announced::Winner(winner)) => format!("announces {}", result(&Some(*winner))),
                Some(Announced::Draw) => format!("announces {}", result(&None)),
                Some(Announced::Unclear) => {
                    "announces an unclear one: both sides or none are named as the winner"
                        .to_owned()
                }
            };
            vec![result(winner), announced]
        }
        Mistake::MarginWrong { margin, announced } => {
            vec![margin.to_string(), announced.to_string()]
        }
        Mistake::ScoreWrong { discs, announced } => {
            let announced = match announced {
                AnnouncedScores::Of(disc, number) => format!("{number} for {}", side(disc)),
                AnnouncedScores::Numbers(numbers) if numbers.is_empty() => "no numbers".to_owned(),
                AnnouncedScores::Numbers(numbers) if numbers.len() > MOST_NUMBERS => {
                    format!("{} numbers", numbers.len())
                }
                AnnouncedScores::Numbers(numbers) => {
                    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
                    numbers.join(", ")
                }
            };
            vec![names.discs(*discs), announced]
        }
        Mistake::CarriageReturns { alone } => vec![but_alone(*alone)],
        Mistake::Echo { typed: text }
        | Mistake::NewlineAfterPrompt { prompt: text }
        | Mistake::PromptSpace { prompt: text }
        | Mistake::ComputerNamedAlike { line: text }
        | Mistake::LastLineMissing { expected: text } => vec![text.clone()],
        Mistake::TrailingSpace {
            line: at,
            change,
            alone,
        } => vec![change.to_string(), line(at), but_alone(*alone)],
        Mistake::ExtraLine {
            line: at,
            printed: text,
            ..
        }
        | Mistake::MissingLine {
            line: at,
            expected: text,
        } => vec![line(at), text.clone()],
        Mistake::LineMisplaced {
            line: at,
            printed,
            belongs_after,
            other,
        } => {
            let side = if *belongs_after { "after" } else { "before" };
            let other = other.as_ref();
            let other = other.map_or("the board".to_owned(), |other| format!("`{other}`"));
            vec![line(at), printed.clone(), side.to_owned(), other]
        }
        Mistake::LineWrong {
            line: at,
            expected,
            printed,
        } => vec![line(at), expected.clone(), printed.clone()],
        Mistake::Spelling {
            printed,
            expected,
            alone,
        } => vec![
            (*printed).to_owned(),
            (*expected).to_owned(),
            but_alone(*alone),
        ],
        Mistake::LetterCase { line: at, alone } => vec![line(at), but_alone(*alone)],
        Mistake::PrintsNothing { unread } => {
            let unread = unread.as_ref().map(ended_with);
            vec![unread.map_or(String::new(), |ended| format!("; it {ended}"))]
        }
        Mistake::OutputStops { at_prompt, unread } => {
            let place = if *at_prompt { "at a prompt" } else { "early" };
            let why = match (unread, at_prompt) {
                (Some(unread), _) => ended_with(unread),
                (None, true) => {
                    "does not read on, or it waits for more input than there is".to_owned()
                }
                (None, false) => "ended, or it waits for input without asking for it".to_owned(),
            };
            vec![place.to_owned(), why]
        }
        _ => Vec::new(),
    }
}

fn but_alone(alone: bool) -> String {
    let words = if alone { "; nothing else differs" } else { "" };
    words.to_owned()
}

fn ended_with(unread: &Unread) -> String {
    let Unread {
        lines,
        at_least,
        from,
        first,
    } = unread;
    let at_least = if *at_least { "at least " } else { "" };
    let lines = counted(*lines, "line");
    format!("ended with {at_least}{lines} of its input unread, from line {from} (`{first}`) on")
}

#[cfg(test)]
mod tests;
