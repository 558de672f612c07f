//! ProbCut: predicts the score of a deep search from a shallow one, as on 8×8
//! (`search/probcut.rs`).

use super::bitboard::Bitboard;
use super::control::Stopped;
use super::errors::{Error, LEAST_DEPTH, probe_depth};
use super::position::Position;
use super::score::GREATEST_ESTIMATE;
use super::thread::{SearchThread, Window};
use super::trampoline::Trampoline;

/// The greatest number of ProbCut searches nested in each other.
const MAX_LEVEL: u32 = 2;

impl<B: Bitboard, I: Trampoline> SearchThread<'_, B, I> {
    /// Returns a bound on one side of `alpha` if the score of a search to `depth` is
    /// probably on that side.
    #[inline(always)]
    pub(super) fn probcut(
        &mut self,
        position: Position<B>,
        empties: u32,
        depth: u32,
        alpha: i32,
    ) -> Result<Option<i32>, Stopped> {
        let Some(errors) = self.errors else {
            return Ok(None);
        };
        if depth < LEAST_DEPTH || self.probcut_level >= MAX_LEVEL {
            return Ok(None);
        }
        let Error { mean, probe, value } = errors.at(empties, depth);
        let beta = alpha + 1;
        if beta + probe > GREATEST_ESTIMATE || alpha - probe < -GREATEST_ESTIMATE {
            // Only finished games have such scores.
            return Ok(None);
        }
        let estimate = self.leaf(position, empties);
        // If the evaluation is far on the other side, a search is not worth it.
        let slack = i32::midpoint(value, probe);
        let shallow = probe_depth(depth);
        let (low, high) = (alpha - probe + mean, beta + probe + mean);
        self.probcut_level += 1;
        let mut found = None;
        if estimate >= beta - slack {
            let window = Window {
                alpha: high - 1,
                beta: high,
            };
            if self.search(position, empties, shallow, window)? >= high {
                found = Some(beta);
            }
        }
        if found.is_none() && estimate <= alpha + slack {
            let window = Window {
                alpha: low,
                beta: low + 1,
            };
            if self.search(position, empties, shallow, window)? <= low {
                found = Some(alpha);
            }
        }
        self.probcut_level -= 1;
        Ok(found)
    }
}
