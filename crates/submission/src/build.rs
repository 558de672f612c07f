//! From a command line to a program, and the limits of every build.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bstr::ByteSlice;
use escargot::format::Message;
use sandbox::{End, Limits, Policy, Program, Requirement, Sandbox};
use transcript::visible;

use crate::files::relative;
use crate::toolchain::{Toolchain, private_cargo_home, resolve};
use crate::tree;

/// The reason why a submission has no program to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unbuilt {
    /// The stage that failed.
    pub stage: Stage,
    /// The reason, on one line.
    pub reason: String,
    /// The end of the compiler's output, with invisible characters shown.
    pub output: String,
}

/// A program, ready to run.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The program.
    pub program: Program,
    /// Notes on its build, for the report.
    pub notes: Vec<String>,
}

impl From<Program> for Prepared {
    fn from(program: Program) -> Self {
        Self {
            program,
            notes: Vec::new(),
        }
    }
}

/// A stage on the way from a submission to a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Compiling it.
    Build,
    /// Everything else: copying it, finding its program, starting a compiler.
    Start,
}

impl Unbuilt {
    /// There is nothing to run, for this reason.
    pub fn could_not_start(reason: impl Into<Cow<'static, str>>) -> Self {
        Self {
            stage: Stage::Start,
            reason: reason.into().into_owned(),
            output: String::new(),
        }
    }
}

/// The usual limits of a build: a compiler needs more than a student's program.
pub const BUILD_LIMITS: Limits = Limits {
    wall: Duration::from_secs(120),
    cpu: Duration::from_secs(240),
    memory: 4 << 30,
    // It limits the files that it makes too.
    output: 256 << 20,
    processes: 1024,
    disk: 2 << 30,
    files: 200_000,
};

/// The place of a build, and its limits.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    /// The folder of the sources, and of the program that is built.
    pub folder: &'a Path,
    /// The copy of a submission in which `folder` lies, if it is not a folder of the
    /// user. It is a tree of regular files and folders after every command, and the
    /// submission's programs are found there and nowhere else.
    pub copy: Option<&'a Path>,
    /// The sandbox to build in, which may write `folder`.
    pub sandbox: &'a Sandbox,
    /// The limits of a build.
    pub limits: Limits,
    /// Environment variables beside the small fixed set that every build has.
    pub env: &'a [(OsString, OsString)],
}

/// Returns the policy of a sandbox for builds in `folder`.
pub fn build_policy(requirement: Requirement, folder: &Path) -> Policy {
    Policy {
        requirement,
        readable: Toolchain::of_builds().readable.clone(),
        writable: vec![folder.to_owned()],
        builds: true,
        ..Policy::default()
    }
}

/// Returns `true` if [`prepare`] builds something for these words.
pub fn needs_build(words: &[OsString]) -> bool {
    words
        .split_first()
        .is_some_and(|(command, args)| cargo_run(command, args).is_some())
}

/// Runs the shell command `build` at `site`, and returns the program that
/// `words` name there. `cargo run` is built once and becomes the executable
/// that it would run.
pub fn prepare(
    words: &[OsString],
    site: Site<'_>,
    build: Option<&str>,
) -> Result<Program, Unbuilt> {
    if let Some(command) = build {
        shell(command, site)?;
    }
    if let Some((command, args)) = words.split_first()
        && let Some((cargo, args)) = cargo_run(command, args)
    {
        return cargo_build(&cargo, args, site);
    }
    let program = named(words, site.folder)?;
    let command = Path::new(&program.command);
    if site.copy.is_some() && command.is_relative() && command.components().count() > 1 {
        own(&site.folder.join(command), &[], site)?;
    }
    Ok(program)
}

/// The name of the program that a compiler makes.
pub(crate) const PROGRAM: &str = if cfg!(windows) {
    "automarker-program.exe"
} else {
    "automarker-program"
};

/// Returns the program at `path`, which belongs to the submission.
pub(crate) fn own(path: &Path, args: &[OsString], site: Site<'_>) -> Result<Program, Unbuilt> {
    let root = site.copy.unwrap_or(site.folder);
    let is_there = path
        .strip_prefix(root)
        .is_ok_and(|below| tree::is_file(root, below));
    if !is_there {
        let name = relative(path, site.folder);
        let why = format!("there is no file {name} in the submission");
        return Err(Unbuilt::could_not_start(why));
    }
    Ok(program(path.as_os_str(), args, site.folder))
}

/// Returns the program that `words` name in `folder`; nothing is built.
pub fn named(words: &[OsString], folder: &Path) -> Result<Program, Unbuilt> {
    match words.split_first() {
        Some((command, args)) => Ok(program(command, args, folder)),
        None => Err(Unbuilt::could_not_start("no program was given")),
    }
}

/// It is not clear which of `names` is the program.
pub(crate) fn ambiguous(names: &[impl AsRef<str>]) -> Unbuilt {
    let names: Vec<_> = names.iter().map(AsRef::as_ref).collect();
    Unbuilt::could_not_start(format!(
        "it is not clear which of these is the program: {}",
        names.join(", ")
    ))
}

pub(crate) fn program(command: &OsStr, args: &[OsString], folder: &Path) -> Program {
    let mut program = Program {
        command: command.to_owned(),
        args: args.to_owned(),
        folder: folder.to_owned(),
        ..Program::default()
    };
    let path = folder.join(command);
    if Path::new(command).components().count() > 1 {
        let real = resolve(&path);
        if real != path {
            program.command = real.into();
        }
        Toolchain::of(path.as_os_str()).apply_to(&mut program);
    } else {
        Toolchain::of(command).apply_to(&mut program);
    }
    program
}

/// Runs `command` with the system's shell, in the folder of `site`.
pub fn shell(command: &str, site: Site<'_>) -> Result<(), Unbuilt> {
    let (shell, flag) = if cfg!(windows) {
        ("cmd", "/C")
    } else {
        ("sh", "-c")
    };
    run(shell, [flag, command].map(Into::into), site, command).map(drop)
}

/// Runs `compiler`, which is looked for in `PATH`, in the folder of `site`.
pub fn compile(compiler: &str, args: &[&str], site: Site<'_>) -> Result<(), Unbuilt> {
    let line = [&[compiler], args].concat().join(" ");
    run(compiler, args.iter().map(Into::into), site, &line).map(drop)
}

/// Runs cargo with the arguments `cargo` of a build, and returns the program
/// that it made, with the arguments `args`. Of the target folder in a copy, nothing but
/// the program is kept.
pub(crate) fn cargo_build(
    cargo: &[OsString],
    args: &[OsString],
    site: Site<'_>,
) -> Result<Program, Unbuilt> {
    let mut words = cargo.to_vec();
    words.push("--message-format=json-render-diagnostics".into());
    let messages = run("cargo", words, site, "cargo build")?;
    let target = target(site);
    let mut built = built(&messages);
    if site.copy.is_some() {
        // Whatever a build runs can write such a message.
        built.retain(|path| path.starts_with(&target));
    }
    match built.as_slice() {
        [one] if site.copy.is_none() => Ok(program(one.as_ref(), args, site.folder)),
        [one] => {
            own(one, args, site)?;
            let kept = site.folder.join(PROGRAM);
            sandbox::remove(&kept)
                .and_then(|()| fs::rename(one, &kept))
                .and_then(|()| sandbox::remove(&target))
                .map_err(|error| {
                    Unbuilt::could_not_start(format!("cannot keep the program: {error}"))
                })?;
            own(&kept, args, site)
        }
        [] => Err(Unbuilt::could_not_start(
            "cargo build made no executable file",
        )),
        several => {
            let names = several.iter().filter_map(|path| path.file_name());
            let names: Vec<_> = names.map(OsStr::to_string_lossy).collect();
            Err(ambiguous(&names))
        }
    }
}

/// The folder for what Cargo makes. The user may have configured one for everything: it
/// is outside the sandbox, and all submissions would share it.
fn target(site: Site<'_>) -> PathBuf {
    site.folder.join("target")
}

/// Runs a build in the folder of its sources, where its files stay, and returns
/// its standard output.
fn run(
    command: &str,
    args: impl IntoIterator<Item = OsString>,
    site: Site<'_>,
    line: &str,
) -> Result<Vec<u8>, Unbuilt> {
    let mut build = Program {
        command: command.into(),
        args: args.into_iter().collect(),
        folder: site.folder.to_owned(),
        at_home: true,
        ..Program::default()
    };
    build.env.extend(site.env.iter().cloned());
    Toolchain::of_builds().apply_to(&mut build);
    let no_network = site.sandbox.level().refuses_network();
    let target = target(site).into();
    build.env.push(("CARGO_TARGET_DIR".into(), target));
    if no_network {
        build.env.push(("CARGO_NET_OFFLINE".into(), "true".into()));
    }
    if cfg!(target_os = "linux") {
        let home = private_cargo_home(site.sandbox.scratch()).map_err(|error| {
            Unbuilt::could_not_start(format!("cannot create a scratch folder: {error}"))
        })?;
        build.env.push(("CARGO_HOME".into(), home.into()));
    }
    let run = sandbox::run(site.sandbox, &build, b"", &site.limits)
        .map_err(|error| Unbuilt::could_not_start(error.to_string()))?;
    if let Some(copy) = site.copy {
        tree::clean(copy).map_err(left_wrong)?;
    }
    let output = match run.end {
        End::Exited(0) => return Ok(run.stdout),
        End::CouldNotStart(why) => return Err(Unbuilt::could_not_start(why)),
        // Some compilers report errors on standard output.
        _ if run.stderr.is_empty() => &run.stdout,
        _ => &run.stderr,
    };
    let output = visible(&output[output.len().saturating_sub(4096)..]);
    let reason = if no_network && output.contains("offline mode") {
        format!(
            "{line}: it needs crates that are not on this machine, and a build in the sandbox \
             has no network"
        )
    } else {
        format!("{line}: {}", run.end)
    };
    Err(Unbuilt {
        stage: Stage::Build,
        reason,
        output,
    })
}

/// A build has left files as they cannot stay.
pub(crate) fn left_wrong(why: impl Display) -> Unbuilt {
    Unbuilt {
        stage: Stage::Build,
        reason: format!("the files that the build left cannot be used: {why}"),
        output: String::new(),
    }
}

/// If a command line is `cargo run`, returns the arguments of the `cargo build`
/// that builds the same program, and the program's arguments.
fn cargo_run<'a>(command: &OsStr, args: &'a [OsString]) -> Option<(Vec<OsString>, &'a [OsString])> {
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

/// The programs among the messages of `cargo build`.
fn built(messages: &[u8]) -> Vec<PathBuf> {
    let executable = |line| match serde_json::from_slice(line).ok()? {
        Message::CompilerArtifact(artifact) => {
            let is_program = |kind| kind == "bin" || kind == "example";
            let path = artifact.executable?.into_owned();
            artifact.target.kind.iter().any(is_program).then_some(path)
        }
        _ => None,
    };
    messages.lines().filter_map(executable).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(Into::into).collect()
    }

    #[test]
    fn cargo_run_becomes_cargo_build() {
        let become_ = |line: &str| {
            let words = words(line);
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

    #[test]
    fn only_programs_are_taken_from_cargos_messages() {
        let artifact = |kind: &str, executable: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","package_id":"game 0.1.0","profile":{{
                "opt_level":"0","debuginfo":2,"debug_assertions":true,"overflow_checks":true,
                "test":false}},"features":[],"filenames":[],"fresh":false,"target":{{"name":"game",
                "src_path":"/s/game.rs","kind":["{kind}"]}},"executable":{executable}}}"#
            )
            .replace('\n', "")
        };
        let messages = [
            "not json".to_owned(),
            artifact("custom-build", r#""/t/build""#),
            artifact("bin", r#""/t/game""#),
            artifact("lib", "null"),
            r#"{"reason":"build-finished","success":true}"#.to_owned(),
        ];
        assert_eq!(
            built(messages.join("\n").as_bytes()),
            [Path::new("/t/game")]
        );
    }
}
