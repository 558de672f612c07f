//! The strongest computer player of a build without the engine: there is none.

use std::time::Duration;

use reversi_core::{Game, Size, Square};

pub(crate) enum Strongest {}

impl Strongest {
    pub(crate) fn new(_: Size, _: Duration, _: Option<u32>) -> course::Result<Self> {
        Err(course::Error::course(MESSAGE))
    }

    pub(crate) fn choose(&mut self, _: &Game) -> Option<Square> {
        match *self {}
    }
}

const MESSAGE: &str = "the computer player strongest needs the engine, and this program was \
    built without it: choose one of prescribed, smarter, smartest with --computer";

#[cfg(test)]
mod tests {
    use course::{Console, Observer};

    use super::*;
    use crate::COURSE;

    struct Substitute;

    impl Observer for Substitute {
        fn turn(&mut self, _: &Game) {}

        fn replaces_computer(&self) -> bool {
            true
        }

        fn computer_move(
            &mut self,
            game: &Game,
            _: &mut dyn FnMut() -> Option<Square>,
        ) -> course::Result<Option<Square>> {
            Ok(game.legal_moves().next())
        }
    }

    fn run(args: &[&str], observer: Option<&mut dyn Observer>) -> (String, String) {
        let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
        let mut environment = COURSE.environment().with_args(&args).expect("options");
        if let Some(observer) = observer {
            environment = environment.observed_by(observer);
        }
        let mut output = Vec::new();
        let mut input = &b"4\nB\n"[..];
        let mut console = Console::new(&mut input, &mut output);
        let ended = (COURSE.run)(&mut console, &mut environment);
        let error = ended.expect_err("the input ends in the middle of the game");
        (
            String::from_utf8(output).expect("it prints text"),
            error.to_string(),
        )
    }

    #[test]
    fn the_simple_players_need_no_engine() {
        let (output, error) = run(&["--computer", "smartest", "--part", "2"], None);
        assert!(output.contains("Computer places B at "), "{output}");
        assert_eq!(error, "input ended before the game was over");
    }

    #[test]
    fn the_strongest_player_is_refused() {
        for args in [["--computer", "strongest"], ["--part", "2"]] {
            assert_eq!(run(&args, None).1, MESSAGE);
        }
    }

    #[test]
    fn a_substitute_needs_no_engine() {
        let (output, error) = run(&["--part", "2"], Some(&mut Substitute));
        assert!(output.contains("Computer places B at ab."), "{output}");
        assert_eq!(error, "input ended before the game was over");
    }
}
