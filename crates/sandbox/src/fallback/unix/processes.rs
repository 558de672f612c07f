//! The processes of a program, found by their groups and parents.

use std::collections::BTreeMap;
use std::time::Duration;

use nix::unistd::{Pid, getpgid};
use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System};

use crate::launched::Usage;

pub(super) struct Members {
    system: System,
    /// The main process, which leads a group.
    leader: i32,
    /// Those that were seen, with the times of their starts: a number may be used
    /// again.
    seen: BTreeMap<i32, u64>,
    /// The CPU time of the processes that were seen, by their numbers.
    cpu: BTreeMap<i32, Duration>,
}

impl Members {
    pub(super) fn of(leader: i32, system: System) -> Self {
        Self {
            system,
            leader,
            seen: BTreeMap::new(),
            cpu: BTreeMap::new(),
        }
    }

    /// Finds the processes that there are now: those in the group, and those whose
    /// parent was seen before.
    pub(super) fn find(&mut self) {
        let kind = ProcessRefreshKind::nothing()
            .with_memory()
            .with_cpu()
            .without_tasks();
        self.system
            .refresh_processes_specifics(ProcessesToUpdate::All, true, kind);
        let mut there = BTreeMap::new();
        for (pid, process) in self.system.processes() {
            let pid = pid.as_u32().cast_signed();
            let parent = process.parent().map(|pid| pid.as_u32().cast_signed());
            there.insert(pid, (process.start_time(), parent));
        }
        self.seen
            .retain(|pid, start| there.get(pid).is_some_and(|(now, _)| now == start));
        loop {
            let before = self.seen.len();
            for (pid, (start, parent)) in &there {
                let is_child = parent.is_some_and(|parent| self.seen.contains_key(&parent));
                let in_group =
                    || getpgid(Some(Pid::from_raw(*pid))) == Ok(Pid::from_raw(self.leader));
                if !self.seen.contains_key(pid) && (is_child || in_group()) {
                    self.seen.insert(*pid, *start);
                }
            }
            if self.seen.len() == before {
                return;
            }
        }
    }

    pub(super) fn alive(&self) -> impl Iterator<Item = i32> {
        self.seen.keys().copied()
    }

    /// What the processes use now, with the CPU time of those that were seen
    /// before.
    pub(super) fn usage(&mut self) -> Usage {
        self.find();
        let mut memory = 0;
        for pid in self.seen.keys() {
            let pid_of = sysinfo::Pid::from_u32(pid.cast_unsigned());
            if let Some(process) = self.system.process(pid_of) {
                memory += process.memory();
                let time = Duration::from_millis(process.accumulated_cpu_time());
                self.cpu.insert(*pid, time);
            }
        }
        Usage {
            processes: self.seen.len(),
            memory,
            cpu: self.cpu.values().sum(),
            exceeded: None,
        }
    }
}
