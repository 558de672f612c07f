//! GGF, the Generic Game Format of GGS and NBoard: a game with its clocks, and the score
//! and the time of each move.

use std::time::Duration;

use reversi_core::{ByDisc, Disc};

use crate::game::{GameRecord, Ply, read_position};
use crate::{ReadError, Score};

/// A game on 8×8 with its properties. Missing texts are empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ggf {
    /// The clocks as written, `main/increment/extension`: `TI`, or `TB` and `TW`.
    pub clocks: ByDisc<String>,
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
    /// Plays a ply of `disc`, or of the side to move, with its note. An omitted pass has an
    /// empty note.
    pub(crate) fn add(
        &mut self,
        disc: Option<Disc>,
        (ply, note): (Ply, Note),
    ) -> Result<(), String> {
        match disc {
            Some(disc) => self.game.follow_as(disc, ply)?,
            None => self.game.follow(ply)?,
        }
        let before = self.game.plies().len() - 1;
        self.notes.resize(before, Note::default());
        self.notes.push(note);
        Ok(())
    }

    /// Returns the remaining main time of `disc`; `None` if its clock is missing or
    /// invalid.
    pub fn time_left(&self, disc: Disc) -> Option<Duration> {
        let plies = self.game.plies().iter().zip(&self.notes);
        let used = plies
            .filter(|((before, _), _)| before.to_move() == disc)
            .filter_map(|(_, note)| note.time)
            .fold(Duration::ZERO, Duration::saturating_add);
        Some(main_time(&self.clocks[disc])?.saturating_sub(used))
    }
}

/// Returns the main time of a clock: `mm:ss`, `hh:mm:ss` or minutes, before the
/// first slash.
fn main_time(clock: &str) -> Option<Duration> {
    let main = clock.split(['/', ',']).next()?.trim();
    let mut seconds = 0_u64;
    for part in main.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    match main.split(':').count() {
        1 => Some(Duration::from_secs(seconds.checked_mul(60)?)),
        2 | 3 => Some(Duration::from_secs(seconds)),
        _ => None,
    }
}

/// Reads the first game in `text`. Properties that [`Ggf`] does not have are
/// skipped.
///
/// ```
/// use reversi_engine::format::ggf;
///
/// let read = ggf::read("(;GM[Othello]PB[a]PW[b]TY[8]B[F5]W[D6/-0.50/1.2];)")?;
/// assert_eq!(read.game, "f5d6".parse()?);
/// # Ok::<(), reversi_engine::ReadError>(())
/// ```
pub fn read(text: &str) -> Result<Ggf, ReadError> {
    let begin = text.find("(;");
    let mut at = 2 + begin.ok_or_else(|| ReadError::new(0, "missing \"(;\" of a game"))?;
    let mut ggf = Ggf::default();
    let mut moves = Vec::new();
    while let Some((byte, name, value)) = property(text, &mut at)? {
        let wrong = |message| Err(ReadError::new(byte, message));
        match name {
            "GM" if !value.trim().eq_ignore_ascii_case("othello") => {
                return wrong(format!("the game is {value:?}, expected Othello"));
            }
            "TY" if size(&value) != "8" => {
                return wrong(format!("unsupported board {value:?}, expected 8×8"));
            }
            "BO" => match value.trim_start().strip_prefix("8 ").map(read_position) {
                Some(Ok(start)) => ggf.game = GameRecord::new(start),
                Some(Err(error)) => return wrong(format!("the board, {error}")),
                None => return wrong(format!("unsupported board {value:?}, expected 8×8")),
            },
            "TI" => {
                ggf.clocks = ByDisc {
                    black: value.clone(),
                    white: value,
                }
            }
            "TB" => ggf.clocks.black = value,
            "TW" => ggf.clocks.white = value,
            "B" => moves.push((byte, Disc::Black, value)),
            "W" => moves.push((byte, Disc::White, value)),
            _ => {}
        }
    }
    for (number, (byte, disc, value)) in (1..).zip(moves) {
        read_move(&value)
            .map_err(|error| format!("{value:?}: {error}"))
            .and_then(|it| ggf.add(Some(disc), it))
            .map_err(|error| ReadError::new(byte, format!("move {number}: {error}")))?;
    }
    Ok(ggf)
}

/// Reads the property at byte `at` or after it. Returns the offset of its value, its name
/// and its value, and moves `at` to its end; returns `None` at the end of the game.
fn property<'a>(
    text: &'a str,
    at: &mut usize,
) -> Result<Option<(usize, &'a str, String)>, ReadError> {
    let rest = text[*at..].trim_start();
    let begin = text.len() - rest.len();
    if rest.starts_with(";)") {
        return Ok(None);
    }
    let unended = || ReadError::new(begin, "missing \"]\" or \";)\" after this");
    let length = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (name, rest) = rest.split_at(length);
    let Some(rest) = rest.strip_prefix('[').filter(|_| length > 0) else {
        if rest.is_empty() {
            return Err(unended());
        }
        let message = "expected a property such as PB[name], or \";)\"";
        return Err(ReadError::new(begin, message));
    };
    let inner = begin + length + 1;
    let mut value = String::new();
    let mut glyphs = rest.char_indices().peekable();
    while let Some((index, glyph)) = glyphs.next() {
        match (glyph, glyphs.peek()) {
            (']', _) => {
                *at = inner + index + 1;
                return Ok(Some((inner, name, value)));
            }
            ('\\', Some(&(_, escaped @ (']' | '\\')))) => {
                value.push(escaped);
                glyphs.next();
            }
            _ => value.push(glyph),
        }
    }
    Err(unended())
}

/// Returns the size in a board type such as `8`, `8r20` or `s8k`.
fn size(value: &str) -> &str {
    let is_other = |glyph: char| !glyph.is_ascii_digit();
    let from = value.trim_start_matches(is_other);
    from.split(is_other).next().unwrap_or_default()
}

/// Reads a move and its notes, `F5/1.50/12.3`. The error is a message.
pub(crate) fn read_move(text: &str) -> Result<(Ply, Note), &'static str> {
    let mut fields = text.splitn(3, '/').map(str::trim);
    let ply = Ply::read(fields.next().unwrap_or_default())?;
    let mut number = || match fields.next() {
        None | Some("") => Some(None),
        Some(text) => {
            let number = text.parse::<f64>().ok()?;
            (number.abs() < 1e6).then_some(Some(number))
        }
    };
    let mut note = || {
        let score = number()?.map(|score| Score((score * 100.0).round() as i32));
        let time = number()?.map(Duration::try_from_secs_f64);
        let time = time.transpose().ok()?;
        Some(Note { score, time })
    };
    let note = note().ok_or("expected a score and a time after the move")?;
    Ok((ply, note))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_text_is_a_game_or_an_error(
            text in "(\\(;)?((GM|TY|BO|B|W|TI)\\[(Othello|8|F5|D6|PA|8 \\PC{0,70}|\\PC{0,8})\\]?){0,6}(;\\))?\\PC{0,9}",
        ) {
            let _ = read_move(&text);
            if let Ok(ggf) = read(&text) {
                let _ = ggf.time_left(Disc::Black);
                prop_assert_eq!(ggf.notes.len(), ggf.game.plies().len());
            }
        }
    }

    #[test]
    fn a_game_saved_by_nboard_is_read() {
        let text = "(;GM[Othello]PC[N\\]Board\\\\]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]\
            TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]\
            B[F5//2.5]W[F6/0.00]B[D3/-1.25/10]W[C5];)";
        let ggf = read(text).expect("it is right");
        assert_eq!(Ok(&ggf.game), "f5f6d3c5".parse().as_ref());
        assert_eq!(ggf.notes[2].score, Some(Score(-125)));
        let left = ggf.time_left(Disc::Black);
        assert_eq!(left, Some(Duration::from_millis(887_500)));
        assert_eq!(ggf.time_left(Disc::White), Some(Duration::from_secs(900)));
    }

    #[test]
    fn an_omitted_pass_has_an_empty_note() {
        let text = "(;BO[8 *O-------------------------------------------------------------- O]\
            B[C1//2];)";
        let ggf = read(text).expect("it is right");
        let times: Vec<_> = ggf.notes.iter().map(|note| note.time).collect();
        assert_eq!(times, [None, Some(Duration::from_secs(2))]);
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
            let expected = seconds.map(Duration::from_secs);
            assert_eq!(main_time(clock), expected, "{clock}");
        }
    }

    #[test]
    fn an_error_names_its_reason_and_offset() {
        for (text, message) in [
            ("", "at byte 0: missing \"(;\""),
            ("(;GM[Othello]B[F5]", "at byte 18: missing \"]\" or"),
            ("(;GM[Othello", "at byte 2: missing \"]\" or"),
            ("(;GM[Othello]?;)", "at byte 13: expected a property"),
            ("(;GM[Go];)", "at byte 5: the game is \"Go\""),
            ("(;TY[10];)", "at byte 5: unsupported board \"10\""),
            ("(;BO[6 -];)", "at byte 5: unsupported board \"6 -\""),
            (
                "(;BO[8 --?];)",
                "at byte 5: the board, at byte 2: unexpected",
            ),
            (
                "(;B[F5]W[A1];)",
                "at byte 9: move 2: white cannot play a1: ",
            ),
            (
                "(;B[F5]B[D6];)",
                "at byte 9: move 2: black cannot play d6: ",
            ),
            (
                "(;B[F5]W[Z9];)",
                "at byte 9: move 2: \"Z9\": expected a square",
            ),
            (
                "(;B[F5/x];)",
                "at byte 4: move 1: \"F5/x\": expected a score",
            ),
            (
                "(;B[F5//-1];)",
                "at byte 4: move 1: \"F5//-1\": expected a score",
            ),
        ] {
            let error = read(text).expect_err("it is wrong").to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
