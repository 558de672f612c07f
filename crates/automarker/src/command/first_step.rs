//! The command that plays the case to look at first.

use marking::report::{Report, first_case};
use transcript::Verdict;

use crate::cli::SingleArgs;
use crate::quote::quoted_all;

/// Returns the line below a report that says how to see the first mistake; nothing if there
/// is none to see.
pub(super) fn first_step(args: &SingleArgs, report: &Report) -> String {
    let has_run = |verdict| !matches!(verdict, Verdict::BuildFailed | Verdict::CouldNotStart);
    let first = first_case(report, args.marking.reveal).filter(|first| has_run(first.verdict));
    first.map_or(String::new(), |first| {
        format!("to see it: {}\n", try_command(args, &first.case))
    })
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
