//! A small correct program for each course, and its changes.

use std::cmp::Ordering;

use course::Course;
use reversi_core::{Board, ByDisc, Disc, Game, Rules, Size, Square};

use super::{Change, Skin};
use crate::judge::{Interactive, Status};

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

/// The diagonals in a set of directions, in which each bit is one, row by row.
pub const DIAGONALS: u8 = 0b1010_0101;

/// The course whose game a program plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they are the names of the courses")]
pub enum Kind {
    Toronto,
    Lab8,
    Cmsc201,
    Comp10050,
    Revergo,
}

impl Kind {
    /// Every course.
    pub const ALL: [Self; 5] = [
        Self::Toronto,
        Self::Lab8,
        Self::Cmsc201,
        Self::Comp10050,
        Self::Revergo,
    ];

    /// Returns the course.
    ///
    /// # Panics
    ///
    /// If the list of courses lacks it.
    pub fn course(self) -> &'static Course {
        courses::by_name(match self {
            Self::Toronto => "utoronto-a1",
            Self::Lab8 => "aps105-lab8",
            Self::Cmsc201 => "cmsc201",
            Self::Comp10050 => "comp10050",
            Self::Revergo => "revergo",
        })
        .expect("it is a course")
    }

    /// Returns the set of the directions that its rules have.
    pub fn ways(self) -> u8 {
        match self {
            Self::Cmsc201 => !DIAGONALS,
            _ => u8::MAX,
        }
    }

    /// Returns the usual lines before the first move.
    pub fn first_lines(self) -> &'static str {
        match self {
            Self::Toronto | Self::Cmsc201 => "",
            Self::Lab8 => "8\nW\n",
            Self::Comp10050 => "Alice\nBob\n",
            Self::Revergo => "2\n",
        }
    }

    pub(super) fn has_computer(self) -> bool {
        matches!(self, Self::Lab8 | Self::Cmsc201 | Self::Revergo)
    }
}

/// A move that the program made.
#[derive(Clone, Debug)]
pub struct Step {
    /// The side that moved.
    pub mover: Disc,
    /// The square that was typed, or that the computer chose.
    pub typed: Square,
    /// The square of the disc.
    pub at: Square,
    /// The board before it.
    pub before: Board,
    /// The board after it.
    pub after: Board,
    /// Set if the computer made it.
    pub by_computer: bool,
}

/// A program that plays the game of a course with one change.
#[expect(clippy::struct_excessive_bools, reason = "they are independent")]
pub struct Program {
    pub(super) kind: Kind,
    pub(super) change: Change,
    pub(super) skin: Skin,
    rules: Rules,
    pub(super) board: Board,
    pub(super) mover: Disc,
    computer: Option<Disc>,
    answers: Vec<u8>,
    is_set_up: bool,
    pub(super) names: ByDisc<String>,
    menu: Vec<Square>,
    over: bool,
    started: bool,
    shown: bool,
    pausing: Pausing,
    input: Vec<u8>,
    pub(super) output: Vec<u8>,
    pub(super) screen: Vec<Vec<char>>,
    /// The moves that it made.
    pub steps: Vec<Step>,
    /// The squares that were typed and refused.
    pub refused: Vec<Square>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pausing {
    No,
    Waits,
    /// Enter was pressed, and it has not gone on yet.
    Resumed,
}

impl Program {
    /// Returns a program of `kind` with `change`, which prints what the handout specifies.
    pub fn new(kind: Kind, change: Change) -> Self {
        Self {
            kind,
            change,
            skin: Skin::default(),
            rules: Rules::OTHELLO,
            board: Board::empty(Size::EIGHT),
            mover: Disc::Black,
            computer: None,
            answers: Vec::new(),
            is_set_up: false,
            names: ByDisc {
                black: kind.course().side_name(Disc::Black).to_owned(),
                white: kind.course().side_name(Disc::White).to_owned(),
            },
            menu: Vec::new(),
            over: false,
            started: false,
            shown: false,
            pausing: Pausing::No,
            input: Vec::new(),
            output: Vec::new(),
            screen: Vec::new(),
            steps: Vec::new(),
            refused: Vec::new(),
        }
    }

    /// Makes it print in its own words, as in `skin`.
    #[must_use]
    pub fn with_skin(self, skin: Skin) -> Self {
        Self { skin, ..self }
    }

    /// Sets the game up if the lines so far do, and otherwise asks for more.
    fn set_up(&mut self) {
        let Some(setup) = self.kind.course().setup(&self.answers) else {
            return self.say(match (self.kind, self.answers.is_empty()) {
                (Kind::Lab8, true) => "Enter the board dimension: ",
                (Kind::Lab8, false) => "Computer plays (B/W) : ",
                (Kind::Comp10050, true) => "Player 1 please insert your name:   \n",
                (Kind::Comp10050, false) => "Player 2 please insert your name:   \n",
                _ => "Welcome! Which game? ",
            });
        };
        self.is_set_up = true;
        self.rules = setup.rules;
        self.computer = setup.computer;
        self.names = setup.names.unwrap_or_else(|| self.names.clone());
        self.mover = setup.rules.first;
        let opening = Game::new(setup.rules).expect("the course's game can be played");
        self.board = opening.board().clone();
        let discs: Vec<(Square, Disc)> = self
            .board
            .occupied()
            .filter_map(|at| Some((at, self.board.disc(at)?)))
            .collect();
        let mut changed = Board::empty(self.size());
        match self.change {
            Change::StartSwapped => {
                for (at, disc) in discs {
                    changed.put(at, disc.opponent());
                }
                self.board = changed;
            }
            Change::StartShifted => {
                for (at, disc) in discs {
                    changed.put(Square::new(at.row - 1, at.col), disc);
                }
                self.board = changed;
            }
            Change::StartMissing => {
                for (at, disc) in discs.into_iter().skip(1) {
                    changed.put(at, disc);
                }
                self.board = changed;
            }
            Change::WhiteStarts => self.mover = self.mover.opponent(),
            _ => {}
        }
        self.go_on();
    }

    pub(super) fn size(&self) -> Size {
        self.board.size()
    }

    fn game(&self, mover: Disc) -> Game {
        Game::resume(self.rules, self.board.clone(), mover).expect("the board has the size")
    }

    fn flips(&self, at: Square, mover: Disc) -> Vec<Square> {
        if self.kind == Kind::Revergo {
            let flips = self.game(mover).flips(at);
            return flips.map_or(Vec::new(), |flips| flips.squares().to_vec());
        }
        let board = &self.board;
        let (rows, cols) = (self.size().rows(), self.size().cols());
        let ways = match self.change {
            Change::Ways(set) => set,
            _ => self.kind.ways(),
        };
        let (mut run_of, mut closed_by) = (mover.opponent(), mover);
        match self.change {
            Change::SeekSwapped => (run_of, closed_by) = (closed_by, run_of),
            Change::RunIs(disc) => run_of = disc,
            Change::ClosedBy(disc) => closed_by = disc,
            _ => {}
        }
        let within = |row: i8, col: i8| -> Option<Square> {
            let square = Square::new(u8::try_from(row).ok()?, u8::try_from(col).ok()?);
            let Square { row, col } = square;
            let low = match self.change {
                Change::LowBound => row > 0 && col > 0,
                Change::LowRow => row > 0,
                _ => true,
            };
            let high = match self.change {
                Change::HighBound => row < rows - 1 && col < cols - 1,
                Change::HighColumn => row < rows && col < cols - 1,
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
                let is_run = match self.change {
                    Change::ThroughGaps => disc != Some(closed_by),
                    _ => disc == Some(run_of),
                };
                if !is_run {
                    break Some(disc);
                }
                run.push(square);
                (row, col) = (row + down, col + right);
            };
            let closed = match self.change {
                Change::NoClosing => true,
                Change::OpenEdge => closing.is_none_or(|disc| disc == Some(closed_by)),
                _ => closing == Some(Some(closed_by)),
            };
            let least = if self.change == Change::LongRuns {
                2
            } else {
                1
            };
            if closed && run.len() >= least {
                flips.extend(run);
                if self.change == Change::FirstWay {
                    break;
                }
            }
        }
        flips
    }

    fn is_legal(&self, at: Square, mover: Disc) -> bool {
        let empty = self.board.disc(at).is_none();
        let mover = if self.change == Change::ChecksOther {
            mover.opponent()
        } else {
            mover
        };
        let flips = || match self.kind {
            Kind::Revergo => self.game(mover).check(at).is_ok(),
            _ => !self.flips(at, mover).is_empty(),
        };
        match self.change {
            Change::AnySquare => true,
            Change::AnyEmpty => empty,
            Change::OccupiedToo => flips(),
            _ => empty && flips(),
        }
    }

    /// The two squares behind `to` on the line from `from`, as far as the board goes.
    fn past(&self, from: Square, to: Square) -> Vec<Square> {
        let step = |from: u8, to: u8| (to.cast_signed() - from.cast_signed()).signum();
        let (down, right) = (step(from.row, to.row), step(from.col, to.col));
        let behind = (1..=2).map(|by| {
            let along = |at: u8, step: i8| u8::try_from(at.cast_signed() + by * step).ok();
            Some(Square::new(along(to.row, down)?, along(to.col, right)?))
        });
        behind
            .flatten()
            .filter(|at| self.size().contains(*at))
            .collect()
    }

    fn moves(&self, mover: Disc) -> Vec<Square> {
        let squares = self.size().squares();
        squares.filter(|&at| self.is_legal(at, mover)).collect()
    }

    fn make(&mut self, typed: Square, by_computer: bool) {
        let before = self.board.clone();
        let mover = self.mover;
        let mut flips = self.flips(typed, mover);
        match self.change {
            Change::NoFlips => flips.clear(),
            Change::FlipsFirst => flips.retain(|flip| flip.king_steps(typed) == 1),
            Change::FlipsAllButLast => {
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
            Change::NeverFlips(rows, cols) => {
                let way = |from: u8, to: u8| (i16::from(to) - i16::from(from)).signum();
                let never = (i16::from(rows), i16::from(cols));
                flips.retain(|to| (way(typed.row, to.row), way(typed.col, to.col)) != never);
            }
            Change::FlipsNoDiagonals(from) if before.occupied().count() >= from => {
                flips.retain(|flip| flip.row == typed.row || flip.col == typed.col);
            }
            Change::FlipsOneMore => {
                let left =
                    |at: &Square| before.disc(*at) == Some(mover.opponent()) && !flips.contains(at);
                let other = before.occupied().find(left);
                flips.extend(other);
            }
            Change::FlipsPast => {
                let past: Vec<Square> = flips
                    .iter()
                    .flat_map(|&flip| self.past(typed, flip))
                    .collect();
                flips.extend(past);
            }
            _ => {}
        }
        let disc = match self.change {
            Change::OthersDisc => mover.opponent(),
            _ => mover,
        };
        if self.change != Change::NoDisc {
            self.board.put(typed, disc);
        }
        for flip in flips {
            self.board.put(
                flip,
                match self.change {
                    Change::FlipsToOther => mover.opponent(),
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
        self.shown = false;
        if self.change != Change::NeverAlternates {
            self.mover = mover.opponent();
        }
    }

    fn go_on(&mut self) {
        let mut replies = 0;
        loop {
            let moves = self.steps.len();
            match self.change {
                Change::PrintsOn(after) if moves >= after => return self.print_on(),
                Change::StopsAfter(after) if moves >= after => {
                    self.over = true;
                    return;
                }
                _ => {}
            }
            let (own, other) = (self.moves(self.mover), self.moves(self.mover.opponent()));
            let empty = self.size().squares().count() - self.board.occupied().count();
            let blocked = match self.change {
                Change::PassEager => other.is_empty() && !own.is_empty(),
                _ => own.is_empty(),
            };
            let over = match self.change {
                Change::NeverOver => false,
                Change::OverEarly => empty <= 4 || own.is_empty() && other.is_empty(),
                Change::PassEnds => own.is_empty(),
                Change::EndsAfter(after) if moves >= after => true,
                _ if self.kind == Kind::Cmsc201 => own.is_empty(),
                _ => own.is_empty() && other.is_empty(),
            };
            let is_computer = self.computer == Some(self.mover);
            let passes = blocked
                && self.change != Change::PassNever
                && (empty > 0 || !is_computer)
                && !(self.change == Change::NeverOver && other.is_empty());
            let replies_now =
                is_computer && !own.is_empty() && self.change != Change::ComputerNever;
            let hides = over && self.change == Change::PrintsNoLastBoard;
            let shows = over || passes || !replies_now || self.shows_each_board();
            if !self.shown && !hides && shows {
                self.show();
                self.shown = true;
            }
            if over {
                if matches!(self.change, Change::PrintsOn(_)) {
                    self.print_on();
                } else if self.change == Change::PassForever {
                    for _ in 0..10_000 {
                        self.announce_pass();
                        self.mover = self.mover.opponent();
                    }
                    self.over = true;
                } else if !self.pauses() {
                    self.close();
                }
                return;
            }
            if passes {
                if self.change == Change::PassAsks && !is_computer {
                    self.ask();
                }
                if self.change != Change::PassSilent {
                    self.announce_pass();
                }
                if self.change == Change::PassTwice {
                    self.announce_pass();
                }
                self.mover = self.mover.opponent();
                self.shown = self.change != Change::BoardAfterPass;
                continue;
            }
            if self.pauses() {
                return;
            }
            if !replies_now {
                return self.ask();
            }
            let at = self.choice(&own);
            self.announce_move(match self.change {
                Change::ComputerSaysOther => Square::new(at.col, at.row),
                _ => at,
            });
            self.make(at, true);
            replies += 1;
            if self.change == Change::ComputerTwice && replies == 1 {
                self.mover = self.mover.opponent();
            }
        }
    }

    /// Asks for Enter, if it does. Returns `true` if it must wait.
    fn pauses(&mut self) -> bool {
        let before_all = !self.skin.pauses_before_computer_only;
        if let Some(request) = self
            .skin
            .pause
            .filter(|_| before_all || self.computer == Some(self.mover))
            && self.pausing == Pausing::No
        {
            self.pausing = Pausing::Waits;
            self.say(request);
            return true;
        }
        self.pausing = Pausing::No;
        false
    }

    fn print_on(&mut self) {
        self.say(&"goes on and on\n".repeat(20_000));
    }

    fn choice(&self, moves: &[Square]) -> Square {
        let flips = |at: &Square| self.flips(*at, self.mover).len();
        let by_flips = self.kind == Kind::Lab8;
        let empty = || {
            let mut squares = self.size().squares();
            squares.find(|at| self.board.disc(*at).is_none())
        };
        let mut moves = moves.to_vec();
        match self.change {
            Change::ComputerByColumn => moves.sort_by_key(|at| (at.col, at.row)),
            Change::ComputerLast => moves.reverse(),
            Change::ComputerFirstEmpty => return empty().unwrap_or(moves[0]),
            _ => {}
        }
        let fewest = self.change == Change::ComputerFewest;
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
        if self.change == Change::CountsLess {
            for at in self.board.occupied().filter(|at| at.row == last_row) {
                match self.board.disc(at) {
                    Some(Disc::Black) => count.black -= 1,
                    _ => count.white -= 1,
                }
            }
        }
        if self.change == Change::CountsSwapped {
            (count.black, count.white) = (count.white, count.black);
        }
        let winner = match (count.black.cmp(&count.white), self.change) {
            (Ordering::Equal, Change::DrawWins(disc)) => Some(disc),
            (Ordering::Equal, _) | (_, Change::DrawAlways) => None,
            (order, change) => {
                let black = order.is_gt() != (change == Change::WinnerReversed);
                Some(if black { Disc::Black } else { Disc::White })
            }
        };
        let more = usize::from(self.change == Change::OneMorePoint);
        self.announce_result(&count, winner, more);
        match self.change {
            Change::AsksForEver => {
                self.over = false;
                self.say("Again? ");
            }
            Change::RepeatsResult => self.print_on(),
            Change::AsksOn => {
                self.over = false;
                self.ask();
            }
            _ => {}
        }
    }

    fn ask(&mut self) {
        let asked = match self.change {
            Change::AsksOther => self.mover.opponent(),
            _ => self.mover,
        };
        let mut listed = match self.change {
            Change::ListsOther => self.moves(self.mover.opponent()),
            _ => self.moves(self.mover),
        };
        match self.change {
            Change::ListsTransposed => {
                for at in &mut listed {
                    *at = Square::new(at.col, at.row);
                }
            }
            Change::ListsOccupied => listed.extend(self.board.occupied().next()),
            Change::ListsLess => {
                listed.pop();
            }
            Change::ListsReversed => listed.reverse(),
            Change::ListsTwice => listed.extend(listed.first().copied()),
            _ => {}
        }
        if self.skin.lists_backwards {
            listed.reverse();
        }
        self.request(asked, &listed);
        self.menu = listed;
    }

    fn line(&mut self, line: &str) {
        if self.over {
            return;
        }
        if self.pausing == Pausing::Waits {
            assert_eq!(line, "", "it waits for Enter only");
            self.pausing = Pausing::Resumed;
            return self.go_on();
        }
        if !self.is_set_up {
            self.answers.extend(line.bytes().chain([b'\n']));
            return self.set_up();
        }
        let mut menu = self.menu.clone();
        if self.skin.menu_from_0 {
            menu.rotate_left(1);
        }
        let course = self.kind.course();
        let typed = course.square(line.as_bytes(), self.size(), &menu);
        let read = typed.and_then(|at| {
            Some(match self.change {
                Change::ReadsTransposed => Square::new(at.col, at.row),
                Change::ReadsNextRow => Square::new(at.row + 1, at.col),
                Change::ReadsNextColumn => Square::new(at.row, at.col.checked_add(1)?),
                Change::Reads(one, other) if at == one => other,
                _ => at,
            })
        });
        let read = read.filter(|at| self.size().contains(*at));
        let passed = self
            .steps
            .last()
            .is_some_and(|step| step.mover == self.mover);
        if passed && self.change == Change::PassLosesMove {
            return self.close();
        }
        let accepts = |at: &Square| match self.change {
            Change::RefusesAll => false,
            Change::AcceptsAll => true,
            _ => self.is_legal(*at, self.mover),
        };
        if let Some(at) = read.filter(accepts) {
            self.make(at, false);
            let step = self.steps.last_mut().expect("it was just made");
            step.typed = typed.unwrap_or(at);
            return self.go_on();
        }
        self.refused.extend(typed);
        if self.change == Change::SkipsIllegal {
            self.mover = self.mover.opponent();
            self.shown = false;
            return self.go_on();
        }
        match self.kind {
            Kind::Toronto => {
                if self.change != Change::RefusesSilently {
                    self.say("Invalid move. Try again.\n");
                }
                self.show();
                self.ask();
            }
            Kind::Lab8 => {
                self.say("Invalid move.\n");
                let winner = match self.change {
                    Change::LoserWins => self.mover,
                    _ => self.mover.opponent(),
                };
                self.say(&format!("{} player wins.\n", self.side(winner)));
                self.over = true;
            }
            _ => {
                self.say("Invalid move. ");
                self.ask();
            }
        }
    }
}

impl Interactive for Program {
    fn send(&mut self, bytes: &[u8]) {
        self.input.extend(bytes);
    }

    fn end_input(&mut self) {
        self.over = self.change != Change::AsksForEver;
        if !self.over {
            self.say("Again? ");
        }
    }

    fn wait(&mut self) -> Status {
        if !self.started {
            self.started = true;
            self.set_up();
        }
        let scans = self.kind == Kind::Lab8;
        let is_end = |byte: &u8| *byte == b'\n' || scans && byte.is_ascii_whitespace();
        while let Some(end) = self.input.iter().position(is_end) {
            let line: Vec<u8> = self.input.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line).trim().to_owned();
            if !scans || !line.is_empty() {
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
