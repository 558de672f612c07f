//! The directions in which a program flips discs, as its boards and lists show them.

use std::sync::LazyLock;

use course::{Course, Setup};
use reversi_core::{Board, Direction, Game, Rules, Square};

use super::history::{History, has_diagonals};
use super::mistake::Diagonals;

/// A set of directions: a bit for each of [`Direction::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Directions(u8);

/// The directions of each set, because rules refer to their directions.
static SETS: LazyLock<Vec<Vec<Direction>>> = LazyLock::new(|| {
    let directions = |set: u8| {
        let all = Direction::ALL.iter().enumerate();
        let chosen = all.filter(|(index, _)| set & 1 << index != 0);
        chosen.map(|(_, &direction)| direction).collect()
    };
    (0..=u8::MAX).map(directions).collect()
});

impl Directions {
    const ALL: Self = Self(u8::MAX);
    const ORTHOGONAL: Self = Self(0b0101_1010);

    fn of(rules: &Rules) -> Self {
        if has_diagonals(rules) {
            Self::ALL
        } else {
            Self::ORTHOGONAL
        }
    }

    pub(crate) fn others(rules: &Rules) -> impl Iterator<Item = Self> + use<> {
        let own = Self::of(rules);
        (0..=u8::MAX).map(Self).filter(move |&set| set != own)
    }

    pub(crate) fn rules(self, rules: Rules) -> Rules {
        Rules {
            directions: &SETS[usize::from(self.0)],
            ..rules
        }
    }

    pub(crate) fn has_orthogonals(self) -> bool {
        self.0 & Self::ORTHOGONAL.0 == Self::ORTHOGONAL.0
    }

    /// Returns the mistake with the diagonals that all `sets` share, each of which
    /// explains all that a program printed: they are used although they do not
    /// count, or no set but the one without them explains it.
    pub(crate) fn diagonals(rules: &Rules, sets: &[Self]) -> Option<Diagonals> {
        if has_diagonals(rules) {
            (sets == [Self::ORTHOGONAL]).then_some(Diagonals::Ignored)
        } else {
            let used = !sets.is_empty() && sets.iter().all(|set| set.has_orthogonals());
            used.then_some(Diagonals::Used)
        }
    }

    /// Returns the sets other than the course's own by which a program that is given
    /// `input` prints just these `boards`.
    pub(crate) fn that_explain(course: &Course, input: &[u8], boards: &[&Board]) -> Vec<Self> {
        let Some(setup) = course.setup(input) else {
            return Vec::new();
        };
        let mut boards = boards.to_vec();
        boards.dedup();
        let explains = |rules| prints(course, input, &setup, rules, &boards);
        if explains(setup.rules) {
            return Vec::new();
        }
        Self::others(&setup.rules)
            .filter(|set| explains(set.rules(setup.rules)))
            .collect()
    }
}

/// Returns `true` if a program that is right but for its `rules` prints `boards`,
/// each of which differs from the one before.
fn prints(course: &Course, input: &[u8], setup: &Setup, rules: Rules, boards: &[&Board]) -> bool {
    let opening = Game::new(rules);
    let (Some((first, mut rest)), Ok(opening)) = (boards.split_first(), opening) else {
        return false;
    };
    if *first != opening.board() {
        return false;
    }
    let mut hidden = false;
    let mut differs = false;
    History::replay_while(course, input, setup, rules, |played| {
        match rest.split_first() {
            Some((next, later)) if **next == played.after => {
                rest = later;
                hidden = false;
            }
            // A program may leave out the board before the computer's reply.
            Some(_) if !hidden && !played.by_computer && setup.computer.is_some() => hidden = true,
            Some(_) => differs = true,
            None => {}
        }
        !differs && !rest.is_empty()
    });
    rest.is_empty()
}

impl History {
    /// Returns `true` if a program that flips in `directions` prints the boards that
    /// were shown.
    pub(crate) fn shows(&self, directions: Directions) -> bool {
        let rules = directions.rules(self.rules());
        self.moves()[..self.shown()].iter().all(|played| {
            let game = Game::resume(rules, played.before.board().clone(), played.mover());
            let flips = game.map(|game| game.flips(played.at));
            let right = played.before.flips(played.at);
            match (flips, right) {
                (Ok(Ok(flips)), Ok(right)) => flips.squares() == right.squares(),
                _ => false,
            }
        })
    }

    /// Returns the sets of directions by which `listed`, in order, is the list of
    /// moves for `game`, and which contradict no earlier board or list.
    pub(crate) fn list_directions(&self, game: &Game, listed: &[Square]) -> Vec<Directions> {
        let lists = |directions: Directions, game: &Game| -> Option<Vec<Square>> {
            let rules = directions.rules(self.rules());
            let game = Game::resume(rules, game.board().clone(), game.to_move()).ok()?;
            Some(game.legal_moves().collect())
        };
        let earlier = || {
            let moves = self.moves()[..self.shown()].iter();
            moves.filter(|played| !played.by_computer)
        };
        let agrees = |directions| {
            lists(directions, game).as_deref() == Some(listed)
                && self.shows(directions)
                && earlier().all(|played| {
                    let right: Vec<Square> = played.before.legal_moves().collect();
                    lists(directions, &played.before) == Some(right)
                })
        };
        let sets = Directions::others(&self.rules());
        sets.filter(|&directions| agrees(directions)).collect()
    }
}
