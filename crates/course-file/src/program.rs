//! The program of a course file.

use course::{Console, Environment, Error, Message, Notation, Result, Setup};
use reversi_core::{ByDisc, Disc, Game, IllegalMove, Rules, Size, Square, Turn};

use crate::start::{Ask, Base, Start};
use crate::typist::before;
use crate::words::{Event, Move, Now, Words};

/// The program of a course file.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) base: Base,
    pub(crate) asks: Vec<Ask>,
    pub(crate) words: Words,
    pub(crate) starts: Vec<Setup>,
    pub(crate) illegal_loses: bool,
    /// The mistake of taking the row before the first for the last, as a list of Python does.
    pub(crate) wraps: bool,
    pub(crate) choose: fn(&Game) -> Option<Square>,
}

/// Is told each event, with its values and its text.
pub(crate) type Seen<'a> = dyn FnMut(Event, &Now<'_>, &str) + 'a;

struct Dialogue<'a, 'b> {
    program: &'a Program,
    console: &'a mut Console<'b>,
    seen: &'a mut Seen<'a>,
    names: ByDisc<String>,
    round: usize,
}

impl Dialogue<'_, '_> {
    fn say(&mut self, event: Event, game: &Game, side: Disc, at: Option<Move>) -> Result<()> {
        let now = Now {
            game,
            side,
            at,
            round: self.round,
            names: &self.names,
        };
        let text = self.program.words.print(event, &now);
        (self.seen)(event, &now, &text);
        if event.is_prompt() {
            self.console.prompt(text)
        } else {
            self.console.print(text)
        }
    }

    fn read(&mut self) -> Result<Option<String>> {
        if self.program.words.pattern.by_word {
            self.console.scan_word()
        } else {
            self.console.read_line()
        }
    }

    fn set_up(&mut self) -> Result<Setup> {
        let program = self.program;
        let mut start = Start::new(&program.base, &program.asks, program.words.picture.glyphs);
        while let Some(ask) = start.ask() {
            if !start.is_in_answer() {
                self.console.prompt(&ask.prompt)?;
            }
            let line = self.read()?.unwrap_or_default();
            if !start.answer(&line) {
                let wrong =
                    || Error::course(format!("{line:?} is no answer that the handout allows"));
                self.console.print(ask.wrong.as_ref().ok_or_else(wrong)?)?;
            }
        }
        self.names = start.names().clone();
        let wrong = || Error::course("no game can be played with these answers");
        start.setup().ok_or_else(wrong)
    }

    /// Asks for a move until it is legal. Returns `None` if an illegal one has lost the game.
    fn ask(&mut self, game: &mut Game, side: Disc) -> Result<Option<Move>> {
        let program = self.program;
        let notation = Notation::Pattern(program.words.pattern);
        let mut asks = Event::Turn;
        loop {
            self.say(asks, game, side, None)?;
            let line = self.read()?;
            let legal: Vec<Square> = game.legal_moves().collect();
            let size = game.board().size();
            let at = line.and_then(|mut line| {
                let base = notation.base();
                if program.wraps {
                    let last = (size.rows() - 1 + base).to_string();
                    line = line.replacen(before(base), &last, 1);
                }
                notation.square(line.as_bytes(), size, &legal)
            });
            let at = at.unwrap_or(Square::new(size.rows(), size.cols()));
            let refused = match game.play(at) {
                Ok(flips) => {
                    let flips = flips.count();
                    return Ok(Some(Move { at, flips }));
                }
                Err(IllegalMove::OffBoard) => Event::OffBoard,
                Err(IllegalMove::Occupied) => Event::Occupied,
                Err(IllegalMove::FlipsNothing | IllegalMove::TooFar) => Event::FlipsNothing,
            };
            let or = |event, other| match program.words.parts(event) {
                Some(_) => event,
                None => other,
            };
            self.say(or(refused, Event::Refused), game, side, None)?;
            if program.illegal_loses {
                return Ok(None);
            }
            asks = or(Event::Again, Event::Turn);
        }
    }
}

impl Program {
    /// Plays as [`course::Program::run`] does, and shows each event to `seen`.
    pub(crate) fn play<'a>(
        &'a self,
        console: &'a mut Console<'_>,
        environment: &mut Environment<'_>,
        seen: &'a mut Seen<'a>,
    ) -> Result<()> {
        let mut dialogue = Dialogue {
            program: self,
            console,
            seen,
            names: self.base.names.clone(),
            round: 1,
        };
        let setup = dialogue.set_up()?;
        let mut game = Game::new(setup.rules).map_err(Error::course)?;
        dialogue.say(Event::Start, &game, setup.rules.first, None)?;
        loop {
            environment.show(&game);
            match game.turn() {
                Turn::Move(side) if setup.computer == Some(side) => {
                    let at = environment.computer_move(&game, || (self.choose)(&game))?;
                    let flips = game.play(at).expect("the move was checked").count();
                    dialogue.say(Event::Computer, &game, side, Some(Move { at, flips }))?;
                }
                Turn::Move(side) => match dialogue.ask(&mut game, side)? {
                    Some(at) => dialogue.say(Event::Played, &game, side, Some(at))?,
                    None => return Ok(()),
                },
                Turn::Pass(side) => {
                    dialogue.say(Event::Passed, &game, side, None)?;
                    game.pass().expect("the turn is a pass");
                }
                Turn::Over(outcome) => {
                    let next = game.to_move();
                    dialogue.say(Event::Over, &game, next, None)?;
                    return match outcome.winner() {
                        Some(winner) => dialogue.say(Event::Won, &game, winner, None),
                        None => dialogue.say(Event::Drawn, &game, next, None),
                    };
                }
            }
            dialogue.round += 1;
        }
    }
}

impl course::Program for Program {
    fn rules(&self) -> Vec<Rules> {
        let mut rules: Vec<Rules> = Vec::new();
        for setup in &self.starts {
            if !rules.contains(&setup.rules) {
                rules.push(setup.rules);
            }
        }
        rules
    }

    fn run(&self, console: &mut Console<'_>, environment: &mut Environment<'_>) -> Result<()> {
        self.play(console, environment, &mut |_, _, _| {})
    }

    fn header(&self, size: Size) -> String {
        self.words.picture.header(size)
    }

    fn read_message(&self, line: &str, size: Size) -> Option<Message> {
        self.words.read(line, size)
    }

    fn setup(&self, lines: &[&[u8]]) -> Option<Setup> {
        let mut start = Start::new(&self.base, &self.asks, self.words.picture.glyphs);
        for line in lines {
            let Some(ask) = start.ask() else { break };
            let is_taken = start.answer(str::from_utf8(line).unwrap_or_default());
            if !is_taken && ask.wrong.is_none() {
                return None;
            }
        }
        start.setup()
    }

    fn starts(&self) -> Vec<Setup> {
        self.starts.clone()
    }
}
