//! [`Level::Namespaces`](crate::Level::Namespaces): a root folder with only what the policy names,
//! and folders in memory that are new for each program.

use std::ffi::CString;
use std::fs::{self, File};
use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};

use nix::errno::Errno;
use nix::libc;
use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::sched::{CloneFlags, unshare};
use nix::sys::prctl;
use nix::sys::signal::Signal;
use nix::sys::wait::waitpid;
use nix::unistd::{ForkResult, chdir, fork, geteuid, pivot_root, sethostname};

use crate::linux::message::{Confine, Reply, Request, Start, paths, receive, send};

/// The user of the programs: not 0, which would regain capabilities with each exec.
pub(crate) const INNER_ID: u32 = 1000;

/// The folder in which the new root is built. Only for this process does that hide the files of the
/// old one.
const BASE: &str = "/tmp";

pub(super) const DEVICES: [&str; 5] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
];

/// The file system in memory with everything that a program writes: `upper` and `work` of the
/// scratch folder's overlay, `tmp` and `shm`.
const MEMORY: &str = "/memory";

/// The folder of the program, below the scratch folder's overlay.
const LOWER: &str = "/lower";

/// The folders beside the scratch folder that programs may write, and their names in [`MEMORY`].
const SHARED: [(&str, &str); 2] = [("/tmp", "tmp"), ("/dev/shm", "shm")];

/// The old root, and later the new one while it is built beside it.
const OLD: &str = "/old";
const NEW: &str = "/new";

const NONE: Option<&str> = None;

const PLAIN: MsFlags = MsFlags::MS_NOSUID.union(MsFlags::MS_NODEV);

/// Runs `work` in the first process of new namespaces. The calling process waits for its end.
pub(super) fn enter(
    confine: &Confine,
    socket: BorrowedFd<'_>,
    work: impl FnOnce(Root) -> io::Result<()>,
) -> io::Result<()> {
    unshare(
        CloneFlags::CLONE_NEWUSER
            | CloneFlags::CLONE_NEWNS
            | CloneFlags::CLONE_NEWPID
            | CloneFlags::CLONE_NEWNET
            | CloneFlags::CLONE_NEWIPC
            | CloneFlags::CLONE_NEWUTS,
    )?;
    // Only a process of the outer namespace may map several users.
    send(socket, &Reply::MapUsers, &[])?;
    let Some((Request::Mapped, _)) = receive(socket)? else {
        return Err(io::Error::other(
            "the users of the namespace cannot be mapped",
        ));
    };
    match fork_alone()? {
        ForkResult::Child => {
            prctl::set_pdeathsig(Signal::SIGKILL)?;
            let mut root = build_root(confine)?;
            sethostname("sandbox")?;
            // Finds out before a program runs if the kernel has what programs need.
            root.make_folders(&Start {
                folder: Some("/dev".into()),
                ..Start::default()
            })?;
            work(root)?;
            std::process::exit(0);
        }
        ForkResult::Parent { child } => {
            // Only the child may hold the socket, because its end is the supervisor's end. Standard
            // output is /dev/null, which can no longer be opened: the child also changes the root
            // of this process.
            rustix::stdio::dup2_stdin(io::stdout())?;
            waitpid(child, None)?;
            Ok(())
        }
    }
}

#[expect(
    unsafe_code,
    reason = "the first process of a namespace must be a child"
)]
fn fork_alone() -> nix::Result<ForkResult> {
    // SAFETY: A supervisor has one thread, so no other can hold a lock, or have
    // left data half changed, that the child would find so for ever.
    unsafe { fork() }
}

fn build_root(confine: &Confine) -> io::Result<Root> {
    mount(NONE, "/", NONE, MsFlags::MS_REC | MsFlags::MS_PRIVATE, NONE)?;
    mount_memory(BASE, PLAIN, "mode=0755,size=1m")?;
    for folder in [OLD, NEW] {
        fs::create_dir(format!("{BASE}{folder}"))?;
    }
    pivot_root(BASE, &*format!("{BASE}{OLD}"))?;
    chdir("/")?;
    // A new root must be a mount point.
    mount_memory(NEW, PLAIN, "mode=0755,size=4m")?;
    let folders = ["/dev", "/proc", LOWER, MEMORY].into_iter();
    for folder in folders.chain(SHARED.map(|(at, _)| at)) {
        make_folder(folder)?;
    }
    let flags = PLAIN | MsFlags::MS_NOEXEC;
    mount(Some("proc"), &inside("/proc"), Some("proc"), flags, NONE)?;
    add_devices()?;
    for path in paths(&confine.readable) {
        bind_if_there(path, READ)?;
    }
    for path in paths(&confine.writable) {
        bind_if_there(path, WRITE)?;
    }
    for path in paths(&confine.secret) {
        hide(&inside(path), &outside("/dev/null"))?;
    }
    let scratch = PathBuf::from(&confine.scratch);
    make_folder(&scratch)?;
    chdir(NEW)?;
    pivot_root(".", ".")?;
    umount2(".", MntFlags::MNT_DETACH)?;
    chdir("/")?;
    let flags = MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY;
    mount(NONE, "/", NONE, PLAIN | flags, NONE)?;
    // A process that is the user itself keeps its capabilities until exec.
    let is_other = geteuid().as_raw() != INNER_ID;
    let bound = [&confine.readable, &confine.writable];
    Ok(Root {
        bound: bound
            .into_iter()
            .flat_map(|all| paths(all))
            .filter(|path| !path.is_symlink())
            .map(Path::to_owned)
            .collect(),
        secret: paths(&confine.secret).map(Path::to_owned).collect(),
        scratch,
        user: is_other.then_some(INNER_ID),
        mounted: Vec::new(),
        written: None,
    })
}

fn add_devices() -> io::Result<()> {
    for device in DEVICES {
        bind(Path::new(device), DEVICE)?;
    }
    for (name, target) in [
        ("fd", "/proc/self/fd"),
        ("stdin", "/proc/self/fd/0"),
        ("stdout", "/proc/self/fd/1"),
        ("stderr", "/proc/self/fd/2"),
    ] {
        symlink(target, inside("/dev").join(name))?;
    }
    Ok(())
}

fn mount_memory(at: impl AsRef<Path>, flags: MsFlags, options: &str) -> nix::Result<()> {
    mount(
        Some("tmpfs"),
        at.as_ref(),
        Some("tmpfs"),
        flags,
        Some(options),
    )
}

fn inside(path: impl AsRef<Path>) -> PathBuf {
    below(NEW, path.as_ref())
}

fn outside(path: impl AsRef<Path>) -> PathBuf {
    below(OLD, path.as_ref())
}

fn below(root: &str, path: &Path) -> PathBuf {
    Path::new(root).join(path.strip_prefix("/").unwrap_or(path))
}

fn make_folder(path: impl AsRef<Path>) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true).mode(0o755).create(inside(path))
}

fn bind_if_there(path: &Path, taken: u64) -> io::Result<()> {
    let Ok(data) = outside(path).symlink_metadata() else {
        return Ok(());
    };
    if !data.is_symlink() {
        return bind(path, taken);
    }
    if inside(path).symlink_metadata().is_err() {
        make_folder(path.parent().unwrap_or(path))?;
        symlink(fs::read_link(outside(path))?, inside(path))?;
    }
    Ok(())
}

fn bind(path: &Path, taken: u64) -> io::Result<()> {
    try_to_bind(path, taken)
        .map_err(|error| io::Error::other(format!("cannot mount {}: {error}", path.display())))
}

fn try_to_bind(path: &Path, taken: u64) -> io::Result<()> {
    let (from, to) = (outside(path), inside(path));
    if from.is_dir() {
        make_folder(path)?;
    } else if to.symlink_metadata().is_err() {
        make_folder(path.parent().unwrap_or(path))?;
        File::create(&to)?;
    }
    let flags = MsFlags::MS_BIND | MsFlags::MS_REC;
    mount(Some(&from), &to, NONE, flags, NONE)?;
    restrict(&to, taken)
}

/// Mounts something empty over a file or folder, if it exists. For a file it is the device `null`,
/// in a mount where devices cannot be opened.
fn hide(at: &Path, null: &Path) -> io::Result<()> {
    if at.is_dir() {
        mount_memory(at, PLAIN | MsFlags::MS_RDONLY, "mode=0000,size=4k")?;
    } else if at.exists() {
        mount(Some(null), at, NONE, MsFlags::MS_BIND, NONE)?;
        restrict(at, READ)?;
    }
    Ok(())
}

/// The rights that a mount loses: `MOUNT_ATTR_` of the kernel.
const READ: u64 = RDONLY | NODEV | NOSUID;
const WRITE: u64 = NODEV | NOSUID;
/// A device can be written on a read-only mount, but not changed.
const DEVICE: u64 = RDONLY | NOSUID;

const RDONLY: u64 = 1;
const NOSUID: u64 = 2;
const NODEV: u64 = 4;

#[expect(unsafe_code, reason = "neither nix nor rustix has this call")]
fn restrict(at: &Path, taken: u64) -> io::Result<()> {
    let path = CString::new(at.as_os_str().as_bytes())?;
    // What is set; nothing is cleared, and neither propagation nor users change.
    let attributes: [u64; 4] = [taken, 0, 0, 0];
    // SAFETY: The call only reads the path, which ends with 0, and the attributes, whose size
    // is its last argument.
    let done = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            path.as_ptr(),
            libc::AT_RECURSIVE,
            attributes.as_ptr(),
            size_of_val(&attributes),
        )
    };
    Errno::result(done)?;
    Ok(())
}

pub(super) struct Root {
    bound: Vec<PathBuf>,
    secret: Vec<PathBuf>,
    scratch: PathBuf,
    pub(super) user: Option<u32>,
    mounted: Vec<PathBuf>,
    /// The folder in memory with the files of the scratch folder, opened before the program could
    /// replace it.
    pub(super) written: Option<OwnedFd>,
}

impl Root {
    /// Makes the folders that the next program writes: its scratch folder over the files of its own
    /// folder, `/tmp` and `/dev/shm`. All share one new file system in memory, of a limited size.
    pub(super) fn make_folders(&mut self, start: &Start) -> io::Result<()> {
        self.written = None;
        while let Some(at) = self.mounted.pop() {
            umount2(&at, MntFlags::MNT_DETACH)?;
        }
        // In pages, with some files added for the folders themselves.
        let options = format!(
            "mode=0700,size={},nr_inodes={}",
            start.limits.disk.max(1 << 20),
            start.limits.files.saturating_add(64)
        );
        self.mount("tmpfs", MEMORY, Some("tmpfs"), PLAIN, Some(&options))?;
        let memory = Path::new(MEMORY);
        for (name, mode) in [
            ("upper", 0o755),
            ("work", 0o755),
            ("tmp", 0o1777),
            ("shm", 0o1777),
        ] {
            let folder = memory.join(name);
            fs::create_dir(&folder)?;
            fs::set_permissions(&folder, fs::Permissions::from_mode(mode))?;
        }
        chown(memory.join("upper"), self.user, self.user)?;
        self.written = Some(File::open(memory.join("upper"))?.into());
        for (at, name) in SHARED {
            self.share(Path::new(at), &memory.join(name))?;
        }
        let scratch = self.scratch.clone();
        let Some(folder) = &start.folder else {
            return self.mount(memory.join("upper"), &scratch, NONE, MsFlags::MS_BIND, NONE);
        };
        let folder = Path::new(folder);
        mount(Some(folder), LOWER, NONE, MsFlags::MS_BIND, NONE)?;
        let options =
            format!("lowerdir={LOWER},upperdir={MEMORY}/upper,workdir={MEMORY}/work,userxattr");
        self.mount("overlay", &scratch, Some("overlay"), PLAIN, Some(&options))?;
        // The overlay keeps the folder, in which a program would find the secret files.
        umount2(LOWER, MntFlags::MNT_DETACH)?;
        // A mount over a secret file of the folder is not in the overlay.
        let secret: Vec<PathBuf> = self
            .secret
            .iter()
            .filter_map(|secret| Some(scratch.join(secret.strip_prefix(folder).ok()?)))
            .filter(|secret| secret.exists())
            .collect();
        for at in secret {
            hide(&at, Path::new("/dev/null"))?;
            self.mounted.push(at);
        }
        for name in &start.writes {
            match fs::remove_file(scratch.join(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    fn share(&mut self, at: &Path, folder: &Path) -> io::Result<()> {
        let inner = |path: &Path| path.strip_prefix(at).ok().map(|below| folder.join(below));
        if let Some(scratch) = inner(&self.scratch) {
            fs::create_dir_all(scratch)?;
        }
        for path in self.bound.clone() {
            let Some(to) = inner(&path) else {
                continue;
            };
            if path.is_dir() {
                fs::create_dir_all(&to)?;
            } else if path.exists() {
                fs::create_dir_all(to.parent().unwrap_or(folder))?;
                File::create(&to)?;
            } else {
                continue;
            }
            let flags = MsFlags::MS_BIND | MsFlags::MS_REC;
            self.mount(&path, &to, NONE, flags, NONE)?;
        }
        self.mount(folder, at, NONE, MsFlags::MS_BIND | MsFlags::MS_REC, NONE)
    }

    fn mount(
        &mut self,
        from: impl AsRef<Path>,
        at: impl AsRef<Path>,
        kind: Option<&str>,
        flags: MsFlags,
        options: Option<&str>,
    ) -> io::Result<()> {
        let at = at.as_ref();
        mount(Some(from.as_ref()), at, kind, flags, options)?;
        self.mounted.push(at.to_owned());
        Ok(())
    }
}
