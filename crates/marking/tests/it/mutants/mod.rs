//! Mutants of a correct program: for each operator that is changed, a hint names a
//! true cause or none.

mod program;

use marking::diagnose::{Diagonals, Ended, Mistake, RefusalCause};
use marking::judge::{Talker, judge, text};
use marking::report::{Names, sentence};
use reversi_core::{Disc, Game, Rules, Square};
use transcript::Suite;

use self::program::{DIAGONALS, Kind, Mutation, Program};

/// A case: its name, its input and the output that it expects.
struct Case {
    name: String,
    input: Vec<u8>,
    expected: Vec<u8>,
}

/// The mistake that is found in a program on `case`, if it fails.
enum Judged {
    Right,
    Wrong(Option<Mistake>),
}

/// Marks a program with `mutation` on `case`.
fn judged(kind: Kind, mutation: Mutation, case: &Case) -> (Judged, Program) {
    let course = kind.course();
    let mut program = Program::new(kind, mutation);
    if !course.fixes_words {
        let judged = match judge(course, &case.input, &mut program) {
            Ok(_) => Judged::Right,
            Err(finding) => Judged::Wrong(Some(finding.mistake)),
        };
        return (judged, program);
    }
    program.send(&case.input);
    program.wait();
    let strictness = course.strictness;
    let difference = strictness.first_difference(&case.expected, program.output());
    let judged = difference.map_or(Judged::Right, |difference| {
        let ended = Ended::default();
        let mistake = text::mistake(course, strictness, difference, &case.input, ended);
        Judged::Wrong(mistake)
    });
    (judged, program)
}

/// The cases of a course in which a game is played.
fn cases(kind: Kind) -> Vec<Case> {
    let course = kind.course();
    let suite = Suite::load_strict(&course_tests::fixtures(course.name));
    let suite = suite.expect("the fixtures can be read");
    let mut cases = Vec::new();
    for case in suite.cases() {
        let is_game = case.args.is_empty() && course.setup(&case.input).is_some();
        // The program of this test reads lines of any length, but only whole ones.
        let are_lines = case.input.ends_with(b"\n") && case.input.len() < 2000;
        if is_game && !case.truncated_input && are_lines {
            let expected = case.expected.as_ref().expect("a fixture has a snapshot");
            cases.push(Case {
                name: case.name.clone(),
                input: case.input.clone(),
                expected: expected.stdout.clone(),
            });
        }
    }
    cases
}

/// What a mutant did, and what the right program does with the same input.
struct Runs<'a> {
    kind: Kind,
    rules: Rules,
    mutation: Mutation,
    mutant: &'a Program,
    right: &'a Program,
}

impl Runs<'_> {
    /// Returns `true` if what `mistake` says is so: of what differs, that it does; of
    /// a cause, that it is the mutation.
    fn is_true(&self, mistake: &Mistake) -> bool {
        use Mutation as M;
        let mutation = self.mutation;
        match mistake {
            Mistake::OpeningColoursSwapped => matches!(
                mutation,
                M::PrintsSwapped | M::StartSwapped | M::PrintsUpsideDown
            ),
            Mistake::ColoursSwapped => mutation == M::PrintsSwapped,
            Mistake::BoardTransposed
            | Mistake::MoveReadTransposed { .. }
            | Mistake::ListTransposed => matches!(
                mutation,
                M::ReadsTransposed | M::PrintsTransposed | M::ListsTransposed
            ),
            Mistake::MovedElsewhere { at, on } => {
                let mut steps = self.mutant.steps.iter();
                steps.any(|step| step.typed == *at && step.at == *on)
            }
            Mistake::BoardUnchanged { .. } => self
                .mutant
                .steps
                .iter()
                .any(|step| step.before == step.after),
            Mistake::WrongSidesDisc { mover, at } => {
                let mut steps = self.mutant.steps.iter();
                steps.any(|step| step.at == *at && step.after.disc(*at) == Some(mover.opponent()))
            }
            Mistake::BoardDirections(diagonals) | Mistake::ListDirections(diagonals) => {
                self.has(*diagonals)
            }
            Mistake::WrongFlips {
                mover,
                at,
                missed,
                extra,
                diagonals,
            } => {
                diagonals.is_none_or(|diagonals| self.has(diagonals))
                    && self.flips_differ(*mover, *at, missed, extra)
            }
            Mistake::LegalMoveRefused { at, cause, .. } => {
                self.mutant.refused.contains(at)
                    && (*cause != Some(RefusalCause::DiagonalsIgnored)
                        || self.has(Diagonals::Ignored))
            }
            Mistake::IllegalMoveAccepted { typed, .. } => {
                let typed = typed.as_deref().unwrap_or_default();
                let course = self.kind.course();
                let at = course.square(typed.as_bytes(), self.rules.size, &[]);
                at.is_some_and(|at| {
                    self.right.refused.contains(&at)
                        && self.mutant.steps.iter().any(|step| step.typed == at)
                })
            }
            Mistake::RefusalMissing { .. } => mutation == M::RefusesSilently,
            Mistake::ComputerMove { at, expected, .. }
            | Mistake::ComputerIllegal {
                at,
                expected: Some(expected),
                ..
            } => self.computer_errs(*at, *expected),
            Mistake::ComputerMovedTwice { .. } => {
                matches!(mutation, M::ComputerTwice | M::NeverAlternates)
            }
            Mistake::ResultWrong { .. } | Mistake::MarginWrong { .. } => matches!(
                mutation,
                M::WinnerReversed
                    | M::DrawWins(_)
                    | M::DrawAlways
                    | M::CountsLess
                    | M::CountsSwapped
                    | M::OneMorePoint
            ),
            Mistake::ScoreWrong { .. } => {
                matches!(mutation, M::CountsLess | M::CountsSwapped | M::OneMorePoint)
            }
            // The others are what differs, and not why.
            _ => true,
        }
    }

    /// Returns `true` if the mutation is this mistake with the diagonals.
    fn has(&self, diagonals: Diagonals) -> bool {
        match (diagonals, self.mutation) {
            (Diagonals::Ignored, Mutation::Ways(set)) => set == !DIAGONALS,
            (Diagonals::Used, Mutation::Ways(set)) => {
                self.kind == Kind::Cmsc201 && set & DIAGONALS != 0
            }
            _ => false,
        }
    }

    /// Returns `true` if the mutant made the move `at`, and flipped all but `missed`
    /// and also `extra`.
    fn flips_differ(&self, mover: Disc, at: Square, missed: &[Square], extra: &[Square]) -> bool {
        self.mutant.steps.iter().any(|step| {
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
        let says_other = self.mutation == Mutation::ComputerSaysOther;
        let boards: Vec<_> = made
            .filter(|step| says_other || step.at == at)
            .map(|step| &step.before)
            .collect();
        right.any(|step| step.at == expected && boards.contains(&&step.before))
    }
}

#[test]
fn the_program_is_right_without_a_mutation() {
    for kind in Kind::ALL {
        for case in cases(kind) {
            let (judged, program) = judged(kind, Mutation::None, &case);
            let output = || String::from_utf8_lossy(program.output()).into_owned();
            if let Judged::Wrong(mistake) = judged {
                panic!("{kind:?} {}: {mistake:?}\n{}", case.name, output());
            }
        }
    }
}

/// Fails if a hint on a mutant names a wrong cause, or if there is none.
fn hints_are_true(kind: Kind) {
    let cases = cases(kind);
    let rights: Vec<Program> = cases
        .iter()
        .map(|case| judged(kind, Mutation::None, case).1)
        .collect();
    let mut wrong = Vec::new();
    let mut faults = 0;
    for (number, mutation) in Mutation::all(kind).into_iter().enumerate() {
        // There are many sets of directions: one case for each.
        let is_one_of_many = matches!(mutation, Mutation::Ways(_));
        let chosen =
            |&(index, _): &(usize, _)| !is_one_of_many || (number + index) % cases.len() == 0;
        let pairs = cases.iter().zip(&rights).enumerate().filter(chosen);
        for (_, (case, right)) in pairs {
            let (Judged::Wrong(mistake), mutant) = judged(kind, mutation, case) else {
                continue;
            };
            faults += 1;
            let setup = kind.course().setup(&case.input).expect("it has a game");
            let runs = Runs {
                kind,
                rules: setup.rules,
                mutation,
                mutant: &mutant,
                right,
            };
            if !mistake
                .as_ref()
                .is_some_and(|mistake| runs.is_true(mistake))
            {
                let names = Names::new(kind.course(), &case.input);
                let said = mistake.map(|mistake| sentence(&mistake, &names));
                wrong.push(format!("{mutation:?}, {}: {said:?}", case.name));
            }
        }
    }
    assert!(faults > 400, "{faults} faults");
    assert!(wrong.is_empty(), "{} of {faults}: {wrong:#?}", wrong.len());
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
