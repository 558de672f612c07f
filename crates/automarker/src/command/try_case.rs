//! Playing one case.

use std::ffi::OsString;
use std::mem;
use std::path::Path;

use anstyle::{AnsiColor, Style};
use marking::report::{CaseResult, Exchange, OutputPair, columns, plain, titles};
use submission::export::Class;
use submission::{Site, WorkingCopy};
use transcript::Verdict;

use super::failure::Failure;
use super::only::one;
use super::output::{MarkingProgress, print, width};
use super::project;
use super::single::build;
use crate::cli::{SingleArgs, TryArgs};
use crate::mark::{Batch, Built, play};
use crate::named::named;
use crate::options::Judge;

const ASIDE: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();

pub(super) fn run(args: TryArgs) -> Result<bool, Failure> {
    let (mut name, mut single) = (args.name, args.single);
    if let Some(first) = single.typed.words.first_mut() {
        swap_course_and_case(first, &mut name);
    }
    single.marking.cases.names = vec![name];
    let progress = MarkingProgress::begin("preparing");
    let mut class = None;
    let (batch, built) = if let Some(only) = &args.only {
        of_class(only, &single, &mut class)?
    } else {
        single = project::complete(single)?;
        build(&single)?
    };
    let options = &batch.options;
    // An unknown case was refused.
    let Some(case) = batch.cases.first() else {
        return Ok(true);
    };
    let program = match &built.program {
        Ok(prepared) => &prepared.program,
        Err(unbuilt) => {
            let (reason, output) = (plain(&unbuilt.reason), plain(&unbuilt.output));
            print(&format!("{reason}\n{output}"))?;
            return Ok(false);
        }
    };
    progress.begun(&case.name);
    let (workers, policy) = (&batch.workers, &built.policy);
    let played = workers.install(|| play(workers, options, case, program, policy));
    drop(progress);
    let played = played.map_err(Failure::Host)?;
    let expectation = options.expectation(case);
    let expected = expectation.spelt_as(&played.output).expected.as_ref();
    let outputs = OutputPair {
        course: options.course,
        input: &case.input,
        expected: expected.map_or(&[], |expected| &expected.stdout),
        got: &played.output,
        truncated: case.truncated_input,
    };
    let steps = match &played.typed {
        None => outputs.by_text(options.strictness),
        Some(typed) => outputs.by_rules(typed),
    };
    let is_ok = played.marked.verdict == Verdict::Ok;
    let verdict = verdict(&case.name, &played.marked);
    if is_ok && !single.marking.full {
        print(&verdict)?;
    } else {
        let text = table(&steps, options.judge, single.marking.full);
        print(&format!("{text}\n{verdict}"))?;
    }
    Ok(is_ok)
}

/// The course may come before the case.
fn swap_course_and_case(first: &mut OsString, name: &mut String) {
    if named(name.as_ref()).is_some() && named(first).is_none() {
        let case = mem::replace(first, mem::take(name).into());
        *name = case.to_string_lossy().into_owned();
    }
}

fn table(steps: &[Exchange], judge: Judge, full: bool) -> String {
    let width = width();
    let shown = shown(steps, full);
    let mut text = format!("{ASIDE}{}{ASIDE:#}", titles(width));
    for step in shown {
        text.push_str(&columns(step, judge == Judge::Text, width));
    }
    if shown.len() < steps.len() {
        let rest = "the outputs differ here; `--full` plays the rest";
        text = format!("{text}{ASIDE}{rest}{ASIDE:#}\n");
    }
    text
}

fn verdict(name: &str, marked: &CaseResult) -> String {
    let is_ok = marked.verdict == Verdict::Ok;
    let style = if is_ok { GOOD } else { BAD };
    let reason = marked.reason.as_deref().map(plain);
    let reason = reason.map_or(String::new(), |reason| format!(": {reason}"));
    let explanation = marked.explanation.as_ref();
    let hints = explanation.into_iter().flat_map(|it| [&it.cause, &it.hint]);
    let hints = hints.flatten().map(|it| format!("hint: {}\n", plain(it)));
    let hints = hints.collect::<Vec<_>>().concat();
    let (name, verdict) = (plain(name), marked.verdict);
    format!("{name}: {style}{verdict}{style:#}{reason}\n{hints}")
}

/// Builds the submission `only` of the class that was typed in place of a program. Its unpacked
/// files exist as long as `read` does.
fn of_class(
    only: &str,
    args: &SingleArgs,
    read: &mut Option<Class>,
) -> Result<(Batch, Built), Failure> {
    let words = args.typed.words.as_slice();
    let courses = words.iter().map(|word| named(word));
    let [(Some(course), _), (None, class)] = &*courses.zip(words).collect::<Vec<_>>() else {
        return Err(Failure::usage(
            "--only needs the course, and the folder or archive of the class",
        ));
    };
    let course = course.clone().map_err(Failure::usage)?;
    let program = &args.typed.rest;
    let mut batch = args.marking.batch(course, program, None)?;
    let (class, submission) = one(Path::new(class), only, &mut batch)?;
    *read = Some(class);
    batch.separate_users()?;
    let build = args.marking.build.as_deref();
    let prepare = |site: Site<'_>| submission::prepare(program, site, build);
    let copy = WorkingCopy::of_submission(&submission);
    let built = Built::in_copy(copy, &batch.building, &prepare).map_err(Failure::Host)?;
    Ok((batch, built))
}

fn shown(steps: &[Exchange], all: bool) -> &[Exchange] {
    let wrong = steps.iter().position(|step| step.differs);
    match wrong {
        Some(wrong) if !all => &steps[..=wrong],
        _ => steps,
    }
}
