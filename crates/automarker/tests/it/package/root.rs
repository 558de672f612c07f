//! A clean root: only the system's programs and libraries, and no network.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::cli::folder;

/// Mounts the root `$1` with this machine's folders `$3`..., and runs `$2` in it.
const ENTER: &str = include_str!("scripts/enter.sh");

pub(super) struct CleanRoot {
    folder: TempDir,
    rust: PathBuf,
}

impl CleanRoot {
    pub(super) fn new() -> Self {
        let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output();
        let sysroot = sysroot.expect("there is a rustc").stdout;
        let sysroot = String::from_utf8(sysroot).expect("a path that is text");
        Self {
            folder: folder(),
            rust: sysroot.trim_end().into(),
        }
    }

    pub(super) fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    pub(super) fn run(&self, command: &str) -> Output {
        let mut unshare = Command::new("unshare");
        if !nix::unistd::geteuid().is_root() {
            unshare.arg("--map-root-user");
        }
        unshare
            .args([
                "--mount",
                "--net",
                "--ipc",
                "--uts",
                "--pid",
                "--fork",
                "--kill-child",
            ])
            .args(["sh", "-c", ENTER, "enter"])
            .arg(self.folder.path())
            .arg(command)
            .arg(&self.rust)
            .env("RUST", &self.rust)
            .output()
            .expect("a clean root needs `unshare` of util-linux")
    }

    pub(super) fn succeed(&self, command: &str) -> String {
        let output = self.run(command);
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text).into_owned();
        assert!(
            output.status.success(),
            "`{command}` in a clean root, which needs `unshare --map-root-user`: {text}"
        );
        text
    }
}

#[test]
fn a_root_leaves_the_folders_of_the_machine_as_they_are() {
    let root = CleanRoot::new();
    for _ in 0..2 {
        root.succeed("for folder in bin sbin lib lib64; do test ! -L /usr/$folder/$folder; done");
    }
}

pub(super) fn copy(from: &Path, to: &Path) {
    if to.exists() {
        fs::remove_dir_all(to).expect("it can be removed");
    }
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("it can be listed") {
        let path = entry.expect("it can be listed").path();
        let to = to.join(path.file_name().expect("it has a name"));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, &to).expect("a file can be copied");
        }
    }
}
