//! The only place that reads the system's clock; a lint forbids std's elsewhere.

use std::time::Duration;

/// Measures the time since its start.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Duration);

impl Stopwatch {
    /// Starts a stopwatch.
    pub fn start() -> Self {
        Self(now())
    }

    /// The time since the start.
    pub fn elapsed(self) -> Duration {
        now().saturating_sub(self.0)
    }
}

/// Returns the time since the first call.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
#[allow(clippy::disallowed_methods, reason = "the one place")]
fn now() -> Duration {
    use std::{sync::LazyLock, time::Instant};
    static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);
    FIRST.elapsed()
}

/// Returns the time since the page was loaded. Here, std's clock panics. The crate web-time
/// compiles all of js-sys, which takes longer than the engine.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
fn now() -> Duration {
    #[wasm_bindgen::prelude::wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = performance, js_name = now)]
        fn milliseconds() -> f64;
    }
    Duration::from_secs_f64(milliseconds() / 1000.0)
}
