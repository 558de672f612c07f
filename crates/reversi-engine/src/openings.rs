//! Balanced openings for matches and tournaments, on boards of any even size.

use std::collections::HashSet;
use std::fmt;

use reversi_core::{Game, Rules, Size, Square, Symmetry, Turn};

use crate::{Engine, Options, Player, PlayerError, Position, Random, SearchLimits};

/// The depth of the search that decides if an opening is balanced.
const DEPTH: u32 = 4;

/// The greatest absolute score of an opening, in hundredths of a disc, on boards from
/// 8×8 on.
const BALANCED: i32 = 1000;

/// The number of random openings in a row that may be unbalanced or known before the
/// generator gives up. On 6×6 one in four is balanced, on larger boards most are.
const ATTEMPTS: u32 = 10_000;

/// Returns the default number of moves of an opening on boards of `size`: 5 on 4×4, 6 on
/// 6×6, and 8 on all others. So there are 21 balanced openings on 4×4 and 558 on 6×6.
pub fn default_plies(size: Size) -> u32 {
    match size.rows() {
        ..=4 => 5,
        5..=6 => 6,
        _ => 8,
    }
}

/// Returns the greatest absolute score of a balanced opening on boards of `size`, in
/// hundredths of a disc: ten discs, and on small boards the same share of their squares.
pub fn balanced_score(size: Size) -> i32 {
    let squares = i32::try_from(size.area()).unwrap_or(i32::MAX);
    BALANCED.min(squares.saturating_mul(BALANCED) / 64)
}

/// The first moves of a game, from the start position by Othello's rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    moves: Vec<Square>,
    game: Game,
}

impl Opening {
    /// Plays `moves` from the start on a board of `size`; a side without a move passes
    /// without an entry in the list. The error is the number of the first illegal move,
    /// counted from 0; it is 0 too if the board has no middle.
    pub fn play(size: Size, moves: &[Square]) -> Result<Self, usize> {
        let mut opening = Self::start(size).ok_or(0_usize)?;
        for (number, &at) in moves.iter().enumerate() {
            opening.add(at).ok_or(number)?;
        }
        Ok(opening)
    }

    /// The moves, without passes.
    pub fn moves(&self) -> &[Square] {
        &self.moves
    }

    /// The game after the moves.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the least of the eight images of the position, seen by the side to move:
    /// the same for positions that are images of each other.
    pub fn canonical(&self) -> Vec<Option<bool>> {
        let mover = self.game.to_move();
        let images = Symmetry::ALL.map(|symmetry| {
            let board = symmetry.board(self.game.board());
            let squares = board.size().squares();
            squares
                .map(|at| board.disc(at).map(|disc| disc == mover))
                .collect::<Vec<_>>()
        });
        images.into_iter().min().expect("there are eight images")
    }

    fn start(size: Size) -> Option<Self> {
        let game = Game::new(Rules {
            size,
            ..Rules::OTHELLO
        });
        Some(Self {
            moves: Vec::new(),
            game: game.ok()?,
        })
    }

    /// Plays a move, and a pass before it if the side to move has none.
    fn add(&mut self, at: Square) -> Option<()> {
        if let Turn::Pass(_) = self.game.turn() {
            self.game.pass().ok()?;
        }
        self.game.play(at).ok()?;
        self.moves.push(at);
        Some(())
    }

    /// Returns a random opening of `plies` moves, or fewer if the game ends.
    fn random(size: Size, plies: u32, random: &mut Random) -> Option<Self> {
        let mut opening = Self::start(size)?;
        for _ in 0..plies {
            if let Turn::Pass(_) = opening.game.turn() {
                opening.game.pass().ok()?;
            }
            let moves: Vec<Square> = opening.game.legal_moves().collect();
            let Some(at) = random.choose(&moves) else {
                break;
            };
            opening.add(at)?;
        }
        Some(opening)
    }
}

/// Written as in `f5d6c3`: a letter for the column and a number for the row.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.iter().try_for_each(|at| at.fmt(f))
    }
}

/// Returns a random opening of `plies` moves in which the side to move has a move and
/// whose `score` for it is balanced on boards of `size`. Returns `None` if there is no
/// such board, or if 10,000 openings in a row are unbalanced.
pub fn balanced(
    size: Size,
    plies: u32,
    random: &mut Random,
    score: &mut dyn FnMut(&Game) -> i32,
) -> Option<Opening> {
    for _ in 0..ATTEMPTS {
        let opening = Opening::random(size, plies, random)?;
        let can_move = opening.game.legal_moves().next().is_some();
        if can_move && score(&opening.game).abs() <= balanced_score(size) {
            return Some(opening);
        }
    }
    None
}

/// Returns the score of `game`, on 8×8, for the side to move, by the search that decides
/// if an opening is balanced.
pub fn shallow_score(engine: &mut Engine, game: &Game) -> i32 {
    let position = Position::of(game.board(), game.to_move()).expect("the board is 8×8");
    engine.search(position, &LIMITS, &mut |_| {}).score.0
}

const LIMITS: SearchLimits = SearchLimits {
    depth: Some(DEPTH),
    time: None,
};

/// Balanced openings on boards of one size. No two of them are equal by symmetry. The
/// same size, number of moves and seed always give the same openings with one version
/// of the engine: the search that decides has a fixed depth and no clock.
///
/// The iterator ends if it finds no further opening, as on 4×4 after a few.
///
/// ```
/// use reversi_core::Size;
/// use reversi_engine::openings::Openings;
///
/// let mut openings = Openings::new(Size::square(6)?, None, 1)?;
/// let opening = openings.next().expect("there are hundreds");
/// assert_eq!(opening.moves().len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Openings {
    size: Size,
    plies: u32,
    judge: Player,
    random: Random,
    known: HashSet<Vec<Option<bool>>>,
}

impl Openings {
    /// Returns the openings of `plies` moves, or else of [`default_plies`], on boards of
    /// `size`, which must be square and even, from 4×4 to 26×26.
    pub fn new(size: Size, plies: Option<u32>, seed: u64) -> Result<Self, PlayerError> {
        let options = Options {
            table: 1,
            ..Options::default()
        };
        Ok(Self {
            size,
            plies: plies.unwrap_or_else(|| default_plies(size)),
            judge: Player::new(size, options)?,
            random: Random::new(seed),
            known: HashSet::new(),
        })
    }
}

/// Returns the score of `game` for the side to move, by the search that decides if an
/// opening is balanced.
fn score(judge: &mut Player, game: &Game) -> i32 {
    let line = judge.search(game, &LIMITS);
    line.expect("the player is for this size").score.0
}

impl Iterator for Openings {
    type Item = Opening;

    fn next(&mut self) -> Option<Opening> {
        for _ in 0..ATTEMPTS {
            self.judge.clear();
            let mut score = |game: &Game| score(&mut self.judge, game);
            let opening = balanced(self.size, self.plies, &mut self.random, &mut score)?;
            if self.known.insert(opening.canonical()) {
                return Some(opening);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn openings(side: usize, seed: u64) -> Openings {
        let size = Size::square(side).expect("a size");
        Openings::new(size, None, seed).expect("the engine plays on it")
    }

    #[test]
    fn openings_depend_on_the_seed_only_are_balanced_and_differ() {
        for (side, number) in [(4, 8), (6, 12), (8, 12), (10, 6), (26, 3)] {
            let texts = |seed| -> Vec<String> {
                openings(side, seed)
                    .take(number)
                    .map(|opening| opening.to_string())
                    .collect()
            };
            assert_eq!(texts(1), texts(1));
            assert_ne!(texts(1), texts(2), "{side}");
            let mut known = HashSet::new();
            let mut judge = openings(side, 1).judge;
            for opening in openings(side, 1).take(number) {
                let game = opening.game();
                assert!(matches!(game.turn(), Turn::Move(_)), "{opening}");
                judge.clear();
                let score = score(&mut judge, game);
                assert!(
                    score.abs() <= balanced_score(game.board().size()),
                    "{opening}: {score}"
                );
                let again = Opening::play(game.board().size(), opening.moves());
                assert_eq!(again.as_ref(), Ok(&opening));
                assert!(known.insert(opening.canonical()), "{opening}");
            }
            assert_eq!(known.len(), number);
        }
    }

    /// The gate's logs have these openings.
    #[test]
    fn the_openings_on_8x8_have_not_changed() {
        let texts: Vec<String> = Openings::new(Size::EIGHT, Some(10), (1 << 63) | 7)
            .expect("the engine plays on it")
            .take(4)
            .map(|opening| opening.to_string())
            .collect();
        let expected = [
            "c4e3f4c5e2g4h4b3e6f7",
            "f5f6d3e3f3e2f1c5e6f4",
            "d3e3f6c3f2d6c7f3c5e6",
            "c4c5d6c7d7e7e6f6g7c3",
        ];
        assert_eq!(texts, expected);
    }

    #[test]
    fn a_generator_ends_after_all_openings() {
        let size = Size::square(4).expect("a size");
        let mut openings = Openings::new(size, Some(4), 1).expect("the engine plays on it");
        let all: HashSet<_> = openings
            .by_ref()
            .map(|opening| opening.canonical())
            .collect();

        // All positions after four moves, from exhaustive play.
        let mut games = vec![Opening::start(size).expect("a board")];
        for _ in 0..4 {
            games = games
                .iter()
                .flat_map(|opening| {
                    let moves: Vec<Square> = opening.game.legal_moves().collect();
                    moves.into_iter().map(|at| {
                        let mut next = opening.clone();
                        next.add(at).expect("the move is legal");
                        next
                    })
                })
                .collect();
        }
        let expected: HashSet<_> = games
            .iter()
            .filter(|opening| matches!(opening.game.turn(), Turn::Move(_)))
            .filter(|opening| {
                score(&mut openings.judge, &opening.game).abs() <= balanced_score(size)
            })
            .map(Opening::canonical)
            .collect();
        assert_eq!(all, expected);
        assert!(!all.is_empty());
    }

    #[test]
    fn images_of_a_position_have_the_same_canonical_form() {
        let opening = openings(6, 3).next().expect("there are hundreds");
        let size = opening.game.board().size();
        // A half turn and the two diagonals map the start to itself.
        let mut images = 0;
        for symmetry in Symmetry::ALL {
            let moves: Vec<Square> = opening
                .moves
                .iter()
                .map(|&at| symmetry.square(size, at))
                .collect();
            if let Ok(image) = Opening::play(size, &moves) {
                assert_eq!(image.canonical(), opening.canonical(), "{image}");
                images += 1;
            }
        }
        assert!(images >= 4, "{images}");
    }

    #[test]
    fn an_illegal_move_is_named() {
        let at = Square::new(2, 3);
        assert_eq!(Opening::play(Size::EIGHT, &[at, at]), Err(1));
        let odd = Size::square(5).expect("a size");
        assert!(Openings::new(odd, None, 1).is_err());
    }
}
