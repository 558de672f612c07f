//! Attacks by programs, in runs and in builds: each is refused, and the next run is undisturbed.

use std::fmt::{Debug, Write as _};
use std::fs;
use std::io;
use std::net::{TcpListener, UdpSocket};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::UnixListener;

use sandbox::{End, Level, Limits, Policy, Program, Requirement, Run, Sandbox, SandboxError};

use super::{Bench, LEVELS, run_plain, source};

const STRONG: &[Level] = LEVELS.split_at(2).0;

const SECRET: &str = "the answer is 42";

struct Attack {
    bench: Bench,
    outside: Bench,
}

impl Attack {
    fn new() -> Self {
        let outside = Bench::new();
        outside.write("secret", SECRET);
        outside.write("reference", &format!("#!/bin/sh\necho {SECRET}\n"));
        let open = fs::Permissions::from_mode(0o777);
        fs::set_permissions(outside.folder.path(), open).expect("it is ours");
        Self {
            bench: Bench::new(),
            outside,
        }
    }

    fn path(&self, name: &str) -> String {
        self.outside.folder.path().join(name).display().to_string()
    }

    fn each(&self, program: &Program, check: impl Fn(&str, &str)) {
        for &level in STRONG {
            for builds in [false, true] {
                let policy = Policy {
                    builds,
                    ..Policy::default()
                };
                let sandbox = self.bench.sandbox_with(level, policy);
                let name = format!("level {level}, a {}", if builds { "build" } else { "run" });
                let Run { stdout, stderr, .. } = run_plain(&sandbox, program);
                let printed = [stdout, stderr].concat();
                let printed = String::from_utf8_lossy(&printed);
                assert!(!printed.contains("the answer"), "{name}: {printed}");
                check(&name, &printed);
                // The next run in the same sandbox is unharmed.
                let next = run_plain(&sandbox, &self.bench.sh("echo well"));
                assert_eq!(
                    (next.end, next.stdout),
                    (End::Exited(0), b"well\n".to_vec()),
                    "{name}"
                );
                drop(sandbox);
                self.bench.assert_nothing_is_left();
            }
        }
    }

    fn program(&self, attempts: &[impl Debug]) -> Program {
        let mut script = source("attempt.py");
        for attempt in attempts {
            writeln!(script, "attempt({attempt:?})").expect("a String takes it all");
        }
        self.bench.python(&(script + "print('done')"))
    }

    fn refused(&self, attempts: &[impl Debug]) {
        self.each(&self.program(attempts), |name, printed| {
            assert!(printed.ends_with("done\n"), "{name}: {printed}");
            assert!(!printed.contains("worked"), "{name}: {printed}");
        });
    }
}

#[test]
fn no_file_of_others_is_read_or_executed() {
    let attack = Attack::new();
    let (secret, reference) = (attack.path("secret"), attack.path("reference"));
    let outside = attack.outside.folder.path();
    let name = outside.file_name().expect("it has a name").display();
    let deep = format!("{}/../{name}/secret", outside.display());
    symlink(&secret, attack.bench.folder.path().join("link")).expect("a link can be made");
    attack.refused(&[
        format!("read('{secret}')"),
        format!("read('{deep}')"),
        "read('link')".to_owned(),
        format!("(os.symlink('{secret}', 'bent'), read('bent'))"),
        format!("os.link('{secret}', 'hard')"),
        format!("os.listdir('{}')", outside.display()),
        format!("subprocess.run(['{reference}'], check=True)"),
        "read('/etc/shadow')".to_owned(),
        "os.listdir('/root')".to_owned(),
        "os.listdir('/home')".to_owned(),
        "os.listdir('/proc/1/root')".to_owned(),
    ]);
}

#[test]
fn no_file_of_others_is_written_or_changed() {
    let attack = Attack::new();
    let secret = attack.path("secret");
    attack.refused(&[
        format!("open('{secret}', 'w')"),
        format!("open('{}', 'w')", attack.path("new")),
        format!("os.remove('{secret}')"),
        format!("os.truncate('{secret}', 0)"),
        format!("os.rename('{secret}', '{}')", attack.path("moved")),
        format!("os.mkfifo('{}')", attack.path("fifo")),
        "open('/usr/bin/new', 'w')".to_owned(),
        "open('/new', 'w')".to_owned(),
    ]);
    let changes = [
        format!("os.chmod('{secret}', 0)"),
        format!("os.utime('{secret}', (0, 0))"),
        format!("os.setxattr('{secret}', 'user.mark', b'x')"),
        format!("os.chown('{secret}', 1, 1)"),
    ];
    let program = attack.program(&changes);
    let seen = || {
        let data = fs::metadata(&secret).expect("it is there");
        let attributes = rustix::fs::listxattr(&secret, &mut [0; 64]);
        (
            data.mode(),
            data.uid(),
            data.ctime(),
            data.ctime_nsec(),
            attributes,
        )
    };
    let before = seen();
    for &level in STRONG {
        let run = attack
            .bench
            .run_at(level, &program, b"", &Limits::default());
        assert!(run.stdout.ends_with(b"done\n"), "{level}: {run:?}");
        assert_eq!(seen(), before, "{level}");
    }
    assert_eq!(fs::read(&secret).expect("it is there"), SECRET.as_bytes());
}

#[test]
fn the_marker_is_out_of_reach() {
    let attack = Attack::new();
    // Readable by any process that may trace this one.
    let own = std::process::id();
    let mut attempts: Vec<String> = Vec::new();
    for pid in [own.to_string(), "1".to_owned(), "os.getppid()".to_owned()] {
        let files = [
            "environ",
            "mem",
            "maps",
            "fd/0",
            "cwd/secret",
            "root/etc/shadow",
        ];
        for file in files {
            attempts.push(format!("read('/proc/%s/{file}' % ({pid}))"));
        }
        attempts.push(format!(
            "os.kill({pid}, 0) if {pid} not in (0, 1) else read('')"
        ));
        attempts.push(format!(
            "os.sched_setaffinity({pid}, {{0}}) if {pid} else read('')"
        ));
        attempts.push(format!("os.setpriority(os.PRIO_PROCESS, {pid}, 19)"));
        // prlimit64, process_vm_readv, ptrace(PTRACE_SEIZE), pidfd_open and
        // pidfd_getfd.
        #[cfg(target_arch = "x86_64")]
        attempts.extend([
            format!("call(302, {pid} or 1, 7, 0, 0)"),
            format!("call(310, {pid}, 0, 0, 0, 0, 0)"),
            format!("call(311, {pid}, 0, 0, 0, 0, 0)"),
            format!("call(101, 0x4206, {pid} or 1, 0, 0)"),
            format!("call(438, call(434, {pid} or 1, 0), 0, 0)"),
        ]);
    }
    attack.refused(&attempts);
}

#[test]
fn no_lease_is_taken_no_folder_is_watched_and_no_flag_is_set() {
    let attack = Attack::new();
    attack.refused(&[
        "fcntl.fcntl(os.open('own', os.O_RDWR | os.O_CREAT), fcntl.F_SETLEASE, fcntl.F_WRLCK)",
        "fcntl.fcntl(os.open('.', os.O_RDONLY), fcntl.F_NOTIFY, fcntl.DN_MODIFY)",
        // FS_IOC_SETFLAGS.
        "fcntl.ioctl(os.open('own', os.O_RDWR | os.O_CREAT), 0x40086602, bytes(8))",
    ]);
}

#[test]
fn the_environment_is_a_small_fixed_one() {
    let attack = Attack::new();
    let script = "import os; print(' '.join(sorted(os.environ)))";
    attack.each(&attack.bench.python(script), |name, printed| {
        let known = "HOME LANG NO_COLOR PATH PWD PYTHONDONTWRITEBYTECODE TERM TMPDIR\n";
        let printed = printed.replace("LC_CTYPE ", "");
        assert_eq!(printed, known, "{name}");
    });
}

#[test]
fn only_the_standard_streams_are_open() {
    let attack = Attack::new();
    attack.each(
        &attack.bench.python(&source("open_files.py")),
        |name, printed| {
            assert_eq!(printed, "[0, 1, 2]\n", "{name}");
        },
    );
}

#[test]
fn nothing_is_sent_and_nobody_is_reached() {
    let attack = Attack::new();
    let tcp = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let udp = UdpSocket::bind("127.0.0.1:0").expect("a port is free");
    let port = |address: io::Result<std::net::SocketAddr>| address.expect("it is bound").port();
    let (tcp_port, udp_port) = (port(tcp.local_addr()), port(udp.local_addr()));
    let path = attack.path("socket");
    let unix = UnixListener::bind(&path).expect("a socket can be made");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).expect("it is ours");
    let mut attempts = Vec::new();
    for (family, kind, protocol, address) in [
        ("INET", "STREAM", 0, format!("('127.0.0.1', {tcp_port})")),
        ("INET", "STREAM", 262, format!("('127.0.0.1', {tcp_port})")),
        ("INET", "DGRAM", 0, format!("('127.0.0.1', {udp_port})")),
        ("INET", "DGRAM", 0, "('8.8.8.8', 53)".to_owned()),
        ("UNIX", "STREAM", 0, format!("'{path}'")),
        ("UNIX", "DGRAM", 0, "'/dev/log'".to_owned()),
        ("NETLINK", "RAW", 0, "(0, 0)".to_owned()),
        ("VSOCK", "STREAM", 0, "(2, 1)".to_owned()),
    ] {
        attempts.push(format!(
            "talk(socket.AF_{family}, socket.SOCK_{kind}, {protocol}, {address})"
        ));
    }
    attack.refused(&attempts);
    tcp.set_nonblocking(true).expect("it can be set");
    unix.set_nonblocking(true).expect("it can be set");
    udp.set_nonblocking(true).expect("it can be set");
    assert!(tcp.accept().is_err() && unix.accept().is_err());
    assert!(udp.recv(&mut [0; 8]).is_err());
}

#[test]
fn the_kernel_offers_no_way_round() {
    let attack = Attack::new();
    let mut attempts = vec![
        "open('/dev/tty', 'w')",
        // Which of the system's files are in memory, and which are not (RWF_NOWAIT).
        "os.preadv(os.open('/etc/passwd', os.O_RDONLY), [bytearray(8)], 0, 8)",
        "os.posix_fadvise(os.open('/etc/passwd', os.O_RDONLY), 0, 0, os.POSIX_FADV_DONTNEED)",
        // F_SETSIG.
        "fcntl.fcntl(0, 10, signal.SIGCONT)",
        "socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) if not os.path.exists('/proc/1') else read('')",
    ];
    #[cfg(target_arch = "x86_64")]
    attempts.extend([
        // unshare, mount, chroot, setns, clone with CLONE_NEWUSER.
        "call(272, 0x10000000)",
        "call(165, 0, 0, 0, 0, 0)",
        "call(161, id(b'/'))",
        "call(308, 0, 0)",
        "call(56, 0x10000000 | 17, 0, 0, 0, 0)",
        // io_uring_setup, bpf, keyctl, add_key, perf_event_open, userfaultfd.
        "call(425, 8, 0)",
        "call(321, 0, 0, 0)",
        "call(250, 0, -3, 1)",
        "call(248, 0, 0, 0, 0, -3)",
        "call(298, 0, 0, -1, -1, 0)",
        "call(323, 0)",
        // shmget, msgget, semget, mq_open: they would outlive the program.
        "call(29, 7, 4096, 0o1666)",
        "call(68, 7, 0o1666)",
        "call(64, 7, 1, 0o1666)",
        "call(240, 0, 0o102, 0o666, 0)",
        // getpid by its number in the x32 ABI.
        "call(0x40000000 + 39)",
        // TIOCSTI.
        "call(16, 0, 0x5412, 0)",
        // name_to_handle_at, openat2, inotify_add_watch.
        "call(303, -100, 0, 0, 0, 0)",
        "call(437, -100, id(b'/etc/passwd'), 0, 0)",
        "call(254, 0, 0, 0)",
    ]);
    attack.refused(&attempts);
}

#[test]
fn a_player_has_no_timer_that_could_resume_it() {
    let bench = Bench::new();
    let program = bench.c(&source("timer.c"));
    for (player, printed) in [(false, "made\n"), (true, "refused\n")] {
        let policy = Policy {
            player,
            ..Policy::default()
        };
        assert_eq!(bench.printed(&policy, &program), printed);
    }
}

#[test]
fn numbers_of_processes_pass_nothing_on() {
    let bench = Bench::new();
    let sandbox = bench.sandbox(Level::Namespaces);
    let many = "for i in 1 2 3 4 5 6 7; do sh -c : & done; wait; ";
    let [one, two, three] = ["", many, ""].map(|first| {
        let run = run_plain(&sandbox, &bench.sh(&format!("{first}echo $$")));
        String::from_utf8_lossy(&run.stdout).into_owned()
    });
    assert_eq!((&one, &two), (&three, &three));
}

#[test]
fn nothing_is_left_for_the_next_program() {
    let bench = Bench::new();
    let look =
        "find . /tmp /dev/shm -name left 2>/dev/null; ps ax 2>/dev/null | grep -c [s]etsid; true";
    for &level in STRONG {
        let sandbox = bench.sandbox(level);
        for script in ["leave.py", "nest.py"] {
            run_plain(&sandbox, &bench.python(&source(script)));
            bench.assert_nothing_is_left();
        }
        let next = run_plain(&sandbox, &bench.sh(look));
        let printed = String::from_utf8_lossy(&next.stdout);
        assert!(!printed.contains("left"), "{level}: {printed}");
    }
}

#[test]
fn nothing_is_left_beside_the_scratch_folder() {
    let bench = Bench::new();
    // In namespaces, the folders that lead to it are new ones in memory.
    let inner = bench.scratch().join("a/b/scratch");
    fs::create_dir_all(&inner).expect("a folder can be made");
    let policy = Policy {
        requirement: Requirement::Exactly(Level::Namespaces),
        readable: vec![bench.folder.path().to_owned()],
        ..Policy::default()
    };
    let sandbox = Sandbox::start(&policy, &inner).expect("there are namespaces");
    let run = |script: &str| {
        let run = run_plain(&sandbox, &bench.sh(script));
        assert_eq!(run.end, End::Exited(0));
        String::from_utf8_lossy(&run.stdout).into_owned()
    };
    run(
        "mkdir -p ../left/left ../../left; echo x > ../left/left/left; echo x > ../../../left; chmod 0 ../..",
    );
    assert_eq!(run("find /tmp -name left; echo done"), "done\n");
}

#[test]
fn whoever_kills_all_it_can_kills_itself_alone() {
    let bench = Bench::new();
    let printed = bench.printed(&Policy::default(), &bench.python(&source("kill_all.py")));
    assert_eq!(printed, "alive\n");
}

#[test]
fn a_hidden_file_is_not_there_though_its_folder_is() {
    let bench = Bench::new();
    let folder = bench.folder.path();
    fs::create_dir_all(folder.join("tests/deep")).expect("a folder can be made");
    bench.write("tests/deep/1.out", SECRET);
    bench.write("answers", SECRET);
    bench.write("data", "data\n");
    let policy = Policy {
        secret: vec![folder.join("tests"), folder.join("answers")],
        ..Policy::default()
    };
    let script =
        "cat data; cat tests/deep/1.out answers 2>/dev/null; ls tests/deep 2>/dev/null; true";
    assert_eq!(bench.printed(&policy, &bench.sh(script)), "data\n");
}

#[test]
fn a_reference_in_a_folder_of_the_system_is_hidden() {
    let bench = Bench::new();
    // A file that is on every machine and that no test needs, through a link.
    let reference = fs::canonicalize("/usr/bin/yes").expect("it is part of the system");
    let link = bench.folder.path().join("link");
    symlink(&reference, &link).expect("a link can be made");
    let policy = Policy {
        secret: vec![link.clone()],
        ..Policy::default()
    };
    let script = "for yes in yes /usr/bin/yes /bin/yes ./link /proc/self/root/usr/bin/yes; do
        $yes 2>/dev/null | head -n 1; cat $yes 2>/dev/null | head -c 1; done; true | cat";
    assert_eq!(bench.printed(&policy, &bench.sh(script)), "");
}

#[test]
fn a_secret_that_a_program_needs_is_refused_at_the_start() {
    let bench = Bench::new();
    let secret = fs::canonicalize(bench.folder.path()).expect("it is there");
    for secret in [secret.as_path(), secret.parent().expect("it is in one")] {
        let policy = Policy {
            readable: vec![bench.folder.path().to_owned()],
            secret: vec![secret.to_owned()],
            ..Policy::default()
        };
        let refused = Sandbox::start(&policy, bench.scratch()).expect_err("it can be read");
        assert!(matches!(&refused, SandboxError::Reachable(path) if path == secret));
    }
}

#[test]
fn a_sandbox_that_is_off_weakens_no_other() {
    let bench = Bench::new();
    drop(bench.sandbox(Level::Off));
    let best = Sandbox::start(&Policy::default(), bench.scratch()).expect("there is one");
    assert_eq!(best.level(), Level::Namespaces);
}
