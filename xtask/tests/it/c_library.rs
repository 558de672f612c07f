//! The C library from a C programmer's view: built by the chore, linked by the handout's
//! command, and played. The tests need gcc and g++.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use tempfile::TempDir;

const STRICT: [&str; 5] = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror"];

fn made() -> &'static Path {
    static MADE: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c-library");
        if folder.exists() {
            fs::remove_dir_all(&folder).expect("what an earlier test has left can go");
        }
        chore(&folder);
        folder
    });
    &MADE
}

fn chore(folder: &Path) -> String {
    let chore = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["c-library", "--profile", "dev"])
        .arg(folder)
        // With `.ci/run`'s target, programs are static, and there is no shared library.
        .env_remove("CARGO_BUILD_TARGET")
        .env_remove("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUSTFLAGS")
        .output()
        .expect("the chore runs");
    assert!(chore.status.success(), "{}", text(&chore));
    text(&chore)
}

/// Copies the chore's files except the shared libraries, and the test's `files`, to a folder of
/// its own.
fn folder(files: &[&str]) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    for entry in fs::read_dir(made()).expect("the chore has made it") {
        let path = entry.expect("it can be read").path();
        if path.is_file() {
            copy(&path, folder.path());
        }
    }
    for file in files {
        copy(&source(file), folder.path());
    }
    folder
}

fn source(file: &str) -> PathBuf {
    let folder = course_tests::workspace().join("xtask/tests/it/c_library");
    folder.join(file)
}

fn copy(file: &Path, to: &Path) {
    let name = file.file_name().expect("it is a file");
    fs::copy(file, to.join(name)).expect("it can be copied");
}

fn run(folder: &Path, command: &str, input: &str) -> String {
    let mut words = command.split_whitespace();
    let program = words.next().expect("a program");
    let mut child = Command::new(program)
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("this test needs {program} (on Debian: gcc, g++): {error}"));
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin
        .write_all(input.as_bytes())
        .expect("it reads its input");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{command}\n{}", text(&output));
    String::from_utf8(output.stdout).expect("it prints text")
}

fn text(output: &Output) -> String {
    format!(
        "{}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

#[test]
fn a_submission_compiles_with_the_handouts_command_and_plays() {
    let folder = folder(&["part2.c"]);
    run(
        folder.path(),
        "gcc part2.c -L. -llab8part2 -std=c99 -o lab8part2",
        "",
    );
    for colour in ["B", "W"] {
        let printed = run(folder.path(), "./lab8part2", &format!("8\n{colour}\n"));
        assert!(
            printed.ends_with(&format!("{colour} player wins.\n")),
            "{printed}"
        );
    }
}

#[test]
fn the_example_is_without_a_warning_and_plays_six_games() {
    let folder = folder(&[]);
    let strict = STRICT.join(" ");
    // On 8×8 squares, the strongest player takes half a minute.
    run(folder.path(), "sed -i.8 s/n.=.8;/n=4;/ example.c", "");
    run(
        folder.path(),
        &format!("gcc example.c -L. -llab8part2 {strict} -o example"),
        "",
    );
    let printed = run(folder.path(), "./example", "");
    assert_eq!(printed.lines().count(), 6, "{printed}");
    let discs = printed.lines().map(|line| {
        let (_, discs) = line.split_once(": ").expect("the score follows");
        let (naive, other) = discs.split_once(" to ").expect("it has two numbers");
        [naive, other].map(|discs| discs.parse::<u8>().expect("it counts discs"))
    });
    let discs: Vec<_> = discs.collect();
    let strongest = [2, 5].map(|line| discs[line]);
    assert!(
        strongest.iter().all(|[naive, other]| naive < other),
        "{printed}"
    );
}

#[test]
fn every_mistake_has_its_value_and_every_promise_is_kept() {
    let folder = folder(&["calls.c", "games.c", "meet.c", "rules.h"]);
    let strict = STRICT.join(" ");
    for (program, libraries) in [
        ("calls", "-llab8part2 -pthread"),
        ("games", "-llab8part2"),
        ("meet", "-llab8strongest -llab8part2"),
    ] {
        // On other systems the archives are rustc's own, which cannot be linked together.
        if program != "meet" || cfg!(target_os = "linux") {
            let compile = format!("gcc {program}.c -L. {libraries} {strict} -o {program}");
            run(folder.path(), &compile, "");
            run(folder.path(), &format!("./{program}"), "");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_library_defines_its_functions_and_no_other_name() {
    let find = ["findSmarterMove", "findSmartestMove", "findStrongestMove"];
    for (library, functions) in [
        ("liblab8part2", &find[..]),
        ("liblab8strongest", &["makeMove"]),
    ] {
        for symbols in [
            format!("nm --extern-only --defined-only --format=posix {library}.a"),
            format!("nm --dynamic --defined-only --format=posix shared/{library}.so"),
        ] {
            let printed = run(made(), &symbols, "");
            let names: Vec<&str> = printed
                .lines()
                .filter_map(|line| line.split_once(' '))
                .filter(|(_, rest)| rest.starts_with(char::is_uppercase))
                .map(|(name, _)| name)
                .collect();
            assert_eq!(names, functions, "{symbols}");
        }
    }
}

#[test]
fn the_shared_libraries_are_loaded_and_linked_with() {
    let folder = folder(&["shared.c", "part2.c", "rules.h"]);
    let (strict, shared) = (STRICT.join(" "), made().join("shared"));
    let shared = shared.to_str().expect("a temporary folder's name is text");
    let suffix = std::env::consts::DLL_SUFFIX;
    run(
        folder.path(),
        &format!("gcc shared.c {strict} -ldl -o shared"),
        "",
    );
    run(
        folder.path(),
        &format!("./shared {shared}/liblab8part2{suffix} {shared}/liblab8strongest{suffix}"),
        "",
    );
    run(
        folder.path(),
        &format!("gcc part2.c -L{shared} -llab8part2 -Wl,-rpath,{shared} -std=c99 -o linked"),
        "",
    );
    run(folder.path(), "./linked", "6\nB\n");
}

#[test]
fn each_header_can_be_included_alone_twice_and_from_cpp() {
    let folder = folder(&[]);
    for header in ["lab8part2.h", "liblab8part2.h"] {
        let lines = format!("#include \"{header}\"\n#include \"{header}\"\nint unused;\n");
        for (compiler, standard, file) in [("gcc", "c99", "h.c"), ("g++", "c++98", "h.cpp")] {
            fs::write(folder.path().join(file), &lines).expect("a file can be written");
            let options = "-Wall -Wextra -pedantic -Werror -fsyntax-only";
            run(
                folder.path(),
                &format!("{compiler} -std={standard} {options} {file}"),
                "",
            );
        }
    }
}

#[test]
fn what_a_reader_has_changed_is_left_alone() {
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join("example.c"), "mine").expect("a file can be written");
    // Not while the other tests build theirs: cargo uses the same folder for both.
    made();
    let said = chore(folder.path());
    let kept = fs::read_to_string(folder.path().join("example.c")).expect("it is there");
    assert_eq!(kept, "mine");
    assert!(said.contains("left as it was there"), "{said}");
}
