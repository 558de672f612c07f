//! From a request to a process.

use std::ffi::{CStr, CString, OsStr, c_char};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use nix::errno::Errno;
use nix::unistd::Pid;

use super::landlock::Rules;
use super::spawn::{Prepared, Stack, spawn};
use crate::linux::message::Start;
use crate::signals::is_ignored;

/// The shell that runs a file which has no format of its own, as execvp(3)
/// does.
const SHELL: &CStr = c"/bin/sh";

/// The number of Linux's signals.
const SIGNALS: i32 = 64;

/// Starts programs.
pub(super) struct Starter {
    rules: Rules,
    /// The signals that this process ignores, and a program would.
    ignored: Vec<i32>,
    stack: Stack,
}

impl Starter {
    /// Each program is restricted by `rules`.
    pub(super) fn new(rules: Rules) -> Self {
        Self {
            rules,
            ignored: (1..=SIGNALS).filter(|signal| is_ignored(*signal)).collect(),
            stack: Stack::new(),
        }
    }

    /// Starts the program with `streams` as its standard streams.
    pub(super) fn start(&mut self, start: Start, streams: Vec<OwnedFd>) -> io::Result<Pid> {
        let Ok(streams) = <[OwnedFd; 3]>::try_from(streams) else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        let candidates = candidates(&start)?;
        let mut args = vec![c_string(start.name)?];
        for arg in start.args {
            args.push(c_string(arg)?);
        }
        let mut variables = Vec::new();
        for (mut variable, value) in start.env {
            variable.push("=");
            variable.push(value);
            variables.push(c_string(variable)?);
        }
        let directory = c_string(start.directory)?;
        let argv = pointers(&args);
        // The file takes the place of its name.
        let mut shell_argv = vec![SHELL.as_ptr()];
        shell_argv.extend(&argv);
        let prepared = Prepared {
            candidates: &pointers(&candidates),
            argv: &argv,
            shell: SHELL.as_ptr(),
            shell_argv: &mut shell_argv,
            environment: &pointers(&variables),
            directory: directory.as_ptr(),
            streams: &streams,
            cpu: start.cpu,
            file_size: start.file_size,
            ignored: &self.ignored,
            rules: self.rules.file(),
        };
        Ok(spawn(prepared, &mut self.stack)?)
    }
}

/// The files that may be the command: itself if it is a path, or else those of
/// its name in the folders of the program's `PATH`.
fn candidates(start: &Start) -> io::Result<Vec<CString>> {
    let command = start.command.as_bytes();
    if command.is_empty() {
        return Err(Errno::ENOENT.into());
    }
    if command.contains(&b'/') {
        return Ok(vec![c_string(start.command.clone())?]);
    }
    let path = start.env.iter().find(|(name, _)| name == "PATH");
    let path = path.map_or(OsStr::new("/usr/bin:/bin"), |(_, value)| value);
    let folders = path.as_bytes().split(|byte| *byte == b':');
    let file = |folder: &[u8]| {
        let file = [folder, b"/", command].concat();
        let file = if folder.is_empty() {
            command.to_vec()
        } else {
            file
        };
        CString::new(file).map_err(io::Error::from)
    };
    folders.map(file).collect()
}

fn c_string(text: std::ffi::OsString) -> io::Result<CString> {
    Ok(CString::new(text.into_vec())?)
}

/// Pointers to `texts`, and a null pointer.
fn pointers(texts: &[CString]) -> Vec<*const c_char> {
    let all = texts.iter().map(|text| text.as_ptr());
    all.chain([std::ptr::null()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_looked_for_in_the_path_of_the_program() {
        let named = |command: &str, path: Option<&str>| {
            let start = Start {
                command: command.into(),
                name: "x".into(),
                args: Vec::new(),
                env: path
                    .map(|path| ("PATH".into(), path.into()))
                    .into_iter()
                    .collect(),
                directory: "/".into(),
                cpu: 1,
                file_size: 1,
            };
            let all = candidates(&start).expect("it has a name");
            let text = |one: CString| one.into_string().expect("it is text");
            all.into_iter().map(text).collect::<Vec<_>>()
        };
        assert_eq!(named("a", Some("/x::/y")), ["/x/a", "a", "/y/a"]);
        assert_eq!(named("a", None), ["/usr/bin/a", "/bin/a"]);
        assert_eq!(named("./a", Some("/x")), ["./a"]);
    }
}
