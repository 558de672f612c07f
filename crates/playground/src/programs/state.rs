//! The state of the page's program: all that a game follows from.

use course::Course;
use serde::{Deserialize, Serialize};

/// The state of the page's program: all that a game follows from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct State {
    /// The name of the course.
    pub course: String,
    /// The program's arguments.
    pub args: Vec<String>,
    /// Everything that was typed.
    pub input: String,
    /// The player of the computer's side.
    pub opponent: Opponent,
    /// The moves of that player so far, as numbers of squares, row by row from 0. The
    /// program's own chooses only those that are missing.
    pub replies: Vec<usize>,
}

/// The player of the computer's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Opponent {
    /// The program's own.
    #[default]
    Own,
    /// Somebody else, who is asked for every move.
    Asked,
}

impl State {
    /// Returns the course, or the sentence that there is none of this name.
    pub fn course(&self) -> Result<&'static Course, String> {
        course(&self.course)
    }
}

/// Returns the course with this name, or the sentence that there is none.
pub fn course(name: &str) -> Result<&'static Course, String> {
    courses::by_name(name).ok_or_else(|| format!("There is no course named {name:?}."))
}
