//! Allowed behaviour of programs.

use std::fs;

use sandbox::{End, Level, Limits, Policy};

use super::{Bench, LEVELS, require, run, source};

#[test]
fn a_program_writes_in_its_folder_and_nowhere_else() {
    let bench = Bench::new();
    let outside = bench.folder.path().join("outside");
    fs::write(&outside, "kept\n").expect("a file can be written");
    let script = format!(
        "echo a > inside && echo inside; mkdir d && mv inside d/inside; echo x > /dev/null && echo null
         echo b 2>/dev/null > {0} || echo refused; rm -f {0} 2>/dev/null || echo refused; echo c 2>/dev/null > {0}2 || echo refused
         cat {0}",
        outside.display()
    );
    let printed = bench.printed(&Policy::default(), &bench.sh(&script));
    assert_eq!(printed, "inside\nnull\nrefused\nrefused\nrefused\nkept\n");
    assert_eq!(fs::read(&outside).expect("it is there"), b"kept\n");
}

#[test]
fn python_has_its_modules_and_copies_files() {
    let bench = Bench::new();
    let printed = bench.printed(&Policy::default(), &bench.python(&source("modules.py")));
    assert_eq!(printed, "hi\n(1,)\n");
}

#[test]
fn what_a_level_lacks_is_no_programs_failure() {
    let bench = Bench::new();
    let locks = "import multiprocessing; multiprocessing.Lock(); print('locked')";
    let program = bench.python(locks);
    let run_at = |level| sandbox::run(&bench.sandbox(level), &program, b"", &Limits::default());
    let ran = run_at(Level::Namespaces).expect("it has all that programs need");
    assert_eq!(ran.stdout, b"locked\n");
    let failed = run_at(Level::Landlock).expect_err("it has no folder for locks");
    assert!(failed.to_string().contains("multiprocessing"), "{failed}");
}

#[test]
fn a_java_machine_runs() {
    require("javac");
    let bench = Bench::new();
    let folder = bench.folder.path();
    bench.write(
        "Main.java",
        "class Main { public static void main(String[] a) { System.out.println(\"hi\"); } }",
    );
    let policy = Policy {
        writable: vec![folder.to_owned()],
        builds: true,
        ..Policy::default()
    };
    let limits = Limits {
        memory: 4 << 30,
        processes: 256,
        ..Limits::default()
    };
    // Neither takes the bench's mark for a file.
    let mut build = bench.program("javac", &["Main.java"]);
    build.at_home = true;
    build.args.truncate(1);
    let mut program = bench.program("java", &["-cp", ".", "Main"]);
    program.args.truncate(3);
    for level in &LEVELS[..2] {
        let sandbox = bench.sandbox_with(*level, policy.clone());
        let built = run(&sandbox, &build, b"", &limits);
        assert_eq!(built.end, End::Exited(0), "{level}: {built:?}");
        drop(sandbox);
        let ran = bench.run_at(*level, &program, b"", &Limits::default());
        assert_eq!(ran.stdout, b"hi\n", "{level}: {ran:?}");
    }
}
