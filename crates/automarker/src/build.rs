//! From a folder or a command line to a program that can be run.

use std::borrow::Cow;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;
use transcript::Verdict;

use crate::boundary::process::{End, Limits, Program, Run, run};
use crate::session::visible;

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
    pub(crate) fn could_not_start(reason: impl Into<Cow<'static, str>>) -> Self {
        Self {
            verdict: Verdict::CouldNotStart,
            reason: reason.into().into_owned(),
            output: String::new(),
        }
    }
}

/// What a build may take: compilers are larger than the programs they make.
fn build_limits() -> Limits {
    Limits {
        wall: Duration::from_secs(300),
        cpu: Duration::from_secs(600),
        memory: 4 << 30,
        output: 64 << 20,
        processes: 512,
    }
}

/// The program that `words` name, in `folder`, after `build` has been run
/// there. `cargo run` is built once and becomes the executable it would run.
pub fn prepare(words: &[OsString], folder: &Path, build: Option<&str>) -> Result<Program, Unbuilt> {
    if let Some(command) = build {
        shell(command, folder)?;
    }
    let Some((command, args)) = words.split_first() else {
        return Err(Unbuilt::could_not_start("no program is named"));
    };
    match cargo_run(command, args) {
        Some((cargo, args)) => cargo_build(&cargo, args, folder),
        None => Ok(program(command, args, folder)),
    }
}

/// The program that a student's `folder` holds, built: a Cargo package, a
/// Makefile that makes one executable, `Main.java`, one C or Python file, or
/// one executable.
pub fn find(folder: &Path) -> Result<Program, Unbuilt> {
    let folder = &only_subfolder(folder);
    let files = files(folder)?;
    let has = |name: &str| files.iter().any(|file| file == name);
    let ending = |ending: &str| -> Vec<_> {
        let of_kind = |file: &&String| Path::new(file).extension() == Some(OsStr::new(ending));
        files.iter().filter(of_kind).collect()
    };
    if has("Cargo.toml") {
        return cargo_build(&["build".into(), "--quiet".into()], &[], folder);
    }
    if has("Makefile") || has("makefile") {
        return make(folder);
    }
    let java = has("Main.java");
    match (ending("c").as_slice(), ending("py").as_slice(), java) {
        ([source], [], false) => {
            let output = format!("automarker-program{}", env::consts::EXE_SUFFIX);
            let args = ["-O2", "-std=c99", "-o", &output, source, "-lm"];
            compile("gcc", &args, folder)?;
            Ok(program(folder.join(output).as_os_str(), &[], folder))
        }
        ([], [source], false) => {
            let source = folder.join(source).into_os_string();
            Ok(program("python3".as_ref(), &[source], folder))
        }
        ([], [], true) => {
            compile("javac", &["Main.java"], folder)?;
            let args = ["-cp".into(), folder.as_os_str().to_owned(), "Main".into()];
            Ok(program("java".as_ref(), &args, folder))
        }
        ([], [], false) => match executables(folder)?.as_slice() {
            [one] => Ok(program(one.as_os_str(), &[], folder)),
            [] => Err(Unbuilt::could_not_start(
                "nothing to run: no Cargo.toml, Makefile, Main.java, .c, .py or executable file",
            )),
            several => Err(ambiguous(several.iter().map(|path| path.to_string_lossy()))),
        },
        (c, python, java) => {
            let main = java.then_some("Main.java");
            let sources = c.iter().chain(python).map(|name| name.as_str()).chain(main);
            Err(ambiguous(sources.map(Cow::Borrowed)))
        }
    }
}

fn ambiguous<'a>(names: impl Iterator<Item = Cow<'a, str>>) -> Unbuilt {
    let base = |name: Cow<'a, str>| name.rsplit(['/', '\\']).next().map(str::to_owned);
    let names: Vec<_> = names.filter_map(base).collect();
    Unbuilt::could_not_start(format!(
        "it is not clear which of these is the program: {}",
        names.join(", ")
    ))
}

fn program(command: &OsStr, args: &[OsString], folder: &Path) -> Program {
    Program {
        command: command.to_owned(),
        args: args.to_owned(),
        folder: folder.to_owned(),
    }
}

/// An archive often unpacks to a folder in a folder.
fn only_subfolder(folder: &Path) -> PathBuf {
    let mut entries = fs::read_dir(folder).into_iter().flatten().flatten();
    match (entries.next(), entries.next()) {
        (Some(only), None) if only.path().is_dir() => only.path(),
        _ => folder.to_owned(),
    }
}

/// The names of the files in `folder`, in the order of the alphabet.
fn files(folder: &Path) -> Result<Vec<String>, Unbuilt> {
    let unreadable =
        |error| Unbuilt::could_not_start(format!("cannot read {}: {error}", folder.display()));
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        if entry.path().is_file()
            && let Ok(name) = entry.file_name().into_string()
            && !name.starts_with('.')
        {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

fn executables(folder: &Path) -> Result<Vec<PathBuf>, Unbuilt> {
    let paths = files(folder)?.into_iter().map(|name| folder.join(name));
    Ok(paths.filter(|path| is_executable(path)).collect())
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.extension() == Some(OsStr::new("exe"))
}

fn make(folder: &Path) -> Result<Program, Unbuilt> {
    let before = executables(folder)?;
    compile("make", &[], folder)?;
    let mut after = executables(folder)?;
    after.retain(|path| !before.contains(path));
    match after.as_slice() {
        [one] => Ok(program(one.as_os_str(), &[], folder)),
        [] => Err(Unbuilt::could_not_start("make made no executable file")),
        several => Err(ambiguous(several.iter().map(|path| path.to_string_lossy()))),
    }
}

/// Runs `command` as a shell would, in `folder`.
pub fn shell(command: &str, folder: &Path) -> Result<(), Unbuilt> {
    let (shell, flag) = if cfg!(windows) {
        ("cmd", "/C")
    } else {
        ("sh", "-c")
    };
    let run = build_run(shell, &[flag, command], folder);
    finished(&run, command, folder)
}

fn compile(compiler: &str, args: &[&str], folder: &Path) -> Result<(), Unbuilt> {
    let run = build_run(compiler, args, folder);
    finished(
        &run,
        [&[compiler], args].concat().join(" ").as_str(),
        folder,
    )
}

/// Runs a build where its files are: what it leaves there is what it is for.
fn build_run<S: AsRef<OsStr>>(command: &str, args: &[S], folder: &Path) -> Run {
    let args: Vec<_> = args.iter().map(|arg| arg.as_ref().to_owned()).collect();
    run(
        &program(command.as_ref(), &args, folder),
        b"",
        &build_limits(),
        folder,
    )
}

fn finished(run: &Run, command: &str, folder: &Path) -> Result<(), Unbuilt> {
    // Some compilers complain on standard output.
    let said = match run.stderr.as_slice() {
        [] => &run.stdout[run.stdout.len().saturating_sub(4096)..],
        stderr => stderr,
    };
    let verdict = match run.end {
        End::Exited(0) => return Ok(()),
        End::CouldNotStart(_) => Verdict::CouldNotStart,
        _ => Verdict::BuildFailed,
    };
    Err(Unbuilt {
        verdict,
        reason: format!("{command}: {}", run.end),
        // Where the marker has put a copy of a submission tells nobody anything.
        output: visible(said).replace(&format!("{}/", folder.display()), ""),
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

fn cargo_build(cargo: &[OsString], args: &[OsString], folder: &Path) -> Result<Program, Unbuilt> {
    let mut words = cargo.to_vec();
    words.push("--message-format=json-render-diagnostics".into());
    let run = build_run("cargo", &words, folder);
    finished(&run, "cargo build", folder)?;
    match built(&run.stdout).as_slice() {
        [one] => Ok(program(one.as_ref(), args, folder)),
        [] => Err(Unbuilt::could_not_start(
            "cargo build made no executable file",
        )),
        several => Err(ambiguous(
            several.iter().map(|path| Cow::from(path.as_str())),
        )),
    }
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

    fn folder_of(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder can be made");
        for (name, text) in files {
            fs::write(folder.path().join(name), text).expect("a file can be written");
        }
        folder
    }

    fn reason(files: &[(&str, &str)]) -> String {
        find(folder_of(files).path())
            .expect_err("there is no program")
            .reason
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
    fn one_python_file_is_the_program() {
        let folder = folder_of(&[("game.py", ""), ("notes.txt", ""), (".x.py", "")]);
        let found = find(folder.path()).expect("it is clear");
        assert_eq!(found.command, "python3");
        assert_eq!(found.args, [folder.path().join("game.py")]);
    }

    #[test]
    fn a_folder_in_a_folder_is_looked_into() {
        let outer = tempfile::tempdir().expect("a folder can be made");
        let inner = outer.path().join("inner");
        fs::create_dir(&inner).expect("a folder can be made");
        fs::write(inner.join("a.py"), "").expect("a file can be written");
        assert_eq!(find(outer.path()).expect("it is clear").folder, inner);
    }

    #[test]
    fn an_unclear_folder_says_between_what() {
        assert!(reason(&[("a.py", ""), ("b.py", "")]).ends_with("program: a.py, b.py"));
        assert!(reason(&[("a.c", ""), ("b.py", "")]).ends_with("program: a.c, b.py"));
        assert!(reason(&[("readme.txt", "")]).starts_with("nothing to run"));
    }

    #[test]
    fn a_failed_build_tells_what_the_compiler_said() {
        let folder = folder_of(&[]);
        let unbuilt = prepare(
            &words("./a"),
            folder.path(),
            Some("echo no such thing >&2; exit 3"),
        );
        let unbuilt = unbuilt.expect_err("it fails");
        assert_eq!(unbuilt.verdict, Verdict::BuildFailed);
        assert_eq!(unbuilt.output, "no such thing\n");
        assert!(unbuilt.reason.ends_with("exit status 3"));
    }
}
