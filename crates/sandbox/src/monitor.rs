//! One thread that holds all running programs to their limits.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;
use procfs_core::process::Stat;
use rustix::process::{Pid, setpriority_process};
use rustix::thread::gettid;

use crate::End;
use crate::running::{
    Running, await_any, end_strangers, fewest_processes, older_than, send_to_all,
};
use crate::tree::{Usage, processes, tasks};

/// The time between two looks. A program that ends sooner costs none, and none
/// can use more than a look's worth above its limits.
pub(crate) const TICK: Duration = Duration::from_millis(20);

/// The time between two glances at how many tasks the whole system has.
const GLANCE: Duration = Duration::from_millis(5);

/// The niceness of the watch where it may choose, and else that of the programs.
const HIGHEST: i32 = -20;
const LOWER: i32 = 10;

static COMES_FIRST: AtomicBool = AtomicBool::new(true);

/// Starts the watch, and makes this process the one to which orphans come. To
/// be called before the first program is started and before any thread is
/// confined: the watch must be free to end what every thread has started.
pub(crate) fn start() {
    static WATCH: Once = Once::new();
    WATCH.call_once(|| {
        // An error says that the kernel is older than 3.4: orphans go to init.
        let _ = nix::sys::prctl::set_child_subreaper(true);
        thread::Builder::new()
            .name("watch".to_owned())
            .spawn(keep_watch)
            .expect("a system that starts programs can start a thread");
    });
}

fn keep_watch() {
    come_first();
    let mut calm = tasks();
    let mut last = Instant::now();
    loop {
        await_any();
        thread::sleep(GLANCE);
        let now = tasks();
        calm = calm.min(now);
        if now - calm > fewest_processes() {
            // A look takes longer the more processes there are, and each of
            // them takes its share of the processor from it: a fork bomb would
            // outgrow the look at it. So all hold their breath meanwhile.
            send_to_all(Signal::SIGSTOP);
            look(Duration::ZERO);
            send_to_all(Signal::SIGCONT);
            calm = tasks();
        } else if last.elapsed() >= TICK {
            last = Instant::now();
            look(TICK);
        }
    }
}

/// A thread that must stop a fork bomb cannot wait for its turn among the
/// bomb's processes: within a tenth of a second they are thousands. Whoever may
/// not put himself first puts the programs he starts last, see
/// [`come_last`].
fn come_first() {
    let raised = setpriority_process(Some(gettid()), HIGHEST).is_ok();
    COMES_FIRST.store(raised, Ordering::Relaxed);
}

/// Lowers the priority of a program, unless the watch's was raised.
pub(crate) fn come_last(pid: i32) {
    if !COMES_FIRST.load(Ordering::Relaxed) {
        // An error says that it has ended.
        let _ = setpriority_process(Pid::from_raw(pid), LOWER);
    }
}

fn look(age: Duration) {
    let programs = older_than(age);
    if programs.is_empty() {
        return;
    }
    let all = processes();
    for program in programs {
        if let Some(end) = passed(&program, &all) {
            program.kill_for(end);
        }
    }
    end_strangers(None);
}

/// The limit that `program` has passed.
fn passed(program: &Running, all: &[Stat]) -> Option<End> {
    let limits = &program.limits;
    let usage = Usage::of(program.number(), all);
    if usage.processes > limits.processes {
        Some(End::ProcessLimit)
    } else if usage.memory > limits.memory {
        Some(End::MemoryLimit)
    } else if usage.cpu > limits.cpu {
        Some(End::CpuTime)
    } else if program.started.elapsed() > limits.wall {
        Some(End::WallTime)
    } else {
        None
    }
}
