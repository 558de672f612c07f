//! `cargo xtask bench`: the automarker's time, compared with that of scripts such as
//! courses use.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anstream::println;
use clap::Args;
use transcript::Suite;

use crate::{Result, programs};

#[derive(Args)]
pub(crate) struct Options {
    /// Number of runs; the times are the medians
    #[arg(long, default_value_t = 5)]
    runs: usize,
}

/// The number of times that each fixture is marked, so that the start of the marker
/// hardly matters.
const COPIES: usize = 10;

/// A script in Python, as a careful course would write it.
const PYTHON_RUNNER: &str = "\
import pathlib, subprocess, sys
cases, program = pathlib.Path(sys.argv[1]), sys.argv[2]
for case in sorted(cases.glob('*.in')):
    run = subprocess.run([program], input=case.read_bytes(), capture_output=True, timeout=10)
    if run.stdout != case.with_suffix('.out').read_bytes():
        print(case.stem, 'differs')
";

const SHELL_LOOP: &str = "\
for case in \"$0\"/*.in; do
    \"$1\" < \"$case\" 2>/dev/null | diff -q - \"${case%.in}.out\" > /dev/null || echo \"$case differs\"
done
";

pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    let course = "utoronto-a1";
    let program = programs::build_optimised(course)?;
    let automarker = programs::build_optimised("automarker")?;
    let cases = tempfile::tempdir()?;
    let count = copy_cases(course, cases.path())?;
    let contestants: [(&str, Command); 3] = [
        ("automarker", {
            let mut command = Command::new(automarker);
            command.arg(course).arg("--cases").arg(cases.path());
            command.arg("--").arg(&program);
            command
        }),
        ("shell loop", {
            let mut command = Command::new("sh");
            command.args(["-c", SHELL_LOOP]);
            command.arg(cases.path()).arg(&program);
            command
        }),
        ("python runner", {
            let mut command = Command::new("python3");
            command.args(["-c", PYTHON_RUNNER]);
            command.arg(cases.path()).arg(&program);
            command
        }),
    ];
    let (names, mut commands): (Vec<_>, Vec<_>) = contestants.into_iter().unzip();
    let mut times = vec![Vec::new(); commands.len()];
    // The commands take turns, so that changes in the machine's speed affect all.
    for _ in 0..options.runs {
        for (command, times) in commands.iter_mut().zip(&mut times) {
            times.push(time(command)?);
        }
    }
    println!(
        "{count} cases of {course}, {} runs, median wall time",
        options.runs
    );
    let medians: Vec<Duration> = times.into_iter().map(median).collect();
    for (name, time) in names.iter().zip(&medians) {
        let ratio = time.as_secs_f64() / medians[0].as_secs_f64();
        println!(
            "{name:<14} {:>8.1} ms  {ratio:>5.2}x",
            time.as_secs_f64() * 1e3
        );
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes each fixture of `course` that needs no arguments and has exit status
/// 0 as `NAME.in` and `NAME.out`, several times over. Returns their number.
fn copy_cases(course: &str, to: &Path) -> Result<usize> {
    let suite = Suite::load_strict(&course_tests::fixtures(course))?;
    let mut count = 0;
    for case in suite.cases().iter().filter(|case| case.args.is_empty()) {
        let expected = case.expected.as_ref().ok_or("a fixture has no snapshot")?;
        if expected.status != Some(0) {
            // The marker reports a failing program, whatever it prints.
            continue;
        }
        for copy in 0..COPIES {
            let name = format!("{}-{copy}", case.name);
            fs::write(to.join(format!("{name}.in")), &case.input)?;
            fs::write(to.join(format!("{name}.out")), &expected.stdout)?;
            count += 1;
        }
    }
    Ok(count)
}

fn time(command: &mut Command) -> Result<Duration> {
    let start = Instant::now();
    let output = command.stdin(Stdio::null()).output()?;
    let time = start.elapsed();
    if !output.status.success() {
        let printed = String::from_utf8_lossy(&output.stdout);
        return Err(format!("{command:?}: {}\n{printed}", output.status).into());
    }
    Ok(time)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
