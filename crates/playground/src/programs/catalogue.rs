//! The properties of the courses that a page needs before a game.

use course::{Computer, Course, CourseOption, Setup};
use courses::ALL;
use reversi_core::{Blocked, Direction, Disc, Opening, Placement, Rules};
use serde_json::{Value, json};

/// Returns a list of all courses:
///
/// - `name` and `title` of the program, and the `language` that the handout prescribes, if any;
/// - `computer`: `none`, `prescribed` by the `rule`, or `free`;
/// - `options` that have a choice: `name`, `default`, and the `values`, none if any text may
///   be one;
/// - `starts`, the usual one first: `label`, `rows` and `cols`, the `human` side (`black`,
///   `white` or `both`), and the `input` before the first move;
/// - the names of the `sides`, and the `glyphs` of the board;
/// - `rules`, the differences of its games from Othello, a sentence each; `othello` if a move
///   is legal, and flips, as there, so that the engine can play;
/// - `listsMoves` if the legal moves are listed before a human's move;
/// - `illegalLoses` if an illegal move loses the game.
pub fn courses() -> Value {
    ALL.iter().map(entry).collect()
}

fn entry(course: &Course) -> Value {
    let starts = course.program.starts();
    let rules = &starts[0].rules;
    // One value is no choice.
    let options = course
        .options
        .iter()
        .filter(|option| option.values.len() != 1);
    let option = |one: &CourseOption| json!({ "name": one.name, "default": one.default, "values": one.values });
    json!({
        "name": course.name,
        "title": course.title,
        "language": course.language.map(|language| language.to_string()),
        "computer": match course.computer {
            Computer::None => "none",
            Computer::Prescribed(_) => "prescribed",
            Computer::Free => "free",
        },
        "rule": course.computer.prescribed().map(|rule| rule.description),
        "options": options.map(option).collect::<Value>(),
        "starts": starts.iter().map(start).collect::<Value>(),
        "sides": {
            "black": course.side_name(Disc::Black),
            "white": course.side_name(Disc::White),
        },
        "glyphs": {
            "black": course.glyphs.black,
            "white": course.glyphs.white,
            "empty": course.glyphs.empty,
        },
        "othello": rules.directions == Direction::ALL && rules.placement == Placement::Flipping,
        "rules": differences(rules),
        "listsMoves": course.lists_moves,
        "illegalLoses": course.illegal_loses,
    })
}

fn start(setup: &Setup) -> Value {
    let size = setup.rules.size;
    let (rows, cols) = (size.rows(), size.cols());
    let human = setup.computer.map(|computer| computer.opponent().name());
    let label = match human {
        Some(side) => format!("{rows}×{cols}, you play {side}"),
        None => format!("{rows}×{cols}, two players"),
    };
    json!({
        "label": label,
        "rows": rows,
        "cols": cols,
        "human": human.unwrap_or("both"),
        "input": String::from_utf8_lossy(&setup.answers.concat()),
    })
}

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
        let all = all.as_array().expect("a list");
        let entry = |name| all.iter().find(|entry| entry["name"] == name).expect(name);
        let rules = |name| entry(name)["rules"].as_array().map(Vec::len);
        assert_eq!(
            ["utoronto-a1", "cmsc201", "revergo"].map(rules),
            [0, 3, 3].map(Some)
        );
        let label = |name| entry(name)["starts"][0]["label"].clone();
        assert_eq!(label("aps105-lab8"), "8×8, you play black");
        assert_eq!(label("comp10050"), "8×8, two players");
        let engine = all.iter().filter(|entry| entry["othello"] == true);
        let engine: Vec<_> = engine.map(|entry| entry["name"].clone()).collect();
        assert_eq!(engine, ["utoronto-a1", "aps105-lab8", "comp10050"]);
        let starts = &entry("aps105-lab8")["starts"];
        assert_eq!(starts[0]["input"], "8\nW\n");
        assert_eq!(starts.as_array().map(Vec::len), Some(24));
    }
}
