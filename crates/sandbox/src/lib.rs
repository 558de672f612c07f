#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

mod capture;
mod end;
mod ending;
mod error;
mod launched;
mod limits;
mod policy;
mod program;
mod readable;
mod run;
mod scratch;
mod session;
mod signals;
mod temporary;
#[cfg(unix)]
mod terminal;
mod user;

// Its unit tests run on Linux, too, where nothing else uses it.
#[cfg(any(test, not(target_os = "linux")))]
#[cfg_attr(target_os = "linux", expect(dead_code, unreachable_pub))]
mod fallback;
#[cfg(target_os = "linux")]
mod linux;

#[cfg(not(target_os = "linux"))]
use fallback as system;
#[cfg(target_os = "linux")]
use linux as system;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub use end::{Awaited, End, NotStarted, Progress, Run, State};
pub use ending::park_if_ending;
pub use error::{HostError, SandboxError};
pub use limits::Limits;
pub use policy::{Lack, Level, Policy, Requirement};
pub use program::Program;
#[cfg(target_os = "linux")]
pub use readable::system_files;
pub use readable::{is_system_file, search_path};
pub use run::{run, run_watched};
pub use session::Session;
pub use signals::end_on_signals;
use system::await_end_of_all;
pub use system::{Sandbox, supervise_if_asked};
pub use temporary::{TemporaryFolder, remove};
pub use user::User;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
