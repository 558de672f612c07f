//! Runs a case again: because a program does not repeat its behaviour, and at a terminal, where
//! the C library buffers no line.

use std::time::{Duration, Instant};

use course::{Computer, Course};
use marking::report::{CaseResult, Explanation};
use sandbox::{HostError, Limits, NotStarted, Program, Run, Sandbox, Session, State};
use transcript::{Case, Verdict};

use super::verdict::is_in_c;

const UNSTEADY: &str = "The output changes from run to run";

/// The limits of a run at a terminal. The first run has shown that the program does not end.
const WALL: Duration = Duration::from_secs(2);
const OUTPUT: usize = 256 << 10;
const END_OF_INPUT: u8 = 4;
/// The precision of the time without output.
const QUIET: Duration = Duration::from_millis(100);

/// Runs one of the failed cases again with `play`. If it goes differently, runs all of them
/// again, and keeps the better of two runs.
pub(super) fn run_again(
    course: &Course,
    program: &Program,
    marked: &mut [CaseResult],
    play: impl Fn(usize) -> Result<CaseResult, HostError>,
) -> Result<(), HostError> {
    // Such a computer may choose its moves at random.
    if matches!(course.computer, Computer::Free) {
        return Ok(());
    }
    let typed = |marked: &CaseResult| marked.explanation.as_ref().map_or(0, |it| it.typed);
    let mut failed: Vec<_> = (0..marked.len())
        .filter(|&index| marked[index].verdict != Verdict::Ok && is_comparable(&marked[index]))
        .collect();
    // A crash, or else the longest game, depends most on chance.
    failed.sort_by_key(|&index| {
        let marked = &marked[index];
        (
            marked.verdict != Verdict::Crashed,
            usize::MAX - typed(marked),
        )
    });
    let words = if is_in_c(course, program) {
        "perhaps because of a variable that is never set, or an index outside an array"
    } else {
        "perhaps because of random numbers, the time, or the order of a set"
    };
    let words = format!("{UNSTEADY}: {words}");
    for (number, index) in failed.into_iter().enumerate() {
        let second = play(index)?;
        let first = &mut marked[index];
        if is_other(first, &second) {
            if second.verdict == Verdict::Ok {
                *first = second;
            }
            say(first, &words);
        } else if number == 0 {
            break;
        }
    }
    Ok(())
}

/// Returns `true` if only the program caused the verdict: a limit may depend on the machine's
/// load.
fn is_comparable(marked: &CaseResult) -> bool {
    use Verdict::{Crashed, Ok, WrongOutput};
    matches!(marked.verdict, Ok | WrongOutput | Crashed)
}

fn is_other(one: &CaseResult, two: &CaseResult) -> bool {
    let mistakes = [one, two].map(|marked| marked.explanation.clone().unwrap_or_default());
    let places = mistakes.each_ref().map(|it| &it.place);
    // The end of a truncated line.
    let [got, other] = mistakes.each_ref().map(|it| it.got.trim_end_matches('␄'));
    let differ = places[0] != places[1] || !(got.starts_with(other) || other.starts_with(got));
    is_comparable(two) && (one.verdict != two.verdict || differ)
}

fn say(marked: &mut CaseResult, words: &str) {
    if marked.verdict == Verdict::Ok {
        marked.leniencies.push(words.to_owned());
    } else {
        words.clone_into(&mut explain(marked, words).kind);
    }
}

/// Sets the hint of a case. A crash at its end has no explanation yet.
pub(super) fn explain(marked: &mut CaseResult, hint: impl Into<String>) -> &mut Explanation {
    let explanation = marked.explanation.get_or_insert_with(|| Explanation {
        place: "the end".to_owned(),
        ..Explanation::default()
    });
    explanation.hint = Some(hint.into());
    explanation
}

pub(super) fn unsteady(cases: &[CaseResult]) -> Option<String> {
    let words = cases.iter().find_map(unsteady_words)?;
    Some(format!("{words}; the better of two runs counts"))
}

pub(super) fn is_unsteady(marked: &CaseResult) -> bool {
    unsteady_words(marked).is_some()
}

fn unsteady_words(marked: &CaseResult) -> Option<&String> {
    let kind = marked.explanation.as_ref().map(|it| &it.kind);
    let mut words = marked.leniencies.iter().chain(kind);
    words.find(|it| it.starts_with(UNSTEADY))
}

/// Runs a case at a terminal, with its whole input at once. Returns the run and the time since
/// its output grew; `None` if a terminal cannot pass on its input.
pub(super) fn at_terminal(
    case: &Case,
    program: &Program,
    limits: &Limits,
    sandbox: &Sandbox,
) -> Result<Option<(Run, Duration)>, HostError> {
    let limits = Limits {
        wall: WALL,
        cpu: WALL,
        output: limits.output.min(OUTPUT),
        ..*limits
    };
    let mut session = match Session::start(sandbox, program, &limits) {
        Ok(session) if !case.input.contains(&END_OF_INPUT) => session,
        Err(NotStarted::Host(error)) => return Err(error),
        _ => return Ok(None),
    };
    session.send(&case.input);
    let (mut grew, mut printed) = (Instant::now(), 0);
    loop {
        match session.wait_for_part(QUIET, 1) {
            Some(State::Ended) => break,
            Some(State::Waiting) => session.end_input(),
            None => {}
        }
        if session.output().len() > printed {
            (grew, printed) = (Instant::now(), session.output().len());
        }
    }
    let run = session.finish()?;
    // A program that starts late on a busy machine has been quiet for less.
    Ok(Some((run, grew.elapsed().max(Duration::from_secs(1)))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    use Verdict::{Crashed, Ok as Right, Timeout, WrongOutput};

    fn marked((verdict, got): (Verdict, &str)) -> CaseResult {
        CaseResult {
            verdict,
            explanation: (verdict != Right).then(|| Explanation {
                got: got.to_owned(),
                ..Explanation::default()
            }),
            ..CaseResult::default()
        }
    }

    /// Returns the verdicts after two runs, whether each is unsteady, and the number of cases
    /// that ran again.
    fn twice(runs: &[[(Verdict, &str); 2]]) -> (Vec<(Verdict, bool)>, usize) {
        let mut cases: Vec<_> = runs.iter().map(|run| marked(run[0])).collect();
        let again = Cell::new(0);
        let play = |index: usize| {
            again.set(again.get() + 1);
            Ok(marked(runs[index][1]))
        };
        let course = courses::by_name("aps105-lab8").expect("there is such a course");
        run_again(course, &Program::default(), &mut cases, play).expect("nothing runs");
        let all = cases.iter().map(|it| (it.verdict, is_unsteady(it)));
        (all.collect(), again.get())
    }

    #[test]
    fn the_better_of_two_runs_counts_if_one_is_not_like_the_other() {
        let wrong = (WrongOutput, "a");
        let (all, again) = twice(&[
            // Neither a right case nor one that a limit ended runs again.
            [(Right, ""), wrong],
            [wrong, (Right, "")],
            [wrong, wrong],
            [(Crashed, ""), wrong],
            [(Timeout, ""), (Right, "")],
        ]);
        let steady = [(Right, false), (Right, true), (WrongOutput, false)];
        assert_eq!(all[..3], steady);
        assert_eq!(all[3..], [(Crashed, true), (Timeout, false)]);
        assert_eq!(again, 3);
    }

    #[test]
    fn one_repetition_is_enough_for_a_program_that_does_the_same_twice() {
        // The rest of a line may be missing, and a limit depends on the machine.
        for second in [(WrongOutput, "ab"), (WrongOutput, "a␄"), (Timeout, "x")] {
            let runs = [[(WrongOutput, "ab"), second]; 2];
            assert_eq!(twice(&runs), (vec![(WrongOutput, false); 2], 1));
        }
        assert_eq!(twice(&[[(Right, ""), (WrongOutput, "a")]]).1, 0);
    }
}
