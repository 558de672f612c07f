//! The questions before the game, and the settings that the answers change.

use std::collections::BTreeMap;

use course::{Glyphs, Setup};
use reversi_core::{Board, ByDisc, Disc, Discs, Game, Opening, Rules, Size, Square, Winner};

use crate::format::Sets;

const STARTS: usize = 500;
const TRIES: usize = 20_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnswerValue {
    Number(u8),
    Side(Option<Disc>),
    Winner(Winner),
    /// To the question about another game.
    Another(bool),
}

#[derive(Clone, Debug)]
pub(crate) struct Ask {
    pub(crate) prompt: String,
    pub(crate) sets: Sets,
    pub(crate) answers: BTreeMap<String, AnswerValue>,
    /// The text before the question is repeated. Without one, a wrong answer ends the program.
    pub(crate) wrong: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct Base {
    pub(crate) rows: u8,
    pub(crate) cols: u8,
    pub(crate) rules: Rules,
    pub(crate) computer: Option<Disc>,
    pub(crate) names: ByDisc<String>,
}

impl Base {
    fn size(&self) -> Option<Size> {
        Size::new(self.rows.into(), self.cols.into()).ok()
    }

    pub(crate) fn rules(&self) -> Option<Rules> {
        let rules = Rules {
            size: self.size()?,
            ..self.rules
        };
        Game::new(rules).ok().map(|_| rules)
    }
}

/// The remaining questions, and the game that the answers set up.
#[derive(Clone)]
pub(crate) struct GameStart<'a> {
    asks: &'a [Ask],
    game: Base,
    board: Vec<Vec<Option<Disc>>>,
    accepted: Vec<Vec<u8>>,
    lines: usize,
    glyphs: Glyphs,
    has_names: bool,
}

impl<'a> GameStart<'a> {
    pub(crate) fn new(base: &Base, asks: &'a [Ask], glyphs: Glyphs) -> Self {
        Self {
            asks,
            game: base.clone(),
            board: Vec::new(),
            accepted: Vec::new(),
            lines: 0,
            glyphs,
            has_names: asks
                .iter()
                .any(|ask| matches!(ask.sets, Sets::BlackName | Sets::WhiteName)),
        }
    }

    pub(crate) fn ask(&self) -> Option<&'a Ask> {
        self.asks.first()
    }

    pub(crate) fn is_in_answer(&self) -> bool {
        !self.board.is_empty()
    }

    /// Takes a typed line. Returns `false` if it is no answer.
    pub(crate) fn answer(&mut self, line: &str) -> bool {
        self.lines += 1;
        let is_taken = self.take(line).is_some();
        if is_taken {
            self.accepted.push(line.as_bytes().to_vec());
        }
        is_taken
    }

    fn take(&mut self, line: &str) -> Option<()> {
        let ask = self.asks.first()?;
        if ask.sets == Sets::Board {
            return self.row(line);
        }
        let game = &mut self.game;
        match (ask.sets, ask.answers.get(line)) {
            (Sets::Size, Some(&AnswerValue::Number(side))) => (game.rows, game.cols) = (side, side),
            (Sets::Rows, Some(&AnswerValue::Number(rows))) => game.rows = rows,
            (Sets::Cols, Some(&AnswerValue::Number(cols))) => game.cols = cols,
            (Sets::First, Some(&AnswerValue::Side(Some(side)))) => game.rules.first = side,
            (Sets::Computer, Some(&AnswerValue::Side(side))) => game.computer = side,
            (Sets::Winner, Some(&AnswerValue::Winner(winner))) => game.rules.winner = winner,
            (Sets::UpperLeft, Some(&AnswerValue::Side(Some(side)))) => {
                game.rules.opening = match side {
                    Disc::Black => Opening::MirroredCross,
                    Disc::White => Opening::Cross,
                };
            }
            (Sets::BlackName, _) if !line.is_empty() => line.clone_into(&mut game.names.black),
            (Sets::WhiteName, _) if !line.is_empty() => line.clone_into(&mut game.names.white),
            (Sets::Nothing, _) => {}
            _ => return None,
        }
        self.asks = &self.asks[1..];
        Some(())
    }

    fn row(&mut self, line: &str) -> Option<()> {
        let cell = |glyph: char| match self.glyphs.owner(glyph) {
            None if glyph == self.glyphs.empty => Some(None),
            None => None,
            owner => Some(owner),
        };
        let cells = line
            .chars()
            .filter(|glyph| !glyph.is_whitespace())
            .map(cell);
        let cells: Vec<Option<Disc>> = cells.collect::<Option<_>>()?;
        let size = self.game.size()?;
        if cells.len() != usize::from(size.cols()) {
            return None;
        }
        self.board.push(cells);
        if self.board.len() == usize::from(size.rows()) {
            let mut board = Board::empty(size);
            for (at, disc) in size.squares().zip(self.board.drain(..).flatten()) {
                if let Some(disc) = disc {
                    board.put(at, disc);
                }
            }
            self.game.rules.opening = Opening::Given(Discs::of(&board));
            self.asks = &self.asks[1..];
        }
        Some(())
    }

    /// Returns the game if every question is answered and the game can be played.
    pub(crate) fn setup(&self) -> Option<Setup> {
        let rules = self.game.rules()?;
        let answers: Vec<&[u8]> = self.accepted.iter().map(Vec::as_slice).collect();
        let setup = Setup::after(&answers, self.lines, rules, self.game.computer);
        let names = self.has_names.then(|| self.game.names.clone());
        self.asks.is_empty().then_some(Setup { names, ..setup })
    }

    pub(crate) fn names(&self) -> &ByDisc<String> {
        &self.game.names
    }
}

/// Returns the games that the answers set up, starting with the first answer to each question.
/// If there are very many, some are missing.
pub(crate) fn starts(base: &Base, asks: &[Ask], glyphs: Glyphs) -> Vec<Setup> {
    let mut all = Vec::new();
    explore(
        &GameStart::new(base, asks, glyphs),
        &mut TRIES.clone(),
        &mut all,
    );
    all
}

fn explore(start: &GameStart<'_>, tries: &mut usize, all: &mut Vec<Setup>) {
    if all.len() == STARTS || *tries == 0 {
        return;
    }
    *tries -= 1;
    let Some(ask) = start.ask() else {
        all.extend(start.setup());
        return;
    };
    for lines in start.answers(ask) {
        let mut next = start.clone();
        if lines.iter().all(|line| next.answer(line)) {
            explore(&next, tries, all);
        }
    }
}

impl GameStart<'_> {
    fn answers(&self, ask: &Ask) -> Vec<Vec<String>> {
        let one = |line: &str| vec![line.to_owned()];
        match ask.sets {
            Sets::Board => self.boards(),
            Sets::BlackName => vec![one("Ada")],
            Sets::WhiteName => vec![one("Bob")],
            Sets::Nothing if ask.answers.is_empty() => vec![one("x")],
            _ => {
                let mut answers: Vec<_> = ask.answers.iter().collect();
                // The default board first, and the others by size.
                let place = |value: &AnswerValue| match *value {
                    AnswerValue::Number(number) if number != 8 => number,
                    AnswerValue::Number(_)
                    | AnswerValue::Side(_)
                    | AnswerValue::Winner(_)
                    | AnswerValue::Another(_) => 0,
                };
                answers.sort_by_key(|(_, value)| place(value));
                answers.into_iter().map(|(line, _)| one(line)).collect()
            }
        }
    }

    /// Returns boards to type: the cross, one on which only one side can move, and one on which
    /// nobody can.
    fn boards(&self) -> Vec<Vec<String>> {
        let Some(size) = self.game.size() else {
            return Vec::new();
        };
        let corner = |discs: &[Disc]| {
            let mut board = Board::empty(size);
            for (at, disc) in size.squares().zip(discs) {
                board.put(at, *disc);
            }
            board
        };
        let (black, white) = (Disc::Black, Disc::White);
        let corners = [&[black, white][..], &[white, black], &[black]].map(corner);
        let cross = self.game.rules().and_then(|rules| Game::new(rules).ok());
        let boards = cross
            .map(|game| game.board().clone())
            .into_iter()
            .chain(corners);
        let row = |board: &Board, row: u8| {
            let cells = (0..size.cols()).map(|col| board.disc(Square::new(row, col)));
            let cells: Vec<String> = cells.map(|it| self.glyphs.cell(it).to_string()).collect();
            cells.join(" ")
        };
        let lines = |board: Board| (0..size.rows()).map(|at| row(&board, at)).collect();
        boards.map(lines).collect()
    }
}
