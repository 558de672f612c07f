//! Submissions of every kind, and hostile builds.
//!
//! It needs cargo, gcc, make, python3 and a JDK (java and javac).

#![cfg(unix)]

mod archive;
mod export;
mod find;
#[cfg(target_os = "linux")]
mod hostile;
#[cfg(target_os = "linux")]
mod interpreter;
mod packed;

use std::fs;
use std::path::Path;
use std::process;

use sandbox::{End, Limits, Run, Sandbox, TemporaryFolder, run};
use submission::{BUILD_LIMITS, Building, Failed, Stage, Unbuilt, WorkingCopy, limit_java_heap};
use tempfile::TempDir;

/// A supervisor is this very executable, run again.
#[ctor::ctor(unsafe)]
fn become_supervisor() {
    sandbox::supervise_if_asked();
}

/// A program in C that prints each line twice.
const C: &str = "#include <stdio.h>\nint main(void) { char line[99]; \
                 while (fgets(line, 99, stdin)) printf(\"%s%s\", line, line); return 0; }\n";

/// The manifest of a package of this name.
fn package(name: &str) -> String {
    format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n")
}

/// A `main` in Rust that calls the function `twice` for each line.
fn rust(twice: &str) -> String {
    format!("fn main() {{ for line in std::io::stdin().lines() {{ {twice}(&line.unwrap()); }} }}\n")
}

const TWICE: &str = "pub fn twice(line: &str) { println!(\"{line}\\n{line}\"); }\n";

/// The class `name` in Java, whose `main` prints each line and what `call` is.
fn java(head: &str, name: &str, call: &str) -> String {
    format!(
        "{head}\nimport java.util.Scanner;\npublic class {name} {{\n  \
         public static void main(String[] args) {{\n    Scanner in = new Scanner(System.in);\n    \
         while (in.hasNextLine()) {{ String line = in.nextLine(); System.out.println(line); \
         System.out.println({call}); }}\n  }}\n}}\n"
    )
}

const HELPER: &str = "class Helper { static String same(String line) { return line; } }\n";

fn require(command: &str) {
    let found = process::Command::new(command).arg("--version").output();
    assert!(
        found.is_ok_and(|output| output.status.success()),
        "this test needs {command}: please install it"
    );
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder can be made")
}

fn write(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = folder.join(name);
        let parent = path.parent().expect("it is in a folder");
        fs::create_dir_all(parent).expect("a folder can be made");
        fs::write(path, text).expect("a file can be written");
    }
}

/// Builds and runs a submission of these files, with two lines as its input.
fn build_and_run(files: &[(&str, &str)], build: Limits, limits: &Limits) -> Result<Run, Failed> {
    let folder = folder();
    write(folder.path(), files);
    let building = Building {
        limits: build,
        ..Building::default()
    };
    let copy = WorkingCopy::of(folder.path())?;
    let policy = copy.run_policy(&building);
    let (_copy, program) = copy.build(&building, &submission::find);
    let mut program = program?.program;
    limit_java_heap(&mut program, limits);
    let scratch = TemporaryFolder::new().expect("a folder can be made");
    let sandbox = Sandbox::start(&policy, scratch.path()).expect("there is a sandbox");
    Ok(run(&sandbox, &program, b"a\nb\n", limits)?)
}

/// The submission's own fault.
fn own(failed: Failed) -> Unbuilt {
    match failed {
        Failed::Unbuilt(unbuilt) => unbuilt,
        Failed::Host(error) => panic!("{error}"),
    }
}

/// Checks that a submission of these files prints each line twice.
fn passes(files: &[(&str, &str)]) {
    let run = build_and_run(files, BUILD_LIMITS, &Limits::default());
    let run = run.unwrap_or_else(|failed| panic!("{failed:#?}"));
    let printed = String::from_utf8_lossy(&run.stdout);
    assert_eq!((run.end, &*printed), (End::Exited(0), "a\na\nb\nb\n"));
}

/// Checks that a submission of these files cannot be built, for a reason with
/// these words.
fn fails(files: &[(&str, &str)], build: Limits, stage: Stage, words: &str) {
    let run = build_and_run(files, build, &Limits::default());
    let unbuilt = own(run.expect_err("it cannot be built"));
    assert_eq!(unbuilt.stage, stage, "{unbuilt:#?}");
    assert!(unbuilt.reason.contains(words), "{unbuilt:#?}");
}

#[test]
fn a_java_file_is_run_with_or_without_a_package() {
    require("javac");
    passes(&[("Main.java", &java("", "Main", "line"))]);
    passes(&[("Main.java", &java("package a.b;", "Main", "line"))]);
    passes(&[("Reversi.java", &java("", "Reversi", "line"))]);
}

#[test]
fn java_files_that_need_each_other_are_compiled_together() {
    require("javac");
    passes(&[
        ("Game.java", &java("", "Game", "Helper.same(line)")),
        ("Others.java", HELPER),
    ]);
    let helper = format!(
        "package a.help;\npublic {}",
        HELPER.replace("static", "public static")
    );
    passes(&[
        ("README.md", ""),
        (
            "src/a/Main.java",
            &java("package a;", "Main", "a.help.Helper.same(line)"),
        ),
        ("src/a/help/Helper.java", &helper),
    ]);
}

#[test]
fn two_java_programs_are_ambiguous() {
    fails(
        &[
            ("A.java", &java("", "A", "line")),
            ("B.java", &java("", "B", "line")),
        ],
        BUILD_LIMITS,
        Stage::Start,
        "program: A.java, B.java; to run `A.java`, end the command with `-- java A.java`",
    );
}

#[test]
fn a_java_heap_stays_below_the_memory_limit() {
    require("javac");
    let call = "Runtime.getRuntime().maxMemory() < 300 << 20 ? line : \"large\"";
    let limits = Limits {
        memory: 300 << 20,
        ..Limits::default()
    };
    let files = [("Main.java", &*java("", "Main", call))];
    let run = build_and_run(&files, BUILD_LIMITS, &limits).expect("it compiles");
    assert_eq!(run.stdout, b"a\na\nb\nb\n");
    assert_eq!(run.stderr, b"");
}

#[test]
fn the_program_that_make_builds_is_run() {
    require("make");
    require("gcc");
    let rule =
        |target: &str| format!("{target}: main.c\n\tmkdir -p bin && gcc -o {target} main.c\n");
    passes(&[("Makefile", &rule("game")), ("main.c", C)]);
    passes(&[("GNUmakefile", &rule("bin/game")), ("main.c", C)]);
    let both = format!("all: game bin/test\n{}{}", rule("game"), rule("bin/test"));
    passes(&[("makefile", &both), ("main.c", C)]);
    // A program beside its sources may be for another machine.
    passes(&[("Makefile", &rule("game")), ("main.c", C), ("game", "old")]);
    let both = format!("all: game test\n{}{}", rule("game"), rule("test"));
    let files = [("Makefile", &*both), ("main.c", C)];
    fails(
        &files,
        BUILD_LIMITS,
        Stage::Start,
        "program: game, test; to run `game`, end the command with `--build make -- ./game`",
    );
    let files = [("Makefile", "main.o: main.c\n"), ("main.c", C)];
    fails(
        &files,
        BUILD_LIMITS,
        Stage::Start,
        "built no executable file",
    );
}

#[test]
fn c_files_are_compiled_together() {
    require("gcc");
    passes(&[
        (
            "main.c",
            "int play(void);\nint main(void) { return play(); }\n",
        ),
        ("play.c", &C.replace("main", "play")),
        ("play.h", ""),
    ]);
    let files = [("part1.c", C), ("part2.c", C)];
    fails(
        &files,
        BUILD_LIMITS,
        Stage::Start,
        "program: part1.c, part2.c",
    );
}

#[test]
fn the_name_of_a_file_is_no_option() {
    require("gcc");
    require("javac");
    passes(&[("-o.c", C)]);
    passes(&[("@main.c", C)]);
    passes(&[
        ("Main.java", &java("", "Main", "Helper.same(line)")),
        ("@Helper.java", HELPER),
        ("-help.java", "class Other {}\n"),
    ]);
    let files = [("@a.java", &*java("", "A", "line"))];
    fails(&files, BUILD_LIMITS, Stage::Start, "`@a` is not the name");
}

#[test]
fn python_files_are_run_by_the_one_that_is_the_program() {
    require("python3");
    let main = |module: &str| {
        format!("import sys\nfrom {module} import twice\nfor line in sys.stdin:\n    twice(line)\n")
    };
    let twice = "def twice(line):\n    print(line + line, end='')\n";
    passes(&[("main.py", &main("help")), ("help.py", twice)]);
    passes(&[("__main__.py", &main("help")), ("help.py", twice)]);
    passes(&[
        ("game/__init__.py", ""),
        ("game/__main__.py", &main(".help")),
        ("game/help.py", twice),
    ]);
}

#[test]
fn a_cargo_package_may_have_others_beside_it() {
    let manifest = package("game") + "[dependencies]\nhelp = { path = \"help\" }\n";
    passes(&[
        ("Cargo.toml", &manifest),
        ("src/main.rs", &rust("help::twice")),
        ("help/Cargo.toml", &package("help")),
        ("help/src/lib.rs", TWICE),
    ]);
}

#[test]
fn a_cargo_package_may_bring_the_crates_it_needs() {
    let manifest = package("game") + "[dependencies]\nhelp-of-nobody = \"0.1\"\n";
    let vendored = "[source.crates-io]\nreplace-with = \"vendored\"\n\
                    [source.vendored]\ndirectory = \"vendor\"\n";
    passes(&[
        ("Cargo.toml", &manifest),
        ("src/main.rs", &rust("help_of_nobody::twice")),
        (".cargo/config.toml", vendored),
        ("vendor/help/Cargo.toml", &package("help-of-nobody")),
        ("vendor/help/.cargo-checksum.json", "{\"files\":{}}"),
        ("vendor/help/src/lib.rs", TWICE),
    ]);
}

#[test]
fn a_missing_crate_is_reported_at_once() {
    let manifest = package("game") + "[dependencies]\nhelp-of-nobody = \"0.1\"\n";
    fails(
        &[
            ("Cargo.toml", &manifest),
            ("src/main.rs", &rust("help_of_nobody::twice")),
        ],
        BUILD_LIMITS,
        Stage::Build,
        "needs crates that are not on this machine",
    );
}
