//! The judge by rules: plays with a program move by move.

use course::{Course, Scores};
use reversi_core::{Board, Disc, Game, Outcome, Square, Turn};

use super::finding::{Boards, Finding, Place};
use super::plan::{Opponent, Plan, TypedMove};
use super::turn::{Interactive, Pause, TurnReader};
use crate::diagnose::{
    GoesOn, History, Mistake, placed, wrong_counter, wrong_scores, wrong_winner,
};
use crate::read::boards::{BoardLayout, NotFound, PrintedBoard, without_boards};
use crate::read::lines::Lines;
use crate::read::lists::{self, ListMatch, ListedMove, Reading};
use crate::read::results::{Claim, SideWords};
use crate::read::terminal::Reader;

/// The bytes that are searched for a list of moves: more than any list needs.
const LONGEST_LIST: usize = 16 << 10;

/// A game in which the judge has found no mistake that changes it.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The number of moves, those of both sides together.
    pub moves: usize,
    /// The end of the game; `None` if the case's input ends before it.
    pub outcome: Option<Outcome>,
    /// Set if the program asked for more after its result, and ended when there was
    /// no more: its exit status then shows nothing.
    pub asked_on: bool,
    /// The first mistake that leaves the game as it is, a wrong counter, and the
    /// length of the output when it was found.
    pub minor: Option<(Finding, usize)>,
    sides: Option<SideWords>,
}

impl Judged {
    /// A game that does not come to its end.
    fn unfinished(moves: usize) -> Self {
        Self {
            moves,
            outcome: None,
            asked_on: false,
            minor: None,
            sides: None,
        }
    }

    /// Returns the mistake in the text of a file in which the program saved the
    /// result; `None` if it is right or the game did not end.
    pub fn wrong_file(&self, file: &[u8]) -> Option<Mistake> {
        let (outcome, sides) = (self.outcome?, self.sides.as_ref()?);
        let text = Lines::new(file).text(|_| true);
        wrong_scores(&text, sides, outcome.discs(), true)
            .or_else(|| wrong_winner(&text, sides, outcome.winner()))
    }
}

/// Plays the case that `input` is with a program, by the rules of `course`. The
/// first mistake that changes the game ends the conversation.
pub fn judge(
    course: &Course,
    input: &[u8],
    program: &mut dyn Interactive,
) -> Result<Judged, Finding> {
    let mut turns = TurnReader::new(program);
    let Some(plan) = Plan::new(course, input) else {
        // The case is about what comes before the first board, where the
        // words are free and no rule has a say.
        turns.send(input);
        return match turns.finish_turn() {
            Pause::PrintsOn => Err(Finding::new(Place::Start, Mistake::PrintsOn)),
            _ => Ok(Judged::unfinished(0)),
        };
    };
    let mut pause = turns.finish_turn();
    for line in &plan.before {
        if pause == Pause::Asks {
            turns.send(line);
            pause = turns.finish_turn();
        }
    }
    let game = Game::new(plan.rules).expect("the courses' games can be played");
    let history = History::new(
        game.clone(),
        course.computer.prescribed().map(|computer| computer.choose),
    );
    let owner = |glyph| course.glyphs.owner(glyph);
    let (reader, text, layouts) = Reader::start(turns.text(), &game, owner);
    let layouts = match layouts {
        Ok(layouts) => layouts,
        Err(NotFound::Another(found)) => {
            let (layout, printed) = *found;
            let boards = Boards {
                before: None,
                expected: game.board().clone(),
                printed,
                palette: reader.shown(&layout.palette),
            };
            let (mistake, _) = history.wrong_board(0, &boards.printed);
            return Err(Finding {
                boards: Some(Box::new(boards)),
                ..Finding::new(Place::Start, mistake)
            });
        }
        Err(NotFound::Nothing) => {
            let mistake = match pause {
                Pause::Asks => Mistake::NoBoard { after: None },
                Pause::Ended | Pause::Stopped => Mistake::StoppedInGame,
                Pause::PrintsOn => Mistake::PrintsOn,
            };
            return Err(Finding::new(Place::Start, mistake));
        }
    };
    Conversation {
        reader,
        turns,
        course,
        plan: &plan,
        layouts,
        readings: Reading::all(course.notation.base()),
        history,
        game,
        minor: None,
    }
    .judge(pause, &text)
}

struct Conversation<'a> {
    turns: TurnReader<'a>,
    course: &'a Course,
    plan: &'a Plan,
    /// The likeliest first; one alone as soon as a disc has been seen.
    layouts: Vec<BoardLayout>,
    readings: Vec<Reading>,
    history: History,
    /// The last position of the history, after the passes that follow it.
    game: Game,
    reader: Reader,
    /// The first mistake that leaves the game as it is, and the length of the output
    /// when it was found.
    minor: Option<(Finding, usize)>,
}

impl Conversation<'_> {
    fn judge(mut self, pause: Pause, opening: &Lines) -> Result<Judged, Finding> {
        match self.play(pause, opening) {
            Ok(judged) => Ok(Judged {
                minor: self.minor,
                ..judged
            }),
            Err(finding) => Err(Finding {
                minor: self.minor.map(|(minor, _)| Box::new(minor)),
                ..finding
            }),
        }
    }

    fn play(&mut self, mut pause: Pause, opening: &Lines) -> Result<Judged, Finding> {
        self.answer();
        let mut boards = self.check_boards(pause, opening, None)?;
        let mut menu = self.check_list(pause, opening, &boards)?;
        let mut text = without_boards(opening, &boards);
        let plan = self.plan;
        for (index, typed) in plan.typed.iter().enumerate() {
            if let Turn::Over(_) = self.game.turn() {
                break;
            }
            if pause != Pause::Asks {
                return Err(self.ended(pause, &text));
            }
            let at = match typed {
                TypedMove::Square(at) if self.game.check(*at).is_ok() => Some(*at),
                // What the computer has played may be another game than the
                // case's; a line that is illegal in any game is meant so.
                TypedMove::Square(_)
                    if matches!(plan.opponent, Opponent::Free(_))
                        && self.moves() > 0
                        && !plan.typed[..index].contains(typed) =>
                {
                    self.game.legal_moves().next()
                }
                _ => None,
            };
            let Some(at) = at else {
                pause = self.try_illegal(typed)?;
                if self.course.illegal_loses {
                    return self.lost(pause);
                }
                continue;
            };
            let line = self.line(at, &menu);
            self.turns.send(&line);
            let sent = Sent {
                at,
                index: self.moves(),
                before: self.game.board().clone(),
            };
            self.step(at);
            self.answer();
            pause = self.wait_for_turn()?;
            let new = self.new_text();
            let mut new = self.with_glyphs_learned(new, at);
            boards = match self.check_boards(pause, &new, Some(&sent)) {
                Err(finding)
                    if finding.mistake == Mistake::ComputerMissing
                        && self.turns.awaits_silently() =>
                {
                    // It is the computer's turn, and no prompt is there: the
                    // program may wait for Enter without a word.
                    self.turns.press_enter();
                    pause = self.wait_for_turn()?;
                    let rest = self.new_text();
                    self.learn(&rest, Some(at));
                    new.append(rest);
                    let again = self.check_boards(pause, &new, None);
                    let played = again.is_ok() && self.moves() > sent.index + 1;
                    match again {
                        Ok(boards) if played => boards,
                        Ok(_) => return Err(finding),
                        Err(wrong) => return Err(wrong),
                    }
                }
                checked => checked?,
            };
            menu = self.check_list(pause, &new, &boards)?;
            text = without_boards(&new, &boards);
        }
        self.close(pause, &text)
    }

    /// Waits until the program's turn is over, or a board shows that it is wrong.
    fn wait_for_turn(&mut self) -> Result<Pause, Finding> {
        loop {
            if let Some(pause) = self.turns.poll_turn() {
                return Ok(pause);
            }
            if let Some(finding) = self.wrong_so_far() {
                return Err(finding);
            }
        }
    }

    /// The mistake that a board of the unfinished turn shows already.
    fn wrong_so_far(&mut self) -> Option<Finding> {
        // Before a disc of each side was seen, and on a screen that is drawn in any
        // order, half a turn may look like a wrong one.
        if !self.layouts[0].is_learned() {
            return None;
        }
        let text = self.reader.peek(self.turns.whole_lines())?;
        let before = (self.history.clone(), self.game.clone());
        let boards = self.layouts[0].boards(&text);
        let wrong = boards
            .iter()
            .find_map(|printed| self.check_board(&printed.board).err());
        (self.history, self.game) = before;
        wrong
    }

    /// The output since it was last looked at.
    fn new_text(&mut self) -> Lines {
        self.reader.read(self.turns.text())
    }

    /// The number of moves so far.
    fn moves(&self) -> usize {
        self.history.moves().len()
    }

    /// Plays `at` in the game as it should be.
    fn step(&mut self, at: Square) {
        let by_computer = self.plan.opponent.plays(self.game.to_move());
        self.history.play(&mut self.game, at, by_computer);
    }

    /// Plays what follows by itself: passes, and the moves of a computer that
    /// the handout prescribes.
    fn answer(&mut self) {
        loop {
            match (self.game.turn(), self.plan.opponent) {
                (Turn::Pass(_), _) => {
                    if self.game.pass().is_err() {
                        return;
                    }
                }
                (Turn::Move(mover), Opponent::Prescribed(own)) if mover == own => {
                    match self.history.choice(&self.game) {
                        Some(at) => self.step(at),
                        None => return,
                    }
                }
                _ => return,
            }
        }
    }

    /// A finding after the last move.
    fn at_end(&self, mistake: Mistake) -> Finding {
        Finding::new(Place::After(self.moves()), mistake)
    }

    /// Checks the boards of `text` against the history. `sent` is the human's
    /// move that it answers.
    fn check_boards(
        &mut self,
        pause: Pause,
        text: &Lines,
        sent: Option<&Sent>,
    ) -> Result<Vec<PrintedBoard>, Finding> {
        self.learn(text, sent.map(|sent| sent.at));
        let boards = self.layouts[0].boards(text);
        let shown = self.history.shown();
        for (index, printed) in boards.iter().enumerate() {
            self.check_board(&printed.board)?;
            if self.minor.is_none() {
                let below = printed.below(text, boards.get(index + 1));
                let wrong = self.wrong_counter(printed, &below);
                self.minor = wrong.map(|wrong| (wrong, self.turns.taken()));
            }
        }
        let Some(Sent { at, index, before }) = sent else {
            return Ok(boards);
        };
        let rest = without_boards(text, &boards);
        if self.history.shown() > shown {
            if let Turn::Move(mover) = self.game.turn()
                && matches!(self.plan.opponent, Opponent::Free(own) if own == mover)
            {
                return Err(self.no_board(pause, &rest, None));
            }
            return Ok(boards);
        }
        let place = Place::Move(index + 1);
        let unchanged = boards.last().is_some_and(|last| last.board == *before);
        if refuses(&rest) && (unchanged || boards.is_empty()) {
            return Err(Finding::new(place, self.history.refused(*index)));
        }
        if unchanged {
            let mover = self.history.moves()[*index].mover();
            let at = *at;
            let mistake = Mistake::BoardUnchanged { mover, at };
            return Err(Finding::new(place, mistake));
        }
        Err(self.no_board(pause, &rest, sent))
    }

    /// No board shows the move that was `sent`; without one, the computer's.
    fn no_board(&self, pause: Pause, text: &str, sent: Option<&Sent>) -> Finding {
        if pause != Pause::Asks {
            return self.ended(pause, text);
        }
        if let Turn::Over(_) = self.game.turn() {
            return self.not_over(GoesOn::Asking);
        }
        let (place, mistake) = match sent {
            Some(sent) => {
                let after = Some(sent.at);
                (sent.index + 1, Mistake::NoBoard { after })
            }
            None => (self.moves() + 1, Mistake::ComputerMissing),
        };
        Finding::new(Place::Move(place), mistake)
    }

    /// A program that ended, or prints on, where it should ask for a move.
    fn ended(&self, pause: Pause, text: &str) -> Finding {
        let over = matches!(self.game.turn(), Turn::Over(_));
        match pause {
            Pause::PrintsOn if over => return self.not_over(GoesOn::Printing),
            Pause::PrintsOn => return self.at_end(Mistake::PrintsOn),
            Pause::Stopped if over => return self.not_over(GoesOn::Working),
            Pause::Stopped => return self.at_end(Mistake::StoppedInGame),
            Pause::Ended | Pause::Asks => {}
        }
        let claim = Claim::read(text, &self.plan.sides);
        self.at_end(match claim {
            Claim::Nothing => Mistake::StoppedInGame,
            _ if over => Mistake::StoppedInGame,
            _ => self.history.over_too_soon(&self.game),
        })
    }

    /// A program that does not end although the game is over.
    fn not_over(&self, goes_on: GoesOn) -> Finding {
        let after = self.moves();
        self.at_end(Mistake::NotOver { after, goes_on })
    }

    /// Finds out which layout is the right one, and which glyph is whose, on
    /// boards that began empty.
    fn learn(&mut self, text: &Lines, at: Option<Square>) {
        if let Some(at) = at {
            learn(&mut self.layouts, text, at, self.plan.rules.first);
        }
    }

    /// Returns `text`, which answers the move on `at`, or the same output read in
    /// another way if only that distinguishes the discs of the two sides.
    fn with_glyphs_learned(&mut self, text: Lines, at: Square) -> Lines {
        let first = self.plan.rules.first;
        let learns_both = |layouts: &mut Vec<BoardLayout>, text: &Lines| {
            learn(layouts, text, at, first);
            layouts[0].is_learned()
        };
        let opening = Game::new(self.plan.rules);
        let (true, Ok(opening)) = (self.layouts[0].is_unlearned(), opening) else {
            return text;
        };
        if learns_both(&mut self.layouts.clone(), &text) {
            return text;
        }
        for (reader, mut layouts, text) in self.reader.others(self.turns.text(), &opening) {
            if learns_both(&mut layouts, &text) {
                self.reader = reader;
                self.layouts = layouts;
                return text;
            }
        }
        text
    }

    fn check_board(&mut self, printed: &Board) -> Result<(), Finding> {
        if self.history.show(printed) {
            return Ok(());
        }
        match self.plan.opponent {
            Opponent::Free(own) if self.game.turn() == Turn::Move(own) => {
                let reply = self.game.legal_moves().find(|at| {
                    let mut next = self.game.clone();
                    next.play(*at).is_ok() && next.board() == printed
                });
                let Some(at) = reply else {
                    return Err(self.wrong_reply(printed, own));
                };
                self.step(at);
                self.history.show(printed);
                Ok(())
            }
            _ => Err(self.wrong_board(&self.history, printed)),
        }
    }

    /// A board that is none of those of `history`, compared with one that was not
    /// shown yet: the one with as many discs, or else the closest.
    fn wrong_board(&self, history: &History, printed: &Board) -> Finding {
        let off = |moves: &usize| {
            let board = history.board_after(*moves);
            let squares = printed.size().squares();
            squares
                .filter(|at| board.disc(*at) != printed.disc(*at))
                .count()
        };
        let shown = history.shown();
        let due = shown + 1..=history.moves().len();
        let discs = printed.occupied().count();
        let as_many = |moves: &usize| history.board_after(*moves).occupied().count() == discs;
        let moves = due.clone().find(as_many);
        let moves = moves.or_else(|| due.min_by_key(off)).unwrap_or(shown);
        let (mistake, number) = history.wrong_board(moves, printed);
        let before = (moves > 0).then(|| history.board_after(shown.min(moves - 1)));
        let place = match moves {
            0 => Place::Start,
            _ => Place::Move(number),
        };
        let expected = history.board_after(moves);
        Finding {
            boards: Some(Box::new(self.boards(before, expected, printed))),
            ..Finding::new(place, mistake)
        }
    }

    fn boards(&self, before: Option<&Board>, expected: &Board, printed: &Board) -> Boards {
        Boards {
            before: before.cloned(),
            expected: expected.clone(),
            printed: printed.clone(),
            palette: self.reader.shown(&self.layouts[0].palette),
        }
    }

    /// A board on which a computer that plays as it likes should have made one
    /// legal move.
    fn wrong_reply(&self, printed: &Board, own: Disc) -> Finding {
        let mut history = self.history.clone();
        let [at] = placed(self.game.board(), printed, own)[..] else {
            return self.wrong_board(&history, printed);
        };
        if let Err(why) = self.game.check(at) {
            let expected = None;
            let mistake = Mistake::ComputerIllegal { at, why, expected };
            return Finding::new(Place::Move(self.moves() + 1), mistake);
        }
        history.play(&mut self.game.clone(), at, true);
        self.wrong_board(&history, printed)
    }

    /// The mistake in the counters beside a board, or `below` it, if they are named
    /// as in the handout.
    fn wrong_counter(&self, printed: &PrintedBoard, below: &str) -> Option<Finding> {
        let counters = self.course.counters;
        // Below the board, counters are accepted only if both sides have theirs:
        // `Computer: 3` alone may be a move.
        let mut sides = counters.iter().filter(|(_, side)| side.is_some());
        let both = sides.all(|(counter, _)| counter_in(below, counter).is_some());
        let below = if both { below } else { "" };
        for &(counter, side) in counters {
            let number =
                counter_in(&printed.beside, counter).or_else(|| counter_in(below, counter));
            let count = printed.board.count();
            let mistake = number.and_then(|number| wrong_counter(counter, side, count, number));
            if let Some(mistake) = mistake {
                return Some(Finding::new(Place::After(self.history.shown()), mistake));
            }
        }
        None
    }

    /// Checks the list of moves, and returns the menu.
    fn check_list(
        &mut self,
        pause: Pause,
        text: &Lines,
        boards: &[PrintedBoard],
    ) -> Result<Vec<ListedMove>, Finding> {
        let Turn::Move(mover) = self.game.turn() else {
            return Ok(Vec::new());
        };
        if !self.course.lists_moves || pause != Pause::Asks || self.plan.opponent.plays(mover) {
            return Ok(Vec::new());
        }
        let legal: Vec<Square> = self.game.legal_moves().collect();
        let size = self.plan.rules.size;
        let below = match boards.last() {
            Some(last) => last.below(text, None),
            None => text.text(|_| true),
        };
        let below = beginning(&below);
        let mut found = lists::find(below, &legal, size, &self.readings);
        if !matches!(found, ListMatch::Right(..)) {
            // Some programs print the list above the board.
            let all = without_boards(text, boards);
            let whole = lists::find(ending(&all), &legal, size, &self.readings);
            let nothing = matches!(&found, ListMatch::Wrong(listed) if listed.is_empty());
            if nothing || matches!(whole, ListMatch::Right(..)) {
                found = whole;
            }
        }
        let expected = self.course.notation.base();
        let mistake = match found {
            ListMatch::Right(readings, _)
                if readings.iter().all(|reading| reading.base != expected) =>
            {
                let printed = readings[0].base;
                Some(Mistake::ListBase { printed, expected })
            }
            ListMatch::Right(_, menu)
                if self.course.chooses_by_number() && !numbered_from_one(&menu) =>
            {
                Some(Mistake::MenuNumbers)
            }
            ListMatch::Right(readings, menu) => {
                self.readings = readings;
                return Ok(menu);
            }
            ListMatch::Transposed => Some(Mistake::ListTransposed),
            ListMatch::Wrong(listed) => self.history.wrong_list(&self.game, &listed, false),
        };
        match mistake {
            Some(mistake) => Err(Finding::new(Place::Move(self.moves() + 1), mistake)),
            None => Ok(Vec::new()),
        }
    }

    fn line(&self, at: Square, menu: &[ListedMove]) -> Vec<u8> {
        if self.course.chooses_by_number()
            && let Some(place) = menu.iter().position(|listed| listed.square == at)
        {
            let number = menu[place].number.unwrap_or(place + 1);
            return format!("{number}\n").into_bytes();
        }
        self.square_line(at)
    }

    fn square_line(&self, at: Square) -> Vec<u8> {
        let name = self.course.notation.line(at, self.plan.rules.size);
        format!("{name}\n").into_bytes()
    }

    /// Gives the program a line that is no legal move: the board must stay as
    /// it is.
    fn try_illegal(&mut self, typed: &TypedMove) -> Result<Pause, Finding> {
        let (line, why) = match typed {
            TypedMove::Square(at) => (self.square_line(*at), self.game.check(*at).err()),
            TypedMove::Other(line) => (line.clone(), None),
        };
        self.turns.send(&line);
        let pause = self.turns.finish_turn();
        let text = self.new_text();
        if let &TypedMove::Square(at) = typed
            && self.layouts[0].is_unlearned()
        {
            // On a board that is still empty, a disc on this very square shows
            // what a disc looks like.
            learn_at(&mut self.layouts, &text, at, self.plan.rules.first, true);
        }
        let before = self.game.board();
        for printed in self.layouts[0].boards(&text) {
            if printed.board != *before {
                let typed = String::from_utf8_lossy(&line).trim_end().to_owned();
                let typed = Some(typed);
                let mistake = if self.skips_turn(&printed.board) {
                    Mistake::TurnLost { typed }
                } else {
                    Mistake::IllegalMoveAccepted { typed, why }
                };
                return Err(Finding {
                    boards: Some(Box::new(self.boards(None, before, &printed.board))),
                    ..Finding::new(Place::Move(self.moves() + 1), mistake)
                });
            }
        }
        if self.course.illegal_loses {
            let Opponent::Prescribed(winner) = self.plan.opponent else {
                return Ok(pause);
            };
            let text = text.text(|_| true);
            match wrong_winner(&text, &self.plan.sides, Some(winner)) {
                Some(mistake) => return Err(Finding::new(Place::Result, mistake)),
                None => return Ok(pause),
            }
        }
        match pause {
            Pause::Asks => Ok(pause),
            Pause::PrintsOn => Err(self.at_end(Mistake::PrintsOn)),
            Pause::Ended | Pause::Stopped => Err(self.at_end(Mistake::StoppedInGame)),
        }
    }

    /// Returns `true` if `printed` shows a move of the computer where it is a person's turn.
    fn skips_turn(&self, printed: &Board) -> bool {
        let Opponent::Prescribed(own) = self.plan.opponent else {
            return false;
        };
        let board = self.game.board().clone();
        let game = Game::resume(self.plan.rules, board, own).ok();
        game.is_some_and(|mut game| {
            let at = self.history.choice(&game);
            at.is_some_and(|at| game.play(at).is_ok() && game.board() == printed)
        })
    }

    /// The end of a game lost by an illegal move.
    fn lost(&self, pause: Pause) -> Result<Judged, Finding> {
        match goes_on(pause) {
            Some(goes_on) => Err(self.not_over(goes_on)),
            None => Ok(Judged::unfinished(self.moves())),
        }
    }

    /// The end of the case: of the game, or of its input.
    fn close(&mut self, pause: Pause, text: &str) -> Result<Judged, Finding> {
        let Turn::Over(outcome) = self.game.turn() else {
            return match pause {
                Pause::Asks => Ok(Judged::unfinished(self.moves())),
                _ => Err(self.ended(pause, text)),
            };
        };
        let sides = &self.plan.sides;
        // A program that asks whether to play again has ended its game.
        let asks_on = pause == Pause::Asks && Claim::read(text, sides) != Claim::Nothing;
        if let Some(goes_on) = goes_on(pause).filter(|_| !asks_on) {
            return Err(self.not_over(goes_on));
        }
        let scores = match self.course.scores {
            Scores::Free => None,
            Scores::Optional => wrong_scores(text, sides, outcome.discs(), false),
            Scores::Required => wrong_scores(text, sides, outcome.discs(), true),
        };
        if let Some(mistake) = scores.or_else(|| wrong_winner(text, sides, outcome.winner())) {
            return Err(Finding::new(Place::Result, mistake));
        }
        if asks_on && let Some(goes_on) = goes_on(self.turns.end()) {
            return Err(self.not_over(goes_on));
        }
        Ok(Judged {
            moves: self.moves(),
            outcome: Some(outcome),
            asked_on: asks_on,
            minor: None,
            sides: Some(sides.clone()),
        })
    }
}

/// Returns the action of a program that should have ended.
fn goes_on(pause: Pause) -> Option<GoesOn> {
    match pause {
        Pause::Asks => Some(GoesOn::Asking),
        Pause::PrintsOn => Some(GoesOn::Printing),
        Pause::Stopped => Some(GoesOn::Working),
        Pause::Ended => None,
    }
}

/// The part of a text that is searched for a list below a board.
fn beginning(text: &str) -> &str {
    let mut ends = (0..=text.len().min(LONGEST_LIST)).rev();
    let end = ends.find(|&end| text.is_char_boundary(end));
    &text[..end.unwrap_or(0)]
}

/// The part of a text that is searched for a list above a board.
fn ending(text: &str) -> &str {
    let mut starts = text.len().saturating_sub(LONGEST_LIST)..=text.len();
    let start = starts.find(|&start| text.is_char_boundary(start));
    &text[start.unwrap_or(text.len())..]
}

/// A human's move that was sent.
struct Sent {
    at: Square,
    /// The index of the move in the history.
    index: usize,
    before: Board,
}

/// Learns from `text` the glyphs of the discs; the one on `at` is `mover`'s.
fn learn(layouts: &mut Vec<BoardLayout>, text: &Lines, at: Square, mover: Disc) {
    if layouts[0].is_unlearned() {
        // A program that puts the disc elsewhere is wrong, so that layouts in
        // which it is where it belongs come first.
        let _ =
            learn_at(layouts, text, at, mover, true) || learn_at(layouts, text, at, mover, false);
    }
    if !layouts[0].is_unlearned() {
        layouts[0].learn_other(text);
    }
}

/// Takes the layout in which the first disc is on `at`, or somewhere if not
/// `strictly`. Returns `true` if there is one.
fn learn_at(
    layouts: &mut Vec<BoardLayout>,
    text: &Lines,
    at: Square,
    mover: Disc,
    strictly: bool,
) -> bool {
    let mut all = layouts.iter_mut();
    let learned = all.position(|layout| layout.learn(text, at, mover, strictly));
    if let Some(index) = learned {
        layouts.swap(0, index);
        layouts.truncate(1);
    }
    learned.is_some()
}

/// The number that the first `name: number` of `text` gives, whatever the
/// capitals; not that of `Computer plays 3`.
fn counter_in(text: &str, name: &str) -> Option<usize> {
    let text = text.to_lowercase();
    text.match_indices(name).find_map(|(at, name)| {
        let rest = text[at + name.len()..].trim_start_matches([' ', '\t']);
        let rest = rest.strip_prefix([':', '='])?;
        let rest = rest.trim_start_matches([' ', '\t']);
        let end = rest.find(|c: char| !c.is_ascii_digit());
        rest[..end.unwrap_or(rest.len())].parse().ok()
    })
}

/// Returns `true` if the numbers of a menu, if it has any, are those from 1 on.
fn numbered_from_one(menu: &[ListedMove]) -> bool {
    let numbers: Option<Vec<usize>> = menu.iter().map(|listed| listed.number).collect();
    numbers.is_none_or(|mut numbers| {
        numbers.sort_unstable();
        numbers.into_iter().eq(1..=menu.len())
    })
}

/// Returns `true` if a text says that a move is refused.
fn refuses(text: &str) -> bool {
    let text = text.to_lowercase();
    [
        "invalid",
        "illegal",
        "not valid",
        "not a valid",
        "not legal",
        "try again",
    ]
    .iter()
    .any(|words| text.contains(words))
}
