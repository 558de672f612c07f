//! Generates the guide's table: what twelve mistakes cost, by case and by rubric.

use std::time::Duration;

use course::{Course, DIAGONALS};
use marking::judge::{Interactive, judge};
use marking::mistakes::{Change, CourseKind, SimulatedProgram};
use marking::report::{CaseResult, Explanation, Report};
use sandbox::{End, Run};
use transcript::{Case, Expected, Verdict};

use super::by_rules::moves;
use super::by_text::{judge_game, marked};
use super::verdict::unmarked;
use crate::mutants::{changes, is_fit, passes};
use crate::options::{Judge, MarkOptions};

const GUIDE: &str = include_str!("../../CASES.md");

fn mistakes(own: u8) -> [(&'static str, Change); 12] {
    [
        ("one wrong word", Change::Says("Enter move", "Type move")),
        ("refuses without a message", Change::RefusesSilently),
        ("repeats the board at a pass", Change::BoardAfterPass),
        ("does not announce a pass", Change::PassSilent),
        ("one point too many", Change::OneMorePoint),
        ("the loser wins", Change::WinnerReversed),
        ("breaks ties by column", Change::ComputerByColumn),
        ("ends at a pass", Change::PassEnds),
        ("misses one direction", Change::Ways(own & !2)),
        ("wrong about diagonals", Change::Ways(own ^ DIAGONALS)),
        ("accepts every empty square", Change::AnyEmpty),
        ("never flips a disc", Change::NoFlips),
    ]
}

fn by_rules(course: &'static Course, case: &Case, mut program: SimulatedProgram) -> CaseResult {
    let Err(finding) = judge(course, &case.input, &mut program) else {
        return unmarked(case);
    };
    CaseResult {
        verdict: Verdict::WrongOutput,
        game: moves(course, case).map(|all| finding.share_before(all)),
        explanation: Some(Explanation {
            aspect: finding.aspect(),
            ..Explanation::default()
        }),
        ..unmarked(case)
    }
}

fn by_text(
    options: &MarkOptions,
    case: &Case,
    mut program: SimulatedProgram,
    again: SimulatedProgram,
) -> CaseResult {
    program.send(&case.input);
    program.wait();
    let run = Run {
        end: End::Exited(0),
        stdout: program.output().to_vec(),
        ..Run::not_started(String::new(), 0)
    };
    let expectation = options.expectation(case);
    let mut marked = marked(options, &expectation, &run, Duration::ZERO);
    let play = || Ok(by_rules(options.course, case, again));
    judge_game(options, case, &expectation, &run, &mut marked, play).expect("nothing runs");
    marked
}

/// Returns the points of a program with this mistake, in per cent, by case and by rubric.
fn shares(options: &MarkOptions, kind: CourseKind, change: Change) -> String {
    let program = || SimulatedProgram::new(kind, change);
    let cases = courses::cases::for_students(options.course).expect("it has cases");
    // The judge by rules ignores a program's options.
    let can_play = |case: &Case| match options.judge {
        Judge::Rules => passes(options, kind, Change::None, case),
        Judge::Text => is_fit(options, kind, case),
    };
    let counts = |case: &&Case| !case.unspecified && can_play(case);
    let cases = cases.iter().filter(counts).map(|case| match options.judge {
        Judge::Rules => by_rules(options.course, case, program()),
        Judge::Text => by_text(options, case, program(), program()),
    });
    let mut report = Report {
        cases: cases.collect(),
        ..Report::default()
    };
    let share = |report: &Report| format!("{:.0}", 100.0 * report.points() / report.possible());
    let by_case = share(&report);
    report.mark_by(options.course.rubric);
    by_case + ", " + &share(&report)
}

#[test]
fn the_table_of_the_guide_is_what_mistakes_cost() {
    let courses = courses::ALL.iter().map(MarkOptions::new);
    let courses: Vec<_> = courses
        .filter(|options| !options.course.rubric.is_empty())
        .filter_map(|options| Some((options.course.name.parse::<CourseKind>().ok()?, options)))
        .collect();
    let names = courses.iter().map(|(_, options)| options.course.name);
    let mut table = vec![names.fold("|".to_owned(), |row, name| row + " | " + name) + " |"];
    table.push("|".to_owned() + &" --- |".repeat(courses.len() + 1));
    for (index, (title, _)) in mistakes(0).into_iter().enumerate() {
        let mut row = format!("| {title} |");
        for (kind, options) in &courses {
            let change = mistakes(kind.ways())[index].1;
            let is_text = matches!(change, Change::Says(..));
            let can_be = is_text && options.course.fixes_words || changes(*kind).contains(&change);
            let shares = if can_be {
                shares(options, *kind, change)
            } else {
                String::new()
            };
            row.extend([" ", &shares, " |"]);
        }
        table.push(row);
    }
    let table = table.join("\n");
    assert!(GUIDE.contains(&table), "the table is:\n{table}");
}

#[test]
fn a_right_output_is_right_whatever_main_returns() {
    let course = courses::by_name("aps105-lab8").expect("there is such a course");
    let case = Case {
        expected: Some(Expected {
            stdout: b"right\n".to_vec(),
            ..Expected::default()
        }),
        ..Case::new("a", "")
    };
    let verdict = |end: End, stderr: &str, counts_status| {
        let options = MarkOptions {
            counts_status,
            ..MarkOptions::new(course)
        };
        let run = Run {
            end,
            stdout: b"right\n".to_vec(),
            stderr: stderr.into(),
            ..Run::not_started(String::new(), 0)
        };
        let marked = marked(&options, &options.expectation(&case), &run, Duration::ZERO);
        (marked.verdict, marked.leniencies.len())
    };
    let panic = "thread 'main' panicked at src/main.rs:1:1:\nx";
    assert_eq!(verdict(End::Exited(0), "", false), (Verdict::Ok, 0));
    assert_eq!(verdict(End::Exited(14), "", false), (Verdict::Ok, 1));
    assert_eq!(verdict(End::Exited(14), "", true), (Verdict::Crashed, 0));
    assert_eq!(
        verdict(End::Exited(101), panic, false),
        (Verdict::Crashed, 0)
    );
    assert_eq!(
        verdict(End::Signalled(11), "", false),
        (Verdict::Crashed, 0)
    );
}
