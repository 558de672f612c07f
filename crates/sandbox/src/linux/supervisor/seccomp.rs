//! The system calls that no marked program needs, refused by a seccomp filter.
//!
//! It is a list of what is refused, not of what is allowed: the latter differs
//! between C libraries and Java machines, and between their versions.

use std::collections::BTreeMap;
use std::env::consts::ARCH;
use std::io;

use nix::libc::{self, c_long};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter, sock_filter,
};

use crate::policy::Level;

/// Calls that seem not to be there: programs have a fallback for each, which
/// they would not take if the call were refused.
const UNKNOWN: [c_long; 11] = [
    libc::SYS_clone3,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
];

/// Calls that are refused: they reach other processes, mount, change the
/// system or its clock, watch files, or last longer than the program.
const REFUSED: &[c_long] = &[
    libc::SYS_acct,
    libc::SYS_bpf,
    libc::SYS_chroot,
    libc::SYS_clock_adjtime,
    libc::SYS_clock_settime,
    libc::SYS_delete_module,
    libc::SYS_fanotify_init,
    libc::SYS_finit_module,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fsopen,
    libc::SYS_fspick,
    libc::SYS_init_module,
    libc::SYS_inotify_add_watch,
    libc::SYS_ioprio_set,
    libc::SYS_kcmp,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_kexec_file_load,
    // The same call, which libc does not name there.
    #[cfg(target_arch = "aarch64")]
    294,
    libc::SYS_kexec_load,
    libc::SYS_migrate_pages,
    libc::SYS_mount,
    libc::SYS_mount_setattr,
    libc::SYS_move_mount,
    libc::SYS_move_pages,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_open_tree,
    libc::SYS_perf_event_open,
    libc::SYS_personality,
    libc::SYS_pidfd_getfd,
    libc::SYS_pivot_root,
    libc::SYS_process_madvise,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_quotactl,
    libc::SYS_reboot,
    libc::SYS_sched_setattr,
    libc::SYS_setdomainname,
    libc::SYS_sethostname,
    libc::SYS_setns,
    libc::SYS_setpriority,
    libc::SYS_settimeofday,
    libc::SYS_swapoff,
    libc::SYS_swapon,
    libc::SYS_syslog,
    libc::SYS_umount2,
    libc::SYS_unshare,
    libc::SYS_userfaultfd,
];

/// Calls that change what others see of a file. Landlock does not know them,
/// so at level B they are refused; compilers need them.
const ATTRIBUTES: &[c_long] = &[
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    // fchmodat2, which libc does not name on every target.
    452,
];

/// The flags of `clone` that make namespaces.
const NAMESPACES: [i32; 7] = [
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWUTS,
];

/// Families of sockets that no network namespace confines, or that reach into
/// the kernel.
const FAMILIES: [i32; 4] = [
    libc::AF_ALG,
    libc::AF_NETLINK,
    libc::AF_PACKET,
    libc::AF_VSOCK,
];

type Rules = BTreeMap<c_long, Vec<SeccompRule>>;

/// Refuses the calls of `level` to this process and all that it will start.
pub(super) fn apply(level: Level, builds: bool) -> io::Result<()> {
    install(always(UNKNOWN), libc::ENOSYS)?;
    let mut rules = always(REFUSED.iter().copied());
    let flags = NAMESPACES.map(|flag| u64::from(flag.cast_unsigned()));
    rules.insert(
        libc::SYS_clone,
        flags
            .into_iter()
            .map(|flag| argument(0, SeccompCmpOp::MaskedEq(flag), flag))
            .collect::<io::Result<_>>()?,
    );
    let itself = 0;
    for call in [
        libc::SYS_prlimit64,
        libc::SYS_sched_setaffinity,
        libc::SYS_sched_setscheduler,
    ] {
        rules.insert(call, vec![argument(0, SeccompCmpOp::Ne, itself)?]);
    }
    // It types into the marker's terminal. Its type is that of the C library's ioctl.
    let typing = u64::try_from(i128::from(libc::TIOCSTI)).map_err(io::Error::other)?;
    rules.insert(
        libc::SYS_ioctl,
        vec![argument(1, SeccompCmpOp::Eq, typing)?],
    );
    if level == Level::A {
        let families = FAMILIES.map(|family| u64::from(family.cast_unsigned()));
        rules.insert(
            libc::SYS_socket,
            families
                .into_iter()
                .map(|family| argument(0, SeccompCmpOp::Eq, family))
                .collect::<io::Result<_>>()?,
        );
    } else {
        rules.extend(always([libc::SYS_socket, libc::SYS_ptrace]));
        if !builds {
            rules.extend(always(ATTRIBUTES.iter().copied()));
        }
    }
    install(rules, libc::EPERM)
}

/// Rules for calls that are meant whatever their arguments.
fn always(calls: impl IntoIterator<Item = c_long>) -> Rules {
    calls.into_iter().map(|call| (call, Vec::new())).collect()
}

fn argument(index: u8, operator: SeccompCmpOp, value: u64) -> io::Result<SeccompRule> {
    SeccompCondition::new(index, SeccompCmpArgLen::Dword, operator, value)
        .and_then(|condition| SeccompRule::new(vec![condition]))
        .map_err(io::Error::other)
}

fn install(rules: Rules, error: i32) -> io::Result<()> {
    let target = TargetArch::try_from(ARCH).map_err(io::Error::other)?;
    let refuse = SeccompAction::Errno(error.cast_unsigned());
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refuse, target);
    let filter = filter
        .and_then(BpfProgram::try_from)
        .map_err(io::Error::other)?;
    apply_filter(&without_x32(filter)).map_err(io::Error::other)
}

/// Adds to `filter` that calls of the x32 ABI, whose numbers are others, are
/// not there.
fn without_x32(filter: BpfProgram) -> BpfProgram {
    let instruction = |code: u32, jump_if_false, constant| sock_filter {
        code: u16::try_from(code).expect("the codes of classic BPF have 16 bits"),
        jt: 0,
        jf: jump_if_false,
        k: constant,
    };
    let load_number = instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0);
    let if_x32 = instruction(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 1, 0x4000_0000);
    let error = libc::SECCOMP_RET_ERRNO | libc::ENOSYS.cast_unsigned();
    let not_there = instruction(libc::BPF_RET | libc::BPF_K, 0, error);
    if ARCH != "x86_64" {
        return filter;
    }
    [load_number, if_x32, not_there]
        .into_iter()
        .chain(filter)
        .collect()
}
