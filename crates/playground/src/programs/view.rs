//! The view of a game: the terminal, and every position.

use std::collections::BTreeMap;

use course::{Course, Setup};
use pages::board::rows_of_letters;
use reversi_core::{ByDisc, Disc, Flips, Game, Placement, Rules, Size, Square, Turn};
use serde::{Deserialize, Serialize};

use crate::programs::run::{Memory, ProgramRun, RunEnd, ShownPosition, play};
use crate::programs::state::{Naming, State};

/// Everything that the page shows of a program. Offsets in the input count UTF-16 units,
/// as JavaScript does, and squares are numbers, row by row from 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameView {
    /// The terminal from `from_terminal` on: the program's output, and the typed lines where it
    /// read them.
    pub segments: Vec<Segment>,
    /// The length of the terminal's text before the `segments`, which the page already has.
    #[serde(rename = "fromTerminal")]
    pub from_terminal: usize,
    pub stderr: String,
    /// The input that the program waits for; `None` if it has ended.
    pub awaits: Option<Awaits>,
    /// The size of the board; `None` before there is one.
    pub size: Option<BoardSize>,
    /// The labels of rows and columns, in the notation of the state.
    pub labels: BoardLabels,
    /// The names of the squares, row by row.
    pub squares: Vec<String>,
    pub names: Sides<String>,
    /// The sides whose moves are typed.
    pub humans: Vec<&'static str>,
    /// The positions from the number `from` to the current one. Only the last has its legal moves;
    /// [`position`] returns those of the others.
    pub positions: Vec<GamePosition>,
    pub from: usize,
    pub lines: Vec<usize>,
    pub unread: usize,
    pub files: Vec<SavedFile>,
    pub result: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Segment {
    /// Set if it was typed, together with its line end.
    pub typed: bool,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Awaits {
    Entry,
    Reply,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BoardSize {
    pub rows: u8,
    pub cols: u8,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardLabels {
    pub rows: Vec<String>,
    pub cols: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sides<T> {
    pub black: T,
    pub white: T,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GamePosition {
    /// The squares, row by row: `B`, `W`, or `U` for an empty one.
    pub board: String,
    pub turn: Option<&'static str>,
    /// The side that moved or passed before it.
    pub by: Option<&'static str>,
    #[serde(rename = "move")]
    pub played: Option<usize>,
    pub pass: bool,
    /// The name of the square, or `pass`.
    pub name: String,
    pub flips: Vec<usize>,
    pub discs: Sides<usize>,
    pub legal: Vec<Legal>,
    pub safe: Vec<usize>,
    pub input: usize,
    pub replies: usize,
    /// The length of the terminal's text when its move is asked for.
    pub terminal: usize,
    /// The turn before it, in one or two sentences for a screen reader.
    pub says: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Legal {
    pub square: usize,
    /// The line to type for it.
    pub entry: String,
    pub name: String,
    pub flips: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SavedFile {
    pub name: String,
    pub text: String,
}

/// Runs the program of `state` and returns what the page shows. `known` is the number of positions
/// that this game shares with the page's earlier view: the page already has them and their text,
/// which are left out. Everything typed and replied after them must be whole lines and replies. The
/// error is a sentence.
pub fn view(state: &State, known: usize, memory: &mut Memory) -> Result<GameView, String> {
    let played = play(state, memory)?;
    Ok(GameView::new(state, &played, known))
}

/// Returns the position number `index` of a game, with its legal moves.
pub fn position(state: &State, index: usize, memory: &mut Memory) -> Result<GamePosition, String> {
    let played = play(state, memory)?;
    let painter = Painter::new(state)?;
    let missing = || format!("The game has no position number {index}.");
    let shown = played.shown.get(index).ok_or_else(missing)?;
    let before = index.checked_sub(1).map(|before| &played.shown[before]);
    let terminal = terminals(&state.input, &played)[index].length;
    Ok(painter.position(before, shown, terminal, true))
}

/// Returns the sentence about why the side to move cannot play on a square.
pub fn why_illegal(state: &State, at: usize, memory: &mut Memory) -> Result<String, String> {
    let played = play(state, memory)?;
    let course = state.course()?;
    let last = played.shown.last().map(|shown| &shown.game);
    let game = last.ok_or("There is no board yet.")?;
    let size = game.rules().size;
    let at = size.squares().nth(at).ok_or("There is no such square.")?;
    let name = state.notation.square(course, size, at);
    Ok(match game.clone().play(at) {
        Err(error) => format!("{name} is not a legal move: {error}."),
        Ok(_) => format!("{name} is a legal move."),
    })
}

impl GameView {
    fn new(state: &State, played: &ProgramRun, known: usize) -> Self {
        let terminals = terminals(&state.input, played);
        // The last known position is sent again, since its move may not have been asked for yet.
        let from = known.saturating_sub(1);
        let start = terminals.get(from).filter(|_| from > 0).copied();
        let from = start.map_or(0, |_| from);
        let start = start.unwrap_or_default();
        let painter = Painter::new(state).expect("the program of the course has run");
        let course = painter.course;
        let units = |offset| utf16(&state.input, offset);
        let last = played.shown.last();
        let size = last.map(|shown| shown.game.rules().size);
        let labels = size.map_or_else(BoardLabels::default, |size| {
            labels(course, state.notation, size)
        });
        let waits = match &played.end {
            RunEnd::Entry => Some(Awaits::Entry),
            RunEnd::Reply => Some(Awaits::Reply),
            RunEnd::Exited | RunEnd::Failed(_) => None,
        };
        let result = last.filter(|_| waits.is_none());
        Self {
            segments: segments(&state.input, played, start),
            from_terminal: start.length,
            stderr: match &played.end {
                RunEnd::Failed(message) => message.clone(),
                _ => String::new(),
            },
            awaits: waits,
            size: size.map(BoardSize::from),
            labels,
            squares: size.map_or_else(Vec::new, |size| {
                let squares = size.squares();
                squares.map(|at| painter.name(size, at)).collect()
            }),
            names: painter.names(),
            humans: painter.humans(),
            positions: painter.positions(played, &terminals, from),
            from,
            lines: played
                .typed
                .iter()
                .map(|line| units(line.typed.start))
                .collect(),
            unread: units(state.input.len()) - units(played.read),
            files: saved_files(&played.files),
            result: result.map(|shown| painter.result(&shown.game)),
        }
    }
}

pub fn labels(course: &Course, naming: Naming, size: Size) -> BoardLabels {
    BoardLabels {
        rows: (0..size.rows())
            .map(|row| naming.row(course, row))
            .collect(),
        cols: (0..size.cols())
            .map(|col| naming.column(course, col))
            .collect(),
    }
}

impl From<Size> for BoardSize {
    fn from(size: Size) -> Self {
        Self {
            rows: size.rows(),
            cols: size.cols(),
        }
    }
}

pub fn saved_files(files: &BTreeMap<String, Vec<u8>>) -> Vec<SavedFile> {
    let file = |(name, contents): (&String, &Vec<u8>)| SavedFile {
        name: name.clone(),
        text: String::from_utf8_lossy(contents).into_owned(),
    };
    files.iter().map(file).collect()
}

/// Returns the length of the first `bytes` bytes of `text` in UTF-16 units.
fn utf16(text: &str, bytes: usize) -> usize {
    let start = text.get(..bytes).unwrap_or(text);
    start.encode_utf16().count()
}

fn segments(input: &str, played: &ProgramRun, start: Reached) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut push = |typed: bool, bytes: &[u8]| {
        if !bytes.is_empty() {
            let text = String::from_utf8_lossy(bytes).into_owned();
            segments.push(Segment { typed, text });
        }
    };
    let mut shown = start.printed;
    for line in &played.typed[start.typed..] {
        push(false, &played.output[shown..line.printed]);
        shown = line.printed;
        let line = &input.as_bytes()[line.typed.clone()];
        push(true, &[line, b"\n"].concat());
    }
    push(false, &played.output[shown..]);
    segments
}

/// The state of the terminal when it asked for the move in a position.
#[derive(Clone, Copy, Default)]
struct Reached {
    /// The length of its text, in UTF-16 units.
    length: usize,
    /// The number of bytes that were printed.
    printed: usize,
    /// The number of lines that were typed.
    typed: usize,
}

fn terminals(input: &str, played: &ProgramRun) -> Vec<Reached> {
    let mut all = Vec::new();
    let mut now = Reached::default();
    for shown in &played.shown {
        let rest = &played.typed[now.typed..];
        let before = rest
            .iter()
            .take_while(|line| line.typed.start < shown.input);
        for line in before {
            now.length += input[line.typed.clone()].encode_utf16().count() + 1;
            now.typed += 1;
        }
        let next = played.typed.get(now.typed).map(|line| line.printed);
        let end = shown.printed.or(next).unwrap_or(played.output.len());
        let text = String::from_utf8_lossy(&played.output[now.printed..end.max(now.printed)]);
        now.length += text.encode_utf16().count();
        now.printed = end.max(now.printed);
        all.push(now);
    }
    all
}

struct Painter<'a> {
    course: &'static Course,
    naming: Naming,
    input: &'a str,
    setup: Option<Setup>,
}

impl<'a> Painter<'a> {
    fn new(state: &'a State) -> Result<Self, String> {
        let course = state.course()?;
        Ok(Self {
            course,
            naming: state.notation,
            input: &state.input,
            setup: state.setup(),
        })
    }

    fn name(&self, size: Size, at: Square) -> String {
        self.naming.square(self.course, size, at)
    }

    fn names(&self) -> Sides<String> {
        let names = self.setup.as_ref().and_then(|setup| setup.names.clone());
        match names {
            Some(ByDisc { black, white }) => Sides { black, white },
            None => Sides {
                black: self.course.side_name(Disc::Black).to_owned(),
                white: self.course.side_name(Disc::White).to_owned(),
            },
        }
    }

    fn humans(&self) -> Vec<&'static str> {
        let computer = self.setup.as_ref().and_then(|setup| setup.computer);
        let all = [Disc::Black, Disc::White].into_iter();
        all.filter(|&disc| self.setup.is_some() && Some(disc) != computer)
            .map(Disc::name)
            .collect()
    }

    fn positions(
        &self,
        played: &ProgramRun,
        terminals: &[Reached],
        from: usize,
    ) -> Vec<GamePosition> {
        let shown = &played.shown;
        let last = shown.len().saturating_sub(1);
        let before = std::iter::once(None).chain(shown.iter().map(Some));
        let parts = before.zip(shown).zip(terminals).enumerate().skip(from);
        parts
            .map(|(index, ((before, shown), terminal))| {
                self.position(before, shown, terminal.length, index == last)
            })
            .collect()
    }

    /// Returns the position `shown`, which one turn after `before` reached.
    fn position(
        &self,
        before: Option<&ShownPosition>,
        shown: &ShownPosition,
        terminal: usize,
        with_legal: bool,
    ) -> GamePosition {
        let game = &shown.game;
        let size = game.rules().size;
        let by = before.map(|before| before.game.to_move());
        let played = before.and_then(|before| played(&before.game, game));
        let flips = match (before, played) {
            (Some(before), Some(at)) => numbers(size, before.game.flips(at).ok().as_ref()),
            _ => Vec::new(),
        };
        let discs = game.board().count();
        let name = match (by, played) {
            (_, Some(at)) => self.name(size, at),
            (Some(_), None) => "pass".to_owned(),
            (None, None) => String::new(),
        };
        let legal = if with_legal {
            self.legal(game)
        } else {
            Vec::new()
        };
        GamePosition {
            board: rows_of_letters(game.board()).replace(' ', ""),
            turn: match game.turn() {
                Turn::Move(disc) | Turn::Pass(disc) => Some(disc.name()),
                Turn::Over(_) => None,
            },
            by: by.map(Disc::name),
            played: played.map(|at| size.index(at)),
            pass: by.is_some() && played.is_none(),
            says: self.says(game, by, played.is_some().then_some(&name), flips.len()),
            name,
            flips,
            discs: Sides {
                black: discs.black,
                white: discs.white,
            },
            legal,
            safe: safe(game.rules()),
            input: utf16(self.input, shown.input),
            replies: shown.replies,
            terminal,
        }
    }

    fn legal(&self, game: &Game) -> Vec<Legal> {
        let size = game.rules().size;
        let moves = game.legal_moves().enumerate();
        moves
            .map(|(index, at)| Legal {
                square: size.index(at),
                entry: if self.course.chooses_by_number() {
                    (index + 1).to_string()
                } else {
                    self.course.notation.line(at, size)
                },
                name: self.name(size, at),
                flips: numbers(size, game.flips(at).ok().as_ref()),
            })
            .collect()
    }

    fn says(&self, game: &Game, by: Option<Disc>, at: Option<&String>, flips: usize) -> String {
        let side = |disc| self.side(disc);
        let before = match (by, at) {
            (Some(disc), Some(at)) => format!("{} plays {at} and flips {flips}. ", side(disc)),
            (Some(disc), None) => format!("{} passes. ", side(disc)),
            (None, _) => String::new(),
        };
        let next = match game.turn() {
            Turn::Move(disc) => format!("{} to move.", side(disc)),
            Turn::Pass(disc) => format!("{} has no legal move.", side(disc)),
            Turn::Over(_) => self.result(game),
        };
        before + &next
    }

    /// Returns the colour of a side, with its name if that differs.
    fn side(&self, disc: Disc) -> String {
        let names = self.names();
        let (colour, name) = match disc {
            Disc::Black => ("Black", names.black),
            Disc::White => ("White", names.white),
        };
        if name.eq_ignore_ascii_case(colour) || colour.starts_with(&name) {
            colour.to_owned()
        } else {
            format!("{colour} ({name})")
        }
    }

    fn result(&self, game: &Game) -> String {
        let Turn::Over(outcome) = game.turn() else {
            let loser = self.side(game.to_move());
            return if self.course.illegal_loses {
                format!("The game is over: {loser} made an illegal move and loses.")
            } else {
                "The program ended before the game.".to_owned()
            };
        };
        let ByDisc { black, white } = outcome.discs();
        match outcome.winner() {
            Some(winner) => {
                let (more, less) = (black.max(white), black.min(white));
                format!(
                    "The game is over: {} wins {more} to {less}.",
                    self.side(winner)
                )
            }
            None => format!("The game is over: a draw, {black} to {white}."),
        }
    }
}

pub(crate) fn played(before: &Game, after: &Game) -> Option<Square> {
    let mut squares = after.rules().size.squares();
    squares.find(|&at| before.board().disc(at).is_none() && after.board().disc(at).is_some())
}

fn numbers(size: Size, flips: Option<&Flips>) -> Vec<usize> {
    let squares = flips.map_or(&[][..], Flips::squares).iter();
    squares.map(|&at| size.index(at)).collect()
}

fn safe(rules: &Rules) -> Vec<usize> {
    match rules.placement {
        Placement::Near { safe, .. } => {
            let squares = rules.size.squares().filter(|&at| safe.contains(at));
            squares.map(|at| rules.size.index(at)).collect()
        }
        _ => Vec::new(),
    }
}
