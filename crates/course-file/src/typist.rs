//! A player at the keyboard of any course's program, who types moves at random.

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Read};
use std::rc::Rc;

use course::{Course, Observer, Setup};
use reversi_core::{Game, Square, Turn};

/// The most lines that are typed after those before the game.
const LINES: usize = 400;

/// The random numbers of a seed: `SplitMix64`.
#[derive(Clone, Debug)]
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let mixed = mixed ^ mixed >> 31;
        usize::try_from(mixed >> 33).expect("31 bits") % end
    }
}

/// The way in which moves are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Random,
    /// The most flips.
    Greedy,
    /// The fewest moves for the other side, which passes and wipe-outs come from.
    Stifling,
    /// The least difference of discs, which draws come from.
    Even,
}

/// Follows the game, for the typist.
struct Follower(Rc<RefCell<Option<Game>>>);

impl Observer for Follower {
    fn turn(&mut self, game: &Game) {
        *self.0.borrow_mut() = Some(game.clone());
    }
}

/// Returns the number before `base`, that of the first row.
pub(crate) fn before(base: u8) -> &'static str {
    if base == 0 { "-1" } else { "0" }
}

struct Typist<'a> {
    course: &'a Course,
    game: Rc<RefCell<Option<Game>>>,
    random: Random,
    style: Style,
    errs: bool,
    text: Vec<u8>,
    taken: usize,
    lines: usize,
}

impl Typist<'_> {
    fn line(&mut self) -> Option<String> {
        let game = self.game.borrow().clone()?;
        if self.lines == LINES {
            return None;
        }
        if let Turn::Over(_) = game.turn() {
            self.lines = LINES;
            return self.course.program.last_line().map(str::to_owned);
        }
        self.lines += 1;
        let mut quits = self.course.program.quits().iter();
        if let Some(quit) = quits
            .next()
            .filter(|_| self.errs && self.random.below(300) == 0)
        {
            self.lines = LINES;
            return Some(quit.clone());
        }
        if self.errs && self.random.below(5) == 0 {
            return Some(self.wrong_line(&game));
        }
        let legal: Vec<Square> = game.legal_moves().collect();
        let number = self.choose(&game, &legal);
        Some(if self.course.chooses_by_number() {
            (number + 1).to_string()
        } else {
            self.course
                .notation
                .line(legal[number], game.board().size())
        })
    }

    /// Returns the index of a move.
    fn choose(&mut self, game: &Game, legal: &[Square]) -> usize {
        let worth = |at: Square| -> isize {
            let mut next = game.clone();
            let flips = next.play(at).map_or(0, |flips| flips.count());
            let count = match self.style {
                Style::Random => 0,
                Style::Greedy => flips,
                Style::Even => {
                    let discs = next.board().count();
                    return -discs.black.abs_diff(discs.white).cast_signed();
                }
                Style::Stifling => return -next.legal_moves().count().cast_signed(),
            };
            count.cast_signed()
        };
        let worths: Vec<isize> = legal.iter().map(|at| worth(*at)).collect();
        let best = worths.iter().max().copied().unwrap_or_default();
        let best: Vec<usize> = (0..legal.len()).filter(|at| worths[*at] == best).collect();
        best[self.random.below(best.len())]
    }

    /// Returns a line with the number before that of the first row, where a move in the last
    /// row is legal: a program in Python may take it for that move.
    fn line_before(&self, game: &Game) -> Option<String> {
        let size = game.board().size();
        let at = game.legal_moves().find(|at| at.row + 1 == size.rows())?;
        let base = self.course.notation.base();
        let line = self.course.notation.line(Square::new(0, at.col), size);
        // Of a larger number this would be a digit.
        let is_number = size.cols() < 10 && line.contains(&base.to_string());
        is_number.then(|| line.replacen(&base.to_string(), before(base), 1))
    }

    /// Returns a line that is no legal move.
    fn wrong_line(&mut self, game: &Game) -> String {
        let size = game.board().size();
        let lines = self.course.notation.lines_per_move();
        if self.course.chooses_by_number() {
            return ["0", "99", "x"][self.random.below(3)].to_owned();
        }
        let kind = self.random.below(3);
        if let Some(line) = self.line_before(game).filter(|_| kind == 2) {
            return line;
        }
        let is_wrong = |at: &Square| game.check(*at).is_err();
        let occupied: Vec<Square> = game.board().occupied().collect();
        let empty = size.squares().filter(|at| game.board().disc(*at).is_none());
        let useless: Vec<Square> = empty.filter(is_wrong).collect();
        let beyond = [Square::new(size.rows(), 0), Square::new(0, size.cols())];
        let kinds = [&occupied[..], &useless, &beyond];
        match kinds[kind] {
            [] => vec!["?"; lines].join("\n"),
            kind => {
                let at = kind[self.random.below(kind.len())];
                self.course.notation.line(at, size)
            }
        }
    }
}

impl Read for Typist<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.text.len()
            && let Some(line) = self.line()
        {
            self.text.extend(line.bytes().chain([b'\n']));
        }
        let length = (&self.text[self.taken..]).read(buffer)?;
        self.taken += length;
        Ok(length)
    }
}

/// Types the answers of `start` and then moves, the same for each `seed`, while `play` plays
/// with that input and that observer. Returns all that was typed.
pub fn random_game(
    course: &Course,
    start: &Setup,
    seed: u64,
    play: impl FnOnce(&mut dyn BufRead, &mut dyn Observer),
) -> Vec<u8> {
    let game = Rc::new(RefCell::new(None));
    let styles = [Style::Random, Style::Stifling, Style::Greedy, Style::Even];
    let mut random = Random(seed);
    let mut typist = Typist {
        course,
        game: Rc::clone(&game),
        style: styles[random.below(styles.len())],
        errs: random.below(2) == 0,
        random,
        text: start.answers.concat(),
        taken: 0,
        lines: 0,
    };
    play(&mut BufReader::new(&mut typist), &mut Follower(game));
    typist.text
}
