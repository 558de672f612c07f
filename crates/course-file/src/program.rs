//! The program of a course file.

use course::{
    Console, Environment, Error, FaultyProgram, Message, Notation, Result, Setup, is_beside,
};
use reversi_core::{ByDisc, Disc, Game, IllegalMove, Rules, Size, Square, Turn};

use crate::start::{AnswerValue, Ask, Base, GameStart};
use crate::typist::before;
use crate::words::{GameEvent, MadeMove, Now, Words};

#[derive(Debug)]
pub struct FileProgram {
    pub(crate) base: Base,
    pub(crate) asks: Vec<Ask>,
    pub(crate) after: Option<Ask>,
    pub(crate) quit: Vec<String>,
    pub(crate) words: Words,
    pub(crate) starts: Vec<Setup>,
    pub(crate) illegal_loses: bool,
    pub(crate) choose: fn(&Game) -> Option<Square>,
    /// The events whose words are free.
    pub(crate) free: Vec<GameEvent>,
    pub(crate) fault: Option<Fault>,
    pub(crate) faulty: Vec<FaultyProgram>,
}

/// A mistake that is no other set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Row -1 is the last one, as in Python's lists.
    Wraps,
    FlipsNothing,
    /// The novice's check of a typed move, which looks for no end of the line.
    AcceptsAdjacent,
    ReadsTransposed,
}

/// A callback for each event, with its values and its text.
pub(crate) type SeeEvent<'a> = dyn FnMut(GameEvent, &Now<'_>, &str) + 'a;

struct Dialogue<'a, 'b> {
    program: &'a FileProgram,
    console: &'a mut Console<'b>,
    seen: &'a mut SeeEvent<'a>,
    names: ByDisc<String>,
    round: usize,
}

impl Dialogue<'_, '_> {
    fn say(
        &mut self,
        event: GameEvent,
        game: &Game,
        side: Disc,
        at: Option<MadeMove>,
    ) -> Result<()> {
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

    /// Reads a move, whose second part may have a prompt of its own; `None` if the line quits
    /// the program.
    fn read_move(&mut self, game: &Game, side: Disc) -> Result<Option<String>> {
        let mut typed = self.read()?.unwrap_or_default();
        if self.program.quit.iter().any(|quit| quit == typed.trim()) {
            self.say(GameEvent::Quit, game, side, None)?;
            return Ok(None);
        }
        for _ in 1..self.program.words.pattern.lines() {
            self.say(GameEvent::Second, game, side, None)?;
            typed = typed + "\n" + &self.read()?.unwrap_or_default();
        }
        Ok(Some(typed))
    }

    fn plays_again(&mut self) -> Result<bool> {
        let Some(ask) = &self.program.after else {
            return Ok(false);
        };
        loop {
            self.console.prompt(&ask.prompt)?;
            let line = self.read()?.unwrap_or_default();
            match (ask.answers.get(line.trim()), &ask.wrong) {
                (Some(answer), _) => return Ok(*answer == AnswerValue::Another(true)),
                (None, Some(wrong)) => self.console.print(wrong)?,
                (None, None) => return Ok(false),
            }
        }
    }

    fn set_up(&mut self) -> Result<Setup> {
        let program = self.program;
        let mut start = GameStart::new(&program.base, &program.asks, program.words.picture.glyphs);
        while let Some(ask) = start.ask() {
            if !start.is_in_answer() {
                self.console.prompt(&ask.prompt)?;
            }
            let line = self.read()?.unwrap_or_default();
            if !start.answer(&line) {
                let wrong =
                    || Error::course(format!("{line:?} is not an answer that the handout allows"));
                self.console.print(ask.wrong.as_ref().ok_or_else(wrong)?)?;
            }
        }
        self.names = start.names().clone();
        let wrong = || Error::course("no game can be played with these answers");
        start.setup().ok_or_else(wrong)
    }

    /// Asks for a move until it is legal. Returns `None` if an illegal one loses the game, or
    /// ends it.
    fn ask(&mut self, game: &mut Game, side: Disc) -> Result<Option<MadeMove>> {
        let program = self.program;
        let notation = Notation::Pattern(program.words.pattern);
        let mut asks = GameEvent::Turn;
        loop {
            self.say(asks, game, side, None)?;
            let Some(mut line) = self.read_move(game, side)? else {
                return Ok(None);
            };
            let legal: Vec<Square> = game.legal_moves().collect();
            let size = game.board().size();
            if program.fault == Some(Fault::Wraps) {
                let base = notation.base();
                let last = (size.rows() - 1 + base).to_string();
                line = line.replacen(before(base), &last, 1);
            }
            let at = notation.square(line.as_bytes(), size, &legal);
            let mut at = at.unwrap_or(Square::new(size.rows(), size.cols()));
            if program.fault == Some(Fault::ReadsTransposed) {
                at = Square::new(at.col, at.row);
            }
            let refused = match program.make(game, at) {
                Ok(made) => return Ok(Some(made)),
                Err(IllegalMove::OffBoard) => GameEvent::OffBoard,
                Err(IllegalMove::Occupied) => GameEvent::Occupied,
                Err(_) => GameEvent::FlipsNothing,
            };
            let refused_at = Some(MadeMove { at, flips: 0 });
            let or = |event, other| match program.words.parts(event) {
                Some(_) => event,
                None => other,
            };
            self.say(or(refused, GameEvent::Refused), game, side, refused_at)?;
            if program.illegal_loses {
                return Ok(None);
            }
            asks = or(GameEvent::Again, GameEvent::Turn);
        }
    }
}

impl Dialogue<'_, '_> {
    /// Returns `false` if the game ended early.
    fn game(&mut self, environment: &mut Environment<'_>) -> Result<bool> {
        let program = self.program;
        let setup = self.set_up()?;
        let mut game = Game::new(setup.rules).map_err(Error::course)?;
        self.round = 1;
        self.say(GameEvent::Start, &game, setup.rules.first, None)?;
        loop {
            environment.show(&game);
            match game.turn() {
                Turn::Move(side) if setup.computer == Some(side) => {
                    let at = environment.computer_move(&game, || (program.choose)(&game))?;
                    let made = program.make(&mut game, at).expect("the move was checked");
                    self.say(GameEvent::Computer, &game, side, Some(made))?;
                }
                Turn::Move(side) => match self.ask(&mut game, side)? {
                    Some(at) => self.say(GameEvent::Played, &game, side, Some(at))?,
                    None => return Ok(false),
                },
                Turn::Pass(side) => {
                    self.say(GameEvent::Passed, &game, side, None)?;
                    game.pass().expect("the turn is a pass");
                }
                Turn::Over(outcome) => {
                    let next = game.to_move();
                    self.say(GameEvent::Over, &game, next, None)?;
                    let (event, side) = match outcome.winner() {
                        Some(winner) => (GameEvent::Won, winner),
                        None => (GameEvent::Drawn, next),
                    };
                    self.say(event, &game, side, None)?;
                    return Ok(true);
                }
            }
            self.round += 1;
        }
    }
}

impl FileProgram {
    pub fn free_events(&self) -> &[GameEvent] {
        &self.free
    }

    fn make(&self, game: &mut Game, at: Square) -> std::result::Result<MadeMove, IllegalMove> {
        let (side, other) = (game.to_move(), game.to_move().opponent());
        let is_useless = || game.check(at) == Err(IllegalMove::FlipsNothing);
        let flips = match self.fault {
            Some(Fault::FlipsNothing) => game.flips(at)?.count(),
            Some(Fault::AcceptsAdjacent) if is_useless() && is_beside(game.board(), at, other) => 0,
            _ => {
                let flips = game.play(at)?.count();
                return Ok(MadeMove { at, flips });
            }
        };
        let mut board = game.board().clone();
        board.put(at, side);
        *game = Game::resume(*game.rules(), board, other).expect("the rules are the same");
        Ok(MadeMove { at, flips })
    }

    /// Plays as [`course::Program::run`] does, and calls `seen` for each event.
    pub(crate) fn play<'a>(
        &'a self,
        console: &'a mut Console<'_>,
        environment: &mut Environment<'_>,
        seen: &'a mut SeeEvent<'a>,
    ) -> Result<()> {
        let mut dialogue = Dialogue {
            program: self,
            console,
            seen,
            names: self.base.names.clone(),
            round: 1,
        };
        while dialogue.game(environment)? && dialogue.plays_again()? {}
        Ok(())
    }
}

impl course::Program for FileProgram {
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
        let mut start = GameStart::new(&self.base, &self.asks, self.words.picture.glyphs);
        for line in lines {
            let Some(ask) = start.ask() else { break };
            let is_taken = start.answer(str::from_utf8(line).unwrap_or_default());
            if !is_taken && ask.wrong.is_none() {
                return None;
            }
        }
        start.setup()
    }

    fn quits(&self) -> &[String] {
        &self.quit
    }

    fn last_line(&self) -> Option<&str> {
        let mut answers = self.after.as_ref()?.answers.iter();
        let no = answers.find(|(_, value)| **value == AnswerValue::Another(false));
        no.map(|(answer, _)| answer.as_str())
    }

    fn starts(&self) -> Vec<Setup> {
        self.starts.clone()
    }

    fn faulty(&self) -> &[FaultyProgram] {
        &self.faulty
    }
}
