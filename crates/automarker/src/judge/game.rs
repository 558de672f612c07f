//! What the judge has to know of each course: its rules, how a case's input
//! is read, who plays, what is printed besides boards.

use reversi_core::{ByDisc, Disc, Game as Position, Rules, Size, Square, Turn};

use super::result::Sides;

/// The game of one of the five courses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// CMSC 201 Project 2: the human, X, against the topmost, leftmost move.
    Cmsc201,
    /// COMP10050 Assignment 3: two humans, moves chosen by number.
    Comp10050,
    /// ECE1724 Assignment 1: two humans.
    UtorontoA1,
    /// APS105 Lab 8: the human against the prescribed algorithm.
    Aps105Lab8,
    /// ReverGo: the human, white, against a computer that plays as it likes.
    Revergo,
}

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

/// What a program must list before it asks for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum List {
    None,
    /// The legal moves.
    Moves,
    /// The legal moves by number; the number is what is entered.
    Menu,
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
    pub(crate) list: List,
    /// What is entered before the first board.
    pub(crate) before: Vec<Vec<u8>>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) sides: Sides,
    /// Whether an illegal entry loses the game instead of being asked again.
    pub(crate) illegal_loses: bool,
    /// Whether an entry that is illegal only in the game as it stands gives
    /// way to the first legal one.
    pub(crate) replaces_illegal: bool,
    pub(crate) scores: Scores,
}

/// What the closing text says of the number of discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scores {
    /// Nothing that the judge holds to the game.
    Free,
    /// Right if there at all.
    Optional,
    /// There, and right.
    Required,
}

impl Game {
    /// Whose glyph `glyph` is by the words of the handout.
    pub(crate) fn owner(self, glyph: char) -> Option<Disc> {
        let (black, white) = match self {
            Self::Cmsc201 => ("Oo", "Xx"),
            Self::Comp10050 => ("1Bb", "0Ww"),
            Self::UtorontoA1 | Self::Aps105Lab8 => ("Bb", "Ww"),
            Self::Revergo => ("●", "○"),
        };
        if black.contains(glyph) {
            Some(Disc::Black)
        } else if white.contains(glyph) {
            Some(Disc::White)
        } else {
            None
        }
    }

    /// What the first row and column are called in this course's entries.
    pub(crate) fn base(self) -> u8 {
        u8::from(self != Self::Cmsc201)
    }

    /// The line that names `at`, rows and columns counted from `base`.
    pub(crate) fn entry(self, at: Square, base: u8, size: Size) -> Vec<u8> {
        let letter = |n: u8| char::from(b'a'.saturating_add(n));
        match self {
            Self::UtorontoA1 | Self::Aps105Lab8 => {
                format!("{}{}\n", letter(at.row), letter(at.col))
            }
            Self::Revergo if size.rows() == 1 => {
                format!("{}\n", u16::from(at.col) + u16::from(base))
            }
            Self::Cmsc201 | Self::Comp10050 | Self::Revergo => format!(
                "{} {}\n",
                u16::from(at.row) + u16::from(base),
                u16::from(at.col) + u16::from(base)
            ),
        }
        .into_bytes()
    }

    /// The case that `input` is; `None` where it ends before the first board.
    pub(crate) fn plan(self, input: &[u8]) -> Option<Plan> {
        match self {
            Self::Cmsc201 => Some(cmsc201(input)),
            Self::Comp10050 => comp10050(input),
            Self::UtorontoA1 => Some(utoronto_a1(input)),
            Self::Aps105Lab8 => aps105_lab8(input),
            Self::Revergo => revergo_plan(input),
        }
    }
}

/// The lines of `input` without their ends; what follows the last newline is
/// a line if it is anything.
fn lines(input: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<&[u8]> = input.split(|byte| *byte == b'\n').collect();
    if lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines
        .into_iter()
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
        .collect()
}

fn with_newline(line: &[u8]) -> Vec<u8> {
    [line, b"\n"].concat()
}

fn sides(black: &[&str], white: &[&str]) -> Sides {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    ByDisc {
        black: owned(black),
        white: owned(white),
    }
}

/// The whole numbers that `line` consists of; `None` if of anything else.
fn whole_numbers(line: &[u8]) -> Option<Vec<i64>> {
    let text = std::str::from_utf8(line).ok()?;
    text.split_whitespace()
        .map(|word| word.parse().ok())
        .collect()
}

fn square(row: i64, col: i64) -> Option<Square> {
    Some(Square::new(
        u8::try_from(row).ok()?,
        u8::try_from(col).ok()?,
    ))
}

fn cmsc201(input: &[u8]) -> Plan {
    let entries = lines(input)
        .into_iter()
        .filter_map(|line| {
            if let Some([row, col]) = whole_numbers(line).as_deref()
                && let Some(square) = square(*row, *col)
            {
                return Some(Entry::Square(square));
            }
            // `3,5` or `3.0 5` may rightly be read as a move by a program
            // whose handout does not forbid it.
            let two = line
                .split(|b| !b.is_ascii_digit())
                .filter(|d| !d.is_empty())
                .count()
                >= 2;
            (!two).then(|| Entry::Other(with_newline(line)))
        })
        .collect();
    let own = cmsc201::RULES.first;
    Plan {
        rules: cmsc201::RULES,
        computer: Computer::Prescribed(own.opponent(), cmsc201::naive),
        list: List::Moves,
        before: Vec::new(),
        entries,
        sides: ByDisc {
            white: sides(&[], &["player", "you", "human", "user", "x", "player x"]).white,
            black: sides(
                &[
                    "cpu",
                    "computer",
                    "ai",
                    "opponent",
                    "machine",
                    "o",
                    "player o",
                    "computer player",
                ],
                &[],
            )
            .black,
        },
        illegal_loses: false,
        replaces_illegal: false,
        scores: Scores::Optional,
    }
}

/// The longest name, in bytes, that the reference takes.
const LONGEST_NAME: usize = 4096;

fn comp10050(input: &[u8]) -> Option<Plan> {
    let lines = lines(input);
    let mut rest = lines.iter().map(|line| line.trim_ascii());
    // That other names are asked for again is ours, not the handout's.
    let is_name = |line: &&[u8]| {
        !line.is_empty() && line.len() <= LONGEST_NAME && str::from_utf8(line).is_ok()
    };
    let mut named = rest.by_ref().filter(is_name);
    let (first, second) = (named.next()?, named.next()?);
    let mut position = Position::new(comp10050::RULES).ok()?;
    let mut entries = Vec::new();
    for line in rest {
        let moves: Vec<Square> = loop {
            match position.turn() {
                Turn::Move(_) => break position.legal_moves().collect(),
                Turn::Pass(_) => position.pass().ok()?,
                Turn::Over(_) => break Vec::new(),
            }
        };
        let text = String::from_utf8_lossy(line);
        let chosen = text
            .parse::<usize>()
            .ok()
            .and_then(|number| moves.get(number.checked_sub(1)?));
        if let Some(&at) = chosen {
            position.play(at).ok()?;
            entries.push(Entry::Square(at));
        } else if !text.starts_with(|c: char| c.is_ascii_digit()) || text.parse() == Ok(0_usize) {
            // C's scanf rightly reads `1.` as 1, so that entries that only
            // begin with a number are left out.
            entries.push(Entry::Other(with_newline(line)));
        }
    }
    let (first_name, second_name) = (
        String::from_utf8_lossy(first).into_owned(),
        String::from_utf8_lossy(second).into_owned(),
    );
    Some(Plan {
        rules: comp10050::RULES,
        computer: Computer::None,
        list: List::Menu,
        before: vec![with_newline(first), with_newline(second)],
        entries,
        sides: ByDisc {
            black: vec![
                first_name,
                "player 1".into(),
                "player1".into(),
                "black".into(),
            ],
            white: vec![
                second_name,
                "player 2".into(),
                "player2".into(),
                "white".into(),
            ],
        },
        illegal_loses: false,
        replaces_illegal: false,
        scores: Scores::Required,
    })
}

fn utoronto_a1(input: &[u8]) -> Plan {
    let entries = lines(input)
        .into_iter()
        .map(|line| match *line.trim_ascii() {
            [row @ b'a'..=b'z', col @ b'a'..=b'z'] => {
                Entry::Square(Square::new(row - b'a', col - b'a'))
            }
            _ => Entry::Other(with_newline(line)),
        })
        .collect();
    Plan {
        rules: utoronto_a1::RULES,
        computer: Computer::None,
        list: List::None,
        before: Vec::new(),
        entries,
        sides: sides(&["black", "b"], &["white", "w"]),
        illegal_loses: false,
        replaces_illegal: false,
        scores: Scores::Free,
    }
}

fn aps105_lab8(input: &[u8]) -> Option<Plan> {
    let mut words = input
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    let dimension: i64 = std::str::from_utf8(words.next()?).ok()?.parse().ok()?;
    let rules = aps105_lab8::rules(dimension)?;
    let computer = match words.next()? {
        b"B" => Disc::Black,
        b"W" => Disc::White,
        _ => return None,
    };
    let entries = words
        .map(|word| match *word {
            [row @ b'a'..=b'z', col @ b'a'..=b'z'] => {
                Entry::Square(Square::new(row - b'a', col - b'a'))
            }
            _ => Entry::Other(with_newline(word)),
        })
        .collect();
    let colour: &[u8] = if computer == Disc::Black {
        b"B\n"
    } else {
        b"W\n"
    };
    Some(Plan {
        rules,
        computer: Computer::Prescribed(computer, aps105_lab8::prescribed),
        list: List::None,
        before: vec![format!("{dimension}\n").into_bytes(), colour.to_vec()],
        entries,
        sides: sides(&["black", "b"], &["white", "w"]),
        illegal_loses: true,
        replaces_illegal: false,
        scores: Scores::Free,
    })
}

fn revergo_plan(input: &[u8]) -> Option<Plan> {
    let lines = lines(input);
    let mut rest = lines.iter().map(|line| line.trim_ascii());
    let (choice, rules) = rest.by_ref().find_map(|line| match line {
        b"1" => Some((line, revergo::RULES_1X16)),
        b"2" => Some((line, revergo::RULES_8X8)),
        _ => None,
    })?;
    let entries = rest
        .map(|line| {
            let at = match (rules.size.rows(), whole_numbers(line).as_deref()) {
                (1, Some([col])) => square(0, col.saturating_sub(1)),
                (2.., Some([row, col])) => square(row.saturating_sub(1), col.saturating_sub(1)),
                _ => None,
            };
            at.map_or_else(|| Entry::Other(with_newline(line)), Entry::Square)
        })
        .collect();
    Some(Plan {
        rules,
        computer: Computer::Free(rules.first.opponent()),
        list: List::None,
        before: vec![with_newline(choice)],
        entries,
        sides: sides(
            &["computer", "cpu", "ai", "machine", "opponent", "black"],
            &["human", "you", "player", "user", "white"],
        ),
        illegal_loses: false,
        replaces_illegal: true,
        scores: Scores::Free,
    })
}
