//! Marking: a case, a program and limits in, a [`Marked`] out.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use rayon::prelude::*;
use tempfile::TempDir;
use transcript::{Difference, Verdict, encode};

use crate::boundary::course::{Course, Strictness};
use crate::boundary::process::{Confinement, End, Limits, Program, Run, confine_this_thread, run};
use crate::boundary::suite::{Case, Overrides};
use crate::build::Unbuilt;
use crate::marked::{Explanation, Marked};
use crate::session::{session, visible};

/// Of a long output, so much around the first difference is kept, in bytes: a
/// report of many cases stays small however much each of them printed.
const KEPT: usize = 64 << 10;

/// Of a long line, so much around the first difference is shown, in bytes.
const LINE: usize = 400;

/// How a course's cases are marked.
#[derive(Clone, Debug)]
pub struct Marker {
    /// The course.
    pub course: Course,
    /// How strict the judge of text is.
    pub strictness: Strictness,
    /// Whether the rules judge, not the text.
    pub by_rules: bool,
    /// The limits of a case that has none of its own.
    pub limits: Limits,
}

impl Marker {
    /// Runs `program` on `case` in the empty folder `scratch` and marks it.
    pub fn mark(&self, case: &Case, program: &Program, scratch: &Path) -> Marked {
        let limits = limits(&self.limits, &case.limits);
        let mut program = program.clone();
        program.args.extend(case.args.iter().map(Into::into));
        if let Some((judge, _)) = self.course.rules.filter(|_| self.by_rules) {
            return judge(&self.course, case, &program, &limits, scratch);
        }
        let run = run(&program, &case.input, &limits, scratch);
        self.judge(case, &run)
    }

    /// Marks what came of `case`.
    fn judge(&self, case: &Case, run: &Run) -> Marked {
        let mut marked = unmarked(case);
        marked.stderr = visible(&run.stderr);
        marked.seconds = run.wall.as_secs_f64();
        let end = Some(run.end.to_string());
        let wanted = case.expected.as_ref();
        marked.explanation = wanted.and_then(|expected| {
            let parts = [("", expected.stdout.as_slice(), Some(run.stdout.as_slice()))];
            let files = expected.files.iter().map(|(name, bytes)| {
                (
                    name.as_str(),
                    bytes.as_slice(),
                    run.files.get(name).map(Vec::as_slice),
                )
            });
            parts
                .into_iter()
                .chain(files)
                .find_map(|(file, expected, got)| {
                    let difference = match got {
                        Some(got) => self.strictness.difference(expected, got)?,
                        None => transcript::first_difference(expected, b"")?,
                    };
                    Some(self.explain(
                        case,
                        run,
                        file,
                        expected,
                        got.unwrap_or_default(),
                        &difference,
                    ))
                })
        });
        let status = wanted.and_then(|expected| expected.status).unwrap_or(0);
        (marked.verdict, marked.reason) = match run.end {
            End::WallTime | End::CpuTime => (Verdict::Timeout, end),
            End::OutputLimit => (Verdict::OutputLimit, end),
            End::MemoryLimit => (Verdict::MemoryLimit, end),
            End::CouldNotStart(ref reason) => (Verdict::CouldNotStart, Some(reason.clone())),
            End::Signalled(_) | End::ProcessLimit => (Verdict::Crashed, end),
            // A status of its own where none should be is a crash: an uncaught
            // exception, a panic, a failed assertion.
            End::Exited(got) if got != 0 && status == 0 => (Verdict::Crashed, end),
            End::Exited(_) if marked.explanation.is_some() => (Verdict::WrongOutput, None),
            End::Exited(0) if status != 0 => (
                Verdict::WrongOutput,
                Some(format!("exit status 0, where {status} is expected")),
            ),
            End::Exited(_) => (Verdict::Ok, None),
        };
        if marked.verdict == Verdict::WrongOutput
            && let Some(explanation) = &marked.explanation
        {
            marked
                .reason
                .get_or_insert_with(|| explanation.place.clone());
        }
        if matches!(marked.verdict, Verdict::Ok | Verdict::CouldNotStart) {
            marked.explanation = None;
        }
        marked
    }

    fn explain(
        &self,
        case: &Case,
        run: &Run,
        file: &str,
        expected: &[u8],
        got: &[u8],
        difference: &Difference,
    ) -> Explanation {
        let line = |line: &[u8]| match line {
            [] => "(nothing: the output ends here)".to_owned(),
            line => {
                // Of a very long line, the part around the difference.
                let from = (difference.column - 1)
                    .min(line.len())
                    .saturating_sub(LINE / 2);
                let part = &line[from..line.len().min(from + LINE)];
                encode(part).trim_end().to_owned()
            }
        };
        let in_file = match file {
            "" => String::new(),
            file => format!("file {file}, "),
        };
        let at = offset(got, difference);
        let upto = if file.is_empty() {
            at
        } else {
            run.stdout.len()
        };
        let seen = &run.stdout[upto.saturating_sub(KEPT)..upto];
        Explanation {
            place: format!(
                "{in_file}line {}, column {}",
                difference.line, difference.column
            ),
            expected: line(&difference.expected),
            got: line(&difference.got),
            session: session(self.course.prompts, &case.input, seen),
            hint: self.course.hint(case, expected, got),
            expected_output: around(expected, at),
            got_output: around(got, at),
        }
    }
}

/// Where in `text` the difference is, in bytes.
fn offset(text: &[u8], difference: &Difference) -> usize {
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    let before: usize = lines.take(difference.line - 1).map(<[u8]>::len).sum();
    (before + difference.column - 1).min(text.len())
}

/// The part of `text` around `at`: whole lines where they are short enough.
fn around(text: &[u8], at: usize) -> Vec<u8> {
    let from = at.min(text.len()).saturating_sub(KEPT / 2);
    let part = &text[from..text.len().min(from + KEPT)];
    let skip = match part.iter().position(|&byte| byte == b'\n') {
        Some(newline) if from > 0 && newline < KEPT / 4 => newline + 1,
        _ => 0,
    };
    part[skip..].to_vec()
}

fn limits(general: &Limits, own: &Overrides) -> Limits {
    Limits {
        wall: own.wall.unwrap_or(general.wall),
        cpu: own.cpu.unwrap_or(general.cpu),
        memory: own.memory.unwrap_or(general.memory),
        output: own.output.map_or(general.output, |output| {
            usize::try_from(output).unwrap_or(usize::MAX)
        }),
        processes: own.processes.unwrap_or(general.processes),
    }
}

/// A case of which nothing is known yet.
fn unmarked(case: &Case) -> Marked {
    Marked {
        case: case.name.clone(),
        hidden: case.hidden,
        weight: case.weight,
        verdict: Verdict::Ok,
        reason: None,
        explanation: None,
        stderr: String::new(),
        seconds: 0.0,
    }
}

/// `case` of a program that could not be built or found.
fn not_run(case: &Case, unbuilt: &Unbuilt) -> Marked {
    Marked {
        verdict: unbuilt.verdict,
        reason: Some(unbuilt.reason.clone()),
        stderr: unbuilt.output.clone(),
        ..unmarked(case)
    }
}

/// Threads that mark, each confined to a scratch folder of its own.
#[derive(Debug)]
pub struct Workers {
    pool: rayon::ThreadPool,
    scratch: TempDir,
    notes: Vec<String>,
}

impl Workers {
    /// Starts `jobs` threads, in a sandbox where `sandbox` asks for one and the
    /// system has one; [`Workers::notes`] says where it has not.
    pub fn start(jobs: usize, sandbox: bool) -> io::Result<Self> {
        let scratch = tempfile::tempdir()?;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(jobs)
            .thread_name(|index| format!("marking {index}"))
            .build()
            .map_err(io::Error::other)?;
        let folders: Result<Vec<_>, io::Error> = (0..pool.current_num_threads())
            .map(|index| scratch.path().join(index.to_string()))
            .map(|folder| std::fs::create_dir(&folder).map(|()| folder))
            .collect();
        let folders = folders?;
        let confine = |context: rayon::BroadcastContext<'_>| {
            // Once confined, a thread stays so, and so does all it starts.
            match confine_this_thread(&folders[context.index()]) {
                Confinement::Full => None,
                Confinement::Partial(what) => Some(format!("the sandbox is not whole: {what}")),
                Confinement::None(why) => Some(format!("there is no sandbox: {why}")),
            }
        };
        let mut notes = if sandbox {
            pool.broadcast(confine)
        } else {
            vec![Some(
                "there is no sandbox: --no-sandbox was given".to_owned(),
            )]
        };
        notes.sort();
        notes.dedup();
        Ok(Self {
            pool,
            scratch,
            notes: notes.into_iter().flatten().collect(),
        })
    }

    /// What a reader of the report should know of these threads.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Does `work` on the threads; in it, [`Workers::mark`] does not wait for
    /// a thread of its own.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.pool.install(work)
    }

    /// Marks all `cases` of one program, or tells of each why there is none.
    /// `done` hears of every case as it is marked.
    pub fn mark(
        &self,
        marker: &Marker,
        cases: &[Case],
        program: &Result<Program, Unbuilt>,
        done: impl Fn() + Sync,
    ) -> Vec<Marked> {
        let mark = |case: &Case| {
            let marked = match program {
                Ok(program) => self.mark_one(marker, case, program),
                Err(unbuilt) => not_run(case, unbuilt),
            };
            done();
            marked
        };
        self.install(|| cases.par_iter().map(mark).collect())
    }

    fn mark_one(&self, marker: &Marker, case: &Case, program: &Program) -> Marked {
        let worker = rayon::current_thread_index().unwrap_or(0).to_string();
        match tempfile::tempdir_in(self.scratch.path().join(worker)) {
            Ok(scratch) => marker.mark(case, program, scratch.path()),
            Err(error) => {
                let reason = Cow::from(format!("no scratch folder: {error}"));
                not_run(case, &Unbuilt::could_not_start(reason))
            }
        }
    }
}
