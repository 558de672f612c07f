//! A file's program with one mistake.

use course::{Console, Environment};
use reversi_core::{Area, Blocked, Direction, Opening, Placement, Rules, Square, Winner};

use crate::FileProgram;
use crate::start::Base;

impl FileProgram {
    /// Returns the output for `input`, up to the end of the game or of the input.
    pub fn output(&self, mut input: &[u8]) -> Vec<u8> {
        let mut output = Vec::new();
        let mut console = Console::new(&mut input, &mut output);
        let _ = course::Program::run(self, &mut console, &mut Environment::new(&[]));
        output
    }

    /// Returns programs that each have one mistake, and its description.
    pub fn mistakes(&self) -> Vec<(String, Self)> {
        let rules = self.base.rules;
        let whole = Area {
            first: Square::new(0, 0),
            last: Square::new(self.base.rows - 1, self.base.cols - 1),
        };
        let placement = Placement::Near {
            safe: whole,
            reach: 26,
        };
        let blocked = match rules.blocked {
            Blocked::Pass => Blocked::End,
            _ => Blocked::Pass,
        };
        let winner = match rules.winner {
            Winner::Most => Winner::Fewest,
            _ => Winner::Most,
        };
        let opening = match rules.opening {
            Opening::Cross => Opening::MirroredCross,
            _ => Opening::Cross,
        };
        let first = rules.first.opponent();
        let with = |words: &str, rules| (words.to_owned(), self.with(rules));
        #[rustfmt::skip]
        let mut all = vec![
            with("accepts a move that flips nothing", Rules { placement, ..rules }),
            with("does the other thing with a side without a move", Rules { blocked, ..rules }),
            with("lets the other side win", Rules { winner, ..rules }),
            with("lets the other side begin", Rules { first, ..rules }),
            with("begins with the other cross", Rules { opening, ..rules }),
        ];
        let wraps = Self {
            wraps: true,
            ..self.with(rules)
        };
        all.push((
            "takes what is before the first row for the last".to_owned(),
            wraps,
        ));
        all.extend(rules.directions.iter().enumerate().map(|(index, way)| {
            let mut others = rules.directions.to_vec();
            others.remove(index);
            // There are at most eight per call.
            let directions: &'static [Direction] = others.leak();
            with(
                &format!("never flips {way}"),
                Rules {
                    directions,
                    ..rules
                },
            )
        }));
        all
    }

    fn with(&self, rules: Rules) -> Self {
        let base = self.base.clone();
        Self {
            base: Base { rules, ..base },
            asks: self.asks.clone(),
            after: self.after.clone(),
            quit: self.quit.clone(),
            words: self.words.clone(),
            // They are the same as in the correct game, and many.
            starts: Vec::new(),
            ..*self
        }
    }
}
