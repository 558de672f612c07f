//! Inputs of cases, and whole games.

use course::Course;
use reversi_core::{Game, Turn};
use transcript::{Case, Suite};

pub(crate) fn cases(course: &Course) -> Vec<Case> {
    let suite = Suite::load_strict(&course_tests::fixtures(course.name));
    suite.expect("the fixtures can be read").into_cases()
}

/// Returns the input and the right output of a case, or of typed lines that each end with `/`.
pub(crate) fn case(course: &Course, name: &str) -> (Vec<u8>, Vec<u8>) {
    if name.ends_with('/') {
        let input = name.replace('/', "\n").into_bytes();
        let right = course.outcome(&[], &input).expect("no options");
        return (input, right.stdout);
    }
    let case = cases(course).into_iter().find(|case| case.name == name);
    let case = case.unwrap_or_else(|| panic!("{} has no case {name}", course.name));
    let right = case.expected.expect("it has a snapshot").stdout;
    (case.input, right)
}

/// Plays a whole game: `pick` chooses among so many moves, and a computer takes the first.
pub(crate) fn whole_game(
    course: &Course,
    first_lines: &str,
    mut pick: impl FnMut(usize) -> usize,
) -> Vec<u8> {
    let mut text = first_lines.to_owned();
    let setup = course.setup(text.as_bytes()).expect("a game can be set up");
    let mut game = Game::new(setup.rules).expect("a course's game");
    loop {
        match game.turn() {
            Turn::Over(_) => return text.into_bytes(),
            Turn::Pass(_) => game.pass().expect("the turn is a pass"),
            Turn::Move(mover) => {
                let moves: Vec<_> = game.legal_moves().collect();
                let is_computer = setup.computer == Some(mover);
                let index = if is_computer { 0 } else { pick(moves.len()) };
                game.play(moves[index]).expect("legal");
                if !is_computer {
                    text += &if course.chooses_by_number() {
                        (index + 1).to_string()
                    } else {
                        course.notation.line(moves[index], setup.rules.size)
                    };
                    text.push('\n');
                }
            }
        }
    }
}
