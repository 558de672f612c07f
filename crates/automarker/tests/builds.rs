//! Submissions of every kind, and builds that mean harm, as a batch meets them.
//!
//! It needs cargo, gcc, make, python3 and a JDK (java and javac).

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// A program in C that passes both cases.
const C: &str = "#include <stdio.h>\nint main(void) { char line[99]; \
                 while (fgets(line, 99, stdin)) printf(\"%s%s\", line, line); return 0; }\n";

/// A table that stands for a package of this name.
fn package(name: &str) -> String {
    format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n")
}

/// A `main` in Rust that passes both cases with the function `twice`.
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

/// The first case of a report: of two for a program that prints each line
/// twice.
fn batch(files: &[(&str, &str)], options: &[&str]) -> Value {
    let folder = folder();
    write(
        folder.path(),
        &[
            ("cases/one.in", "a\n"),
            ("cases/two.in", "b\nc\n"),
            (
                "cases/one.snap",
                "---\nsource: x\n---\n── status 0\n── stdout\na␊\na␊\n",
            ),
            (
                "cases/two.snap",
                "---\nsource: x\n---\n── status 0\n── stdout\nb␊\nb␊\nc␊\nc␊\n",
            ),
        ],
    );
    write(&folder.path().join("submissions/alice"), files);
    let batch = "batch utoronto-a1 submissions --cases cases --reports out --format json";
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("automarker"));
    let output = command
        .args(batch.split(' '))
        .args(options)
        .current_dir(folder.path())
        .output()
        .expect("the command runs");
    let report = fs::read(folder.path().join("out/alice.json"));
    let report = report.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let report: Value = serde_json::from_slice(&report).expect("it is JSON");
    let right = report["passed"] == report["total"];
    assert_eq!(output.status.code(), Some(i32::from(!right)), "{report}");
    report["cases"][0].clone()
}

fn passes(files: &[(&str, &str)]) {
    let case = batch(files, &[]);
    assert_eq!(case["verdict"], "ok", "{case:#}");
}

/// That it gets this verdict, for a reason with these words.
fn fails(files: &[(&str, &str)], options: &[&str], verdict: &str, words: &str) {
    let case = batch(files, options);
    assert_eq!(case["verdict"], verdict, "{case:#}");
    let reason = case["reason"].as_str().unwrap_or_default();
    assert!(reason.contains(words), "{case:#}");
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
fn between_two_java_programs_nobody_chooses() {
    fails(
        &[
            ("A.java", &java("", "A", "line")),
            ("B.java", &java("", "B", "line")),
        ],
        &[],
        "could not start",
        "program: A.java, B.java",
    );
}

#[test]
fn a_java_heap_stays_below_the_memory_limit() {
    require("javac");
    let call = "Runtime.getRuntime().maxMemory() < 300 << 20 ? line : \"large\"";
    let files = [("Main.java", java("", "Main", call))];
    let case = batch(&[(files[0].0, &files[0].1)], &["--memory", "300"]);
    assert_eq!(case["verdict"], "ok", "{case:#}");
    assert_eq!(case["stderr"], Value::Null, "{case:#}");
}

#[test]
fn what_make_makes_is_run() {
    require("make");
    require("gcc");
    let rule =
        |target: &str| format!("{target}: main.c\n\tmkdir -p bin && gcc -o {target} main.c\n");
    passes(&[("Makefile", &rule("game")), ("main.c", C)]);
    passes(&[("GNUmakefile", &rule("bin/game")), ("main.c", C)]);
    let both = format!("all: game bin/test\n{}{}", rule("game"), rule("bin/test"));
    passes(&[("makefile", &both), ("main.c", C)]);
    // A program that was handed in with its sources may be anybody's.
    passes(&[("Makefile", &rule("game")), ("main.c", C), ("game", "old")]);
    let both = format!("all: game test\n{}{}", rule("game"), rule("test"));
    let files = [("Makefile", &*both), ("main.c", C)];
    fails(&files, &[], "could not start", "program: game, test");
    let files = [("Makefile", "main.o: main.c\n"), ("main.c", C)];
    fails(&files, &[], "could not start", "made no executable file");
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
    fails(&files, &[], "could not start", "program: part1.c, part2.c");
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
fn a_crate_that_is_not_there_is_not_waited_for() {
    let manifest = package("game") + "[dependencies]\nhelp-of-nobody = \"0.1\"\n";
    fails(
        &[
            ("Cargo.toml", &manifest),
            ("src/main.rs", &rust("help_of_nobody::twice")),
        ],
        &[],
        "build failed",
        "needs crates that are not on this machine",
    );
}

/// A build that means harm, and the words of the reason it fails for. Nothing
/// of it is left.
#[cfg(target_os = "linux")]
fn harmless(recipe: &str, options: &[&str], words: &str) {
    require("make");
    let mark = format!("marked-build-{}-{}", process::id(), words.replace(' ', "-"));
    let makefile = format!("game:\n\t@: {mark}; {recipe}\n");
    fails(&[("Makefile", &makefile)], options, "build failed", words);
    let left: Vec<String> = fs::read_dir("/proc")
        .expect("there is a /proc")
        .filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok())
        .map(|line| String::from_utf8_lossy(&line).into_owned())
        .filter(|line| line.contains(&mark))
        .collect();
    assert_eq!(left, Vec::<String>::new());
}

#[cfg(target_os = "linux")]
#[test]
fn a_build_that_forks_for_ever_fails() {
    harmless(
        "b() { b | b & }; b; while :; do :; done",
        &["--build-processes", "32"],
        "it started more processes than it may",
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_build_that_eats_memory_fails() {
    harmless(
        "x=0123456789; while :; do x=$$x$$x; done",
        &["--build-memory", "200"],
        "it took more memory than it may",
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_build_that_prints_for_ever_fails() {
    harmless("yes", &[], "it wrote more than it may");
}

#[cfg(target_os = "linux")]
#[test]
fn a_build_that_takes_for_ever_fails() {
    harmless(
        "setsid sleep 600 & while :; do sleep 600; done",
        &["--build-time", "1"],
        "its wall time was up",
    );
}
