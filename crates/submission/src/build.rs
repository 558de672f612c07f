//! From a command line to a program that can be run, and what every build is
//! held to.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Duration;

use sandbox::{End, Limits, Program};
use serde_json::Value;
use transcript::{Verdict, visible};

/// Why there is no program to run: what every case of it comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unbuilt {
    /// [`Verdict::BuildFailed`] or [`Verdict::CouldNotStart`].
    pub verdict: Verdict,
    /// Why, on one line.
    pub reason: String,
    /// The end of what the compiler said.
    pub output: String,
}

impl Unbuilt {
    /// That there is nothing to run, and why.
    pub fn could_not_start(reason: impl Into<Cow<'static, str>>) -> Self {
        Self {
            verdict: Verdict::CouldNotStart,
            reason: reason.into().into_owned(),
            output: String::new(),
        }
    }
}

/// What a build may use unless one says otherwise: a compiler is hungrier than
/// a student's program.
pub const LIMITS: Limits = Limits {
    wall: Duration::from_secs(120),
    cpu: Duration::from_secs(240),
    memory: 4 << 30,
    // As long may the files be that it makes.
    output: 256 << 20,
    processes: 256,
};

/// Where something is built.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    /// Where the sources are, and where the program will be.
    pub folder: &'a Path,
    /// Where compilers put what they need for a moment, if not where they
    /// usually do.
    pub temporary: Option<&'a Path>,
    /// What a build may use.
    pub limits: Limits,
    /// Whether there is no network, so that Cargo need not look for one.
    pub offline: bool,
}

/// The program that `words` name, in `folder`, after `build` has been run
/// there. `cargo run` is built once and becomes the executable it would run.
pub fn prepare(
    words: &[OsString],
    site: Site<'_>,
    build: Option<&str>,
) -> Result<Program, Unbuilt> {
    if let Some(command) = build {
        shell(command, site)?;
    }
    let Some((command, args)) = words.split_first() else {
        return Err(Unbuilt::could_not_start("no program is named"));
    };
    match cargo_run(command, args) {
        Some((cargo, args)) => cargo_build(&cargo, args, site),
        None => Ok(program(command, args, site.folder)),
    }
}

/// That it is not clear which of `names` is the program.
pub(crate) fn ambiguous(names: &[impl AsRef<str>]) -> Unbuilt {
    let names: Vec<_> = names.iter().map(AsRef::as_ref).collect();
    Unbuilt::could_not_start(format!(
        "it is not clear which of these is the program: {}",
        names.join(", ")
    ))
}

pub(crate) fn program(command: &OsStr, args: &[OsString], folder: &Path) -> Program {
    Program {
        command: command.to_owned(),
        args: args.to_owned(),
        folder: folder.to_owned(),
        ..Program::default()
    }
}

/// Runs `command` as a shell would, in `folder`.
pub fn shell(command: &str, site: Site<'_>) -> Result<(), Unbuilt> {
    let (shell, flag) = if cfg!(windows) {
        ("cmd", "/C")
    } else {
        ("sh", "-c")
    };
    run(shell, [flag, command].map(Into::into), site, command).map(drop)
}

/// Runs `compiler`, found by name, in the folder.
pub fn compile(compiler: &str, args: &[&str], site: Site<'_>) -> Result<(), Unbuilt> {
    let line = [&[compiler], args].concat().join(" ");
    run(compiler, args.iter().map(Into::into), site, &line).map(drop)
}

/// The program that `cargo`, a build's arguments, makes.
pub(crate) fn cargo_build(
    cargo: &[OsString],
    args: &[OsString],
    site: Site<'_>,
) -> Result<Program, Unbuilt> {
    let mut words = cargo.to_vec();
    words.push("--message-format=json-render-diagnostics".into());
    let messages = run("cargo", words, site, "cargo build")?;
    match built(&messages).as_slice() {
        [one] => Ok(program(one.as_ref(), args, site.folder)),
        [] => Err(Unbuilt::could_not_start(
            "cargo build made no executable file",
        )),
        several => {
            let paths = several.iter().map(Path::new);
            let names = paths
                .filter_map(Path::file_name)
                .map(OsStr::to_string_lossy);
            let names: Vec<_> = names.collect();
            Err(ambiguous(&names))
        }
    }
}

/// Runs a build in the very folder of its sources, since what it leaves there
/// is what it is for, and gives what it wrote to standard output.
fn run(
    command: &str,
    args: impl IntoIterator<Item = OsString>,
    site: Site<'_>,
    line: &str,
) -> Result<Vec<u8>, Unbuilt> {
    let temporary = match site.temporary {
        Some(folder) => tempfile::tempdir_in(folder),
        None => tempfile::tempdir(),
    };
    let temporary = temporary
        .map_err(|error| Unbuilt::could_not_start(format!("no scratch folder: {error}")))?;
    let mut build = Program {
        args: args.into_iter().collect(),
        at_home: true,
        ..program(command.as_ref(), &[], site.folder)
    };
    if site.temporary.is_some() {
        // Whoever marks may have one folder for all they build: outside of the
        // sandbox, and the same for every student.
        let target = site.folder.join("target");
        build.env.push(("CARGO_TARGET_DIR".into(), target.into()));
    }
    if site.offline {
        build.env.push(("CARGO_NET_OFFLINE".into(), "true".into()));
    }
    let run = sandbox::run(&build, b"", &site.limits, temporary.path());
    let said = match run.end {
        End::Exited(0) => return Ok(run.stdout),
        End::CouldNotStart(why) => return Err(Unbuilt::could_not_start(why)),
        // Some compilers complain on standard output.
        _ if run.stderr.is_empty() => &run.stdout,
        _ => &run.stderr,
    };
    let said = visible(&said[said.len().saturating_sub(4096)..]);
    let reason = if site.offline && said.contains("offline mode") {
        format!(
            "{line}: it needs crates that are not on this machine, and a build in the sandbox \
             has no network"
        )
    } else {
        format!("{line}: {}", run.end)
    };
    Err(Unbuilt {
        verdict: Verdict::BuildFailed,
        reason,
        // Where the marker has put a copy of a submission tells nobody anything.
        output: said.replace(&format!("{}/", site.folder.display()), ""),
    })
}

/// Whether a command line is `cargo run`; if so, the arguments of the `cargo
/// build` that builds the same, and those of the program.
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
fn built(messages: &[u8]) -> Vec<String> {
    let messages = String::from_utf8_lossy(messages);
    let executable = |line: &str| {
        let message: Value = serde_json::from_str(line).ok()?;
        let kinds = message["target"]["kind"].as_array()?;
        let program = kinds.iter().any(|kind| kind == "bin" || kind == "example");
        let path = message["executable"].as_str().filter(|_| program)?;
        Some(path.to_owned())
    };
    messages.lines().filter_map(executable).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(Into::into).collect()
    }

    fn site(folder: &Path) -> Site<'_> {
        Site {
            folder,
            temporary: None,
            limits: LIMITS,
            offline: false,
        }
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
        let messages = br#"not json
{"reason":"compiler-artifact","target":{"kind":["custom-build"]},"executable":"/t/build"}
{"reason":"compiler-artifact","target":{"kind":["bin"]},"executable":"/t/game"}
{"reason":"compiler-artifact","target":{"kind":["lib"]},"executable":null}"#;
        assert_eq!(built(messages), ["/t/game"]);
    }

    #[test]
    fn a_failed_build_tells_what_the_compiler_said() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let unbuilt = prepare(
            &words("./a"),
            site(folder.path()),
            Some("echo no such thing >&2; exit 3"),
        );
        let unbuilt = unbuilt.expect_err("it fails");
        assert_eq!(unbuilt.verdict, Verdict::BuildFailed);
        assert_eq!(unbuilt.output, "no such thing\n");
        assert!(unbuilt.reason.contains("exit status 3"));
    }
}
