//! From a folder or a command line to a program that can be run.

use std::borrow::Cow;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use transcript::Verdict;

use crate::session::visible;
use transcript::process::Program;

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

/// How long one build may take.
const LONGEST: Duration = Duration::from_secs(300);

/// How much a build may print, in bytes.
const MOST: u64 = 64 << 20;

/// Where something is built.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    /// Where the sources are, and where the program will be.
    pub folder: &'a Path,
    /// Where compilers put what they need for a moment, if not where they
    /// usually do.
    pub temporary: Option<&'a Path>,
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

/// The program that a student's `folder` holds, built: a Cargo package, a
/// Makefile that makes one executable, `Main.java`, one C or Python file, or
/// one executable.
pub fn find(site: Site<'_>) -> Result<Program, Unbuilt> {
    let folder = &only_subfolder(site.folder);
    let site = Site { folder, ..site };
    let files = files(folder)?;
    let has = |name: &str| files.iter().any(|file| file == name);
    let ending = |ending: &str| -> Vec<_> {
        let of_kind = |file: &&String| Path::new(file).extension() == Some(OsStr::new(ending));
        files.iter().filter(of_kind).collect()
    };
    if has("Cargo.toml") {
        return cargo_build(&["build".into(), "--quiet".into()], &[], site);
    }
    if has("Makefile") || has("makefile") {
        return make(site);
    }
    let java = has("Main.java");
    match (ending("c").as_slice(), ending("py").as_slice(), java) {
        ([source], [], false) => {
            let output = format!("automarker-program{}", env::consts::EXE_SUFFIX);
            let args = ["-O2", "-std=c99", "-o", &output, source, "-lm"];
            compile("gcc", &args, site)?;
            Ok(program(folder.join(output).as_os_str(), &[], folder))
        }
        ([], [source], false) => {
            let source = folder.join(source).into_os_string();
            Ok(program("python3".as_ref(), &[source], folder))
        }
        ([], [], true) => {
            compile("javac", &["Main.java"], site)?;
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
        writes: Vec::new(),
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

fn make(site: Site<'_>) -> Result<Program, Unbuilt> {
    let folder = site.folder;
    let before = executables(folder)?;
    compile("make", &[], site)?;
    let mut after = executables(folder)?;
    after.retain(|path| !before.contains(path));
    match after.as_slice() {
        [one] => Ok(program(one.as_os_str(), &[], folder)),
        [] => Err(Unbuilt::could_not_start("make made no executable file")),
        several => Err(ambiguous(several.iter().map(|path| path.to_string_lossy()))),
    }
}

/// Runs `command` as a shell would, in `folder`.
pub fn shell(command: &str, site: Site<'_>) -> Result<(), Unbuilt> {
    let (shell, flag) = if cfg!(windows) {
        ("cmd", "/C")
    } else {
        ("sh", "-c")
    };
    run(shell, &[flag, command], site, command).map(drop)
}

fn compile(compiler: &str, args: &[&str], site: Site<'_>) -> Result<(), Unbuilt> {
    let line = [&[compiler], args].concat().join(" ");
    run(compiler, args, site, &line).map(drop)
}

fn cargo_build(cargo: &[OsString], args: &[OsString], site: Site<'_>) -> Result<Program, Unbuilt> {
    let mut words = cargo.to_vec();
    words.push("--message-format=json-render-diagnostics".into());
    let messages = run("cargo", &words, site, "cargo build")?;
    match built(&messages).as_slice() {
        [one] => Ok(program(one.as_ref(), args, site.folder)),
        [] => Err(Unbuilt::could_not_start(
            "cargo build made no executable file",
        )),
        several => Err(ambiguous(
            several.iter().map(|path| Cow::from(path.as_str())),
        )),
    }
}

/// Runs a build in the very folder of its sources, since what it leaves there
/// is what it is for, and gives what it wrote to standard output. What cannot
/// be marked but must be built is held to less than a case is: to wall time
/// and output.
fn run<S: AsRef<OsStr>>(
    command: &str,
    args: &[S],
    site: Site<'_>,
    line: &str,
) -> Result<Vec<u8>, Unbuilt> {
    let could_not = |error| Unbuilt::could_not_start(format!("{command}: {error}"));
    // Files, not pipes: a process that a build leaves behind cannot hold them
    // open in front of us.
    let file = || match site.temporary {
        Some(folder) => tempfile::tempfile_in(folder),
        None => tempfile::tempfile(),
    };
    let mut stdout = file().map_err(could_not)?;
    let mut stderr = file().map_err(could_not)?;
    let mut build = Command::new(command);
    build
        .args(args)
        .current_dir(site.folder)
        .stdin(Stdio::null())
        .stdout(stdout.try_clone().map_err(could_not)?)
        .stderr(stderr.try_clone().map_err(could_not)?);
    if let Some(temporary) = site.temporary {
        build.env("TMPDIR", temporary);
    }
    let mut child = start(&mut build).map_err(could_not)?;
    let ended = wait(&mut child, &[&stdout, &stderr]).map_err(could_not)?;
    let reason = match ended {
        Some(status) if status.success() => return read(&mut stdout, MOST).map_err(could_not),
        Some(status) => format!("{line}: {status}"),
        None => format!("{line}: it took longer, or printed more, than a build may"),
    };
    let mut said = read(&mut stderr, MOST).map_err(could_not)?;
    if said.is_empty() {
        // Some compilers complain on standard output.
        said = read(&mut stdout, MOST).map_err(could_not)?;
    }
    let said = visible(&said[said.len().saturating_sub(4096)..]);
    Err(Unbuilt {
        verdict: Verdict::BuildFailed,
        reason,
        // Where the marker has put a copy of a submission tells nobody anything.
        output: said.replace(&format!("{}/", site.folder.display()), ""),
    })
}

#[cfg(unix)]
fn start(build: &mut Command) -> io::Result<Child> {
    use std::os::unix::process::CommandExt;
    build.process_group(0).spawn()
}

#[cfg(not(unix))]
fn start(build: &mut Command) -> io::Result<Child> {
    build.spawn()
}

/// Waits for the end of a build, and ends whatever is left of it; `None` where
/// it took too much.
fn wait(child: &mut Child, outputs: &[&File]) -> io::Result<Option<ExitStatus>> {
    let began = Instant::now();
    let ended = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        let mut printed = 0;
        for output in outputs {
            printed += output.metadata()?.len();
        }
        if began.elapsed() > LONGEST || printed > MOST {
            break None;
        }
        thread::sleep(Duration::from_millis(5));
    };
    end_group(child);
    if ended.is_none() {
        // Both fail only where it has just ended by itself.
        let _ = child.kill();
        let _ = child.wait();
    }
    Ok(ended)
}

#[cfg(unix)]
fn end_group(child: &Child) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    if let Ok(group) = i32::try_from(child.id()) {
        // It fails where nobody is left in the group, which is as it should be.
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn end_group(_child: &Child) {}

fn read(file: &mut File, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
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
        }
    }

    fn folder_of(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder can be made");
        for (name, text) in files {
            fs::write(folder.path().join(name), text).expect("a file can be written");
        }
        folder
    }

    fn reason(files: &[(&str, &str)]) -> String {
        find(site(folder_of(files).path()))
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
        let found = find(site(folder.path())).expect("it is clear");
        assert_eq!(found.command, "python3");
        assert_eq!(found.args, [folder.path().join("game.py")]);
    }

    #[test]
    fn a_folder_in_a_folder_is_looked_into() {
        let outer = tempfile::tempdir().expect("a folder can be made");
        let inner = outer.path().join("inner");
        fs::create_dir(&inner).expect("a folder can be made");
        fs::write(inner.join("a.py"), "").expect("a file can be written");
        assert_eq!(find(site(outer.path())).expect("it is clear").folder, inner);
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
            site(folder.path()),
            Some("echo no such thing >&2; exit 3"),
        );
        let unbuilt = unbuilt.expect_err("it fails");
        assert_eq!(unbuilt.verdict, Verdict::BuildFailed);
        assert_eq!(unbuilt.output, "no such thing\n");
        assert!(unbuilt.reason.contains("exit status: 3"));
    }
}
