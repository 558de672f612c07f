//! Honest programs, at every level, whoever marks: as root and as an ordinary user, with and
//! without a control group.
#![expect(clippy::print_stdout, reason = "a marker of a test reports by it")]

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};
use std::thread;

use nix::unistd::geteuid;
use sandbox::{End, HostError, Limits, Policy, Program};
use tempfile::TempDir;

use super::{Bench, LEVELS};

/// The variable that makes this executable a marker: the folder of the programs.
const FOLDER: &str = "SANDBOX_TEST_HONEST";

/// A line per program: its name, what compiles it, and what runs it.
const PROGRAMS: &str = include_str!("programs/honest/programs.txt");

/// Programs whose compiler or interpreter need not be there.
const OPTIONAL: [&str; 2] = ["node", "go"];

/// The programs that need what a level may lack.
const LACKING: [&str; 3] = ["multiprocessing", "c", "c++"];

fn programs() -> impl Iterator<Item = [&'static str; 3]> {
    let split = |line: &'static str| line.splitn(3, ':').map(str::trim).collect::<Vec<_>>();
    PROGRAMS
        .lines()
        .map(move |line| split(line).try_into().expect("three parts"))
}

/// Prints a line per program and level: how it ended.
pub(super) fn become_marker() {
    let Some(folder) = env::var_os(FOLDER).map(PathBuf::from) else {
        return;
    };
    for level in LEVELS {
        for [name, _, command] in programs() {
            let policy = Policy {
                readable: vec![folder.clone()],
                ..Policy::default()
            };
            let bench = Bench::new();
            let sandbox = bench.sandbox_with(level, policy);
            let mut words = command.split(' ');
            let program = Program {
                command: words.next().unwrap_or_default().into(),
                args: words.map(Into::into).collect(),
                folder: folder.clone(),
                ..Program::default()
            };
            let result = match sandbox::run(&sandbox, &program, b"", &Limits::default()) {
                Ok(run) if run.end == End::Exited(0) && run.stdout == b"ok\n" => "ok".to_owned(),
                Ok(run) => format!("{run:?}"),
                Err(HostError::Setup(_))
                    if LACKING.contains(&name) && !level.lacks().is_empty() =>
                {
                    "ok".to_owned()
                }
                Err(error) => error.to_string(),
            };
            println!("{level}, {}: {name}: {result}", sandbox.limited_by());
        }
    }
    exit(0);
}

fn is_expected(line: &str) -> bool {
    let is_missing = |name| line.contains(&format!(": {name}: ")) && line.contains("CouldNotStart");
    line.ends_with(": ok") || OPTIONAL.into_iter().any(is_missing)
}

/// Returns a folder with the programs and this executable, for every user.
fn compiled() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let open = fs::Permissions::from_mode(0o755);
    fs::set_permissions(folder.path(), open).expect("it is ours");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/programs/honest");
    let files = fs::read_dir(sources).expect("it is there").flatten();
    let files = files.map(|entry| (entry.path(), entry.file_name()));
    let own = env::current_exe().expect("it is there");
    for (from, name) in files.chain([(own, "marker".into())]) {
        fs::copy(from, folder.path().join(name)).expect("it can be copied");
    }
    for [name, compiler, _] in programs() {
        let mut sh = Command::new("sh");
        sh.args(["-c", compiler]).current_dir(folder.path());
        let is_done = sh.status().is_ok_and(|status| status.success());
        assert!(is_done || OPTIONAL.contains(&name), "{compiler}");
    }
    folder
}

#[test]
fn honest_programs_run_at_every_level_whoever_marks() {
    let folder = compiled();
    let no_group = "unshare -m sh -c 'mount -t tmpfs none /sys/fs/cgroup && exec \"$@\"' sh";
    let user = "setpriv --reuid 60000 --regid 60000 --clear-groups";
    let ways = [
        String::new(),
        format!("{no_group} "),
        format!("{no_group} {user}"),
        "sh delegated.sh 60000".into(),
    ];
    let count = if geteuid().is_root() { ways.len() } else { 1 };
    let mark = |way: &String| {
        let mut sh = Command::new("sh");
        sh.args(["-c", &format!("{way} ./marker")])
            .env(FOLDER, folder.path())
            .current_dir(folder.path());
        let output = sh.output().expect("there is a shell");
        assert!(output.status.success(), "{way}: {output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let printed: String = thread::scope(|scope| {
        let marked = ways[..count].iter().map(|way| scope.spawn(|| mark(way)));
        let marked: Vec<_> = marked.collect();
        marked
            .into_iter()
            .map(|it| it.join().expect("it marks"))
            .collect()
    });
    let failed: Vec<_> = printed.lines().filter(|line| !is_expected(line)).collect();
    assert!(failed.is_empty(), "{failed:#?}");
    assert_eq!(
        printed.lines().count(),
        count * LEVELS.len() * programs().count()
    );
}
