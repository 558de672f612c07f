//! What the system tells of processes: `/proc`, see proc(5).

use std::fs;
use std::path::Path;
use std::time::Duration;

use nix::unistd::{SysconfVar, sysconf};

/// A line of the system's table of processes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Process {
    pub(super) pid: i32,
    pub(super) parent: i32,
    pub(super) group: i32,
    is_zombie: bool,
    /// In ticks of the system's clock, with that of children it has reaped.
    ticks: u64,
    /// In pages.
    resident: u64,
}

impl Process {
    pub(super) fn read(pid: i32) -> Option<Self> {
        Self::parse(pid, &fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
    }

    fn parse(pid: i32, stat: &str) -> Option<Self> {
        // The name is in parentheses and may hold anything, more of them too.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_ascii_whitespace().collect();
        let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
        Some(Self {
            pid,
            parent: fields.get(1)?.parse().ok()?,
            group: fields.get(2)?.parse().ok()?,
            is_zombie: matches!(*fields.first()?, "Z" | "X"),
            ticks: (11..15).map(number).sum::<Option<u64>>()?,
            resident: number(21)?,
        })
    }
}

/// Every process there is.
pub(super) fn processes() -> Vec<Process> {
    numbers(Path::new("/proc"))
        .into_iter()
        .filter_map(Process::read)
        .collect()
}

/// How many tasks (threads) the whole system has; 0 if it does not tell.
pub(super) fn tasks() -> usize {
    let averages = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let field = averages.split_ascii_whitespace().nth(3);
    field
        .and_then(|counts| counts.split_once('/')?.1.parse().ok())
        .unwrap_or_default()
}

/// The names in `folder` that are numbers.
fn numbers(folder: &Path) -> Vec<i32> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect()
}

/// The children of the process `pid`, by any of its threads.
pub(super) fn children(pid: i32) -> Vec<i32> {
    let tasks = Path::new("/proc").join(pid.to_string()).join("task");
    let mut all = Vec::new();
    for task in numbers(&tasks) {
        let path = tasks.join(task.to_string()).join("children");
        match fs::read_to_string(path) {
            Ok(list) => all.extend(
                list.split_ascii_whitespace()
                    .filter_map(|child| child.parse::<i32>().ok()),
            ),
            // A kernel without CONFIG_PROC_CHILDREN, or a thread that has
            // ended meanwhile.
            Err(_) => {
                return processes()
                    .into_iter()
                    .filter(|process| process.parent == pid)
                    .map(|process| process.pid)
                    .collect();
            }
        }
    }
    all
}

/// What a program uses together with all it has started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    pub(super) processes: usize,
    /// In bytes.
    pub(super) memory: u64,
    pub(super) cpu: Duration,
}

impl Usage {
    /// What is used by the group `main` and all its descendants.
    pub(super) fn of(main: i32, all: &[Process]) -> Self {
        let mut members: Vec<&Process> = Vec::new();
        let (mut found, mut rest): (Vec<&Process>, Vec<&Process>) = all
            .iter()
            .partition(|process| process.group == main || process.pid == main);
        while !found.is_empty() {
            let (next, others) = rest
                .into_iter()
                .partition(|process| found.iter().any(|parent| parent.pid == process.parent));
            members.append(&mut found);
            (found, rest) = (next, others);
        }
        let sum = |of: fn(&Process) -> u64| members.iter().map(|process| of(process)).sum::<u64>();
        let system = |name, otherwise| {
            let value = sysconf(name).ok().flatten();
            value
                .and_then(|value| u64::try_from(value).ok())
                .unwrap_or(otherwise)
        };
        Self {
            processes: members.iter().filter(|process| !process.is_zombie).count(),
            memory: sum(|process| process.resident) * system(SysconfVar::PAGE_SIZE, 4096),
            cpu: Duration::from_millis(
                sum(|process| process.ticks) * 1000 / system(SysconfVar::CLK_TCK, 100),
            ),
        }
    }
}

/// What a thread does that is not running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blocked {
    /// It reads its standard input. How often it has been blocked tells one
    /// such moment from the next.
    Reading { thread: i32, times: u64 },
    /// It awaits one of several things, which may be input; or it cannot be
    /// known.
    Perhaps,
}

/// The numbers of read(2), and of those calls that await several things.
const CALLS: (&str, &[&str]) = if cfg!(target_arch = "x86_64") {
    ("0", &["7", "23", "232", "270", "271", "281", "441"])
} else if cfg!(target_arch = "aarch64") {
    ("63", &["22", "72", "73", "441"])
} else {
    ("", &[])
};

/// The threads of `main` and its descendants that (perhaps) await input.
pub(super) fn blocked(main: i32) -> Vec<Blocked> {
    let mut found = Vec::new();
    let mut family = vec![main];
    let mut next = 0;
    while let Some(&pid) = family.get(next) {
        next += 1;
        family.extend(children(pid));
        let tasks = Path::new("/proc").join(pid.to_string()).join("task");
        let threads = numbers(&tasks);
        for thread in threads {
            let task = tasks.join(thread.to_string());
            let Ok(call) = fs::read_to_string(task.join("syscall")) else {
                found.push(Blocked::Perhaps);
                continue;
            };
            let mut words = call.split_ascii_whitespace();
            match words.next() {
                Some(number) if number == CALLS.0 && words.next() == Some("0x0") => {
                    let times = times_blocked(&task);
                    found.push(Blocked::Reading { thread, times });
                }
                Some(number) if CALLS.1.contains(&number) => found.push(Blocked::Perhaps),
                Some(_) if CALLS.0.is_empty() => found.push(Blocked::Perhaps),
                _ => {}
            }
        }
    }
    found
}

fn times_blocked(task: &Path) -> u64 {
    let status = fs::read_to_string(task.join("status")).unwrap_or_default();
    let count = |line: &str| {
        line.strip_prefix("voluntary_ctxt_switches:")?
            .trim()
            .parse()
            .ok()
    };
    status.lines().find_map(count).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn process(pid: i32, parent: i32, group: i32) -> Process {
        let stat =
            format!("{pid} (a) b) S {parent} {group} 1 0 0 0 0 0 0 0 100 0 0 0 0 0 1 0 0 0 5 0");
        Process::parse(pid, &stat).expect("it is a line of stat")
    }

    #[test]
    fn usage_is_that_of_the_group_and_of_all_its_descendants() {
        let all = [
            process(10, 1, 10),
            process(11, 10, 11),
            process(12, 11, 12),
            process(13, 1, 10),
            process(14, 1, 14),
        ];
        let usage = Usage::of(10, &all);
        assert_eq!(usage.processes, 4);
        assert_eq!(usage.cpu, Duration::from_secs(4));
        assert_eq!(usage.memory % 20, 0);
        assert_eq!(Usage::of(99, &all), Usage::default());
    }

    #[test]
    fn this_process_is_among_all() {
        let pid = i32::try_from(std::process::id()).expect("a number of a process fits");
        let all = processes();
        let own = all
            .iter()
            .find(|process| process.pid == pid)
            .expect("it is there");
        assert!(own.resident > 0);
        assert!(!own.is_zombie);
    }
}
