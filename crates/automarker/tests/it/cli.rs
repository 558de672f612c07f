//! Runs the command in folders.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder can be made")
}

pub(crate) fn write(path: &Path, text: &str) {
    fs::write(path, text).expect("a file can be written");
}

#[cfg(target_os = "linux")]
pub(crate) fn write_all(folder: &Path, files: &[(impl AsRef<Path>, impl AsRef<[u8]>)]) {
    for (name, content) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder");
        fs::write(path, content).expect("a file can be written");
    }
}

pub(crate) fn script(path: &Path, text: &str) {
    write(path, text);
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(path, executable).expect("a mode can be set");
}

pub(crate) fn submission(text: &str) -> TempDir {
    let folder = folder();
    script(&folder.path().join("program"), text);
    folder
}

pub(crate) fn automarker(args: &[&str], folder: &Path) -> (Option<i32>, String, String) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("automarker"));
    ended(command.args(args).current_dir(folder))
}

/// Returns the exit status, standard output and standard error.
pub(crate) fn ended(command: &mut Command) -> (Option<i32>, String, String) {
    let output = command.output().expect("the command runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints text");
    let (stdout, stderr) = (text(output.stdout), text(output.stderr));
    (output.status.code(), stdout, stderr)
}
