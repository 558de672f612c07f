//! The advice at the end of a report: the first thing to do.

use marking::report::{Report, first_case, plain};
use transcript::Verdict;

use crate::cli::SingleArgs;
use crate::quote::quoted_all;

/// Returns one line that says what to do first; nothing if all is right.
pub(super) fn first_step(args: &SingleArgs, report: &Report) -> String {
    let failed = report.cases.iter();
    let failed = failed
        .filter(|marked| marked.verdict != Verdict::Ok)
        .count();
    let step = match (
        report.shared_problem(),
        first_case(report, args.marking.reveal),
    ) {
        _ if failed == 0 => return String::new(),
        (Some(problem), _) if problem.verdict == Verdict::BuildFailed => {
            "make it build: the first error above is the one to mend".to_owned()
        }
        (Some(problem), _) if problem.verdict == Verdict::CouldNotStart => {
            "make it start: nothing was run".to_owned()
        }
        (Some(_), _) => "start it by hand: it fails in every case in the same way".to_owned(),
        (None, None) => "only hidden cases fail: read the handout again".to_owned(),
        (None, Some(first)) => {
            let others = match failed - 1 {
                0 => String::new(),
                1 => ", before the 1 other".to_owned(),
                others => format!(", before the {others} others"),
            };
            let command = try_command(args, &first.case);
            format!("mend {}{others}; `{command}` plays it", plain(&first.case))
        }
    };
    format!("first: {step}\n")
}

fn try_command(args: &SingleArgs, case: &str) -> String {
    let quoted = |word: &str| quoted_all(&[word.to_owned()]);
    let mut words = vec!["automarker try".to_owned(), quoted(case)];
    if !args.is_bare {
        words.push(args.marking.course().name.to_owned());
        let options = [
            ("--build", args.marking.build.clone()),
            (
                "--cases",
                args.marking
                    .cases
                    .folder
                    .as_ref()
                    .map(|path| path.display().to_string()),
            ),
        ];
        for (option, value) in options {
            words.extend(value.map(|value| format!("{option} {}", quoted(&value))));
        }
        if !args.program.is_empty() {
            words.push("--".to_owned());
            words.extend(
                args.program
                    .iter()
                    .map(|word| quoted(&word.to_string_lossy())),
            );
        }
    }
    words.join(" ")
}
