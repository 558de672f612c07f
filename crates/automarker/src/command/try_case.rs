//! Playing one case slowly.

use std::io::{IsTerminal, stdout};
use std::thread;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use marking::report::{Outputs, Step, columns, plain, titles};
use terminal_size::{Width, terminal_size};
use transcript::Verdict;

use super::failure::Failure;
use super::output::print;
use super::project;
use super::single::build;
use crate::cli::TryArgs;
use crate::mark::Judge;

/// The time between two steps that a reader can follow.
const PAUSE: Duration = Duration::from_millis(600);

const WIDTH: usize = 80;

const ASIDE: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// Returns `true` if the program passes the case.
pub(super) fn run(args: TryArgs) -> Result<bool, Failure> {
    let TryArgs {
        name,
        mut single,
        delay,
    } = args;
    single.marking.cases.names = vec![name];
    let single = project::complete(single)?;
    let (batch, built) = build(&single)?;
    let options = &batch.options;
    // A case that does not exist was refused.
    let Some(case) = batch.cases.first() else {
        return Ok(true);
    };
    let program = match &built.program {
        Ok(prepared) => &prepared.program,
        Err(unbuilt) => {
            print(&format!(
                "{}\n{}",
                plain(&unbuilt.reason),
                plain(&unbuilt.output)
            ))?;
            return Ok(false);
        }
    };
    let played = batch.workers.play(options, case, program, &built.policy);
    let played = played.map_err(Failure::Host)?;
    let expected = case
        .expected
        .as_ref()
        .map(|expected| expected.stdout.as_slice());
    let outputs = Outputs {
        course: options.course,
        input: &case.input,
        expected: expected.unwrap_or_default(),
        got: &played.output,
        truncated: case.truncated_input,
    };
    let words_count = options.judge == Judge::Text;
    let steps = match &played.typed {
        None => outputs.by_text(options.strictness),
        Some(typed) => outputs.by_rules(typed),
    };
    let width = terminal_size().map_or(WIDTH, |(Width(width), _)| width.into());
    print(&format!("{ASIDE}{}{ASIDE:#}", titles(width)))?;
    let pause = delay.unwrap_or(if stdout().is_terminal() {
        PAUSE
    } else {
        Duration::ZERO
    });
    let shown = shown(&steps, single.marking.full);
    for (index, step) in shown.iter().enumerate() {
        if index > 0 {
            thread::sleep(pause);
        }
        print(&columns(step, words_count, width))?;
    }
    let marked = &played.marked;
    let left = steps.len() - shown.len();
    if left > 0 {
        print(&format!(
            "{ASIDE}the outputs differ here; `--full` plays the rest{ASIDE:#}\n"
        ))?;
    }
    let style = if marked.verdict == Verdict::Ok {
        GOOD
    } else {
        BAD
    };
    let reason = marked.reason.as_deref();
    let reason = reason.map_or(String::new(), |reason| format!(": {}", plain(reason)));
    let hint = marked
        .explanation
        .as_ref()
        .and_then(|it| it.hint.as_deref());
    let hint = hint.map_or(String::new(), |hint| format!("hint: {}\n", plain(hint)));
    print(&format!(
        "\n{}: {style}{}{style:#}{reason}\n{hint}",
        plain(&case.name),
        marked.verdict
    ))?;
    Ok(marked.verdict == Verdict::Ok)
}

/// The steps up to the first that differs, unless all are wanted.
fn shown(steps: &[Step], all: bool) -> &[Step] {
    let wrong = steps.iter().position(|step| step.differs);
    match wrong {
        Some(wrong) if !all => &steps[..=wrong],
        _ => steps,
    }
}
