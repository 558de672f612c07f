//! The only place that reads the system's clock.
//!
//! On `wasm32-unknown-unknown`, std's `Instant::now` panics, and the browser's clock
//! takes its place. A lint forbids std's elsewhere in the crates that run in a
//! browser.

use std::time::Duration;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use web_time::Instant;

/// Measures the time since its start.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts a stopwatch.
    #[allow(clippy::disallowed_methods, reason = "the one place")]
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// The time since the start.
    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}
