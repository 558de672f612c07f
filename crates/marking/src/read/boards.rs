//! Boards in a program's output, whatever their characters, separators and labels.

use course::{Course, Glyphs};
use reversi_core::{Board, ByDisc, Disc, Game, Opening, Size, Square};

use super::lines::Lines;

/// The widest a cell is taken to be, separators included.
const WIDEST: usize = 8;
/// The tallest a row is taken to be, rulers included.
const TALLEST: usize = 4;
/// The most lines of a turn to search: some programs print without end.
const LINES: usize = 2_000;
/// The most characters of a line to search, for the same reason.
const COLUMNS: usize = 200;
const OPENING: usize = 20_000;
/// Those that are searched for another board, which takes longer.
const OTHER: usize = 5_000;
/// The greatest number of layouts that the first disc has to decide between.
const LAYOUTS: usize = 64;

#[derive(Clone, Debug)]
pub(crate) struct PrintedBoard {
    pub(crate) board: Board,
    top: usize,
    bottom: usize,
    /// The text to the right of it, and of the lines above and below.
    pub(crate) beside: String,
}

impl PrintedBoard {
    /// Returns the last line above it that is not blank.
    pub(crate) fn line_above(&self, text: &Lines) -> String {
        let mut lines = (0..self.top).rev().map(|line| text.right_of(line, 0));
        lines
            .find(|line| !line.trim().is_empty())
            .unwrap_or_default()
    }

    pub(crate) fn above(&self, text: &Lines) -> String {
        text.text(|line| line < self.top)
    }

    /// Returns the text below it, down to the board `next`.
    pub(crate) fn below(&self, text: &Lines, next: Option<&Self>) -> String {
        let end = next.map_or(usize::MAX, |next| next.top);
        text.text(|line| self.bottom < line && line < end)
    }
}

/// Counts the first lines that together have at most this many `characters`.
fn searched_lines(text: &Lines, characters: usize) -> usize {
    let mut left = characters;
    let lines = text.cells().iter().take(LINES);
    lines
        .take_while(|line| {
            let fits = left > 0;
            left = left.saturating_sub(line.len().min(COLUMNS));
            fits
        })
        .count()
}

pub(crate) fn without_boards(text: &Lines, boards: &[PrintedBoard]) -> String {
    text.text(|line| {
        !boards
            .iter()
            .any(|board| (board.top..=board.bottom).contains(&line))
    })
}

/// The characters that a program draws its board with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    /// An empty square; a second one marks legal moves in some programs.
    pub empty: Vec<char>,
    pub discs: ByDisc<Option<char>>,
}

impl Palette {
    pub(crate) fn of_course(course: &Course) -> Self {
        Self {
            empty: [course.glyphs.empty]
                .into_iter()
                .chain(course.glyphs.legal)
                .collect(),
            discs: ByDisc {
                black: Some(course.glyphs.black),
                white: Some(course.glyphs.white),
            },
        }
    }

    /// Requires that squares of one of the `kinds` are alike, and that discs differ from all others.
    fn of_opening(
        game: &Game,
        kinds: &[Vec<Square>; 4],
        glyph: impl Fn(Square) -> char,
    ) -> Option<Self> {
        // Few discs are no board among spaces.
        let are_few = !matches!(game.rules().opening, Opening::Cross);
        let mut glyphs = [None; 4];
        for (kind, squares) in kinds.iter().enumerate() {
            let Some((&first, others)) = squares.split_first() else {
                continue;
            };
            let own = glyph(first);
            let is_disc = kind < 2;
            if own.is_whitespace() && (is_disc || are_few)
                || glyphs[..kind.min(2)].contains(&Some(own))
                || others.iter().any(|&at| glyph(at) != own)
            {
                return None;
            }
            glyphs[kind] = Some(own);
        }
        let [black, white, empty, mark] = glyphs;
        let mut empty: Vec<char> = empty.into_iter().chain(mark).collect();
        empty.dedup();
        let discs = ByDisc { black, white };
        Some(Self { empty, discs })
    }

    /// Gives a side whose discs were not seen the course's glyph, unless something else has it.
    pub(crate) fn completed(mut self, glyphs: &Glyphs) -> Self {
        for disc in [Disc::Black, Disc::White] {
            let own = glyphs.disc(disc);
            let is_taken = self.empty.contains(&own) || self.discs[disc.opponent()] == Some(own);
            if self.discs[disc].is_none() && !is_taken {
                self.discs[disc] = Some(own);
            }
        }
        self
    }

    /// Letters and dashes, for discs that a program distinguishes by colours.
    pub(crate) fn letters() -> Self {
        Self {
            empty: vec!['-'],
            discs: ByDisc {
                black: Some('B'),
                white: Some('W'),
            },
        }
    }

    /// Returns `None` if a glyph is unknown.
    pub(crate) fn board(&self, size: Size, cells: impl Iterator<Item = char>) -> Option<Board> {
        let mut board = Board::empty(size);
        for (square, glyph) in size.squares().zip(cells) {
            let mut discs = [Disc::Black, Disc::White].into_iter();
            match discs.find(|disc| self.discs[*disc] == Some(glyph)) {
                Some(disc) => board.put(square, disc),
                None if self.empty.contains(&glyph) => {}
                None => return None,
            }
        }
        Some(board)
    }

    pub fn of(&self, cell: Option<Disc>) -> char {
        match cell {
            None => self.empty.first().copied().unwrap_or('-'),
            Some(Disc::Black) => self.discs.black.unwrap_or('X'),
            Some(Disc::White) => self.discs.white.unwrap_or('O'),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct BoardLayout {
    size: Size,
    start: usize,
    /// Columns from cell to cell.
    stride: usize,
    /// Lines from row to row.
    pitch: usize,
    pub(crate) palette: Palette,
    /// The text before the first cell of each row.
    labels: Vec<String>,
    /// The text between the first two cells of each row.
    separators: Vec<String>,
}

#[derive(Debug)]
pub(crate) enum NotFound {
    Nothing,
    /// The layout takes its glyphs by their order of appearance.
    Another(Box<(BoardLayout, Board)>),
}

impl BoardLayout {
    /// Returns the likeliest layout first. `owner` says whose a glyph is in the course.
    pub(crate) fn find(
        text: &Lines,
        game: &Game,
        owner: impl Fn(char) -> Option<Disc>,
    ) -> Result<Vec<Self>, NotFound> {
        let found = match game.board().occupied().next() {
            Some(first) => Self::of_discs(text, game, first).into_iter().collect(),
            None => Self::of_empty(text, game.rules().size),
        };
        let Some(first) = found.first() else {
            return Err(Self::of_any(text, game, owner));
        };
        let owned = |glyph: Option<char>| glyph.and_then(&owner);
        let discs = first.palette.discs;
        if owned(discs.white) == Some(Disc::Black) && owned(discs.black) == Some(Disc::White) {
            let mut layout = first.clone();
            layout.palette.discs = ByDisc {
                black: discs.white,
                white: discs.black,
            };
            let mirrored = layout.boards(text).into_iter().next();
            return Err(mirrored.map_or(NotFound::Nothing, |printed| {
                NotFound::Another(Box::new((layout, printed.board)))
            }));
        }
        Ok(found)
    }

    /// The first block of cells that shows each kind of square as one character. The `first` disc
    /// fixes the place of every other cell.
    fn of_discs(text: &Lines, game: &Game, first: Square) -> Option<Self> {
        let size = game.rules().size;
        let kinds = opening_squares(game);
        let (row, col) = (usize::from(first.row), usize::from(first.col));
        let steps = || (1..=WIDEST).flat_map(|stride| (1..=TALLEST).map(move |it| (stride, it)));
        for line in 0..searched_lines(text, OPENING) {
            for column in 0..text.cells()[line].len().min(COLUMNS) {
                for (stride, pitch) in steps() {
                    let top = line.checked_sub(row * pitch);
                    let (Some(top), Some(start)) = (top, column.checked_sub(col * stride)) else {
                        continue;
                    };
                    if top + usize::from(size.rows() - 1) * pitch >= text.cells().len() {
                        continue;
                    }
                    let glyph = |at: Square| {
                        let (row, col) = (usize::from(at.row), usize::from(at.col));
                        text.at(top + row * pitch, start + col * stride)
                    };
                    if let Some(palette) = Palette::of_opening(game, &kinds, glyph) {
                        let layout = Self::at(text, size, top, start, stride, pitch);
                        return Some(Self { palette, ..layout });
                    }
                }
            }
        }
        None
    }

    /// Every block of equal characters that has the size of the board and is
    /// no part of a larger one. Bars, brackets and rulers may look the same;
    /// the first disc decides.
    fn of_empty(text: &Lines, size: Size) -> Vec<Self> {
        let (rows, cols) = (usize::from(size.rows()), usize::from(size.cols()));
        let lines = text.cells().len();
        let mut found: Vec<Self> = Vec::new();
        for top in 0..searched_lines(text, OPENING) {
            let width = text.cells()[top].len();
            for start in 0..width.min(COLUMNS) {
                let strides = (1..=WIDEST).take_while(|stride| start + (cols - 1) * stride < width);
                let rows_of_cells = strides.filter_map(|stride| {
                    let row = EmptyRow::new(text, top, start, stride, cols)?;
                    (row.is_in(text, top) && row.is_whole(text, top)).then_some(row)
                });
                for row in rows_of_cells {
                    let is_row = |line: usize| line < lines && row.is_in(text, line);
                    for pitch in 1..=if rows == 1 { 1 } else { TALLEST } {
                        let whole = (1..rows).all(|r| is_row(top + r * pitch));
                        let more = rows > 1
                            && (top >= pitch && is_row(top - pitch) || is_row(top + rows * pitch));
                        if whole && !more {
                            let mut layout = Self::at(text, size, top, start, row.stride, pitch);
                            layout.palette.empty = vec![row.glyph];
                            found.push(layout);
                        }
                    }
                }
            }
        }
        // Spaces are cells only where nothing else can be.
        found.sort_by_key(|layout| match layout.palette.empty[0] {
            ' ' => 2,
            '|' | '-' | '+' | '=' | '[' | ']' | '(' | ')' | '─' | '│' | '━' | '═' => 1,
            _ => 0,
        });
        found.truncate(LAYOUTS);
        found
    }

    /// A board that is not the opening: few discs of at most two kinds among
    /// many cells of one.
    fn of_any(text: &Lines, game: &Game, owner: impl Fn(char) -> Option<Disc>) -> NotFound {
        let size = game.rules().size;
        let (rows, cols) = (usize::from(size.rows()), usize::from(size.cols()));
        if rows == 1 {
            return NotFound::Nothing;
        }
        for top in 0..searched_lines(text, OTHER) {
            for stride in 1..=WIDEST {
                for start in 0..text.cells()[top].len().min(COLUMNS) {
                    if start + (cols - 1) * stride >= text.cells()[top].len() {
                        break;
                    }
                    for pitch in 1..=TALLEST {
                        if top + (rows - 1) * pitch >= text.cells().len() {
                            break;
                        }
                        let cells = size.squares().map(|square| {
                            let row = top + usize::from(square.row) * pitch;
                            text.at(row, start + usize::from(square.col) * stride)
                        });
                        if let Some(palette) = few_discs(size, cells, &owner) {
                            let layout = Self::at(text, size, top, start, stride, pitch);
                            let layout = Self { palette, ..layout };
                            let board = layout.board(layout.cells(text, top));
                            let is_likely = |board: &Board| {
                                board.occupied().count() <= 6 || has_equal_rows(board)
                            };
                            if let Some(board) = board.filter(is_likely) {
                                return NotFound::Another(Box::new((layout, board)));
                            }
                        }
                    }
                }
            }
        }
        NotFound::Nothing
    }

    fn at(text: &Lines, size: Size, top: usize, start: usize, stride: usize, pitch: usize) -> Self {
        let part = |row: u8, from: usize, to: usize| -> String {
            let line = top + usize::from(row) * pitch;
            (from..to).map(|column| text.at(line, column)).collect()
        };
        let labels = (0..size.rows()).map(|row| part(row, 0, start)).collect();
        let separators = (0..size.rows())
            .map(|row| part(row, start + 1, start + stride))
            .collect();
        Self {
            size,
            start,
            stride,
            pitch,
            palette: Palette {
                empty: Vec::new(),
                discs: ByDisc::default(),
            },
            labels,
            separators,
        }
    }

    fn cells(&self, text: &Lines, top: usize) -> Vec<char> {
        self.size
            .squares()
            .map(|square| {
                text.at(
                    top + usize::from(square.row) * self.pitch,
                    self.start + usize::from(square.col) * self.stride,
                )
            })
            .collect()
    }

    fn board(&self, cells: Vec<char>) -> Option<Board> {
        self.palette.board(self.size, cells.into_iter())
    }

    /// Compares the labels and, where empty cells are spaces, the separators.
    fn fits(&self, text: &Lines, top: usize) -> bool {
        let blank = self.palette.empty.contains(&' ');
        (0..usize::from(self.size.rows())).all(|row| {
            let line = top + row * self.pitch;
            let same = |from: usize, what: &str| {
                what.chars()
                    .zip(from..)
                    .all(|(c, column)| text.at(line, column) == c)
            };
            line < text.cells().len()
                && same(0, &self.labels[row])
                && (!blank || same(self.start + 1, &self.separators[row]))
        })
    }

    /// Returns the first lines of blocks that have the labels of this layout.
    fn tops(&self, text: &Lines) -> impl Iterator<Item = usize> {
        (0..text.cells().len().min(LINES)).filter(|&top| self.fits(text, top))
    }

    fn bottom(&self, top: usize) -> usize {
        top + usize::from(self.size.rows() - 1) * self.pitch
    }

    pub(crate) fn boards(&self, text: &Lines) -> Vec<PrintedBoard> {
        let mut found: Vec<PrintedBoard> = Vec::new();
        for top in self.tops(text) {
            // What begins within a board is none.
            if found.last().is_some_and(|last| top <= last.bottom) {
                continue;
            }
            let Some(board) = self.board(self.cells(text, top)) else {
                continue;
            };
            let bottom = self.bottom(top);
            let after = self.start + usize::from(self.size.cols() - 1) * self.stride + 1;
            let beside = top.saturating_sub(1)..=(bottom + 1).min(text.cells().len() - 1);
            found.push(PrintedBoard {
                board,
                top,
                bottom,
                beside: beside.map(|line| text.right_of(line, after)).collect(),
            });
        }
        found
    }

    /// Learns from the first board with one or two discs: the one on `at` is `mover`'s. Without
    /// `strictly`, a board without a disc there will do. False if there is none.
    pub(crate) fn learn(&mut self, text: &Lines, at: Square, mover: Disc, strictly: bool) -> bool {
        let glyphs = self.tops(text).find_map(|top| {
            let cells = self.cells(text, top);
            let is_disc =
                |glyph: &char| !self.palette.empty.contains(glyph) && !glyph.is_whitespace();
            let discs = self.size.squares().zip(cells);
            let mut discs: Vec<_> = discs.filter(|(_, glyph)| is_disc(glyph)).collect();
            // The disc on `at` first; without one there, any.
            discs.sort_by_key(|(square, _)| *square != at);
            match discs[..] {
                [(square, _), ..] if strictly && square != at => None,
                [(_, own)] => Some((own, None)),
                [(_, own), (_, other)] => Some((own, Some(other).filter(|glyph| *glyph != own))),
                _ => None,
            }
        });
        let Some((own, other)) = glyphs else {
            return false;
        };
        self.palette.discs[mover] = Some(own);
        self.palette.discs[mover.opponent()] = other;
        true
    }

    /// Learns from the first board that has exactly one kind of unknown glyph.
    pub(crate) fn learn_other(&mut self, text: &Lines) {
        let ByDisc { black, white } = self.palette.discs;
        let (Some(own), None) = (black.or(white), black.and(white)) else {
            return;
        };
        let mut next = 0;
        let other = self.tops(text).find_map(|top| {
            let mut others = self.cells(text, top);
            if top >= next && self.board(others.clone()).is_some() {
                // What begins within a board is none, and the line below it has no discs.
                next = self.bottom(top) + 1;
            }
            let has_own = others.contains(&own);
            others.retain(|glyph| *glyph != own && !self.palette.empty.contains(glyph));
            // A wrong flip of the first disc leaves two of the other side, and nothing else.
            let is_wiped_out = others.len() == 2 && !self.palette.empty.contains(&' ');
            if top < next || !(has_own || is_wiped_out) {
                return None;
            }
            others.dedup();
            <[char; 1]>::try_from(others).ok()
        });
        if let Some([other]) = other {
            let unknown = black.map_or(Disc::Black, |_| Disc::White);
            self.palette.discs[unknown] = Some(other);
        }
    }

    pub(crate) fn is_learned(&self) -> bool {
        let ByDisc { black, white } = self.palette.discs;
        black.is_some() && white.is_some()
    }

    pub(crate) fn is_unlearned(&self) -> bool {
        self.palette.discs == ByDisc::default()
    }
}

/// A row of equal cells.
struct EmptyRow {
    start: usize,
    stride: usize,
    cols: usize,
    glyph: char,
    /// The distance of the bar on the left of a cell that is a space, which distinguishes it from
    /// the space around a board.
    bar: Option<usize>,
}

impl EmptyRow {
    fn new(text: &Lines, line: usize, start: usize, stride: usize, cols: usize) -> Option<Self> {
        let is_bar = |column: usize| !text.at(line, column).is_whitespace();
        let glyph = text.at(line, start);
        let mut bars = (1..stride).filter(|left| start.checked_sub(*left).is_some_and(is_bar));
        let bar = match glyph {
            ' ' => Some(bars.next()?),
            _ => None,
        };
        Some(Self {
            start,
            stride,
            cols,
            glyph,
            bar,
        })
    }

    fn is_in(&self, text: &Lines, line: usize) -> bool {
        let mut cells = (0..self.cols).map(|col| self.start + col * self.stride);
        cells.all(|column| self.is_cell(text, line, column))
    }

    fn is_cell(&self, text: &Lines, line: usize, column: usize) -> bool {
        let is_bar = |column: usize| !text.at(line, column).is_whitespace();
        // The last bar of a row has a space to its right as well, but no bar
        // beyond that, so the bar on the other side is required too.
        let is_barred = |left: usize| {
            column >= left
                && is_bar(column - left)
                && (column + 1..column + self.stride).any(is_bar)
        };
        text.at(line, column) == self.glyph && self.bar.is_none_or(is_barred)
    }

    /// Returns `false` if it is a part of a longer row.
    fn is_whole(&self, text: &Lines, line: usize) -> bool {
        let (stride, left) = (self.stride, self.bar.unwrap_or(0));
        let is_cell = |column: usize, inward: usize, outward: Option<usize>| {
            text.at(line, column) == self.glyph
                && self.bar.is_none_or(|left| {
                    // A label beside a bar makes no cell between.
                    let outward = outward.map_or(' ', |column| text.at(line, column));
                    text.at(line, inward) == text.at(line, self.start + stride - left)
                        && !outward.is_whitespace()
                        && !outward.is_alphanumeric()
                })
        };
        let before = self.start.checked_sub(stride);
        let is_before = |at: usize| is_cell(at, self.start - left, at.checked_sub(left));
        let after = self.start + self.cols * stride;
        let is_after = || is_cell(after, after - left, Some(after + stride - left));
        let is_longer = after < text.cells()[line].len() && is_after();
        !is_longer && !before.is_some_and(is_before)
    }
}

/// Returns the squares of black, of white, those of no move, and the legal moves, which some
/// programs mark.
fn opening_squares(game: &Game) -> [Vec<Square>; 4] {
    let moves: Vec<Square> = game.legal_moves().collect();
    let mut kinds = [const { Vec::new() }; 4];
    for at in game.board().size().squares() {
        let kind = match game.board().disc(at) {
            Some(Disc::Black) => 0,
            Some(Disc::White) => 1,
            None if moves.contains(&at) => 3,
            None => 2,
        };
        kinds[kind].push(at);
    }
    kinds
}

pub(crate) fn has_equal_rows(board: &Board) -> bool {
    let is_first_rows = |at: Square| board.disc(at) == board.disc(Square::new(0, at.col));
    board.size().rows() > 1 && board.size().squares().all(is_first_rows)
}

/// Accepts at most two discs per row, of at most two kinds.
fn few_discs(
    size: Size,
    mut cells: impl Iterator<Item = char>,
    owner: &impl Fn(char) -> Option<Disc>,
) -> Option<Palette> {
    let first = cells.next().filter(|&glyph| glyph != ' ')?;
    let (mut white, mut black) = (None, None);
    for (index, glyph) in cells.filter(|&glyph| glyph != first).enumerate() {
        if index == 2 * usize::from(size.rows()) || glyph == ' ' {
            return None;
        }
        let own = white.get_or_insert(glyph);
        if *own != glyph && *black.get_or_insert(glyph) != glyph {
            return None;
        }
    }
    let owner = |glyph: Option<char>| glyph.and_then(owner);
    // Discs of one kind may be anything, unless the course has that glyph.
    black.or(owner(white).and(white))?;
    if owner(white) == Some(Disc::Black) || owner(black) == Some(Disc::White) {
        std::mem::swap(&mut black, &mut white);
    }
    Some(Palette {
        empty: vec![first],
        discs: ByDisc { black, white },
    })
}

#[cfg(test)]
mod tests {
    use super::super::lines::LOOKS;
    use super::*;

    fn looks(work: impl FnOnce()) -> u64 {
        let before = LOOKS.get();
        work();
        LOOKS.get() - before
    }

    const SHAPES: [&str; 8] = [
        "\n",
        "a",
        "a\n",
        ". . . . . . . .\n",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n",
        "aaaaaaabaaaaaaacaaaaaaaaaaaaaaaa\nabaaaaaaaaaaaaacaaaaaaaaaaaaaaa\n",
        "1 | x | x | x | 0 | 1 | x | x | x |\n",
        "|_|_|_|_|_|_|_|_|\n",
    ];

    #[test]
    fn a_disc_that_was_not_seen_has_the_glyph_of_the_course_if_nothing_else_has() {
        let glyphs = courses::by_name("cmsc201").expect("it is a course").glyphs;
        let completed = |black, white| {
            let discs = ByDisc { black, white };
            let empty = vec!['_'];
            Palette { empty, discs }.completed(&glyphs).discs
        };
        let (black, white) = (glyphs.black, glyphs.white);
        let course = ByDisc {
            black: Some(black),
            white: Some(white),
        };
        assert_eq!(completed(Some(black), None), course);
        assert_eq!(completed(None, Some(white)), course);
        assert_eq!(completed(None, Some(black)).black, None);
    }

    fn repeated(shape: &str, bytes: usize) -> Lines {
        Lines::new(shape.repeat(bytes / shape.len()).as_bytes())
    }

    fn games() -> Vec<Game> {
        let courses = courses::ALL.iter().filter(|course| !course.fixes_words);
        let all = courses.flat_map(|course| course.program.rules());
        all.filter_map(|rules| Game::new(rules).ok()).collect()
    }

    #[test]
    fn the_work_of_finding_a_board_is_bounded() {
        for game in games() {
            for shape in SHAPES {
                let find = |bytes: usize| {
                    let text = repeated(shape, bytes);
                    looks(|| drop(BoardLayout::find(&text, &game, |_| None)))
                };
                let (short, long) = (find(1 << 17), find(1 << 18));
                assert_eq!(short, long, "{shape:?}");
                assert!(long < 50_000_000, "{shape:?}: {long}");
            }
        }
    }

    #[test]
    fn the_work_of_reading_boards_is_linear() {
        let opening = "\
            1 | x | x | x | x | x | x | x | x |\n2 | x | x | x | x | x | x | x | x |\n\
            3 | x | x | x | x | x | x | x | x |\n4 | x | x | x | 0 | 1 | x | x | x |\n\
            5 | x | x | x | 1 | 0 | x | x | x |\n6 | x | x | x | x | x | x | x | x |\n\
            7 | x | x | x | x | x | x | x | x |\n8 | x | x | x | x | x | x | x | x |\n";
        let game = courses::by_name("comp10050").map(|course| course.program.rules()[0]);
        let game = Game::new(game.expect("it is a course")).expect("it can be played");
        let layouts = BoardLayout::find(&Lines::new(opening.as_bytes()), &game, |_| None);
        let layout = layouts.expect("it is the opening").remove(0);
        for shape in SHAPES.into_iter().chain([opening]) {
            let read = |bytes: usize| {
                let text = repeated(shape, bytes);
                looks(|| drop(layout.boards(&text)))
            };
            let (short, long) = (read(1 << 12), read(1 << 13));
            assert!(long <= 2 * short + 1_000, "{shape:?}: {short}, {long}");
        }
    }
}
