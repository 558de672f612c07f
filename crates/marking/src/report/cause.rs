//! The cause of the mistakes of a report: the change of a correct program that predicts what
//! the program printed in all its cases.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use bstr::ByteSlice;
use course::Course;
use transcript::{Case, Strictness, Verdict};

use super::case_result::CaseResult;
use super::explanation::{Context, KEPT};
use crate::judge::judge;
use crate::mistakes::{SimulatedProgram, Suspect};
use crate::read::output::read;

/// Names the one change of a correct program that predicts each wrong output beyond what differs
/// first, and no mistake where there is none. The cases were compared with a strictness, or judged
/// by the rules, where courses from files have no cause. Hidden ones have no part, so that nothing
/// shows them.
pub fn name_cause(
    course: &'static Course,
    strictness: Option<Strictness>,
    cases: &[Case],
    marked: &mut [CaseResult],
) {
    let Some(right) = Suspect::right(course) else {
        return;
    };
    let run = |(case, marked)| SimulatedRun::new(course, right, strictness, case, marked);
    let runs: Vec<SimulatedRun> = cases.iter().zip(&*marked).map(run).collect();
    let mut public: Vec<usize> = (0..runs.len()).collect();
    public.retain(|&index| !marked[index].hidden);
    public.sort_by_key(|&index| (!runs[index].is_wrong, runs[index].typed));
    let public: Vec<&SimulatedRun> = public.into_iter().map(|index| &runs[index]).collect();
    let Some(cause) = cause(course, right, &public) else {
        return;
    };
    let Some((sentence, citation)) = cause.sentences(course) else {
        return;
    };
    let is_explained = |index: &usize| matches!(runs[*index].fit(cause), Fit::Explains { .. });
    let explained: Vec<usize> = (0..runs.len()).filter(is_explained).collect();
    for index in explained {
        marked[index].blame(&sentence, citation, strictness.is_none());
    }
}

impl CaseResult {
    /// Names the cause. If the `reason` is the sentence about the mistake, it becomes the hint.
    fn blame(&mut self, sentence: &str, citation: Option<&str>, in_reason: bool) {
        let Some(explanation) = &mut self.explanation else {
            return;
        };
        sentence.clone_into(&mut explanation.kind);
        explanation.citation = citation.map(str::to_owned);
        if in_reason {
            explanation.hint = self.reason.replace(sentence.to_owned());
        } else {
            explanation.cause = Some(sentence.to_owned());
        }
    }
}

/// Finds the program whose words are true of all that fit. Wrong runs come first.
fn cause(course: &Course, right: Suspect, runs: &[&SimulatedRun<'_>]) -> Option<Suspect> {
    let first = runs.first().filter(|run| run.is_wrong)?;
    let faulty = right.faulty(course).into_iter();
    let may_be = faulty.filter(|&program| first.may_be(program));
    let explaining = may_be.filter_map(|program| Some((whole(runs, program)?, program)));
    let explaining: Vec<_> = explaining.collect();
    let most = explaining.iter().map(|(whole, _)| *whole).max()?;
    let best = explaining.into_iter().filter(|(whole, _)| *whole == most);
    let best: Vec<Suspect> = best.map(|(_, program)| program).collect();
    let is_true_of_all = |it: &Suspect| best.iter().all(|other| it.covers(*other));
    best.iter().copied().find(is_true_of_all)
}

/// Counts the cases explained to their ends; `None` if one is not explained, or none so far.
fn whole(runs: &[&SimulatedRun<'_>], program: Suspect) -> Option<usize> {
    let mut whole = 0;
    for run in runs {
        match run.fit(program) {
            Fit::Explains { all } => whole += usize::from(all),
            Fit::Open if !run.is_wrong => {}
            _ if !run.is_simulated() => {}
            _ => return None,
        }
    }
    (whole > 0).then_some(whole)
}

/// Simulated results by course and input, which are the same for each submission of a class.
type Memo<T> = Mutex<HashMap<(&'static str, Suspect, Vec<u8>), T>>;

fn once<T: Clone>(
    memo: &Memo<T>,
    key: (&'static str, Suspect, Vec<u8>),
    simulate: impl FnOnce() -> T,
) -> T {
    let memo = || memo.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = memo().get(&key) {
        return known.clone();
    }
    let value = simulate();
    memo().insert(key, value.clone());
    value
}

enum Fit {
    Refuted,
    /// It makes no mistake in the case, or another one later.
    Open,
    Explains {
        all: bool,
    },
}

struct SimulatedRun<'a> {
    course: &'static Course,
    right: Suspect,
    case: &'a Case,
    /// The output or the sentence to explain; `None` if nothing can be said.
    seen: Option<Evidence<'a>>,
    is_wrong: bool,
    /// The lines typed up to the mistake; more if there is none.
    typed: usize,
    /// Set once it is known that the correct program of a course passes the case.
    simulated: OnceCell<bool>,
}

enum Evidence<'a> {
    /// By text. What was printed, if it differs from what is expected.
    Text {
        strictness: Strictness,
        expected: Vec<u8>,
        wrong: Option<Printed<'a>>,
    },
    /// By the rules: the sentence about the mistake.
    Rules(Option<&'a str>),
}

struct Printed<'a> {
    output: Vec<u8>,
    /// The offset of the first difference in the expected output, and in what was printed, and
    /// the end of the thing after the one that differs there.
    expected: usize,
    from: usize,
    to: usize,
    lines: &'a [u8],
}

impl<'a> SimulatedRun<'a> {
    fn new(
        course: &'static Course,
        right: Suspect,
        strictness: Option<Strictness>,
        case: &'a Case,
        marked: &'a CaseResult,
    ) -> Self {
        let can_be_simulated = case.args.is_empty() && case.input.ends_with(b"\n");
        let seen = can_be_simulated.then(|| match strictness {
            Some(strictness) => Evidence::text(course, strictness, case, marked),
            None => Evidence::rules(marked),
        });
        let seen = seen.flatten();
        let is_wrong = seen.is_some() && marked.verdict == Verdict::WrongOutput;
        let explanation = marked.explanation.as_ref().filter(|_| is_wrong);
        Self {
            course,
            right,
            case,
            seen,
            is_wrong,
            typed: explanation.map_or(case.input.len(), |it| it.typed),
            simulated: OnceCell::new(),
        }
    }

    fn is_simulated(&self) -> bool {
        let is_right = || match &self.seen {
            Some(Evidence::Text {
                strictness,
                expected,
                ..
            }) => {
                let output = self.output(self.right, &self.case.input);
                let truncated = self.case.truncated_input;
                strictness
                    .difference(expected, &output, truncated)
                    .is_none()
            }
            _ => self.reason(self.right).is_none(),
        };
        *self.simulated.get_or_init(is_right)
    }

    fn output(&self, program: Suspect, input: &[u8]) -> Arc<[u8]> {
        static OUTPUTS: LazyLock<Memo<Arc<[u8]>>> = LazyLock::new(Mutex::default);
        once(
            &OUTPUTS,
            (self.course.name, program, input.to_owned()),
            || program.output(self.course, input).into(),
        )
    }

    fn reason(&self, program: Suspect) -> Option<String> {
        static REASONS: LazyLock<Memo<Option<String>>> = LazyLock::new(Mutex::default);
        let Suspect::Simulated(kind, change) = program else {
            return None;
        };
        let (course, input) = (self.course, &self.case.input);
        once(&REASONS, (course.name, program, input.clone()), || {
            let context = Context { course, input };
            let mut program = SimulatedProgram::new(kind, change);
            let found = judge(course, input, &mut program).err();
            found.map(|finding| context.reason(&finding))
        })
    }

    /// Looks only at the lines up to the first difference.
    fn may_be(&self, program: Suspect) -> bool {
        let Some(Evidence::Text {
            strictness,
            wrong: Some(wrong),
            ..
        }) = &self.seen
        else {
            return matches!(self.fit(program), Fit::Explains { .. });
        };
        let predicted = self.output(program, wrong.lines);
        let difference = strictness.first_difference(&predicted, &wrong.output);
        difference.is_none_or(|difference| difference.got.offset() > wrong.from)
    }

    fn fit(&self, program: Suspect) -> Fit {
        match &self.seen {
            None => Fit::Open,
            Some(Evidence::Rules(reason)) => match (reason, self.reason(program)) {
                (_, None) => Fit::Open,
                (Some(reason), Some(predicted)) if *reason == predicted => {
                    Fit::Explains { all: true }
                }
                _ => Fit::Refuted,
            },
            Some(Evidence::Text {
                strictness,
                expected,
                wrong,
            }) => {
                let predicted = self.output(program, &self.case.input);
                let truncated = self.case.truncated_input;
                let differs = strictness.difference(expected, &predicted, truncated);
                match (wrong, differs) {
                    (_, None) => Fit::Open,
                    (None, Some(_)) => Fit::Refuted,
                    (Some(wrong), Some(differs)) => {
                        let at = differs.expected.offset();
                        match strictness.difference(&predicted, &wrong.output, truncated) {
                            None => Fit::Explains { all: true },
                            // What differs first is predicted, and what follows it: a wrong
                            // prompt could be that of another turn.
                            Some(other)
                                if wrong.from < wrong.to && wrong.to <= other.got.offset() =>
                            {
                                Fit::Explains {
                                    all: other.got.rest().trim_ascii().is_empty(),
                                }
                            }
                            Some(_) if at > wrong.expected => Fit::Open,
                            Some(_) => Fit::Refuted,
                        }
                    }
                }
            }
        }
    }
}

impl<'a> Evidence<'a> {
    fn rules(marked: &'a CaseResult) -> Option<Self> {
        match (marked.verdict, &marked.explanation) {
            (Verdict::Ok, None) => Some(Self::Rules(None)),
            (Verdict::WrongOutput, Some(explanation)) if !explanation.minor => {
                Some(Self::Rules(Some(marked.reason.as_deref()?)))
            }
            _ => None,
        }
    }

    fn text(
        course: &Course,
        strictness: Strictness,
        case: &'a Case,
        marked: &'a CaseResult,
    ) -> Option<Self> {
        let right = &case.expected.as_ref()?.stdout;
        let size = course.setup(&case.input)?.rules.size;
        // Of a longer one, the explanation has a part.
        if right.len() > KEPT / 2 {
            return None;
        }
        let respelt = |text: &[u8]| {
            let spellings = course.spellings.iter();
            spellings.fold(text.to_vec(), |text, [handout, other]| {
                text.replace(other, handout)
            })
        };
        let expected = respelt(right);
        let wrong = match (marked.verdict, &marked.explanation) {
            (Verdict::Ok, _) => None,
            (Verdict::WrongOutput, Some(explanation)) => {
                let output = respelt(&explanation.got_output);
                let truncated = case.truncated_input;
                let difference = strictness.difference(&expected, &output, truncated)?;
                let from = difference.got.offset();
                let items = read(course, size, &output);
                let mut ends = items.iter().map(|item| item.end).filter(|&end| end > from);
                let first = ends.next();
                let to = ends.next().or(first);
                Some(Printed {
                    expected: difference.expected.offset(),
                    from,
                    to: to.unwrap_or(output.len()),
                    lines: explanation.lines.as_bytes(),
                    output,
                })
            }
            _ => return None,
        };
        Some(Self::Text {
            strictness,
            expected,
            wrong,
        })
    }
}
