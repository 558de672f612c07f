//! Interactive sessions.

use std::fmt::Write;
use std::time::Duration;

use sandbox::{Awaited, End, Level, Limits, NotStarted, Program, Run, Session, State};

use super::{Bench, short, source, with};

fn finish(session: Session) -> Run {
    session.finish().expect("the machine has room")
}

fn start(bench: &Bench, program: &Program, limits: &Limits) -> Session {
    bench.session(program, limits).expect("it starts")
}

fn sh(bench: &Bench, script: &str) -> Session {
    start(bench, &bench.sh(script), &Limits::default())
}

fn python(bench: &Bench, script: &str) -> Session {
    start(bench, &bench.python(&source(script)), &Limits::default())
}

fn talk(bench: &Bench, level: Level, program: &Program) {
    let session = Session::start(&bench.sandbox(level), program, &Limits::default());
    let mut session = session.expect("it starts");
    let mut expected = String::new();
    for (number, line) in ["d3", "c5", "  e\te ", "é"].iter().enumerate() {
        write!(expected, "move {number}: ").expect("a String takes it all");
        assert_eq!(session.wait(), State::Waiting);
        assert_eq!(String::from_utf8_lossy(session.output()), expected);
        assert_eq!(session.wait(), State::Waiting);
        session.send(format!("{line}\n").as_bytes());
        writeln!(expected, "<{line}>").expect("a String takes it all");
    }
    assert_eq!(session.wait(), State::Waiting);
    let run = finish(session);
    bench.assert_nothing_is_left();
    expected += "move 4: bye\n";
    assert_eq!(String::from_utf8_lossy(&run.stdout), expected);
    assert_eq!(run.end, End::Exited(5));
}

#[test]
fn a_program_is_talked_to_move_by_move() {
    let bench = Bench::new();
    let program = bench.c(&source("moves.c"));
    let below = bench.sh(&format!(
        "{} $0; exit $?",
        program.command.to_string_lossy()
    ));
    let (python, sh) = (
        bench.python(&source("moves.py")),
        bench.sh(&source("moves.sh")),
    );
    for level in super::LEVELS {
        for program in [&program, &below, &python, &sh] {
            talk(&bench, level, program);
        }
    }
}

#[test]
fn all_that_was_printed_before_a_read_is_known() {
    let bench = Bench::new();
    let mut session = python(&bench, "prints_more.py");
    let mut expected = 0;
    for number in 0..50 {
        assert_eq!(session.wait(), State::Waiting);
        expected += number * 199 + 1;
        assert_eq!(session.output().len(), expected);
        session.send(b"\n");
    }
    assert_eq!(finish(session).end, End::Exited(0));
}

#[test]
fn a_program_that_thinks_is_not_taken_for_one_that_waits() {
    let bench = Bench::new();
    let mut session = python(&bench, "thinks.py");
    assert_eq!(session.wait(), State::Waiting);
    session.send(b"\n");
    assert_eq!(session.wait(), State::Waiting);
    assert_eq!(session.output(), b"?!");
}

#[test]
fn a_part_that_reads_from_another_is_not_taken_for_one_that_waits() {
    let bench = Bench::new();
    let mut session = sh(&bench, &source("pipeline.sh"));
    assert_eq!(session.wait(), State::Waiting);
    assert_eq!(String::from_utf8_lossy(session.output()), "board\nmove: ");
    session.send(b"d3\n");
    assert_eq!(session.wait(), State::Ended);
    assert_eq!(finish(session).stdout, b"board\nmove: d3\n");
}

#[test]
fn a_line_in_parts_is_awaited_to_its_end() {
    let bench = Bench::new();
    let mut session = sh(&bench, "read -r line; echo \"$line\"");
    for part in ["", "d", "3"] {
        session.send(part.as_bytes());
        assert_eq!(session.wait(), State::Waiting);
        assert_eq!(session.output(), b"");
    }
    session.send(b"\n");
    assert_eq!(session.wait(), State::Ended);
    assert_eq!(finish(session).stdout, b"d3\n");
}

#[test]
fn other_ways_to_wait_for_input_are_seen() {
    let bench = Bench::new();
    for (script, printed) in [
        ("reads_into_several_buffers.py", "?d3"),
        ("selects.py", "?d3\n"),
    ] {
        let mut session = python(&bench, script);
        assert_eq!(session.wait(), State::Waiting);
        assert_eq!(session.output(), b"?");
        session.send(b"d3\n");
        let run = finish(session);
        assert_eq!(String::from_utf8_lossy(&run.stdout), printed);
    }
}

#[test]
fn the_end_of_a_program_is_seen() {
    let bench = Bench::new();
    let script = "echo '?' >&2; read line; echo $line; echo why >&2; exit 3";
    let mut session = sh(&bench, script);
    assert_eq!(session.wait(), State::Waiting);
    session.send(b"last\nnever read\n");
    let awaited = session.wait_for_answer(LONG, |output| has_line(output, "why"));
    assert_eq!(awaited, Awaited::End);
    let awaited = session.wait_for_answer(LONG, |output| has_line(output, "last"));
    assert_eq!(awaited, Awaited::Answer);
    assert_eq!(session.wait(), State::Ended);
    session.send(b"never read either\n");
    assert_eq!(session.wait(), State::Ended);
    let run = finish(session);
    assert_eq!(run.end, End::Exited(3));
    assert_eq!(run.stdout, b"?\nlast\n");
    assert_eq!((&*run.stderr, run.prompts), (&b"?\nwhy\n"[..], 2));
}

#[test]
fn one_that_never_reads_takes_its_wall_time() {
    let bench = Bench::new();
    let program = bench.sh("echo out; sleep 60; exit 0");
    let mut session = start(&bench, &program, &short());
    session.send(&b"a line that nobody reads\n".repeat(20_000));
    assert_eq!(session.wait(), State::Ended);
    let run = finish(session);
    assert_eq!((run.end, run.stdout), (End::WallTime, b"out\n".to_vec()));
    assert!(run.input_left > 0);
}

const LONG: Duration = Duration::from_secs(60);

fn has_line(output: &[u8], line: &str) -> bool {
    String::from_utf8_lossy(output)
        .lines()
        .any(|other| other == line)
}

#[test]
fn an_answer_is_seen_though_the_program_goes_on() {
    let bench = Bench::new();
    let mut session = sh(
        &bench,
        "read line; echo \"move $line\"; while :; do :; done",
    );
    let awaited = session.wait_for_answer(Duration::ZERO, |output| has_line(output, "move d3"));
    assert_eq!(awaited, Awaited::Nothing);
    session.send(b"d3\n");
    for _ in 0..2 {
        let awaited = session.wait_for_answer(LONG, |output| has_line(output, "move d3"));
        assert_eq!(awaited, Awaited::Answer);
    }
    assert_eq!(session.wait_for_at_most(Duration::from_millis(50)), None);
}

#[test]
fn a_part_of_what_a_program_prints_without_end_is_enough() {
    let bench = Bench::new();
    let mut session = sh(&bench, "read line; while :; do echo goes on and on; done");
    assert_eq!(session.wait(), State::Waiting);
    session.send(b"d3\n");
    assert_eq!(session.wait_for_part(LONG, 10_000), None);
    assert!(session.output().len() < 20_000);
}

#[test]
fn the_end_of_the_input_reaches_each_read() {
    let bench = Bench::new();
    let mut session = sh(&bench, "cat; echo once; cat; echo twice");
    for _ in 0..2 {
        assert_eq!(session.wait(), State::Waiting);
        session.end_input();
    }
    assert_eq!(session.wait(), State::Ended);
    assert_eq!(finish(session).stdout, b"once\ntwice\n");
}

#[test]
fn one_that_floods_is_cut() {
    let bench = Bench::new();
    let limits = with(|limits| limits.output = 100_000);
    for awaits_answer in [false, true] {
        let mut session = start(&bench, &bench.sh("yes $0"), &limits);
        if awaits_answer {
            assert_eq!(session.wait_for_answer(LONG, |_| false), Awaited::End);
        } else {
            assert_eq!(session.wait(), State::Ended);
        }
        let run = finish(session);
        assert_eq!((run.end, run.stdout.len()), (End::OutputLimit, 100_000));
        bench.assert_nothing_is_left();
    }
}

#[test]
fn one_that_is_paused_does_nothing_until_it_is_resumed() {
    let bench = Bench::new();
    let mut session = sh(&bench, "while read line; do echo \"$line\"; done; exit 7");
    assert_eq!(session.wait(), State::Waiting);
    session.pause();
    session.send(b"d3\n");
    let patience = Duration::from_millis(100);
    let answer = |session: &mut Session, patience| {
        session.wait_for_answer(patience, |output| has_line(output, "d3"))
    };
    assert_eq!(answer(&mut session, patience), Awaited::Nothing);
    session.resume();
    assert_eq!(answer(&mut session, LONG), Awaited::Answer);
    session.pause();
    assert_eq!(finish(session).end, End::Exited(7));
}

#[test]
fn a_session_that_is_given_up_leaves_nothing() {
    let bench = Bench::new();
    let mut session = sh(&bench, "setsid sleep 60 & read line; exit 0");
    assert_eq!(session.wait(), State::Waiting);
}

#[test]
fn why_a_session_cannot_start_is_said() {
    let bench = Bench::new();
    let error = bench.session(&bench.program("./gone", &[]), &short()).err();
    assert!(matches!(error, Some(NotStarted::Program(why)) if why.contains("./gone")));
}

/// Each answer comes from a new process, which a late signal would stop for ever.
#[test]
fn one_that_is_paused_and_resumed_many_times_goes_on() {
    let bench = Bench::new();
    let program = bench.c(&source("forks.c"));
    for level in super::LEVELS {
        let limits = with(|limits| limits.wall = LONG);
        let mut session =
            Session::start(&bench.sandbox(level), &program, &limits).expect("it starts");
        let mut expected = Vec::new();
        for number in 0..1000 {
            session.pause();
            session.resume();
            let line = format!("{number}\n");
            session.send(line.as_bytes());
            expected.extend_from_slice(line.as_bytes());
            let patience = Duration::from_secs(10);
            let answer = session.wait_for_answer(patience, |output| output == expected);
            assert_eq!(answer, Awaited::Answer, "{level}: {number}");
        }
    }
}

#[test]
fn the_processor_time_is_that_of_all_processes_also_of_those_that_have_ended() {
    let bench = Bench::new();
    for level in super::LEVELS {
        let sandbox = bench.sandbox(level);
        let session = Session::start(
            &sandbox,
            &bench.python(&source("burn.py")),
            &Limits::default(),
        );
        let mut session = session.expect("it starts");
        assert_eq!(session.wait(), State::Waiting);
        let mut used = |what: &str| {
            let before = session.processor_time().expect("it runs");
            session.send(format!("{what}\n").as_bytes());
            assert_eq!(session.wait(), State::Waiting);
            session.pause();
            let after = session.processor_time().expect("it runs");
            session.resume();
            after.checked_sub(before).expect("it never decreases")
        };
        let idle = used("sleep");
        for what in ["burn", "burn_in_child", "burn_in_orphan"] {
            let busy = used(what);
            assert!(
                busy >= Duration::from_millis(50),
                "{level}: {what}: {busy:?}"
            );
            // Without a control group it counts in ticks of 10 ms.
            assert!(idle * 4 < busy, "{level}: {idle:?}, {what}: {busy:?}");
        }
        let before = session.processor_time().expect("it runs");
        let run = finish(session);
        assert!(run.cpu >= Some(before), "{level}");
        // The next program in a sandbox starts at zero.
        let next = super::run_plain(&sandbox, &bench.sh("exit 0"));
        assert!(next.cpu.expect("Linux reports it") * 4 < before, "{level}");
    }
}
