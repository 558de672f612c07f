//! A small correct program for each course, and its changes.

use std::cmp::Ordering;
use std::iter::{from_fn, successors};

use course::{Course, DIAGONALS, is_beside};
use reversi_core::{Board, ByDisc, Direction, Disc, Game, Rules, Size, Square};
use strum::{EnumString, IntoStaticStr};

use super::change::Bounds;
use super::{Change, Skin};
use crate::diagnose::transpose;
use crate::judge::{Interactive, Status};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum CourseKind {
    #[strum(serialize = "utoronto-a1")]
    Toronto,
    #[strum(serialize = "aps105-lab8")]
    Lab8,
    Cmsc201,
    Comp10050,
    Revergo,
}

impl CourseKind {
    /// Returns the course.
    ///
    /// # Panics
    ///
    /// If the list of courses lacks it.
    pub fn course(self) -> &'static Course {
        courses::by_name(self.into()).expect("it is a course")
    }

    pub fn ways(self) -> u8 {
        match self {
            Self::Cmsc201 => !DIAGONALS,
            _ => u8::MAX,
        }
    }

    pub fn first_lines(self) -> &'static str {
        match self {
            Self::Toronto | Self::Cmsc201 => "",
            Self::Lab8 => "8\nW\n",
            Self::Comp10050 => "Alice\nBob\n",
            Self::Revergo => "2\n",
        }
    }
}

#[derive(Clone, Debug)]
pub struct SimulatedMove {
    pub mover: Disc,
    pub typed: Square,
    pub at: Square,
    pub before: Board,
    pub after: Board,
    pub by_computer: bool,
}

#[expect(clippy::struct_excessive_bools, reason = "they are independent")]
pub struct SimulatedProgram {
    pub(super) kind: CourseKind,
    pub(super) change: Change,
    pub(super) own_words: bool,
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
    pub steps: Vec<SimulatedMove>,
    pub refused: Vec<Square>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pausing {
    No,
    Waits,
    Resumed,
}

impl SimulatedProgram {
    pub fn given(kind: CourseKind, change: Change, input: &[u8]) -> Self {
        let mut program = Self::new(kind, change);
        program.send(input);
        program.wait();
        program
    }

    pub fn new(kind: CourseKind, change: Change) -> Self {
        Self {
            kind,
            change,
            own_words: false,
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

    #[must_use]
    pub fn with_skin(self, skin: Skin) -> Self {
        Self {
            own_words: true,
            skin,
            ..self
        }
    }

    fn set_up(&mut self) {
        let Some(setup) = self.kind.course().setup(&self.answers) else {
            return self.say(match (self.kind, self.answers.is_empty()) {
                (CourseKind::Lab8, true) => "Enter the board dimension: ",
                (CourseKind::Lab8, false) => "Computer plays (B/W) : ",
                (CourseKind::Comp10050, true) => "Player 1 please insert your name:   \n",
                (CourseKind::Comp10050, false) => "Player 2 please insert your name:   \n",
                _ => "Welcome! Which game? ",
            });
        };
        self.is_set_up = true;
        self.rules = setup.rules;
        self.computer = setup.computer;
        self.names = setup.names.unwrap_or_else(|| self.names.clone());
        self.mover = setup.rules.first;
        let opening = Game::new(setup.rules).expect("the course's game can be played");
        let opening = opening.board();
        let discs = opening.occupied().zip(0..);
        let discs = discs.filter_map(|(at, index)| Some((at, opening.disc(at)?, index)));
        self.board = Board::empty(opening.size());
        for (at, disc, index) in discs {
            match self.change {
                Change::StartSwapped => self.board.put(at, disc.opponent()),
                Change::StartShifted => self.board.put(Square::new(at.row - 1, at.col), disc),
                Change::StartMissing if index == 0 => {}
                _ => self.board.put(at, disc),
            }
        }
        if self.change == Change::WhiteStarts {
            self.mover = self.mover.opponent();
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
        if self.kind == CourseKind::Revergo {
            let flips = self.game(mover).flips(at);
            return flips.map_or(Vec::new(), |flips| flips.squares().to_vec());
        }
        let mut runs = self.runs(at, mover);
        if self.change == Change::FirstWay {
            return runs.next().unwrap_or_default();
        }
        runs.flatten().collect()
    }

    /// Returns the discs to flip in each direction that has some.
    fn runs(&self, at: Square, mover: Disc) -> impl Iterator<Item = Vec<Square>> {
        let ways = match self.change {
            Change::Ways(set) => set,
            _ => self.kind.ways(),
        };
        let directions = Direction::ALL.iter().enumerate();
        let directions = directions.filter(move |(index, _)| ways & 1 << index != 0);
        let runs = directions.map(move |(_, &direction)| self.run(at, direction, mover));
        runs.filter(|run| !run.is_empty())
    }

    fn run(&self, at: Square, direction: Direction, mover: Disc) -> Vec<Square> {
        let (board, size) = (&self.board, self.size());
        let other = mover.opponent();
        let (run_of, closed_by) = match self.change {
            Change::SeekSwapped => (mover, other),
            Change::RunIs(disc) => (disc, mover),
            Change::ClosedBy(disc) => (other, disc),
            _ => (other, mover),
        };
        let (least, most) = match self.change {
            Change::LongRuns => (2, usize::MAX),
            Change::ShortRuns => (1, 1),
            _ => (1, usize::MAX),
        };
        let is_within = |at: &Square| match self.change {
            Change::Bounds(Bounds::OfLines | Bounds::OfBoard, edges) if edges.have(*at, size) => {
                false
            }
            _ => size.contains(*at),
        };
        let is_run = |at: &Square| match self.change {
            Change::Bounds(Bounds::OfRuns, edges) if edges.have(*at, size) => false,
            Change::ThroughGaps => board.disc(*at) != Some(closed_by),
            _ => board.disc(*at) == Some(run_of),
        };
        let next = |at: &Square| match self.change {
            Change::WrapsLines => wrapped_step(*at, direction, size),
            _ => at.step(direction),
        };
        let steps = successors(next(&at), next);
        let mut line = steps.take_while(is_within).peekable();
        let run = from_fn(|| line.next_if(is_run)).take(most);
        let run: Vec<Square> = run.collect();
        let closing = line.peek().map(|at| board.disc(*at));
        let is_closed = match self.change {
            Change::NoClosing => true,
            Change::OpenEdge => closing.is_none_or(|disc| disc == Some(closed_by)),
            _ => closing == Some(Some(closed_by)),
        };
        if is_closed && run.len() >= least {
            run
        } else {
            Vec::new()
        }
    }

    fn is_legal(&self, at: Square, mover: Disc) -> bool {
        let empty = self.board.disc(at).is_none();
        let mover = match self.change {
            Change::ChecksOther => mover.opponent(),
            _ => mover,
        };
        let flips = || match self.kind {
            CourseKind::Revergo => self.game(mover).check(at).is_ok(),
            _ => self.runs(at, mover).next().is_some(),
        };
        match self.change {
            Change::Bounds(Bounds::OfBoard, edges) if edges.have(at, self.size()) => false,
            Change::AnySquare => true,
            Change::AnyEmpty => empty,
            Change::OccupiedToo => flips(),
            _ => empty && flips(),
        }
    }

    fn moves(&self, mover: Disc) -> Vec<Square> {
        let size = self.size();
        let is_searched = |at: &Square| match self.change {
            Change::Bounds(Bounds::OfMoves, edges) => !edges.have(*at, size),
            _ => true,
        };
        let squares = size.squares().filter(is_searched);
        squares.filter(|&at| self.is_legal(at, mover)).collect()
    }

    fn make(&mut self, typed: Square, by_computer: bool) {
        let (before, mover) = (self.board.clone(), self.mover);
        let disc = match self.change {
            Change::OthersDisc => mover.opponent(),
            _ => mover,
        };
        let flips = self.flips_made(typed);
        if self.change != Change::NoDisc {
            self.board.put(typed, disc);
        }
        for flip in flips {
            self.board.put(flip, mover);
        }
        self.steps.push(SimulatedMove {
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

    /// Returns the squares that the move `at` turns, which need not be those that make it legal.
    fn flips_made(&self, at: Square) -> Vec<Square> {
        let (mover, board, size) = (self.mover, &self.board, self.size());
        let mut flips = self.flips(at, mover);
        match self.change {
            Change::NoFlips => flips.clear(),
            Change::FlipsFirst => flips.retain(|flip| flip.king_steps(at) == 1),
            Change::FlipsAllButFirst => flips.retain(|flip| flip.king_steps(at) > 1),
            Change::FlipsAllButLast => {
                let all = flips.clone();
                flips.retain(|flip| {
                    let next = flip.step(direction(at, *flip));
                    next.is_some_and(|next| all.contains(&next))
                });
            }
            Change::NeverFlipsDown => flips.retain(|flip| flip.row <= at.row || flip.col != at.col),
            Change::FlipsNoDiagonals(from) if board.occupied().count() >= from => {
                flips.retain(|flip| flip.row == at.row || flip.col == at.col);
            }
            Change::FlipsOneMore => {
                let is_other = |at: &Square| board.disc(*at) == Some(mover.opponent());
                let mut others = board.occupied().filter(is_other);
                flips.extend(others.find(|at| !flips.contains(at)));
            }
            Change::FlipsPast => {
                let past = flips.clone().into_iter().flat_map(|flip| {
                    let direction = direction(at, flip);
                    let steps = successors(Some(flip), move |at| at.step(direction));
                    steps.skip(1).take(2)
                });
                flips.extend(past.filter(|at| size.contains(*at)));
            }
            _ => {}
        }
        flips
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
            let over = self.takes_for_over(&own, &other, empty);
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
                return self.end();
            }
            if passes {
                self.pass(is_computer);
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
                Change::ComputerSaysOther => transpose(at),
                _ => at,
            });
            self.make(at, true);
            replies += 1;
            if self.change == Change::ComputerTwice && replies == 1 {
                self.mover = self.mover.opponent();
            }
        }
    }

    fn takes_for_over(&self, own: &[Square], other: &[Square], empty: usize) -> bool {
        match self.change {
            Change::NeverOver => false,
            Change::OverEarly => empty <= 4 || own.is_empty() && other.is_empty(),
            Change::PassEnds => own.is_empty(),
            Change::EndsAfter(after) if self.steps.len() >= after => true,
            _ if self.kind == CourseKind::Cmsc201 => own.is_empty(),
            _ => own.is_empty() && other.is_empty(),
        }
    }

    fn end(&mut self) {
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
    }

    fn pass(&mut self, is_computer: bool) {
        if self.change == Change::PassAsks && !is_computer {
            self.ask();
        }
        if !matches!(self.change, Change::PassSilent | Change::PassLineMissing) {
            self.announce_pass();
        }
        if self.change == Change::PassTwice {
            self.announce_pass();
        }
        self.mover = self.mover.opponent();
        self.shown = self.change != Change::BoardAfterPass;
    }

    /// Asks for Enter where it does. Returns `true` if it must wait.
    fn pauses(&mut self) -> bool {
        let before_all = !self.skin.pauses_before_computer_only;
        if let Some(request) = self.skin.pause
            && (before_all || self.computer == Some(self.mover))
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
        let mut moves = moves.to_vec();
        match self.change {
            Change::ComputerByColumn => moves.sort_by_key(|at| (at.col, at.row)),
            Change::ComputerLast => moves.reverse(),
            Change::ComputerFirstEmpty => {
                let mut squares = self.size().squares();
                let empty = squares.find(|at| self.board.disc(*at).is_none());
                return empty.unwrap_or(moves[0]);
            }
            _ => {}
        }
        if self.kind == CourseKind::Lab8 && self.change != Change::ComputerFirst {
            moves.sort_by_key(|at| {
                let flips = self.flips(*at, self.mover).len();
                match self.change {
                    Change::ComputerFewest => flips,
                    _ => usize::MAX - flips,
                }
            });
        }
        moves[0]
    }

    fn close(&mut self) {
        self.over = true;
        let mut count = self.board.count();
        let last_row = self.size().rows() - 1;
        if self.change == Change::CountsLess {
            let last = self.board.occupied().filter(|at| at.row == last_row);
            for disc in last.filter_map(|at| self.board.disc(at)) {
                count[disc] -= 1;
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
        self.announce_result(&count, winner);
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
            Change::ListsTransposed => listed.iter_mut().for_each(|at| *at = transpose(*at)),
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
        let read = typed.and_then(|at| self.takes_for(at, &menu));
        let last = self.steps.last().map(|step| step.mover);
        if last == Some(self.mover) && self.change == Change::PassLosesMove {
            return self.close();
        }
        let accepts = |at: &Square| match self.change {
            Change::RefusesAll => false,
            Change::AcceptsAll => true,
            Change::AcceptsAdjacent => {
                self.board.disc(*at).is_none() && is_beside(&self.board, *at, self.mover.opponent())
            }
            _ => self.is_legal(*at, self.mover),
        };
        if let Some(at) = read.filter(accepts) {
            self.make(at, false);
            let step = self.steps.last_mut().expect("it was just made");
            step.typed = typed.unwrap_or(at);
            return self.go_on();
        }
        self.refused.extend(typed);
        self.refuse();
    }

    fn takes_for(&self, at: Square, menu: &[Square]) -> Option<Square> {
        let square = match self.change {
            Change::ReadsTransposed => transpose(at),
            Change::ReadsNextChoice => {
                let chosen = menu.iter().position(|&listed| listed == at)?;
                menu[(chosen + 1) % menu.len()]
            }
            Change::ReadsNextRow => Square::new(at.row + 1, at.col),
            Change::ReadsNextColumn => Square::new(at.row, at.col.checked_add(1)?),
            Change::Reads(one, other) if at == one => other,
            _ => at,
        };
        self.size().contains(square).then_some(square)
    }

    fn refuse(&mut self) {
        if self.change == Change::SkipsIllegal {
            self.mover = self.mover.opponent();
            self.shown = false;
            return self.go_on();
        }
        match self.kind {
            CourseKind::Toronto => {
                if self.change != Change::RefusesSilently {
                    self.say("Invalid move. Try again.\n");
                }
                self.show();
            }
            CourseKind::Lab8 => {
                self.say("Invalid move.\n");
                let winner = match self.change {
                    Change::LoserWins => self.mover,
                    _ => self.mover.opponent(),
                };
                self.say(&format!("{} player wins.\n", self.side(winner)));
                self.over = true;
                return;
            }
            _ => self.say("Invalid move. "),
        }
        if self.change == Change::IllegalEndsTurn {
            self.mover = self.mover.opponent();
            self.shown = true;
            return self.go_on();
        }
        self.ask();
    }
}

/// Takes the index -1 for the last row or column.
fn wrapped_step(at: Square, direction: Direction, size: Size) -> Option<Square> {
    let beyond = Square::new(at.row + size.rows(), at.col + size.cols()).step(direction)?;
    let index = |index: u8, count: u8| index.checked_sub(count).unwrap_or(index);
    Some(Square::new(
        index(beyond.row, size.rows()),
        index(beyond.col, size.cols()),
    ))
}

fn direction(from: Square, to: Square) -> Direction {
    let leads_there = |direction: &&Direction| {
        let mut steps = successors(Some(from), |square| square.step(**direction));
        let mut steps = steps.by_ref().take(Size::LONGEST.into());
        steps.any(|square| square == to)
    };
    let mut all = Direction::ALL.iter();
    *all.find(leads_there).expect("they are on one line")
}

impl Interactive for SimulatedProgram {
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
        let scans = self.kind == CourseKind::Lab8;
        let is_end = |byte: &u8| *byte == b'\n' || scans && byte.is_ascii_whitespace();
        while let Some(end) = self.input.iter().position(is_end) {
            let reads_pairs = self.change == Change::ReadsNewlines && self.is_set_up;
            let end = match (self.change, end) {
                (Change::ReadsNewlines, 1..) if !self.is_set_up => end - 1,
                _ if reads_pairs => 1.min(self.input.len() - 1),
                _ => end,
            };
            let line: Vec<u8> = self.input.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line);
            let line = if reads_pairs { &line } else { line.trim() }.to_owned();
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
