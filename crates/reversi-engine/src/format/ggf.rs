//! GGF, the Generic Game Format of GGS and NBoard: games with clocks, scores and times of moves.

use std::time::Duration;

use reversi_core::ggf::{Property, properties};
use reversi_core::{ByDisc, Disc, GameRecord, Ply, SquareError};

use super::board::read_position;
use crate::{ReadError, Score};

/// A game on 8×8 with its properties. Missing texts are empty.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
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
#[non_exhaustive]
pub struct Note {
    /// The player's own score.
    pub score: Option<Score>,
    /// The player's time.
    pub time: Option<Duration>,
}

impl Ggf {
    /// Plays a ply of `disc`, or of the side to move. An omitted pass gets an empty note.
    pub(crate) fn add(
        &mut self,
        disc: Option<Disc>,
        (ply, note): (Ply, Note),
    ) -> Result<(), String> {
        match disc {
            Some(disc) => self.game.follow_as(disc, ply),
            None => self.game.follow(ply),
        }
        .map_err(|error| error.to_string())?;
        let before = self.game.plies().len() - 1;
        self.notes.resize(before, Note::default());
        self.notes.push(note);
        Ok(())
    }

    /// Returns a clock that cannot be read, if any.
    pub(crate) fn invalid_clock(&self) -> Option<&str> {
        let clocks = [&self.clocks.black, &self.clocks.white].into_iter();
        let mut clocks = clocks.filter(|clock| !clock.trim().is_empty());
        clocks
            .find(|clock| clock_times(clock).is_none())
            .map(|clock| &**clock)
    }

    /// Returns the remaining time of `disc` with the increments of its moves, or what is
    /// left of the extension after it, and the increment of its next move; `None` if its
    /// clock is missing or invalid.
    pub fn time_left(&self, disc: Disc) -> Option<(Duration, Duration)> {
        let plies = self.game.plies().iter().zip(&self.notes);
        let plies = plies.filter(|((before, _), _)| before.to_move() == disc);
        let (mut moves, mut used) = (0, Duration::ZERO);
        for ((_, ply), note) in plies {
            moves += u32::from(*ply != Ply::Pass);
            used = used.saturating_add(note.time.unwrap_or_default());
        }
        let [main, increment, extension] = clock_times(&self.clocks[disc])?;
        let main = main.saturating_add(increment.saturating_mul(moves));
        let left = match main.saturating_sub(used) {
            Duration::ZERO => main.saturating_add(extension).saturating_sub(used),
            left => left,
        };
        Some((left, increment))
    }
}

/// Returns the times of a clock, `main/increment/extension`; later ones may be missing or empty.
fn clock_times(clock: &str) -> Option<[Duration; 3]> {
    let mut times = [Duration::ZERO; 3];
    if clock.trim().is_empty() {
        return None;
    }
    for (time, text) in times.iter_mut().zip(clock.split('/')) {
        // The number of moves that the time is for follows a comma.
        *time = match text.split(',').next()?.trim() {
            "" => Duration::ZERO,
            text => clock_time(text)?,
        };
    }
    Some(times)
}

/// Returns the time `mm:ss`, `hh:mm:ss` or minutes; the last number may have a fraction.
pub(crate) fn clock_time(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let fraction = Duration::from_secs_f64(format!("0.{fraction}").parse().ok()?);
    let mut number = 0_u64;
    for part in whole.split(':') {
        number = number.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    let time = Duration::from_secs(number).checked_add(fraction)?;
    match whole.split(':').count() {
        1 => time.checked_mul(60),
        2 | 3 => Some(time),
        _ => None,
    }
}

/// Reads the game that is `text`; GGS writes the number of games before it. Names of
/// properties are in upper or lower case, and those that [`Ggf`] does not have are skipped.
///
/// ```
/// use reversi_engine::format::ggf;
///
/// let read = ggf::read("(;GM[Othello]PB[a]PW[b]TY[8]B[F5]W[D6/-0.50/1.2];)")?;
/// assert_eq!(read.game, "f5d6".parse()?);
/// # Ok::<(), reversi_engine::ReadError>(())
/// ```
pub fn read(text: &str) -> Result<Ggf, ReadError> {
    let properties = properties(text)?;
    for (index, property) in properties.iter().enumerate() {
        check_name(property, &properties[..index])?;
    }
    let mut ggf = Ggf::default();
    let has_start = properties.iter().any(|property| property.name == "BO");
    for Property { byte, name, value } in &properties {
        let wrong = |message| ReadError::new(*byte, message);
        match name.as_str() {
            "GM" if !value.trim().eq_ignore_ascii_case("othello") => {
                let message = format!("the game is {value:?}, expected Othello");
                return Err(wrong(message));
            }
            "TY" => check_type(value, has_start).map_err(wrong)?,
            "BO" => ggf.game = read_board(value).map_err(wrong)?,
            "TI" => {
                ggf.clocks = ByDisc {
                    black: value.clone(),
                    white: value.clone(),
                }
            }
            "TB" => ggf.clocks.black.clone_from(value),
            "TW" => ggf.clocks.white.clone_from(value),
            _ => {}
        }
    }
    // `RS` is no move: the player has resigned.
    let resigned = |value: &str| value.trim().eq_ignore_ascii_case("rs");
    let moves = properties
        .iter()
        .filter(|it| is_move(it) && !resigned(&it.value));
    for (number, Property { byte, name, value }) in (1..).zip(moves) {
        let disc = if name == "B" {
            Disc::Black
        } else {
            Disc::White
        };
        read_move(value)
            .map_err(|error| format!("{value:?}: {error}"))
            .and_then(|it| ggf.add(Some(disc), it))
            .map_err(|error| ReadError::new(*byte, format!("move {number}: {error}")))?;
    }
    Ok(ggf)
}

fn is_move(property: &Property) -> bool {
    matches!(property.name.as_str(), "B" | "W")
}

/// Checks that the name of a property is not a damaged name of a move or of the board: without that
/// property, the game would be another one. `before` has the preceding properties.
fn check_name(property: &Property, before: &[Property]) -> Result<(), ReadError> {
    let Property { byte, name, value } = property;
    if is_move(property) {
        return Ok(());
    }
    let is_text = matches!(name.as_str(), "PB" | "PW" | "PC") && !before.iter().any(is_move);
    let looks_played = || read_move(value).is_ok() || read_board(value).is_ok();
    let message = if before.iter().any(|other| other.name == *name) {
        format!("a second property {name}")
    } else if name != "BO" && !is_text && looks_played() {
        format!("a move or a board as the value of {name}, expected B, W or BO")
    } else {
        return Ok(());
    };
    Err(ReadError::new(*byte, message))
}

/// Reads `8`, 64 signs and the side to move. The error is a message.
fn read_board(value: &str) -> Result<GameRecord, String> {
    let board = value.trim_start().strip_prefix('8');
    let board = board.filter(|it| it.starts_with(char::is_whitespace));
    let board = board.ok_or_else(|| format!("unsupported board {value:?}, expected 8×8"))?;
    let start = read_position(board);
    let start = start.map_err(|error| format!("the board: {}", error.in_text(board)))?;
    Ok(GameRecord::new(start))
}

/// Checks the type of a game: its size, such as `8`, and its variant, such as `8r20` for 20 random
/// discs. If the game has its own initial position, the size of the board decides. The error is a
/// message.
fn check_type(value: &str, has_start: bool) -> Result<(), String> {
    let value = value.trim();
    if value.contains(['a', 'A']) {
        return Err(format!(
            "unsupported type {value:?}: anti-Othello, in which the fewer discs win"
        ));
    }
    let is_other = |glyph: char| !glyph.is_ascii_digit();
    let size = value.trim_start_matches(is_other).split(is_other).next();
    match size {
        _ if has_start => Ok(()),
        Some("8") if !value.contains(['r', 'R']) => Ok(()),
        Some("8") => Err(format!("the random start of type {value:?} is missing: BO")),
        _ => Err(format!("unsupported board {value:?}, expected 8×8")),
    }
}

/// Reads a move and its notes, `F5/1.50/12.3`; invalid notes are missing.
pub(crate) fn read_move(text: &str) -> Result<(Ply, Note), SquareError> {
    let mut fields = text.splitn(3, '/').map(str::trim);
    let ply = fields.next().unwrap_or_default().parse()?;
    let mut number = || {
        let number = fields.next()?.parse::<f64>().ok()?;
        (number.abs() < 1e6).then_some(number)
    };
    let score = number().map(|score| Score((score * 100.0).round() as i32));
    let time = number().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    Ok((ply, Note { score, time }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_saved_by_nboard_is_read() {
        let text = "(;GM[Othello]PC[N\\]Board\\\\]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]\
            TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]\
            B[F5//2.5]W[F6/0.00]B[D3/-1.25/10]W[C5];)";
        let ggf = read(text).expect("it is right");
        assert_eq!(Ok(&ggf.game), "f5f6d3c5".parse().as_ref());
        assert_eq!(ggf.notes[2].score, Some(Score(-125)));
        let left = |disc| ggf.time_left(disc).map(|(left, _)| left.as_millis());
        assert_eq!(left(Disc::Black), Some(887_500));
        assert_eq!(left(Disc::White), Some(900_000));
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
            ("5:00", Some([300, 0, 0])),
            ("01:00:00/00:10/02:00", Some([3600, 10, 120])),
            ("15", Some([900, 0, 0])),
            ("5:00,1", Some([300, 0, 0])),
            ("0//2:00", Some([0, 0, 120])),
            ("0.5/0:07.0", Some([30, 7, 0])),
            ("", None),
            ("1:x.5", None),
            ("1:0.x", None),
            ("1:0.1:0", None),
            ("x", None),
            ("5:00/x", None),
            ("-1:00", None),
            ("99999999999999999999:00", None),
            ("18446744073709551615:00", None),
        ] {
            let expected = seconds.map(|times: [u64; 3]| times.map(Duration::from_secs));
            assert_eq!(clock_times(clock), expected, "{clock}");
        }
        assert_eq!(clock_time("1:30.5"), Some(Duration::from_millis(90_500)));
    }

    #[test]
    fn increments_are_added_and_the_extension_follows_the_main_time() {
        for (clock, used, expected) in [
            ("0//2:00", 5, (115, 0)),
            ("1:00/0:10/2:00", 20, (50, 10)),
            ("1:00/0:10/2:00", 75, (115, 10)),
            ("1:00/0:10/2:00", 500, (0, 10)),
        ] {
            let text = format!("(;TI[{clock}]B[F5//{used}]W[D6];)");
            let ggf = read(&text).expect("it is right");
            let (left, increment) = expected;
            let expected = (Duration::from_secs(left), Duration::from_secs(increment));
            assert_eq!(ggf.time_left(Disc::Black), Some(expected), "{text}");
        }
    }

    #[test]
    fn games_are_read_as_they_are_found() {
        let expected: GameRecord = "f5d6".parse().expect("it is a game");
        let start = "8 ---------------------------O*------*O--------------------------- *";
        for text in [
            "(;gm[othello]pb[a]ty[8]b[f5]w[d6];)".to_owned(),
            "1 (;GM[Othello]B[F5/nan/1]W[D6/1.0,2.0/x];)\n".to_owned(),
            "(;B[F5//-1]W[D6/]B[RS];)".to_owned(),
            format!("(;TY[0]BO[{start}]B[F5]W[D6]RE[+64.00:r];)"),
            format!("(;TY[s8r20k]BO[\n{start}\n]XY[--x]B[F5]W[D6];)"),
        ] {
            assert_eq!(
                read(&text).map(|it| it.game).as_ref(),
                Ok(&expected),
                "{text}"
            );
        }
        let ggf = read("(;B[F5/nan/1.5];)").expect("the score is missing");
        let time = Some(Duration::from_millis(1500));
        assert_eq!(ggf.notes, [Note { score: None, time }]);
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
            ("(;BO[8 --?];)", "at byte 5: the board: column 4: "),
            ("(;B[F5]W[A1];)", "at byte 9: move 2: white cannot "),
            ("(;B[F5]B[D6];)", "at byte 9: move 2: black cannot "),
            (
                "(;B[F5]W[Z9];)",
                "at byte 9: move 2: white cannot play z9: the square is off",
            ),
            ("(;B[F5]W[9Z];)", "at byte 9: move 2: \"9Z\": expected"),
            ("(;TY[8a]B[F5];)", "at byte 5: unsupported type \"8a\""),
            ("(;TY[8r20];)", "at byte 5: the random start"),
            ("(;PB[aPW[b];)", "at byte 2: missing \"]\""),
            ("(;TY[8]TY[8];)", "at byte 10: a second property TY"),
            ("(;B[F5]PW[D6];)", "at byte 10: a move or a board as"),
            ("(;B[F5];)(;;)", "at byte 9: expected one game"),
            ("f5 (;B[F5];)", "at byte 0: missing \"(;\""),
        ] {
            let error = read(text).expect_err("it is wrong").to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
