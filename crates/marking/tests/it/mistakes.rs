//! Programs with mistakes: each hint names a true cause or none, and those that are listed
//! get the sentence that is listed.

use course::Aspect;
use marking::diagnose::Mistake;
use marking::judge::text::Wrong;
use marking::judge::{Interactive, Place, judge};
use marking::mistakes::{Change, Kind, Program, ROWS, Step};
use marking::report::{CaseResult, Context, Explanation, Names, name_cause, sentence};
use reversi_core::{Disc, Game, Rules, Square};
use transcript::{Case, Typed, Verdict};

use crate::rows::{self, cases, rows};

enum Judged {
    Right,
    /// The place is known if the rules judge found the mistake.
    Wrong(Option<Mistake>, Option<Place>),
}

fn judged(kind: Kind, change: Change, input: &[u8], expected: &[u8]) -> (Judged, Program) {
    let course = kind.course();
    let mut program = Program::new(kind, change);
    if !course.fixes_words {
        let judged = match judge(course, input, &mut program) {
            Ok(_) => Judged::Right,
            Err(finding) => Judged::Wrong(Some(finding.mistake), Some(finding.place)),
        };
        return (judged, program);
    }
    program.send(input);
    program.wait();
    let strictness = course.strictness;
    let difference = strictness.first_difference(expected, program.output());
    let judged = difference.map_or(Judged::Right, |difference| {
        let wrong = Wrong::in_output(difference);
        Judged::Wrong(wrong.mistake(course, strictness, input, 0), None)
    });
    (judged, program)
}

fn expected(case: &Case) -> &[u8] {
    &case.expected.as_ref().expect("it has a snapshot").stdout
}

/// The cases of a course in which a whole game is played.
fn games(kind: Kind) -> Vec<Case> {
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
    kind: Kind,
    rules: Rules,
    change: Change,
    mutant: &'a Program,
    right: &'a Program,
}

impl Runs<'_> {
    /// Returns `true` if what `mistake` says is so: of what differs, that it does; of
    /// a cause, that it is the change, by the table of `causes.txt`.
    fn is_true(&self, mistake: &Mistake) -> bool {
        let (name, change) = (<&str>::from(mistake), format!("{:?}", self.change));
        let mut causes = rows(include_str!("causes.txt"));
        if let Some([_, causes]) = causes.find(|[caused, _]| *caused == name) {
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

    fn any(&self, is: impl Fn(&Step) -> bool) -> bool {
        self.mutant.steps.iter().any(is)
    }

    /// Returns `true` if the mutant made the move `at`, and flipped all but `missed`
    /// and also `extra`.
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

    /// Returns `true` if the mutant's computer plays `at` on the very board on which
    /// the right one plays `expected`.
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
    for kind in [Kind::Toronto, Kind::Lab8, Kind::Cmsc201, Kind::Comp10050] {
        for case in games(kind) {
            let (judged, program) = judged(kind, Change::None, &case.input, expected(&case));
            let output = || String::from_utf8_lossy(program.output()).into_owned();
            if let Judged::Wrong(mistake, _) = judged {
                panic!("{kind:?} {}: {mistake:?}\n{}", case.name, output());
            }
        }
    }
}

/// Returns `true` if a hint is about the text only: for a wrong move or turn it is
/// misleading.
fn is_about_text(mistake: &Mistake) -> bool {
    let is_board = matches!(
        mistake,
        Mistake::BoardRepeated { .. } | Mistake::BoardBetween
    );
    mistake.aspect() == Aspect::Text && !is_board
}

/// Fails if a hint on a changed program names a wrong cause, or if there is none. Prints
/// the shares of false, misleading and missing hints.
#[expect(clippy::print_stdout, reason = "the figures of the harness")]
fn hints_are_true(kind: Kind) {
    let cases = games(kind);
    let right = |case: &Case| judged(kind, Change::None, &case.input, expected(case)).1;
    let rights: Vec<Program> = cases.iter().map(right).collect();
    let (mut wrong, mut none) = (Vec::new(), Vec::new());
    let (mut faults, mut misleading) = (0, 0);
    let mut changes = Change::all(kind);
    if kind.course().fixes_words {
        // The texts show no more than that they differ.
        changes.retain(|it| !matches!(it, Change::PrintsNoBoards | Change::PrintsOn(_)));
    }
    for (number, change) in changes.into_iter().enumerate() {
        // There are many sets of directions: one case for each.
        let is_one_of_many = matches!(change, Change::Ways(_));
        let chosen =
            |&(index, _): &(usize, _)| !is_one_of_many || (number + index) % cases.len() == 0;
        let pairs = cases.iter().zip(&rights).enumerate().filter(chosen);
        for (_, (case, right)) in pairs {
            let (Judged::Wrong(mistake, _), mutant) =
                judged(kind, change, &case.input, expected(case))
            else {
                continue;
            };
            faults += 1;
            let setup = kind.course().setup(&case.input).expect("it has a game");
            let runs = Runs {
                kind,
                rules: setup.rules,
                change,
                mutant: &mutant,
                right,
            };
            let Some(mistake) = mistake else {
                none.push(format!("{change:?}, {}", case.name));
                continue;
            };
            misleading += usize::from(is_about_text(&mistake) && !change.is_of_text());
            if !runs.is_true(&mistake) {
                let names = Names::new(kind.course(), &case.input);
                let said = sentence(&mistake, &names);
                wrong.push(format!("{change:?}, {}: {said}", case.name));
            }
        }
    }
    println!(
        "{kind:?}: {faults} faults; hints: {} false, {misleading} misleading, {} missing",
        wrong.len(),
        none.len()
    );
    assert!(faults > 400, "{faults} faults");
    assert!(wrong.is_empty(), "{} of {faults}: {wrong:#?}", wrong.len());
    assert!(none.is_empty(), "{} of {faults}: {none:#?}", none.len());
    assert!(misleading * 50 <= faults, "{misleading} of {faults}");
}

/// Returns the result of marking a program with `change` on one case.
fn marked(kind: Kind, change: Change, case: &Case) -> CaseResult {
    let course = kind.course();
    let context = Context {
        course,
        input: &case.input,
        full: false,
    };
    let mut program = Program::new(kind, change);
    let result = |reason, explanation: Option<Explanation>| CaseResult {
        case: case.name.clone(),
        verdict: match explanation {
            None => Verdict::Ok,
            Some(_) => Verdict::WrongOutput,
        },
        reason,
        explanation,
        ..CaseResult::default()
    };
    if !course.fixes_words {
        let finding = judge(course, &case.input, &mut program).err();
        let explained = finding.map(|it| {
            let explanation = context.rules(&it, &Typed::default(), program.output());
            (context.reason(&it), explanation)
        });
        let (reason, explanation) = explained.unzip();
        return result(reason, explanation);
    }
    program.send(&case.input);
    program.wait();
    let difference = course
        .strictness
        .first_difference(expected(case), program.output());
    let explanation = difference.map(|difference| {
        let wrong = Wrong::in_output(difference);
        let mistake = wrong.mistake(course, course.strictness, &case.input, 0);
        context.text(wrong, mistake.as_ref())
    });
    result(None, explanation)
}

/// Of a program with one change, the cause is named, or else none: another change with the same
/// outputs, or too few of them.
#[expect(clippy::print_stdout, reason = "the figures of the harness")]
fn the_cause_is_the_change(kind: Kind) {
    let course = kind.course();
    let cases = games(kind);
    let (mut wrong, mut named, mut unnamed) = (Vec::new(), 0, Vec::new());
    let words = |change: Change| format!("The program {}", change.words(kind));
    let changes = Change::all(kind);
    for &change in changes.iter().filter(|change| change.is_usual(kind)) {
        let before: Vec<_> = cases.iter().map(|it| marked(kind, change, it)).collect();
        let mut results = before.clone();
        let strictness = course.fixes_words.then_some(course.strictness);
        name_cause(course, strictness, &cases, &mut results);
        let said = results.iter().zip(&before);
        let said = said.filter(|(result, before)| result != before);
        let mut said = said.filter_map(|(it, _)| it.explanation.as_ref());
        let is_true = |other: &&Change| **other == change || other.covers(change);
        match said.next().map(|said| &said.kind) {
            Some(kind) if changes.iter().filter(is_true).any(|&it| words(it) == *kind) => {
                named += 1;
            }
            Some(kind) => wrong.push(format!("{change:?}: {kind}")),
            None if change.is_cause() => unnamed.push(change),
            None => {}
        }
    }
    println!(
        "{named} causes are named, {} are not: {unnamed:?}",
        unnamed.len()
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(named > unnamed.len());
}

#[test]
fn the_cause_in_a1_is_the_change() {
    the_cause_is_the_change(Kind::Toronto);
}

#[test]
fn the_cause_in_lab_8_is_the_change() {
    the_cause_is_the_change(Kind::Lab8);
}

#[test]
fn the_cause_in_cmsc_201_is_the_change() {
    the_cause_is_the_change(Kind::Cmsc201);
}

#[test]
fn the_cause_in_comp10050_is_the_change() {
    the_cause_is_the_change(Kind::Comp10050);
}

#[test]
fn the_listed_changes_get_the_listed_hints() {
    let mut wrong = Vec::new();
    for [course, name, case, hint] in rows::<4>(ROWS) {
        let kind: Kind = course.parse().expect("it is a course");
        let mut changes = Change::all(kind).into_iter();
        let change = changes.find(|change| format!("{change:?}") == name);
        let change = change.unwrap_or_else(|| panic!("{name} is no change"));
        let (input, right) = rows::case(kind.course(), case);
        let context = Context {
            course: kind.course(),
            input: &input,
            full: false,
        };
        let said = match judged(kind, change, &input, &right).0 {
            Judged::Wrong(Some(mistake), place) => {
                let said = sentence(&mistake, &context.names());
                place.map_or(said.clone(), |place| format!("{place}: {said}"))
            }
            Judged::Wrong(None, _) => "-".to_owned(),
            Judged::Right => "it is right".to_owned(),
        };
        if said != hint {
            wrong.push(format!("{course} | {name} | {case} | {said}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_hint_on_a_toronto_program_names_a_true_cause() {
    hints_are_true(Kind::Toronto);
}

#[test]
fn a_hint_on_a_lab_8_program_names_a_true_cause() {
    hints_are_true(Kind::Lab8);
}

#[test]
fn a_hint_on_a_cmsc201_program_names_a_true_cause() {
    hints_are_true(Kind::Cmsc201);
}

#[test]
fn a_hint_on_a_comp10050_program_names_a_true_cause() {
    hints_are_true(Kind::Comp10050);
}
