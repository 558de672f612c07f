//! The judge by rules: plays with a program move by move.

use std::collections::BTreeMap;

use bstr::ByteSlice;
use course::{Course, Scores};
use reversi_core::{Board, Disc, Game, Opening, Outcome, Square, Turn};

use super::answers;
use super::finding::{Finding, GamePlace};
use super::plan::{GamePlan, TypedMove};
use super::steer::steered;
use super::turn::{Interactive, Pause, TurnReader};
use crate::diagnose::{
    BoardPair, GoesOn, History, Mistake, differences, placed, wrong_margin, wrong_scores,
    wrong_winner,
};
use crate::read::boards::{BoardLayout, NotFound, PrintedBoard, without_boards};
use crate::read::lines::Lines;
use crate::read::lists::{self, ListMatch, ListedMove, Reading, numbered_from_one};
use crate::read::results::{ResultClaim, SideWords, offers_another_game};
use crate::read::terminal::Reader;
use crate::read::words::Axis;

/// The bytes that are searched for a list of moves: more than any list needs.
const LONGEST_LIST: usize = 16 << 10;
/// The bytes at the end of the output that are searched for a prompt or a result.
const LAST_LINES: usize = 1 << 10;

#[derive(Clone, Debug, Default)]
pub struct JudgedGame {
    pub moves: usize,
    /// The end of the game; `None` if the case's input ends before it.
    pub outcome: Option<Outcome>,
    /// Set if the program asked for more after its result, and ended when there was
    /// no more: its exit status then shows nothing.
    pub asked_on: bool,
    /// The first mistake that leaves the game as it is, such as a wrong counter, and the length
    /// of the output when it was found.
    pub minor: Option<(Finding, usize)>,
    sides: Option<SideWords>,
}

impl JudgedGame {
    fn unfinished(moves: usize) -> Self {
        Self {
            moves,
            ..Self::default()
        }
    }

    /// Returns `None` if the result in the file is right or the game did not end.
    pub fn wrong_file(&self, file: &[u8]) -> Option<Mistake> {
        let (outcome, sides) = (self.outcome?, self.sides.as_ref()?);
        let text = Lines::new(file).text(|_| true);
        wrong_scores(&text, sides, outcome.discs(), true)
            .or_else(|| wrong_result(&text, sides, outcome.winner(), true))
    }

    pub fn announces_result(&self, file: &[u8]) -> bool {
        let text = Lines::new(file).text(|_| true);
        let sides = self.sides.as_ref();
        sides.is_some_and(|sides| ResultClaim::read(&text, sides) != ResultClaim::Nothing)
    }
}

/// Plays `input` with a program up to the first mistake that changes the game.
pub fn judge(
    course: &Course,
    input: &[u8],
    program: &mut dyn Interactive,
) -> Result<JudgedGame, Finding> {
    judge_towards(course, input, b"", program)
}

/// Plays as [`judge`] does. Against a computer that is free to play another game, the last moves
/// of the person lead to the result that the `expected` output announces, if they can.
pub fn judge_towards(
    course: &Course,
    input: &[u8],
    expected: &[u8],
    program: &mut dyn Interactive,
) -> Result<JudgedGame, Finding> {
    let mut turns = TurnReader::new(program);
    let Some(plan) = GamePlan::new(course, input) else {
        return without_board(turns, input);
    };
    let mut pause = turns.finish_turn();
    // Where the words are fixed, such a question is one of the handout's.
    let mut people = plan.people().filter(|_| !course.fixes_words);
    for line in &plan.before {
        pause = answer_for_colour(&mut turns, pause, &mut people);
        if pause == Pause::Asks {
            turns.send(line);
            pause = turns.finish_turn();
        }
    }
    let game = Game::new(plan.rules).expect("the courses' games can be played");
    let history = History::new(course, game.clone());
    let owner = |glyph| course.glyphs.owner(glyph);
    let start = |turns: &TurnReader<'_>| Reader::start(turns.text(), &game, owner);
    let mut found = start(&turns);
    if matches!(found.2, Err(NotFound::Nothing)) {
        pause = answer_for_colour(&mut turns, pause, &mut people);
        found = start(&turns);
    }
    if pause == Pause::Asks && turns.text().trim_ascii().is_empty() {
        return Err(Finding::new(GamePlace::After(0), Mistake::WaitsAtStart));
    }
    let (reader, text, layouts) = found;
    let layouts = match layouts {
        // The boards after the first move may show the layout.
        Err(NotFound::Nothing) if pause == Pause::Asks => Vec::new(),
        layouts => {
            layouts.map_err(|found| not_the_opening(course, found, pause, &history, &reader))?
        }
    };
    let began = layouts.first();
    if let Some(began) = began.and_then(|layout| other_side_begins(&plan, layout, &text)) {
        let mistake = Mistake::WrongSideBegins { began };
        return Err(Finding::new(GamePlace::Move(1), mistake));
    }
    let last = end_of(expected).text(|_| true);
    Conversation {
        reader,
        turns,
        course,
        plan: &plan,
        layouts,
        readings: Reading::all(course.notation.base()),
        history,
        game,
        goal: ResultClaim::read(&last, &plan.sides),
        prompts: Vec::new(),
        minor: None,
        wrong_side: None,
        sent: 0,
        messages: BTreeMap::new(),
        replies: 0,
    }
    .judge(pause, &text)
}

/// Judges a case about what comes before the first board, where the words are free and no rule
/// has a say.
fn without_board(mut turns: TurnReader<'_>, input: &[u8]) -> Result<JudgedGame, Finding> {
    turns.send(input);
    match turns.finish_turn() {
        Pause::PrintsOn => Err(Finding::new(GamePlace::After(0), Mistake::PrintsOn)),
        _ => Ok(JudgedGame::unfinished(0)),
    }
}

fn not_the_opening(
    course: &Course,
    found: NotFound,
    pause: Pause,
    history: &History,
    reader: &Reader,
) -> Finding {
    let mistake = match (found, pause) {
        (NotFound::Another(found), _) => {
            let (layout, printed) = *found;
            let boards = BoardPair {
                before: None,
                expected: history.board_after(0).clone(),
                printed,
                palette: reader.shown(&layout.palette, &course.glyphs),
            };
            let (mistake, _) = history.wrong_board(0, &boards.printed);
            return Finding::new(GamePlace::After(0), mistake).with(boards);
        }
        (NotFound::Nothing, Pause::Asks) => return no_opening(),
        (NotFound::Nothing, Pause::Ended | Pause::Stopped) => Mistake::StoppedInGame,
        (NotFound::Nothing, Pause::PrintsOn) => Mistake::PrintsOn,
    };
    Finding::new(GamePlace::After(0), mistake)
}

fn no_opening() -> Finding {
    Finding::new(GamePlace::After(0), Mistake::NoBoard { after: None })
}

/// Returns the computer if it has placed the first disc although the person begins.
fn other_side_begins(plan: &GamePlan, layout: &BoardLayout, text: &Lines) -> Option<Disc> {
    let began = plan.rules.first.opponent();
    if plan.rules.opening != Opening::Empty || plan.computer != Some(began) {
        return None;
    }
    let mut layout = layout.clone();
    let learned = layout.learn(text, Square::new(0, 0), began, false);
    let last = layout.boards(text).pop().filter(|_| learned)?;
    (last.board.occupied().count() == 1).then_some(began)
}

fn answer_for_colour(
    turns: &mut TurnReader<'_>,
    mut pause: Pause,
    people: &mut impl Iterator<Item = Disc>,
) -> Pause {
    while pause == Pause::Asks
        && answers::colour(&last_line(turns.text()), Disc::Black).is_some()
        && let Some(side) = people.next()
        && let Some(answer) = answers::colour(&last_line(turns.text()), side)
    {
        turns.send(format!("{answer}\n").as_bytes());
        pause = turns.finish_turn();
    }
    pause
}

pub(super) struct Conversation<'a> {
    turns: TurnReader<'a>,
    pub(super) course: &'a Course,
    pub(super) plan: &'a GamePlan,
    /// The likeliest first; one alone as soon as a disc has been seen. None if no board comes
    /// before the first move, until one follows it.
    pub(super) layouts: Vec<BoardLayout>,
    readings: Vec<Reading>,
    pub(super) history: History,
    /// The last position of the history, after the passes that follow it.
    pub(super) game: Game,
    goal: ResultClaim,
    reader: Reader,
    prompts: Vec<Vec<String>>,
    minor: Option<(Finding, usize)>,
    /// The first mistake in whom the program asks, or says that passes. It counts only if there
    /// is no other.
    wrong_side: Option<Finding>,
    /// The index in the history of the move that was sent last.
    pub(super) sent: usize,
    pub(super) messages: BTreeMap<String, usize>,
    pub(super) replies: usize,
}

struct TurnEnd {
    pause: Pause,
    /// The text below the last board, and all of it but the boards.
    words: [String; 2],
    menu: Vec<ListedMove>,
}

impl Conversation<'_> {
    fn judge(mut self, pause: Pause, opening: &Lines) -> Result<JudgedGame, Finding> {
        let judged = self.play(pause, opening);
        if self.layouts.is_empty() {
            let finding = judged.err();
            return Err(finding.unwrap_or_else(no_opening));
        }
        self.note_minor(Self::constant_message);
        let minor = self.minor.clone().map(|(minor, _)| minor);
        match (judged, self.wrong_side) {
            (Ok(judged), None) => Ok(JudgedGame {
                minor: self.minor,
                ..judged
            }),
            (Ok(_), Some(finding)) => Err(finding),
            (Err(finding), side) => Err(Finding {
                minor: side.or(minor).map(Box::new),
                ..finding
            }),
        }
    }

    fn play(&mut self, pause: Pause, opening: &Lines) -> Result<JudgedGame, Finding> {
        self.answer();
        if self.layouts.is_empty() {
            self.note_minor(|_| Some(no_opening()));
        }
        let boards = self.check_boards(pause, opening, None)?;
        self.note_minor(|it| it.find_wrong_form(opening, &boards, None));
        let mut turn = self.end_of_turn(pause, opening, &boards)?;
        let plan = self.plan;
        for (index, typed) in plan.typed.iter().enumerate() {
            if let Turn::Over(_) = self.game.turn() {
                break;
            }
            if turn.pause != Pause::Asks {
                return Err(self.ended(turn.pause, &turn.words[1]));
            }
            self.prompts.push(self.last_lines());
            if let Some(at) = self.legal_move(index, typed) {
                turn = self.play_move(at, &turn.menu)?;
                continue;
            }
            turn.pause = self.try_illegal(typed)?;
            if self.course.illegal_loses {
                return match goes_on(turn.pause) {
                    Some(goes_on) => Err(self.not_over(goes_on)),
                    None => Ok(JudgedGame::unfinished(self.moves())),
                };
            }
        }
        self.close(turn.pause, &turn.words)
    }

    /// Returns the move to play for a typed line; `None` if the line is meant to be illegal.
    fn legal_move(&self, index: usize, typed: &TypedMove) -> Option<Square> {
        let &TypedMove::Square(at) = typed else {
            return None;
        };
        let is_legal = self.game.check(at).is_ok();
        let Some(own) = self.plan.free_computer else {
            return is_legal.then_some(at);
        };
        // What the computer has played may be another game than the case's; a line that is
        // illegal in any game is meant so.
        if !is_legal && (self.moves() == 0 || self.plan.typed[..index].contains(typed)) {
            return None;
        }
        let goal = steered(&self.game, self.goal, own);
        goal.or_else(|| is_legal.then_some(at))
            .or_else(|| self.game.legal_moves().next())
    }

    fn play_move(&mut self, at: Square, menu: &[ListedMove]) -> Result<TurnEnd, Finding> {
        self.type_move(at, menu);
        let sent = self.moves();
        self.step(at);
        let moved = self.layouts.is_empty().then(|| self.game.clone());
        self.answer();
        self.sent = sent;
        let mut pause = self.wait_for_turn()?;
        let new = self.new_text();
        let mut new = match moved {
            Some(moved) => self.with_layout_learned(pause, &new, &moved)?,
            None => self.with_glyphs_learned(new, at),
        };
        let boards = match self.check_boards(pause, &new, Some(sent)) {
            Err(finding) if pause == Pause::Asks && self.may_wait_for_enter(&finding) => {
                // The turn is not over: the program may wait for Enter, whatever it
                // says.
                self.turns.press_enter();
                pause = self.wait_for_turn()?;
                let rest = self.new_text();
                learn(&mut self.layouts, &rest, at, self.plan.rules.first);
                new.append(rest);
                let again = self.check_boards(pause, &new, None)?;
                if self.history.shown() <= sent || self.awaits_reply() {
                    return Err(finding);
                }
                again
            }
            checked => checked.map_err(|finding| self.certain(finding, &new))?,
        };
        let reply = self.history.moves().get(sent + 1);
        if reply.is_some_and(|reply| reply.by_computer) {
            self.note_messages(&without_boards(&new, &boards));
        }
        self.note_minor(|it| it.find_wrong_form(&new, &boards, Some(sent)));
        self.end_of_turn(pause, &new, &boards)
    }

    fn may_wait_for_enter(&self, finding: &Finding) -> bool {
        let missing = Mistake::ComputerMissing;
        let is_missing = matches!(finding.mistake, Mistake::NoBoard { .. });
        (is_missing || finding.mistake == missing) && self.turns.may_press_enter()
    }

    fn end_of_turn(
        &mut self,
        pause: Pause,
        text: &Lines,
        boards: &[PrintedBoard],
    ) -> Result<TurnEnd, Finding> {
        let words = closing(text, boards);
        let menu = self.check_list(pause, &words)?;
        if self.wrong_side.is_none() && pause == Pause::Asks {
            let wrong = self.wrong_side_named(&words);
            self.wrong_side = wrong.map(|mistake| self.at_next(mistake));
        }
        Ok(TurnEnd { pause, words, menu })
    }

    /// Finds a pass of the wrong side, or a request for its move.
    fn wrong_side_named(&self, words: &[String; 2]) -> Option<Mistake> {
        let Turn::Move(mover) = self.game.turn() else {
            return None;
        };
        if self.plan.computer.is_some() {
            return None;
        }
        let sides = &self.plan.sides;
        let last = self.history.moves().last();
        let passes = sides.named_where(&words[1], "passes", "");
        let is_wrong = passes.contains(&mover) && !passes.contains(&mover.opponent());
        if is_wrong && last.is_some_and(|last| last.mover() == mover) {
            return Some(Mistake::PassByMistake { mover });
        }
        let prompt = last_line(self.turns.text());
        let is_prompt = !self.course.awaited(prompt.as_bytes()).is_empty();
        let of_prompt = sides.named(&prompt).filter(|_| is_prompt);
        let mut asked = match of_prompt {
            Some(side) => vec![side],
            None => sides.named_where(&words[0], "asks", "passes"),
        };
        if asked.is_empty() {
            // Above a board, other words may be about the move before.
            asked = sides.named_where(&words[1], "turns", "passes");
        }
        let is_wrong = !asked.is_empty() && !asked.contains(&mover);
        is_wrong.then_some(Mistake::WrongSideAsked {
            expected: mover,
            asked: mover.opponent(),
        })
    }

    /// Waits for the end of the turn, or for a board that is already wrong.
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

    fn wrong_so_far(&mut self) -> Option<Finding> {
        // Before a disc of each side was seen, and on a screen that is drawn in any
        // order, half a turn may look like a wrong one.
        if !self.layouts.first()?.is_learned() {
            return None;
        }
        let text = self.reader.peek(self.turns.whole_lines())?;
        let before = (self.history.clone(), self.game.clone());
        let boards = self.boards_in(&text);
        let wrong = boards
            .iter()
            .find_map(|printed| self.check_board(&printed.board).err());
        (self.history, self.game) = before;
        wrong.map(|finding| self.certain(finding, &text))
    }

    fn new_text(&mut self) -> Lines {
        self.reader.read(self.turns.text())
    }

    fn moves(&self) -> usize {
        self.history.moves().len()
    }

    fn step(&mut self, at: Square) {
        let by_computer = self.plan.computer == Some(self.game.to_move());
        self.history.play(&mut self.game, at, by_computer);
    }

    /// Plays passes, and the moves of a computer that the handout prescribes.
    fn answer(&mut self) {
        loop {
            match self.game.turn() {
                Turn::Pass(_) if self.game.pass().is_ok() => {}
                Turn::Move(mover) if self.plan.computer == Some(mover) => {
                    match self.history.choice(&self.game) {
                        Some(at) => self.step(at),
                        None => return,
                    }
                }
                _ => return,
            }
        }
    }

    fn at_end(&self, mistake: Mistake) -> Finding {
        Finding::new(GamePlace::After(self.moves()), mistake)
    }

    fn at_next(&self, mistake: Mistake) -> Finding {
        Finding::new(GamePlace::Move(self.moves() + 1), mistake)
    }

    pub(super) fn at_last_shown(&self, mistake: Mistake) -> Finding {
        Finding::new(GamePlace::After(self.history.shown()), mistake)
    }

    pub(super) fn boards_in(&self, text: &Lines) -> Vec<PrintedBoard> {
        let layout = self.layouts.first();
        layout.map_or_else(Vec::new, |layout| layout.boards(text))
    }

    /// Checks the boards of `text`, the answer to the move of the history that was `sent`.
    fn check_boards(
        &mut self,
        pause: Pause,
        text: &Lines,
        sent: Option<usize>,
    ) -> Result<Vec<PrintedBoard>, Finding> {
        if let Some(sent) = sent {
            let at = self.history.moves()[sent].at;
            learn(&mut self.layouts, text, at, self.plan.rules.first);
        }
        let boards = self.boards_in(text);
        let shown = self.history.shown();
        for printed in &boards {
            self.check_board(&printed.board)?;
        }
        self.note_minor(|it| it.find_wrong_counter(text, &boards));
        let Some(index) = sent else {
            return Ok(boards);
        };
        let played = &self.history.moves()[index];
        let rest = without_boards(text, &boards);
        if self.history.shown() > shown {
            if self.awaits_reply() {
                return Err(self.no_board(pause, &rest, None));
            }
            return Ok(boards);
        }
        let place = GamePlace::Move(index + 1);
        let unchanged = boards
            .last()
            .is_some_and(|last| last.board == *played.before.board());
        if refuses(&rest) && (unchanged || boards.is_empty()) {
            return Err(Finding::new(place, self.history.refused(index)));
        }
        if unchanged {
            let (mover, at) = (played.mover(), played.at);
            let mistake = Mistake::BoardUnchanged { mover, at };
            return Err(Finding::new(place, mistake));
        }
        let finding = self.no_board(pause, &rest, sent);
        let outcome = match self.game.turn() {
            Turn::Over(outcome) if self.claims(&rest) => outcome,
            _ => return Err(finding),
        };
        // Where a turn begins with its board, no handout asks for one after the last turn.
        if !self.course.fixes_turns {
            let words = [rest.clone(), rest];
            let is_right = self.wrong_announcement(outcome, &words).is_none();
            if !is_right || !matches!(pause, Pause::Ended | Pause::Asks) {
                return Err(finding);
            }
            self.note_minor(|_| Some(finding));
        }
        Ok(boards)
    }

    /// Looks for a mistake that leaves the game as it is, if none was found before.
    fn note_minor(&mut self, find: impl FnOnce(&Self) -> Option<Finding>) {
        if self.minor.is_none() {
            self.minor = find(self).map(|finding| (finding, self.turns.taken()));
        }
    }

    fn claims(&self, text: &str) -> bool {
        ResultClaim::read(text, &self.plan.sides) != ResultClaim::Nothing
    }

    fn awaits_reply(&self) -> bool {
        let computer = self.plan.free_computer;
        computer.is_some_and(|own| self.game.turn() == Turn::Move(own))
    }

    /// No board shows the move that was `sent`; without one, the computer's.
    fn no_board(&self, pause: Pause, text: &str, sent: Option<usize>) -> Finding {
        let over = matches!(self.game.turn(), Turn::Over(_));
        let announces = || self.claims(text);
        let squares = self.plan.rules.size.squares().count();
        let is_last = || self.game.board().occupied().count() + 1 == squares;
        match pause {
            Pause::Asks if over && !announces() => return self.not_over(GoesOn::Asking),
            Pause::Asks => {}
            // Of a whole game only the last board is missing.
            Pause::Ended if over && sent.is_some() && announces() => {}
            Pause::Ended if is_last() && self.names_last(text) && announces() => {}
            _ => return self.ended(pause, text),
        }
        let Some(sent) = sent else {
            return self.at_next(Mistake::ComputerMissing);
        };
        let after = Some(self.history.moves()[sent].at);
        Finding::new(GamePlace::Move(sent + 1), Mistake::NoBoard { after })
    }

    /// Returns `true` if `text` has the column of the only legal move, besides counters.
    fn names_last(&self, text: &str) -> bool {
        let count = self.game.board().count();
        let mut numbers = lists::numbers(text);
        for counter in [count.black, count.white, count.black + count.white] {
            let at = numbers.iter().position(|number| *number == counter);
            at.map(|at| numbers.remove(at));
        }
        let mut legal = self.game.legal_moves();
        legal.any(|at| numbers.contains(&usize::from(at.col + 1)))
    }

    fn ended(&self, pause: Pause, text: &str) -> Finding {
        let over = matches!(self.game.turn(), Turn::Over(_));
        // The computer's reply may be due, but the program has ended before it.
        let last = self.history.shown().max(self.sent + 1).min(self.moves());
        let mistake = match pause {
            Pause::PrintsOn if over => return self.not_over(GoesOn::Printing),
            Pause::PrintsOn => Mistake::PrintsOn,
            Pause::Stopped if over => return self.not_over(GoesOn::Working),
            Pause::Stopped => Mistake::StoppedInGame,
            Pause::Ended | Pause::Asks if over || !self.claims(text) => Mistake::StoppedInGame,
            Pause::Ended | Pause::Asks => self.history.over_too_soon(last),
        };
        Finding::new(GamePlace::After(last), mistake)
    }

    fn not_over(&self, goes_on: GoesOn) -> Finding {
        let after = self.moves();
        self.at_end(Mistake::NotOver { after, goes_on })
    }

    /// Reads the same output in the first layout that shows the board after the first move, or
    /// after the answer to it.
    fn with_layout_learned(
        &mut self,
        pause: Pause,
        text: &Lines,
        moved: &Game,
    ) -> Result<Lines, Finding> {
        let owner = |glyph| self.course.glyphs.owner(glyph);
        for game in [moved, &self.game] {
            let (reader, all, layouts) = Reader::start(self.turns.text(), game, owner);
            if let Ok(layouts) = layouts {
                (self.reader, self.layouts) = (reader, layouts);
                return Ok(all);
            }
        }
        Err(match pause {
            Pause::Asks => no_opening(),
            _ => self.ended(pause, &text.text(|_| true)),
        })
    }

    /// Reads the same output in another way if only that distinguishes both sides' discs.
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
        if !self.awaits_reply() {
            return Err(self.wrong_board(&self.history, printed));
        }
        let Some(at) = move_to(&self.game, printed) else {
            return Err(self.wrong_reply(printed, self.game.to_move()));
        };
        self.step(at);
        self.history.show(printed);
        Ok(())
    }

    /// Compares it with the board due that has as many discs, or else the closest.
    fn wrong_board(&self, history: &History, printed: &Board) -> Finding {
        let off = |moves: &usize| differences(history.board_after(*moves), printed).len();
        let shown = history.shown();
        let due = shown + 1..=history.moves().len();
        let discs = printed.occupied().count();
        let as_many = |moves: &usize| history.board_after(*moves).occupied().count() == discs;
        let moves = due.clone().find(as_many);
        let moves = moves.or_else(|| due.min_by_key(off)).unwrap_or(shown);
        let (mistake, number) = history.wrong_board(moves, printed);
        let before = (moves > 0).then(|| history.board_after(shown.min(moves - 1)));
        let place = match moves {
            0 => GamePlace::After(0),
            _ => GamePlace::Move(number),
        };
        let expected = history.board_after(moves);
        Finding::new(place, mistake).with(self.boards(before, expected, printed))
    }

    fn boards(&self, before: Option<&Board>, expected: &Board, printed: &Board) -> BoardPair {
        BoardPair {
            before: before.cloned(),
            expected: expected.clone(),
            printed: printed.clone(),
            palette: self
                .reader
                .shown(&self.layouts[0].palette, &self.course.glyphs),
        }
    }

    fn wrong_reply(&self, printed: &Board, own: Disc) -> Finding {
        let mut history = self.history.clone();
        let new = |disc| placed(self.game.board(), printed, disc);
        let at = match (&new(own)[..], &new(own.opponent())[..]) {
            (&[at], _) => at,
            (&[], &[at]) if printed.occupied().count() > self.game.board().occupied().count() => {
                return self.at_next(Mistake::WrongSidesDisc { mover: own, at });
            }
            _ => return self.wrong_board(&history, printed),
        };
        if let Err(why) = self.game.check(at) {
            let expected = None;
            return self.at_next(Mistake::ComputerIllegal { at, why, expected });
        }
        history.play(&mut self.game.clone(), at, true);
        self.wrong_board(&history, printed)
    }

    fn check_list(
        &mut self,
        pause: Pause,
        words: &[String; 2],
    ) -> Result<Vec<ListedMove>, Finding> {
        let Turn::Move(mover) = self.game.turn() else {
            return Ok(Vec::new());
        };
        if !self.course.lists_moves || pause != Pause::Asks || self.plan.computer == Some(mover) {
            return Ok(Vec::new());
        }
        let expected = self.course.notation.base();
        let mistake = match self.find_list(words) {
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
            ListMatch::Wrong(lists) => self.wrong_list(&lists),
            ListMatch::Unreadable => Some(Mistake::ListUnread),
            ListMatch::Nothing => Some(Mistake::NoList),
        };
        mistake.map_or(Ok(Vec::new()), |mistake| Err(self.at_next(mistake)))
    }

    fn find_list(&self, [below, all]: &[String; 2]) -> ListMatch {
        let find = |text: &[u8]| lists::find(&text.to_str_lossy(), &self.game, &self.readings);
        let found = find(&below.as_bytes()[..below.len().min(LONGEST_LIST)]);
        if let ListMatch::Right(..) = found {
            return found;
        }
        // Some programs print the list above the board.
        let whole = find(&all.as_bytes()[all.len().saturating_sub(LONGEST_LIST)..]);
        match (&found, &whole) {
            (_, ListMatch::Right(..))
            | (ListMatch::Nothing, _)
            | (ListMatch::Unreadable, ListMatch::Wrong(_)) => whole,
            _ => found,
        }
    }

    /// Explains one of the lists, or else the last, the closest. Few illegal squares are no list.
    fn wrong_list(&self, lists: &[Vec<Square>]) -> Option<Mistake> {
        let wrong = |list: &Vec<Square>| self.history.wrong_list(&self.game, list, false);
        let is_explained = |mistake: &Mistake| !matches!(mistake, Mistake::ListWrong { .. });
        let explained = lists.iter().filter_map(wrong).find(is_explained);
        let closest = lists.last()?;
        let is_likely = closest.iter().any(|at| self.game.check(*at).is_ok())
            || 2 * closest.len() >= self.game.legal_moves().count();
        explained.or_else(|| match wrong(closest) {
            Some(_) if !is_likely => Some(Mistake::ListUnread),
            mistake => mistake,
        })
    }

    fn type_move(&mut self, at: Square, menu: &[ListedMove]) {
        let place = menu.iter().position(|listed| listed.square == at);
        if let Some(place) = place.filter(|_| self.course.chooses_by_number()) {
            let number = menu[place].number.unwrap_or(place + 1);
            self.turns.send(format!("{number}\n").as_bytes());
        } else {
            let square = self.course.notation.line(at, self.plan.rules.size);
            self.type_square(square);
        }
    }

    /// Returns both parts in the order in which the program asks for them, and the second axis.
    fn parts<'s>(&self, square: &'s str) -> Option<([&'s str; 2], Axis)> {
        let (row, column) = square
            .split_once(' ')
            .filter(|_| !self.course.fixes_turns)?;
        match answers::asks_apart(&last_line(self.turns.of_turn()))? {
            Axis::Row => Some(([row, column], Axis::Column)),
            Axis::Column => Some(([column, row], Axis::Row)),
        }
    }

    /// Types row and column together or apart, as the program asks. Returns what was typed.
    fn type_square(&mut self, square: String) -> String {
        let prompt = last_line(self.turns.of_turn());
        if let Some(([first, second], axis)) = self.parts(&square) {
            self.turns.send(format!("{first}\n").as_bytes());
            let pause = self.turns.finish_turn();
            let next = answers::asks_apart(&last_line(self.turns.of_turn()));
            let is_on_board = matches!(first.parse(), Ok(1..=8));
            if pause == Pause::Asks && next == Some(axis) {
                self.turns.send(format!("{second}\n").as_bytes());
                return square;
            }
            if pause != Pause::Asks || next != Some(axis.other()) || !is_on_board {
                return square;
            }
            // It has refused a good part, so it wants both at once.
        }
        let typed = if self.course.fixes_turns {
            square
        } else {
            answers::in_form_of(&prompt, &square)
        };
        self.turns.send(format!("{typed}\n").as_bytes());
        typed
    }

    fn type_other(&mut self, line: &[u8]) -> String {
        let text = String::from_utf8_lossy(line).trim_end().to_owned();
        let are_numbers = text.split(' ').all(|word| word.parse::<i64>().is_ok());
        if are_numbers {
            return self.type_square(text);
        }
        self.turns.send(line);
        text
    }

    fn try_illegal(&mut self, typed: &TypedMove) -> Result<Pause, Finding> {
        let (line, why) = match typed {
            TypedMove::Square(at) => {
                let square = self.course.notation.line(*at, self.plan.rules.size);
                (self.type_square(square), self.game.check(*at).err())
            }
            TypedMove::Other(line) => {
                let text = String::from_utf8_lossy(line);
                let parts = self.parts(text.trim_end());
                if parts.is_some_and(|([first, _], _)| matches!(first.parse(), Ok(1..=8))) {
                    // A program may ask for the second part until it fits the first.
                    return Ok(Pause::Asks);
                }
                (self.type_other(line), None)
            }
        };
        let pause = self.turns.finish_turn();
        let text = self.new_text();
        if let &TypedMove::Square(at) = typed
            && self.layouts.first().is_some_and(BoardLayout::is_unlearned)
        {
            // On a board that is still empty, a disc on this very square shows
            // what a disc looks like.
            learn_at(&mut self.layouts, &text, at, self.plan.rules.first, true);
        }
        let before = self.game.board();
        for printed in self.boards_in(&text) {
            if printed.board != *before {
                let typed = Some(line);
                let mistake = if self.skips_turn(&printed.board) {
                    Mistake::TurnLost { typed }
                } else {
                    let played = move_to(&self.game, &printed.board);
                    Mistake::IllegalMoveAccepted { typed, why, played }
                };
                let boards = self.boards(None, before, &printed.board);
                return Err(self.at_next(mistake).with(boards));
            }
        }
        if self.course.illegal_loses {
            let Some(winner) = self.plan.computer else {
                return Ok(pause);
            };
            let text = text.text(|_| true);
            match wrong_winner(&text, &self.plan.sides, Some(winner)) {
                Some(mistake) => return Err(Finding::new(GamePlace::Result, mistake)),
                None => return Ok(pause),
            }
        }
        match pause {
            Pause::Asks => {
                self.check_request();
                Ok(pause)
            }
            Pause::PrintsOn => Err(self.at_end(Mistake::PrintsOn)),
            Pause::Ended | Pause::Stopped => Err(self.at_end(Mistake::StoppedInGame)),
        }
    }

    /// Checks whom the program asks after a refusal, if in the words of a request before: those
    /// of the refusal may name a side, too.
    fn check_request(&mut self) {
        let words = |line: &str| -> String {
            let letters = |c: &char| c.is_alphabetic() || *c == ' ';
            line.chars().take_while(letters).collect()
        };
        let asked = self
            .last_lines()
            .first()
            .map_or(String::new(), |line| words(line));
        let mut before = self.prompts.iter().filter_map(|lines| lines.first());
        let is_request = !asked.trim().is_empty() && before.any(|line| words(line) == asked);
        if is_request && self.wrong_side.is_none() {
            let line = last_line(self.turns.text());
            let wrong = self.wrong_side_named(&[line.clone(), line]);
            self.wrong_side = wrong.map(|mistake| self.at_next(mistake));
        }
    }

    fn skips_turn(&self, printed: &Board) -> bool {
        let Some(own) = self.plan.computer else {
            return false;
        };
        let board = self.game.board().clone();
        let Ok(game) = Game::resume(self.plan.rules, board, own) else {
            return false;
        };
        let choice = self.history.choice(&game);
        move_to(&game, printed).is_some_and(|at| choice.is_none_or(|choice| choice == at))
    }

    fn close(&mut self, pause: Pause, words: &[String; 2]) -> Result<JudgedGame, Finding> {
        let Turn::Over(outcome) = self.game.turn() else {
            return match pause {
                Pause::Asks => Ok(JudgedGame::unfinished(self.moves())),
                _ => Err(self.ended(pause, &words[1])),
            };
        };
        // A program that asks whether to play again has ended its game.
        let announces = words.iter().any(|text| self.claims(text));
        let asks_on = pause == Pause::Asks && announces && !self.asks_for_a_move();
        if let Some(goes_on) = goes_on(pause).filter(|_| !asks_on) {
            return Err(self.not_over(goes_on));
        }
        if let Some(mistake) = self.wrong_announcement(outcome, words) {
            return Err(Finding::new(GamePlace::Result, mistake));
        }
        if asks_on && let Some(goes_on) = goes_on(self.turns.end()) {
            return Err(self.not_over(goes_on));
        }
        Ok(JudgedGame {
            outcome: Some(outcome),
            asked_on: asks_on,
            sides: Some(self.plan.sides.clone()),
            ..JudgedGame::unfinished(self.moves())
        })
    }

    /// Finds what is wrong with the result in the text below the last board or in all.
    fn wrong_announcement(&self, outcome: Outcome, words: &[String; 2]) -> Option<Mistake> {
        let sides = &self.plan.sides;
        let [below, all] = words;
        let wrong_scores = |required| {
            let wrong = |text: &str| wrong_scores(text, sides, outcome.discs(), required);
            wrong(all).and(wrong(below))
        };
        let scores = match self.course.scores {
            Scores::Free => None,
            Scores::Margin => {
                let wrong = |text: &str| wrong_margin(text, sides, outcome);
                wrong(all).and(wrong(below))
            }
            Scores::Optional => wrong_scores(false),
            Scores::Required => wrong_scores(true),
        };
        let text = words.iter().find(|text| self.claims(text)).unwrap_or(all);
        let may_be_silent = !self.course.fixes_words || self.goal != ResultClaim::Draw;
        scores.or_else(|| wrong_result(text, sides, outcome.winner(), may_be_silent))
    }

    /// Returns the last lines without names and numbers.
    fn last_lines(&self) -> Vec<String> {
        let lines = last_lines(self.turns.text());
        let lines = lines.iter().map(|line| self.plan.sides.without_names(line));
        lines.collect()
    }

    /// Returns `true` if it asks as for a move before, and not whether to play again.
    fn asks_for_a_move(&self) -> bool {
        let lines = self.last_lines();
        let mut before = self.prompts.iter();
        let is_new = |line: &&String| !self.prompts.iter().any(|lines| lines.contains(line));
        let asks_again = lines
            .iter()
            .filter(is_new)
            .any(|line| offers_another_game(line));
        before.any(|before| before.first() == lines.first()) && !asks_again
    }
}

/// Accepts silence about a draw if it `may_be_silent`: no handout with free words has a sentence
/// for it.
fn wrong_result(
    text: &str,
    sides: &SideWords,
    winner: Option<Disc>,
    may_be_silent: bool,
) -> Option<Mistake> {
    let is_silent =
        may_be_silent && winner.is_none() && ResultClaim::read(text, sides) == ResultClaim::Nothing;
    wrong_winner(text, sides, winner).filter(|_| !is_silent)
}

/// Returns the legal move that leads to the board `printed`, if there is one.
pub(super) fn move_to(game: &Game, printed: &Board) -> Option<Square> {
    game.legal_moves().find(|at| {
        let mut next = game.clone();
        next.play(*at).is_ok() && next.board() == printed
    })
}

/// The text below the last board, and all of it but the boards.
fn closing(text: &Lines, boards: &[PrintedBoard]) -> [String; 2] {
    let all = without_boards(text, boards);
    let below = boards.last().map(|last| last.below(text, None));
    [below.unwrap_or_else(|| all.clone()), all]
}

fn end_of(output: &[u8]) -> Lines {
    Lines::new(&output[output.len().saturating_sub(LAST_LINES)..])
}

/// Returns the last lines that are not blank, in reverse.
fn last_lines(output: &[u8]) -> Vec<String> {
    let text = end_of(output).text(|_| true);
    let lines = text.lines().rev().filter(|line| !line.trim().is_empty());
    lines.take(3).map(str::to_owned).collect()
}

fn last_line(output: &[u8]) -> String {
    last_lines(output).into_iter().next().unwrap_or_default()
}

fn goes_on(pause: Pause) -> Option<GoesOn> {
    match pause {
        Pause::Asks => Some(GoesOn::Asking),
        Pause::PrintsOn => Some(GoesOn::Printing),
        Pause::Stopped => Some(GoesOn::Working),
        Pause::Ended => None,
    }
}

/// Learns layout and glyphs of a board that began empty: the disc on `at` is `mover`'s.
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

/// Takes the layout whose first disc is on `at`, or anywhere if not `strictly`, if there is one.
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

fn refuses(text: &str) -> bool {
    let text = text.to_lowercase();
    let refusals = "invalid, illegal, not valid, not a valid, not legal, try again, \
                    cannot, can not, can't, not allowed, not possible";
    refusals.split(", ").any(|words| text.contains(words))
}
