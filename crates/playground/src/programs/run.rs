//! Runs a course's program in memory, and records its game.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;

use course::{Console, Error, Observer};
use reversi_core::{Game, Square, Turn};
use transcript::TypedLine;

use crate::programs::state::{Naming, OpponentChoice, State};

#[derive(Clone, Debug)]
pub struct ProgramRun {
    pub output: Vec<u8>,
    /// The lines that it read, each with the place where it read it.
    pub typed: Vec<TypedLine>,
    /// The positions of its game, each once.
    pub shown: Vec<ShownPosition>,
    pub end: RunEnd,
    pub files: BTreeMap<String, Vec<u8>>,
    /// The number of bytes up to the end of the last line that it read from.
    pub read: usize,
}

#[derive(Clone, Debug)]
pub struct ShownPosition {
    pub game: Game,
    /// The number of bytes of the input that were read before it.
    pub input: usize,
    /// The number of the computer's moves before it.
    pub replies: usize,
    /// The number of bytes printed when its move was asked for, or when the side to move had
    /// passed; `None` if a line was typed instead.
    pub printed: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// It waits for a typed line.
    Entry,
    /// It waits for a move of the computer's side.
    Reply,
    Exited,
    Failed(String),
}

/// The moves that programs' own computers chose, by position: a program runs again after each typed
/// line, and a computer that searches would be slow every time.
#[derive(Debug, Default)]
pub struct Memory {
    chosen: HashMap<String, Option<Square>>,
    /// The last run, so that showing one of its positions need not repeat it.
    last: Option<(State, Rc<ProgramRun>)>,
}

const REMEMBERED: usize = 10_000;

impl Memory {
    fn choose(&mut self, key: String, own: &mut dyn FnMut() -> Option<Square>) -> Option<Square> {
        if self.chosen.len() >= REMEMBERED {
            self.chosen.clear();
        }
        *self.chosen.entry(key).or_insert_with(own)
    }
}

/// Runs the program of `state`, unless it was the last one that ran. The error is a sentence about
/// the state.
pub fn play(state: &State, memory: &mut Memory) -> Result<Rc<ProgramRun>, String> {
    let notation = Naming::default();
    let game = State {
        notation,
        ..state.clone()
    };
    if let Some((known, played)) = &memory.last
        && *known == game
    {
        return Ok(Rc::clone(played));
    }
    let played = Rc::new(run(&game, memory)?);
    memory.last = Some((game, Rc::clone(&played)));
    Ok(played)
}

fn run(state: &State, memory: &mut Memory) -> Result<ProgramRun, String> {
    if let Some(game) = state.placed() {
        return Ok(play_on(state, game?));
    }
    let course = state.course()?;
    let output = RefCell::default();
    let read = Cell::new(0);
    let mut keyboard = Keyboard {
        input: state.input.as_bytes(),
        read: &read,
        line_end: 0,
        typed: Vec::new(),
        output: &output,
    };
    let mut recorder = Recorder {
        state,
        read: &read,
        output: &output,
        shown: Vec::new(),
        asked: 0,
        waits: false,
        memory,
    };
    let mut files = BTreeMap::new();
    let mut save = |name: &str, contents: &[u8]| {
        files.insert(name.to_owned(), contents.to_owned());
        Ok(())
    };
    let environment = course.environment().with_args(&state.args);
    let environment = environment.map_err(|error| format!("{error}."))?;
    let mut environment = environment.saving(&mut save).observed_by(&mut recorder);
    let mut screen = Screen(&output);
    let ended = course.program.run(
        &mut Console::new(&mut keyboard, &mut screen),
        &mut environment,
    );
    let Recorder { shown, waits, .. } = recorder;
    let end = match ended {
        Ok(()) => RunEnd::Exited,
        Err(Error::InputEnded) if waits => RunEnd::Reply,
        Err(Error::InputEnded) => RunEnd::Entry,
        Err(error) => RunEnd::Failed(error.report().unwrap_or_default()),
    };
    let Keyboard {
        typed, line_end, ..
    } = keyboard;
    Ok(ProgramRun {
        output: output.into_inner(),
        typed,
        shown,
        end,
        files,
        read: line_end,
    })
}

/// Plays the typed moves from a position that was set up. Illegal moves change nothing.
fn play_on(state: &State, mut game: Game) -> ProgramRun {
    let course = state.course().expect("its rules are known");
    let size = game.rules().size;
    let mut played = ProgramRun {
        output: b"This position was set up: no program runs, and both sides type moves.\n".into(),
        typed: Vec::new(),
        shown: Vec::new(),
        end: RunEnd::Entry,
        files: BTreeMap::new(),
        read: 0,
    };
    let show = |played: &mut ProgramRun, game: &Game| {
        played.shown.push(ShownPosition {
            game: game.clone(),
            input: played.read,
            replies: 0,
            printed: None,
        });
    };
    show(&mut played, &game);
    loop {
        match game.turn() {
            Turn::Over(_) => {
                played.end = RunEnd::Exited;
                return played;
            }
            Turn::Pass(disc) => {
                let passes = format!("{} passes.\n", course.side_name(disc));
                played.output.extend(passes.bytes());
                game.pass().expect("the turn is a pass");
                show(&mut played, &game);
            }
            Turn::Move(disc) => {
                let prompt = format!("{}: ", course.side_name(disc));
                played.output.extend(prompt.bytes());
                let rest = &state.input[played.read..];
                let Some((line, _)) = rest.split_once('\n') else {
                    return played;
                };
                let typed = played.read..played.read + line.len();
                played.read = typed.end + 1;
                played.typed.push(TypedLine {
                    printed: played.output.len(),
                    typed,
                });
                let legal: Vec<Square> = game.legal_moves().collect();
                let at = course.square(line.trim().as_bytes(), size, &legal);
                if let Some(at) = at.filter(|at| legal.contains(at)) {
                    game.play(at).expect("it is legal");
                    show(&mut played, &game);
                } else {
                    played.output.extend(b"This is not a legal move.\n");
                }
            }
        }
    }
}

/// Returns the end of a line of which only white space is left after `read` bytes of `input`: C's
/// `scanf` leaves line ends to the next call.
fn settled(input: &[u8], read: usize) -> usize {
    if read == 0 || input[read - 1] == b'\n' {
        return read;
    }
    let rest = &input[read..];
    let newline = rest.iter().position(|&byte| byte == b'\n');
    let end = newline.map_or(rest.len(), |newline| newline + 1);
    if rest[..end].trim_ascii().is_empty() {
        read + end
    } else {
        read
    }
}

/// Gives a program one line at a time, as a terminal does, and records where it reads each.
struct Keyboard<'a> {
    input: &'a [u8],
    read: &'a Cell<usize>,
    line_end: usize,
    typed: Vec<TypedLine>,
    output: &'a RefCell<Vec<u8>>,
}

impl Read for Keyboard<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut rest = self.fill_buf()?;
        let length = rest.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Keyboard<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let start = self.read.get();
        if start == self.line_end && start < self.input.len() {
            let newline = self.input[start..].iter().position(|&byte| byte == b'\n');
            let typed = start..newline.map_or(self.input.len(), |at| start + at);
            self.line_end = newline.map_or(self.input.len(), |at| start + at + 1);
            let printed = self.output.borrow().len();
            self.typed.push(TypedLine { printed, typed });
        }
        Ok(&self.input[start..self.line_end])
    }

    fn consume(&mut self, length: usize) {
        self.read.set(self.read.get() + length);
    }
}

struct Screen<'a>(&'a RefCell<Vec<u8>>);

impl Write for Screen<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Recorder<'a> {
    state: &'a State,
    read: &'a Cell<usize>,
    output: &'a RefCell<Vec<u8>>,
    shown: Vec<ShownPosition>,
    asked: usize,
    /// Set if the requested move is unknown.
    waits: bool,
    memory: &'a mut Memory,
}

impl Observer for Recorder<'_> {
    fn turn(&mut self, game: &Game) {
        // After a refused line, the position is the same.
        if self.shown.last().is_some_and(|last| last.game == *game) {
            return;
        }
        let input = settled(self.state.input.as_bytes(), self.read.get());
        let passed = self.shown.last_mut();
        if let Some(passed) = passed.filter(|one| one.input == input && one.printed.is_none()) {
            passed.printed = Some(self.output.borrow().len());
        }
        self.shown.push(ShownPosition {
            game: game.clone(),
            input,
            replies: self.asked,
            printed: None,
        });
    }

    fn replaces_computer(&self) -> bool {
        matches!(self.state.opponent, OpponentChoice::Asked)
    }

    fn computer_move(
        &mut self,
        game: &Game,
        own: &mut dyn FnMut() -> Option<Square>,
    ) -> course::Result<Option<Square>> {
        if let Some(shown) = self.shown.last_mut() {
            shown.printed = Some(self.output.borrow().len());
        }
        let chosen = match (self.state.replies.get(self.asked), self.state.opponent) {
            // A number that is no square is refused like any other illegal move.
            (Some(&number), _) => {
                let mut squares = game.rules().size.squares();
                Some(squares.nth(number).unwrap_or(NOWHERE))
            }
            (None, OpponentChoice::Own) => self.memory.choose(key(self.state, game), own),
            (None, OpponentChoice::Asked) => {
                self.waits = true;
                return Err(Error::InputEnded);
            }
        };
        self.asked += 1;
        Ok(chosen)
    }
}

const NOWHERE: Square = Square::new(u8::MAX, u8::MAX);

/// Returns a text that differs if a program's own computer may move differently.
fn key(state: &State, game: &Game) -> String {
    let board = pages::board::rows_of_letters(game.board());
    let mover = pages::board::letter(Some(game.to_move()));
    format!("{} {:?} {mover} {board}", state.course, state.args)
}
