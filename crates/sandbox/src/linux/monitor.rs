//! The thread that enforces the limits of all running programs.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;
use procfs_core::process::Stat;
use rustix::process::{Pid, setpriority_process};
use rustix::thread::gettid;

use crate::End;
use crate::linux::running::{Running, await_any, fewest_processes, older_than, send_to_all};
use crate::linux::tree::{Usage, children, processes, tasks};

/// The time between two checks. A program that ends sooner is not checked.
pub(crate) const TICK: Duration = Duration::from_millis(20);

/// The time between two counts of the tasks of the whole system.
const GLANCE: Duration = Duration::from_millis(5);

/// The niceness of the monitor if it may be raised, and otherwise that of the
/// programs.
const HIGHEST: i32 = -20;
const LOWER: i32 = 10;

static IS_RAISED: AtomicBool = AtomicBool::new(true);

/// Starts the monitor, unless it runs already.
pub(crate) fn start() {
    static MONITOR: Once = Once::new();
    MONITOR.call_once(|| {
        thread::Builder::new()
            .name("monitor".to_owned())
            .spawn(monitor)
            .expect("a system that starts programs can start a thread");
    });
}

fn monitor() {
    raise_priority();
    let mut fewest = tasks();
    let mut last = Instant::now();
    loop {
        await_any();
        thread::sleep(GLANCE);
        let now = tasks();
        fewest = fewest.min(now);
        if now - fewest > fewest_processes() {
            // A check takes longer the more processes there are, and they take
            // the processor from it: a fork bomb would grow faster than it is
            // checked. So all programs are stopped meanwhile.
            send_to_all(Signal::SIGSTOP);
            check(Duration::ZERO);
            send_to_all(Signal::SIGCONT);
            fewest = tasks();
        } else if last.elapsed() >= TICK {
            last = Instant::now();
            check(TICK);
        }
    }
}

/// Raises the priority of this thread. A thread that must stop a fork bomb cannot
/// wait for its turn among the bomb's processes, which are thousands within a
/// tenth of a second. Without the permission, [`lower_priority`] lowers that of
/// the programs instead.
fn raise_priority() {
    let raised = setpriority_process(Some(gettid()), HIGHEST).is_ok();
    IS_RAISED.store(raised, Ordering::Relaxed);
}

/// Lowers the priority of a program, unless the monitor's was raised.
fn lower_priority(program: &Running) {
    if !IS_RAISED.load(Ordering::Relaxed) {
        for pid in children(program.root()) {
            // An error means that it has ended.
            let _ = setpriority_process(Pid::from_raw(pid), LOWER);
        }
    }
}

fn check(age: Duration) {
    let programs = older_than(age);
    if programs.is_empty() {
        return;
    }
    let all = processes();
    for program in programs {
        lower_priority(&program);
        if let Some(end) = exceeded(&program, &all) {
            program.kill_for(end);
        }
    }
}

/// The limit that `program` has exceeded, if any.
fn exceeded(program: &Running, all: &[Stat]) -> Option<End> {
    let limits = &program.limits;
    let usage = Usage::of(program.root(), program.ticks_before, all);
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
