//! Programs that exceed their limits, crash, or leave processes behind.

use std::fs;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use sandbox::{End, HostError, Level, Limits, Run};

use super::{Bench, run_plain, short, source, with};

/// Also runs another program at the same time, which must not be disturbed.
fn sh(script: &str, limits: &Limits) -> Run {
    let bench = Bench::new();
    beside_another(|| bench.run_at_every_level(&bench.sh(script), b"", limits))
}

fn beside_another(hostile: impl FnOnce() -> Run) -> Run {
    thread::scope(|scope| {
        let neighbour = scope.spawn(|| {
            let bench = Bench::new();
            let script = "sh -c 'sleep 0.3; cat; echo $0' \"$0\"; exit 7";
            bench.run(&bench.sh(script), b"input\n", &Limits::default())
        });
        let run = hostile();
        let neighbour = neighbour.join().expect("it does not panic");
        assert_eq!(neighbour.end, End::Exited(7));
        assert_eq!(neighbour.stdout, b"input\nsh\n");
        run
    })
}

/// Kept by a test that uses all processors, and by one whose programs need their share of them.
fn processors() -> MutexGuard<'static, ()> {
    static PROCESSORS: Mutex<()> = Mutex::new(());
    PROCESSORS.lock().unwrap_or_else(PoisonError::into_inner)
}

#[test]
fn each_limit_ends_a_program_and_what_it_printed_is_kept() {
    let _processors = processors();
    let few = Limits {
        output: 100_000,
        processes: 16,
        wall: Duration::from_secs(20),
        ..Limits::default()
    };
    let brief = with(|limits| limits.cpu = Duration::from_millis(200));
    let many = "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18; do sh -c 'sleep 60; exit 0' $0 & done; wait";
    // A shell that cannot fork ends, and a bomb of shells may be over before it is counted.
    let bomb = "exec python3 -c 'import os, time
while True:
    try: os.fork()
    except OSError: time.sleep(60)' $0";
    let loops = "echo here; sh -c 'while true; do :; done' $0";
    for (script, limits, end, printed) in [
        ("yes $0", &few, End::OutputLimit, 100_000),
        ("yes $0 >&2", &few, End::OutputLimit, 0),
        ("head -c 100000 /dev/zero", &few, End::Exited(0), 100_000),
        ("exec cat /dev/zero > big", &few, End::OutputLimit, 0),
        (loops, &brief, End::CpuTime, 5),
        ("while true; do read line; done", &short(), End::WallTime, 0),
        ("echo here; sleep 60", &short(), End::WallTime, 5),
        (many, &few, End::ProcessLimit, 0),
        (bomb, &few, End::ProcessLimit, 0),
        ("echo half; kill -KILL $$", &few, End::Signalled(9), 5),
        ("kill -ABRT $$", &few, End::Signalled(6), 0),
        ("echo half; kill -SEGV $$", &few, End::Signalled(11), 5),
        ("kill -FPE $$", &few, End::Signalled(8), 0),
        ("kill -TERM $$", &few, End::Signalled(15), 0),
        ("exit 3", &few, End::Exited(3), 0),
    ] {
        let run = sh(script, limits);
        assert_eq!((run.end, run.stdout.len()), (end, printed), "{script}");
    }
}

#[test]
fn a_program_left_in_the_background_delays_nothing() {
    // A reader that waits until it ends sees what it prints.
    let limits = with(|limits| limits.wall = Duration::from_secs(600));
    for script in [
        "echo out; sh -c 'sleep 60; echo late' $0 &",
        "echo out; setsid sh -c 'sleep 60; echo late' $0 &",
        "echo out; mkfifo begun; setsid sh -c 'sh -c \"echo > begun; sleep 60; echo late\" $0 & sleep 60; echo late' $0 & read line < begun",
        "echo out; setsid sh -c 'setsid sh -c \"sleep 60; echo late\" $0 & exit 0' $0",
    ] {
        let run = sh(script, &limits);
        assert_eq!(
            (run.end, run.stdout),
            (End::Exited(0), b"out\n".to_vec()),
            "{script}"
        );
    }
}

/// Processes that use nearly all of every processor, each in its own session, until this is
/// dropped.
struct Crowd(Vec<Child>);

impl Crowd {
    fn gather() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let spin = || {
            let mut command = Command::new("setsid");
            command.args(["sh", "-c", "while :; do :; done"]);
            command.spawn().expect("there is a shell")
        };
        Self((0..20 * cores).map(|_| spin()).collect())
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        for child in &mut self.0 {
            child
                .kill()
                .and_then(|()| child.wait().map(drop))
                .expect("it is ours");
        }
    }
}

#[test]
fn what_a_program_waits_for_a_processor_is_not_its_wall_time() {
    let _processors = processors();
    let _crowd = Crowd::gather();
    let bench = Bench::new();
    let honest = bench.python("print(sum(range(10 ** 6)))");
    let run = bench.run_at_every_level(&honest, b"", &with(|it| it.wall = Duration::from_secs(1)));
    assert_eq!(run.end, End::Exited(0));
    let run = bench.run_at_every_level(&bench.sh("echo here; sleep 60"), b"", &short());
    assert_eq!((run.end, run.stdout), (End::WallTime, b"here\n".to_vec()));
    let limits = with(|limits| limits.wall = Duration::from_millis(30));
    let busy = sandbox::run(&bench.sandbox(Level::Landlock), &honest, b"", &limits);
    assert!(matches!(busy, Err(HostError::Busy(_))), "{busy:?}");
}

#[test]
fn threads_count_as_processes() {
    let bench = Bench::new();
    let program = bench.c(&source("threads.c"));
    let limits = with(|limits| limits.processes = 64);
    let run = bench.run_at_every_level(&program, b"", &limits);
    assert_eq!(run.end, End::ProcessLimit);
}

#[test]
fn memory_that_no_process_seems_to_have_counts() {
    let limits = with(|limits| limits.memory = 100 << 20);
    for program in ["shared.c", "odd_name.c"] {
        let bench = Bench::new();
        let run = bench.run_at_every_level(&bench.c(&source(program)), b"", &limits);
        assert_eq!(run.end, End::MemoryLimit, "{program}");
    }
}

#[test]
fn what_is_written_to_a_disk_is_limited_and_memory_is_full_at_its_limit() {
    let bench = Bench::new();
    let write = "for i in 1 2 3 4 5 6 7 8; do head -c 10000000 /dev/zero > $i || echo full; done";
    // A file that is open and removed takes as much room.
    let hide = "for i in 4 5 6 7 8 9; do eval \"exec $i> file\"; rm file
        head -c 10000000 /dev/zero >&$i || echo full; done; sleep 60";
    let limits = with(|limits| limits.disk = 32 << 20);
    for script in [write, hide] {
        let full = bench.run_at(Level::Namespaces, &bench.sh(script), b"", &limits);
        assert!(full.stdout.starts_with(b"full\n"), "{full:?}");
    }
    let run = bench.run_at(Level::Landlock, &bench.sh(hide), b"", &limits);
    assert_eq!(run.end, End::DiskLimit);
    let many = "i=0; while :; do i=$((i + 1)); : > $i || exit; done";
    let limits = Limits {
        files: 500,
        ..limits
    };
    let run = bench.run_at(Level::Landlock, &bench.sh(many), b"", &limits);
    assert_eq!(run.end, End::DiskLimit);
    let run = bench.run_at(Level::Namespaces, &bench.sh(many), b"", &limits);
    assert!(matches!(run.end, End::Exited(_)), "{run:?}");
}

#[test]
fn a_program_that_forks_out_of_its_group_is_ended() {
    let bench = Bench::new();
    let program = bench.python(&source("forks.py"));
    let run = beside_another(|| bench.run_at_every_level(&program, b"", &Limits::default()));
    assert_eq!(run.end, End::Exited(0));
}

#[test]
fn nothing_that_a_program_makes_of_its_folders_is_waited_for() {
    let mut bench = Bench::new();
    // The folder in memory is the program's own if the program is the marker's user.
    let script = "mv /memory/upper /memory/x; mkfifo /memory/upper; mkfifo result; echo done";
    for user in [None, bench.user.take()] {
        bench.user = user;
        let sandbox = bench.sandbox(Level::Namespaces);
        for _ in 0..2 {
            let run = run_plain(&sandbox, &bench.sh(script));
            assert_eq!((run.end, run.stdout), (End::Exited(0), b"done\n".to_vec()));
            assert!(run.files.is_empty());
        }
    }
}

#[test]
fn what_a_program_hides_counts() {
    let bench = Bench::new();
    let limits = with(|limits| limits.disk = 32 << 20);
    let run = bench.run_at(
        Level::Landlock,
        &bench.python(&source("writes_deep.py")),
        b"",
        &limits,
    );
    assert_eq!(run.end, End::DiskLimit);
}

#[test]
fn one_that_eats_memory_is_ended() {
    let limits = with(|limits| limits.memory = 200 << 20);
    let bench = Bench::new();
    let program =
        bench.python("import time; eaten = [b'x' * (1 << 20) for _ in range(400)]; time.sleep(60)");
    let run = beside_another(|| bench.run_at_every_level(&program, b"", &limits));
    assert_eq!(run.end, End::MemoryLimit);
}

#[test]
fn many_runs_at_a_time_do_not_disturb_each_other() {
    thread::scope(|scope| {
        for thread in 0..4 {
            scope.spawn(move || {
                let bench = Bench::new();
                for turn in 0..25 {
                    let script = format!("setsid sleep 60 & cat; exit {turn}");
                    let input = format!("{thread} {turn}");
                    let run = bench.run(&bench.sh(&script), input.as_bytes(), &Limits::default());
                    assert_eq!(run.end, End::Exited(turn));
                    assert_eq!(run.stdout, input.as_bytes());
                }
            });
        }
    });
}

#[test]
fn no_zombie_is_left() {
    sh(
        "for i in 1 2 3; do (setsid true &); done; true & exit 0",
        &Limits::default(),
    );
    let own = std::process::id().to_string();
    let zombies = || {
        let stat = |entry: fs::DirEntry| fs::read_to_string(entry.path().join("stat")).ok();
        let all = fs::read_dir("/proc").expect("there is a /proc");
        all.filter_map(|entry| stat(entry.ok()?))
            .filter(|stat| {
                let rest = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
                rest.starts_with(&format!("Z {own} ")) && !stat.contains("(gcc)")
            })
            .count()
    };
    // Another test's program is a zombie until its parent reaps it.
    assert!((0..1000).any(|_| zombies() == 0));
}
