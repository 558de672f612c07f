//! Signals that end this process.

use std::io;
use std::thread;
use std::time::{Duration, Instant};

use crate::{await_end_of_all, ending};

/// The longest wait for all programs to end. It takes milliseconds, unless a program has stopped
/// its supervisor.
const PATIENCE: Duration = Duration::from_secs(2);

/// Signals that follow the first within this time are the same request: timeout(1) signals the
/// process and its group.
const TOGETHER: Duration = Duration::from_millis(300);

/// Ends all programs and removes all temporary folders when this process is interrupted (Ctrl-C),
/// terminated, or loses its terminal, and then ends it with that signal. `leave_terminal` is called
/// first, to remove a progress bar. A second signal ends the process at once.
///
/// An ignored signal, as under nohup(1), stays ignored.
pub fn end_on_signals(leave_terminal: impl FnOnce() + Send + 'static) -> io::Result<()> {
    install(leave_terminal)
}

fn handler(
    leave_terminal: impl FnOnce() + Send + 'static,
    die: fn(i32),
) -> impl FnMut(i32) + Send + 'static {
    let mut leave_terminal = Some(leave_terminal);
    let mut begun = None;
    move |signal| {
        let begun = *begun.get_or_insert_with(Instant::now);
        if let Some(leave_terminal) = leave_terminal.take() {
            let end = move || {
                leave_terminal();
                ending::begin();
                await_end_of_all(PATIENCE);
                crate::temporary::end();
                die(signal);
            };
            // This thread must be free for the second signal. If no other thread can be made, it
            // ends the process at once.
            if thread::Builder::new().spawn(end).is_err() {
                die(signal);
            }
        } else if begun.elapsed() > TOGETHER {
            die(signal);
        }
    }
}

#[cfg(unix)]
fn install(leave_terminal: impl FnOnce() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    // It fails only for a signal that has no default.
    let mut handle = handler(leave_terminal, |signal| _ = emulate_default_handler(signal));
    let wanted = [SIGINT, SIGTERM, SIGHUP];
    let wanted = wanted.into_iter().filter(|signal| !is_ignored(*signal));
    let mut signals = Signals::new(wanted)?;
    let thread = thread::Builder::new().name("signals".to_owned());
    let wait = move || signals.forever().for_each(&mut handle);
    thread.spawn(wait).map(drop)
}

#[cfg(unix)]
#[expect(
    unsafe_code,
    reason = "nix cannot ask for an action without setting one"
)]
fn is_ignored(signal: i32) -> bool {
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
    /// The status that the system's own handler gives: `STATUS_CONTROL_C_EXIT`.
    const INTERRUPTED: i32 = 0xC000_013A_u32.cast_signed();

    let mut handle = handler(leave_terminal, |_| std::process::exit(INTERRUPTED));
    ctrlc::try_set_handler(move || handle(INTERRUPTED)).map_err(io::Error::other)
}
