//! Playing one case.

use std::mem;

use anstyle::{AnsiColor, Style};
use marking::report::{Outputs, Step, columns, plain, titles};
use transcript::Verdict;

use super::failure::Failure;
use super::output::{Progress, print, width};
use super::project;
use super::single::build;
use crate::cli::TryArgs;
use crate::mark::play;
use crate::named::named;
use crate::options::Judge;

const ASIDE: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();

pub(super) fn run(args: TryArgs) -> Result<bool, Failure> {
    let (mut name, mut single) = (args.name, args.single);
    // The course may stand before the case.
    if let Some(first) = single.typed.words.first_mut()
        && named(name.as_ref()).is_some()
        && named(first).is_none()
    {
        let case = mem::replace(first, name.into());
        name = case.to_string_lossy().into_owned();
    }
    single.marking.cases.names = vec![name];
    let single = project::complete(single)?;
    let progress = Progress::begin("building");
    let (batch, built) = build(&single)?;
    let options = &batch.options;
    // A case that does not exist was refused.
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
    let outputs = Outputs {
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
    let width = width();
    let shown = shown(&steps, single.marking.full);
    let mut text = format!("{ASIDE}{}{ASIDE:#}", titles(width));
    for step in shown {
        text.push_str(&columns(step, options.judge == Judge::Text, width));
    }
    if shown.len() < steps.len() {
        let rest = "the outputs differ here; `--full` plays the rest";
        text = format!("{text}{ASIDE}{rest}{ASIDE:#}\n");
    }
    let marked = &played.marked;
    let is_ok = marked.verdict == Verdict::Ok;
    let style = if is_ok { GOOD } else { BAD };
    let reason = marked.reason.as_deref().map(plain);
    let reason = reason.map_or(String::new(), |reason| format!(": {reason}"));
    let explanation = marked.explanation.as_ref();
    let hint = explanation.and_then(|it| it.hint.as_deref()).map(plain);
    let hint = hint.map_or(String::new(), |hint| format!("hint: {hint}\n"));
    let (name, verdict) = (plain(&case.name), marked.verdict);
    print(&format!(
        "{text}\n{name}: {style}{verdict}{style:#}{reason}\n{hint}"
    ))?;
    Ok(is_ok)
}

fn shown(steps: &[Step], all: bool) -> &[Step] {
    let wrong = steps.iter().position(|step| step.differs);
    match wrong {
        Some(wrong) if !all => &steps[..=wrong],
        _ => steps,
    }
}
