//! The moves of a position, with what they lead to, in the order in which they
//! are tried.

use super::Worker;
use super::endgame::geometry::CORNERS;
use crate::eval::Evaluator;
use crate::isa::{Isa, beside};

/// A move and the position after it, seen by the other side.
#[derive(Clone, Copy, Default)]
pub(crate) struct Choice {
    pub(crate) at: u32,
    pub(crate) player: u64,
    pub(crate) opponent: u64,
}

/// More moves than any position has.
pub(crate) const MOST: usize = 34;

/// What moves are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// How many moves the opponent has then.
    Mobility,
    /// A search to so many plies, and so many hundredths of a disc for each
    /// move that the opponent has then and for each that it may come to have.
    Search {
        depth: u32,
        mobility: i32,
        potential: i32,
    },
}

impl Order {
    /// The order for a search of `depth`, to the end of the game or not, with
    /// a window or without.
    ///
    /// Near the end the opponent's moves say more than the evaluation: on FFO
    /// 40, 42, 44, 47 and 48, 140 million nodes became 125 million when a move
    /// went from 0.4 to 2.4 discs. Deeper searches find better orders, but
    /// cost more than they save: with depths from 1 on at 7 plies, 24
    /// positions to 14 plies took 20.5 million nodes, with these 11.8.
    pub(crate) fn of(depth: u32, to_the_end: bool, has_window: bool) -> Self {
        let more = u32::from(has_window);
        if to_the_end {
            Self::Search {
                depth: match depth {
                    0..=21 => 0,
                    22..=26 => 1,
                    27..=30 => 2,
                    _ => 3,
                } + more,
                mobility: 240,
                potential: 100,
            }
        } else {
            Self::Search {
                depth: match depth {
                    0..=14 => 0,
                    15..=25 => 1,
                    _ => 2,
                } + more,
                mobility: 10,
                potential: 0,
            }
        }
    }
}

/// All moves of a position.
pub(crate) struct Choices<E: Evaluator> {
    all: [Choice; MOST],
    /// The key and the index of each; the lowest key comes first.
    order: [(i32, u8); MOST],
    count: usize,
    state: E::State,
    opponent: u64,
}

impl<E: Evaluator> Choices<E> {
    #[inline(always)]
    pub(crate) fn new<I: Isa>(
        isa: I,
        worker: &Worker<'_, E>,
        (player, opponent): (u64, u64),
        mut moves: u64,
        state: &E::State,
    ) -> Self {
        let mut choices = Self {
            all: [Choice::default(); MOST],
            order: [(0, 0); MOST],
            count: 0,
            state: *state,
            opponent,
        };
        while moves != 0 && choices.count < MOST {
            let at = moves.trailing_zeros();
            moves &= moves - 1;
            let flips = isa.flips(at, player, opponent);
            let choice = Choice {
                at,
                player: opponent ^ flips,
                opponent: player | flips | (1 << at),
            };
            worker
                .table
                .prefetch(worker.table.place(choice.player, choice.opponent));
            choices.all[choices.count] = choice;
            choices.order[choices.count] = (0, choices.count as u8);
            choices.count += 1;
        }
        choices
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The choice that is the `index`th in order.
    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> &Choice {
        &self.all[usize::from(self.order[index].1) % MOST]
    }

    /// What the evaluation knows of the position after a move. It may be larger
    /// than all the rest, and is sooner made anew than kept.
    #[inline(always)]
    pub(crate) fn state(&self, evaluator: &E, choice: &Choice) -> E::State {
        evaluator.after(&self.state, choice.at, self.opponent ^ choice.player)
    }

    /// A score above `alpha` that the table knows of one of the moves
    /// ("enhanced transposition cut-off", Plaat et al. 1996).
    #[inline(always)]
    pub(crate) fn known_above(
        &self,
        worker: &Worker<'_, E>,
        depth: u32,
        alpha: i32,
    ) -> Option<i32> {
        self.all[..self.count].iter().find_map(|choice| {
            let place = worker.table.place(choice.player, choice.opponent);
            let known = worker.table.find(place)?;
            let score = -i32::from(known.upper);
            (known.serves(depth, worker.selectivity) && score > alpha).then_some(score)
        })
    }

    /// Sorts by `order`, but for the moves in `first`, which come first.
    #[inline(always)]
    pub(crate) fn sort<I: Isa>(
        &mut self,
        isa: I,
        worker: &mut Worker<'_, E>,
        order: Order,
        first: [u32; 2],
    ) {
        for index in 0..self.count {
            let choice = &self.all[index];
            let key = if choice.player == 0 {
                i32::MIN
            } else if choice.at == first[0] {
                i32::MIN + 1
            } else if choice.at == first[1] {
                i32::MIN + 2
            } else {
                let replies = isa.moves(choice.player, choice.opponent);
                let mobility = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
                match order {
                    Order::Mobility => mobility,
                    Order::Search {
                        depth,
                        mobility: weight,
                        potential,
                    } => {
                        let state = self.state(worker.evaluator, choice);
                        let value = if depth == 0 {
                            let empties = (!(choice.player | choice.opponent)).count_ones();
                            worker.evaluator.evaluate(&state, empties)
                        } else {
                            let position = (choice.player, choice.opponent);
                            isa.value(worker, position, &state, depth, -6400, 6400)
                        };
                        let empty = !(choice.player | choice.opponent);
                        let later = (beside(choice.opponent) & empty).count_ones() as i32;
                        value + weight * mobility + potential * later
                    }
                }
            };
            // Sorted in as they come: there are few.
            let mut place = index;
            while place > 0 && self.order[place - 1].0 > key {
                self.order[place] = self.order[place - 1];
                place -= 1;
            }
            self.order[place] = (key, index as u8);
        }
    }
}
