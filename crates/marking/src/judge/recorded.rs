//! The judge by rules for an output that is there already.

use course::Course;
use transcript::{Typed, TypedLine};

use super::finding::Finding;
use super::rules::{JudgedGame, judge};
use super::turn::{Interactive, Status};
use crate::read::typed::typed_lines;

#[derive(Debug)]
pub struct Recorded {
    pub judged: Result<JudgedGame, Finding>,
    /// The lines that the program had read by then, each where it read it.
    pub typed: Typed,
    pub printed: usize,
}

/// Judges by the rules what a program printed that was given the whole `input` at once.
/// If `truncated`, the input ends before the game does, and so may the program.
///
/// Returns `None` if the output does not show where the program read the lines, or if the
/// rules allow a game to which the lines of the input do not fit.
pub fn judge_recorded(
    course: &Course,
    input: &[u8],
    output: &[u8],
    truncated: bool,
) -> Option<Recorded> {
    course.setup(input)?;
    let mut recording = Recording {
        input,
        output,
        places: typed_lines(course, input, output)?,
        read: 0,
        truncated,
        strayed: false,
        typed: Typed::default(),
    };
    let judged = judge(course, input, &mut recording);
    if recording.strayed {
        return None;
    }
    Some(Recorded {
        judged,
        printed: recording.output().len(),
        typed: recording.typed,
    })
}

struct Recording<'a> {
    input: &'a [u8],
    output: &'a [u8],
    places: Vec<TypedLine>,
    read: usize,
    truncated: bool,
    /// Set if a line was sent that the program was not given.
    strayed: bool,
    typed: Typed,
}

impl Interactive for Recording<'_> {
    fn send(&mut self, bytes: &[u8]) {
        let given = self
            .places
            .get(self.read)
            .map(|line| &self.input[line.typed.clone()]);
        self.strayed |= given.is_some_and(|line| line.trim_ascii() != bytes.trim_ascii());
        self.typed.push(self.output().len(), bytes);
        self.read += 1;
    }

    fn end_input(&mut self) {
        self.read = usize::MAX;
    }

    fn wait(&mut self) -> Status {
        // A program whose input was truncated waited for more after the last line.
        if self.read < self.places.len() || self.truncated && self.read == self.places.len() {
            Status::AwaitsInput
        } else {
            Status::Ended
        }
    }

    fn output(&self) -> &[u8] {
        let printed = self.places.get(self.read).map(|line| line.printed);
        &self.output[..printed.unwrap_or(self.output.len())]
    }
}
