//! The commands of a build, and the programs that command lines name.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use bstr::ByteSlice;
use sandbox::{End, HostError, Program};
use serde_json::Value;
use transcript::visible;

use crate::advice::{ambiguous, check_script};
use crate::building::{Building, Site};
use crate::failed::{Failed, Stage, Unbuilt};
use crate::files::relative;
use crate::language::ProgramKind;
use crate::messages::{first_error, shortened, warnings};
use crate::toolchain::resolve;
use crate::tree;

/// The beginning of a compiler's output that is read, in bytes.
const READ: usize = 64 << 10;

/// A program, ready to run.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The program.
    pub program: Program,
    /// Notes on its build, for the report.
    pub notes: Vec<String>,
    /// The compiler's output, if it has warnings, with invisible characters shown.
    pub warnings: String,
    /// Its sources, if it is compiled from C or C++.
    pub sources: Option<Sources>,
}

impl From<Program> for Prepared {
    fn from(program: Program) -> Self {
        Self {
            program,
            notes: Vec::new(),
            warnings: String::new(),
            sources: None,
        }
    }
}

/// The sources of a program in C or C++, and its header folders, as arguments for the compiler
/// in `folder`.
#[derive(Clone, Debug)]
pub struct Sources {
    pub(crate) kind: ProgramKind,
    pub(crate) folder: PathBuf,
    pub(crate) files: Vec<String>,
}

/// The output of a build that succeeded.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

impl Messages {
    /// Returns the standard output.
    pub fn stdout(&self) -> &[u8] {
        &self.stdout
    }

    pub(crate) fn program(&self, site: Site<'_>) -> Result<Prepared, Failed> {
        Ok(self.of(own(&site.folder.join(PROGRAM), &[], site)?))
    }

    pub(crate) fn of(&self, program: Program) -> Prepared {
        // Some compilers print them on standard output.
        let outputs = [&self.stderr, &self.stdout].map(|output| beginning(output));
        let output = outputs.into_iter().find(|text| !warnings(text).is_empty());
        Prepared {
            warnings: output.unwrap_or_default(),
            ..program.into()
        }
    }
}

/// Returns `true` if [`prepare`](crate::prepare) builds something for these words.
pub fn needs_build(words: &[OsString]) -> bool {
    words
        .split_first()
        .is_some_and(|(command, args)| cargo_run(command, args).is_some())
}

pub(crate) const PROGRAM: &str = if cfg!(windows) {
    "automarker-program.exe"
} else {
    "automarker-program"
};

pub(crate) fn own(path: &Path, args: &[OsString], site: Site<'_>) -> Result<Program, Failed> {
    let root = site.copy.unwrap_or(site.folder);
    let is_there = path
        .strip_prefix(root)
        .is_ok_and(|below| tree::is_file(root, below));
    if !is_there {
        let name = relative(path, site.folder);
        let why = format!("there is no file {name} in the submission");
        return Err(Failed::could_not_start(why));
    }
    Ok(program(path.as_os_str(), args, site.folder, site.building))
}

pub(crate) fn tool(command: &str, args: &[OsString], site: Site<'_>) -> Result<Program, Failed> {
    site.building.toolchain.check(command)?;
    Ok(program(command.as_ref(), args, site.folder, site.building))
}

/// Returns the program that `words` name in `folder`, which belongs to the user. Builds
/// nothing.
pub fn named(words: &[OsString], folder: &Path, building: &Building) -> Result<Program, Failed> {
    let Some((command, args)) = words.split_first() else {
        return Err(Failed::could_not_start("no program was given"));
    };
    check_script(command, args, folder)?;
    let mut program = program(command, args, folder, building);
    if Path::new(command).components().count() > 1 {
        let path = folder.join(command);
        let real = resolve(&path);
        if real != path {
            program.command = real.into();
        }
    }
    Ok(program)
}

pub(crate) fn program(
    command: &OsStr,
    args: &[OsString],
    folder: &Path,
    building: &Building,
) -> Program {
    let mut env = building.toolchain.env();
    env.extend(building.env.iter().cloned());
    Program {
        command: command.to_owned(),
        args: args.to_owned(),
        folder: folder.to_owned(),
        env,
        ..Program::default()
    }
}

/// Runs `command` with the system's shell, in the folder of `site`.
pub fn shell(command: &str, site: Site<'_>) -> Result<(), Failed> {
    let (shell, flag) = if cfg!(windows) {
        ("cmd", "/C")
    } else {
        ("sh", "-c")
    };
    run(shell, [flag, command].map(Into::into), site, command).map(drop)
}

/// Runs `compiler`, which is found in `PATH`, in the folder of `site`.
pub fn compile(compiler: &str, args: &[&str], site: Site<'_>) -> Result<Messages, Failed> {
    let line = [&[compiler], args].concat().join(" ");
    run(compiler, args.iter().map(Into::into), site, &line)
}

/// Runs `cargo build` with the arguments `cargo`, and returns the program that it makes, with
/// the arguments `args`. In a copy, only that program is kept from the target folder.
pub(crate) fn cargo_build(
    cargo: &[OsString],
    args: &[OsString],
    site: Site<'_>,
) -> Result<Prepared, Failed> {
    if site.copy.is_some() {
        // A target folder in the submission may be from other sources, and has no warnings.
        sandbox::remove(&target(site))
            .map_err(|error| Failed::of_files("cannot remove the folder target", &error))?;
    }
    let mut words = cargo.to_vec();
    words.push("--message-format=json-render-diagnostics".into());
    let messages = run("cargo", words, site, "cargo build")?;
    let target = target(site);
    let mut built = built(&messages.stdout);
    if site.copy.is_some() {
        // Any program that a build runs can print such a message.
        built.retain(|path| path.starts_with(&target));
    }
    match built.as_slice() {
        [one] if site.copy.is_none() => {
            Ok(messages.of(program(one.as_ref(), args, site.folder, site.building)))
        }
        [one] => {
            own(one, args, site)?;
            let kept = site.folder.join(PROGRAM);
            sandbox::remove(&kept)
                .and_then(|()| fs::rename(one, &kept))
                .and_then(|()| sandbox::remove(&target))
                .map_err(|error| Failed::of_files("cannot keep the program", &error))?;
            Ok(messages.of(own(&kept, args, site)?))
        }
        [] => Err(Failed::could_not_start(
            "cargo build made no executable file",
        )),
        several => {
            let names = several.iter().filter_map(|path| path.file_name());
            let names: Vec<_> = names.map(OsStr::to_string_lossy).collect();
            let command = site.is_root().then_some("-- cargo run --bin FILE");
            Err(ambiguous(&names, command))
        }
    }
}

/// A target folder configured by the user would be outside the sandbox, and shared by all
/// submissions.
fn target(site: Site<'_>) -> PathBuf {
    site.folder.join("target")
}

fn run(
    command: &str,
    args: impl IntoIterator<Item = OsString>,
    site: Site<'_>,
    line: &str,
) -> Result<Messages, Failed> {
    let args: Vec<_> = args.into_iter().collect();
    let mut build = tool(command, &args, site)?;
    build.at_home = true;
    let no_network = site.sandbox.level().confines();
    let target = target(site).into();
    build.env.push(("CARGO_TARGET_DIR".into(), target));
    if no_network {
        build.env.push(("CARGO_NET_OFFLINE".into(), "true".into()));
    }
    for variable in ["GOCACHE", "DOTNET_CLI_HOME", "NUGET_PACKAGES"] {
        build.env.push((variable.into(), site.cargo_home.into()));
    }
    if cfg!(target_os = "linux") {
        build
            .env
            .push(("CARGO_HOME".into(), site.cargo_home.into()));
    }
    let run = sandbox::run(site.sandbox, &build, b"", &site.building.limits)?;
    if let Some(copy) = site.copy {
        tree::clean(copy).map_err(|error| cannot_use(&error))?;
    }
    let output = match run.end {
        End::Exited(0) => {
            let (stdout, stderr) = (run.stdout, run.stderr);
            return Ok(Messages { stdout, stderr });
        }
        End::CouldNotStart(why) => return Err(HostError::Setup(why).into()),
        // Some compilers report errors on standard output.
        _ if run.stderr.is_empty() => &run.stdout,
        _ => &run.stderr,
    };
    // A long output is shortened where the first error may be.
    let error = first_error(&beginning(output));
    let output = shortened(output);
    let end = format!("{line}: {}", run.end);
    let (reason, output) = if no_network && output.contains("offline mode") {
        let why = "it needs crates that are not on this machine, and a build in the sandbox has \
                   no network";
        (format!("{line}: {why}"), output)
    } else if let Some(error) = error.filter(|_| matches!(run.end, End::Exited(_))) {
        (error, format!("{end}\n{output}"))
    } else {
        (end, output)
    };
    Err(Failed::Unbuilt(Unbuilt {
        stage: Stage::Build,
        reason,
        advice: None,
        output,
    }))
}

fn beginning(output: &[u8]) -> String {
    visible(&output[..output.len().min(READ)])
}

pub(crate) fn cannot_use(error: &io::Error) -> Failed {
    let failed = Failed::of_files("the files that the build left cannot be used", error);
    failed.map_unbuilt(|unbuilt| Unbuilt {
        stage: Stage::Build,
        ..unbuilt
    })
}

/// If a command line is `cargo run`, returns the arguments of the equivalent `cargo build`, and
/// those of the program.
pub(crate) fn cargo_run<'a>(
    command: &OsStr,
    args: &'a [OsString],
) -> Option<(Vec<OsString>, &'a [OsString])> {
    if Path::new(command).file_stem() != Some(OsStr::new("cargo")) {
        return None;
    }
    let end = args
        .iter()
        .position(|arg| arg == "--")
        .unwrap_or(args.len());
    let (cargo, rest) = args.split_at(end);
    let mut cargo = cargo.to_vec();
    let subcommand = cargo
        .iter_mut()
        .find(|arg| !arg.as_encoded_bytes().starts_with(b"+"))?;
    if subcommand != "run" && subcommand != "r" {
        return None;
    }
    *subcommand = "build".into();
    Some((cargo, rest.get(1..).unwrap_or_default()))
}

fn built(messages: &[u8]) -> Vec<PathBuf> {
    let executable = |line| {
        let message: Value = serde_json::from_slice(line).ok()?;
        let kinds = message["target"]["kind"].as_array()?;
        let is_program = kinds.iter().any(|kind| kind == "bin" || kind == "example");
        let path = message["executable"].as_str().filter(|_| is_program)?;
        Some(PathBuf::from(path))
    };
    messages.lines().filter_map(executable).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_run_becomes_cargo_build() {
        let become_ = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(Into::into).collect();
            cargo_run(&words[0], &words[1..]).map(|(cargo, args)| {
                let join =
                    |words: &[OsString]| words.join(OsStr::new(" ")).into_string().expect("text");
                (join(&cargo), join(args))
            })
        };
        let two = |one: &str, two: &str| Some((one.to_owned(), two.to_owned()));
        assert_eq!(become_("cargo run -q"), two("build -q", ""));
        assert_eq!(
            become_("cargo +1.89 r --bin a -- -x -- y"),
            two("+1.89 build --bin a", "-x -- y")
        );
        assert_eq!(become_("cargo test"), None);
        assert_eq!(become_("python3 run"), None);
    }
}
