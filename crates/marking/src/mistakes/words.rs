//! The words and the boards of a program: those of its handout, or its own.

#![expect(
    clippy::format_push_string,
    reason = "a board is printed once per turn"
)]

use std::mem;
use std::sync::LazyLock;

use reversi_core::{ByDisc, Disc, Square};
use strum::VariantArray;

use super::Change;
use super::program::{CourseKind, SimulatedProgram};
use crate::table::rows;

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

impl SimulatedProgram {
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
        !self.own_words && self.kind != CourseKind::Revergo
    }

    pub(super) fn shows_each_board(&self) -> bool {
        match self.kind {
            CourseKind::Cmsc201 => self.change == Change::ShowsBetween,
            CourseKind::Revergo => true,
            _ => self.by_handout() || self.skin.each_board,
        }
    }

    pub(super) fn side(&self, disc: Disc) -> String {
        self.names[disc].clone()
    }

    fn glyphs(&self) -> [char; 3] {
        let own = GLYPHS[self.skin.glyphs];
        match self.kind {
            CourseKind::Cmsc201 => own[0],
            CourseKind::Comp10050 => own[1],
            CourseKind::Revergo => own[2],
            CourseKind::Toronto | CourseKind::Lab8 => {
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
            CourseKind::Cmsc201 if self.change == Change::HeaderPipe => {
                format!("Current board state: \n{header}|\n")
            }
            CourseKind::Cmsc201 => format!("Current board state: \n{header}\n"),
            CourseKind::Comp10050 => format!("\n    {header}\n"),
            _ => format!("  {header}\n"),
        };
        for row in 0..self.size().rows() {
            let cells = self.cells(row, self.glyphs());
            let cells: Vec<String> = cells.into_iter().map(String::from).collect();
            let label = course.notation.row(row);
            text += &match self.kind {
                CourseKind::Cmsc201 => format!("{label}|{}|\n", cells.join("|")),
                CourseKind::Comp10050 => format!("{label} | {} |\n", cells.join(" | ")),
                _ => format!("{label} {}\n", cells.concat()),
            };
        }
        self.say(&text);
    }

    fn show_in_skin(&mut self) {
        let skin = self.skin.clone();
        let (before, between, after, ruler) = SEPARATORS[skin.separators];
        let glyphs = match skin.paint {
            Paint::Lines => self.glyphs(),
            _ => CELLS,
        };
        let margin = if skin.labels { "  " } else { "" };
        let ruler = ruler.filter(|_| self.kind != CourseKind::Cmsc201);
        let ruler = ruler.map_or(String::new(), |ruler| format!("{margin}{ruler}\n"));
        let mut text = format!("The board:\n{}", self.header_in_skin(margin));
        for row in 0..8 {
            text += &ruler;
            if skin.labels {
                text.extend([char::from(b'1' + row), ' ']);
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
            text += &self.counter_beside(row);
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

    fn header_in_skin(&self, margin: &str) -> String {
        let (before, between, ..) = SEPARATORS[self.skin.separators];
        let blank = |text: &str| " ".repeat(text.chars().count());
        if self.kind == CourseKind::Cmsc201 {
            return "_|0|1|2|3|4|5|6|7\n".to_owned();
        } else if !self.skin.header {
            return String::new();
        }
        let labels = (1..=8).map(|label| format!("{label}{}", blank(between)));
        let labels: String = labels.collect();
        format!("{margin}{}{labels}\n", blank(before))
    }

    fn counter_beside(&self, row: u8) -> String {
        let count = self.board.count();
        let wrong = usize::from(self.skin.wrong_counter && self.steps.len() > 1);
        match row {
            _ if self.kind != CourseKind::Revergo => String::new(),
            0 => format!("  Round   :{:>3}", count.black + count.white + wrong),
            1 => format!("  Human   :{:>3}", count.white),
            2 => format!("  Computer:{:>3}", count.black),
            _ => String::new(),
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

    /// Returns a row of `says.txt`, in which `fields` stand for their names.
    fn text(&self, when: &str, fields: &[(&str, String)]) -> String {
        static ROWS: LazyLock<Vec<[String; 3]>> =
            LazyLock::new(|| rows(include_str!("says.txt")).collect());
        let course: &str = self.kind.into();
        let (of_course, of_all) = if self.by_handout() {
            (course.to_owned(), "all")
        } else {
            (format!("own {course}"), "own")
        };
        let mut rows = ROWS.iter();
        let row = rows.find(|row| row[1] == when && (row[0] == of_course || row[0] == of_all));
        let [_, _, text] = row.expect("the table has all texts");
        let mut text = text.clone();
        for (name, value) in fields {
            text = text.replace(&format!("{{{name}}}"), value);
        }
        text
    }

    fn list(&mut self, asked: Disc, listed: &[Square]) {
        let (course, own) = (self.kind.course(), !self.by_handout());
        let (open, close) = BRACKETS[self.skin.brackets];
        let gap = if self.skin.lists_in_lines { "\n" } else { " " };
        let first = usize::from(!self.skin.menu_from_0);
        let item = |(&at, number): (&Square, usize)| {
            let name = course.square_name(self.size(), at);
            let (row, col) = (at.row, at.col);
            match self.kind {
                CourseKind::Cmsc201 if own => format!("{open}{row}, {col}{close},{gap}"),
                CourseKind::Cmsc201 => name,
                _ if own => {
                    let (row, col) = (row + 1, char::from(b'a' + col));
                    format!("{number}. {open}{row},{col}{close}{gap}")
                }
                _ => format!("{number}. {name}"),
            }
        };
        let items: Vec<String> = listed.iter().zip(first..).map(item).collect();
        let list = items.join(match self.kind {
            _ if own => "",
            CourseKind::Cmsc201 => ", ",
            _ => " ",
        });
        self.say(&self.text("asks", &[("side", self.side(asked)), ("list", list)]));
    }

    pub(super) fn announce_pass(&mut self) {
        self.say(&self.text("passes", &[("side", self.side(self.mover))]));
    }

    pub(super) fn announce_move(&mut self, at: Square) {
        if self.change == Change::ComputerSilent {
            return;
        }
        let name = self.kind.course().square_name(self.size(), at);
        let fields = [
            ("side", self.side(self.mover)),
            ("name", name),
            ("row", at.row.to_string()),
            ("col", at.col.to_string()),
        ];
        self.say(&self.text("moves", &fields));
    }

    pub(super) fn announce_result(&mut self, count: &ByDisc<usize>, winner: Option<Disc>) {
        let more = usize::from(self.change == Change::OneMorePoint);
        let (mut one, mut two) = (self.mover, self.mover.opponent());
        if self.change == Change::PassesSwapped {
            mem::swap(&mut one, &mut two);
        }
        let margin = count.black.abs_diff(count.white) + more;
        let all: Vec<String> = (0..=64).map(|number| number.to_string()).collect();
        let mut fields = vec![
            ("black", self.side(Disc::Black)),
            ("white", self.side(Disc::White)),
            ("one", self.side(one)),
            ("two", self.side(two)),
            ("blacks", (count.black + more).to_string()),
            ("whites", count.white.to_string()),
            ("margin", margin.to_string()),
            ("all", all.join(" ")),
        ];
        let result = match winner {
            Some(Disc::Black) => "black wins",
            Some(Disc::White) => "white wins",
            None => "draw",
        };
        let result = self.text(result, &fields);
        fields.push(("result", result));
        let mut text = self.text(
            match self.change {
                Change::NamesBoth => "both win",
                Change::ScoresAll => "all scores",
                _ => "result",
            },
            &fields,
        );
        if self.change == Change::PassLineMissing {
            text = text
                .split_once('\n')
                .map_or(String::new(), |(_, rest)| rest.to_owned());
        }
        self.say(&text);
    }
}
