//! Marks by rules: a conversation with the program, move by move.

use std::mem;
use std::time::{Duration, Instant};

use course::Course;
use marking::crash;
use marking::diagnose::Mistake;
use marking::judge::{
    Finding, GamePlace, Interactive, JudgedGame, Status, judge_recorded, judge_towards,
};
use marking::report::{CaseResult, Context, Explanation, sentence};
use sandbox::{End, HostError, Limits, NotStarted, Program, Run, Sandbox, Session, State};
use transcript::{Case, Typed, Verdict};

use super::MarkedCase;
use super::verdict::{after_right_output, after_run, failed, last_words, own_status, unmarked};
use crate::options::MarkOptions;

const QUIET: Duration = Duration::from_millis(100);
const PART: usize = 64 << 10;

pub(super) fn mark(
    options: &MarkOptions,
    case: &Case,
    program: &Program,
    limits: &Limits,
    sandbox: &Sandbox,
) -> Result<MarkedCase, HostError> {
    let began = Instant::now();
    let mut running = match Session::start(sandbox, program, limits) {
        Ok(session) => Running::new(session, began),
        Err(NotStarted::Host(error)) => return Err(error),
        Err(NotStarted::Program(why)) => return Ok(not_started(case, why)),
    };
    let context = Context {
        course: options.course,
        input: &case.input,
    };
    let expected = case.expected.as_ref().map_or(&[][..], |it| &it.stdout);
    let judged = judge_towards(options.course, &case.input, expected, &mut running);
    let output = running.output().to_vec();
    let typed = mem::take(&mut running.typed);
    if let Some(error) = running.host_error.take() {
        return Err(error);
    }
    let quiet = running.grew.elapsed();
    let run = running.run;
    let unfinished = || CaseResult {
        seconds: began.elapsed().as_secs_f64(),
        ..unmarked(case)
    };
    let marked = run
        .as_ref()
        .map_or_else(unfinished, |run| after_run(case, run));
    let mut marked = match judged {
        Ok(judged) => {
            let session = (&typed, &*output);
            without_finding(context, case, &judged, run.as_ref(), session, marked)
        }
        Err(finding) => {
            let game = moves(options.course, case).map(|all| finding.share_before(all));
            let explanation = context.rules(&finding, &typed, &output);
            let marked = CaseResult { game, ..marked };
            let end = (run.as_ref(), quiet);
            with_finding(context, &finding, explanation, end, marked)
        }
    };
    if marked.verdict == Verdict::Ok {
        marked.game = Some(1.0);
    } else if marked.game.is_none() {
        // What follows the game is wrong.
        let all = moves(options.course, case);
        marked.game = all.map(|all| GamePlace::Result.share_before(all));
    }
    Ok(MarkedCase {
        marked,
        output,
        typed: Some(typed),
    })
}

fn not_started(case: &Case, why: String) -> MarkedCase {
    let run = Run::not_started(why, 0);
    let (verdict, reason) = failed(&run, 0).unzip();
    MarkedCase {
        marked: CaseResult {
            verdict: verdict.unwrap_or(Verdict::CouldNotStart),
            reason,
            ..after_run(case, &run)
        },
        output: run.stdout,
        typed: Some(Typed::default()),
    }
}

pub(super) fn moves(course: &Course, case: &Case) -> Option<usize> {
    let expected = &case.expected.as_ref()?.stdout;
    let recorded = judge_recorded(course, &case.input, expected, case.truncated_input)?;
    Some(recorded.judged.ok()?.moves)
}

/// Marks a conversation with a finding: by the end of the program, with the mistake as its
/// explanation, or by the mistake.
fn with_finding(
    context: Context<'_>,
    finding: &Finding,
    mut explanation: Explanation,
    (run, quiet): (Option<&Run>, Duration),
    marked: CaseResult,
) -> CaseResult {
    let sentence = context.reason(finding);
    let (verdict, reason) = match failure(finding, run) {
        Some(failed) => {
            explanation.hint = match finding.mistake {
                Mistake::StoppedInGame => run.and_then(|run| last_words(run, quiet)),
                _ => Some(sentence),
            };
            failed
        }
        // An unreadable list may be right.
        None if finding.mistake == Mistake::ListUnread => (Verdict::NotMarked, sentence),
        None if finding.mistake.is_endless_output() => (Verdict::OutputLimit, sentence),
        None => (Verdict::WrongOutput, sentence),
    };
    CaseResult {
        verdict,
        reason: Some(reason),
        explanation: Some(explanation),
        ..marked
    }
}

/// Marks a conversation without a finding: by the end of the program, by the files that it
/// saved, and by a mistake that does not affect the game.
fn without_finding(
    context: Context<'_>,
    case: &Case,
    judged: &JudgedGame,
    run: Option<&Run>,
    (typed, output): (&Typed, &[u8]),
    mut marked: CaseResult,
) -> CaseResult {
    if let Some(run) = run {
        // A program that asked for more after its result, and got the end of the input, may end
        // in any way.
        let excused = judged.asked_on && matches!(run.end, End::Exited(_));
        let status = own_status(run);
        if let Some((verdict, reason)) = failed(run, 0).filter(|_| !excused && status.is_none()) {
            return CaseResult {
                verdict,
                reason: Some(after_right_output(run, reason)),
                ..marked
            };
        }
        if let Some(reason) = wrong_file(context, case, judged, run) {
            return CaseResult {
                verdict: Verdict::WrongOutput,
                reason: Some(reason),
                explanation: Some(Explanation {
                    aspect: Mistake::ResultNotSaved.aspect(),
                    ..context.conversation("the result file".to_owned(), typed, output)
                }),
                ..marked
            };
        }
        marked.leniencies.extend(status.filter(|_| !excused));
    }
    let Some(minor) = &judged.minor else {
        return marked;
    };
    CaseResult {
        reason: Some(context.reason(&minor.0)),
        explanation: Some(context.minor(minor, typed, output)),
        ..marked
    }
}

/// Returns the mistake in the written files, if the case requires one: one of them must contain
/// the result, whatever its name, and none another result.
fn wrong_file(context: Context<'_>, case: &Case, judged: &JudgedGame, run: &Run) -> Option<String> {
    let expected = case.expected.as_ref()?;
    if judged.outcome.is_none() || expected.files.is_empty() {
        return None;
    }
    let names = context.names();
    let announcing = |(_, bytes): &(&String, &Vec<u8>)| judged.announces_result(bytes);
    let mut files: Vec<_> = run.files.iter().filter(announcing).collect();
    if files.is_empty() {
        files.extend(&run.files);
    }
    if files.is_empty() {
        return Some(sentence(&Mistake::ResultNotSaved, &names));
    }
    files.into_iter().find_map(|(name, bytes)| {
        if bytes.trim_ascii().is_empty() {
            return Some(format!("File {name} is empty"));
        }
        let mistake = judged.wrong_file(bytes)?;
        let sentence = sentence(&mistake, &names).replace("the program prints", "the file has");
        let sentence = sentence.replace("the program ", "the file ");
        Some(format!("File {name}: {sentence}"))
    })
}

/// Returns the verdict on a program that a limit ended, that crashed, or that failed and so
/// stopped during its game, if that may have caused the finding.
fn failure(finding: &Finding, run: Option<&Run>) -> Option<(Verdict, String)> {
    let run = run?;
    let follows = match run.end {
        End::Exited(_) if crash(&run.stderr).is_some() => finding.is_of_missing_end(),
        End::Exited(_) => finding.mistake == Mistake::StoppedInGame,
        _ => finding.may_follow_from_end(),
    };
    failed(run, 0).filter(|_| follows)
}

struct Running {
    session: Option<Session>,
    run: Option<Run>,
    host_error: Option<HostError>,
    typed: Typed,
    printed: usize,
    grew: Instant,
}

impl Running {
    fn new(session: Session, began: Instant) -> Self {
        Self {
            session: Some(session),
            run: None,
            host_error: None,
            typed: Typed::default(),
            printed: 0,
            grew: began,
        }
    }

    fn status(&self) -> Status {
        let end = self.run.as_ref().map(|run| &run.end);
        match end {
            None | Some(End::Exited(_) | End::Signalled(_) | End::CouldNotStart(_)) => {
                Status::Ended
            }
            Some(_) => Status::Stopped,
        }
    }
}

impl Interactive for Running {
    fn send(&mut self, bytes: &[u8]) {
        if let Some(session) = &mut self.session {
            self.typed.push(session.output().len(), bytes);
            session.send(bytes);
        }
    }

    fn end_input(&mut self) {
        if let Some(session) = &mut self.session {
            session.end_input();
        }
    }

    fn wait(&mut self) -> Status {
        let Some(session) = &mut self.session else {
            return self.status();
        };
        let state = session.wait_for_part(QUIET, PART);
        if session.output().len() > self.printed {
            self.printed = session.output().len();
            self.grew = Instant::now();
        }
        match state {
            Some(State::Waiting) => Status::AwaitsInput,
            None => Status::Works,
            Some(State::Ended) => {
                match self.session.take().map(Session::finish) {
                    Some(Err(error)) => self.host_error = Some(error),
                    run => self.run = run.and_then(Result::ok),
                }
                self.status()
            }
        }
    }

    fn output(&self) -> &[u8] {
        match (&self.session, &self.run) {
            (Some(session), _) => session.output(),
            (None, Some(run)) => &run.stdout,
            (None, None) => &[],
        }
    }
}
