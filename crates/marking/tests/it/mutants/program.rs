//! A small correct program for four of the courses, and its mutations: one
//! operator, bound or branch changed, as a compiler would accept it.

use std::cmp::Ordering;
use std::fmt::Write;

use marking::judge::{Status, Talker};
use reversi_core::{Board, Disc, Size, Square};

/// The steps of the eight directions, row by row.
const WAYS: [(i8, i8); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];
pub(crate) const DIAGONALS: u8 = 0b1010_0101;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Toronto,
    Lab8,
    Cmsc201,
    Comp10050,
}

impl Kind {
    pub(crate) const ALL: [Self; 4] = [Self::Toronto, Self::Lab8, Self::Cmsc201, Self::Comp10050];

    pub(crate) fn course(self) -> &'static course::Course {
        courses::by_name(match self {
            Self::Toronto => "utoronto-a1",
            Self::Lab8 => "aps105-lab8",
            Self::Cmsc201 => "cmsc201",
            Self::Comp10050 => "comp10050",
        })
        .expect("it is a course")
    }

    /// The set of the directions that its rules have.
    pub(crate) fn ways(self) -> u8 {
        match self {
            Self::Cmsc201 => !DIAGONALS,
            _ => u8::MAX,
        }
    }
}

/// One change of the correct program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mutation {
    None,
    // The search along a direction.
    /// The directions of this set are searched.
    Ways(u8),
    /// `own` and `other` are exchanged.
    SeekSwapped,
    /// A run is of this colour, whoever moves.
    RunIs(Disc),
    /// A run is closed by this colour, whoever moves.
    ClosedBy(Disc),
    /// `row > 0 && col > 0` for `>=`.
    LowBound,
    /// `row < n - 1 && col < n - 1` for `< n`.
    HighBound,
    /// `row > 0` for `>=`.
    LowRow,
    /// `col < n - 1` for `< n`.
    HighColumn,
    /// A run that reaches the edge is closed.
    OpenEdge,
    /// Any run is closed: `||` for `&&`.
    NoClosing,
    /// A run is of everything that is not `own`: empty squares too.
    ThroughGaps,
    /// Only runs of two and more count: `>` for `>=`.
    LongRuns,
    /// The search ends at the first direction with a run.
    FirstWay,
    // The move.
    /// Only the first disc of a run is flipped.
    FlipsFirst,
    /// The last disc of a run is not flipped: `<` for `<=`.
    FlipsAllButLast,
    NoFlips,
    NoDisc,
    OthersDisc,
    /// Discs are flipped to the other side's colour.
    FlipsToOther,
    // The check of a move.
    AnyEmpty,
    AnySquare,
    OccupiedToo,
    RefusesSilently,
    /// A move is checked for the other side.
    ChecksOther,
    // Input and output.
    ReadsTransposed,
    ReadsNextRow,
    ReadsNextColumn,
    PrintsTransposed,
    PrintsSwapped,
    PrintsUpsideDown,
    // The start.
    StartSwapped,
    StartShifted,
    StartMissing,
    WhiteStarts,
    // Turns.
    NeverAlternates,
    PassSilent,
    PassEnds,
    PassNever,
    PassEager,
    NeverOver,
    OverEarly,
    AsksOther,
    // The result.
    WinnerReversed,
    DrawWins(Disc),
    DrawAlways,
    CountsLess,
    CountsSwapped,
    OneMorePoint,
    // The computer.
    ComputerLast,
    ComputerFewest,
    ComputerByColumn,
    ComputerTwice,
    ComputerNever,
    ComputerFirstEmpty,
    ComputerSaysOther,
    // Lists of moves.
    ListsOther,
    ListsTransposed,
    ListsOccupied,
    ListsLess,
    ListsReversed,
}

impl Mutation {
    pub(crate) fn all(kind: Kind) -> Vec<Self> {
        use Disc::{Black, White};
        use Mutation as M;
        let ways = (1..=u8::MAX).filter(|&set| set != kind.ways()).map(M::Ways);
        let mut all: Vec<Self> = ways.collect();
        all.extend([
            M::SeekSwapped,
            M::RunIs(Black),
            M::RunIs(White),
            M::ClosedBy(Black),
            M::ClosedBy(White),
            M::LowBound,
            M::HighBound,
            M::LowRow,
            M::HighColumn,
            M::OpenEdge,
            M::NoClosing,
            M::ThroughGaps,
            M::LongRuns,
            M::FirstWay,
            M::FlipsFirst,
            M::FlipsAllButLast,
            M::NoFlips,
            M::NoDisc,
            M::OthersDisc,
            M::FlipsToOther,
            M::AnyEmpty,
            M::AnySquare,
            M::OccupiedToo,
            M::RefusesSilently,
            M::ChecksOther,
            M::ReadsTransposed,
            M::ReadsNextRow,
            M::ReadsNextColumn,
            M::PrintsTransposed,
            M::PrintsSwapped,
            M::PrintsUpsideDown,
            M::StartSwapped,
            M::StartShifted,
            M::StartMissing,
            M::WhiteStarts,
            M::NeverAlternates,
            M::PassSilent,
            M::PassEnds,
            M::PassNever,
            M::PassEager,
            M::NeverOver,
            M::OverEarly,
            M::AsksOther,
            M::WinnerReversed,
            M::DrawWins(Black),
            M::DrawWins(White),
            M::DrawAlways,
            M::CountsLess,
            M::CountsSwapped,
            M::OneMorePoint,
        ]);
        if matches!(kind, Kind::Lab8 | Kind::Cmsc201) {
            all.extend([
                M::ComputerLast,
                M::ComputerFewest,
                M::ComputerByColumn,
                M::ComputerTwice,
                M::ComputerNever,
                M::ComputerFirstEmpty,
                M::ComputerSaysOther,
            ]);
        }
        if matches!(kind, Kind::Cmsc201 | Kind::Comp10050) {
            all.extend([
                M::ListsOther,
                M::ListsTransposed,
                M::ListsOccupied,
                M::ListsLess,
                M::ListsReversed,
            ]);
        }
        all
    }
}

/// A move that the program made.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) mover: Disc,
    /// The square that was typed, or that the computer chose.
    pub(crate) typed: Square,
    /// The square of the disc.
    pub(crate) at: Square,
    pub(crate) before: Board,
    pub(crate) after: Board,
    pub(crate) by_computer: bool,
}

pub(crate) struct Program {
    kind: Kind,
    mutation: Mutation,
    board: Board,
    mover: Disc,
    computer: Option<Disc>,
    /// The lines to read before the first board.
    answers: usize,
    names: Vec<String>,
    menu: Vec<Square>,
    over: bool,
    started: bool,
    input: Vec<u8>,
    output: Vec<u8>,
    pub(crate) steps: Vec<Step>,
    /// The squares that were typed and refused.
    pub(crate) refused: Vec<Square>,
}

impl Program {
    pub(crate) fn new(kind: Kind, mutation: Mutation) -> Self {
        let mut program = Self {
            kind,
            mutation,
            board: Board::empty(Size::EIGHT),
            mover: Disc::Black,
            computer: None,
            answers: 0,
            names: Vec::new(),
            menu: Vec::new(),
            over: false,
            started: false,
            input: Vec::new(),
            output: Vec::new(),
            steps: Vec::new(),
            refused: Vec::new(),
        };
        match kind {
            Kind::Lab8 | Kind::Comp10050 => program.answers = 2,
            Kind::Cmsc201 => {
                program.computer = Some(Disc::Black);
                program.set_up(Size::EIGHT);
            }
            Kind::Toronto => program.set_up(Size::EIGHT),
        }
        program
    }

    fn set_up(&mut self, size: Size) {
        let rules = self.kind.course().setup(match self.kind {
            Kind::Lab8 => b"8\nW\n",
            Kind::Comp10050 => b"a\nb\n",
            _ => b"",
        });
        let rules = rules.expect("it has a game").rules;
        let opening = reversi_core::Game::new(reversi_core::Rules { size, ..rules });
        self.board = opening.expect("it can be played").board().clone();
        self.mover = rules.first;
        let middle: Vec<Square> = self.board.occupied().collect();
        match self.mutation {
            Mutation::StartSwapped => self.board = recoloured(&self.board),
            Mutation::StartShifted => {
                let mut board = Board::empty(size);
                for at in middle {
                    let disc = self.board.disc(at).expect("it is occupied");
                    board.put(Square::new(at.row - 1, at.col), disc);
                }
                self.board = board;
            }
            Mutation::StartMissing => {
                let mut board = Board::empty(size);
                for &at in &middle[1..] {
                    board.put(at, self.board.disc(at).expect("it is occupied"));
                }
                self.board = board;
            }
            Mutation::WhiteStarts => self.mover = self.mover.opponent(),
            _ => {}
        }
    }

    fn say(&mut self, text: &str) {
        self.output.extend(text.bytes());
    }

    fn size(&self) -> Size {
        self.board.size()
    }

    /// The discs that a move of `mover` on `at` flips.
    fn flips(&self, at: Square, mover: Disc) -> Vec<Square> {
        let board = &self.board;
        let (rows, cols) = (self.size().rows(), self.size().cols());
        let ways = match self.mutation {
            Mutation::Ways(set) => set,
            _ => self.kind.ways(),
        };
        let (mut run_of, mut closed_by) = (mover.opponent(), mover);
        match self.mutation {
            Mutation::SeekSwapped => (run_of, closed_by) = (closed_by, run_of),
            Mutation::RunIs(disc) => run_of = disc,
            Mutation::ClosedBy(disc) => closed_by = disc,
            _ => {}
        }
        let within = |row: i8, col: i8| -> Option<Square> {
            let square = Square::new(u8::try_from(row).ok()?, u8::try_from(col).ok()?);
            let Square { row, col } = square;
            let low = match self.mutation {
                Mutation::LowBound => row > 0 && col > 0,
                Mutation::LowRow => row > 0,
                _ => true,
            };
            let high = match self.mutation {
                Mutation::HighBound => row < rows - 1 && col < cols - 1,
                Mutation::HighColumn => row < rows && col < cols - 1,
                _ => row < rows && col < cols,
            };
            (low && high).then_some(square)
        };
        let mut flips = Vec::new();
        for (index, (down, right)) in WAYS.into_iter().enumerate() {
            if ways & 1 << index == 0 {
                continue;
            }
            let mut run = Vec::new();
            let (mut row, mut col) = (at.row.cast_signed() + down, at.col.cast_signed() + right);
            let closing = loop {
                let Some(square) = within(row, col) else {
                    break None;
                };
                let disc = board.disc(square);
                let is_run = match self.mutation {
                    Mutation::ThroughGaps => disc != Some(closed_by),
                    _ => disc == Some(run_of),
                };
                if !is_run {
                    break Some(disc);
                }
                run.push(square);
                (row, col) = (row + down, col + right);
            };
            let closed = match self.mutation {
                Mutation::NoClosing => true,
                Mutation::OpenEdge => closing.is_none_or(|disc| disc == Some(closed_by)),
                _ => closing == Some(Some(closed_by)),
            };
            let least = if self.mutation == Mutation::LongRuns {
                2
            } else {
                1
            };
            if closed && run.len() >= least {
                flips.extend(run);
                if self.mutation == Mutation::FirstWay {
                    break;
                }
            }
        }
        flips
    }

    fn is_legal(&self, at: Square, mover: Disc) -> bool {
        let empty = self.board.disc(at).is_none();
        let mover = if self.mutation == Mutation::ChecksOther {
            mover.opponent()
        } else {
            mover
        };
        let flips = || !self.flips(at, mover).is_empty();
        match self.mutation {
            Mutation::AnySquare => true,
            Mutation::AnyEmpty => empty,
            Mutation::OccupiedToo => flips(),
            _ => empty && flips(),
        }
    }

    fn moves(&self, mover: Disc) -> Vec<Square> {
        let squares = self.size().squares();
        squares.filter(|&at| self.is_legal(at, mover)).collect()
    }

    fn make(&mut self, typed: Square, by_computer: bool) {
        let before = self.board.clone();
        let mover = self.mover;
        let mut flips = self.flips(typed, mover);
        match self.mutation {
            Mutation::NoFlips => flips.clear(),
            Mutation::FlipsFirst => flips.retain(|flip| flip.king_steps(typed) == 1),
            Mutation::FlipsAllButLast => {
                let all = flips.clone();
                let is_last = |flip: &Square| {
                    let step = |from: u8, to: u8| (i16::from(to) - i16::from(from)).signum();
                    let way = (step(typed.row, flip.row), step(typed.col, flip.col));
                    !all.iter().any(|other| {
                        (step(typed.row, other.row), step(typed.col, other.col)) == way
                            && other.king_steps(typed) > flip.king_steps(typed)
                    })
                };
                flips.retain(|flip| !is_last(flip));
            }
            _ => {}
        }
        let disc = match self.mutation {
            Mutation::OthersDisc => mover.opponent(),
            _ => mover,
        };
        if self.mutation != Mutation::NoDisc {
            self.board.put(typed, disc);
        }
        for flip in flips {
            self.board.put(
                flip,
                match self.mutation {
                    Mutation::FlipsToOther => mover.opponent(),
                    _ => mover,
                },
            );
        }
        self.steps.push(Step {
            mover,
            typed,
            at: typed,
            before,
            after: self.board.clone(),
            by_computer,
        });
        if self.mutation != Mutation::NeverAlternates {
            self.mover = mover.opponent();
        }
    }

    fn letter(disc: Disc) -> char {
        match disc {
            Disc::Black => 'B',
            Disc::White => 'W',
        }
    }

    fn show(&mut self) {
        let size = self.size();
        let mut text = String::new();
        let glyphs = match self.kind {
            Kind::Toronto => ['.', 'B', 'W'],
            Kind::Lab8 => ['U', 'B', 'W'],
            Kind::Cmsc201 => ['_', 'O', 'X'],
            Kind::Comp10050 => ['x', '1', '0'],
        };
        let columns = 0..size.cols();
        match self.kind {
            Kind::Toronto | Kind::Lab8 => {
                text.push_str("  ");
                text.extend(columns.map(|col| char::from(b'a' + col)));
                text.push('\n');
            }
            Kind::Cmsc201 => {
                text.push_str("Current board state: \n_");
                for col in columns {
                    write!(text, "|{col}").expect("a String takes it all");
                }
                text.push('\n');
            }
            Kind::Comp10050 => text.push_str("\n    1   2   3   4   5   6   7   8\n"),
        }
        for row in 0..size.rows() {
            let cells = (0..size.cols()).map(|col| {
                let at = match self.mutation {
                    Mutation::PrintsTransposed => Square::new(col, row),
                    Mutation::PrintsUpsideDown => Square::new(size.rows() - 1 - row, col),
                    _ => Square::new(row, col),
                };
                let swapped = self.mutation == Mutation::PrintsSwapped;
                match self.board.disc(at) {
                    None => glyphs[0],
                    Some(disc) if (disc == Disc::Black) != swapped => glyphs[1],
                    Some(_) => glyphs[2],
                }
            });
            let cells: Vec<String> = cells.map(String::from).collect();
            match self.kind {
                Kind::Toronto | Kind::Lab8 => {
                    writeln!(text, "{} {}", char::from(b'a' + row), cells.concat())
                }
                Kind::Cmsc201 => writeln!(text, "{row}|{}|", cells.join("|")),
                Kind::Comp10050 => writeln!(text, "{} | {} |", row + 1, cells.join(" | ")),
            }
            .expect("a String takes it all");
        }
        self.say(&text);
    }

    fn name(&self, at: Square) -> String {
        self.kind.course().square_name(self.size(), at)
    }

    /// Asks `mover` for a move.
    fn ask(&mut self) {
        let asked = if self.mutation == Mutation::AsksOther {
            self.mover.opponent()
        } else {
            self.mover
        };
        let mut listed = match self.mutation {
            Mutation::ListsOther => self.moves(self.mover.opponent()),
            _ => self.moves(self.mover),
        };
        match self.mutation {
            Mutation::ListsTransposed => {
                for at in &mut listed {
                    *at = Square::new(at.col, at.row);
                }
            }
            Mutation::ListsOccupied => listed.extend(self.board.occupied().next()),
            Mutation::ListsLess => {
                listed.pop();
            }
            Mutation::ListsReversed => listed.reverse(),
            _ => {}
        }
        match self.kind {
            Kind::Toronto => {
                let asked = Self::letter(asked);
                self.say(&format!("Enter move for colour {asked} (RowCol): "));
            }
            Kind::Lab8 => {
                let asked = Self::letter(asked);
                self.say(&format!("Enter move for color {asked} (RowCol): "));
            }
            Kind::Cmsc201 => {
                let names: Vec<String> = listed.iter().map(|&at| self.name(at)).collect();
                self.say(&format!(
                    "Valid moves are: [{}]\nEnter a move: ",
                    names.join(", ")
                ));
            }
            Kind::Comp10050 => {
                let names = listed.iter().zip(1..);
                let names: Vec<String> = names
                    .map(|(&at, number)| format!("{number}. {}", self.name(at)))
                    .collect();
                let player = self.names[usize::from(asked == Disc::White)].clone();
                self.say(&format!(
                    "Player {player} choose you next move: {}\n",
                    names.join(" ")
                ));
                self.menu = listed;
            }
        }
    }

    /// Goes on until a person must type something, or the end.
    fn go_on(&mut self) {
        let mut replies = 0;
        loop {
            let (own, other) = (self.moves(self.mover), self.moves(self.mover.opponent()));
            let empty = self.size().squares().count() - self.board.occupied().count();
            let blocked = match self.mutation {
                Mutation::PassEager => other.is_empty() && !own.is_empty(),
                _ => own.is_empty(),
            };
            let over = match self.mutation {
                Mutation::NeverOver => false,
                Mutation::OverEarly => empty <= 4 || own.is_empty() && other.is_empty(),
                Mutation::PassEnds => own.is_empty(),
                _ if self.kind == Kind::Cmsc201 => own.is_empty(),
                _ => own.is_empty() && other.is_empty(),
            };
            if over {
                return self.close();
            }
            let is_computer = self.computer == Some(self.mover);
            if blocked && self.mutation != Mutation::PassNever && (empty > 0 || !is_computer) {
                if self.mutation == Mutation::NeverOver && other.is_empty() {
                    return self.ask();
                }
                if self.mutation != Mutation::PassSilent {
                    let text = match self.kind {
                        Kind::Comp10050 => {
                            let name = &self.names[usize::from(self.mover == Disc::White)];
                            format!("Player {name} has no valid move.\n")
                        }
                        _ => format!("{} player has no valid move.\n", Self::letter(self.mover)),
                    };
                    self.say(&text);
                }
                self.mover = self.mover.opponent();
                continue;
            }
            if !is_computer || own.is_empty() || self.mutation == Mutation::ComputerNever {
                return self.ask();
            }
            let at = self.choice(&own);
            let said = match self.mutation {
                Mutation::ComputerSaysOther => Square::new(at.col, at.row),
                _ => at,
            };
            let said = self.name(said);
            let text = match self.kind {
                Kind::Lab8 => format!("Computer places {} at {said}.\n", Self::letter(self.mover)),
                _ => format!("CPU takes move: {said}\n"),
            };
            self.say(&text);
            self.make(at, true);
            self.show();
            replies += 1;
            if self.mutation == Mutation::ComputerTwice && replies == 1 {
                self.mover = self.mover.opponent();
            }
        }
    }

    fn choice(&self, moves: &[Square]) -> Square {
        let flips = |at: &Square| self.flips(*at, self.mover).len();
        let by_flips = self.kind == Kind::Lab8;
        let empty = || {
            let mut squares = self.size().squares();
            squares.find(|at| self.board.disc(*at).is_none())
        };
        let mut moves = moves.to_vec();
        match self.mutation {
            Mutation::ComputerByColumn => moves.sort_by_key(|at| (at.col, at.row)),
            Mutation::ComputerLast => moves.reverse(),
            Mutation::ComputerFirstEmpty => return empty().unwrap_or(moves[0]),
            _ => {}
        }
        let fewest = self.mutation == Mutation::ComputerFewest;
        let best = match (by_flips, fewest) {
            (true, false) => moves.iter().map(flips).max(),
            (true, true) => moves.iter().map(flips).min(),
            (false, _) => None,
        };
        let good = moves
            .iter()
            .find(|at| best.is_none_or(|best| flips(at) == best));
        *good.unwrap_or(&moves[0])
    }

    fn close(&mut self) {
        self.over = true;
        let mut count = self.board.count();
        let last_row = self.size().rows() - 1;
        if self.mutation == Mutation::CountsLess {
            for at in self.board.occupied().filter(|at| at.row == last_row) {
                match self.board.disc(at) {
                    Some(Disc::Black) => count.black -= 1,
                    _ => count.white -= 1,
                }
            }
        }
        if self.mutation == Mutation::CountsSwapped {
            (count.black, count.white) = (count.white, count.black);
        }
        let winner = match (count.black.cmp(&count.white), self.mutation) {
            (Ordering::Equal, Mutation::DrawWins(disc)) => Some(disc),
            (Ordering::Equal, _) | (_, Mutation::DrawAlways) => None,
            (order, mutation) => {
                let black = order.is_gt() != (mutation == Mutation::WinnerReversed);
                Some(if black { Disc::Black } else { Disc::White })
            }
        };
        let more = usize::from(self.mutation == Mutation::OneMorePoint);
        let margin = count.black.abs_diff(count.white) + more;
        let text = match self.kind {
            Kind::Toronto => {
                let next = self.mover;
                let result = match winner {
                    Some(Disc::Black) => format!("Black wins by {margin} points!"),
                    Some(Disc::White) => format!("White wins by {margin} points!"),
                    None => "Draw!".to_owned(),
                };
                format!(
                    "{} player has no valid move.\n{} player has no valid move.\n{result}\n",
                    Self::letter(next),
                    Self::letter(next.opponent()),
                )
            }
            Kind::Lab8 => match winner {
                Some(winner) => format!("{} player wins.\n", Self::letter(winner)),
                None => "Draw!\n".to_owned(),
            },
            Kind::Cmsc201 => {
                let course = self.kind.course();
                let name = |disc| course.side_name(disc);
                let result = match winner {
                    Some(winner) => format!("{} wins!", name(winner)),
                    None => "It's a tie!".to_owned(),
                };
                format!(
                    "GAME OVER\n{} score: {}\n{} score: {}\n{result}\n",
                    name(Disc::Black),
                    count.black + more,
                    name(Disc::White),
                    count.white
                )
            }
            Kind::Comp10050 => {
                let [black, white] = &self.names[..] else {
                    unreachable!("two names were read")
                };
                let result = match winner {
                    Some(Disc::Black) => format!("The winner is {black}"),
                    Some(Disc::White) => format!("The winner is {white}"),
                    None => "The game is a draw".to_owned(),
                };
                format!(
                    "\nPlayer1 {black}, points: {}\nPlayer2 {white}, points: {}\n\n{result}\n",
                    count.black + more,
                    count.white
                )
            }
        };
        self.say(&text);
    }

    fn line(&mut self, line: &str) {
        if self.over {
            return;
        }
        if self.answers > 0 {
            return self.answer(line);
        }
        let course = self.kind.course();
        let menu = std::mem::take(&mut self.menu);
        let typed = course.square(line.as_bytes(), self.size(), &menu);
        self.menu = menu;
        let read = typed.and_then(|at| {
            Some(match self.mutation {
                Mutation::ReadsTransposed => Square::new(at.col, at.row),
                Mutation::ReadsNextRow => Square::new(at.row + 1, at.col),
                Mutation::ReadsNextColumn => Square::new(at.row, at.col.checked_add(1)?),
                _ => at,
            })
        });
        let read = read.filter(|at| self.size().contains(*at));
        if let Some(at) = read.filter(|&at| self.is_legal(at, self.mover)) {
            self.make(at, false);
            let step = self.steps.last_mut().expect("it was just made");
            step.typed = typed.unwrap_or(at);
            self.show();
            return self.go_on();
        }
        self.refused.extend(typed);
        match self.kind {
            Kind::Toronto => {
                if self.mutation != Mutation::RefusesSilently {
                    self.say("Invalid move. Try again.\n");
                }
                self.show();
                self.ask();
            }
            Kind::Lab8 => {
                let winner = Self::letter(self.mover.opponent());
                self.say(&format!("Invalid move.\n{winner} player wins.\n"));
                self.over = true;
            }
            Kind::Cmsc201 => {
                self.say("Invalid move. ");
                self.ask();
            }
            Kind::Comp10050 => {
                self.say("Invalid choice. Try again.\n");
                self.ask();
            }
        }
    }

    fn answer(&mut self, line: &str) {
        let words = line.trim();
        match (self.kind, self.answers) {
            (Kind::Lab8, 2) => {
                let side = words.parse().ok();
                let size = side.and_then(|side| Size::new(side, side).ok());
                let Some(size) = size else {
                    self.over = true;
                    return;
                };
                self.board = Board::empty(size);
                self.say("Computer plays (B/W) : ");
            }
            (Kind::Lab8, _) => {
                self.computer = Some(if words == "B" {
                    Disc::Black
                } else {
                    Disc::White
                });
                self.set_up(self.size());
                self.answers = 0;
                self.show();
                return self.go_on();
            }
            (_, left) => {
                if words.is_empty() {
                    return;
                }
                self.names.push(words.to_owned());
                if left == 1 {
                    self.set_up(Size::EIGHT);
                    self.answers = 0;
                    self.show();
                    return self.go_on();
                }
                self.say("Player 2 please insert your name:   \n");
            }
        }
        self.answers -= 1;
    }

    fn start(&mut self) {
        match self.kind {
            Kind::Lab8 => self.say("Enter the board dimension: "),
            Kind::Comp10050 => self.say("Player 1 please insert your name:   \n"),
            Kind::Toronto | Kind::Cmsc201 => {
                self.show();
                self.go_on();
            }
        }
    }
}

impl Talker for Program {
    fn send(&mut self, bytes: &[u8]) {
        self.input.extend(bytes);
    }

    fn end_input(&mut self) {
        self.over = true;
    }

    fn wait(&mut self) -> Status {
        if !self.started {
            self.started = true;
            self.start();
        }
        let scans = self.kind == Kind::Lab8;
        let is_end = |byte: &u8| *byte == b'\n' || scans && byte.is_ascii_whitespace();
        while let Some(end) = self.input.iter().position(is_end) {
            let line: Vec<u8> = self.input.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line).trim().to_owned();
            if self.kind != Kind::Lab8 || !line.is_empty() {
                self.line(&line);
            }
            if self.output.len() > 1 << 22 {
                self.over = true;
            }
        }
        if self.over {
            Status::Ended
        } else {
            Status::AwaitsInput
        }
    }

    fn output(&self) -> &[u8] {
        &self.output
    }
}

fn recoloured(board: &Board) -> Board {
    let mut other = board.clone();
    for at in board.occupied() {
        let disc = board.disc(at).expect("it is occupied");
        other.put(at, disc.opponent());
    }
    other
}
