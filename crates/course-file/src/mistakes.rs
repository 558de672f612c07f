//! The program of a file with one mistake in its rules.

use course::{Console, Environment};
use reversi_core::{Area, Blocked, Direction, Opening, Placement, Rules, Square, Winner};

use crate::Program;
use crate::start::Base;

impl Program {
    /// Returns what the program prints for `input`, up to the end of the game or of the input.
    pub fn output(&self, mut input: &[u8]) -> Vec<u8> {
        let mut output = Vec::new();
        let mut console = Console::new(&mut input, &mut output);
        let _ = course::Program::run(self, &mut console, &mut Environment::new(&[]));
        output
    }

    /// Returns programs that each have one mistake, with its words.
    pub fn mistakes(&self) -> Vec<(String, Self)> {
        let rules = self.base.rules;
        let whole = Area {
            first: Square::new(0, 0),
            last: Square::new(self.base.rows - 1, self.base.cols - 1),
        };
        let anywhere = Placement::Near {
            safe: whole,
            reach: 26,
        };
        let blocked = match rules.blocked {
            Blocked::Pass => Blocked::End,
            Blocked::End => Blocked::Pass,
        };
        let winner = match rules.winner {
            Winner::Most => Winner::Fewest,
            Winner::Fewest => Winner::Most,
        };
        let opening = match rules.opening {
            Opening::Cross => Opening::MirroredCross,
            _ => Opening::Cross,
        };
        let changed = [
            (
                "accepts a move that flips nothing",
                Rules {
                    placement: anywhere,
                    ..rules
                },
            ),
            (
                "does the other thing with a side without a move",
                Rules { blocked, ..rules },
            ),
            ("lets the other side win", Rules { winner, ..rules }),
            (
                "lets the other side begin",
                Rules {
                    first: rules.first.opponent(),
                    ..rules
                },
            ),
            ("begins with the other cross", Rules { opening, ..rules }),
        ];
        let words = |(words, rules): (&str, Rules)| (words.to_owned(), rules);
        let mut all: Vec<(String, Rules)> = changed.into_iter().map(words).collect();
        for (index, way) in rules.directions.iter().enumerate() {
            let mut others = rules.directions.to_vec();
            others.remove(index);
            // There are at most eight of them per call.
            let directions: &'static [Direction] = others.leak();
            let to = Square::new(1, 1)
                .step(*way)
                .expect("there are squares around it");
            let words = ["up", "", "down"][usize::from(to.row)].to_owned();
            let cols = ["left", "", "right"][usize::from(to.col)];
            let words = format!("never flips {}", format!("{words} {cols}").trim());
            all.push((
                words,
                Rules {
                    directions,
                    ..rules
                },
            ));
        }
        all.into_iter()
            .map(|(words, rules)| {
                let base = Base {
                    rules,
                    ..self.base.clone()
                };
                let program = Self {
                    base,
                    asks: self.asks.clone(),
                    words: self.words.clone(),
                    // They are those of the right game, and many.
                    starts: Vec::new(),
                    ..*self
                };
                (words, program)
            })
            .collect()
    }
}
