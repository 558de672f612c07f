//! Engines kept from one call for the next, as C has nothing to keep them in.

use std::sync::Mutex;

use reversi_core::Size;
use reversi_engine::Player;

use super::NoMove;
use crate::computer;

/// The engines that nobody is asking just now, all for boards of one size.
///
/// The lock is never waited for. Threads that call at once each get an engine
/// of their own, or the second would have its move after the first's second;
/// and in a child process the lock may be held for ever, by a thread of the
/// parent that the child has not got.
static IDLE: Mutex<Vec<(Size, Player)>> = Mutex::new(Vec::new());

/// How many are kept. Each has a table of 64 MiB.
const KEPT: usize = 4;

/// More than an engine takes, in bytes: its table, and the weights of the
/// first.
const NEEDED: usize = 128 << 20;

/// What `ask` hears from an engine for boards of `size`.
pub(super) fn with<T>(size: Size, ask: impl FnOnce(&mut Player) -> T) -> Result<T, NoMove> {
    let mut engine = match take(size) {
        Some(engine) => engine,
        None => make(size)?,
    };
    let answer = ask(&mut engine);
    keep(size, engine);
    Ok(answer)
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

/// A new engine. Where memory is short the process would end, so that is tried
/// first; the system gives what is not used for nothing.
fn make(size: Size) -> Result<Player, NoMove> {
    Vec::<u8>::new()
        .try_reserve_exact(NEEDED)
        .map_err(|_| NoMove::OutOfMemory)?;
    Ok(computer::engine(size))
}
