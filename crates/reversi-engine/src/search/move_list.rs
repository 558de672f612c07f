//! The moves of a position in the order in which the search tries them.

use super::Worker;
use super::endgame::geometry::CORNERS;
use super::trampoline::Trampoline;
use crate::eval::Features;
use crate::isa::beside;

#[derive(Clone, Copy, Default)]
pub(crate) struct MoveCandidate {
    pub(crate) at: u32,
    /// The discs after it, of the other side first.
    pub(crate) discs: (u64, u64),
}

impl MoveCandidate {
    #[inline(always)]
    pub(crate) fn takes_all(&self) -> bool {
        self.discs.0 == 0
    }
}

/// The capacity of a [`MoveList`]; no position has more moves.
const CAPACITY: usize = 34;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Mobility,
    /// The score of a search to `depth` plies, plus `mobility` for each reply and `potential` for
    /// each empty square next to a disc, both in hundredths of a disc.
    Search {
        depth: u32,
        mobility: i32,
        potential: i32,
    },
}

impl Order {
    /// Returns the order for a search to `depth` plies. `to_the_end` is set for a
    /// search to the end of the game, `open_window` for one without a null window.
    ///
    /// Near the end mobility predicts more than the evaluation. Deeper searches order
    /// better, but cost more than they save.
    pub(crate) fn of(depth: u32, to_the_end: bool, open_window: bool) -> Self {
        let (deeper_from, mobility, potential) = if to_the_end {
            ([18, 21, 25], 300, 100)
        } else {
            ([15, 26, u32::MAX], 10, 0)
        };
        let deeper = deeper_from.map(|least| u32::from(depth >= least));
        Self::Search {
            depth: deeper.iter().sum::<u32>() + u32::from(open_window),
            mobility,
            potential,
        }
    }
}

pub(crate) struct MoveList {
    all: [MoveCandidate; CAPACITY],
    /// The sort key and the index of each move; the lowest key comes first.
    order: [(i32, u8); CAPACITY],
    count: usize,
    features: Features,
    opponent: u64,
}

impl MoveList {
    #[inline(always)]
    pub(crate) fn new<I: Trampoline>(
        isa: I,
        worker: &Worker<'_>,
        (player, opponent): (u64, u64),
        mut moves: u64,
        features: &Features,
    ) -> Self {
        let mut list = Self {
            all: [MoveCandidate::default(); CAPACITY],
            order: [(0, 0); CAPACITY],
            count: 0,
            features: *features,
            opponent,
        };
        while moves != 0 && list.count < CAPACITY {
            let at = moves.trailing_zeros();
            moves &= moves - 1;
            let flips = isa.flips(at, player, opponent);
            let discs = (opponent ^ flips, player | flips | (1 << at));
            let candidate = MoveCandidate { at, discs };
            worker.table.prefetch(worker.table.key(discs.0, discs.1));
            list.all[list.count] = candidate;
            list.order[list.count] = (0, list.count as u8);
            list.count += 1;
        }
        list
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> &MoveCandidate {
        &self.all[usize::from(self.order[index].1) % CAPACITY]
    }

    #[inline(always)]
    pub(crate) fn is_to_the_end(&self, depth: u32) -> bool {
        let after = self.all[0].discs;
        depth > (!(after.0 | after.1)).count_ones()
    }

    /// Moves the move on square `at` to the front. Returns `false` if it is missing.
    #[inline(always)]
    pub(crate) fn begin_with(&mut self, at: u32) -> bool {
        let found = self.all[..self.count].iter().position(|one| one.at == at);
        if let Some(index) = found {
            self.order.swap(0, index);
        }
        found.is_some()
    }

    /// Returns the features after a move. They are larger than all the rest, so it is cheaper to
    /// compute them again than to store them.
    #[inline(always)]
    pub(crate) fn features(&self, candidate: &MoveCandidate) -> Features {
        let flips = self.opponent ^ candidate.discs.0;
        self.features.after(candidate.at, flips)
    }

    /// Returns a score above `alpha` that the table has for one of the moves
    /// ("enhanced transposition cut-off", Plaat et al. 1996).
    #[inline(always)]
    pub(crate) fn enhanced_cutoff(
        &self,
        worker: &Worker<'_>,
        depth: u32,
        alpha: i32,
    ) -> Option<i32> {
        self.all[..self.count].iter().find_map(|candidate| {
            let (player, opponent) = candidate.discs;
            let key = worker.table.key(player, opponent);
            let entry = worker.table.probe(key)?;
            let score = -i32::from(entry.upper);
            (entry.covers(depth, worker.confidence) && score > alpha).then_some(score)
        })
    }

    /// Sorts by `order`, with the moves in `first` before all others.
    #[inline(always)]
    pub(crate) fn sort<I: Trampoline>(
        &mut self,
        isa: I,
        worker: &mut Worker<'_>,
        order: Order,
        first: [u32; 2],
    ) {
        for index in 0..self.count {
            let candidate = &self.all[index];
            let key = if candidate.at == first[0] {
                i32::MIN
            } else if candidate.takes_all() {
                i32::MIN + 1
            } else if candidate.at == first[1] {
                i32::MIN + 2
            } else {
                let (player, opponent) = candidate.discs;
                let replies = isa.moves(player, opponent);
                let mobility = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
                match order {
                    Order::Mobility => mobility,
                    Order::Search {
                        depth,
                        mobility: weight,
                        potential,
                    } => {
                        let features = self.features(candidate);
                        let value = if depth == 0 {
                            worker.value(isa, candidate.discs, &features)
                        } else {
                            isa.alpha_beta(worker, candidate.discs, &features, depth, (-6400, 6400))
                        };
                        let empty = !(player | opponent);
                        let later = (beside(opponent) & empty).count_ones() as i32;
                        value + weight * mobility + potential * later
                    }
                }
            };
            // Insertion sort: there are few moves.
            let mut rank = index;
            while rank > 0 && self.order[rank - 1].0 > key {
                self.order[rank] = self.order[rank - 1];
                rank -= 1;
            }
            self.order[rank] = (key, index as u8);
        }
    }
}
