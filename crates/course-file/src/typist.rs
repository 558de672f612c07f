//! Types random moves for any course's program.

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Read};
use std::rc::Rc;

use course::{Course, Notation, Observer, Setup};
use reversi_core::{Game, Size, Square, Turn};

const LINES: usize = 400;

/// `SplitMix64`.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlayStyle {
    Random,
    Greedy,
    /// The fewest moves for the other side, which leads to passes and wipe-outs.
    Stifling,
    /// The smallest difference in discs, which leads to draws.
    Even,
}

struct GameFollower(Rc<RefCell<Option<Game>>>);

impl Observer for GameFollower {
    fn turn(&mut self, game: &Game) {
        *self.0.borrow_mut() = Some(game.clone());
    }
}

/// Returns the number before `base`, the first row's.
pub(crate) fn before(base: u8) -> &'static str {
    if base == 0 { "-1" } else { "0" }
}

struct RandomTypist<'a> {
    course: &'a Course,
    game: Rc<RefCell<Option<Game>>>,
    random: Random,
    style: PlayStyle,
    errs: bool,
    /// Set if the moves of the game are typed in all ways.
    mixes: bool,
    text: Vec<u8>,
    taken: usize,
    lines: usize,
}

impl RandomTypist<'_> {
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
            self.spelling(legal[number], game.board().size())
        })
    }

    fn spelling(&mut self, at: Square, size: Size) -> String {
        let notation = self.course.notation;
        let spellings = match notation {
            Notation::Pattern(pattern) if self.mixes => pattern.spellings(at).collect(),
            _ => Vec::new(),
        };
        // `3 4` may be a square in one way, and another one in the other.
        let is_read = |line: &String| notation.square(line.as_bytes(), size, &[]) == Some(at);
        let mut spellings: Vec<String> = spellings.into_iter().filter(is_read).collect();
        match spellings.len() {
            0 => notation.line(at, size),
            count => spellings.swap_remove(self.random.below(count)),
        }
    }

    fn choose(&mut self, game: &Game, legal: &[Square]) -> usize {
        let worth = |at: Square| -> isize {
            let mut next = game.clone();
            let flips = next.play(at).map_or(0, |flips| flips.count());
            let count = match self.style {
                PlayStyle::Random => 0,
                PlayStyle::Greedy => flips,
                PlayStyle::Even => {
                    let discs = next.board().count();
                    return -discs.black.abs_diff(discs.white).cast_signed();
                }
                PlayStyle::Stifling => return -next.legal_moves().count().cast_signed(),
            };
            count.cast_signed()
        };
        let worths: Vec<isize> = legal.iter().map(|at| worth(*at)).collect();
        let best = worths.iter().max().copied().unwrap_or_default();
        let best: Vec<usize> = (0..legal.len()).filter(|at| worths[*at] == best).collect();
        best[self.random.below(best.len())]
    }

    /// Returns a line with the number before the first row's, if a move in the last row is
    /// legal: a Python program may read the line as that move.
    fn line_before(&self, game: &Game) -> Option<String> {
        let size = game.board().size();
        let at = game.legal_moves().find(|at| at.row + 1 == size.rows())?;
        let base = self.course.notation.base();
        let line = self.course.notation.line(Square::new(0, at.col), size);
        // In a larger number, this would be a digit.
        let is_number = size.cols() < 10 && line.contains(&base.to_string());
        is_number.then(|| line.replacen(&base.to_string(), before(base), 1))
    }

    /// Returns a line in the notation: few handouts say what happens after a letter where a
    /// number is promised.
    fn wrong_line(&mut self, game: &Game) -> String {
        let size = game.board().size();
        if self.course.chooses_by_number() {
            return ["0", "99"][self.random.below(2)].to_owned();
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
        let kind = match kinds[kind] {
            [] => &beyond,
            kind => kind,
        };
        let at = kind[self.random.below(kind.len())];
        self.course.notation.line(at, size)
    }
}

impl Read for RandomTypist<'_> {
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

/// Types the answers of `start` and then moves, the same for each `seed`, while `play` runs
/// with that input and that observer. Returns the typed text.
pub fn random_game(
    course: &Course,
    start: &Setup,
    seed: u64,
    play: impl FnOnce(&mut dyn BufRead, &mut dyn Observer),
) -> Vec<u8> {
    let game = Rc::new(RefCell::new(None));
    let styles = [
        PlayStyle::Random,
        PlayStyle::Stifling,
        PlayStyle::Greedy,
        PlayStyle::Even,
    ];
    let has_ways = match course.notation {
        Notation::Pattern(pattern) => pattern.typed.len() > 1,
        _ => false,
    };
    let mut random = Random(seed);
    let mut typist = RandomTypist {
        course,
        game: Rc::clone(&game),
        style: styles[random.below(styles.len())],
        errs: random.below(2) == 0,
        mixes: has_ways && random.below(2) == 0,
        random,
        text: start.answers.concat(),
        taken: 0,
        lines: 0,
    };
    play(&mut BufReader::new(&mut typist), &mut GameFollower(game));
    typist.text
}
