//! A window that grows until the score is inside.

use super::score::INFINITE;
use super::thread::Window;

/// A window around a guess, which grows until the score is inside.
pub(super) struct Aspiration {
    alpha: i32,
    beta: i32,
    reach: i32,
}

impl Aspiration {
    /// The usual distance of both bounds from the guess, in hundredths of a disc.
    pub(super) const REACH: i32 = 200;

    /// Returns the window from `reach` below `guess` to `reach` above it.
    pub(super) fn new(guess: i32, reach: i32) -> Self {
        Self {
            alpha: guess - reach,
            beta: guess + reach,
            reach,
        }
    }

    /// The window to search with.
    pub(super) fn window(&self) -> Window {
        Window {
            alpha: self.alpha,
            beta: self.beta,
        }
    }

    /// Returns `true` if `score`, the result of a search with the window, is inside it.
    /// Otherwise the window grows on the side of the score.
    pub(super) fn contains(&mut self, score: i32) -> bool {
        self.reach = self.reach.saturating_mul(4).min(INFINITE);
        if score <= self.alpha {
            self.alpha = score - self.reach;
        } else if score >= self.beta {
            self.beta = score + self.reach;
        } else {
            return true;
        }
        false
    }
}
