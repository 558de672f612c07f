//! Engines that are kept between calls, since the functions for C have no state.

use std::sync::Mutex;
use std::time::Duration;

use reversi_core::{Game, Size, Square};
use reversi_engine::{Player, SearchLimits, Stopwatch};

use super::NoMove;
use crate::strongest;

/// The idle engines, all for boards of one size.
///
/// No call waits for the lock. Threads that call at the same time each get their own engine, since
/// otherwise the second would wait for the first's move. After `fork`, a thread that does not exist
/// in the child process may even hold the lock for ever.
static IDLE: Mutex<Vec<(Size, Player)>> = Mutex::new(Vec::new());

/// The largest number of idle engines. Each has a table of 64 MiB.
const KEPT: usize = 4;

/// An upper bound for the memory of an engine in bytes: its table, and the weights for the first
/// engine.
const NEEDED: usize = 128 << 20;

/// Returns the engine's move, found within `time`; `None` if there is none.
pub(super) fn choose(game: &Game, time: Duration) -> Result<Option<Square>, NoMove> {
    let stopwatch = Stopwatch::start();
    let size = game.board().size();
    let mut engine = match take(size) {
        Some(engine) => engine,
        None => make(size)?,
    };
    // The time to set up the engine counts, too: the first one takes 0.1 s.
    let limits = SearchLimits {
        time: Some(strongest::search_time(time).saturating_sub(stopwatch.elapsed())),
        depth: None,
    };
    let best = engine.choose(game, &limits);
    keep(size, engine);
    Ok(best.expect("the engine was made for this size"))
}

fn take(size: Size) -> Option<Player> {
    let mut idle = IDLE.try_lock().ok()?;
    let at = idle.iter().position(|(kept, _)| *kept == size)?;
    Some(idle.swap_remove(at).1)
}

fn keep(size: Size, engine: Player) {
    if let Ok(mut idle) = IDLE.try_lock() {
        idle.retain(|(kept, _)| *kept == size);
        if idle.len() < KEPT {
            idle.push((size, engine));
        }
    }
}

/// Checks first that there is enough memory, since a failed allocation would abort the process.
/// Reserving memory without using it is cheap.
fn make(size: Size) -> Result<Player, NoMove> {
    Vec::<u8>::new()
        .try_reserve_exact(NEEDED)
        .map_err(|_| NoMove::OutOfMemory)?;
    Ok(strongest::engine(size).expect("the handout's boards are supported"))
}
