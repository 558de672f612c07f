//! The thread that enforces the limits of all running programs.

use std::sync::OnceLock;
use std::thread::{self, Thread};
use std::time::Duration;

use procfs_core::process::Stat;

use super::running::{Running, all};
use super::tree::{Usage, processes};
use crate::End;

/// The time between two checks. A program that ends sooner is not checked.
const TICK: Duration = Duration::from_millis(20);

/// Wakes the monitor, which sleeps while no program runs.
pub(crate) fn wake() {
    static MONITOR: OnceLock<Thread> = OnceLock::new();
    let start = || {
        let named = thread::Builder::new().name("monitor".to_owned());
        let started = named.spawn(monitor);
        let handle = started.expect("a system that starts programs can start a thread");
        handle.thread().clone()
    };
    MONITOR.get_or_init(start).unpark();
}

fn monitor() {
    loop {
        if all().is_empty() {
            thread::park();
        }
        thread::sleep(TICK);
        let processes = processes();
        for program in all() {
            if let Some(end) = exceeded(&program, &processes) {
                program.kill_for(end);
            }
        }
    }
}

fn exceeded(program: &Running, all: &[Stat]) -> Option<End> {
    let limits = &program.limits;
    let usage = Usage::of(program.root(), program.cpu_before, all);
    // A control group also counts what the program has written to folders in memory, which
    // has a limit of its own, and without a group some memory is in no process.
    let (counted, memory) = if let Some(cgroup) = program.cgroup() {
        (cgroup.exceeded(), Some(usage.memory))
    } else {
        let tasks = (usage.tasks > limits.processes).then_some(End::ProcessLimit);
        (tasks, program.with_unseen_memory(&usage))
    };
    if counted.is_some() {
        counted
    } else if memory.is_none_or(|memory| memory > limits.memory) {
        Some(End::MemoryLimit)
    } else if program.counted().unwrap_or(usage.cpu) > limits.cpu {
        Some(End::CpuTime)
    } else if program.started.elapsed() > limits.wall {
        Some(End::WallTime)
    } else if program.has_written_too_much(&usage.pids) {
        Some(End::DiskLimit)
    } else {
        None
    }
}
