//! Games from copied terminals.

use course::{Course, Message};
use courses::ALL;
use marking::begins_crash;

use crate::programs::run::{Memory, play};
use crate::programs::state::{OpponentChoice, State, course};

/// Reads a copied terminal of this course, or else of any other.
pub fn read(course_name: &str, text: &str, memory: &mut Memory) -> Result<Option<State>, String> {
    let course = course(course_name)?;
    let text = text.replace("\r\n", "\n");
    let others = ALL.iter().filter(|other| other.name != course.name);
    let mut courses = std::iter::once(course).chain(others);
    Ok(courses.find_map(|course| session(course, &text, memory)))
}

/// Reads a copied terminal of `course`, with the typed lines after the prompts. Returns `None` if
/// there is no move.
pub fn session(course: &Course, text: &str, memory: &mut Memory) -> Option<State> {
    let input = typed_input(course, text);
    let replies = computer_moves(course, input.as_bytes(), text);
    let state = State {
        course: course.name.to_owned(),
        input,
        opponent: if replies.is_empty() {
            OpponentChoice::Own
        } else {
            OpponentChoice::Asked
        },
        replies,
        ..State::default()
    };
    let has_moves = |state: &State, memory: &mut Memory| {
        play(state, memory).is_ok_and(|played| played.shown.len() > 1)
    };
    has_moves(&state, memory).then_some(state)
}

/// Returns the lines that stand behind the prompts of a session in a terminal.
pub fn typed_input(course: &Course, text: &str) -> String {
    let lines = course.awaited(text.as_bytes()).into_iter();
    let lines = lines.filter_map(|at| text.get(at..)?.lines().next());
    let lines = lines.take_while(|line| !is_end(line));
    let input: Vec<String> = lines.map(|line| format!("{}\n", line.trim())).collect();
    // The program may still wait at the last prompt.
    format!("{}\n", input.concat().trim_end())
}

/// Returns `true` for the text after a prompt at which the input ended: a terminal shows the keys
/// that end the input or the program, and the program may crash.
pub(super) fn is_end(line: &str) -> bool {
    let keys = ["^D", "^C", "^Z"];
    keys.iter().any(|key| line.trim_start().starts_with(key)) || begins_crash(line)
}

/// Returns the computer's moves that an output announces, as square numbers.
pub fn computer_moves(course: &Course, input: &[u8], output: &str) -> Vec<usize> {
    let Some(size) = course.setup(input).map(|setup| setup.rules.size) else {
        return Vec::new();
    };
    let lines = output.lines();
    let messages = lines.filter_map(|line| course.program.read_message(line, size));
    let moves = messages.filter_map(|message| match message {
        Message::ComputerMove(at) => Some(size.index(at)),
        _ => None,
    });
    moves.collect()
}
