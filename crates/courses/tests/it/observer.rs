//! Observing the games of programs, and moving in place of their computers.

use course::{Console, Course, Error, Observer};
use courses::{ALL, by_name};
use reversi_core::{Game, Square, Turn};
use transcript::Suite;

use crate::in_memory::fixtures;

#[derive(Default)]
struct Recorder {
    shown: Vec<Game>,
}

impl Observer for Recorder {
    fn turn(&mut self, game: &Game) {
        self.shown.push(game.clone());
    }
}

/// Runs the program of `course` and returns what it printed, and the message of its
/// error.
fn run(
    course: &Course,
    args: &[String],
    mut input: &[u8],
    observer: &mut dyn Observer,
) -> (Vec<u8>, Option<String>) {
    let environment = course.environment().with_args(args).expect("options");
    let mut save = |_: &str, _: &[u8]| Ok(());
    let mut environment = environment.saving(&mut save).observed_by(observer);
    let mut output = Vec::new();
    let mut console = Console::new(&mut input, &mut output);
    let ended = (course.run)(&mut console, &mut environment);
    (output, ended.err().map(|error| error.to_string()))
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
fn an_observer_sees_every_position_and_changes_nothing() {
    for course in ALL {
        let suite = Suite::load_strict(&fixtures().join(course.name)).expect("it has fixtures");
        for case in suite.cases() {
            let name = format!("{}/{}", course.name, case.name);
            let mut recorder = Recorder::default();
            let (output, _) = run(course, &case.args, &case.input, &mut recorder);
            let expected = case.expected.as_ref().expect("it has a snapshot");
            assert_eq!(output, expected.stdout, "{name}");
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

struct Substitute {
    choose: fn(&Game) -> Result<Option<Square>, Error>,
    last: Option<Game>,
}

impl Observer for Substitute {
    fn turn(&mut self, game: &Game) {
        self.last = Some(game.clone());
    }

    fn computer_move(
        &mut self,
        game: &Game,
        own: &mut dyn FnMut() -> Option<Square>,
    ) -> Result<Option<Square>, Error> {
        Ok((self.choose)(game)?.or_else(own))
    }
}

/// Runs CMSC 201's program up to the computer's first move, for which `choose` stands in.
/// Returns the last line that was printed, the message of the error, and the last
/// position.
fn cmsc201(choose: fn(&Game) -> Result<Option<Square>, Error>) -> (String, String, Game) {
    let course = by_name("cmsc201").expect("it is a course");
    let mut substitute = Substitute { choose, last: None };
    let (output, error) = run(course, &[], b"3 5\n", &mut substitute);
    let output = String::from_utf8(output).expect("it is text");
    let moved = output.lines().find(|line| line.contains("CPU takes"));
    let last = substitute.last.expect("the game has begun");
    (
        moved.unwrap_or_default().to_owned(),
        error.expect("input ends before the game"),
        last,
    )
}

#[test]
fn an_observer_may_move_for_the_computer() {
    let own = cmsc201(|_| Ok(None));
    let last = cmsc201(|game| Ok(game.legal_moves().last()));
    assert_ne!(own.0, "");
    assert_ne!(last.0, "");
    assert_ne!(own.0, last.0);
    assert_ne!(own.2, last.2);
}

#[test]
fn an_illegal_move_for_the_computer_is_an_error_and_an_unknown_one_waits() {
    let (moved, error, game) = cmsc201(|_| Ok(Some(Square::new(0, 0))));
    assert_eq!(moved, "");
    let expected = "the move for the computer is illegal: the move flips nothing";
    assert_eq!(error, expected);
    assert!(matches!(game.turn(), Turn::Move(_)));

    let (moved, error, waiting) = cmsc201(|_| Err(Error::InputEnded));
    assert_eq!(moved, "");
    assert_eq!(error, Error::InputEnded.to_string());
    assert_eq!(waiting, game);
}
