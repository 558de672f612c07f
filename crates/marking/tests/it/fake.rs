//! A program in the test's own process, with any skin and any mistake.

use std::fmt::Write;

use course::{Course, Setup};
use courses::by_name;
use marking::judge::{Status, Talker};
use reversi_core::{Board, Direction, Disc, Game as Position, Rules, Size, Square, Turn};

/// The courses whose words are free, which the program can play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Game {
    Cmsc201,
    Comp10050,
    Revergo,
}

impl Game {
    pub(crate) const ALL: [Self; 3] = [Self::Cmsc201, Self::Comp10050, Self::Revergo];

    pub(crate) fn course(self) -> &'static Course {
        let name = match self {
            Self::Cmsc201 => "cmsc201",
            Self::Comp10050 => "comp10050",
            Self::Revergo => "revergo",
        };
        by_name(name).expect("it is a course")
    }

    /// The lines typed before the first move.
    pub(crate) fn first_lines(self) -> &'static str {
        match self {
            Self::Cmsc201 => "",
            Self::Comp10050 => "Alice\nBob\n",
            Self::Revergo => "2\n",
        }
    }

    fn setup(self) -> Setup {
        let setup = self.course().setup(self.first_lines().as_bytes());
        setup.expect("a game can be set up")
    }

    pub(crate) fn rules(self) -> Rules {
        self.setup().rules
    }

    /// The side that the program plays itself.
    pub(crate) fn computer(self) -> Option<Disc> {
        self.setup().computer
    }
}

/// Empty, black, white by the course, in the order of each row.
pub(crate) const GLYPHS: [[[char; 3]; 3]; 5] = [
    [['_', 'O', 'X'], ['x', '1', '0'], ['.', '●', '○']],
    [['.', 'o', 'x'], ['.', 'B', 'W'], ['_', 'C', 'H']],
    [['-', 'W', 'B'], ['-', '#', '@'], ['0', '2', '1']],
    [[' ', 'O', 'X'], [' ', '●', '○'], [' ', 'X', 'O']],
    [['0', '2', '1'], ['*', 'X', 'O'], ['·', 'W', 'B']],
];

/// Before a row's first cell, between two, after the last, and the ruler.
pub(crate) const SEPARATORS: [(&str, &str, &str, Option<&str>); 6] = [
    ("|", "|", "|", None),
    (" ", " ", "", None),
    ("", " ", " ", None),
    ("| ", " | ", " |", Some("+---+---+---+---+---+---+---+---+")),
    ("[", "][", "]", None),
    ("║", "│", "║", Some("─────────────────")),
];

/// The brackets of a list.
pub(crate) const LISTS: [(&str, &str); 5] =
    [("[", "]"), ("(", ")"), ("{", "}"), ("[", "]"), ("(", ")")];

/// The ways to draw a board on a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Paint {
    /// In lines of glyphs.
    #[default]
    Lines,
    /// The screen is cleared, and each glyph put to its place.
    Cursor,
    /// Only the glyphs that have changed are put to their places.
    Changes,
    /// Both sides have one glyph, in two colours.
    Ink,
    /// All cells are spaces, on three grounds.
    Ground,
    /// In two colours, put to their places.
    CursorInk,
}

pub(crate) const PAINTS: [Paint; 6] = [
    Paint::Lines,
    Paint::Cursor,
    Paint::Changes,
    Paint::Ink,
    Paint::Ground,
    Paint::CursorInk,
];

/// Stand-ins for cells until they are painted: empty, black, white.
const CELLS: [char; 3] = ['\u{1}', '\u{2}', '\u{3}'];

#[derive(Clone, Debug, Default)]
pub(crate) struct Skin {
    pub(crate) glyphs: usize,
    pub(crate) separators: usize,
    pub(crate) list: usize,
    pub(crate) paint: Paint,
    /// What it prints before it waits for Enter: at the start, before the computer's
    /// move, after each round and before the result.
    pub(crate) pause: Option<&'static str>,
    /// Set if the counter of rounds is wrong.
    pub(crate) wrong_counter: bool,
    /// Header, row labels, reversed list, board after the own move too,
    /// colours, list on several lines, base 0 in menus' numbers, CRLF.
    pub(crate) flags: [bool; 8],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bug {
    None,
    Mirrored,
    Directions(&'static [Direction]),
    /// Discs in this direction from the move.
    NeverFlips(i8, i8),
    FlipsOneMore,
    ListMisses,
    ListTwice,
    ListExtra,
    ReplyLast,
    ReplyIllegal,
    NeverEnds,
    /// Asks whether to play again after the result, also at the end of the input.
    AsksForEver,
    /// Prints without end after so many moves; after the last one if there are not so
    /// many.
    PrintsOn(usize),
    /// Prints without end after the result.
    RepeatsResult,
    /// Waits for Enter before the computer's move only.
    SilentPauses,
    StopsAfter(usize),
    EndsAfter(usize),
    Score,
    Winner,
    NoBoards,
    Refuses,
    Accepts,
}

/// Whether it waits for Enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pausing {
    No,
    Waits,
    /// Enter was pressed, and it has not gone on yet.
    Resumed,
}

/// One of each kind.
pub(crate) const BUGS: [Bug; 15] = [
    Bug::None,
    Bug::Mirrored,
    Bug::NeverFlips(1, 0),
    Bug::FlipsOneMore,
    Bug::ListMisses,
    Bug::ReplyLast,
    Bug::ReplyIllegal,
    Bug::NeverEnds,
    Bug::AsksForEver,
    Bug::PrintsOn(2),
    Bug::RepeatsResult,
    Bug::StopsAfter(3),
    Bug::Winner,
    Bug::NoBoards,
    Bug::Refuses,
];

pub(crate) struct Fake {
    game: Game,
    skin: Skin,
    bug: Bug,
    position: Position,
    names: usize,
    input: Vec<u8>,
    output: Vec<u8>,
    started: bool,
    pausing: Pausing,
    over: bool,
    moves: usize,
    menu: Vec<Square>,
    /// The lines on the screen.
    screen: Vec<Vec<char>>,
}

impl Fake {
    pub(crate) fn new(game: Game, skin: Skin, bug: Bug) -> Self {
        let mut rules = game.rules();
        if let Bug::Directions(directions) = bug {
            rules.directions = directions;
        }
        let mut position = Position::new(rules).expect("a course's game");
        if bug == Bug::Mirrored {
            let mut board = Board::empty(rules.size);
            for square in rules.size.squares() {
                if let Some(disc) = position.board().disc(square) {
                    board.put(square, disc.opponent());
                }
            }
            position = Position::resume(rules, board, rules.first).expect("a board");
        }
        Self {
            game,
            skin,
            bug,
            position,
            names: game.first_lines().lines().count(),
            input: Vec::new(),
            output: Vec::new(),
            started: false,
            pausing: Pausing::No,
            over: false,
            moves: 0,
            menu: Vec::new(),
            screen: Vec::new(),
        }
    }

    /// The number of moves made.
    pub(crate) fn moves(&self) -> usize {
        self.moves
    }

    fn say(&mut self, text: &str) {
        if self.skin.flags[7] {
            self.output.extend(text.replace('\n', "\r\n").bytes());
        } else {
            self.output.extend(text.bytes());
        }
    }

    fn course(&self) -> usize {
        match self.game {
            Game::Cmsc201 => 0,
            Game::Revergo => 2,
            Game::Comp10050 => 1,
        }
    }

    fn show(&mut self) {
        if self.bug == Bug::NoBoards {
            return;
        }
        let paint = self.skin.paint;
        let [empty, black, white] = match paint {
            Paint::Lines => GLYPHS[self.skin.glyphs][self.course()],
            _ => CELLS,
        };
        let (before, between, after, ruler) = SEPARATORS[self.skin.separators];
        let label = |n: u8| char::from(b'1' + n);
        let mut text = String::from("The board:\n");
        let margin = if self.skin.flags[1] { "  " } else { "" };
        if self.skin.flags[0] {
            write!(text, "{margin}{}", " ".repeat(before.chars().count())).expect("fits");
            for col in 0..8 {
                write!(
                    text,
                    "{}{}",
                    label(col),
                    " ".repeat(between.chars().count())
                )
                .expect("fits");
            }
            text.push('\n');
        }
        let count = self.position.board().count();
        for row in 0..8 {
            if let Some(ruler) = ruler {
                writeln!(text, "{margin}{ruler}").expect("fits");
            }
            if self.skin.flags[1] {
                write!(text, "{} ", label(row)).expect("fits");
            }
            text.push_str(before);
            for col in 0..8 {
                let glyph = match self.position.board().disc(Square::new(row, col)) {
                    None => empty,
                    Some(Disc::Black) => black,
                    Some(Disc::White) => white,
                };
                if col > 0 {
                    text.push_str(between);
                }
                if self.skin.flags[4] && glyph != empty && paint == Paint::Lines {
                    write!(text, "\u{1b}[31m{glyph}\u{1b}[0m").expect("fits");
                } else {
                    text.push(glyph);
                }
            }
            text.push_str(after);
            if self.game == Game::Revergo {
                let wrong = usize::from(self.skin.wrong_counter && self.moves > 1);
                match row {
                    0 => write!(text, "  Round   :{:>3}", count.black + count.white + wrong),
                    1 => write!(text, "  Human   :{:>3}", count.white),
                    2 => write!(text, "  Computer:{:>3}", count.black),
                    _ => Ok(()),
                }
                .expect("fits");
            }
            text.push('\n');
        }
        if let Some(ruler) = ruler {
            writeln!(text, "{margin}{ruler}").expect("fits");
        }
        if matches!(paint, Paint::Cursor | Paint::Changes | Paint::CursorInk) {
            self.put_in_place(&text);
        } else {
            let painted: String = text.chars().map(|c| self.painted(c)).collect();
            self.say(&painted);
        }
    }

    /// Puts the characters of `text` to their places, column by column.
    fn put_in_place(&mut self, text: &str) {
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let mut out = String::new();
        if self.screen.is_empty() || self.skin.paint != Paint::Changes {
            out.push_str("\u{1b}[2J");
            self.screen.clear();
        }
        for column in 0..lines.iter().map(Vec::len).max().unwrap_or(0) {
            for (row, line) in lines.iter().enumerate() {
                let Some(&glyph) = line.get(column) else {
                    continue;
                };
                let shown = self.screen.get(row).and_then(|line| line.get(column));
                if shown != Some(&glyph) {
                    let painted = self.painted(glyph);
                    write!(out, "\u{1b}[{};{}H{painted}", row + 1, column + 1).expect("fits");
                }
            }
        }
        write!(out, "\u{1b}[{};1H\u{1b}[J", lines.len() + 2).expect("fits");
        self.screen = lines;
        self.say(&out);
    }

    fn painted(&self, character: char) -> String {
        let Some(cell) = CELLS.iter().position(|cell| *cell == character) else {
            return character.to_string();
        };
        match self.skin.paint {
            Paint::Ink | Paint::CursorInk => {
                ["·", "\u{1b}[31m●\u{1b}[0m", "\u{1b}[1;34m●\u{1b}[0m"][cell].to_owned()
            }
            Paint::Ground => format!("\u{1b}[{}m \u{1b}[0m", [42, 40, 47][cell]),
            _ => GLYPHS[self.skin.glyphs][self.course()][cell].to_string(),
        }
    }

    /// Lists the moves as the course has them, and asks for one.
    fn ask(&mut self) {
        let mut moves: Vec<Square> = self.position.legal_moves().collect();
        match self.bug {
            Bug::ListMisses if moves.len() > 1 => {
                moves.pop();
            }
            Bug::ListTwice => moves.push(moves[0]),
            Bug::ListExtra => moves.push(Square::new(7, 7)),
            _ => {}
        }
        if self.skin.flags[2] {
            moves.reverse();
        }
        let (open, close) = LISTS[self.skin.list];
        let gap = if self.skin.flags[5] { "\n" } else { " " };
        let mut text = String::new();
        match self.game {
            Game::Cmsc201 => {
                text.push_str("You can go here: ");
                for at in &moves {
                    write!(text, "{open}{}, {}{close},{gap}", at.row, at.col).expect("fits");
                }
                text.push_str("\nrow and column? ");
            }
            Game::Comp10050 => {
                let base = usize::from(!self.skin.flags[6]);
                text.push_str("It is your turn, pick one\n");
                for (number, at) in moves.iter().enumerate() {
                    let col = char::from(b'a' + at.col);
                    write!(
                        text,
                        "{}. {open}{},{col}{close}{gap}",
                        number + base,
                        at.row + 1
                    )
                    .expect("fits");
                }
                text.push('\n');
            }
            Game::Revergo => text.push_str("Your move? "),
        }
        self.menu = moves;
        self.say(&text);
    }

    /// The move on `at` with this program's mistakes.
    fn make(&mut self, at: Square) {
        let mover = self.position.to_move();
        let before = self.position.board().clone();
        if self.position.play(at).is_err() {
            let mut board = before;
            board.put(at, mover);
            self.put(board, mover.opponent());
            self.moves += 1;
            return;
        }
        self.moves += 1;
        let mut board = self.position.board().clone();
        if let Bug::NeverFlips(rows, cols) = self.bug {
            let is_there = |square: Square| {
                let off = |a: u8, b: u8| i16::from(a) - i16::from(b);
                off(square.row, at.row).signum() == i16::from(rows)
                    && off(square.col, at.col).signum() == i16::from(cols)
            };
            for square in before.occupied().filter(|s| is_there(*s)) {
                board.put(square, before.disc(square).expect("it is occupied"));
            }
        }
        if self.bug == Bug::FlipsOneMore {
            let other = board
                .occupied()
                .find(|s| board.disc(*s) == Some(mover.opponent()));
            if let Some(other) = other {
                board.put(other, mover);
            }
        }
        self.put(board, mover.opponent());
    }

    fn put(&mut self, board: Board, to_move: Disc) {
        let rules = *self.position.rules();
        self.position = Position::resume(rules, board, to_move).expect("the same size");
    }

    /// Waits for Enter, if it does at all. Returns `true` if it must wait.
    fn pause(&mut self) -> bool {
        let computers = self.game.computer() == Some(self.position.to_move());
        let wanted = self.bug != Bug::SilentPauses || computers;
        if let Some(request) = self.skin.pause.filter(|_| wanted)
            && self.pausing == Pausing::No
        {
            self.pausing = Pausing::Waits;
            self.say(request);
            return true;
        }
        self.pausing = Pausing::No;
        false
    }

    /// Prints more than a turn needs.
    fn print_on(&mut self) {
        self.say(&"goes on and on\n".repeat(20_000));
    }

    /// Goes on until a human has to move, or the end.
    fn go_on(&mut self) {
        let mut shown = false;
        loop {
            if matches!(self.bug, Bug::PrintsOn(n) if self.moves >= n) {
                return self.print_on();
            }
            if matches!(self.bug, Bug::StopsAfter(n) if self.moves >= n) {
                self.over = true;
                return;
            }
            if matches!(self.bug, Bug::EndsAfter(n) if self.moves >= n) {
                self.show();
                self.close();
                return;
            }
            match self.position.turn() {
                Turn::Move(mover) if Some(mover) == self.game.computer() => {
                    if self.pausing == Pausing::No
                        && (self.skin.flags[3] || self.game == Game::Revergo)
                    {
                        self.show();
                    }
                    if self.pause() {
                        return;
                    }
                    let moves: Vec<Square> = self.position.legal_moves().collect();
                    let at = if self.bug == Bug::ReplyLast {
                        moves.last().copied()
                    } else {
                        moves.first().copied()
                    };
                    let at = at.expect("the turn is a move");
                    let at = if self.bug == Bug::ReplyIllegal {
                        Square::new(7, 7)
                    } else {
                        at
                    };
                    self.say(&format!("I go to {}, {}\n", at.row, at.col));
                    self.make(at);
                    shown = false;
                }
                Turn::Move(_) => {
                    if !shown && self.pausing == Pausing::No {
                        self.show();
                    }
                    if self.pause() {
                        return;
                    }
                    return self.ask();
                }
                Turn::Pass(_) => {
                    self.show();
                    shown = true;
                    self.say("no move, pass\n");
                    self.position.pass().expect("the turn is a pass");
                }
                Turn::Over(_) => {
                    if self.pausing == Pausing::No {
                        self.show();
                    }
                    match self.bug {
                        Bug::NeverEnds => self.say("Next? "),
                        Bug::PrintsOn(_) => self.print_on(),
                        _ => {
                            if !self.pause() {
                                self.close();
                            }
                        }
                    }
                    return;
                }
            }
        }
    }

    fn close(&mut self) {
        self.over = true;
        let count = self.position.board().count();
        let (black, white) = match self.game {
            Game::Comp10050 => ("Alice", "Bob"),
            _ => ("Computer", "Human"),
        };
        let wrong = usize::from(self.bug == Bug::Score);
        self.say(&format!(
            "{black} has {} discs\n{white} has {}\n",
            count.black + wrong,
            count.white
        ));
        let (mut more, mut less) = (black, white);
        if (count.white > count.black) != (self.bug == Bug::Winner) {
            (more, less) = (less, more);
        }
        if count.black == count.white && self.bug != Bug::Winner {
            self.say("it is a tie\n");
        } else if self.skin.flags[6] {
            self.say(&format!("{less} loses\n"));
        } else {
            self.say(&format!("{more} wins!\n"));
        }
        match self.bug {
            Bug::AsksForEver => {
                self.over = false;
                self.say("Again? ");
            }
            Bug::RepeatsResult => self.print_on(),
            _ => {}
        }
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
        if self.names > 0 {
            self.names -= 1;
            if self.names == 0 {
                self.go_on();
            } else {
                self.say("And the second name? ");
            }
            return;
        }
        let numbers: Vec<usize> = line.split(' ').filter_map(|n| n.parse().ok()).collect();
        let base = usize::from(self.game != Game::Cmsc201);
        let at = match (self.game, &numbers[..]) {
            (Game::Comp10050, [number]) => {
                let first = usize::from(!self.skin.flags[6]);
                number
                    .checked_sub(first)
                    .and_then(|index| self.menu.get(index).copied())
            }
            (Game::Cmsc201 | Game::Revergo, [row, col]) => {
                let part = |n: &usize| u8::try_from(n.checked_sub(base)?).ok();
                part(row).zip(part(col)).map(|(r, c)| Square::new(r, c))
            }
            _ => None,
        };
        let on_board = at.filter(|at| Size::EIGHT.contains(*at));
        match on_board {
            Some(at)
                if self.bug != Bug::Refuses
                    && (self.position.check(at).is_ok() || self.bug == Bug::Accepts) =>
            {
                self.make(at);
                self.go_on();
            }
            _ => {
                self.say("That is an invalid move.\n");
                self.ask();
            }
        }
    }
}

impl Talker for Fake {
    fn send(&mut self, bytes: &[u8]) {
        self.input.extend(bytes);
    }

    fn end_input(&mut self) {
        self.over = self.bug != Bug::AsksForEver;
        if !self.over {
            self.say("Again? ");
        }
    }

    fn wait(&mut self) -> Status {
        if !self.started {
            self.started = true;
            if self.names > 0 {
                self.say("Welcome 2 you! Name: ");
            } else {
                self.go_on();
            }
        }
        while let Some(end) = self.input.iter().position(|b| *b == b'\n') {
            let line: Vec<u8> = self.input.drain(..=end).collect();
            self.line(String::from_utf8_lossy(&line).trim());
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

/// A program of which the judge sees parts of each answer first.
pub(crate) struct InParts<T, F> {
    program: T,
    /// Returns the length of the next part, given all that was not shown yet.
    part: F,
    waited: Option<Status>,
    seen: usize,
}

impl<T: Talker, F: FnMut(&[u8]) -> usize> InParts<T, F> {
    pub(crate) fn new(program: T, part: F) -> Self {
        Self {
            program,
            part,
            waited: None,
            seen: 0,
        }
    }
}

impl<T: Talker, F: FnMut(&[u8]) -> usize> Talker for InParts<T, F> {
    fn send(&mut self, bytes: &[u8]) {
        self.program.send(bytes);
        self.waited = None;
    }

    fn end_input(&mut self) {
        self.program.end_input();
        self.waited = None;
    }

    fn wait(&mut self) -> Status {
        let status = match self.waited {
            Some(status) => status,
            None => self.program.wait(),
        };
        self.waited = Some(status);
        let all = self.program.output().len();
        let part = (self.part)(&self.program.output()[self.seen..]);
        self.seen = all.min(self.seen + part);
        if self.seen < all {
            Status::Works
        } else {
            status
        }
    }

    fn output(&self) -> &[u8] {
        &self.program.output()[..self.seen]
    }
}
