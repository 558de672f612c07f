//! Cases in the layouts of the courses' own test archives.

#![cfg(unix)]

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use courses::by_name;
use tempfile::TempDir;
use transcript::{Case, Suite};

use crate::cli::{automarker, write_all};

/// A new folder with these files.
fn folder(files: &[(String, Vec<u8>)]) -> TempDir {
    let folder = crate::cli::folder();
    write_all(folder.path(), files);
    folder
}

/// The built-in cases of `course` that fit the courses' own archives: games that
/// are played to their end.
fn games(course: &str) -> Vec<Case> {
    let course = by_name(course).expect("it is a course");
    let mut cases = courses::cases::for_students(course).expect("the fixtures are a suite");
    cases.retain(|case| !case.unspecified && !case.truncated_input);
    cases
}

/// The files of `cases`, of which the first is numbered 1, in a layout of two
/// patterns.
fn in_layout(cases: &[Case], [input, output]: [&str; 2]) -> Vec<(String, Vec<u8>)> {
    let files = cases.iter().zip(1..).flat_map(|(case, number)| {
        let name = |pattern: &str| pattern.replace("{}", &number.to_string());
        let expected = case.expected.as_ref().expect("a fixture has a snapshot");
        [
            (name(input), case.input.clone()),
            (name(output), expected.stdout.clone()),
        ]
    });
    files.collect()
}

/// Marks a correct program for `course` on the cases in the folder `cases`.
fn mark(course: &str, cases: &Path, options: &[&str]) -> (Option<i32>, String, String) {
    let zoo = course_tests::workspace().join("crates/automarker/tests/zoo");
    let program = fs::read(zoo.join(course).join("correct.py")).expect("it is in the zoo");
    let folder = folder(&[("correct.py".to_owned(), program)]);
    let cases = cases.to_str().expect("a path that is text");
    let args = [course, "--cases", cases];
    let command = ["--", "python3", "correct.py"];
    automarker(&[&args[..], options, &command].concat(), folder.path())
}

fn file(name: &str) -> (String, Vec<u8>) {
    (name.to_owned(), b"not a case".to_vec())
}

#[test]
fn the_archive_of_a1_works_as_it_is_unpacked() {
    let games = games("utoronto-a1");
    let mut files = in_layout(&games, ["a1/inputs/in{}.txt", "a1/outputs/out{}.txt"]);
    files.push(file("a1/inputs/._in1.txt"));
    files.push(file("__MACOSX/a1/._inputs"));
    files.push(file("a1/.DS_Store"));
    let folder = folder(&files);
    for cases in ["", "a1"] {
        let cases = folder.path().join(cases);
        let (status, stdout, stderr) = mark("utoronto-a1", &cases, &[]);
        assert_eq!((status, stderr.as_str()), (Some(0), ""), "{stdout}");
        assert!(stdout.starts_with("ok  1, 2, "), "{stdout}");
        let all = format!("{0} of {0} cases passed", games.len());
        assert!(stdout.contains(&all), "{stdout}");
    }
}

#[test]
fn the_tests_of_lab_8_work_as_a_whole_and_folder_by_folder() {
    let games = games("aps105-lab8");
    let (public, private) = games.split_at(4);
    let mut files = in_layout(
        public,
        ["tests/public/inputs/{}", "tests/public/outputs/{}"],
    );
    files.extend(in_layout(
        &private[..2],
        ["tests/private/inputs/{}", "tests/private/outputs/{}"],
    ));
    files.push(file("tests/meson.build"));
    let folder = folder(&files);
    let hidden = "hidden because of the name of a folder";
    for (cases, names, notes) in [
        (
            "",
            "private-1 private-2 public-1 public-2 public-3 public-4",
            ["belongs to no case: tests/meson.build", hidden].as_slice(),
        ),
        (
            "tests",
            "private-1 private-2 public-1 public-2 public-3 public-4",
            &["belongs to no case: meson.build", hidden],
        ),
        ("tests/public", "1 2 3 4", &[]),
        ("tests/private", "1 2", &[hidden]),
    ] {
        let (status, stdout, stderr) = mark("aps105-lab8", &folder.path().join(cases), &[]);
        assert_eq!(status, Some(0), "{stdout}{stderr}");
        let all = format!("ok  {}\n\n", names.replace(' ', ", "));
        assert!(stdout.starts_with(&all), "{stdout}");
        assert_eq!(stderr.lines().count(), notes.len(), "{stderr}");
        for note in notes {
            assert!(stderr.contains(note), "{stderr}");
        }
    }
    let broken = ["--build", "true", "--", "true"];
    let args = [&["aps105-lab8", "--cases", "tests"][..], &broken].concat();
    let (status, stdout, _) = automarker(&args, folder.path());
    assert_eq!(status, Some(1));
    assert!(stdout.contains("in public-1, line 1"), "{stdout}");
    assert!(!stdout.contains("in private-1, line 1"), "{stdout}");
}

/// Packs what is in `folder` with a module of Python.
fn pack(module: &str, archive: &Path, folder: &Path, names: &[&str]) {
    let mut command = Command::new("python3");
    command.args(["-m", module, "-c"]).arg(archive).args(names);
    command.current_dir(folder).assert().success();
}

#[test]
fn an_archive_is_read_like_the_folder_that_it_holds() {
    let games = games("utoronto-a1");
    let files = in_layout(&games, ["a1/inputs/in{}.txt", "a1/outputs/out{}.txt"]);
    let folder = folder(&[files, vec![file("a1/notes.pdf")]].concat());
    let other = tempfile::tempdir().expect("a folder can be made");
    for (module, name) in [("zipfile", "a1.zip"), ("tarfile", "private.tar.gz")] {
        let archive = other.path().join(name);
        pack(module, &archive, folder.path(), &["a1"]);
        let (status, stdout, stderr) = mark("utoronto-a1", &archive, &[]);
        assert_eq!(status, Some(0), "{stdout}{stderr}");
        let all = format!("{0} of {0} cases passed", games.len());
        assert!(stdout.contains(&all), "{stdout}");
        let note = format!("{name}: 1 file belongs to no case: a1/notes.pdf\n");
        assert!(stderr.contains(&note), "{stderr}");
        let hidden = stderr.contains("hidden because of the name");
        assert_eq!(hidden, name.starts_with("private"), "{stderr}");
    }
    let bad = other.path().join("bad.zip");
    fs::write(&bad, "PK").expect("a file can be written");
    let (status, _, stderr) = mark("utoronto-a1", &bad, &[]);
    assert_eq!(status, Some(3));
    assert!(
        stderr.starts_with("error: cannot unpack bad.zip"),
        "{stderr}"
    );
}

#[test]
fn an_archive_of_cases_in_the_programs_own_folder_cannot_be_read_by_it() {
    let folder = folder(&[
        ("inputs/1".to_owned(), b"a\n".to_vec()),
        ("outputs/1".to_owned(), b"right\n".to_vec()),
    ]);
    let cheat = b"cat cases.tar >/dev/null 2>&1 && echo right || echo none\n".to_vec();
    let project = self::folder(&[("cheat.sh".to_owned(), cheat)]);
    let archive = project.path().join("cases.tar");
    pack("tarfile", &archive, folder.path(), &["inputs", "outputs"]);
    for level in ["=namespaces", "=landlock"] {
        let args = ["utoronto-a1", "--cases", "cases.tar", "--sandbox", level];
        let args = [&args[..], &["--", "sh", "cheat.sh"]].concat();
        let (status, stdout, stderr) = automarker(&args, project.path());
        assert_eq!(status, Some(1), "{level}: {stdout}{stderr}");
        assert!(stdout.contains("none␊"), "{stdout}{stderr}");
    }
}

#[test]
fn a_folder_without_cases_is_refused_with_the_layouts() {
    let folder = folder(&[file("tests/notes.txt")]);
    let (status, stdout, stderr) = automarker(&["cases", "cmsc201", "--cases", "."], folder.path());
    assert_eq!((status, stdout.as_str()), (Some(3), ""));
    let start = "error: . has no cases: none of its files (tests/notes.txt)";
    assert!(stderr.starts_with(start), "{stderr}");
    assert!(
        stderr.contains("\n  inputs/NAME   outputs/NAME"),
        "{stderr}"
    );
}

#[test]
fn only_the_judge_by_rules_marks_cases_without_expected_output() {
    let input = (String::from("a.in"), b"3 5\n".to_vec());
    let folder = folder(&[input]);
    for (judge, status) in [("rules", 0), ("text", 3)] {
        let (got, stdout, stderr) = mark("cmsc201", folder.path(), &["--judge", judge]);
        assert_eq!(got, Some(status), "{stdout}{stderr}");
        assert_eq!(
            stderr.contains("case \"a\" has no expected output"),
            status == 3
        );
    }
}

#[test]
fn cases_in_the_programs_own_folder_cannot_be_read_by_it() {
    let cheat = "cat outputs/1 2>/dev/null || cat tests/outputs/1 2>/dev/null || echo none\n";
    for (top, cases) in [("", "."), ("tests/", "tests")] {
        let files = [
            (format!("{top}inputs/1"), b"a\n".to_vec()),
            (format!("{top}outputs/1"), b"right\n".to_vec()),
            ("cheat.sh".to_owned(), cheat.as_bytes().to_vec()),
        ];
        let folder = folder(&files);
        let args = ["utoronto-a1", "--cases", cases, "--sandbox"];
        for level in ["=namespaces", "=landlock"] {
            let args = [&args[..], &[level, "--", "sh", "cheat.sh"]].concat();
            let (status, stdout, stderr) = automarker(&args, folder.path());
            assert_eq!(status, Some(1), "{level} {cases}: {stdout}{stderr}");
            assert!(stdout.contains("none␊"), "{stdout}{stderr}");
        }
    }
}

#[test]
fn cases_of_a_folder_are_added_to_the_built_in_ones() {
    let built_in = games("cmsc201");
    let (input, output) = (built_in[0].input.clone(), built_in[0].expected.clone());
    let folder = folder(&[
        ("mine.in".to_owned(), input),
        ("mine.out".to_owned(), output.expect("a snapshot").stdout),
        (
            "cases.toml".to_owned(),
            b"[mine]\nweight = 3\n['handout-*']\nweight = 0\nhidden = true\n".to_vec(),
        ),
    ]);
    let cases = ["cmsc201", "--cases", ".", "--with-built-in"];
    let list = automarker(&[&["cases"], &cases[..]].concat(), folder.path()).1;
    assert!(list.starts_with("mine"), "{list}");
    assert!(list.contains("\nhandout-first-turn"), "{list}");
    assert!(list.contains("  hidden: "), "{list}");
    for total in ["20", "17.3"] {
        let options = ["--with-built-in", "--points", total];
        let (status, stdout, stderr) = mark("cmsc201", folder.path(), &options);
        assert_eq!(status, Some(0), "{stdout}{stderr}");
        let all = format!(" cases passed, {total} of {total} points\n");
        assert!(stdout.contains(&all), "{stdout}");
    }
    let (status, _, stderr) = automarker(&["cmsc201", "--with-built-in"], folder.path());
    assert!(status == Some(2) && stderr.contains("--cases"), "{stderr}");
}

#[test]
fn a_rubric_gives_each_criterion_its_share_of_the_cases() {
    let zoo = course_tests::workspace().join("crates/automarker/tests/zoo");
    let right = fs::read_to_string(zoo.join("comp10050/correct.py")).expect("it is in the zoo");
    let wrong = right.replace("black > white else", "black < white else");
    assert_ne!(right, wrong);
    let rubric = "[[rubric]]\ncriterion = 'result'\npoints = 30\n\
                  [[rubric]]\ncriterion = 'all else'\npoints = 10\n\
                  aspects = ['turns', 'legal-moves', 'asking', 'placement']\n\
                  [[rubric]]\ncriterion = 'bob'\npoints = 2\n[bob]\ncriterion = 'bob'\n";
    let mut games = games("comp10050").into_iter();
    let game = games.find(|case| case.name == "full-game-black-wins");
    let input = game.expect("it is a case").input;
    let folder = folder(&[
        ("class/a/main.py".to_owned(), wrong.into_bytes()),
        ("class/b/main.py".to_owned(), right.into_bytes()),
        ("mine/bob.in".to_owned(), input),
        ("mine/cases.toml".to_owned(), rubric.as_bytes().to_vec()),
    ]);
    let mark = |options: &[&str]| {
        let args = [
            "batch",
            "comp10050",
            "class",
            "--rubric",
            "--csv",
            "marks.csv",
        ];
        let (status, stdout, stderr) = automarker(&[&args, options].concat(), folder.path());
        assert_eq!(status, Some(1), "{stdout}{stderr}");
        let table = fs::read_to_string(folder.path().join("marks.csv")).expect("it is written");
        let cells = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
        let rows: Vec<_> = table.lines().map(cells).collect();
        let [titles, a, b] = <[Vec<String>; 3]>::try_from(rows).expect("three rows");
        (titles, a, b)
    };
    let (titles, a, b) = mark(&[]);
    let handout = [
        "turns management",
        "where players can move",
        "asking players",
        "disk placement",
        "final result",
    ];
    assert_eq!(titles[9..14], handout);
    assert_eq!(b[4..6], ["80", "80"]);
    assert_eq!(a[9..13], ["10", "25", "5", "25"]);
    assert!(a[13].parse::<f64>().expect("a number") < 10.0, "{a:?}");
    let (titles, a, _) = mark(&["--points", "84", "--cases", "mine", "--with-built-in"]);
    assert_eq!(titles[9..12], ["result", "all else", "bob"]);
    assert_eq!(
        (&*a[5], &a[10..12]),
        ("84", &["20".to_owned(), "0".to_owned()][..])
    );
}

#[test]
fn a_comparison_as_strict_as_the_course_s_own_wants_its_spelling() {
    let zoo = course_tests::workspace().join("crates/automarker/tests/zoo");
    let program = zoo.join("aps105-lab8/correct.py");
    let program = fs::read_to_string(program).expect("it is in the zoo");
    let colour = program.replace("move for color", "move for colour");
    let no_space = colour.replace("(B/W) : ", "(B/W): ");
    assert!(program != colour && colour != no_space);
    let passes = |text: &str, options: &[&str]| {
        let folder = folder(&[("a.py".to_owned(), text.as_bytes().to_vec())]);
        let args = ["aps105-lab8", "--case", "draw", "--compare", "course"];
        let args = [&args, options, &["--", "python3", "a.py"]].concat();
        let (status, stdout, stderr) = automarker(&args, folder.path());
        assert!(matches!(status, Some(0 | 1)), "{stdout}{stderr}");
        status == Some(0)
    };
    assert!(passes(&colour, &[]));
    for wrong in [&*program, &no_space] {
        assert!(!passes(wrong, &[]) && passes(wrong, &["--compare", "trailing-space"]));
    }
    let args = ["cmsc201", "--compare", "course", "--", "true"];
    let (status, _, stderr) = automarker(&args, folder(&[]).path());
    assert!(
        status == Some(2) && stderr.contains("is not known"),
        "{stderr}"
    );
}

#[test]
fn a_case_of_staff_may_allow_either_spelling() {
    let case = games("aps105-lab8").remove(0);
    let stdout = case.expected.expect("a snapshot").stdout;
    let stdout = String::from_utf8(stdout).expect("it is text");
    for (settings, status) in [("", 1), ("[a]\nspelling = 'either'\n", 0)] {
        let folder = folder(&[
            ("a.in".to_owned(), case.input.clone()),
            ("a.out".to_owned(), stdout.clone().into_bytes()),
            ("cases.toml".to_owned(), settings.as_bytes().to_vec()),
        ]);
        let program = stdout.replace("move for color", "move for colour");
        let program = format!("cat > /dev/null <<'E'\nE\ncat <<'E'\n{program}E\n");
        fs::write(folder.path().join("a.sh"), program).expect("it can be written");
        let args = ["aps105-lab8", "--cases", ".", "--", "sh", "a.sh"];
        let (got, stdout, stderr) = automarker(&args, folder.path());
        assert_eq!(got, Some(status), "{stdout}{stderr}");
    }
}

#[test]
fn the_cases_of_a_course_are_exported_as_they_are() {
    let folder = folder(&[]);
    let by_name = |mut cases: Vec<Case>| {
        // Only a snapshot has a status.
        for expected in cases.iter_mut().filter_map(|case| case.expected.as_mut()) {
            expected.status = expected.status.filter(|status| *status != 0);
        }
        cases.sort_by(|one, two| one.name.cmp(&two.name));
        cases
    };
    for course in courses::ALL {
        let args = ["cases", "export", course.name, "--to", course.name];
        let (status, stdout, stderr) = automarker(&args, folder.path());
        assert_eq!(status, Some(0), "{stdout}{stderr}");
        let exported = Suite::find(&folder.path().join(course.name), Vec::new());
        let own = courses::cases::for_students(course).expect("it has cases");
        let exported = exported.expect("it is a suite").into_cases();
        assert_eq!(by_name(exported), by_name(own), "{}", course.name);
    }
    let args = ["cases", "export", "cmsc201", "--to", "cmsc201"];
    let (status, _, stderr) = automarker(&args, folder.path());
    assert!(
        status == Some(3) && stderr.contains("cannot create cmsc201"),
        "{stderr}"
    );
}

#[test]
fn a_wrong_case_and_equal_ones_are_found() {
    let case = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
    let folder = folder(&[
        case("mine/a.in", "cd\n"),
        case("mine/a.out", "x\n"),
        case("mine/b.in", "cd\n"),
        case("mine/b.out", "y\n"),
    ]);
    let check = ["cases", "check", "mine"];
    let (status, stdout, stderr) = automarker(
        &[&check[..], &["--course", "utoronto-a1"]].concat(),
        folder.path(),
    );
    assert_eq!(status, Some(1), "{stderr}");
    for words in [
        "case \"a\" is wrong: the reference program of utoronto-a1 fails it: line 1, column 1",
        "cases \"a\" and \"b\" have the same input",
        "  a: flips down\n",
        "mistakes: 0 of ",
    ] {
        assert!(stdout.contains(words), "{words}: {stdout}");
    }
    let (status, _, stderr) = automarker(&check, folder.path());
    assert!(
        status == Some(2) && stderr.contains("tell no course"),
        "{stderr}"
    );
}

#[test]
fn a_case_is_made_of_what_is_typed() {
    let folder = folder(&[]);
    let new = |name: &str, typed: &str| {
        let args = ["cases", "new", "aps105-lab8", name, "--handout", "a tie"];
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("automarker"));
        let output = command
            .args(args)
            .current_dir(folder.path())
            .write_stdin(typed)
            .output();
        output.expect("the command runs").status.code()
    };
    assert_eq!(new("tie", "4\nW\nba\n"), Some(0));
    assert_eq!(new("whole", "4\nW\nzz\nleft over\n"), Some(0));
    assert_eq!(new("tie", "4\n"), Some(3));
    assert_eq!(new("no name", "4\n"), Some(2));
    assert_eq!(new("nothing", ""), Some(2));
    let suite = Suite::find(&folder.path().join("cases"), Vec::new()).expect("it is a suite");
    let [tie, whole] = suite.cases() else {
        panic!("there are two");
    };
    assert!(tie.truncated_input && !whole.truncated_input);
    let handout = tie.handout.as_deref();
    assert_eq!(
        (handout, whole.input.as_slice()),
        (Some("a tie"), &b"4\nW\nzz\n"[..])
    );
}
