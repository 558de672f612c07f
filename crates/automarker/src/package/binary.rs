//! The marker in a package: a static Linux executable, which runs on any grader.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use object::elf::{EM_X86_64, PT_INTERP};
use object::read::elf::{ElfFile64, FileHeader, ProgramHeader};

const VERSION: &str = env!("CARGO_PKG_VERSION");

const TAKE: &str = concat!(
    "take `automarker` from the release archive automarker-x86_64-unknown-linux-musl-v",
    env!("CARGO_PKG_VERSION"),
    ".tgz and give it with --binary"
);

#[derive(Debug, thiserror::Error)]
pub(crate) enum BinaryError {
    #[error("{marker} cannot be packaged for a grader: {why}; {TAKE}")]
    Unfit { marker: String, why: &'static str },
    #[error(
        "--binary {} is not automarker {VERSION}: it prints {printed:?} for --version",
        .path.display()
    )]
    Other { path: PathBuf, printed: String },
    #[error("cannot read {}: {error}", .path.display())]
    Read { path: PathBuf, error: io::Error },
}

pub(crate) fn choose(given: Option<&Path>) -> Result<Vec<u8>, BinaryError> {
    let cannot_read = |path: &Path| {
        let path = path.to_owned();
        |error| BinaryError::Read { path, error }
    };
    let read = |path: &Path| fs::read(path).map_err(cannot_read(path));
    let (marker, bytes) = if let Some(path) = given {
        (format!("--binary {}", path.display()), read(path)?)
    } else {
        let own = env::current_exe().map_err(cannot_read(Path::new("the running automarker")))?;
        ("this automarker".to_owned(), read(&own)?)
    };
    check(&bytes).map_err(|why| BinaryError::Unfit { marker, why })?;
    // It cannot run on other systems.
    if let Some(path) = given
        && cfg!(all(target_os = "linux", target_arch = "x86_64"))
    {
        let printed = version(path).map_err(cannot_read(path))?;
        if printed != concat!("automarker ", env!("CARGO_PKG_VERSION")) {
            let path = path.to_owned();
            return Err(BinaryError::Other { path, printed });
        }
    }
    Ok(bytes)
}

fn version(path: &Path) -> io::Result<String> {
    // A name without a folder would be found in `PATH`.
    let output = Command::new(fs::canonicalize(path)?)
        .arg("--version")
        .output()?;
    Ok(String::from_utf8_lossy(&output.stdout)
        .trim_end()
        .to_owned())
}

fn check(bytes: &[u8]) -> Result<(), &'static str> {
    let file = ElfFile64::<object::Endianness>::parse(bytes)
        .map_err(|_| "it is not an executable file for Linux")?;
    let endian = file.endian();
    if file.elf_header().e_machine(endian) != EM_X86_64 {
        return Err("it is not for x86_64 processors");
    }
    // A dynamic executable names its loader.
    let mut headers = file.elf_program_headers().iter();
    if headers.any(|header| header.p_type(endian) == PT_INTERP) {
        return Err("it is not static: it needs the libraries of this machine");
    }
    Ok(())
}

#[cfg(all(test, target_os = "linux", target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn only_an_executable_for_linux_on_x86_64_is_fit() {
        let mut dynamic = fs::read("/bin/sh").expect("it can be read");
        let why = |bytes: &[u8]| check(bytes).expect_err("it is unfit");
        assert!(why(&dynamic).starts_with("it is not static"));
        // AArch64, as the header's machine.
        dynamic[18..20].copy_from_slice(&183_u16.to_le_bytes());
        assert_eq!(why(&dynamic), "it is not for x86_64 processors");
        assert_eq!(why(b"MZ\x90"), "it is not an executable file for Linux");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_is_not_the_marker_is_refused_with_its_name() {
        let error = choose(Some(Path::new("/no/such/file"))).expect_err("it is not there");
        assert!(error.to_string().starts_with("cannot read /no/such/file: "));
        let folder = tempfile::tempdir().expect("a folder can be made");
        let script = folder.path().join("script");
        fs::write(&script, "#!/bin/sh\n").expect("a file can be written");
        let error = choose(Some(&script))
            .expect_err("it is a script")
            .to_string();
        assert!(
            error.contains("is not an executable file for Linux"),
            "{error}"
        );
        assert!(error.contains("release archive automarker-"), "{error}");
    }
}
