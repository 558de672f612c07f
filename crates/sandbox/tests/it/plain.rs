//! Harmless programs.

use std::fs;
use std::time::Duration;

use sandbox::{End, Level, Limits, Policy, Program, Run, run_watched};

use super::{Bench, LEVELS, run, run_plain};

fn sh(script: &str, input: &[u8]) -> Run {
    let bench = Bench::new();
    bench.run(&bench.sh(script), input, &Limits::default())
}

#[test]
fn input_output_errors_and_status_go_through() {
    let run = sh("tr a-z A-Z; echo oops >&2; exit 3", b"flip\r\n\xff\0");
    assert_eq!(run.end, End::Exited(3));
    assert_eq!(run.stdout, b"FLIP\r\n\xff\0");
    assert_eq!(run.stderr, b"oops\n");
    assert_eq!(run.input_left, 0);
}

#[test]
fn unread_input_does_not_hold_a_program_up() {
    let input = vec![b'x'; 300_000];
    let run = sh("echo done", &input);
    assert_eq!((run.end, run.stdout), (End::Exited(0), b"done\n".to_vec()));
    assert_eq!(run.input_left, 300_000);
    let run = sh("read line; read line; echo $line", b"one\ntwo\nthree\n");
    assert_eq!((run.stdout, run.input_left), (b"two\n".to_vec(), 6));
}

#[test]
fn a_program_is_stopped_once_enough_was_seen() {
    let bench = Bench::new();
    // It never ends by itself, and its limits are hours.
    let limits = Limits {
        wall: Duration::from_secs(7200),
        cpu: Duration::from_secs(7200),
        ..Limits::default()
    };
    let script = "read -r line; echo $line; cat >&2; echo more; while :; do sleep 1; done";
    for level in LEVELS {
        let mut seen = Vec::new();
        let run = run_watched(
            &bench.sandbox(level),
            &bench.sh(script),
            b"one\ntwo\n",
            &limits,
            |progress| {
                assert!(progress.output.starts_with(&seen));
                seen = progress.output.to_vec();
                seen == b"one\nmore\n" && progress.input_left == 0
            },
        )
        .expect("the machine has room");
        assert_eq!(run.end, End::Stopped, "{level}");
        assert_eq!(run.stdout, b"one\nmore\n");
        assert_eq!(run.stderr, b"two\n");
        assert_eq!(seen, run.stdout);
        bench.assert_nothing_is_left();
    }
}

#[test]
fn much_input_and_output_go_through() {
    let input = b"a line of input\n".repeat(60_000);
    let run = sh("cat; cat /dev/null >&2", &input);
    assert!(run.stdout == input);
    assert_eq!(run.end, End::Exited(0));
}

#[test]
fn both_ends_of_standard_error_are_kept() {
    let run = sh(
        "i=0; while [ $i -lt 9000 ]; do echo line $i >&2; i=$((i+1)); done",
        b"",
    );
    assert_eq!(run.stderr.len(), 64 << 10);
    assert!(run.stderr.starts_with(b"line 0\n"));
    assert!(run.stderr.ends_with(b"line 8999\n"));
}

#[test]
fn a_program_is_found_beside_its_files_and_writes_apart_from_them() {
    let bench = Bench::new();
    let folder = bench.folder.path();
    bench.write(
        "part1",
        "#!/bin/sh\ncat data/words; echo new > result; mkdir d; echo in > d/e; pwd > where\n",
    );
    fs::create_dir(folder.join("data")).expect("a folder can be made");
    bench.write("data/words", "words\n");
    bench.write("result", "old");
    let program = Program {
        writes: vec!["result".to_owned()],
        ..bench.program("./part1", &[])
    };
    // Twice, because the second run must find nothing of the first.
    for _ in 0..2 {
        let run = bench.run(&program, b"", &Limits::default());
        assert_eq!((run.end, run.stdout), (End::Exited(0), b"words\n".to_vec()));
        let files: Vec<_> = run.files.keys().map(String::as_str).collect();
        assert_eq!(files, ["d/e", "result", "where"]);
        assert_eq!(run.files["result"], b"new\n");
        let there = bench.scratch().canonicalize().expect("it is there");
        assert_eq!(
            run.files["where"],
            format!("{}\n", there.display()).as_bytes()
        );
    }
    let old = fs::read(folder.join("result")).expect("it is still there");
    assert_eq!(old, b"old");
}

#[test]
fn one_at_home_leaves_its_work_there_and_the_rest_nowhere() {
    let bench = Bench::new();
    let script = "pwd; echo made > work; echo rest > \"$TMPDIR/rest\"; echo $WORD";
    let program = Program {
        at_home: true,
        env: vec![("WORD".into(), "given".into())],
        ..bench.sh(script)
    };
    let folder = bench.folder.path();
    let policy = Policy {
        writable: vec![folder.to_owned()],
        ..Policy::default()
    };
    let run = run(
        &bench.sandbox_with(Level::Namespaces, policy),
        &program,
        b"",
        &Limits::default(),
    );
    let there = folder.canonicalize().expect("it is there");
    assert_eq!(
        String::from_utf8_lossy(&run.stdout),
        format!("{}\ngiven\n", there.display())
    );
    let names = |folder| -> Vec<_> {
        let entries = fs::read_dir(folder).expect("it is there").flatten();
        entries.map(|entry| entry.file_name()).collect()
    };
    assert_eq!(names(folder), ["work"]);
    assert!(names(bench.scratch()).is_empty());
}

#[test]
fn files_are_capped_in_number_and_length() {
    let run = sh(
        "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18; do head -c 100000 /dev/zero > f$i; done",
        b"",
    );
    assert_eq!(run.files.len(), 16);
    assert!(run.files.values().all(|bytes| bytes.len() == 64 << 10));
}

#[test]
fn why_a_program_cannot_start_is_said() {
    let bench = Bench::new();
    let folder = bench.folder.path();
    fs::write(folder.join("text"), "not a program").expect("a file can be written");
    bench.write("script", "#!/no/such/interpreter\n");
    bench.write("windows", "#!/bin/sh\r\necho\r\n");
    fs::create_dir(folder.join("folder")).expect("a folder can be made");
    let missing = format!("there is no ./missing in {}", folder.display());
    let interpreter = "the interpreter that ./script names does not exist";
    let windows = "the first line of ./windows ends with a carriage return, as on Windows, so its \
        interpreter is not found";
    for (command, why) in [
        ("./missing", &*missing),
        ("no-such-command", "there is no command no-such-command"),
        ("./text", "./text is not executable"),
        ("./folder", "./folder is a folder"),
        ("./script", interpreter),
        ("./windows", windows),
    ] {
        let run = bench.run(&bench.program(command, &[]), b"x", &Limits::default());
        assert_eq!(run.end, End::CouldNotStart(why.to_owned()));
        assert_eq!(run.input_left, 1);
    }
    let program = Program {
        folder: folder.join("gone"),
        ..bench.sh("exit 0")
    };
    let run = bench.run(&program, b"", &Limits::default());
    assert!(matches!(run.end, End::CouldNotStart(why) if why.contains("gone")));
}

#[test]
fn the_next_run_in_a_folder_finds_what_the_first_one_found() {
    let bench = Bench::new();
    bench.write("data", "as it was\n");
    let tamper = "
        rm data; echo other > data; mkdir -p new/deep; echo x > new/deep/file
        ln -s /etc/passwd here; mkfifo pipe";
    let bend = "ln -sf /dev/null data";
    for script in [tamper, bend] {
        let run = bench.run(&bench.sh(script), b"", &Limits::default());
        assert_eq!(run.end, End::Exited(0), "{script}");
        let run = bench.run(&bench.sh("ls; cat data"), b"", &Limits::default());
        assert_eq!(run.stdout, b"data\nas it was\n", "{script}");
    }
    let other = Bench::new();
    let readable = vec![other.folder.path().to_owned()];
    let policy = Policy {
        readable,
        ..Policy::default()
    };
    let sandbox = bench.sandbox_with(Level::Namespaces, policy);
    let run = run_plain(&sandbox, &other.sh("ls"));
    assert_eq!(run.stdout, b"", "the links of another program are gone");
}

#[test]
fn output_that_is_opened_anew_goes_on_at_the_end() {
    let bench = Bench::new();
    let program = bench.sh("echo a; echo b >> /dev/stdout; echo c; echo d >> /proc/self/fd/1");
    let run = bench.run(&program, b"", &Limits::default());
    assert_eq!(run.stdout, b"a\nb\nc\nd\n");
}
