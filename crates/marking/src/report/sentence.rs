//! One sentence for each mistake.

use course::Course;
use reversi_core::{ByDisc, Disc, Size, Square};

use super::text::counted;
use crate::diagnose::{
    Announced, AnnouncedScores, Diagonals, Flips, GoesOn, Mistake, RefusalCause, SpaceChange,
    Unread, WrongSquares,
};
use crate::judge::LONGEST_TURN;

/// The greatest number of squares that a sentence names. Of more squares, it has
/// only the number.
const MOST_SQUARES: usize = 8;

const MOST_NUMBERS: usize = 8;

const IGNORES_DIAGONALS: &str = "; the program ignores diagonals, which count in this game";

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
            players: setup.and_then(|setup| setup.names),
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
        let named: Vec<String> = parts
            .into_iter()
            .filter(|(_, squares)| !squares.is_empty())
            .map(|(words, squares)| format!("{words} {}", self.squares(squares)))
            .collect();
        named.join("; ")
    }

    fn discs(&self, discs: ByDisc<usize>) -> String {
        let one = |disc: Disc| format!("{} for {}", discs[disc], self.side(disc));
        format!("{} and {}", one(Disc::Black), one(Disc::White))
    }
}

/// Returns the sentence about `mistake`, without a full stop.
#[expect(clippy::too_many_lines, reason = "one sentence per mistake")]
pub fn sentence(mistake: &Mistake, names: &Names<'_>) -> String {
    let square = |at: &Square| names.square(*at);
    let side = |disc: &Disc| names.side(*disc);
    let illegal = |typed: &Option<String>| match typed {
        Some(typed) => format!("The illegal move `{typed}`"),
        None => "An illegal move".to_owned(),
    };
    match mistake {
        Mistake::NoBoard { after: None } => "No board is printed".to_owned(),
        Mistake::NoBoard { after: Some(at) } => {
            format!("No board is printed after the legal move {}", square(at))
        }
        Mistake::BoardMissing { line } => format!("The board is missing before line {line}"),
        Mistake::OpeningWrong(squares) => format!(
            "The first board is not the opening position: {}",
            names.wrong_squares(squares)
        ),
        Mistake::OpeningColoursSwapped => {
            "The colours are swapped in the opening position".to_owned()
        }
        Mistake::ColoursSwapped => {
            "The colours are swapped: every disc is printed as the other side's".to_owned()
        }
        Mistake::BoardTransposed => {
            "Rows and columns are swapped: the board is the right one, transposed".to_owned()
        }
        Mistake::MoveReadTransposed { at, read_as } => format!(
            "Rows and columns are swapped: the move {} is read as {}",
            square(at),
            square(read_as)
        ),
        Mistake::MovedElsewhere { at, on } => {
            format!("The move {} is made on {}", square(at), square(on))
        }
        Mistake::BoardUnchanged { mover, at } => format!(
            "{}'s legal move {} leaves the board unchanged",
            side(mover),
            square(at)
        ),
        Mistake::WrongSidesDisc { mover, at } => format!(
            "{}'s move {} places a disc of {}",
            side(mover),
            square(at),
            side(&mover.opponent())
        ),
        Mistake::BoardDirections(diagonals) => match diagonals {
            Diagonals::Ignored => {
                "The program ignores diagonals, which count in this game, when it flips discs"
                    .to_owned()
            }
            Diagonals::Used => {
                "The program flips along diagonals, which do not count in this game".to_owned()
            }
        },
        Mistake::WrongFlips {
            mover,
            at,
            missed,
            extra,
            diagonals,
        } => {
            let mut parts = Vec::new();
            if !missed.is_empty() {
                parts.push(format!("does not flip {}", names.squares(missed)));
            }
            if !extra.is_empty() {
                parts.push(format!("flips {} by mistake", names.squares(extra)));
            }
            let diagonals = match diagonals {
                Some(Diagonals::Ignored) => IGNORES_DIAGONALS,
                Some(Diagonals::Used) => "; diagonals do not count in this game",
                None => "",
            };
            format!(
                "{}'s move {} {}{diagonals}",
                side(mover),
                square(at),
                parts.join(" and ")
            )
        }
        Mistake::FlipsBeyond { mover, at, beyond } => format!(
            "{}'s move {} goes on behind the end of the line: it puts discs on {}",
            side(mover),
            square(at),
            names.squares(beyond)
        ),
        Mistake::BoardWrong(squares) => {
            format!("The board is wrong: {}", names.wrong_squares(squares))
        }
        Mistake::HeaderWrong => "The board is right, but its header is not".to_owned(),
        Mistake::FrameWrong => {
            "The discs of the board are right, but its row labels or its white space are not"
                .to_owned()
        }
        Mistake::BoardRepeated { after_pass: true } => {
            "The board is printed again after the announcement of a pass".to_owned()
        }
        Mistake::BoardRepeated { after_pass: false } => {
            "The same board is printed again".to_owned()
        }
        Mistake::CounterWrong {
            counter,
            expected,
            printed,
        } => format!("The counter `{counter}` shows {printed} instead of {expected}"),

        Mistake::NoList => "No list of moves is printed".to_owned(),
        Mistake::ListOrder => {
            "The list has the right moves in the wrong order; they should go row by row, then \
             column by column"
                .to_owned()
        }
        Mistake::ListTransposed => "Rows and columns are swapped in the list of moves".to_owned(),
        Mistake::ListDirections(diagonals) => match diagonals {
            Diagonals::Ignored => {
                "The list of moves ignores diagonals, which count in this game".to_owned()
            }
            Diagonals::Used => {
                "The list of moves uses diagonals, which do not count in this game".to_owned()
            }
        },
        Mistake::ListOfOtherSide { mover } => format!(
            "The list has the moves of {}, but it is {}'s turn",
            side(&mover.opponent()),
            side(mover)
        ),
        Mistake::ListWrong {
            missing,
            extra,
            repeated,
        } => {
            let parts: Vec<String> = [
                ("missing", missing),
                ("not legal", extra),
                ("repeated", repeated),
            ]
            .into_iter()
            .filter(|(_, squares)| !squares.is_empty())
            .map(|(words, squares)| format!("{words}: {}", names.squares(squares)))
            .collect();
            format!("The list of moves is wrong; {}", parts.join("; "))
        }
        Mistake::ListBase { printed, expected } => format!(
            "The list of moves counts rows and columns from {printed}, but the handout counts \
             from {expected}"
        ),
        Mistake::MenuNumbers => {
            "The moves of the list are not numbered 1, 2, 3 and so on".to_owned()
        }

        Mistake::LegalMoveRefused { at, flips, cause } => {
            let cause = match cause {
                None if flips.is_empty() => String::new(),
                None => format!("; it flips {}", names.squares(flips)),
                Some(RefusalCause::DiagonalsIgnored) => IGNORES_DIAGONALS.to_owned(),
                Some(RefusalCause::PassMissing(blocked)) => format!(
                    "; before it {} has no legal move and must pass",
                    side(blocked)
                ),
            };
            format!("The legal move {} is refused{cause}", square(at))
        }
        Mistake::IllegalMoveAccepted { typed, why } => {
            let why = why.map_or(String::new(), |why| format!(": {why}"));
            format!("{} is accepted{why}", illegal(typed))
        }
        Mistake::RefusalMissing { typed } => {
            format!("{} is refused without a message", illegal(typed))
        }
        Mistake::TurnLost { typed } => format!(
            "{} is not refused: the board stays the same, but the other side moves next",
            illegal(typed)
        ),
        Mistake::MoveNotPlayed { at } => format!(
            "The program reads the legal move {}, but does not play it: it announces a result",
            square(at)
        ),
        Mistake::PassMissing {
            blocked: Some(blocked),
        } => format!(
            "{} has no legal move here; the program should announce it and let the other side move",
            side(blocked)
        ),
        Mistake::PassMissing { blocked: None } => {
            "The announcement that a side has no legal move is missing".to_owned()
        }
        Mistake::PassByMistake { mover } => format!(
            "The program announces a pass, but it is {0}'s turn, and {0} has a legal move",
            side(mover)
        ),
        Mistake::PassAgain => "The same pass is announced again".to_owned(),
        Mistake::PassAtEnd => "The game is over, because no side has a legal move; here the \
                               program should announce the result and no pass"
            .to_owned(),
        Mistake::WrongSideAsked { expected, asked } => format!(
            "The program asks {} for a move, but it is {}'s turn",
            side(asked),
            side(expected)
        ),
        Mistake::NotOver { after, goes_on } => {
            let goes_on = match goes_on {
                GoesOn::Asking => "goes on asking",
                GoesOn::Printing => "goes on printing",
                GoesOn::Working => "does not end",
                GoesOn::Playing => "plays on",
            };
            format!("The game was over after move {after}; the program {goes_on}")
        }
        Mistake::PrintsOn => format!(
            "The program goes on printing: it prints more than {} KiB and asks for no move",
            LONGEST_TURN >> 10
        ),
        Mistake::OverTooSoon { blocked } => {
            let pass = blocked.map_or(String::new(), |blocked| {
                format!(
                    ": {} has no legal move and must pass, but {} has one",
                    side(&blocked),
                    side(&blocked.opponent())
                )
            });
            format!("The program ends the game, but it is not over{pass}")
        }
        Mistake::StoppedInGame => "The program ends in the middle of the game".to_owned(),

        Mistake::ComputerMissing => "No board shows a move of the computer".to_owned(),
        Mistake::ComputerMovedTwice { at } => format!(
            "The computer moves twice: after its move it also plays {}",
            square(at)
        ),
        Mistake::ComputerOutOfTurn { at, expected } => format!(
            "The computer plays {}, but it is {}'s turn",
            square(at),
            side(expected)
        ),
        Mistake::ComputerIllegal { at, why, expected } => {
            let expected = expected.map_or(String::new(), |expected| {
                format!("; it should be {}", square(&expected))
            });
            format!(
                "The computer's move {} is illegal: {why}{expected}",
                square(at)
            )
        }
        Mistake::ComputerNamedTransposed { at } => format!(
            "Row and column are swapped in the message about the computer's move {}",
            square(at)
        ),
        Mistake::ComputerUnnamed { at } => format!(
            "No message names the computer's move {}, row first",
            square(at)
        ),
        Mistake::BoardBetween => "The board is printed between the person's move and the \
                                  computer's; the handout forbids it"
            .to_owned(),
        Mistake::ComputerMove {
            at,
            expected,
            flips,
        } => {
            let computer = names.course.computer.prescribed();
            let known = flips.filter(|_| computer.is_some_and(|computer| computer.counts_flips));
            let flips = known.map_or(String::new(), |Flips { expected, made }| {
                if expected == made {
                    let flips = counted(expected, "disc");
                    format!(": a tie, because both flip {flips}")
                } else {
                    format!(
                        ", which flips {} instead of {made}",
                        counted(expected, "disc")
                    )
                }
            });
            let rule = computer.map_or(String::new(), |computer| {
                format!("; the computer takes {}", computer.description)
            });
            format!(
                "The computer's move {} should be {}{flips}{rule}",
                square(at),
                square(expected)
            )
        }

        Mistake::ResultWrong { winner, announced } => {
            let result = |winner: Option<Disc>| match winner {
                Some(winner) => format!("a win of {}", side(&winner)),
                None => "a draw".to_owned(),
            };
            let announced = match announced {
                None => "does not announce it".to_owned(),
                Some(Announced::Winner(winner)) => format!("announces {}", result(Some(*winner))),
                Some(Announced::Draw) => format!("announces {}", result(None)),
                Some(Announced::Unclear) => {
                    "announces an unclear one: both sides or none are named as the winner"
                        .to_owned()
                }
            };
            format!(
                "The result is {}, but the program {announced}",
                result(*winner)
            )
        }
        Mistake::MarginWrong { margin, announced } => {
            format!("The winner has {margin} points more, but the program prints {announced}")
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
            format!(
                "The score in points is {}, but the program prints {announced}",
                names.discs(*discs)
            )
        }
        Mistake::ResultNotSaved => "No file with the result is written".to_owned(),

        Mistake::LastNewlineMissing => {
            "The newline at the end of the output is missing; nothing else differs".to_owned()
        }
        Mistake::LastNewlineExtra => {
            "Extra newline at the end of the output; nothing else differs".to_owned()
        }
        Mistake::CarriageReturns { alone } => {
            but_alone("Lines end in CRLF, as on Windows, instead of LF", *alone)
        }
        Mistake::Echo { typed } => format!(
            "The program prints the typed line `{typed}` after the prompt; it should not echo its \
             input"
        ),
        Mistake::NewlineAfterPrompt { prompt } => format!(
            "The prompt `{prompt}` is followed by a newline; what is typed belongs on its line"
        ),
        Mistake::TrailingSpace {
            line,
            change,
            alone,
        } => {
            let change = match change {
                SpaceChange::Missing => "Missing",
                SpaceChange::Extra => "Extra",
                SpaceChange::Other => "Wrong",
            };
            let text = format!("{change} white space at the end of line {line}");
            but_alone(&text, *alone)
        }
        Mistake::Spacing { line } => {
            format!("Line {line} has the right words, but other white space before or between them")
        }
        Mistake::PromptSpace { prompt } => {
            format!("White space is missing after the prompt `{prompt}`")
        }
        Mistake::ExtraLine { line, printed, .. } if printed.is_empty() => {
            format!("Line {line} is an extra empty line")
        }
        Mistake::MissingLine { line, expected } if expected.is_empty() => {
            format!("An empty line is missing before line {line}")
        }
        Mistake::ExtraLine {
            line,
            printed,
            before_board,
        } => {
            let place = if *before_board {
                " before the board"
            } else {
                ""
            };
            format!("Line {line} is an extra line{place}: `{printed}`")
        }
        Mistake::MissingLine { line, expected } => {
            format!("A line is missing before line {line}: `{expected}`")
        }
        Mistake::LastLineMissing { expected } => {
            format!("The last line is missing: `{expected}`")
        }
        Mistake::LineMisplaced {
            line,
            printed,
            belongs_after,
            other,
        } => {
            let side = if *belongs_after { "after" } else { "before" };
            let other = other.as_ref();
            let other = other.map_or("the board".to_owned(), |other| format!("`{other}`"));
            format!("Line {line}, `{printed}`, should come {side} {other}")
        }
        Mistake::LineWrong {
            line,
            expected,
            printed,
        } if printed.is_empty() => format!("Line {line} should be `{expected}`, but it is empty"),
        Mistake::LineWrong {
            line,
            expected,
            printed,
        } => format!("Line {line} should be `{expected}`, but the program prints `{printed}`"),
        Mistake::Spelling {
            printed,
            expected,
            alone,
        } => {
            let text = format!("The program spells `{printed}` where `{expected}` is expected");
            but_alone(&text, *alone)
        }
        Mistake::LetterCase { line, alone } => {
            but_alone(&format!("Line {line} differs only in letter case"), *alone)
        }
        Mistake::PrintsNothing { unread } => format!(
            "The program prints nothing{}",
            unread.as_ref().map_or(String::new(), |unread| format!(
                "; it {}",
                ended_with(unread)
            ))
        ),
        Mistake::OutputStops { at_prompt, unread } => {
            let place = if *at_prompt { "at a prompt" } else { "early" };
            let why = match (unread, at_prompt) {
                (Some(unread), _) => format!("the program {}", ended_with(unread)),
                (None, true) => "the program does not read on, or it waits for more input than \
                                 there is"
                    .to_owned(),
                (None, false) => {
                    "the program ended, or it waits for input without asking for it".to_owned()
                }
            };
            format!("The output stops {place}: {why}")
        }
        Mistake::OutputGoesOn { at_prompt: true } => {
            "The program goes on where the output should end, and asks for more input".to_owned()
        }
        Mistake::OutputGoesOn { at_prompt: false } => {
            "The program goes on printing where the output should end".to_owned()
        }
    }
}

fn but_alone(text: &str, alone: bool) -> String {
    format!(
        "{text}{}",
        if alone { "; nothing else differs" } else { "" }
    )
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
