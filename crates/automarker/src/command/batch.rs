//! Marking many submissions.

use std::collections::BTreeMap;
use std::path::PathBuf;

use course::Course;
use marking::report::{CHOSEN, Report, summary};
use submission::archive::is_archive;
use submission::export::{Class, Submission};
use submission::{Building, Site, prepare};
use transcript::Verdict;

use super::failure::Failure;
use super::only::only;
use super::output::{MarkingProgress, print, report, warn};
use super::outputs::Outputs;
use crate::batch::MarkOutcome;
use crate::cli::BatchArgs;
use crate::guess::{first_output, wrong_course};
use crate::quote::quoted_all;
use crate::results::ResultSettings;

/// The number of submissions whose sources are searched for texts of another course.
const SAMPLE: usize = 20;

pub(super) fn run(args: &BatchArgs) -> Result<bool, Failure> {
    let marking = &args.marking;
    let mut batch = marking.batch(args.course, &args.program, None)?;
    batch.is_for_class = true;
    let class = read(args)?;
    let submissions = &class.submissions;
    let chosen = only(&class, &args.only)?;
    let mut outputs = Outputs::open(args, submissions)?;
    print_notes(&class.notes)?;
    deny_read(args, &class, &mut batch.building);
    batch.separate_users()?;
    let command = (&marking.build, &args.program);
    let note = args.note_on_command();
    let settings = || {
        let made = ResultSettings::new(&batch, command, note.is_some());
        let what = "cannot read the marker's own executable file";
        made.map_err(|error| Failure::other(format!("{what}: {error}")))
    };
    let left = outputs.take_over(submissions, &chosen, settings)?;
    let progress = MarkingProgress::begin("");
    progress.count(left.len());
    let mut failure = None;
    let mut unmarked = BTreeMap::<String, Vec<String>>::new();
    // The outputs of submissions without points.
    let mut printed = Vec::new();
    let done = |submission: &Submission, outcome: MarkOutcome| {
        let report = outcome.report.map_err(|why| why.to_string());
        let report = report.and_then(|marked| match could_not_start(&marked) {
            Some(why) if note.is_some() => {
                outputs.keep(submission);
                let why = format!("the chosen command could not start: {why}");
                Err(why + "; an earlier mark stays")
            }
            _ => Ok(marked),
        });
        let result = match report {
            Ok(mut marked) => {
                marked.notes.extend(note.clone());
                outputs.compare(&mut marked);
                if marked.points() <= 0.0 {
                    printed.push(first_output(&marked));
                }
                let written = outputs.add(&marked, outcome.digest.as_deref());
                let printed = progress.suspend(|| print(&format!("{}\n", summary(&marked))));
                written.and(printed)
            }
            Err(why) => {
                let name = submission.name.clone();
                unmarked.entry(why).or_default().push(name);
                Ok(())
            }
        };
        // A failure to write one page costs no other student a mark.
        failure = failure.take().or(result.err());
        progress.done();
    };
    let build = marking.build.as_deref();
    let prepare = |site: Site<'_>| prepare(&args.program, site, build);
    batch.mark(&left, |it| progress.begun(&it.name), prepare, done);
    drop(progress);
    let count = report_unmarked(unmarked);
    print_notes(batch.workers.notes())?;
    outputs.finish()?;
    if printed.len() == submissions.len() {
        warn_of_another_course(args.course, printed, submissions);
    }
    let of = left.len();
    match (failure, count) {
        (Some(failure), _) => Err(failure),
        (None, 0) => Ok(outputs.all_ok()),
        (None, count) => Err(Failure::Unmarked { count, of }),
    }
}

fn print_notes(notes: &[String]) -> Result<(), Failure> {
    let mut notes = notes.iter().map(|note| format!("note: {note}\n"));
    notes.try_for_each(|note| print(&note))
}

fn warn_of_another_course(course: &Course, printed: Vec<String>, submissions: &[Submission]) {
    let parts = submissions.iter().take(SAMPLE).flat_map(|it| &it.parts);
    let parts = parts.map(|part| part.path.as_path());
    if let Some(warning) = wrong_course(course, printed, parts) {
        warn(&warning);
    }
}

fn read(args: &BatchArgs) -> Result<Class, Failure> {
    let path = &args.submissions;
    if path.is_file() && !is_archive(path) {
        return Err(Failure::usage(format_args!(
            "{0} is neither a folder of submissions nor an archive; \
             `automarker submission {1}` marks it alone",
            path.display(),
            quoted_all(&[args.course.name, &path.to_string_lossy()])
        )));
    }
    let class = Class::read(path, args.layout).map_err(Failure::other)?;
    if class.submissions.is_empty() {
        let why = format!("there is no submission in {}", path.display());
        return Err(Failure::other(why));
    }
    Ok(class)
}

fn deny_read(args: &BatchArgs, class: &Class, building: &mut Building) {
    let outputs = args.reports.iter().chain(&args.csv).chain(&args.gradebook);
    let secret = [&args.submissions].into_iter().chain(outputs);
    for path in secret.map(PathBuf::as_path).chain(class.unpacked()) {
        building.deny_read(path);
    }
}

/// Returns the reason. If staff chose the command, this is no result: it replaces no mark.
fn could_not_start(report: &Report) -> Option<String> {
    let mut cases = report.cases.iter();
    let failed = cases.find(|it| it.verdict == Verdict::CouldNotStart)?;
    Some(failed.reason.clone().unwrap_or_default())
}

fn report_unmarked(unmarked: BTreeMap<String, Vec<String>>) -> usize {
    let count = unmarked.values().map(Vec::len).sum();
    for (why, mut submissions) in unmarked {
        submissions.sort();
        report(&Failure::NotMarked { submissions, why });
    }
    count
}

impl BatchArgs {
    fn note_on_command(&self) -> Option<String> {
        let words = self.program.iter().map(|it| it.to_string_lossy());
        let program = quoted_all(&words.collect::<Vec<_>>());
        let build = self.marking.build.as_deref().unwrap_or_default();
        let words = [build, &program].into_iter().filter(|it| !it.is_empty());
        let command = words.collect::<Vec<_>>().join(" && ");
        let is_one = !self.only.is_empty() && !command.is_empty();
        is_one.then(|| format!("{CHOSEN} `{command}`"))
    }
}
