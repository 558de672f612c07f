//! The only place that reads the system's clock; a lint forbids std's elsewhere.

use std::sync::OnceLock;
use std::time::Duration;

static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Measures the time since its start.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Duration);

impl Stopwatch {
    /// Starts a stopwatch.
    pub fn start() -> Self {
        Self(now())
    }

    /// Makes `clock` the clock of all stopwatches of this process, and so of the time limits of its
    /// searches; the first call counts. A search that is charged by the time of its processor, say,
    /// is then not cut short because others use it.
    ///
    /// ```
    /// use reversi_engine::Stopwatch;
    /// use std::{thread, time::Duration};
    ///
    /// Stopwatch::set_clock(|| Duration::from_secs(7));
    /// let stopwatch = Stopwatch::start();
    /// thread::yield_now();
    /// assert_eq!(stopwatch.elapsed(), Duration::ZERO);
    /// ```
    pub fn set_clock(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    /// The time since the start.
    pub fn elapsed(self) -> Duration {
        now().saturating_sub(self.0)
    }
}

fn now() -> Duration {
    CLOCK.get().map_or_else(system_time, |clock| clock())
}

/// Returns the time since the first call.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
#[allow(clippy::disallowed_methods, reason = "the one place")]
fn system_time() -> Duration {
    use std::{sync::LazyLock, time::Instant};
    static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);
    FIRST.elapsed()
}

/// Returns the time since the page was loaded. Here, std's clock panics. The crate web-time
/// compiles all of js-sys, which takes longer than the engine.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
fn system_time() -> Duration {
    #[wasm_bindgen::prelude::wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = performance, js_name = now)]
        fn milliseconds() -> f64;
    }
    Duration::from_secs_f64(milliseconds() / 1000.0)
}
