//! Control groups, in which the kernel counts the memory, processes and threads of a program:
//! cgroups(7), and the kernel's `cgroup-v1/` and `cgroup-v2.rst`.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use procfs_core::{FromRead, ProcessCGroup, ProcessCGroups};

use crate::{End, Limits, lock};

#[derive(Clone, Debug, PartialEq, Eq)]
struct Folders {
    version: Version,
    memory: PathBuf,
    processes: PathBuf,
    /// Counts processor time.
    processor: PathBuf,
    /// Shares the processors out.
    share: PathBuf,
}

impl Folders {
    fn of(version: Version, [memory, processes, processor, share]: [PathBuf; 4]) -> Self {
        Self {
            version,
            memory,
            processes,
            processor,
            share,
        }
    }

    fn all(&self) -> [&PathBuf; 4] {
        [&self.memory, &self.processes, &self.processor, &self.share]
    }

    fn each(&self) -> BTreeSet<&Path> {
        self.all().map(PathBuf::as_path).into()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    One,
    Two,
}

#[derive(Debug)]
pub(crate) struct Cgroup {
    folders: Folders,
    /// The counts of exceeded limits when the limits were last set.
    before: Mutex<Counts>,
    /// Locked while this process lives.
    _locks: Vec<File>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    memory: u64,
    processes: u64,
}

pub(crate) fn note() -> String {
    match parents() {
        Some(Folders { version, .. }) => format!(
            "memory, processes and threads are limited by a control group (version {})",
            match version {
                Version::One => 1,
                Version::Two => 2,
            }
        ),
        None => "memory, processes and threads are checked every 20 ms, since no control group \
                 can be made here"
            .to_owned(),
    }
}

impl Cgroup {
    /// Makes a group that gets the same share of the processors as any other group, however many
    /// processes it has. Builds get a third of that.
    pub(crate) fn new(builds: bool) -> io::Result<Option<Self>> {
        let Some(group) = parents().map(Self::below).transpose()? else {
            return Ok(None);
        };
        if builds {
            let (file, third) = match group.folders.version {
                Version::One => ("cpu.shares", "341"),
                Version::Two => ("cpu.weight", "33"),
            };
            // An error means that version 2 does not share out the processors here.
            let _ = fs::write(group.folders.share.join(file), third);
        }
        Ok(Some(group))
    }

    fn below(parents: &Folders) -> io::Result<Self> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        let random = RandomState::new().hash_one(next);
        let name = format!("{PREFIX}{}-{next}-{random:x}", process::id());
        let folders = parents.all().map(|parent| parent.join(&name));
        let folders = Folders::of(parents.version, folders);
        let locks = folders
            .each()
            .into_iter()
            .map(make_locked)
            .collect::<io::Result<_>>()?;
        Ok(Self {
            folders,
            before: Mutex::default(),
            _locks: locks,
        })
    }

    pub(crate) fn entrances(&self) -> io::Result<Vec<OwnedFd>> {
        let open = |folder: &Path| {
            File::options()
                .write(true)
                .open(folder.join("cgroup.procs"))
        };
        let opened = self.folders.each().into_iter().map(open);
        opened.map(|one| one.map(OwnedFd::from)).collect()
    }

    /// Sets the limits, and starts counting. Files in memory count as memory.
    pub(crate) fn limit(&self, limits: &Limits, disk_is_memory: bool) -> io::Result<()> {
        let disk = if disk_is_memory { limits.disk } else { 0 };
        let memory = limits.memory.saturating_add(disk).to_string();
        let write = |name: &str, value: &str| fs::write(self.folders.memory.join(name), value);
        match self.folders.version {
            Version::One => {
                // Swap space counts with memory, whose limit must not be larger. The kernel may not
                // count swap space.
                let _ = write("memory.memsw.limit_in_bytes", "-1");
                write("memory.limit_in_bytes", &memory)?;
                let _ = write("memory.memsw.limit_in_bytes", &memory);
            }
            Version::Two => {
                write("memory.max", &memory)?;
                let _ = write("memory.swap.max", "0");
            }
        }
        fs::write(
            self.folders.processes.join("pids.max"),
            limits.processes.to_string(),
        )?;
        *lock(&self.before) = self.counts();
        Ok(())
    }

    pub(crate) fn exceeded(&self) -> Option<End> {
        let before = *lock(&self.before);
        let now = self.counts();
        if now.memory > before.memory {
            Some(End::MemoryLimit)
        } else if now.processes > before.processes {
            Some(End::ProcessLimit)
        } else {
            None
        }
    }

    pub(crate) fn processor_time(&self) -> Option<Duration> {
        let folder = &self.folders.processor;
        match self.folders.version {
            Version::One => {
                let nanoseconds = fs::read_to_string(folder.join("cpuacct.usage")).ok()?;
                nanoseconds.trim().parse().ok().map(Duration::from_nanos)
            }
            Version::Two => {
                number(&folder.join("cpu.stat"), "usage_usec").map(Duration::from_micros)
            }
        }
    }

    fn counts(&self) -> Counts {
        let events = match self.folders.version {
            Version::One => "memory.oom_control",
            Version::Two => "memory.events",
        };
        Counts {
            memory: number(&self.folders.memory.join(events), "oom_kill").unwrap_or(0),
            processes: number(&self.folders.processes.join("pids.events"), "max").unwrap_or(0),
        }
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        for folder in self.folders.each() {
            // A group with processes remains; the next marker removes it.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Makes a folder and locks it: process numbers of another namespace mean nothing here, so they
/// cannot show which marker lives.
fn make_locked(folder: &Path) -> io::Result<File> {
    loop {
        fs::create_dir(folder)?;
        let opened = File::open(folder).and_then(|lock| {
            lock.lock_shared()?;
            Ok(lock)
        });
        // Before it was locked, another marker may have removed it as left over.
        match opened {
            Ok(lock) if folder.exists() => return Ok(lock),
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
}

fn number(file: &Path, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    text.lines().find_map(|line| {
        let (key, value) = line.split_once(' ')?;
        (key == name).then(|| value.parse().ok()).flatten()
    })
}

/// The names of groups start with this. The process number and a random number follow, since
/// processes of several namespaces may have the same number.
const PREFIX: &str = "automarker-";

fn parents() -> Option<&'static Folders> {
    static PARENTS: OnceLock<Option<Folders>> = OnceLock::new();
    let find = || {
        let own = ProcessCGroups::from_file("/proc/self/cgroup").ok()?;
        let all = candidates(Path::new("/sys/fs/cgroup"), &own);
        let home = |version| all.iter().find(|one| one.version == version);
        let found = all
            .iter()
            .find(|one| home(one.version).is_some_and(|home| try_out(one, home)));
        found.cloned()
    };
    PARENTS.get_or_init(find).as_ref()
}

/// Returns the groups below `top`, the usual folder of their hierarchies, in which new groups might
/// be made. The first of each version is that of this process; in version 2, where a group with
/// processes has no groups with controllers, its ancestors follow.
fn candidates(top: &Path, own: &ProcessCGroups) -> Vec<Folders> {
    // The group of this process in the hierarchy at `top`.
    let home = |top: &Path, is_one: &dyn Fn(&ProcessCGroup) -> bool| {
        let own = own.0.iter().find(|one| is_one(one))?;
        let home = top.join(own.pathname.trim_start_matches('/'));
        // In a container, the hierarchy may start at the group of the process.
        let homes = [home, top.to_owned()];
        let home = homes
            .into_iter()
            .find(|home| home.join("cgroup.procs").exists());
        // A hierarchy may have several names.
        fs::canonicalize(home?).ok()
    };
    let one = |controller: &str| {
        let is_one = |one: &ProcessCGroup| one.controllers.iter().any(|one| one == controller);
        home(&top.join(controller), &is_one)
    };
    let mut all = Vec::new();
    let all_of_one = ["memory", "pids", "cpuacct", "cpu"].map(one);
    if let [Some(memory), Some(processes), Some(processor), Some(share)] = all_of_one {
        let folders = [memory, processes, processor, share];
        all.push(Folders::of(Version::One, folders));
    }
    if let Some(own) = home(top, &|one| one.controllers.is_empty()) {
        let around = own.ancestors().take_while(|one| one.starts_with(top));
        all.extend(around.map(|one| Folders::of(Version::Two, [one; 4].map(Path::to_owned))));
    }
    all
}

/// Returns `true` if a group at `parents` can be made, limited and entered. This process enters it,
/// and returns to its group `home` at once.
fn try_out(parents: &Folders, home: &Folders) -> bool {
    if parents.version == Version::Two {
        // An error means that the controllers are there already, or not available. The others are
        // useful without `cpu`.
        for controllers in ["+memory +pids", "+cpu"] {
            let _ = fs::write(parents.memory.join("cgroup.subtree_control"), controllers);
        }
    }
    remove_left(parents);
    let Ok(group) = Cgroup::below(parents) else {
        return false;
    };
    let own = process::id().to_string();
    let enter = |folder: &Path| fs::write(folder.join("cgroup.procs"), &own).is_ok();
    let generous = Limits {
        memory: 1 << 50,
        processes: 1 << 20,
        ..Limits::default()
    };
    let can_be_limited = group.limit(&generous, false).is_ok();
    let entered = can_be_limited && group.folders.each().into_iter().all(enter);
    let left = home.each().into_iter().all(enter);
    entered && left
}

fn remove_left(parents: &Folders) {
    for folder in parents.each() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(PREFIX)
                && let Ok(lock) = File::open(entry.path())
                && lock.try_lock().is_ok()
            {
                let _ = fs::remove_dir(entry.path());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_made_below_the_own_one_in_version_1_and_around_it_in_version_2() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let top = folder.path();
        let places = |folders: &[&str], own: &str| -> Vec<Folders> {
            for one in folders {
                fs::create_dir_all(top.join(one)).expect("it can be made");
                fs::write(top.join(one).join("cgroup.procs"), "").expect("it can be made");
            }
            let own = ProcessCGroups::from_read(own.as_bytes()).expect("they are groups");
            candidates(top, &own)
        };
        assert_eq!(places(&[], "8:pids:/a\n4:memory:/a\n0::/"), []);
        for name in ["cpu", "cpuacct"] {
            std::os::unix::fs::symlink("cpu,cpuacct", top.join(name)).expect("it can be made");
        }
        // The hierarchy of `pids` starts at the group of the process.
        let one = places(
            &["cpu,cpuacct", "memory/a/b", "pids"],
            "8:pids:/docker/a\n4:memory:/a/b\n2:cpu,cpuacct:/\n1:name=systemd:/",
        );
        let folders = ["memory/a/b", "pids", "cpu,cpuacct", "cpu,cpuacct"];
        let folders = folders.map(|one| top.join(one));
        assert_eq!(one, [Folders::of(Version::One, folders)]);
        let two = places(&["user.slice/one.scope"], "0::/user.slice/one.scope");
        let folders = ["user.slice/one.scope", "user.slice", ""].map(|one| top.join(one));
        let folders = folders.map(|one| Folders::of(Version::Two, [&one; 4].map(PathBuf::clone)));
        assert_eq!(two, folders);
    }
}
