//! A process that becomes a program, without a copy of this one.
//!
//! A fork copies the page tables of the supervisor, and each of them then pays
//! for the pages that it writes. The child here shares the memory until it
//! executes the program, on a stack of its own, and the supervisor waits
//! meanwhile, as with vfork(2). So the child makes system calls and nothing
//! else: all that they need was prepared.

use std::ffi::{c_char, c_int, c_void};
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::ptr;

use nix::errno::Errno;
use nix::libc;
use nix::unistd::Pid;

/// The stack of a child, which makes no deep calls. It is used by one at a time.
pub(super) struct Stack(Box<[MaybeUninit<u128>]>);

impl Stack {
    pub(super) fn new() -> Self {
        Self(Box::new_uninit_slice((64 << 10) / size_of::<u128>()))
    }
}

/// All that a child needs to become a program. Lists end with a null pointer.
pub(super) struct Prepared<'a> {
    /// The files to execute: the first that there is.
    pub(super) candidates: &'a [*const c_char],
    pub(super) argv: &'a [*const c_char],
    /// The shell that runs a file without a format that the system knows.
    pub(super) shell: *const c_char,
    /// The shell's arguments. The second is overwritten with the file.
    pub(super) shell_argv: &'a mut [*const c_char],
    pub(super) environment: &'a [*const c_char],
    pub(super) directory: *const c_char,
    pub(super) streams: &'a [OwnedFd; 3],
    /// The limits of CPU time, in seconds, and of a file, in bytes.
    pub(super) cpu: u64,
    pub(super) file_size: u64,
    /// The signals that are ignored, and must not be.
    pub(super) ignored: &'a [c_int],
    /// The rules of its Landlock domain.
    pub(super) rules: Option<BorrowedFd<'a>>,
}

/// What a child reads, and where it leaves the error that has kept it from
/// becoming a program.
struct Shared<'a> {
    prepared: Prepared<'a>,
    error: Errno,
}

/// Starts a process that becomes the program, and returns when it has.
#[expect(
    unsafe_code,
    reason = "a child that shares this memory is the fastest start"
)]
pub(super) fn spawn(prepared: Prepared<'_>, stack: &mut Stack) -> nix::Result<Pid> {
    // A stream that took the place of another would be overwritten by it.
    if prepared.streams.iter().any(|stream| stream.as_raw_fd() < 3) {
        return Err(Errno::EBADF);
    }
    let mut shared = Shared {
        prepared,
        error: Errno::UnknownErrno,
    };
    let top = stack.0.as_mut_ptr_range().end;
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
    // SAFETY: This process has one thread, which CLONE_VFORK suspends until the
    // child has executed a program or ended, so nothing else uses `shared`, the
    // stack or this memory meanwhile, and both outlive the child's use of them.
    // The stack is aligned to 16 bytes, and grows down from its end on every
    // processor that Rust has Linux for. The child returns nowhere: it ends with
    // `_exit`.
    let pid = unsafe { libc::clone(become_program, top.cast(), flags, (&raw mut shared).cast()) };
    let pid = Pid::from_raw(Errno::result(pid)?);
    if shared.error == Errno::UnknownErrno {
        return Ok(pid);
    }
    nix::sys::wait::waitpid(pid, None)?;
    Err(shared.error)
}

/// The child.
#[expect(
    unsafe_code,
    reason = "a child that shares this memory is the fastest start"
)]
extern "C" fn become_program(shared: *mut c_void) -> c_int {
    // SAFETY: It is the `Shared` of `spawn`, which does not touch it meanwhile.
    let shared = unsafe { &mut *shared.cast::<Shared<'_>>() };
    shared.error = try_to_become(&mut shared.prepared);
    // SAFETY: It ends the child alone, without the handlers of `exit`, which
    // would change the memory that it shares.
    unsafe { libc::_exit(127) }
}

/// Executes the program. Returns only if that fails. It allocates nothing, locks
/// nothing and cannot panic.
#[expect(unsafe_code, reason = "the functions of nix and landlock may allocate")]
fn try_to_become(prepared: &mut Prepared<'_>) -> Errno {
    macro_rules! attempt {
        ($call:expr) => {
            // SAFETY: It is a thin cover of a system call, with numbers and
            // with pointers to values that live here or in `prepared`: C
            // strings, and lists of them with a null pointer at the end.
            if unsafe { $call } == -1 {
                return Errno::last();
            }
        };
    }
    let limit = |soft: u64, hard: u64| libc::rlimit {
        rlim_cur: soft,
        rlim_max: hard,
    };
    attempt!(libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL));
    attempt!(libc::setsid());
    for (resource, limit) in [
        (libc::RLIMIT_CPU, limit(prepared.cpu, prepared.cpu + 1)),
        (libc::RLIMIT_CORE, limit(0, 0)),
        (
            libc::RLIMIT_FSIZE,
            limit(prepared.file_size, prepared.file_size),
        ),
    ] {
        // SAFETY: The limit lives here. It fails where a lower one is in force.
        unsafe { libc::setrlimit(resource, &raw const limit) };
    }
    for (at, stream) in (0..).zip(prepared.streams) {
        // The copy stays open in the program; the stream itself does not.
        attempt!(libc::dup2(stream.as_raw_fd(), at));
    }
    attempt!(libc::chdir(prepared.directory));
    if let Some(rules) = prepared.rules {
        let none = 0_u32;
        attempt!(libc::syscall(
            libc::SYS_landlock_restrict_self,
            rules.as_raw_fd(),
            none
        ));
    }
    for &signal in prepared.ignored {
        // SAFETY: It is a thin cover of a system call.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    let mut signals = MaybeUninit::<libc::sigset_t>::uninit();
    attempt!(libc::sigemptyset(signals.as_mut_ptr()));
    attempt!(libc::sigprocmask(
        libc::SIG_SETMASK,
        signals.as_ptr(),
        ptr::null_mut()
    ));
    execute(prepared)
}

/// Executes the first candidate that can be, as execvp(3) does.
#[expect(unsafe_code, reason = "the functions of nix allocate")]
fn execute(prepared: &mut Prepared<'_>) -> Errno {
    let environment = prepared.environment.as_ptr();
    let mut refusal = None;
    for &file in prepared
        .candidates
        .iter()
        .take_while(|file| !file.is_null())
    {
        // SAFETY: The file is a C string, and the lists of C strings end with a
        // null pointer.
        unsafe { libc::execve(file, prepared.argv.as_ptr(), environment) };
        match Errno::last() {
            Errno::ENOENT | Errno::ENOTDIR => {}
            Errno::EACCES => refusal = Some(Errno::EACCES),
            Errno::ENOEXEC => {
                if let Some(name) = prepared.shell_argv.get_mut(1) {
                    *name = file;
                }
                // SAFETY: As above.
                unsafe { libc::execve(prepared.shell, prepared.shell_argv.as_ptr(), environment) };
                return Errno::last();
            }
            error => return error,
        }
    }
    refusal.unwrap_or(Errno::ENOENT)
}
