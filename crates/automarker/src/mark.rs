//! Marks one program: every case, by text or by the rules, in a sandbox.

mod again;
mod by_rules;
mod by_text;
mod early;
#[cfg(test)]
mod fairness;
pub(crate) mod line_ends;
mod verdict;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;
use std::sync::Mutex;

use marking::report::{CaseResult, Report, charge_once, counted, name_cause};
use marking::sanitizer;
use rayon::prelude::*;
use sandbox::{HostError, Limits, Policy, Program, Sandbox};
use submission::{Building, Failed, Prepared, Site, Unbuilt, WorkingCopy, limit_java_heap};
use transcript::{Case, Overrides, Typed, Verdict};

use crate::gate::lock;
use crate::named::{file_of, in_reports};
use crate::options::{Judge, MarkOptions};
use crate::quote::quoted_all;
use crate::workers::Workers;
use again::{explain, is_unsteady, run_again, unsteady};
pub(crate) use verdict::limits_exceeded;
use verdict::{not_run, out_of_time, skipped};

/// The settings for marking one program, or every submission of a class.
#[derive(Debug)]
pub struct Batch {
    /// The threads that mark.
    pub workers: Workers,
    /// The settings of marking.
    pub options: MarkOptions,
    /// The cases.
    pub cases: Vec<Case>,
    /// The settings of builds.
    pub building: Building,
    /// Set if a class is marked. A program that the command names then runs for each submission.
    pub is_for_class: bool,
}

/// A program, or the reason why there is none.
#[derive(Debug)]
pub struct Built {
    /// The program.
    pub program: Result<Prepared, Unbuilt>,
    /// The policy of its sandboxes.
    pub policy: Policy,
    /// The copy that the program was built in, if any.
    pub copy: Option<WorkingCopy>,
    /// The submission's name, if it is one of a class.
    pub only: Option<String>,
}

impl Built {
    /// Builds a program in `copy`.
    pub fn in_copy(
        copy: Result<WorkingCopy, Failed>,
        building: &Building,
        prepare: &impl Fn(Site<'_>) -> Result<Prepared, Failed>,
    ) -> Result<Self, HostError> {
        let (copy, policy, program) = match copy {
            Ok(copy) => {
                // A build could change what the program may read.
                let policy = copy.run_policy(building);
                let program = copy.build(building, prepare);
                (Some(copy), policy, program)
            }
            Err(failed) => (None, Policy::default(), Err(failed)),
        };
        let program = Failed::own(program)?;
        if let Err(unbuilt) = &program {
            building.toolchain.check_named(&unbuilt.output)?;
        }
        Ok(Self {
            program,
            policy,
            copy,
            only: None,
        })
    }

    fn advice(&self, unbuilt: &Unbuilt) -> Option<String> {
        let mut advice = unbuilt.advice.clone()?;
        if let Some(name) = &self.only {
            let only = quoted_all(&["--only", name]);
            advice.end.insert_str(0, &format!("{only} "));
        }
        Some(advice.to_string())
    }
}

/// A step in marking one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseProgress {
    /// The case starts.
    Begun,
    /// The case is done.
    Done,
}

pub(crate) struct MarkedCase {
    pub(crate) marked: CaseResult,
    pub(crate) output: Vec<u8>,
    /// The lines that the judge by rules typed; `None` if the program got its whole input at
    /// once.
    pub(crate) typed: Option<Typed>,
}

impl Batch {
    /// Marks one program, and calls `tell` before and after every case. The report names no
    /// student.
    pub fn mark_built(
        &self,
        built: &Built,
        tell: impl Fn(CaseProgress, &str) + Sync,
    ) -> Result<Report, HostError> {
        let program = built.program.as_ref();
        let (mut notes, warnings) = match program {
            Ok(prepared) => (prepared.notes.clone(), prepared.warnings.clone()),
            Err(unbuilt) => (built.advice(unbuilt).into_iter().collect(), String::new()),
        };
        if let lines @ [first, ..] = &*submission::warnings(&warnings) {
            let count = counted(lines.len(), "warning");
            notes.push(format!("the compiler printed {count}: {first}"));
        }
        let program = program.map(|prepared| (&prepared.program, &built.policy));
        let (workers, options) = (&self.workers, &self.options);
        let mut cases = mark_cases(workers, options, &self.cases, program, tell)?;
        if let Some(copy) = &built.copy {
            for case in &mut cases {
                case.reword(|text| copy.without_paths(text));
            }
        }
        self.check_memory(built, &mut cases)?;
        Ok(self.report(cases, &notes, warnings))
    }

    /// Runs a C program that crashes or behaves differently each time once more with its
    /// compiler's checks, and makes their findings the hint.
    fn check_memory(&self, built: &Built, cases: &mut [CaseResult]) -> Result<(), HostError> {
        let typed = |it: &CaseResult| it.explanation.as_ref().map_or(0, |it| it.typed);
        let shown =
            |(_, it): &(usize, &mut CaseResult)| it.verdict == Verdict::Crashed || is_unsteady(it);
        // Students see the parts of an open case before the first hidden one.
        let any_hidden = self.cases.iter().any(|case| case.hidden);
        let may_run = |&(index, _): &(usize, _)| !any_hidden || self.cases[index].hidden;
        let shown = cases.iter_mut().enumerate().filter(may_run).filter(shown);
        let Some((index, marked)) = shown.min_by_key(|(_, it)| typed(it)) else {
            return Ok(());
        };
        let (Some(copy), Ok(prepared)) = (&built.copy, &built.program) else {
            return Ok(());
        };
        let build = copy.build(&self.building, &|site: Site<'_>| {
            submission::checked(prepared, site)
        });
        let Ok(Some(mut program)) = Failed::own(build)? else {
            return Ok(());
        };
        let case = &self.cases[index];
        program.args.extend(case.args.iter().map(Into::into));
        let (workers, limits) = (&self.workers, &self.options.limits);
        let run = |sandbox: &Sandbox| sandbox::run(sandbox, &program, &case.input, limits);
        let run =
            workers.install(|| workers.in_place(&built.policy, |sandbox, _| run(sandbox)))??;
        if let Some(error) = sanitizer(&run.stderr) {
            explain(marked, copy.without_paths(&error));
        }
        Ok(())
    }

    pub(crate) fn report(
        &self,
        cases: Vec<CaseResult>,
        notes: &[String],
        warnings: String,
    ) -> Report {
        let is_built_in = file_of(self.options.course).is_none();
        let mut report = Report {
            course: in_reports(self.options.course).to_owned(),
            cases,
            notes: [self.workers.notes(), notes].concat(),
            full: self.options.full,
            // The playground has only the built-in courses.
            playground: self.options.playground.clone().filter(|_| is_built_in),
            warnings,
            ..Report::default()
        };
        let is_by_text = self.options.judge == Judge::Text;
        let measures = report.measures().filter(|_| is_by_text);
        let own = [measures, unsteady(&report.cases)];
        report.notes.splice(0..0, own.into_iter().flatten());
        if !self.options.rubric.is_empty() {
            report.mark_by(&self.options.rubric);
        }
        report
    }
}

/// Marks all `cases` of one program in sandboxes with its policy, or reports for each case why
/// there is no program. Calls `tell` with the name before and after every case.
pub fn mark_cases(
    workers: &Workers,
    options: &MarkOptions,
    cases: &[Case],
    program: Result<(&Program, &Policy), &Unbuilt>,
    tell: impl Fn(CaseProgress, &str) + Sync,
) -> Result<Vec<CaseResult>, HostError> {
    let (program, policy) = match program {
        Ok(ready) => ready,
        Err(unbuilt) => {
            let mut marked: Vec<_> = cases.iter().map(|it| not_run(it, unbuilt)).collect();
            charge_once(&mut marked);
            return Ok(marked);
        }
    };
    // A hidden case starts when all open ones have ended: their output cannot depend on it.
    let mut order: Vec<usize> = (0..cases.len()).collect();
    order.sort_by_key(|&index| cases[index].hidden);
    let open = order.partition_point(|&index| !cases[index].hidden);
    let timed_out = Mutex::new(vec![false; cases.len()]);
    let timed_out = || lock(&timed_out);
    let given_up = || given_up_at(&timed_out(), options.give_up_after).unwrap_or(cases.len());
    let try_one = |turn: usize| {
        let case = &cases[order[turn]];
        tell(CaseProgress::Begun, &case.name);
        let marked = if turn >= given_up() {
            None
        } else if workers.is_late() {
            Some(out_of_time(case))
        } else {
            Some(play(workers, options, case, program, policy)?.marked)
        };
        timed_out()[turn] = marked
            .as_ref()
            .is_some_and(|marked| marked.verdict == Verdict::Timeout);
        tell(CaseProgress::Done, &case.name);
        Ok((turn, marked))
    };
    let try_all = |turns: Range<usize>| -> Result<_, HostError> {
        // A bridge hands the cases out in order, so that few are marked in vain.
        let tried = turns.par_bridge().map(&try_one);
        let mut tried: Vec<_> = workers.install(|| tried.collect::<Result<_, HostError>>())?;
        tried.sort_by_key(|&(turn, _)| turn);
        // Timeouts count in the order of the turns, whatever order they end in: the number of
        // jobs changes no mark.
        let given_up = given_up();
        let decided = tried.into_iter().filter_map(|(turn, marked)| {
            let index = order[turn];
            if turn < given_up {
                Some((index, marked?))
            } else {
                let after = options.give_up_after?;
                Some((index, skipped(&cases[index], after)))
            }
        });
        let (indices, mut marked): (Vec<_>, Vec<_>) = decided.unzip();
        if !workers.is_late() {
            let play = |number: usize| {
                let case: &Case = &cases[indices[number]];
                let played = play(workers, options, case, program, policy);
                played.map(|played| played.marked)
            };
            workers.install(|| run_again(options.course, program, &mut marked, play))?;
        }
        Ok(indices.into_iter().zip(marked))
    };
    let mut marked: BTreeMap<_, _> = try_all(0..open)?.collect();
    marked.extend(try_all(open..cases.len())?);
    let mut marked: Vec<_> = marked.into_values().collect();
    charge_once(&mut marked);
    let strictness = (options.judge == Judge::Text).then_some(options.strictness);
    name_cause(options.course, strictness, cases, &mut marked);
    Ok(marked)
}

/// Marks one case on the calling thread, one of `workers`.
pub(crate) fn play(
    workers: &Workers,
    options: &MarkOptions,
    case: &Case,
    program: &Program,
    policy: &Policy,
) -> Result<MarkedCase, HostError> {
    let limits = overridden(&options.limits, &case.limits);
    let mut program = program.clone();
    program.args.extend(case.args.iter().map(Into::into));
    limit_java_heap(&mut program, &limits);
    if let Some(expected) = &case.expected {
        program.writes.extend(expected.files.keys().cloned());
    }
    workers.in_place(policy, |sandbox, scratch| {
        let mark = match options.judge {
            Judge::Text => by_text::mark,
            Judge::Rules => by_rules::mark,
        };
        let mut played = mark(options, case, &program, &limits, sandbox)?;
        // Each thread has another folder, which means nothing to a reader.
        let scratch = scratch.display().to_string();
        let without = |text: &str| text.replace(&format!("{scratch}/"), "");
        played
            .marked
            .reword(|text| without(text).replace(&scratch, "."));
        if played.marked.verdict == Verdict::CouldNotStart && !is_own(&program) {
            let why = played.marked.reason.unwrap_or_default();
            return Err(HostError::Setup(why));
        }
        Ok(played)
    })?
}

/// Returns `true` if the command is a file of the submission. If any other cannot be started,
/// this machine lacks it.
fn is_own(program: &Program) -> bool {
    let command = Path::new(&program.command);
    command.starts_with(&program.folder)
        || command.is_relative() && command.components().count() > 1
}

fn overridden(limits: &Limits, own: &Overrides) -> Limits {
    let output = own
        .output
        .map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    Limits {
        wall: own.wall.unwrap_or(limits.wall),
        cpu: own.cpu.unwrap_or(limits.cpu),
        memory: own.memory.unwrap_or(limits.memory),
        output: output.unwrap_or(limits.output),
        processes: own.processes.unwrap_or(limits.processes),
        ..*limits
    }
}

/// Returns the end of the first run of `after` timeouts in a row: the cases from there on are
/// skipped. Unfinished cases break a row, so a row that is found stays.
fn given_up_at(timed_out: &[bool], after: Option<NonZeroUsize>) -> Option<usize> {
    let after = after?.get();
    let mut rows = timed_out.windows(after);
    let start = rows.position(|row| row.iter().all(|&timed_out| timed_out))?;
    Some(start + after)
}
