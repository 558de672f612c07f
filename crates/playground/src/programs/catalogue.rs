//! The courses, as far as a page needs them before a game.

use course::{Computer, Course, Setup};
use courses::ALL;
use pages::board::colour;
use reversi_core::{Blocked, Direction, Disc, Opening, Placement, Rules};
use serde::Serialize;

use crate::programs::view::Sides;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    pub name: &'static str,
    pub title: &'static str,
    /// The programming language, if the handout prescribes one.
    pub language: Option<String>,
    /// The kind of its computer player: `none`, `prescribed` or `free`.
    pub computer: &'static str,
    pub rule: Option<&'static str>,
    /// The options of the program that have a choice.
    pub options: Vec<OptionEntry>,
    /// The games that can be set up, the usual one first.
    pub starts: Vec<Start>,
    pub sides: Sides<&'static str>,
    pub glyphs: Glyphs,
    /// The differences of its games from Othello, a sentence each.
    pub rules: Vec<String>,
    /// Set if a move is legal, and flips, as in Othello, so that the engine can play.
    pub othello: bool,
    /// Set if the legal moves are listed before a human's move.
    #[serde(rename = "listsMoves")]
    pub lists_moves: bool,
    /// Set if an illegal move loses the game.
    #[serde(rename = "illegalLoses")]
    pub illegal_loses: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionEntry {
    pub name: &'static str,
    /// The value unless another one is set.
    pub default: &'static str,
    /// The values; none if any text may be one.
    pub values: &'static [&'static str],
}

/// The beginning of an input that sets up a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Start {
    pub label: String,
    pub rows: u8,
    pub cols: u8,
    /// The side whose moves are typed: `black`, `white` or `both`.
    pub human: &'static str,
    /// The lines before the first move.
    pub input: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Glyphs {
    pub black: char,
    pub white: char,
    pub empty: char,
}

pub fn courses() -> Vec<Entry> {
    ALL.iter().map(entry).collect()
}

fn entry(course: &Course) -> Entry {
    let starts = (course.starts)();
    Entry {
        name: course.name,
        title: course.title,
        language: course.language.map(|language| language.to_string()),
        computer: match course.computer {
            Computer::None => "none",
            Computer::Prescribed(_) => "prescribed",
            Computer::Free => "free",
        },
        rule: course.computer.prescribed().map(|rule| rule.description),
        options: course
            .options
            .iter()
            // One value is no choice.
            .filter(|option| option.values.len() != 1)
            .map(|option| OptionEntry {
                name: option.name,
                default: option.default,
                values: option.values,
            })
            .collect(),
        starts: starts.iter().map(start).collect(),
        sides: Sides {
            black: course.side_name(Disc::Black),
            white: course.side_name(Disc::White),
        },
        glyphs: Glyphs {
            black: course.glyphs.black,
            white: course.glyphs.white,
            empty: course.glyphs.empty,
        },
        othello: starts[0].rules.directions == Direction::ALL
            && starts[0].rules.placement == Placement::Flipping,
        rules: differences(&starts[0].rules),
        lists_moves: course.lists_moves,
        illegal_loses: course.illegal_loses,
    }
}

fn start(setup: &Setup) -> Start {
    let size = setup.rules.size;
    let (rows, cols) = (size.rows(), size.cols());
    let human = setup.computer.map(|computer| colour(computer.opponent()));
    let label = match human {
        Some(side) => format!("{rows}×{cols}, you play {side}"),
        None => format!("{rows}×{cols}, two players"),
    };
    Start {
        label,
        rows,
        cols,
        human: human.unwrap_or("both"),
        input: String::from_utf8_lossy(&setup.answers.concat()).into_owned(),
    }
}

/// Returns the differences of `rules` from Othello.
fn differences(rules: &Rules) -> Vec<String> {
    let mut all = Vec::new();
    if rules.opening == Opening::Empty {
        all.push("The board is empty at the start.".to_owned());
    }
    if rules.first == Disc::White {
        all.push("White moves first.".to_owned());
    }
    if rules.directions == Direction::ORTHOGONAL {
        all.push("Diagonals do not count.".to_owned());
    }
    if let Placement::Near { reach, .. } = rules.placement {
        all.push(format!(
            "A disc is placed in the safe area, or at most {reach} squares from another disc; \
             it need not flip any."
        ));
    }
    if rules.blocked == Blocked::End && rules.placement == Placement::Flipping {
        all.push("The game is over as soon as the side to move has no legal move.".to_owned());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_course_has_a_start_and_its_differences_in_words() {
        let all = courses();
        let entry = |name| all.iter().find(|entry| entry.name == name).expect(name);
        assert_eq!(entry("utoronto-a1").rules, Vec::<String>::new());
        assert_eq!(entry("cmsc201").rules.len(), 3);
        assert_eq!(entry("revergo").rules.len(), 3);
        let label = |name| entry(name).starts[0].label.as_str();
        assert_eq!(label("aps105-lab8"), "8×8, you play black");
        let engine = all.iter().filter(|entry| entry.othello);
        let engine: Vec<_> = engine.map(|entry| entry.name).collect();
        assert_eq!(engine, ["utoronto-a1", "aps105-lab8", "comp10050"]);
        assert_eq!(label("comp10050"), "8×8, two players");
        assert_eq!(entry("aps105-lab8").starts[0].input, "8\nW\n");
        assert_eq!(entry("aps105-lab8").starts.len(), 24);
    }
}
