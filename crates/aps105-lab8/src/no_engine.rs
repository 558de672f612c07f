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
    use super::*;
    use crate::COURSE;

    #[test]
    fn the_strongest_player_is_refused_and_a_simple_one_plays() {
        let error = |args: [&str; 4]| {
            let args = args.map(str::to_owned);
            let outcome = COURSE.outcome(&args, b"4\nB\n").expect("options");
            String::from_utf8(outcome.stderr).expect("it is text")
        };
        for computer in ["strongest", ""] {
            let found = error(["--computer", computer, "--part", "2"]);
            assert_eq!(found, format!("error: {MESSAGE}\n"));
        }
        let found = error(["--computer", "smartest", "--part", "2"]);
        assert_eq!(found, "error: input ended before the game was over\n");
    }
}
