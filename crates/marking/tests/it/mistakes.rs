//! Programs with mistakes: each hint names a true cause or none, and those that are listed
//! get the sentence that is listed.

use course::Aspect;
use marking::diagnose::Mistake;
use marking::judge::text::Mismatch;
use marking::judge::{GamePlace, Interactive, judge};
use marking::mistakes::{Change, CourseKind, ROWS, SimulatedMove, SimulatedProgram};
use marking::report::{CaseNames, CaseResult, Context, Explanation, name_cause, sentence};
use marking::table::rows;
use reversi_core::{Disc, Game, Rules, Square};
use transcript::{Case, Expected, Typed, Verdict};

use crate::rows::{case, cases};

struct Marked {
    /// The mistake, if it is known, and its place, if the output is wrong.
    found: Option<(Option<Mistake>, Option<GamePlace>)>,
    program: SimulatedProgram,
    result: CaseResult,
}

fn marked(kind: CourseKind, change: Change, case: &Case) -> Marked {
    let (course, input) = (kind.course(), &case.input);
    let context = Context { course, input };
    let mut program = SimulatedProgram::new(kind, change);
    let (mut found, mut reason, mut explanation) = (None, None, None);
    if course.fixes_words {
        program.send(input);
        program.wait();
        let strictness = course.strictness;
        if let Some(difference) = strictness.first_difference(expected(case), program.output()) {
            let wrong = Mismatch::in_output(difference);
            let (mistake, explained) = context.text(wrong, strictness, 0);
            explanation = Some(explained);
            found = Some((mistake, None));
        }
    } else {
        let judged = judge(course, input, &mut program);
        let minor = judged.is_ok();
        let finding = match judged {
            Ok(judged) => judged.minor.map(|(minor, _)| minor),
            Err(finding) => Some(finding),
        };
        if let Some(finding) = finding {
            reason = Some(context.reason(&finding));
            explanation = Some(Explanation {
                minor,
                ..context.rules(&finding, &Typed::default(), program.output())
            });
            found = Some((Some(finding.mistake), Some(finding.place)));
        }
    }
    let result = CaseResult {
        case: case.name.clone(),
        verdict: [Verdict::Ok, Verdict::WrongOutput][usize::from(found.is_some())],
        reason,
        explanation,
        ..CaseResult::default()
    };
    Marked {
        found,
        program,
        result,
    }
}

fn expected(case: &Case) -> &[u8] {
    &case.expected.as_ref().expect("it has a snapshot").stdout
}

fn games(kind: CourseKind) -> Vec<Case> {
    let course = kind.course();
    let mut cases = cases(course);
    cases.retain(|case| {
        let is_game = case.args.is_empty() && course.setup(&case.input).is_some();
        // The program of this test reads lines of any length, but only whole ones.
        let are_lines = case.input.ends_with(b"\n") && case.input.len() < 2000;
        is_game && !case.truncated_input && are_lines
    });
    cases
}

struct Runs<'a> {
    kind: CourseKind,
    rules: Rules,
    change: Change,
    mutant: &'a SimulatedProgram,
    right: &'a SimulatedProgram,
}

impl Runs<'_> {
    /// Returns `true` if it says what differs, or the change by the table of `causes.txt`.
    fn is_true(&self, mistake: &Mistake) -> bool {
        let (name, change) = (<&str>::from(mistake), format!("{:?}", self.change));
        let mut causes = rows(include_str!("causes.txt"));
        if let Some([_, causes]) = causes.find(|[caused, _]| caused == name) {
            return causes.split(' ').any(|cause| change.starts_with(cause));
        }
        match mistake {
            Mistake::MovedElsewhere { at, on } | Mistake::LineSkipped { at, on } => {
                let shown = |at: Square| match self.change {
                    Change::PrintsTransposed => Square::new(at.col, at.row),
                    _ => at,
                };
                self.any(|step| step.typed == *at && shown(step.at) == *on)
            }
            Mistake::BoardUnchanged { .. } => {
                self.change == Change::PrintsBoardBefore
                    || self.any(|step| step.before == step.after)
            }
            Mistake::WrongSidesDisc { mover, at } => {
                self.any(|step| step.at == *at && step.after.disc(*at) == Some(mover.opponent()))
            }
            Mistake::WrongFlips {
                mover,
                at,
                missed,
                extra,
            } => self.flips_differ(*mover, *at, missed, extra),
            // It reads half of the move.
            Mistake::LegalMoveRefused { .. } if self.change == Change::ReadsNewlines => true,
            Mistake::LegalMoveRefused { at, .. } => self.mutant.refused.contains(at),
            Mistake::IllegalMoveAccepted { typed, .. } => {
                let typed = typed.as_deref().unwrap_or_default();
                let course = self.kind.course();
                let at = course.square(typed.as_bytes(), self.rules.size, &[]);
                at.is_some_and(|at| {
                    self.right.refused.contains(&at) && self.any(|step| step.typed == at)
                })
            }
            Mistake::FlipsBeyond { at, beyond, .. } => self.any(|step| {
                let is_new = |at: &Square| step.before.disc(*at) != step.after.disc(*at);
                step.at == *at && beyond.iter().all(is_new)
            }),
            _ if matches!(self.change, Change::Says(..)) => is_about_text(mistake),
            Mistake::ComputerMove { at, expected, .. }
            | Mistake::ComputerIllegal {
                at,
                expected: Some(expected),
                ..
            } => self.computer_errs(*at, *expected),
            // The others are what differs, and not why.
            _ => true,
        }
    }

    fn any(&self, is: impl Fn(&SimulatedMove) -> bool) -> bool {
        self.mutant.steps.iter().any(is)
    }

    fn flips_differ(&self, mover: Disc, at: Square, missed: &[Square], extra: &[Square]) -> bool {
        self.any(|step| {
            let game = Game::resume(self.rules, step.before.clone(), step.mover).expect("a game");
            let flips = game.flips(step.typed);
            let flips = flips.map_or(Vec::new(), |flips| flips.squares().to_vec());
            let flipped = |square: &Square| {
                step.before.disc(*square) == Some(mover.opponent())
                    && step.after.disc(*square) == Some(mover)
            };
            let of_missed = |square: &Square| flips.contains(square) && !flipped(square);
            let of_extra = |square: &Square| !flips.contains(square) && flipped(square);
            let squares = || step.before.size().squares();
            step.typed == at
                && step.mover == mover
                && squares().filter(of_missed).eq(missed.iter().copied())
                && squares().filter(of_extra).eq(extra.iter().copied())
        })
    }

    /// Returns `true` if the right computer plays `expected` on the very same board.
    fn computer_errs(&self, at: Square, expected: Square) -> bool {
        let made = self.mutant.steps.iter().filter(|step| step.by_computer);
        let mut right = self.right.steps.iter().filter(|step| step.by_computer);
        let says_other = self.change == Change::ComputerSaysOther;
        let boards: Vec<_> = made
            .filter(|step| says_other || step.at == at)
            .map(|step| &step.before)
            .collect();
        right.any(|step| step.at == expected && boards.contains(&&step.before))
    }
}

#[test]
fn the_program_is_right_without_a_change() {
    for kind in [
        CourseKind::Toronto,
        CourseKind::Lab8,
        CourseKind::Cmsc201,
        CourseKind::Comp10050,
    ] {
        for case in games(kind) {
            let marked = marked(kind, Change::None, &case);
            if let Some((mistake, _)) = marked.found {
                let output = String::from_utf8_lossy(marked.program.output());
                panic!("{kind:?} {}: {mistake:?}\n{output}", case.name);
            }
        }
    }
}

/// Returns `true` for a hint that misleads if a move or turn is wrong.
fn is_about_text(mistake: &Mistake) -> bool {
    let is_board = matches!(
        mistake,
        Mistake::BoardRepeated { .. } | Mistake::BoardBetween
    );
    mistake.aspect() == Aspect::Text && !is_board
}

#[derive(Default)]
struct Hints {
    faults: usize,
    misleading: usize,
    wrong: Vec<String>,
    none: Vec<String>,
    named: usize,
    unnamed: Vec<Change>,
}

impl Hints {
    fn check(&mut self, case: &Case, marked: &Marked, runs: &Runs<'_>) {
        let Some((mistake, _)) = &marked.found else {
            return;
        };
        self.faults += 1;
        let about = format!("{:?}, {}", runs.change, case.name);
        let Some(mistake) = mistake else {
            return self.none.push(about);
        };
        self.misleading += usize::from(is_about_text(mistake) && !runs.change.is_of_text());
        if !runs.is_true(mistake) {
            let names = CaseNames::new(runs.kind.course(), &case.input);
            let said = sentence(mistake, &names);
            self.wrong.push(format!("{about}: {said}"));
        }
    }

    /// Accepts the change, or no cause if another one has the same outputs, or they are few.
    fn check_cause(
        &mut self,
        kind: CourseKind,
        change: Change,
        cases: &[Case],
        before: &[CaseResult],
    ) {
        let course = kind.course();
        let words = |change: Change| format!("The program {}", change.words(kind));
        let mut results = before.to_vec();
        let strictness = course.fixes_words.then_some(course.strictness);
        name_cause(course, strictness, cases, &mut results);
        let said = results.iter().zip(before);
        let said = said.filter(|(result, before)| result != before);
        let mut said = said.filter_map(|(it, _)| it.explanation.as_ref());
        let is_true = |other: &Change| *other == change || other.covers(change);
        let mut causes = Change::all(kind).into_iter().filter(is_true);
        match said.next().map(|said| &said.kind) {
            Some(said) if causes.any(|it| words(it) == *said) => self.named += 1,
            Some(said) => self.wrong.push(format!("{change:?}: {said}")),
            None if change.is_cause() => self.unnamed.push(change),
            None => {}
        }
    }
}

/// Prints the shares of hints that are false, misleading and missing.
#[expect(clippy::print_stdout, reason = "the figures of the harness")]
fn hints_and_causes_are_true(kind: CourseKind) {
    let (course, cases) = (kind.course(), games(kind));
    let right = |case: &Case| marked(kind, Change::None, case).program;
    let rights: Vec<SimulatedProgram> = cases.iter().map(right).collect();
    let mut hints = Hints::default();
    for (number, change) in Change::all(kind).into_iter().enumerate() {
        let is_usual = change.is_usual(kind);
        // There are many sets of directions: one case for each.
        let is_one_of_many = matches!(change, Change::Ways(_));
        // Texts show no more of these than that they differ.
        let is_shown =
            !course.fixes_words || !matches!(change, Change::PrintsNoBoards | Change::PrintsOn(_));
        let mut results = Vec::new();
        for (index, (case, right)) in cases.iter().zip(&rights).enumerate() {
            let is_chosen = !is_one_of_many || (number + index) % cases.len() == 0;
            if !is_usual && !is_chosen {
                continue;
            }
            let marked = marked(kind, change, case);
            if is_shown && is_chosen {
                let setup = course.setup(&case.input).expect("it has a game");
                let (rules, mutant) = (setup.rules, &marked.program);
                let runs = Runs {
                    kind,
                    rules,
                    change,
                    mutant,
                    right,
                };
                hints.check(case, &marked, &runs);
            }
            results.push(marked.result);
        }
        if is_usual {
            hints.check_cause(kind, change, &cases, &results);
        }
    }
    let (faults, misleading, named) = (hints.faults, hints.misleading, hints.named);
    let [wrong, none] = [hints.wrong, hints.none];
    println!(
        "{kind:?}: {faults} faults; {} false, {misleading} misleading, {} missing; \
         {named} causes are named, not these: {:?}",
        wrong.len(),
        none.len(),
        hints.unnamed
    );
    assert!(faults > 400, "{faults} faults");
    assert!(wrong.is_empty(), "{} of {faults}: {wrong:#?}", wrong.len());
    assert!(none.is_empty(), "{} of {faults}: {none:#?}", none.len());
    assert!(misleading * 50 <= faults, "{misleading} of {faults}");
    assert!(named > hints.unnamed.len());
}

#[test]
fn the_listed_changes_get_the_listed_hints() {
    let mut wrong = Vec::new();
    for [course, name, of, hint] in rows(ROWS) {
        let kind: CourseKind = course.parse().expect("it is a course");
        let mut changes = Change::all(kind).into_iter();
        let change = changes.find(|change| format!("{change:?}").replace("\\n", "\n") == name);
        let change = change.unwrap_or_else(|| panic!("{name} is no change"));
        let (input, stdout) = case(kind.course(), &of);
        let played = Case {
            expected: Some(Expected {
                stdout,
                ..Expected::default()
            }),
            ..Case::new(&*of, input)
        };
        let said = match marked(kind, change, &played).found {
            Some((Some(mistake), place)) => {
                let said = sentence(&mistake, &CaseNames::new(kind.course(), &played.input));
                place.map_or(said.clone(), |place| format!("{place}: {said}"))
            }
            Some((None, _)) => "-".to_owned(),
            None => "it is right".to_owned(),
        };
        if said != hint {
            wrong.push(format!("{course} | {name} | {of} | {said}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn hints_and_causes_in_a1_are_true() {
    hints_and_causes_are_true(CourseKind::Toronto);
}

#[test]
fn hints_and_causes_in_lab_8_are_true() {
    hints_and_causes_are_true(CourseKind::Lab8);
}

#[test]
fn hints_and_causes_in_cmsc_201_are_true() {
    hints_and_causes_are_true(CourseKind::Cmsc201);
}

#[test]
fn hints_and_causes_in_comp10050_are_true() {
    hints_and_causes_are_true(CourseKind::Comp10050);
}
