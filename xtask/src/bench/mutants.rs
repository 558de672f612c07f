//! The time of a batch of mutants of programs in C, with their builds; and of
//! batches in which none and half of the programs hang.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anstream::println;
use transcript::Verdict;

use crate::mutants::mutants;
use crate::{Result, programs};

/// The size of a batch.
const CLASS: usize = 200;

/// The size of a batch of programs that use all of their time.
const SMALL_CLASS: usize = 20;

/// A course whose judge compares texts, and one whose judge knows the rules.
const COURSES: [&str; 2] = ["utoronto-a1", "cmsc201"];

/// The beginning of a program, and what makes it hang there.
const MAIN: &str = "int main(void) {";
const PRINTS: &str = "for (;;) printf(\"again\\n\");";
const LOOPS: &str = "for (;;) ;";

/// What came of a batch.
struct Batch {
    programs: usize,
    /// With the builds.
    time: Duration,
    verdicts: BTreeMap<Verdict, usize>,
    /// The number of submissions that time out in a case.
    timed_out: usize,
}

pub(super) fn run() -> Result<()> {
    let automarker = programs::build_optimised("automarker")?;
    for course in COURSES {
        let path = format!("crates/automarker/tests/zoo/{course}/correct.c");
        let right = fs::read_to_string(course_tests::workspace().join(path))?;
        let all = mutants(&right);
        println!("{course}, programs in C");
        let spread = |index: usize| all[index * all.len() / CLASS].clone();
        let class: Vec<_> = (0..CLASS).map(spread).collect();
        show("mutants", &mark(&automarker, course, &class)?);
        for (name, statement, size) in [
            ("prints without end", PRINTS, CLASS),
            ("loops in silence", LOOPS, SMALL_CLASS),
        ] {
            let hanging = right.replacen(MAIN, &[MAIN, statement].concat(), 1);
            if hanging == right {
                return Err(format!("the program of {course} has no {MAIN:?}").into());
            }
            let none = mark(&automarker, course, &vec![right.clone(); size])?;
            show("none hangs", &none);
            let half = (0..size).map(|index| [&right, &hanging][index % 2].clone());
            let half = mark(&automarker, course, &half.collect::<Vec<_>>())?;
            show(&format!("half {name}"), &half);
            let ratio = half.time.as_secs_f64() / none.time.as_secs_f64();
            println!("  half to none: {ratio:.2}");
        }
    }
    Ok(())
}

fn mark(automarker: &Path, course: &str, class: &[String]) -> Result<Batch> {
    let folder = tempfile::tempdir()?;
    let submissions = folder.path().join("submissions");
    for (index, program) in class.iter().enumerate() {
        let submission = submissions.join(format!("{index:03}"));
        fs::create_dir_all(&submission)?;
        fs::write(submission.join("reversi.c"), program)?;
    }
    let csv = folder.path().join("marks.csv");
    let mut command = Command::new(automarker);
    command.args(["batch", course]).arg(&submissions);
    command.args(["--jobs", "2", "--csv"]).arg(&csv);
    let start = Instant::now();
    let output = command.output()?;
    let time = start.elapsed();
    // Status 1 says that a program fails a case.
    if !matches!(output.status.code(), Some(0 | 1)) {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{command:?}: {}\n{errors}", output.status).into());
    }
    let mut verdicts = BTreeMap::new();
    let mut timed_out = 0;
    for row in csv::Reader::from_path(&csv)?.records() {
        let row = row?;
        let found = row.iter().filter_map(|cell| {
            Verdict::ALL
                .into_iter()
                .find(|verdict| verdict.to_string() == cell)
        });
        let found: Vec<_> = found.collect();
        timed_out += usize::from(found.contains(&Verdict::Timeout));
        for verdict in found {
            *verdicts.entry(verdict).or_default() += 1;
        }
    }
    Ok(Batch {
        time,
        programs: class.len(),
        verdicts,
        timed_out,
    })
}

fn show(name: &str, batch: &Batch) {
    let mut verdicts = String::new();
    for (verdict, count) in &batch.verdicts {
        write!(verdicts, ", {count} {verdict}").expect("a String takes it all");
    }
    println!(
        "  {:>3} {name:<24} {:>6.1} s, {} time out; cases: {}",
        batch.programs,
        batch.time.as_secs_f64(),
        batch.timed_out,
        verdicts.trim_start_matches(", "),
    );
}
