//! The files of the system that every program may read and execute.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The files of compilers, interpreters and their libraries on common distributions, and the few
/// settings that they read. `/usr/local`, `/opt` and home folders are left out: references and
/// other submissions are there.
const SYSTEM: &[&str] = &[
    "/bin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/sbin",
    "/usr/bin",
    "/usr/include",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/libexec",
    "/usr/libx32",
    "/usr/sbin",
    "/usr/share",
    "/usr/local/lib",
    "/etc/alternatives",
    "/etc/group",
    "/etc/host.conf",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/locale.alias",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/passwd",
    "/etc/pki/tls/openssl.cnf",
    "/etc/python3",
    "/etc/ssl/openssl.cnf",
];

/// Returns `true` if every program may read and execute `path`.
pub fn is_system_file(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}

/// Returns the files and folders that every program may read and execute.
#[cfg(target_os = "linux")]
pub fn system_files() -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).collect();
    // The settings of Java: /etc/java-17-openjdk.
    let etc = std::fs::read_dir("/etc").into_iter().flatten().flatten();
    all.extend(etc.map(|entry| entry.path()).filter(|path| {
        path.file_name()
            .is_some_and(|name| name.as_encoded_bytes().starts_with(b"java"))
    }));
    // A link such as /bin on most systems leads to a folder that is in the list too.
    all.retain(|path| path.symlink_metadata().is_ok());
    all
}

/// Returns a value of `PATH`: `first`, then the folders of the system.
pub fn search_path(first: &[PathBuf]) -> OsString {
    let system = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"].map(Path::new);
    let folders = first.iter().map(PathBuf::as_path).chain(system);
    env::join_paths(folders).unwrap_or_else(|_| "/usr/bin:/bin".into())
}
