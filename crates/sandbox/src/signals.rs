//! Signals that end this process.

use std::io;
use std::time::Duration;

use crate::{await_end_of_all, ending};

/// The longest wait for the end of all programs. It takes milliseconds, unless a
/// program has stopped its supervisor.
const PATIENCE: Duration = Duration::from_secs(2);

/// Signals that come so soon after the first are the same request: timeout(1)
/// sends each to the process and to its group.
const TOGETHER: Duration = Duration::from_millis(300);

/// Ends all programs and removes all temporary folders when this process is
/// interrupted (Ctrl-C), terminated, or loses its terminal, and then ends it as
/// that signal does. `leave_terminal` is called first, to remove what a progress
/// bar has drawn. A second signal ends the process at once.
///
/// A signal that is ignored, as under nohup(1), stays ignored.
pub fn end_on_signals(leave_terminal: impl FnOnce() + Send + 'static) -> io::Result<()> {
    install(leave_terminal)
}

fn end_all() {
    ending::begin();
    await_end_of_all(PATIENCE);
    crate::temporary::end();
}

#[cfg(unix)]
fn install(leave_terminal: impl FnOnce() + Send + 'static) -> io::Result<()> {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag::register_conditional_default;
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    let mut wanted = vec![SIGINT, SIGTERM, SIGHUP];
    wanted.retain(|signal| !is_ignored(*signal));
    let at_once = Arc::new(AtomicBool::new(false));
    for signal in &wanted {
        register_conditional_default(*signal, Arc::clone(&at_once))?;
    }
    let mut signals = Signals::new(wanted)?;
    let wait = move || {
        if let Some(signal) = signals.forever().next() {
            // If no thread can be made, a signal that comes together with it counts, too.
            let later = Arc::clone(&at_once);
            let delay = thread::Builder::new().spawn(move || {
                thread::sleep(TOGETHER);
                later.store(true, Ordering::SeqCst);
            });
            if delay.is_err() {
                at_once.store(true, Ordering::SeqCst);
            }
            leave_terminal();
            end_all();
            // It fails only for a signal that has no default.
            let _ = emulate_default_handler(signal);
        }
    };
    let thread = thread::Builder::new().name("signals".to_owned());
    thread.spawn(wait).map(drop)
}

#[cfg(unix)]
#[expect(
    unsafe_code,
    reason = "nix cannot ask for an action without setting one"
)]
pub(crate) fn is_ignored(signal: i32) -> bool {
    let mut action = std::mem::MaybeUninit::<nix::libc::sigaction>::uninit();
    // SAFETY: Without a new action the call only writes the current one, to
    // memory that is ours. It is read only if the call has succeeded, and then
    // all of it was written.
    unsafe {
        nix::libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) == 0
            && action.assume_init().sa_sigaction == nix::libc::SIG_IGN
    }
}

#[cfg(windows)]
fn install(leave_terminal: impl FnOnce() + Send + 'static) -> io::Result<()> {
    use std::process::exit;
    use std::thread;
    use std::time::Instant;

    /// The status that the system's own handler gives: `STATUS_CONTROL_C_EXIT`.
    const INTERRUPTED: i32 = 0xC000_013A_u32.cast_signed();

    let mut leave_terminal = Some(leave_terminal);
    let mut begun = None;
    let handler = move || {
        let begun = *begun.get_or_insert_with(Instant::now);
        if let Some(leave_terminal) = leave_terminal.take() {
            // This thread must be free for the second signal.
            thread::spawn(|| {
                leave_terminal();
                end_all();
                exit(INTERRUPTED);
            });
        } else if begun.elapsed() > TOGETHER {
            exit(INTERRUPTED);
        }
    };
    ctrlc::try_set_handler(handler).map_err(io::Error::other)
}
