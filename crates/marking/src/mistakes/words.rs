//! The words and the boards of a program: those of its handout, or its own.

#![expect(
    clippy::format_push_string,
    reason = "a board is printed once per turn"
)]

use std::mem;

use reversi_core::{ByDisc, Disc, Square};
use strum::VariantArray;

use super::Change;
use super::program::{Kind, Program};

/// The characters of boards: empty, black and white, for CMSC 201, COMP10050 and ReverGo.
pub const GLYPHS: [[[char; 3]; 3]; 5] = [
    [['_', 'O', 'X'], ['x', '1', '0'], ['.', '●', '○']],
    [['.', 'o', 'x'], ['.', 'B', 'W'], ['_', 'C', 'H']],
    [['-', 'W', 'B'], ['-', '#', '@'], ['0', '2', '1']],
    [[' ', 'O', 'X'], [' ', '●', '○'], [' ', 'X', 'O']],
    [['0', '2', '1'], ['*', 'X', 'O'], ['·', 'W', 'B']],
];

/// The text before the first cell of a row, between two, after the last, and the ruler.
pub const SEPARATORS: [(&str, &str, &str, Option<&str>); 6] = [
    ("|", "|", "|", None),
    (" ", " ", "", None),
    ("", " ", " ", None),
    ("| ", " | ", " |", Some("+---+---+---+---+---+---+---+---+")),
    ("[", "][", "]", None),
    ("║", "│", "║", Some("─────────────────")),
];

pub const BRACKETS: [(&str, &str); 3] = [("[", "]"), ("(", ")"), ("{", "}")];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, VariantArray)]
pub enum Paint {
    #[default]
    Lines,
    Cursor,
    /// Only the glyphs that have changed are put to their places.
    Changes,
    /// Both sides have one glyph, in two colours.
    Ink,
    /// All cells are spaces, on three grounds.
    Ground,
    CursorInk,
}

impl Paint {
    pub const ALL: &[Self] = Self::VARIANTS;
}

/// Stand-ins for cells until they are painted: empty, black, white.
const CELLS: [char; 3] = ['\u{1}', '\u{2}', '\u{3}'];

#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent")]
pub struct Skin {
    pub glyphs: usize,
    pub separators: usize,
    pub brackets: usize,
    pub paint: Paint,
    /// The request for Enter at the start, after rounds, and before the computer's move and the result.
    pub pause: Option<&'static str>,
    pub pauses_before_computer_only: bool,
    pub wrong_counter: bool,
    pub header: bool,
    pub labels: bool,
    pub lists_backwards: bool,
    pub each_board: bool,
    pub colours: bool,
    pub lists_in_lines: bool,
    pub menu_from_0: bool,
    pub crlf: bool,
}

impl Program {
    pub(super) fn say(&mut self, text: &str) {
        let is_board = text.lines().count() > 3;
        let text = &match self.change {
            // The rows of a board end with a full stop too.
            Change::Says(".\n", _) if is_board => text.to_owned(),
            Change::Says(right, wrong) => text.replace(right, wrong),
            _ => text.to_owned(),
        };
        if self.skin.crlf {
            self.output.extend(text.replace('\n', "\r\n").bytes());
        } else {
            self.output.extend(text.bytes());
        }
    }

    fn by_handout(&self) -> bool {
        !self.own_words && self.kind != Kind::Revergo
    }

    pub(super) fn shows_each_board(&self) -> bool {
        match self.kind {
            Kind::Cmsc201 => self.change == Change::ShowsBetween,
            Kind::Revergo => true,
            _ => self.by_handout() || self.skin.each_board,
        }
    }

    pub(super) fn side(&self, disc: Disc) -> String {
        self.names[disc].clone()
    }

    fn glyphs(&self) -> [char; 3] {
        let own = GLYPHS[self.skin.glyphs];
        match self.kind {
            Kind::Cmsc201 => own[0],
            Kind::Comp10050 => own[1],
            Kind::Revergo => own[2],
            Kind::Toronto | Kind::Lab8 => {
                let glyphs = self.kind.course().glyphs;
                [glyphs.empty, glyphs.black, glyphs.white]
            }
        }
    }

    fn cells(&self, row: u8, [empty, black, white]: [char; 3]) -> Vec<char> {
        let swapped = self.change == Change::PrintsSwapped;
        let cells = (0..self.size().cols()).map(|col| {
            let at = match self.change {
                Change::PrintsTransposed => Square::new(col, row),
                Change::PrintsUpsideDown => Square::new(self.size().rows() - 1 - row, col),
                _ => Square::new(row, col),
            };
            match self.board.disc(at) {
                None => empty,
                Some(disc) if (disc == Disc::Black) != swapped => black,
                Some(_) => white,
            }
        });
        cells.collect()
    }

    pub(super) fn show(&mut self) {
        let last = self.steps.last();
        match self.change {
            Change::PrintsNoBoards => {}
            Change::PrintsNoFirstBoard if last.is_none() && self.refused.is_empty() => {}
            Change::PrintsNoBoardOnceRefused if !self.refused.is_empty() => {}
            Change::PrintsNoBoardOfMoves if last.is_some_and(|step| !step.by_computer) => {}
            Change::ConcealsBoards => {
                self.say("\u{1b}[8m");
                self.show_board();
                self.say("\u{1b}[0m");
            }
            Change::ErasesBoards => {
                let before = self.output.len();
                self.show_board();
                let lines = self.output[before..].split(|&byte| byte == b'\n').count() - 1;
                self.say(&format!("\u{1b}[{lines}A\u{1b}[J"));
            }
            Change::PrintsBoardBefore => {
                let board = last.map_or(self.board.clone(), |step| step.before.clone());
                let made = mem::replace(&mut self.board, board);
                self.show_board();
                self.board = made;
            }
            _ => self.show_board(),
        }
    }

    fn show_board(&mut self) {
        if !self.by_handout() {
            return self.show_in_skin();
        }
        let course = self.kind.course();
        let header = course.program.header(self.size());
        let mut text = match self.kind {
            Kind::Cmsc201 if self.change == Change::HeaderPipe => {
                format!("Current board state: \n{header}|\n")
            }
            Kind::Cmsc201 => format!("Current board state: \n{header}\n"),
            Kind::Comp10050 => format!("\n    {header}\n"),
            _ => format!("  {header}\n"),
        };
        for row in 0..self.size().rows() {
            let cells = self.cells(row, self.glyphs());
            let cells: Vec<String> = cells.into_iter().map(String::from).collect();
            let label = course.notation.row(row);
            text += &match self.kind {
                Kind::Cmsc201 => format!("{label}|{}|\n", cells.join("|")),
                Kind::Comp10050 => format!("{label} | {} |\n", cells.join(" | ")),
                _ => format!("{label} {}\n", cells.concat()),
            };
        }
        self.say(&text);
    }

    fn show_in_skin(&mut self) {
        let skin = self.skin.clone();
        let glyphs = match skin.paint {
            Paint::Lines => self.glyphs(),
            _ => CELLS,
        };
        let (before, between, after, ruler) = SEPARATORS[skin.separators];
        let label = |n: u8| char::from(b'1' + n);
        let margin = if skin.labels { "  " } else { "" };
        let is_free = self.kind != Kind::Cmsc201;
        let ruler = ruler.filter(|_| is_free);
        let ruler = ruler.map_or(String::new(), |ruler| format!("{margin}{ruler}\n"));
        let mut text = String::from("The board:\n");
        if !is_free {
            text += "_|0|1|2|3|4|5|6|7\n";
        } else if skin.header {
            text += margin;
            text += &" ".repeat(before.chars().count());
            for col in 0..8 {
                text.push(label(col));
                text += &" ".repeat(between.chars().count());
            }
            text.push('\n');
        }
        let count = self.board.count();
        for row in 0..8 {
            text += &ruler;
            if skin.labels {
                text.extend([label(row), ' ']);
            }
            let cells = self.cells(row, glyphs).into_iter().map(|glyph| {
                if skin.colours && glyph != glyphs[0] && skin.paint == Paint::Lines {
                    format!("\u{1b}[31m{glyph}\u{1b}[0m")
                } else {
                    glyph.to_string()
                }
            });
            let cells: Vec<String> = cells.collect();
            text += &format!("{before}{}{after}", cells.join(between));
            if self.kind == Kind::Revergo {
                let wrong = usize::from(skin.wrong_counter && self.steps.len() > 1);
                text += &match row {
                    0 => format!("  Round   :{:>3}", count.black + count.white + wrong),
                    1 => format!("  Human   :{:>3}", count.white),
                    2 => format!("  Computer:{:>3}", count.black),
                    _ => String::new(),
                };
            }
            text.push('\n');
        }
        text += &ruler;
        if matches!(
            skin.paint,
            Paint::Cursor | Paint::Changes | Paint::CursorInk
        ) {
            self.put_in_place(&text);
        } else {
            let painted: String = text.chars().map(|c| self.painted(c)).collect();
            self.say(&painted);
        }
    }

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
                    out += &format!("\u{1b}[{};{}H{painted}", row + 1, column + 1);
                }
            }
        }
        out += &format!("\u{1b}[{};1H\u{1b}[J", lines.len() + 2);
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
            _ => self.glyphs()[cell].to_string(),
        }
    }

    pub(super) fn request(&mut self, asked: Disc, listed: &[Square]) {
        if self.change == Change::ListsThree {
            let empty = |at: &Square| self.board.disc(*at).is_none();
            let empty: Vec<Square> = self.size().squares().filter(empty).collect();
            self.list(asked, &empty);
        }
        self.list(asked, listed);
        if matches!(self.change, Change::ListsMore | Change::ListsThree) {
            let corners = [Square::new(0, 0), Square::new(7, 7)];
            self.list(asked, &corners);
        }
    }

    fn list(&mut self, asked: Disc, listed: &[Square]) {
        let side = self.side(asked);
        let own = !self.by_handout();
        let (open, close) = BRACKETS[self.skin.brackets];
        let gap = if self.skin.lists_in_lines { "\n" } else { " " };
        let first = usize::from(!self.skin.menu_from_0);
        let name = |at: Square| self.kind.course().square_name(self.size(), at);
        let text = match self.kind {
            Kind::Toronto => format!("Enter move for colour {side} (RowCol): "),
            Kind::Lab8 => format!("Enter move for color {side} (RowCol): "),
            Kind::Revergo => "Your move? ".to_owned(),
            Kind::Cmsc201 if own => {
                let names = listed
                    .iter()
                    .map(|at| format!("{open}{}, {}{close},{gap}", at.row, at.col));
                let names: String = names.collect();
                format!("You can go here: {names}\nrow and column? ")
            }
            Kind::Cmsc201 => {
                let names: Vec<String> = listed.iter().map(|&at| name(at)).collect();
                format!("Valid moves are: [{}]\nEnter a move: ", names.join(", "))
            }
            Kind::Comp10050 if own => {
                let names = listed.iter().zip(first..).map(|(at, number)| {
                    let col = char::from(b'a' + at.col);
                    format!("{number}. {open}{},{col}{close}{gap}", at.row + 1)
                });
                let names: String = names.collect();
                format!("It is your turn, pick one\n{names}\n")
            }
            Kind::Comp10050 => {
                let names = listed.iter().zip(first..);
                let names = names.map(|(&at, number)| format!("{number}. {}", name(at)));
                let names: Vec<String> = names.collect();
                format!("Player {side} choose you next move: {}\n", names.join(" "))
            }
        };
        self.say(&text);
    }

    pub(super) fn announce_pass(&mut self) {
        let side = self.side(self.mover);
        self.say(&match self.kind {
            _ if !self.by_handout() => "no move, pass\n".to_owned(),
            Kind::Comp10050 => format!("Player {side} has no valid move.\n"),
            _ => format!("{side} player has no valid move.\n"),
        });
    }

    pub(super) fn announce_move(&mut self, at: Square) {
        if self.change == Change::ComputerSilent {
            return;
        }
        let name = self.kind.course().square_name(self.size(), at);
        self.say(&match self.kind {
            Kind::Lab8 => format!("Computer places {} at {name}.\n", self.side(self.mover)),
            _ if self.by_handout() => format!("CPU takes move: {name}\n"),
            _ => format!("I go to {}, {}\n", at.row, at.col),
        });
    }

    pub(super) fn announce_result(
        &mut self,
        count: &ByDisc<usize>,
        winner: Option<Disc>,
        more: usize,
    ) {
        let (black, white) = (self.side(Disc::Black), self.side(Disc::White));
        let (blacks, whites) = (count.black + more, count.white);
        let who = winner.map(|disc| self.side(disc));
        if self.change == Change::NamesBoth {
            return self.say(&format!("{black} wins!\n{white} wins!\n"));
        }
        if self.change == Change::ScoresAll {
            let all: Vec<String> = (0..=64).map(|number| number.to_string()).collect();
            let result = who.map_or("a tie".to_owned(), |who| format!("{who} wins!"));
            return self.say(&format!("Score: {}\n{result}\n", all.join(" ")));
        }
        let margin = count.black.abs_diff(count.white) + more;
        let text = match self.kind {
            Kind::Toronto => {
                let (mut one, mut two) = (self.side(self.mover), self.side(self.mover.opponent()));
                if self.change == Change::PassesSwapped {
                    std::mem::swap(&mut one, &mut two);
                }
                let result = match winner {
                    Some(Disc::Black) => format!("Black wins by {margin} points!"),
                    Some(Disc::White) => format!("White wins by {margin} points!"),
                    None => "Draw!".to_owned(),
                };
                let first = match self.change {
                    Change::PassLineMissing => String::new(),
                    _ => format!("{one} player has no valid move.\n"),
                };
                format!("{first}{two} player has no valid move.\n{result}\n")
            }
            Kind::Lab8 => who.map_or("Draw!\n".to_owned(), |who| format!("{who} player wins.\n")),
            Kind::Cmsc201 if self.by_handout() => {
                let result = who.map_or("It's a tie!".to_owned(), |who| format!("{who} wins!"));
                format!("GAME OVER\n{black} score: {blacks}\n{white} score: {whites}\n{result}\n")
            }
            Kind::Comp10050 if self.by_handout() => {
                let result = who.map_or("The game is a draw".to_owned(), |who| {
                    format!("The winner is {who}")
                });
                format!(
                    "\nPlayer1 {black}, points: {blacks}\nPlayer2 {white}, points: {whites}\n\n\
                     {result}\n"
                )
            }
            _ => {
                let result = who.map_or("it is a tie".to_owned(), |who| format!("{who} wins!"));
                format!("{black} has {blacks} discs\n{white} has {whites}\n{result}\n")
            }
        };
        self.say(&text);
    }
}
