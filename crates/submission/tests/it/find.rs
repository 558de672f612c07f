//! The program that a folder holds.

use std::ffi::OsString;
use std::path::Path;

use sandbox::Program;
use submission::{Building, Failed, Site, Stage, WorkingCopy, find, prepare};

use super::{folder, own, write};

fn folder_of(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = folder();
    write(folder.path(), files);
    folder
}

fn found(folder: &Path) -> Result<Program, Failed> {
    let found = Building::default().in_folder(folder, find);
    found.map(|prepared| prepared.program)
}

fn reason(files: &[(&str, &str)]) -> String {
    own(found(folder_of(files).path()).expect_err("there is no program")).reason
}

/// What follows `python3`, without the folder.
fn python(files: &[(&str, &str)]) -> String {
    let folder = folder_of(files);
    let found = found(folder.path()).expect("it is clear");
    assert_eq!(found.command, "python3");
    let args = found.args.iter();
    let prefix = format!("{}/", folder.path().display());
    let args: Vec<_> = args
        .map(|arg| arg.to_string_lossy().replace(&prefix, ""))
        .collect();
    args.join(" ")
}

#[test]
fn one_python_file_is_the_program() {
    let files = [("game.py", ""), ("notes.txt", ""), (".x.py", "")];
    assert_eq!(python(&files), "game.py");
}

#[test]
fn one_of_several_python_files_may_be_clear() {
    const ASKING: &str = "def main(): pass\nif __name__ == '__main__':\n    main()\n";
    assert_eq!(python(&[("a.py", ASKING), ("main.py", "")]), "main.py");
    assert_eq!(
        python(&[("main.py", ""), ("__main__.py", "")]),
        "__main__.py"
    );
    assert_eq!(python(&[("a.py", ""), ("b.py", ASKING)]), "b.py");
}

#[test]
fn a_python_package_is_run_as_one() {
    let package = [("game/__main__.py", ""), ("game/__init__.py", "")];
    assert_eq!(python(&package), "-m game");
    let package = [&package[..], &[("README.md", "")]].concat();
    assert_eq!(python(&package), "-m game");
    assert_eq!(
        python(&[("game/__main__.py", ""), ("README.md", "")]),
        "game"
    );
}

#[test]
fn a_folder_in_a_folder_is_looked_into() {
    let files = [("inner/a.py", ""), (".x", ""), ("__MACOSX/b.py", "")];
    let outer = folder_of(&files);
    let found = found(outer.path()).expect("it is clear");
    assert_eq!(found.folder, outer.path().join("inner"));
}

#[test]
fn a_folder_without_a_clear_program_says_what_to_type() {
    const ASKING: &str = "if __name__ == '__main__':\n    main()\n";
    let unclear = "it is not clear which of these is the program: ";
    let nothing =
        "nothing to run: no Cargo.toml or Makefile, and no .java, .c, .py or executable file";
    for (files, start, end) in [
        (
            &[("proj2.py", ""), ("proj3.py", "")][..],
            unclear,
            "proj2.py, proj3.py; to run `proj2.py`, end the command with `-- python3 proj2.py`",
        ),
        (
            &[("a.py", ASKING), ("b.py", ASKING)],
            unclear,
            "a.py, b.py; to run `a.py`, end the command with `-- python3 a.py`",
        ),
        (
            &[("a.c", ""), ("b.py", "")],
            unclear,
            "a.c, b.py; to run `a.c`, end the command with `--build 'gcc -O2 -o a a.c -lm' -- ./a`",
        ),
        (&[("a b;.py", ""), ("c.py", "")], unclear, "a b;.py, c.py"),
        (
            &[("game.cpp", ""), ("src/board.cpp", ""), ("src/board.h", "")],
            nothing,
            "; to run `game.cpp`, `src/board.cpp`, end the command with `--build 'g++ -O2 -o game \
             game.cpp src/board.cpp' -- ./game`",
        ),
        (
            &[("a.js", ""), ("b.js", "")],
            nothing,
            "; to run `a.js`, end the command with `-- node a.js`",
        ),
        (
            &[("src/part1.c", ""), ("README.md", "")],
            nothing,
            "; to run `src/part1.c`, end the command with `--build 'gcc -O2 -o part1 src/part1.c -lm' -- \
             ./part1`",
        ),
        (&[("readme.txt", "")], nothing, ""),
    ] {
        assert_eq!(reason(files), format!("{start}{end}"));
    }
}

#[test]
fn a_missing_script_is_named_beside_those_that_are_there() {
    let folder = folder_of(&[("proj2.py", ""), ("old/proj1.py", ""), ("notes.txt", "")]);
    let prepared = |line: &str| {
        let words: Vec<_> = line.split(' ').map(OsString::from).collect();
        let prepare = |site: Site<'_>| prepare(&words, site, None);
        let in_folder = Building::default().in_folder(folder.path(), prepare);
        let copy = WorkingCopy::of(folder.path()).expect("it is small");
        let in_copy = copy.build(&Building::default(), &prepare).1;
        let reason = |prepared: Result<_, _>| prepared.err().map(|failed| own(failed).reason);
        assert_eq!(reason(in_folder.clone()), reason(in_copy), "{line}");
        reason(in_folder).unwrap_or_default()
    };
    let there = "; there is `old/proj1.py`, `proj2.py`";
    for (line, expected) in [
        ("python3 proj2.py", String::new()),
        (
            "python3 -u proj3.py",
            format!("there is no `proj3.py`{there}"),
        ),
        (
            "/usr/bin/python3.12 proj3.py",
            format!("there is no `proj3.py`{there}"),
        ),
        ("node proj2.js", "there is no `proj2.js`".to_owned()),
        ("python3 -m proj3", String::new()),
        ("cat save.py", String::new()),
    ] {
        assert_eq!(prepared(line), expected, "{line}");
    }
}

#[test]
fn a_failed_build_has_the_compilers_output() {
    let folder = folder();
    let words = [OsString::from("./a")];
    let build = "echo no such thing >&2; exit 3";
    let unbuilt =
        Building::default().in_folder(folder.path(), |site| prepare(&words, site, Some(build)));
    let unbuilt = own(unbuilt.expect_err("it fails"));
    assert_eq!(unbuilt.stage, Stage::Build);
    assert_eq!(unbuilt.output, "no such thing\n");
    assert!(unbuilt.reason.contains("exit status 3"));
}

#[test]
fn c_of_older_compilers_is_built_with_a_note() {
    const MAIN: &str = "#include \"game.h\"\nint main(void) { return play(); }\n";
    const PLAY: &str = "#include \"game.h\"\nint play(void) { return board[0]; }\n";
    const POSIX: &str = "#include <math.h>\nint main(void) { return M_PI > 4; }\n";
    let global = [
        ("game.h", "int board[64];\nint play(void);\n"),
        ("main.c", MAIN),
        ("play.c", PLAY),
    ];
    let both = [&global[1..], &[("game.h", "int board[64];\nint play(void);\n#include <math.h>\nstatic double pi(void) { return M_PI; }\n")]].concat();
    for (files, words) in [
        (global.as_slice(), &["-fcommon", "`board`"][..]),
        (&[("main.c", POSIX)], &["-std=gnu99"]),
        (&both, &["-std=gnu99", "-fcommon"]),
        (&[("main.c", "int main(void) { return 0; }\n")], &[]),
    ] {
        let found = Building::default().in_folder(folder_of(files).path(), find);
        let notes = found.expect("it can be built").notes.join("\n");
        assert_eq!(notes.is_empty(), words.is_empty(), "{notes}");
        assert!(words.iter().all(|word| notes.contains(word)), "{notes}");
    }
}

#[test]
fn c_that_no_compiler_takes_fails_with_the_first_error() {
    let twice = "int moves;\nint play(void) { return 0; }\n";
    let main = format!("{twice}int main(void) {{ return play(); }}\n");
    let files = [("main.c", main.as_str()), ("play.c", twice)];
    let unbuilt = Building::default()
        .in_folder(folder_of(&files).path(), find)
        .expect_err("play is there twice");
    let unbuilt = own(unbuilt);
    assert_eq!(unbuilt.stage, Stage::Build);
    assert!(unbuilt.output.contains("of `moves'"), "{}", unbuilt.output);
    assert!(!unbuilt.reason.contains("-fcommon"), "{}", unbuilt.reason);
}
