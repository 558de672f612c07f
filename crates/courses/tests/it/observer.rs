//! Fixtures that run in memory, as on a web page, with an observer.

use course::Observer;
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
            let mut recorder = Recorder::default();
            let outcome = course.observed(&case.args, &mut &case.input[..], Some(&mut recorder));
            let outcome = outcome.expect(&name);
            let expected = case.expected.as_ref().expect("it has a snapshot");
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
        let starts = course.program.starts();
        let mut games: Vec<_> = starts.iter().map(|one| (one.rules, one.computer)).collect();
        games.dedup();
        assert_eq!(games.len(), starts.len(), "{}", course.name);
        for rules in course.program.rules() {
            assert!(games.iter().any(|game| game.0 == rules), "{}", course.name);
        }
        for start in starts {
            let found = course.setup(&start.answers.concat());
            let found = found.expect("the lines set up a game");
            assert_eq!(format!("{found:?}"), format!("{start:?}"));
            let mut recorder = Recorder::default();
            let input = start.answers.concat();
            let outcome = course.observed(&[], &mut &input[..], Some(&mut recorder));
            outcome.expect("it has no options");
            let opening = recorder.shown.first().expect("the game has begun");
            assert_eq!(*opening.rules(), start.rules, "{}", course.name);
        }
    }
}
