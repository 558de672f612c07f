//! The state of the page's program, which determines the game.

use course::{Course, Setup};
use reversi_core::{Game, Rules, Size, Square};
use serde::{Deserialize, Serialize};

use crate::position::Placed;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct State {
    pub course: String,
    pub args: Vec<String>,
    /// Everything that was typed.
    pub input: String,
    pub opponent: OpponentChoice,
    /// The moves of that player so far, as square numbers, row by row from 0. The program's own
    /// player chooses only the missing ones.
    pub replies: Vec<usize>,
    /// The position that was set up, if any: both sides type moves, and no program runs.
    pub position: Option<Placed>,
    /// The notation of everything that is shown and not typed. It does not change the game.
    pub notation: Naming,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Naming {
    #[default]
    Course,
    /// A letter for the column and a number for the row, as in `f5`.
    Othello,
}

impl Naming {
    pub fn square(self, course: &Course, size: Size, at: Square) -> String {
        match self {
            Self::Course => course.square_name(size, at),
            Self::Othello => at.to_string(),
        }
    }

    pub fn row(self, course: &Course, row: u8) -> String {
        match self {
            Self::Course => course.notation.row(row),
            Self::Othello => (row + 1).to_string(),
        }
    }

    pub fn column(self, course: &Course, col: u8) -> String {
        match self {
            Self::Course => course.notation.column(col),
            Self::Othello => char::from(b'a' + col).to_string(),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OpponentChoice {
    #[default]
    Own,
    /// Somebody else, who is asked for every move.
    Asked,
}

impl State {
    pub fn course(&self) -> Result<&'static Course, String> {
        course(&self.course)
    }

    /// Returns the game from the position that was set up, if there is one.
    pub fn placed(&self) -> Option<Result<Game, String>> {
        let placed = self.position.as_ref()?;
        Some(
            self.course()
                .and_then(|course| placed.game(rules_of(course, placed.rows, placed.cols))),
        )
    }

    pub fn setup(&self) -> Option<Setup> {
        match self.placed() {
            Some(game) => Some(Setup::at_once(*game.ok()?.rules(), None)),
            None => self.course().ok()?.setup(self.input.as_bytes()),
        }
    }
}

pub fn course(name: &str) -> Result<&'static Course, String> {
    courses::by_name(name).ok_or_else(|| format!("There is no course named {name:?}."))
}

/// Returns the rules on a board of this size, or else of the course's first game.
pub fn rules_of(course: &Course, rows: usize, cols: usize) -> Rules {
    let all = course.program.rules();
    let fits = |rules: &&Rules| {
        usize::from(rules.size.rows()) == rows && usize::from(rules.size.cols()) == cols
    };
    *all.iter().find(fits).unwrap_or(&all[0])
}
