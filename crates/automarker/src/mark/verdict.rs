//! From the end of a process to a verdict.

use std::num::NonZeroUsize;

use marking::report::CaseResult;
use sandbox::{End, Run};
use submission::{Stage, Unbuilt};
use transcript::{Case, Verdict, visible};

/// Returns the verdict and the reason that `end` alone gives; `None` for a
/// program that ended by itself, with its exit status 0 or `expected`, and for
/// one that the marker has stopped.
pub(crate) fn failed(end: &End, expected: i32) -> Option<(Verdict, String)> {
    let verdict = match end {
        End::WallTime | End::CpuTime => Verdict::Timeout,
        End::OutputLimit | End::DiskLimit => Verdict::OutputLimit,
        End::MemoryLimit => Verdict::MemoryLimit,
        End::CouldNotStart(reason) => return Some((Verdict::CouldNotStart, reason.clone())),
        End::Signalled(_) | End::ProcessLimit => Verdict::Crashed,
        // A status of its own where none should be is a crash: an uncaught
        // exception, a panic, a failed assertion.
        &End::Exited(status) if status != 0 && expected == 0 => Verdict::Crashed,
        End::Exited(_) | End::Stopped => return None,
    };
    Some((verdict, end.to_string()))
}

/// Returns `case` with what its run alone shows.
pub(crate) fn after_run(case: &Case, run: &Run) -> CaseResult {
    CaseResult {
        stderr: visible(&run.stderr),
        seconds: run.wall.as_secs_f64(),
        cpu_seconds: run.cpu.map(|time| time.as_secs_f64()),
        ..unmarked(case)
    }
}

/// Returns `case` as it is before it is marked.
pub(crate) fn unmarked(case: &Case) -> CaseResult {
    CaseResult {
        case: case.name.clone(),
        hidden: case.hidden,
        handout: case.handout.clone(),
        weight: case.weight,
        criterion: case.criterion.clone(),
        ..CaseResult::default()
    }
}

/// Returns `case` of a program that could not be built or found.
pub(crate) fn not_run(case: &Case, unbuilt: &Unbuilt) -> CaseResult {
    CaseResult {
        verdict: match unbuilt.stage {
            Stage::Build => Verdict::BuildFailed,
            Stage::Start => Verdict::CouldNotStart,
        },
        reason: Some(unbuilt.reason.clone()),
        stderr: unbuilt.output.clone(),
        ..unmarked(case)
    }
}

/// Returns `case` of a program during which the machine ran out of something, twice.
pub(crate) fn limits_exceeded(case: &Case, why: &str) -> CaseResult {
    CaseResult {
        verdict: Verdict::LimitsExceeded,
        reason: Some(format!(
            "the machine ran out of something twice, the second time while nothing else was \
             marked: {why}"
        )),
        ..unmarked(case)
    }
}

/// Returns `case` of a program whose last cases in a row, so many, timed out.
pub(crate) fn skipped(case: &Case, timed_out: NonZeroUsize) -> CaseResult {
    let before = match timed_out.get() {
        1 => "the case before it timed out".to_owned(),
        timed_out => format!("{timed_out} cases in a row before it timed out"),
    };
    CaseResult {
        verdict: Verdict::Skipped,
        reason: Some(format!("not run, because {before}")),
        ..unmarked(case)
    }
}

/// Returns `case`, which was not run because the time for all cases was up.
pub(crate) fn out_of_time(case: &Case) -> CaseResult {
    CaseResult {
        verdict: Verdict::Skipped,
        reason: Some("not run, because the time for all cases was up".to_owned()),
        ..unmarked(case)
    }
}
