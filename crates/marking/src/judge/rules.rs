//! The judge by rules: plays with a program move by move.

use std::iter::{repeat, successors};

use bstr::ByteSlice;
use course::{Course, Scores};
use reversi_core::{Board, Direction, Disc, Game, Outcome, Square, Turn};

use super::answers;
use super::finding::{Finding, Place};
use super::plan::{Opponent, Plan, TypedMove};
use super::turn::{Interactive, Pause, TurnReader};
use crate::diagnose::{
    Boards, GoesOn, History, Mistake, WrongSquares, differences, placed, transpose, wrong_counter,
    wrong_scores, wrong_winner,
};
use crate::read::boards::{BoardLayout, NotFound, PrintedBoard, without_boards};
use crate::read::lines::Lines;
use crate::read::lists::{self, ListMatch, ListedMove, Reading};
use crate::read::results::{Claim, SideWords, offers_another_game};
use crate::read::terminal::Reader;

/// The bytes that are searched for a list of moves: more than any list needs.
const LONGEST_LIST: usize = 16 << 10;
/// The most numbers of a line that names a move elsewhere than at its beginning.
const MOST_NUMBERS: usize = 8;
/// The bytes at the end of the output that are searched for a prompt.
const LAST_LINES: usize = 1 << 10;

/// A game in which the judge has found no mistake that changes it.
#[derive(Clone, Debug, Default)]
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
    fn unfinished(moves: usize) -> Self {
        Self {
            moves,
            ..Self::default()
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

    /// Returns `true` if the text of a file announces a result.
    pub fn announces_result(&self, file: &[u8]) -> bool {
        let text = Lines::new(file).text(|_| true);
        let sides = self.sides.as_ref();
        sides.is_some_and(|sides| Claim::read(&text, sides) != Claim::Nothing)
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
    let history = History::new(
        game.clone(),
        course.computer.prescribed().map(|computer| computer.choose),
    );
    let owner = |glyph| course.glyphs.owner(glyph);
    let start = |turns: &TurnReader<'_>| Reader::start(turns.text(), &game, owner);
    let mut found = start(&turns);
    if matches!(found.2, Err(NotFound::Nothing)) {
        pause = answer_for_colour(&mut turns, pause, &mut people);
        found = start(&turns);
    }
    let (reader, text, layouts) = found;
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
            return Err(Finding::new(Place::Start, mistake).with(boards));
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
        prompts: Vec::new(),
        minor: None,
        wrong_form: None,
        sent: 0,
    }
    .judge(pause, &text)
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
    /// The last lines each time that the program asked for a move.
    prompts: Vec<Vec<String>>,
    minor: Option<(Finding, usize)>,
    /// The first mistake in what the handout fixes of a turn besides its boards. It counts only
    /// if there is no other.
    wrong_form: Option<Finding>,
    /// The index in the history of the move that was sent last.
    sent: usize,
}

impl Conversation<'_> {
    fn judge(mut self, pause: Pause, opening: &Lines) -> Result<Judged, Finding> {
        let judged = self.play(pause, opening);
        let minor = self.minor.clone().map(|(minor, _)| minor);
        match (judged, self.wrong_form) {
            (Ok(judged), None) => Ok(Judged {
                minor: self.minor,
                ..judged
            }),
            (Ok(_), Some(finding)) => Err(finding),
            (Err(finding), form) => Err(Finding {
                minor: form.or(minor).map(Box::new),
                ..finding
            }),
        }
    }

    fn play(&mut self, mut pause: Pause, opening: &Lines) -> Result<Judged, Finding> {
        self.answer();
        let mut boards = self.check_boards(pause, opening, None)?;
        self.wrong_form = self.find_wrong_form(opening, &boards, None);
        let mut menu = self.check_list(pause, opening, &boards)?;
        let mut words = closing(opening, &boards);
        let plan = self.plan;
        for (index, typed) in plan.typed.iter().enumerate() {
            if let Turn::Over(_) = self.game.turn() {
                break;
            }
            if pause != Pause::Asks {
                return Err(self.ended(pause, &words[1]));
            }
            self.prompts.push(self.last_lines());
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
                if !self.course.illegal_loses {
                    continue;
                }
                return match goes_on(pause) {
                    Some(goes_on) => Err(self.not_over(goes_on)),
                    None => Ok(Judged::unfinished(self.moves())),
                };
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
            self.sent = sent.index;
            pause = self.wait_for_turn()?;
            let new = self.new_text();
            let mut new = self.with_glyphs_learned(new, at);
            boards = match self.check_boards(pause, &new, Some(&sent)) {
                Err(finding)
                    if pause == Pause::Asks
                        && matches!(
                            finding.mistake,
                            Mistake::ComputerMissing | Mistake::NoBoard { .. }
                        )
                        && self.turns.may_press_enter() =>
                {
                    // The turn is not over: the program may wait for Enter, whatever it
                    // says.
                    self.turns.press_enter();
                    pause = self.wait_for_turn()?;
                    let rest = self.new_text();
                    learn(&mut self.layouts, &rest, at, plan.rules.first);
                    new.append(rest);
                    let again = self.check_boards(pause, &new, None)?;
                    if self.history.shown() <= sent.index || self.awaits_reply() {
                        return Err(finding);
                    }
                    again
                }
                checked => checked.map_err(|finding| self.certain(finding, &new))?,
            };
            if self.wrong_form.is_none() {
                self.wrong_form = self.find_wrong_form(&new, &boards, Some(&sent));
            }
            menu = self.check_list(pause, &new, &boards)?;
            words = closing(&new, &boards);
        }
        self.close(pause, &words)
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
        wrong.map(|finding| self.certain(finding, &text))
    }

    fn new_text(&mut self) -> Lines {
        self.reader.read(self.turns.text())
    }

    fn moves(&self) -> usize {
        self.history.moves().len()
    }

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
        if let Some(sent) = sent {
            learn(&mut self.layouts, text, sent.at, self.plan.rules.first);
        }
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
            if self.awaits_reply() {
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

    fn awaits_reply(&self) -> bool {
        let Turn::Move(mover) = self.game.turn() else {
            return false;
        };
        matches!(self.plan.opponent, Opponent::Free(own) if own == mover)
    }

    /// Returns the mistake in what the handout fixes of a turn besides its boards.
    fn find_wrong_form(
        &self,
        text: &Lines,
        boards: &[PrintedBoard],
        sent: Option<&Sent>,
    ) -> Option<Finding> {
        if !self.course.fixes_turns {
            return None;
        }
        let place = Place::After(self.history.shown());
        let header = (self.course.header)(self.plan.rules.size);
        let is_headed = |board: &PrintedBoard| board.line_above(text).trim() == header.trim();
        if !boards.iter().all(is_headed) {
            return Some(Finding::new(place, Mistake::HeaderWrong));
        }
        let index = sent?.index;
        let [move_of_human, reply] = self.history.moves().get(index..index + 2)? else {
            return None;
        };
        if !reply.by_computer {
            return None;
        }
        let place = Place::Move(index + 2);
        let between = |board: &PrintedBoard| board.board == move_of_human.after;
        let last = boards.last()?;
        if between(last) {
            // The program has ended the game before that move.
            return None;
        }
        if boards.iter().any(between) {
            return Some(Finding::new(place, Mistake::BoardBetween));
        }
        let at = reply.at;
        let named = |at| self.names_move(&last.above(text), &last.below(text, None), at);
        let mistake = if named(at) {
            return None;
        } else if named(transpose(at)) {
            Mistake::ComputerNamedTransposed { at }
        } else {
            Mistake::ComputerUnnamed { at }
        };
        Some(Finding::new(place, mistake))
    }

    /// Returns `true` if a line names the square `at`, row first. `above` is the text above the
    /// last board; below it is the list of legal moves.
    fn names_move(&self, above: &str, below: &str, at: Square) -> bool {
        let header = (self.course.header)(self.plan.rules.size);
        let above = above.lines().filter(|line| line.trim() != header.trim());
        let lines = above
            .zip(repeat(MOST_NUMBERS))
            .chain(below.lines().zip(repeat(2)));
        let pair = [at.row, at.col].map(usize::from);
        lines.into_iter().any(|(line, most)| {
            let numbers = line.split(|c: char| !c.is_ascii_digit());
            let numbers: Vec<usize> = numbers.filter_map(|word| word.parse().ok()).collect();
            let is_first = most > 2 && numbers.starts_with(&pair);
            is_first || numbers.len() <= most && numbers.windows(2).any(|two| two == pair)
        })
    }

    /// Returns `finding`, or only what differs if it explains a board by wrong flips, but the
    /// program says that the computer made another move than the board then shows.
    fn certain(&self, finding: Finding, text: &Lines) -> Finding {
        let moves = self.history.moves().get(self.sent..self.sent + 2);
        let first = self.layouts[0].boards(text).into_iter().next();
        let (Some([human, reply]), Some(first), Some(boards), Mistake::WrongFlips { .. }) =
            (moves, first, &finding.boards, &finding.mistake)
        else {
            return finding;
        };
        let before = human.before.board();
        let printed = &boards.printed;
        let is_new = |at: &Square| before.disc(*at).is_none() && *at != human.at;
        let new: Vec<Square> = printed.occupied().filter(is_new).collect();
        let says_so = match new[..] {
            [at] if at == reply.at || !flips_unclosed(reply.before.board(), at, printed) => {
                self.names_move(&first.above(text), "", at)
            }
            _ => false,
        };
        if !self.course.fixes_turns || !reply.by_computer || says_so {
            return finding;
        }
        let squares = WrongSquares::new(&boards.expected, printed);
        Finding {
            mistake: Mistake::BoardWrong(squares),
            ..finding
        }
    }

    /// No board shows the move that was `sent`; without one, the computer's.
    fn no_board(&self, pause: Pause, text: &str, sent: Option<&Sent>) -> Finding {
        let over = matches!(self.game.turn(), Turn::Over(_));
        let announces = || Claim::read(text, &self.plan.sides) != Claim::Nothing;
        let squares = self.plan.rules.size.squares().count();
        let is_last = || self.game.board().occupied().count() + 1 == squares;
        match pause {
            Pause::Asks if over => return self.not_over(GoesOn::Asking),
            Pause::Asks => {}
            // Of a whole game only the last board is missing.
            Pause::Ended if (over && sent.is_some() || is_last()) && announces() => {}
            _ => return self.ended(pause, text),
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
        if over || claim == Claim::Nothing {
            return self.at_end(Mistake::StoppedInGame);
        }
        // The computer's reply may be due, but the program has ended before it.
        let last = self.history.shown().max(self.sent + 1).min(self.moves());
        Finding::new(Place::After(last), self.history.over_too_soon(last))
    }

    fn not_over(&self, goes_on: GoesOn) -> Finding {
        let after = self.moves();
        self.at_end(Mistake::NotOver { after, goes_on })
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
                let Some(at) = move_to(&self.game, printed) else {
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
            0 => Place::Start,
            _ => Place::Move(number),
        };
        let expected = history.board_after(moves);
        Finding::new(place, mistake).with(self.boards(before, expected, printed))
    }

    fn boards(&self, before: Option<&Board>, expected: &Board, printed: &Board) -> Boards {
        Boards {
            before: before.cloned(),
            expected: expected.clone(),
            printed: printed.clone(),
            palette: self.reader.shown(&self.layouts[0].palette),
        }
    }

    fn wrong_reply(&self, printed: &Board, own: Disc) -> Finding {
        let mut history = self.history.clone();
        let new = |disc| placed(self.game.board(), printed, disc);
        let at = match (&new(own)[..], &new(own.opponent())[..]) {
            (&[at], _) => at,
            (&[], &[at]) if printed.occupied().count() > self.game.board().occupied().count() => {
                let mistake = Mistake::WrongSidesDisc { mover: own, at };
                return Finding::new(Place::Move(self.moves() + 1), mistake);
            }
            _ => return self.wrong_board(&history, printed),
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
        let below = &below.as_bytes()[..below.len().min(LONGEST_LIST)];
        let mut found = lists::find(&below.to_str_lossy(), &legal, size, &self.readings);
        if !matches!(found, ListMatch::Right(..)) {
            // Some programs print the list above the board.
            let all = without_boards(text, boards);
            let above = &all.as_bytes()[all.len().saturating_sub(LONGEST_LIST)..];
            let whole = lists::find(&above.to_str_lossy(), &legal, size, &self.readings);
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
        let mut name = self.course.notation.line(at, self.plan.rules.size);
        if !self.course.fixes_turns {
            name = answers::in_form_of(&last_line(self.turns.text()), &name);
        }
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
                let typed = Some(String::from_utf8_lossy(&line).trim_end().to_owned());
                let mistake = if self.skips_turn(&printed.board) {
                    Mistake::TurnLost { typed }
                } else {
                    Mistake::IllegalMoveAccepted { typed, why }
                };
                let place = Place::Move(self.moves() + 1);
                let boards = self.boards(None, before, &printed.board);
                return Err(Finding::new(place, mistake).with(boards));
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
        let (Opponent::Prescribed(own) | Opponent::Free(own)) = self.plan.opponent else {
            return false;
        };
        let board = self.game.board().clone();
        let Ok(game) = Game::resume(self.plan.rules, board, own) else {
            return false;
        };
        let choice = self.history.choice(&game);
        move_to(&game, printed).is_some_and(|at| choice.is_none_or(|choice| choice == at))
    }

    fn close(&mut self, pause: Pause, words: &[String; 2]) -> Result<Judged, Finding> {
        let Turn::Over(outcome) = self.game.turn() else {
            return match pause {
                Pause::Asks => Ok(Judged::unfinished(self.moves())),
                _ => Err(self.ended(pause, &words[1])),
            };
        };
        let sides = &self.plan.sides;
        let result = words
            .iter()
            .find(|text| Claim::read(text, sides) != Claim::Nothing);
        // A program that asks whether to play again has ended its game.
        let asks_on = pause == Pause::Asks && result.is_some() && !self.asks_for_a_move();
        if let Some(goes_on) = goes_on(pause).filter(|_| !asks_on) {
            return Err(self.not_over(goes_on));
        }
        let wrong_scores = |required| {
            let [below, all] = words;
            let wrong = |text: &str| wrong_scores(text, sides, outcome.discs(), required);
            wrong(all).and(wrong(below))
        };
        let scores = match self.course.scores {
            Scores::Free => None,
            Scores::Optional => wrong_scores(false),
            Scores::Required => wrong_scores(true),
        };
        let text = result.unwrap_or(&words[1]);
        if let Some(mistake) = scores.or_else(|| wrong_winner(text, sides, outcome.winner())) {
            return Err(Finding::new(Place::Result, mistake));
        }
        if asks_on && let Some(goes_on) = goes_on(self.turns.end()) {
            return Err(self.not_over(goes_on));
        }
        Ok(Judged {
            outcome: Some(outcome),
            asked_on: asks_on,
            sides: Some(sides.clone()),
            ..Judged::unfinished(self.moves())
        })
    }

    /// The last lines of the output that are not blank, without names and numbers.
    fn last_lines(&self) -> Vec<String> {
        let lines = last_lines(self.turns.text());
        let lines = lines.iter().map(|line| self.plan.sides.without_names(line));
        lines.collect()
    }

    /// Returns `true` if the program asks as it has asked for a move before, and not
    /// whether to play again.
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

/// Returns the legal move in `game` after which the board is `printed`.
fn move_to(game: &Game, printed: &Board) -> Option<Square> {
    game.legal_moves().find(|at| {
        let mut next = game.clone();
        next.play(*at).is_ok() && next.board() == printed
    })
}

/// Returns the closing words: the text below the last board, and all of it but the boards.
fn closing(text: &Lines, boards: &[PrintedBoard]) -> [String; 2] {
    let all = without_boards(text, boards);
    let below = boards.last().map(|last| last.below(text, None));
    [below.unwrap_or_else(|| all.clone()), all]
}

/// The last three lines of an output that are not blank, the last one first.
fn last_lines(output: &[u8]) -> Vec<String> {
    let text = Lines::new(&output[output.len().saturating_sub(LAST_LINES)..]).text(|_| true);
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

struct Sent {
    at: Square,
    /// The index of the move in the history.
    index: usize,
    before: Board,
}

/// Finds out which layout is the right one, and which glyph is whose, on boards that began empty:
/// the disc on `at` is `mover`'s.
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

fn refuses(text: &str) -> bool {
    let text = text.to_lowercase();
    let refusals = "invalid, illegal, not valid, not a valid, not legal, try again, \
                    cannot, can not, can't, not allowed, not possible";
    refusals.split(", ").any(|words| text.contains(words))
}

/// Returns `true` if a move at `at` on `before` that flips runs of discs, closed or not, explains
/// what is flipped on `printed`.
fn flips_unclosed(before: &Board, at: Square, printed: &Board) -> bool {
    let mover = printed.disc(at);
    let is_other = |square: &Square| before.disc(*square) == mover.map(Disc::opponent);
    let is_flipped = |square: &Square| is_other(square) && printed.disc(*square) == mover;
    let runs = Direction::ALL.iter().map(|&direction| {
        let steps = successors(at.step(direction), |square| square.step(direction));
        steps.take_while(is_other).collect::<Vec<_>>()
    });
    let flipped = runs.filter(|run| run.iter().all(is_flipped)).flatten();
    flipped.count() == before.size().squares().filter(is_flipped).count()
}
