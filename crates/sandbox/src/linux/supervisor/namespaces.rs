//! Level A: namespaces, and a root folder that holds nothing but what the
//! policy names.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::sched::{CloneFlags, unshare};
use nix::sys::prctl;
use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::Signal;
use nix::sys::utsname::uname;
use nix::sys::wait::waitpid;
use nix::unistd::{ForkResult, chdir, getegid, geteuid, pivot_root, sethostname};
use rustix::fs::{StatVfsMountFlags, statvfs};

use super::{Files, fork};
use crate::remove;

/// The user of the programs: not 0, which would regain capabilities with each
/// exec.
const INNER_ID: u32 = 1000;

/// The folder in which the new root is put together. Only for this process does
/// that hide the files of the old one.
const BASE: &str = "/tmp";

pub(super) const DEVICES: [&str; 5] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
];

/// The most tasks, which are processes and their threads, of a sandbox. A build
/// needs some hundreds.
const TASKS: u64 = 4096;

/// Folders in memory that are emptied after each run, and their size.
pub(super) const TEMPORARY: [&str; 2] = ["/tmp", "/dev/shm"];
const TEMPORARY_SIZE: &str = "mode=1777,size=64m,nr_inodes=16k";

/// Goes on with `work` as the first process of new namespaces. The process
/// itself waits for its end.
pub(super) fn enter(files: &Files, work: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    let (user, group) = (geteuid(), getegid());
    unshare(
        CloneFlags::CLONE_NEWUSER
            | CloneFlags::CLONE_NEWNS
            | CloneFlags::CLONE_NEWPID
            | CloneFlags::CLONE_NEWNET
            | CloneFlags::CLONE_NEWIPC
            | CloneFlags::CLONE_NEWUTS,
    )?;
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{INNER_ID} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{INNER_ID} {group} 1"))?;
    match fork()? {
        ForkResult::Child => {
            prctl::set_pdeathsig(Signal::SIGKILL)?;
            build_root(files)?;
            limit_tasks();
            sethostname("sandbox")?;
            work()?;
            std::process::exit(0);
        }
        ForkResult::Parent { child } => {
            // Only the child may hold the socket, whose end is its end. The
            // standard output is /dev/null, which can no longer be opened: the
            // child changes the root of this process too.
            rustix::stdio::dup2_stdin(io::stdout())?;
            waitpid(child, None)?;
            Ok(())
        }
    }
}

/// Limits the tasks of the namespace: a fork bomb can be faster than the monitor
/// where the machine is busy. The kernel may lack both limits.
fn limit_tasks() {
    // It does not apply to root, who may have started the marker.
    let _ = setrlimit(Resource::RLIMIT_NPROC, TASKS, TASKS);
    // Before, root would change the number for the whole system.
    if is_since((6, 14)) {
        let _ = fs::write("/proc/sys/kernel/pid_max", TASKS.to_string());
    }
}

/// Returns `true` if the kernel's version is `since` or a later one.
fn is_since(since: (u32, u32)) -> bool {
    let Ok(name) = uname() else {
        return false;
    };
    let release = name.release().to_string_lossy().into_owned();
    let mut numbers = release.split('.').map_while(|part| part.parse().ok());
    numbers.next().zip(numbers.next()) >= Some(since)
}

fn build_root(files: &Files) -> io::Result<()> {
    let none = None::<&str>;
    mount(none, "/", none, MsFlags::MS_REC | MsFlags::MS_PRIVATE, none)?;
    let plain = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    mount(
        Some("tmpfs"),
        BASE,
        Some("tmpfs"),
        plain,
        Some("mode=0755,size=1m"),
    )?;
    let (old, new) = (Path::new("/old"), Path::new("/new"));
    for folder in [old, new] {
        fs::create_dir(Path::new(BASE).join(folder.strip_prefix("/").expect("it is absolute")))?;
    }
    pivot_root(BASE, &*format!("{BASE}/old"))?;
    chdir("/")?;
    // A mount point, which a new root must be.
    mount(
        Some("tmpfs"),
        new,
        Some("tmpfs"),
        plain,
        Some("mode=0755,size=4m"),
    )?;
    let root = Root { old, new };
    root.folder("/proc")?;
    mount(
        Some("proc"),
        &root.inside("/proc"),
        Some("proc"),
        plain | MsFlags::MS_NOEXEC,
        none,
    )?;
    root.folder("/dev")?;
    for device in DEVICES {
        root.bind(Path::new(device), Access::Device)?;
    }
    for (name, target) in [
        ("fd", "/proc/self/fd"),
        ("stdin", "/proc/self/fd/0"),
        ("stdout", "/proc/self/fd/1"),
        ("stderr", "/proc/self/fd/2"),
    ] {
        symlink(target, root.inside("/dev").join(name))?;
    }
    for folder in TEMPORARY {
        root.folder(folder)?;
        mount(
            Some("tmpfs"),
            &root.inside(folder),
            Some("tmpfs"),
            plain,
            Some(TEMPORARY_SIZE),
        )?;
    }
    let mut mounts = Mounts::read()?;
    for path in &files.readable {
        root.bind_all(path, Access::Read, &mut mounts)?;
    }
    for path in &files.writable {
        root.bind_all(path, Access::Write, &mut mounts)?;
    }
    for path in &files.hidden {
        root.hide(path)?;
    }
    chdir(new)?;
    pivot_root(".", ".")?;
    umount2(".", MntFlags::MNT_DETACH)?;
    chdir("/")?;
    mount(
        none,
        "/",
        none,
        plain | MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY,
        none,
    )?;
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Write,
    Device,
}

/// The new root while it is put together, beside the old one.
struct Root<'a> {
    old: &'a Path,
    new: &'a Path,
}

fn relative(path: &Path) -> &Path {
    path.strip_prefix("/").unwrap_or(path)
}

impl Root<'_> {
    fn inside(&self, path: impl AsRef<Path>) -> PathBuf {
        self.new.join(relative(path.as_ref()))
    }

    fn outside(&self, path: impl AsRef<Path>) -> PathBuf {
        self.old.join(relative(path.as_ref()))
    }

    fn folder(&self, path: impl AsRef<Path>) -> io::Result<()> {
        let mut builder = fs::DirBuilder::new();
        builder
            .recursive(true)
            .mode(0o755)
            .create(self.inside(path))
    }

    /// Binds `path`, if there is such a file or folder, with what is mounted
    /// below it. A link is made again.
    fn bind_all(&self, path: &Path, access: Access, mounts: &mut Mounts) -> io::Result<()> {
        let Ok(data) = self.outside(path).symlink_metadata() else {
            return Ok(());
        };
        if data.is_symlink() {
            if self.inside(path).symlink_metadata().is_err() {
                self.folder(path.parent().unwrap_or(path))?;
                symlink(fs::read_link(self.outside(path))?, self.inside(path))?;
            }
            return Ok(());
        }
        self.bind(path, access)?;
        for below in mounts.below(path) {
            restrict(&self.inside(below), access).map_err(|error| {
                io::Error::other(format!("cannot restrict {}: {error}", below.display()))
            })?;
        }
        Ok(())
    }

    fn bind(&self, path: &Path, access: Access) -> io::Result<()> {
        self.try_to_bind(path, access)
            .map_err(|error| io::Error::other(format!("cannot mount {}: {error}", path.display())))
    }

    fn try_to_bind(&self, path: &Path, access: Access) -> io::Result<()> {
        let (from, to) = (self.outside(path), self.inside(path));
        if from.is_dir() {
            self.folder(path)?;
        } else if to.symlink_metadata().is_err() {
            self.folder(path.parent().unwrap_or(path))?;
            File::create(&to)?;
        }
        mount(
            Some(&from),
            &to,
            None::<&str>,
            MsFlags::MS_BIND | MsFlags::MS_REC,
            None::<&str>,
        )?;
        restrict(&to, access)
    }

    fn hide(&self, path: &Path) -> io::Result<()> {
        let at = self.inside(path);
        if at.is_dir() {
            let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_RDONLY;
            mount(
                Some("tmpfs"),
                &at,
                Some("tmpfs"),
                flags,
                Some("mode=0000,size=4k"),
            )?;
        } else if at.exists() {
            let null = self.outside("/dev/null");
            mount(
                Some(&null),
                &at,
                None::<&str>,
                MsFlags::MS_BIND,
                None::<&str>,
            )?;
            restrict(&at, Access::Read)?;
        }
        Ok(())
    }
}

/// Takes rights from the mount at `at`. In a user namespace those that it
/// lacks already must be left out again.
fn restrict(at: &Path, access: Access) -> io::Result<()> {
    let kept = statvfs(at)?.f_flag;
    let mut flags = MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_NOSUID;
    for (has, flag) in [
        (StatVfsMountFlags::RDONLY, MsFlags::MS_RDONLY),
        (StatVfsMountFlags::NODEV, MsFlags::MS_NODEV),
        (StatVfsMountFlags::NOEXEC, MsFlags::MS_NOEXEC),
        (StatVfsMountFlags::NOATIME, MsFlags::MS_NOATIME),
        (StatVfsMountFlags::NODIRATIME, MsFlags::MS_NODIRATIME),
        (StatVfsMountFlags::RELATIME, MsFlags::MS_RELATIME),
    ] {
        if kept.contains(has) {
            flags |= flag;
        }
    }
    if access != Access::Device {
        flags |= MsFlags::MS_NODEV;
    }
    if access == Access::Read {
        flags |= MsFlags::MS_RDONLY;
    }
    mount(None::<&str>, at, None::<&str>, flags, None::<&str>)?;
    Ok(())
}

/// The places at which something is mounted in the old root.
struct Mounts(Vec<PathBuf>);

impl Mounts {
    fn read() -> io::Result<Self> {
        let table = fs::read_to_string("/old/proc/self/mountinfo")
            .or_else(|_| fs::read_to_string("/new/proc/self/mountinfo"))?;
        let places = table.lines().filter_map(|line| line.split(' ').nth(4));
        // Seen from the new root, the old one lies in a folder.
        let places = places.filter_map(|place| place.strip_prefix("/old"));
        Ok(Self(places.map(unescape).map(PathBuf::from).collect()))
    }

    fn below(&self, path: &Path) -> impl Iterator<Item = &PathBuf> {
        self.0
            .iter()
            .filter(move |place| *place != path && place.starts_with(path))
    }
}

/// The kernel writes space, tab, newline and backslash as `\ooo`.
fn unescape(place: &str) -> String {
    let mut text = String::new();
    let mut rest = place;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        let code = rest
            .get(at + 1..at + 4)
            .and_then(|code| u8::from_str_radix(code, 8).ok());
        text.push(code.map_or('\\', char::from));
        rest = &rest[at + if code.is_some() { 4 } else { 1 }..];
    }
    text + rest
}

/// Empties the folders in memory, but for what is bound there, and the folders
/// that lead to it. Returns `true` if they are empty then.
pub(super) fn clear_temporary(files: &Files) -> bool {
    let bound: Vec<&Path> = [&files.readable, &files.writable]
        .into_iter()
        .flatten()
        .map(PathBuf::as_path)
        .collect();
    TEMPORARY
        .iter()
        .all(|folder| clear(Path::new(folder), &bound).is_ok())
}

fn clear(folder: &Path, bound: &[&Path]) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if bound.contains(&&*path) {
            continue;
        }
        if bound.iter().any(|bound| bound.starts_with(&path)) {
            // It belongs to the user of the programs, who may have locked it.
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
            clear(&path, bound)?;
        } else {
            remove(&path)?;
        }
    }
    Ok(())
}
