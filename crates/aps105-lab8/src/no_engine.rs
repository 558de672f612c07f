//! The strongest computer player in a build without the engine: there is none.

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
