use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

const START: &str = "---------------------------OX------XO---------------------------";

/// A position with one empty square, a1. A move there flips a row.
const LAST: &str = "-OOOOOOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX";

fn engine(arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("reversi-engine"));
    let options = ["--threads", "1", "--hash", "1"];
    command.args(options).args(arguments);
    command
}

/// Returns the status, the output and the errors.
fn run(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let output = assert_cmd::Command::from_std(engine(arguments))
        .write_stdin(input)
        .output();
    let output = output.expect("the command runs");
    let text = |bytes| String::from_utf8(bytes).expect("it writes text");
    let (stdout, stderr) = (text(output.stdout), text(output.stderr));
    (output.status.code(), stdout, stderr)
}

#[test]
fn an_nboard_session_is_answered_while_it_is_open() {
    let mut child = engine(&["nboard"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut input = child.stdin.take().expect("it is piped");
    let output = child.stdout.take().expect("it is piped");
    let mut lines = BufReader::new(output).lines();
    let mut next = || lines.next().expect("there is a line").expect("it is text");

    let mut send = |line: &str| writeln!(input, "{line}").expect("it reads");
    send("nboard 2\nset depth 60\nset game (;GM[Othello]B[F5];)");
    assert_eq!(next(), "set myname reversi-engine");
    assert_eq!(next(), "set myname reversi-engine 60");
    // Without the ping this would search to the end of the game.
    send("hint 2");
    assert!(next().starts_with("search "));
    send("ping 1");
    while next() != "pong 1" {}
    send("go\nping 2");
    let answers = std::iter::from_fn(|| Some(next()).filter(|line| line != "pong 2"));
    assert_eq!(answers.filter(|line| line.starts_with("=== ")).count(), 1);
    send("quit");
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn piped_commands_are_searched_to_the_depth() {
    for (arguments, input, answer) in [
        (["nboard", "--depth=10"], "nboard 2\ngo\n", "search "),
        (["play", "--depth=10"], "go\n", "black> black plays "),
    ] {
        let (status, output, _) = run(&arguments, input);
        assert_eq!(status, Some(0));
        let last = output.lines().rfind(|line| line.starts_with(answer));
        let depth = last.and_then(|line| line.trim_end_matches(')').rsplit(' ').next());
        assert!(depth.is_some_and(|it| it.starts_with("10")), "{output}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_table_that_does_not_fit_is_an_error() {
    for command in ["nboard", "gtp", "play", "hint", "solve -", "analyze -"] {
        let program = engine(&[]).get_program().to_owned();
        let script = format!("ulimit -v 4000000; exec \"$0\" {command} --hash 8192");
        let mut sh = Command::new("sh");
        let output = sh.args(["-c", &script]).arg(program).output();
        let output = output.expect("the command runs");
        assert_eq!(output.status.code(), Some(2), "{command}");
        let expected = b"error: --hash 8192: there is not enough memory; choose a smaller table\n";
        assert_eq!((output.stdout, output.stderr), (vec![], expected.to_vec()));
    }
}

#[test]
fn solve_ends_with_1_if_a_score_is_wrong() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("it.obf");
    let file = path.to_str().expect("it is text");
    let solve = |text: &str| {
        fs::write(&path, text).expect("a file can be written");
        run(&["solve", file], "")
    };
    let (status, output, errors) = solve(&format!("{LAST} X; a1:+64;\n{LAST} X\n"));
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{output}");
    let (status, output, _) = solve(&format!("{LAST} X; a1:+62;\n"));
    assert_eq!(status, Some(1), "{output}");
    let (status, _, errors) = solve("XX\n");
    assert_eq!(status, Some(2));
    let expected =
        format!("error: {file}, line 1, column 3: a position needs 64 squares, found 2\n");
    assert_eq!(errors, expected);
    assert_eq!(solve(&format!("{LAST} X; a1:+62;\nXX\n")).0, Some(2));
    let (status, output, _) = run(&["solve", "-"], &format!("{LAST} X; +64;\n"));
    assert_eq!(status, Some(0), "{output}");
}

/// The fastest problems of the FFO endgame test.
#[test]
fn problems_are_solved_with_one_and_two_threads() {
    let all = include_str!("../../positions/ffo-40-59.obf");
    let all: Vec<&str> = all.lines().filter(|line| !line.starts_with('%')).collect();
    for (problems, threads) in [([0, 2], "1"), ([0, 0], "2"), ([2, 2], "2")] {
        // Two threads share one position, and search two at the same time.
        for count in 1..=2 {
            let input = problems[..count]
                .iter()
                .map(|&index| format!("{}\n", all[index]));
            let arguments = [
                "solve",
                "-",
                "--threads",
                threads,
                "--hash",
                "64",
                "--format=csv",
            ];
            let (status, output, _) = run(&arguments, &input.collect::<String>());
            assert_eq!(status, Some(0), "{output}");
            assert_eq!(output.matches(",100%,").count(), count, "{output}");
        }
    }
}

#[test]
fn a_learned_book_is_played() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("it.obf");
    let file = path.to_str().expect("it is text");
    let learn = ["book", "learn", "--positions=3", "--level=2", file];
    assert_eq!(run(&learn, "").0, Some(0));
    let (_, output, _) = run(&["play", "--level=2", "--book", file], "go\n");
    assert!(output.contains(" in the book)\n"), "{output}");
    fs::write(&path, "f5d6c3\n").expect("a file can be written");
    let (status, _, errors) = run(&["gtp", "--book", file], "");
    let expected = format!("error: {file}: not a book: the initial position is missing\n");
    assert_eq!((status, errors), (Some(2), expected));
    let (status, _, errors) = run(&["gtp", "--book", "no such.obf"], "");
    assert_eq!(status, Some(2));
    assert!(errors.starts_with("error: no such.obf: "), "{errors}");
}

#[test]
fn a_missing_file_is_named() {
    let (status, output, errors) = run(&["solve", "no such.obf"], "");
    assert_eq!((status, output.as_str()), (Some(2), ""));
    assert!(errors.starts_with("error: no such.obf: "), "{errors}");
}

#[test]
fn perft_counts_from_any_position() {
    let (status, output, _) = run(&["perft", "5"], "");
    assert_eq!(status, Some(0));
    let counts = output.lines().skip(1).map(|line| {
        let leaves = line.split_whitespace().nth(1);
        leaves.expect("there is a count").to_owned()
    });
    let counts: Vec<_> = counts.collect();
    assert_eq!(counts, ["1", "4", "12", "56", "244", "1396"]);
    let (_, output, _) = run(&["perft", "3", "--divide", START, "X"], "");
    assert!(output.ends_with("\n56 leaves at depth 3\n"), "{output}");
    let (_, output, _) = run(&["perft", "3", "f5", "--divide"], "");
    assert!(output.ends_with("\n61 leaves at depth 3\n"), "{output}");
    let pass = format!("XO{} O", "-".repeat(62));
    let (_, output, _) = run(&["perft", "9", &pass, "--divide"], "");
    assert_eq!(output, "pa: 1\n1 leaves at depth 9\n");
    let (_, output, _) = run(&["perft", "3", &"X".repeat(64), "X", "--divide"], "");
    assert_eq!(output, "1 leaves at depth 3\n");
}

#[test]
fn hint_takes_a_position_or_moves() {
    for position in [
        vec!["f5"],
        vec!["f5 d6 c3 d3 c4"],
        vec![START, "O"],
        vec!["1. f5", "d6"],
        vec![],
    ] {
        let options = vec!["--depth", "2", "-n", "2"];
        let arguments = [vec!["hint"], position.clone(), options].concat();
        let (status, output, errors) = run(&arguments, "");
        assert_eq!((status, errors.as_str()), (Some(0), ""), "{position:?}");
        assert_eq!(output.lines().count(), 3, "{output}");
    }
    let (status, _, errors) = run(&["hint", "f5a1"], "");
    assert_eq!(status, Some(2));
    let expected = "error: invalid position: column 3: move 2: white cannot play a1: \
        the move flips nothing\n";
    assert_eq!(errors, expected);
    let (status, output, _) = run(&["hint", &"X".repeat(64), "X"], "");
    assert_eq!(status, Some(0));
    assert!(output.contains("neither side has a legal move"), "{output}");
}

#[test]
fn hint_and_analyze_read_lines_at_a_level() {
    for (arguments, expected) in [
        (["hint", "-", "-n=2", "--level=3"], " depth "),
        (
            ["analyze", "-", "--format=csv", "--level=0"],
            "standard input,1,1,black,f5,",
        ),
    ] {
        let (status, output, errors) = run(&arguments, "f5d6\n% moves\nf5d6a1\n");
        let message = "column 5: move 3: black cannot play a1: the move flips nothing";
        let expected_error = format!("error: standard input, line 3, {message}\n");
        assert_eq!((status, errors), (Some(2), expected_error));
        let lines: Vec<_> = output.lines().collect();
        assert!(lines[1].starts_with(expected), "{output}");
        if arguments[0] == "hint" {
            assert_eq!(lines[0], "standard input, line 1");
            assert!(lines[2].starts_with("     3 "), "{output}");
        }
    }
}

#[test]
fn a_closed_output_ends_the_program_without_an_error() {
    let mut child = engine(&["nboard"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("it is piped");
    writeln!(input, "ping 1").expect("it reads");
    let ended = child.wait_with_output().expect("it ends");
    drop(input);
    assert!(ended.status.success());
    assert_eq!(ended.stderr, b"");
}
