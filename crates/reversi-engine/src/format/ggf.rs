//! GGF, the Generic Game Format of GGS and NBoard: a game with its players, and
//! the score and the time of each move.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use reversi_core::{ByDisc, Disc};

use crate::game::{GameRecord, IllegalPly, Ply, PlyError, Setup, Turn};
use crate::{PositionError, Score};

/// A game on 8×8 with its properties. Missing texts are empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ggf {
    /// The place, `PC`.
    pub place: String,
    /// The date, `DT`.
    pub date: String,
    /// The players' names, `PB` and `PW`.
    pub names: ByDisc<String>,
    /// The clocks as written, `main/increment/extension`: `TI`, or `TB` and `TW`.
    pub clocks: ByDisc<String>,
    /// The result for black as written, `RE`.
    pub result: String,
    /// The game.
    pub game: GameRecord,
    /// The notes to each ply of the game, in the same order.
    pub notes: Vec<Note>,
}

/// The notes to one ply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// The player's own score.
    pub score: Option<Score>,
    /// The player's time.
    pub time: Option<Duration>,
}

impl Ggf {
    /// Returns a game without other properties than its result.
    pub fn of(game: GameRecord) -> Self {
        let result = match game.turn() {
            Turn::Over => format!("{:+}.00", game.now().final_score()),
            Turn::Move(_) | Turn::Pass(_) => "?".to_owned(),
        };
        Self {
            result,
            notes: vec![Note::default(); game.plies().len()],
            game,
            ..Self::default()
        }
    }

    /// Returns the remaining main time of `disc`; `None` if its clock is missing or
    /// invalid.
    pub fn time_left(&self, disc: Disc) -> Option<Duration> {
        let main = main_time(&self.clocks[disc])?;
        let used = self
            .game
            .plies()
            .iter()
            .zip(&self.notes)
            .filter(|((setup, _), _)| setup.to_move == disc)
            .filter_map(|(_, note)| note.time)
            .fold(Duration::ZERO, Duration::saturating_add);
        Some(main.saturating_sub(used))
    }
}

/// Returns the main time of a clock: `mm:ss`, `hh:mm:ss` or minutes, before the
/// first slash.
fn main_time(clock: &str) -> Option<Duration> {
    let main = clock.split(['/', ',']).next()?.trim();
    let mut seconds = 0_u64;
    let mut parts = 0;
    for part in main.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
        parts += 1;
    }
    match parts {
        1 => Some(Duration::from_secs(seconds.checked_mul(60)?)),
        2 | 3 => Some(Duration::from_secs(seconds)),
        _ => None,
    }
}

/// Reads the first game in `text`. Properties that [`Ggf`] does not have are
/// skipped.
///
/// ```
/// use reversi_engine::format::{ggf, moves};
///
/// let read = ggf::read("(;GM[Othello]PB[a]PW[b]TY[8]B[F5]W[D6/-0.50/1.2];)")?;
/// assert_eq!(moves::write(&read.game), "f5d6");
/// # Ok::<(), ggf::GgfError>(())
/// ```
pub fn read(text: &str) -> Result<Ggf, GgfError> {
    let begin = text.find("(;").ok_or(GgfError {
        byte: 0,
        reason: GgfReason::NoBegin,
    })?;
    let mut at = begin + 2;
    let mut ggf = Ggf::default();
    let mut start = Setup::START;
    let mut moves = Vec::new();
    while let Some((byte, name, value, next)) = property(text, at)? {
        at = next;
        let wrong = |reason| GgfError { byte, reason };
        match name {
            "GM" if !value.trim().eq_ignore_ascii_case("othello") => {
                return Err(wrong(GgfReason::NotOthello(value)));
            }
            "TY" if !is_size_eight(&value) => return Err(wrong(GgfReason::Size(value))),
            "BO" => {
                start = match value.trim_start().strip_prefix("8 ") {
                    Some(board) => board
                        .parse()
                        .map_err(|error| wrong(GgfReason::Board(error)))?,
                    None => return Err(wrong(GgfReason::Size(value))),
                };
            }
            "PC" => ggf.place = value,
            "DT" => ggf.date = value,
            "PB" => ggf.names.black = value,
            "PW" => ggf.names.white = value,
            "TI" => {
                ggf.clocks = ByDisc {
                    black: value.clone(),
                    white: value,
                }
            }
            "TB" => ggf.clocks.black = value,
            "TW" => ggf.clocks.white = value,
            "RE" => ggf.result = value,
            "B" => moves.push((byte, Disc::Black, value)),
            "W" => moves.push((byte, Disc::White, value)),
            _ => {}
        }
    }
    ggf.game = GameRecord::new(start);
    for (number, (byte, disc, value)) in (1..).zip(moves) {
        let wrong = |reason| GgfError { byte, reason };
        let (ply, note) = read_move(&value).map_err(|reason| {
            wrong(match reason {
                Some(error) => GgfReason::NoPly(number, value.clone(), error),
                None => GgfReason::Note(number, value.clone()),
            })
        })?;
        ggf.game
            .follow_as(disc, ply)
            .map_err(|error| wrong(GgfReason::Illegal(number, error)))?;
        // An omitted pass has an empty note.
        ggf.notes
            .resize(ggf.game.plies().len() - 1, Note::default());
        ggf.notes.push(note);
    }
    Ok(ggf)
}

/// Reads the property at byte `at` or after it. Returns the offset of its value,
/// its name, its value, and the offset of its end; `None` at the end of the game.
fn property(text: &str, at: usize) -> Result<Option<(usize, &str, String, usize)>, GgfError> {
    let rest = text[at..].trim_start();
    let begin = text.len() - rest.len();
    let unended = GgfError {
        byte: begin,
        reason: GgfReason::NoEnd,
    };
    if rest.starts_with(";)") {
        return Ok(None);
    }
    if rest.is_empty() {
        return Err(unended);
    }
    let length = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    let name = &rest[..length];
    if length == 0 || !rest[length..].starts_with('[') {
        return Err(GgfError {
            byte: begin,
            reason: GgfReason::NoProperty,
        });
    }
    let inner = begin + length + 1;
    let mut value = String::new();
    let mut glyphs = text[inner..].char_indices().peekable();
    while let Some((index, glyph)) = glyphs.next() {
        match (glyph, glyphs.peek()) {
            (']', _) => return Ok(Some((inner, name, value, inner + index + 1))),
            ('\\', Some(&(_, escaped @ (']' | '\\')))) => {
                value.push(escaped);
                glyphs.next();
            }
            _ => value.push(glyph),
        }
    }
    Err(unended)
}

/// Returns `true` if a board type such as `8`, `8r20` or `s8k` is one of 8×8.
fn is_size_eight(value: &str) -> bool {
    let digits: String = value
        .chars()
        .skip_while(|glyph| !glyph.is_ascii_digit())
        .take_while(char::is_ascii_digit)
        .collect();
    digits == "8"
}

/// Reads a move and its notes, `F5/1.50/12.3`.
///
/// The error is that of the move, or `None` if the move is valid and the notes are
/// not.
pub(crate) fn read_move(text: &str) -> Result<(Ply, Note), Option<PlyError>> {
    let mut fields = text.trim().splitn(3, '/');
    let ply = fields.next().unwrap_or_default().trim();
    let ply = ply.parse().map_err(Some)?;
    let mut number = || match fields.next().map(str::trim) {
        None | Some("") => Ok(None),
        Some(text) => text
            .parse::<f64>()
            .ok()
            .filter(|number| number.abs() < 1e6)
            .map(Some)
            .ok_or(None),
    };
    let score = number()?.map(|score| Score((score * 100.0).round() as i32));
    let time = match number()? {
        None => None,
        Some(seconds) => Some(Duration::try_from_secs_f64(seconds).map_err(|_| None)?),
    };
    Ok((ply, Note { score, time }))
}

/// Writes the game on one line. Seconds are truncated to hundredths.
impl fmt::Display for Ggf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(;GM[Othello]")?;
        let mut property = |name: &str, value: &str| {
            if value.is_empty() {
                return Ok(());
            }
            write!(f, "{name}[{}]", Escaped(value))
        };
        property("PC", &self.place)?;
        property("DT", &self.date)?;
        property("PB", &self.names.black)?;
        property("PW", &self.names.white)?;
        property("RE", &self.result)?;
        if self.clocks.black == self.clocks.white {
            property("TI", &self.clocks.black)?;
        } else {
            property("TB", &self.clocks.black)?;
            property("TW", &self.clocks.white)?;
        }
        let start = self.game.start().to_string().replace('X', "*");
        write!(f, "TY[8]BO[8 {start}]")?;
        let none = Note::default();
        for (number, (setup, ply)) in self.game.plies().iter().enumerate() {
            let disc = match setup.to_move {
                Disc::Black => "B",
                Disc::White => "W",
            };
            write!(f, "{disc}[{}", ply.to_string().to_uppercase())?;
            let Note { score, time } = self.notes.get(number).unwrap_or(&none);
            if score.is_some() || time.is_some() {
                f.write_str("/")?;
            }
            if let Some(score) = score {
                score.fmt(f)?;
            }
            if let Some(time) = time {
                write!(f, "/{}.{:02}", time.as_secs(), time.subsec_millis() / 10)?;
            }
            f.write_str("]")?;
        }
        f.write_str(";)")
    }
}

/// A text with escaped brackets and backslashes.
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for glyph in self.0.chars() {
            if matches!(glyph, ']' | '\\') {
                f.write_str("\\")?;
            }
            write!(f, "{glyph}")?;
        }
        Ok(())
    }
}

/// The error for a text that is not a game in GGF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GgfError {
    /// The byte offset of the error in the text.
    pub byte: usize,
    /// The reason.
    pub reason: GgfReason,
}

/// The reason for an error in GGF. Moves are numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GgfReason {
    /// There is no `(;`.
    NoBegin,
    /// There is no `;)`, or no `]`.
    NoEnd,
    /// This is not a property.
    NoProperty,
    /// The game is not Othello.
    NotOthello(String),
    /// The board is not 8×8.
    Size(String),
    /// The initial position is invalid.
    Board(PositionError),
    /// This is not a move.
    NoPly(usize, String, PlyError),
    /// The score or the time of this move is not a number.
    Note(usize, String),
    /// This move is illegal.
    Illegal(usize, IllegalPly),
}

impl fmt::Display for GgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {} of the game: ", self.byte)?;
        match &self.reason {
            GgfReason::NoBegin => f.write_str("missing \"(;\" at the start of a game"),
            GgfReason::NoEnd => f.write_str("missing \"]\" or \";)\" after this"),
            GgfReason::NoProperty => f.write_str("expected a property such as PB[name], or \";)\""),
            GgfReason::NotOthello(game) => write!(f, "the game is {game:?}, expected Othello"),
            GgfReason::Size(size) => write!(f, "unsupported board {size:?}, expected 8×8"),
            GgfReason::Board(error) => error.fmt(f),
            GgfReason::NoPly(number, found, error) => {
                write!(f, "move {number}, {found:?}: {error}")
            }
            GgfReason::Note(number, found) => {
                write!(f, "move {number}, {found:?}: expected a score and a time")
            }
            GgfReason::Illegal(number, error) => write!(f, "move {number}: {error}"),
        }
    }
}

impl Error for GgfError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::moves::{self, random_game};
    use proptest::prelude::*;

    fn note() -> impl Strategy<Value = Note> {
        let score = prop::option::of((-6400..6400).prop_map(Score));
        let time = prop::option::of((0..100_000_u64).prop_map(|it| Duration::from_millis(it * 10)));
        (score, time).prop_map(|(score, time)| Note { score, time })
    }

    proptest! {
        #[test]
        fn a_written_game_is_read_back(
            choices in prop::collection::vec(any::<usize>(), 0..70),
            texts in prop::array::uniform7("\\PC{0,8}"),
            notes in prop::collection::vec(note(), 70),
            start in prop::collection::vec(any::<usize>(), 0..20),
        ) {
            let [place, date, black, white, clock, other_clock, result] = texts;
            let start = random_game(Setup::START, &start).now();
            let game = random_game(start, &choices);
            let ggf = Ggf {
                place,
                date,
                names: ByDisc { black, white },
                clocks: ByDisc { black: clock, white: other_clock },
                result,
                notes: notes[..game.plies().len()].to_vec(),
                game,
            };
            prop_assert_eq!(read(&ggf.to_string()), Ok(ggf));
        }

        #[test]
        fn any_text_is_a_game_or_an_error(
            text in "(\\(;)?((GM|TY|BO|B|W|TI)\\[(Othello|8|F5|D6|PA|8 \\PC{0,70}|\\PC{0,8})\\]?){0,6}(;\\))?",
        ) {
            if let Ok(ggf) = read(&text) {
                let _ = ggf.time_left(Disc::Black);
                prop_assert_eq!(ggf.notes.len(), ggf.game.plies().len());
            }
        }

        #[test]
        fn any_bytes_are_a_game_or_an_error(text in "\\PC{0,40}") {
            let _ = read(&text);
            let _ = read(&format!("(;{text}"));
            let _ = read_move(&text);
        }
    }

    #[test]
    fn a_game_saved_by_nboard_is_read() {
        let text = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]\
            TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]\
            B[F5//2.5]W[F6/0.00]B[D3/-1.25/10]W[C5];)";
        let ggf = read(text).expect("it is right");
        assert_eq!(moves::write(&ggf.game), "f5f6d3c5");
        assert_eq!(ggf.names.white, "chris");
        assert_eq!(ggf.notes[2].score, Some(Score(-125)));
        let left = ggf.time_left(Disc::Black);
        assert_eq!(left, Some(Duration::from_millis(887_500)));
        assert_eq!(ggf.time_left(Disc::White), Some(Duration::from_secs(900)));
    }

    #[test]
    fn every_clock_format_is_read() {
        for (clock, seconds) in [
            ("5:00", Some(300)),
            ("01:00:00/00:10/02:00", Some(3600)),
            ("15", Some(900)),
            ("5:00,1", Some(300)),
            ("", None),
            ("x", None),
            ("-1:00", None),
            ("99999999999999999999:00", None),
            ("18446744073709551615:00", None),
        ] {
            assert_eq!(
                main_time(clock),
                seconds.map(Duration::from_secs),
                "{clock}"
            );
        }
    }

    #[test]
    fn a_finished_game_has_a_result() {
        assert_eq!(Ggf::of(GameRecord::default()).result, "?");
        let start: Setup = "XO-------------------------------------------------------------- X"
            .parse()
            .expect("it is a setup");
        let game = moves::read("c1", start).expect("it is legal");
        assert_eq!(Ggf::of(game).result, "+64.00");
    }

    #[test]
    fn an_error_names_its_reason_and_offset() {
        for (text, message) in [
            ("", "at byte 0 of the game: missing \"(;\""),
            (
                "(;GM[Othello]B[F5]",
                "at byte 18 of the game: missing \"]\" or",
            ),
            ("(;GM[Othello", "at byte 2 of the game: missing \"]\" or"),
            (
                "(;GM[Othello]?;)",
                "at byte 13 of the game: expected a property",
            ),
            ("(;GM[Go];)", "at byte 5 of the game: the game is \"Go\""),
            (
                "(;TY[10];)",
                "at byte 5 of the game: unsupported board \"10\"",
            ),
            (
                "(;BO[8 --?];)",
                "at byte 5 of the game: unexpected '?' at byte 2",
            ),
            (
                "(;B[F5]W[A1];)",
                "at byte 9 of the game: move 2: white cannot play a1: the move flips",
            ),
            (
                "(;B[F5]B[D6];)",
                "at byte 9 of the game: move 2: black cannot play d6: it is the",
            ),
            (
                "(;B[F5]W[Z9];)",
                "at byte 9 of the game: move 2, \"Z9\": expected a square",
            ),
            (
                "(;B[F5/x];)",
                "at byte 4 of the game: move 1, \"F5/x\": expected a score",
            ),
            (
                "(;B[F5//-1];)",
                "at byte 4 of the game: move 1, \"F5//-1\": expected a score",
            ),
        ] {
            let error = read(text).expect_err("it is wrong").to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
