//! Fixtures, run in memory as a web page runs them, and observed.

use course::{Console, Course, Observer};
use courses::ALL;
use reversi_core::Game;
use transcript::Suite;

#[derive(Default)]
struct Recorder {
    shown: Vec<Game>,
}

impl Observer for Recorder {
    fn turn(&mut self, game: &Game) {
        self.shown.push(game.clone());
    }
}

/// Runs the program of `course` and returns what it printed.
fn run(course: &Course, args: &[String], mut input: &[u8], observer: &mut dyn Observer) -> Vec<u8> {
    let environment = course.environment().with_args(args).expect("options");
    let mut save = |_: &str, _: &[u8]| Ok(());
    let mut environment = environment.saving(&mut save).observed_by(observer);
    let mut output = Vec::new();
    let mut console = Console::new(&mut input, &mut output);
    // The input may end before the game.
    let _ = (course.run)(&mut console, &mut environment);
    output
}

fn follows(before: &Game, after: &Game) -> bool {
    let mut next = before.clone();
    if next.pass().is_ok() {
        return next == *after;
    }
    before.legal_moves().any(|at| {
        let mut next = before.clone();
        next.play(at).is_ok() && next == *after
    })
}

#[test]
fn a_case_has_the_outcome_of_its_process_and_an_observer_sees_every_position() {
    for course in ALL {
        let suite = Suite::load_strict(&course_tests::fixtures(course.name));
        for case in suite.expect("it has fixtures").cases() {
            let name = format!("{}/{}", course.name, case.name);
            let outcome = course.outcome(&case.args, &case.input).expect(&name);
            let mut recorder = Recorder::default();
            let output = run(course, &case.args, &case.input, &mut recorder);
            let expected = case.expected.as_ref().expect("it has a snapshot");
            assert_eq!(output, expected.stdout, "{name}");
            assert_eq!(outcome.stdout, expected.stdout, "{name}");
            assert_eq!(outcome.files, expected.files, "{name}");
            assert_eq!(Some(outcome.status), expected.status, "{name}");
            for pair in recorder.shown.windows(2) {
                assert!(pair[0] == pair[1] || follows(&pair[0], &pair[1]), "{name}");
            }
            if let Some(first) = recorder.shown.first() {
                let opening = Game::new(*first.rules()).expect("the course plays it");
                assert_eq!(*first, opening, "{name}");
            }
        }
    }
}

#[test]
fn each_start_of_a_course_is_the_game_that_its_lines_set_up() {
    for course in ALL {
        let starts = (course.starts)();
        let mut games: Vec<_> = starts.iter().map(|one| (one.rules, one.computer)).collect();
        games.dedup();
        assert_eq!(games.len(), starts.len(), "{}", course.name);
        for rules in (course.rules)() {
            assert!(games.iter().any(|game| game.0 == rules), "{}", course.name);
        }
        for start in starts {
            let found = course.setup(&start.answers.concat());
            let found = found.expect("the lines set up a game");
            assert_eq!(format!("{found:?}"), format!("{start:?}"));
            let mut recorder = Recorder::default();
            run(course, &[], &start.answers.concat(), &mut recorder);
            let opening = recorder.shown.first().expect("the game has begun");
            assert_eq!(*opening.rules(), start.rules, "{}", course.name);
        }
    }
}
