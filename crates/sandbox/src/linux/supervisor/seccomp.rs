//! The system calls of marked programs: a seccomp filter with a list of allowed calls. All others,
//! including those of later kernels, fail as if the kernel did not have them.
//!
//! The list is that of [Podman and Docker] without calls that no student's program needs: those
//! that reach other processes, mount, change the system or its clock, watch files, ask the kernel
//! for work in the background (`io_uring`, `bpf`), or make objects that outlive the program (System
//! V's shared memory, keys).
//!
//! [Podman and Docker]: https://github.com/containers/common/blob/main/pkg/seccomp/seccomp.json

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::env::consts::ARCH;
use std::io;

use nix::libc::{self, c_int, c_long};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter,
};

use crate::linux::message::Confine;
use crate::policy::Level;

macro_rules! names {
    ($($name:ident)*) => { &[$(libc::$name),*] };
}

const ALLOWED: [&[c_long]; 10] = [
    // Files: the user, mounts and Landlock decide what a program may open.
    names![
        SYS_openat SYS_close SYS_close_range SYS_dup SYS_dup3 SYS_pipe2
        SYS_read SYS_readv SYS_pread64 SYS_preadv SYS_lseek SYS_readahead
        SYS_write SYS_writev SYS_pwrite64 SYS_pwritev SYS_pwritev2 SYS_sendfile SYS_splice
        SYS_tee SYS_vmsplice SYS_copy_file_range SYS_fsync SYS_fdatasync
        SYS_sync_file_range SYS_truncate SYS_ftruncate SYS_flock SYS_umask
    ],
    // Their names and properties.
    names![
        SYS_fstat SYS_newfstatat SYS_statx SYS_statfs SYS_fstatfs SYS_faccessat SYS_faccessat2
        SYS_readlinkat SYS_getdents64 SYS_getcwd SYS_chdir SYS_fchdir SYS_mkdirat SYS_mknodat
        SYS_unlinkat SYS_renameat2 SYS_linkat SYS_symlinkat
        SYS_getxattr SYS_lgetxattr SYS_fgetxattr SYS_listxattr SYS_llistxattr SYS_flistxattr
    ],
    // Waiting for files and events.
    names![
        SYS_ppoll SYS_pselect6 SYS_epoll_create1 SYS_epoll_ctl SYS_epoll_pwait SYS_epoll_pwait2
        SYS_eventfd2 SYS_signalfd4 SYS_timerfd_create SYS_timerfd_settime SYS_timerfd_gettime
    ],
    // Its own memory.
    names![
        SYS_mmap SYS_munmap SYS_mprotect SYS_mremap SYS_madvise SYS_brk SYS_msync SYS_mincore
        SYS_mlock SYS_mlock2 SYS_munlock SYS_mlockall SYS_munlockall SYS_membarrier
        SYS_get_mempolicy
    ],
    // Processes and threads. The kernel protects other users; a namespace or Landlock protects the
    // same user. `clone` is below; `clone3` has its flags in memory, where no filter can read them.
    names![
        SYS_execve SYS_execveat SYS_exit SYS_exit_group SYS_wait4 SYS_waitid
        SYS_set_tid_address SYS_set_robust_list SYS_get_robust_list SYS_rseq SYS_futex
        SYS_futex_waitv SYS_sched_yield SYS_getpid SYS_getppid SYS_gettid SYS_getpgid
        SYS_setpgid SYS_getsid SYS_pidfd_open SYS_restart_syscall
    ],
    // Signals.
    names![
        SYS_kill SYS_tkill SYS_tgkill SYS_pidfd_send_signal SYS_rt_sigaction SYS_rt_sigprocmask
        SYS_rt_sigreturn SYS_rt_sigpending SYS_rt_sigtimedwait SYS_rt_sigqueueinfo
        SYS_rt_tgsigqueueinfo SYS_rt_sigsuspend SYS_sigaltstack
    ],
    // Its user, which it can't change without capabilities.
    names![
        SYS_getuid SYS_geteuid SYS_getresuid SYS_getgid SYS_getegid SYS_getresgid SYS_getgroups
        SYS_setuid SYS_setreuid SYS_setresuid SYS_setgid SYS_setregid SYS_setresgid
        SYS_setfsuid SYS_setfsgid SYS_capget SYS_capset
    ],
    // Its resource use, limits and scheduling.
    names![
        SYS_getrusage SYS_times SYS_getrlimit SYS_setrlimit SYS_getpriority SYS_sysinfo SYS_uname
        SYS_getcpu SYS_sched_getaffinity SYS_sched_getparam SYS_sched_getscheduler
        SYS_sched_getattr SYS_sched_get_priority_max SYS_sched_get_priority_min
        SYS_sched_rr_get_interval
    ],
    // Time and random numbers.
    names![
        SYS_clock_gettime SYS_clock_getres SYS_clock_nanosleep SYS_nanosleep SYS_gettimeofday
        SYS_getitimer SYS_setitimer SYS_timer_settime SYS_timer_gettime
        SYS_timer_getoverrun SYS_timer_delete SYS_getrandom
    ],
    // Communication over existing sockets.
    names![
        SYS_sendto SYS_recvfrom SYS_sendmsg SYS_recvmsg SYS_sendmmsg SYS_recvmmsg SYS_shutdown
        SYS_getsockname SYS_getpeername SYS_getsockopt SYS_setsockopt
    ],
];

#[cfg(target_arch = "x86_64")]
const OLD: &[c_long] = names![
    SYS_open SYS_creat SYS_stat SYS_lstat SYS_access SYS_readlink SYS_getdents SYS_mkdir
    SYS_rmdir SYS_mknod SYS_unlink SYS_rename SYS_renameat SYS_link SYS_symlink SYS_dup2 SYS_pipe
    SYS_poll SYS_select SYS_epoll_create SYS_epoll_wait SYS_eventfd SYS_signalfd
    SYS_getpgrp SYS_pause SYS_alarm SYS_time SYS_arch_prctl
];
#[cfg(not(target_arch = "x86_64"))]
const OLD: &[c_long] = names![SYS_renameat];

#[cfg(target_arch = "x86_64")]
const OLD_FORKS: &[c_long] = names![SYS_fork SYS_vfork];
#[cfg(not(target_arch = "x86_64"))]
const OLD_FORKS: &[c_long] = &[];

/// Calls that change what others see of a file. If a program is the marker's own user and only
/// Landlock, which does not know these calls, protects the marker's files, they do nothing and seem
/// to succeed, because programs that copy files make them. Compilers really need them.
const ATTRIBUTES: &[c_long] = names![
    SYS_fchmod SYS_fchmodat SYS_fchmodat2 SYS_fchown SYS_fchownat SYS_utimensat
    SYS_setxattr SYS_lsetxattr SYS_fsetxattr SYS_removexattr SYS_lremovexattr SYS_fremovexattr
];
#[cfg(target_arch = "x86_64")]
const OLD_ATTRIBUTES: &[c_long] = names![
    SYS_chmod SYS_chown SYS_lchown SYS_utime SYS_utimes SYS_futimesat
];
#[cfg(not(target_arch = "x86_64"))]
const OLD_ATTRIBUTES: &[c_long] = &[];

/// Calls that connect sockets. In a network namespace there is nobody to connect to.
const SOCKETS: &[c_long] = names![
    SYS_bind SYS_connect SYS_listen SYS_accept SYS_accept4
];

/// Calls that, where they are not allowed, fail as refused and not as unknown: programs try them
/// and expect that answer.
const REFUSED: [&[c_long]; 2] = [
    SOCKETS,
    names![
        SYS_socket SYS_ptrace SYS_setpriority SYS_setgroups SYS_setsid SYS_timer_create
        SYS_fallocate
    ],
];

const SIGNALS: [c_long; 6] = [
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_tgkill,
    libc::SYS_pidfd_open,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
];

/// The allowed requests to a file's driver: terminal settings, non-blocking mode, and the number of
/// readable bytes. Typing into a terminal (`TIOCSTI`) and changing a file's flags
/// (`FS_IOC_SETFLAGS`) are not among them.
const IOCTLS: &[libc::Ioctl] = names![
    TCGETS TCSETS TCSETSW TCSETSF TCGETS2 TCSETS2 TCSETSW2 TCSETSF2 TCGETA TCSBRK TCXONC TCFLSH
    TIOCSCTTY TIOCGPGRP TIOCSPGRP TIOCOUTQ TIOCGWINSZ TIOCSWINSZ TIOCNOTTY TIOCGSID
    FIONREAD FIONBIO FIONCLEX FIOCLEX FIOASYNC
];

/// `F_SETLEASE` keeps others from a file, `F_NOTIFY` watches a folder, and `F_SETSIG` chooses a
/// signal that the kernel sends later, such as SIGCONT.
const NO_FCNTLS: [u32; 3] = [
    libc::F_SETLEASE.cast_unsigned(),
    libc::F_NOTIFY.cast_unsigned(),
    F_SETSIG,
];
const F_SETSIG: u32 = 10;

/// Reads a file only if it is in memory. One run could pass information to the next by which of the
/// system's files are.
const RWF_NOWAIT: u32 = 8;

const NAMESPACES: c_int = libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWUTS;

type SyscallRules = BTreeMap<c_long, Vec<SeccompRule>>;

#[derive(Clone)]
pub(super) struct Filter {
    allowed: BpfProgram,
    refused: BpfProgram,
    ignored: BpfProgram,
}

impl Filter {
    pub(super) fn of(confine: &Confine) -> io::Result<Option<Self>> {
        if confine.level == Level::Off {
            return Ok(None);
        }
        let mut rules = allowed(confine)?;
        let refused = REFUSED.into_iter().flatten().copied();
        let mut refused = always(refused.filter(|call| !rules.contains_key(call)));
        let ignored = [ATTRIBUTES, OLD_ATTRIBUTES].into_iter().flatten().copied();
        let ignored = always(ignored.filter(|call| !rules.contains_key(call)));
        // The other filters give the answers.
        rules.extend(refused.clone());
        rules.extend(ignored.clone());
        // In a namespace, the supervisor may be the same user.
        let supervisor = any(0, &SeccompCmpOp::Eq, [1])?;
        refused.extend(SIGNALS.map(|call| (call, supervisor.clone())));
        if let Entry::Vacant(socket) = refused.entry(libc::SYS_socket) {
            // There is nobody to reach: other families could only reach into the kernel.
            socket.insert(none(0, [libc::AF_UNIX.cast_unsigned()])?);
        }
        let errno = |error: c_int| SeccompAction::Errno(error.cast_unsigned());
        Ok(Some(Self {
            // Calls of the x32 ABI have their own numbers, none of which is on the list.
            allowed: compile(rules, errno(libc::ENOSYS), SeccompAction::Allow)?,
            refused: compile(refused, SeccompAction::Allow, errno(libc::EPERM))?,
            ignored: compile(ignored, SeccompAction::Allow, errno(0))?,
        }))
    }

    pub(super) fn apply(&self) -> io::Result<()> {
        // The last filter needs a call that is not on the list.
        for filter in [&self.ignored, &self.refused, &self.allowed] {
            apply_filter(filter).map_err(io::Error::other)?;
        }
        Ok(())
    }
}

fn allowed(confine: &Confine) -> io::Result<SyscallRules> {
    let mut rules = always(ALLOWED.into_iter().chain(extra(confine)).flatten().copied());
    let is = SeccompCmpOp::Eq;
    let itself = any(0, &is, [0])?;
    #[expect(clippy::cast_possible_truncation, reason = "a request has 32 bits")]
    let ioctls = IOCTLS.iter().map(|request| *request as u32);
    let masked = |mask: c_int| SeccompCmpOp::MaskedEq(mask.cast_unsigned().into());
    let thread = if forks(confine) {
        0
    } else {
        libc::CLONE_THREAD
    };
    let clone = any(0, &masked(NAMESPACES | thread), [thread.cast_unsigned()])?;
    rules.extend([
        (libc::SYS_clone, clone),
        (
            libc::SYS_preadv2,
            any(5, &SeccompCmpOp::MaskedEq(RWF_NOWAIT.into()), [0])?,
        ),
        (
            libc::SYS_fadvise64,
            none(3, [libc::POSIX_FADV_DONTNEED.cast_unsigned()])?,
        ),
        (libc::SYS_prlimit64, itself.clone()),
        (libc::SYS_sched_setaffinity, itself.clone()),
        (libc::SYS_sched_setscheduler, itself.clone()),
        (libc::SYS_sched_setparam, itself),
        // Usual Linux, and the query for it.
        (libc::SYS_personality, any(0, &is, [0, u32::MAX])?),
        (libc::SYS_ioctl, any(1, &is, ioctls)?),
        // The resource use of a process must stay visible.
        (
            libc::SYS_prctl,
            none(0, [libc::PR_SET_DUMPABLE.cast_unsigned()])?,
        ),
        (libc::SYS_fcntl, none(1, NO_FCNTLS)?),
    ]);
    if !sockets(confine) {
        // An unconnected pair could send to any socket that has a path.
        let kinds = [libc::SOCK_STREAM, libc::SOCK_SEQPACKET].map(c_int::cast_unsigned);
        rules.insert(libc::SYS_socketpair, any(1, &masked(0xf), kinds)?);
    }
    Ok(rules)
}

/// If its parent ignores its end, the time of a process vanishes, unless a group counts it.
fn forks(confine: &Confine) -> bool {
    confine.counts_memory || !confine.player
}

fn sockets(confine: &Confine) -> bool {
    confine.level == Level::Namespaces && (confine.builds || confine.counts_memory)
}

/// Returns the lists of calls that are allowed in addition to [`ALLOWED`].
fn extra(confine: &Confine) -> impl Iterator<Item = &'static [c_long]> {
    let namespaces = confine.level == Level::Namespaces;
    let attributes = namespaces || confine.builds || confine.user.is_some();
    let lists: [(bool, &[c_long]); 11] = [
        (true, OLD),
        (forks(confine), OLD_FORKS),
        // A stopped player could have a timer send it SIGCONT.
        (!confine.player, names![SYS_timer_create]),
        // Each session has its own share of the processors unless a group has.
        (confine.counts_memory || !confine.builds, names![SYS_setsid]),
        (attributes, ATTRIBUTES),
        (attributes, OLD_ATTRIBUTES),
        (sockets(confine), SOCKETS),
        (sockets(confine), names![SYS_socket SYS_socketpair]),
        // The leak sanitizer traces its own process.
        (namespaces, names![SYS_ptrace]),
        // Elsewhere it would fill the disk faster than checks can see. Programs then write zeros
        // instead.
        (namespaces && !confine.builds, names![SYS_fallocate]),
        // Memory that no process needs to have mapped: only a control group counts it, and what
        // waits in a socket.
        (confine.counts_memory, names![SYS_memfd_create]),
    ];
    lists
        .into_iter()
        .filter_map(|(is_allowed, list)| is_allowed.then_some(list))
}

fn always(calls: impl IntoIterator<Item = c_long>) -> SyscallRules {
    calls.into_iter().map(|call| (call, Vec::new())).collect()
}

fn any(
    index: u8,
    operator: &SeccompCmpOp,
    values: impl IntoIterator<Item = u32>,
) -> io::Result<Vec<SeccompRule>> {
    let one = |value| rule([condition(index, operator.clone(), value)?]);
    values.into_iter().map(one).collect()
}

fn none(index: u8, values: impl IntoIterator<Item = u32>) -> io::Result<Vec<SeccompRule>> {
    let one = |value| condition(index, SeccompCmpOp::Ne, value);
    let conditions: io::Result<Vec<_>> = values.into_iter().map(one).collect();
    Ok(vec![rule(conditions?)?])
}

fn rule(conditions: impl Into<Vec<SeccompCondition>>) -> io::Result<SeccompRule> {
    SeccompRule::new(conditions.into()).map_err(io::Error::other)
}

fn condition(index: u8, operator: SeccompCmpOp, value: u32) -> io::Result<SeccompCondition> {
    SeccompCondition::new(index, SeccompCmpArgLen::Dword, operator, value.into())
        .map_err(io::Error::other)
}

fn compile(
    rules: SyscallRules,
    mismatch: SeccompAction,
    matched: SeccompAction,
) -> io::Result<BpfProgram> {
    let target = TargetArch::try_from(ARCH).map_err(io::Error::other)?;
    SeccompFilter::new(rules, mismatch, matched, target)
        .and_then(BpfProgram::try_from)
        .map_err(io::Error::other)
}
