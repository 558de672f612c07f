//! Control groups, by which the kernel counts the memory, processes and threads of a
//! program, whatever it does: cgroups(7), and the kernel's `cgroup-v1/` and
//! `cgroup-v2.rst`.

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

use procfs_core::process::{MountInfo, MountInfos};
use procfs_core::{FromRead, ProcessCGroup, ProcessCGroups};

use crate::{End, Limits, lock};

#[derive(Clone, Debug)]
struct Folders {
    version: Version,
    /// The folder in the hierarchy of each controller; one for all in version 2.
    memory: PathBuf,
    processes: PathBuf,
    /// Counts processor time; a system of version 1 may not have it.
    processor: Option<PathBuf>,
}

impl Folders {
    fn each(&self) -> BTreeSet<&Path> {
        let all = [&self.memory, &self.processes].into_iter();
        all.chain(&self.processor).map(PathBuf::as_path).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    One,
    Two,
}

/// The group of the programs of one sandbox. Dropping it removes it.
#[derive(Debug)]
pub(crate) struct Cgroup {
    folders: Folders,
    /// The counts of exceeded limits when the limits were last set.
    before: Mutex<Counts>,
    /// Locked while this process lives.
    _locks: Vec<File>,
}

/// The numbers of times that limits were exceeded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    memory: u64,
    processes: u64,
}

/// Returns the sentence of a report on who enforces the limits of memory and
/// processes.
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
    /// Makes a group; `None` where this process may make none.
    pub(crate) fn new() -> io::Result<Option<Self>> {
        parents().map(Self::below).transpose()
    }

    fn below(parents: &Folders) -> io::Result<Self> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        let random = RandomState::new().hash_one(next);
        let name = format!("{PREFIX}{}-{next}-{random:x}", process::id());
        let folders = Folders {
            version: parents.version,
            memory: parents.memory.join(&name),
            processes: parents.processes.join(&name),
            processor: parents.processor.as_ref().map(|one| one.join(&name)),
        };
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

    /// Opens the files through which a process enters the group by writing a 0.
    pub(crate) fn entrances(&self) -> io::Result<Vec<OwnedFd>> {
        let open = |folder: &Path| {
            File::options()
                .write(true)
                .open(folder.join("cgroup.procs"))
        };
        let opened = self.folders.each().into_iter().map(open);
        opened.map(|one| one.map(OwnedFd::from)).collect()
    }

    /// Sets the limits, and begins to count. What a program writes into its folders in
    /// memory counts as memory.
    pub(crate) fn limit(&self, limits: &Limits, disk_is_memory: bool) -> io::Result<()> {
        let disk = if disk_is_memory { limits.disk } else { 0 };
        let memory = limits.memory.saturating_add(disk).to_string();
        let write = |name: &str, value: &str| fs::write(self.folders.memory.join(name), value);
        match self.folders.version {
            Version::One => {
                // Swap space counts with memory, whose limit may not be the larger one.
                // The kernel may not count it.
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

    /// Returns the limit that was exceeded since the limits were set, if any.
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

    /// Returns the processor time of all processes that were ever in the group, if it
    /// counts it.
    pub(crate) fn processor_time(&self) -> Option<Duration> {
        let folder = self.folders.processor.as_ref()?;
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
            // A group with processes stays; the next marker removes it.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Makes a folder, and locks it: a number of a process means nothing to the processes of
/// another namespace.
fn make_locked(folder: &Path) -> io::Result<File> {
    loop {
        fs::create_dir(folder)?;
        let opened = File::open(folder).and_then(|lock| {
            lock.lock_shared()?;
            Ok(lock)
        });
        // Another marker may have taken it for one that was left, before it was locked.
        match opened {
            Ok(lock) if folder.exists() => return Ok(lock),
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
}

/// The number after `name` in a file of lines of a name and a number.
fn number(file: &Path, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    text.lines().find_map(|line| {
        let (key, value) = line.split_once(' ')?;
        (key == name).then(|| value.parse().ok()).flatten()
    })
}

/// The names of groups begin so; the number of their process follows, and a random one, since
/// processes of several namespaces may have one number.
const PREFIX: &str = "automarker-";

/// Returns the group in which this process may make groups, found out once.
fn parents() -> Option<&'static Folders> {
    static PARENTS: OnceLock<Option<Folders>> = OnceLock::new();
    let find = || {
        let mounts = MountInfos::from_file("/proc/self/mountinfo").ok()?;
        let own = ProcessCGroups::from_file("/proc/self/cgroup").ok()?;
        let all = candidates(&mounts, &own);
        let home = |version| all.iter().find(|one| one.version == version);
        let found = all
            .iter()
            .find(|one| home(one.version).is_some_and(|home| try_out(one, home)));
        found.cloned()
    };
    PARENTS.get_or_init(find).as_ref()
}

/// Returns the groups in which others could be made. The first of each version is that of
/// this process; in version 2, where a group with processes has no groups with
/// controllers, those around it follow.
fn candidates(mounts: &MountInfos, own: &ProcessCGroups) -> Vec<Folders> {
    // The group of this process in the hierarchy of a controller, or in that of version 2; and
    // the top of the hierarchy.
    let home = |controller: Option<&str>| {
        let is_top = |one: &&MountInfo| match controller {
            Some(name) => one.fs_type == "cgroup" && one.super_options.contains_key(name),
            None => one.fs_type == "cgroup2",
        };
        let is_own = |one: &&ProcessCGroup| match controller {
            Some(name) => one.controllers.iter().any(|one| one == name),
            None => one.controllers.is_empty(),
        };
        let (top, own) = (mounts.iter().find(is_top)?, own.0.iter().find(is_own)?);
        // In a container the mount may begin at the group of the process.
        let below = own.pathname.strip_prefix(top.root.trim_end_matches('/'));
        let below = below.unwrap_or("").trim_start_matches('/');
        Some((top.mount_point.join(below), top.mount_point.clone()))
    };
    let one = |controller| home(Some(controller)).map(|(own, _)| own);
    let mut all = Vec::new();
    if let (Some(memory), Some(processes)) = (one("memory"), one("pids")) {
        all.push(Folders {
            version: Version::One,
            memory,
            processes,
            processor: one("cpuacct"),
        });
    }
    if let Some((own, top)) = home(None) {
        let around = own.ancestors().take_while(|one| one.starts_with(&top));
        all.extend(around.map(|one| Folders {
            version: Version::Two,
            memory: one.to_owned(),
            processes: one.to_owned(),
            processor: Some(one.to_owned()),
        }));
    }
    all
}

/// Returns `true` if a group can be made at `parents`, limited, and entered: by this
/// process, which goes back to its group `home` at once.
fn try_out(parents: &Folders, home: &Folders) -> bool {
    if parents.version == Version::Two {
        // An error says that the controllers are there already, or cannot be had.
        let _ = fs::write(
            parents.memory.join("cgroup.subtree_control"),
            "+memory +pids",
        );
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

/// Removes the groups that killed markers have left.
fn remove_left(parents: &Folders) {
    for folder in parents.each() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let is_ours = entry
                .file_name()
                .as_encoded_bytes()
                .starts_with(PREFIX.as_bytes());
            if is_ours
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

    /// The version, and the folder of each controller.
    fn places(mounts: &str, own: &str) -> Vec<(Version, [String; 3])> {
        let text = |path: PathBuf| path.display().to_string();
        let mounts = MountInfos::from_read(mounts.as_bytes()).expect("they are mounts");
        let own = ProcessCGroups::from_read(own.as_bytes()).expect("they are groups");
        let all = candidates(&mounts, &own).into_iter();
        all.map(|one| {
            let processor = one.processor.map(text).unwrap_or_default();
            let folders = [text(one.memory), text(one.processes), processor];
            (one.version, folders)
        })
        .collect()
    }

    #[test]
    fn groups_are_made_below_the_own_one_in_version_1() {
        let mounts = "1 1 0:1 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct
2 1 0:2 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory
3 1 0:3 /docker/a /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids";
        let own = "8:pids:/docker/a\n4:memory:/a/b\n2:cpu,cpuacct:/\n1:name=systemd:/";
        assert_eq!(
            places(mounts, own),
            [(
                Version::One,
                ["memory/a/b", "pids/", "cpu/"].map(|one| format!("/sys/fs/cgroup/{one}"))
            )]
        );
    }

    #[test]
    fn groups_are_made_around_the_own_one_in_version_2() {
        let mounts = "1 1 0:1 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate";
        let folders = [
            "/sys/fs/cgroup/user.slice/one.scope",
            "/sys/fs/cgroup/user.slice",
            "/sys/fs/cgroup",
        ];
        let expected = folders.map(|one| (Version::Two, [one; 3].map(str::to_owned)));
        assert_eq!(places(mounts, "0::/user.slice/one.scope"), expected);
        assert!(places(mounts, "").is_empty());
        assert!(places("", "0::/").is_empty());
    }

    #[test]
    fn a_count_is_that_of_its_line() {
        let file = tempfile::NamedTempFile::new().expect("a file can be made");
        fs::write(&file, "max 3\noom 2\noom_kill 1\n").expect("it is ours");
        assert_eq!(number(file.path(), "oom_kill"), Some(1));
        assert_eq!(number(file.path(), "oom"), Some(2));
        assert_eq!(number(file.path(), "low"), None);
    }
}
