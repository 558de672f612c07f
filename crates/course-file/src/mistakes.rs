//! A file's program with one mistake.

use course::{FaultyProgram, is_usual_set, set_words};
use reversi_core::{Area, Blocked, Direction, Opening, Placement, Rules, Square, Winner};

use crate::FileProgram;
use crate::program::Fault;
use crate::start::Base;

impl FileProgram {
    pub(crate) fn mistakes(&self) -> Vec<FaultyProgram> {
        let rules = self.base.rules;
        let whole = Area {
            first: Square::new(0, 0),
            last: Square::new(self.base.rows - 1, self.base.cols - 1),
        };
        let placement = Placement::Near {
            safe: whole,
            reach: 26,
        };
        let (blocked, passes) = match rules.blocked {
            Blocked::Pass => (Blocked::End, "ends the game at a pass"),
            _ => (Blocked::Pass, "passes where the game should end"),
        };
        let (winner, wins) = match rules.winner {
            Winner::Most => (Winner::Fewest, "lets the side with fewer discs win"),
            _ => (Winner::Most, "lets the side with more discs win"),
        };
        let first = rules.first.opponent();
        let adjacent =
            "accepts every empty square beside a disc of the other side, whether it flips or not";
        let wraps = "treats the row before the first as the last, as Python does with the index -1";
        let transposed = "swaps rows and columns when it reads or prints";
        let with = |words: &str, rules| self.with(words, rules, None);
        let fault = |words: &str, fault| self.with(words, rules, Some(fault));
        let mut all = vec![
            with("accepts every empty square", Rules { placement, ..rules }),
            with(passes, Rules { blocked, ..rules }),
            with(wins, Rules { winner, ..rules }),
            with("lets the wrong side begin", Rules { first, ..rules }),
            fault("flips nothing", Fault::FlipsNothing),
            fault(adjacent, Fault::AcceptsAdjacent),
            fault(transposed, Fault::ReadsTransposed),
            fault(wraps, Fault::Wraps),
        ];
        let mirrored = match rules.opening {
            Opening::Cross => Some(Opening::MirroredCross),
            Opening::MirroredCross => Some(Opening::Cross),
            _ => None,
        };
        all.extend(mirrored.map(|opening| {
            let swapped = "has an opening position in which the colours are swapped";
            with(swapped, Rules { opening, ..rules })
        }));
        let all_ways = || Direction::ALL.iter().zip(0..);
        let contains = |way: &Direction| rules.directions.contains(way);
        let own = all_ways().filter(|(way, _)| contains(way));
        let own = own.fold(0, |set, (_, index)| set | 1 << index);
        let sets = (1..=u8::MAX).filter(|&set| set != own && is_usual_set(own, set));
        all.extend(sets.map(|set| {
            let ways = all_ways().filter(|(_, index)| set & 1 << index != 0);
            let ways: Vec<Direction> = ways.map(|(way, _)| *way).collect();
            // Each file is read once.
            let directions: &'static [Direction] = ways.leak();
            with(
                &set_words(own, set),
                Rules {
                    directions,
                    ..rules
                },
            )
        }));
        all
    }

    fn with(&self, words: &str, rules: Rules, fault: Option<Fault>) -> FaultyProgram {
        let base = self.base.clone();
        let program = Self {
            base: Base { rules, ..base },
            asks: self.asks.clone(),
            after: self.after.clone(),
            quit: self.quit.clone(),
            words: self.words.clone(),
            // They are the same as in the correct game, and many.
            starts: Vec::new(),
            free: Vec::new(),
            fault,
            faulty: Vec::new(),
            ..*self
        };
        FaultyProgram {
            words: words.to_owned(),
            program: Box::new(program),
        }
    }
}
