//! Compiles the keys of a file to a course.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::str::FromStr;

use course::pattern::{PatternPart, are_side_by_side};
use course::{
    Aspect, Computer, Course, Criterion, Glyphs, Language, Message, Notation, Pattern, Prompt,
    Scores,
};
use reversi_core::{Blocked, ByDisc, Direction, Disc, Game, Opening, Rules, Size, Winner};
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use transcript::Strictness;

use crate::computer;
use crate::error::{FileError, unknown, unknown_placeholder};
use crate::format::{AskTable, BoardTable, CriterionTable, FileFormat, Sets, Squares, Text};
use crate::picture::{Picture, PicturePart};
use crate::program::FileProgram;
use crate::start::{AnswerValue, Ask, Base, starts};
use crate::template::{self, TextPart};
use crate::words::{GameEvent, ListItem, MadeMove, Now, SLOTS, Words, lines, literals};

/// In bytes.
const LONGEST_FILE: usize = 32 << 10;
/// The longest text when it is printed, in bytes.
const LONGEST_TEXT: usize = 16 << 10;

const MOST_ASKS: usize = 20;

/// If the texts are fixed.
static DEFAULT_RUBRIC: [Criterion; 2] = [
    Criterion::new("rules", 70.0, &Aspect::GAME),
    Criterion::new("exact text", 30.0, &Aspect::ALL),
];

const SIDES: [(&str, Disc); 2] = [("black", Disc::Black), ("white", Disc::White)];
const OPENINGS: [(&str, Opening); 2] = [
    ("cross", Opening::Cross),
    ("mirrored-cross", Opening::MirroredCross),
];
const BLOCKED: [(&str, Blocked); 2] = [("passes", Blocked::Pass), ("ends", Blocked::End)];
const WINNERS: [(&str, Winner); 2] = [("most", Winner::Most), ("fewest", Winner::Fewest)];
const ANOTHER: [(&str, bool); 2] = [("no", false), ("yes", true)];
const ILLEGAL: [(&str, bool); 2] = [("refused", false), ("loses", true)];

type Result<T> = std::result::Result<T, FileError>;

struct Compiler<'a> {
    text: &'a str,
}

#[derive(Clone, Copy, Debug)]
pub struct Loaded {
    pub course: &'static Course,
    pub program: &'static FileProgram,
    pub text: &'static str,
}

/// Reads the course file `text`. `name` names the course in commands: there it is the path.
///
/// The course is never freed.
pub fn read(name: &str, text: &str) -> Result<Loaded> {
    if text.len() > LONGEST_FILE {
        let reason = format!("the file is longer than {} KiB", LONGEST_FILE >> 10);
        return Err(FileError::at(text, &(0..0), reason));
    }
    let of_toml = |error| FileError::of_toml(text, &error);
    let values = DeTable::parse(text).map_err(of_toml)?;
    if let Some(place) = control_character(values.get_ref()) {
        let reason = "a control character, which a terminal may obey";
        return Err(FileError::at(text, &place, reason));
    }
    let format: FileFormat = toml::from_str(text).map_err(of_toml)?;
    Compiler { text }.course(name, &format)
}

fn control_character(table: &DeTable<'_>) -> Option<Range<usize>> {
    table.iter().find_map(|(key, value)| {
        let wrong_key = is_controlling(key.get_ref()).then(|| key.span());
        wrong_key.or_else(|| in_value(value))
    })
}

fn in_value(value: &Spanned<DeValue<'_>>) -> Option<Range<usize>> {
    match value.get_ref() {
        DeValue::String(text) => is_controlling(text).then(|| value.span()),
        DeValue::Array(values) => values.iter().find_map(in_value),
        DeValue::Table(table) => control_character(table),
        _ => None,
    }
}

fn is_controlling(text: &str) -> bool {
    text.contains(|c: char| c.is_control() && !matches!(c, '\t' | '\n'))
}

impl Compiler<'_> {
    fn error<T>(&self, at: &Spanned<T>, reason: impl Into<String>) -> FileError {
        FileError::at(self.text, &at.span(), reason)
    }

    fn course(&self, name: &str, format: &FileFormat) -> Result<Loaded> {
        let computer = format.computer.as_ref();
        let moves = self.setting(computer.and_then(|it| it.moves.as_ref()), &computer::MOVES)?;
        let order = self.setting(computer.and_then(|it| it.order.as_ref()), &computer::ORDERS)?;
        let (rule, choose) = computer::of(moves, order);
        let base = self.base(format)?;
        let (asks, after) = self.asks(format)?;
        let pattern: &'static Pattern = Box::leak(Box::new(self.pattern(&format.squares)?));
        let words = self.words(format, pattern, &base.names)?;
        let has_computer =
            base.computer.is_some() || asks.iter().any(|it| it.sets == Sets::Computer);
        let starts = starts(&base, &asks, words.picture.glyphs);
        let mut program = FileProgram {
            starts,
            base,
            asks,
            after,
            quit: format.squares.quit.clone(),
            words,
            illegal_loses: self.setting(format.game.illegal.as_ref(), &ILLEGAL)?,
            choose,
            free: free(format, has_computer),
            fault: None,
            faulty: Vec::new(),
        };
        self.check(format, &program)?;
        program.faulty = program.mistakes();
        let program: &'static FileProgram = Box::leak(Box::new(program));
        let languages = Language::ALL.map(|it| (it.name(), it));
        let language = format.language.as_ref();
        let language = language.map(|name| self.find("language", name, name.get_ref(), &languages));
        let strictness = Strictness::ALL.map(|it| (it.name(), it));
        let course = Course {
            name: leak(name),
            title: leak(&format.title),
            language: language.transpose()?,
            options: &[],
            rubric: match self.rubric(&format.rubric)? {
                [] if program.free.is_empty() => &DEFAULT_RUBRIC,
                rubric => rubric,
            },
            citations: &[],
            strictness: self.setting(format.strictness.as_ref(), &strictness)?,
            official_comparison: None,
            fixes_words: program.free.is_empty(),
            fixes_turns: false,
            notation: Notation::Pattern(pattern),
            glyphs: program.words.picture.glyphs,
            sides: format.sides.each_ref().map(|side| leak(side)),
            side_aliases: side_aliases(format, program),
            spellings: leak_all(
                format
                    .spellings
                    .iter()
                    .map(|[one, two]| [leak(one), leak(two)]),
            ),
            prompts: leak_all(prompts(program)),
            lists_moves: uses_moves(&program.words),
            illegal_loses: program.illegal_loses,
            scores: Scores::Optional,
            counters: &[],
            computer: if has_computer { rule } else { Computer::None },
            program,
        };
        let course = Box::leak(Box::new(course));
        let text = leak(self.text);
        Ok(Loaded {
            course,
            program,
            text,
        })
    }

    fn asks(&self, format: &FileFormat) -> Result<(Vec<Ask>, Option<Ask>)> {
        if let Some(ask) = format.ask.get(MOST_ASKS) {
            return Err(self.error(ask, format!("more than {MOST_ASKS} questions")));
        }
        let asks = format.ask.iter().map(|ask| self.ask(ask, &format.board));
        let mut asks: Vec<Ask> = asks.collect::<Result<_>>()?;
        let is_after = |ask: &Ask| ask.sets == Sets::AnotherGame;
        let after = asks.pop_if(|ask| is_after(ask));
        if let Some(at) = asks.iter().position(is_after) {
            let reason = "the question about another game comes last, and once";
            return Err(self.error(&format.ask[at], reason));
        }
        Ok((asks, after))
    }

    fn base(&self, format: &FileFormat) -> Result<Base> {
        let table = &format.game;
        let side = |key: Option<&Spanned<usize>>| {
            let Some(key) = key else { return Ok(8) };
            let side = u8::try_from(*key.get_ref())
                .ok()
                .filter(|side| (1..=26).contains(side));
            side.ok_or_else(|| self.error(key, "a board has 1 to 26 rows and columns"))
        };
        let rules = Rules {
            opening: self.setting(table.opening.as_ref(), &OPENINGS)?,
            first: self.setting(table.first.as_ref(), &SIDES)?,
            directions: match table.diagonals {
                Some(false) => Direction::ORTHOGONAL,
                _ => Direction::ALL,
            },
            blocked: self.setting(table.blocked.as_ref(), &BLOCKED)?,
            winner: self.setting(table.winner.as_ref(), &WINNERS)?,
            ..Rules::OTHELLO
        };
        let plays = format.computer.as_ref().and_then(|it| it.plays.as_ref());
        let plays = plays.map(|side| self.setting(Some(side), &SIDES));
        let [black, white] = format.sides.clone();
        Ok(Base {
            rows: side(table.rows.as_ref())?,
            cols: side(table.cols.as_ref())?,
            rules,
            computer: plays.transpose()?,
            names: ByDisc { black, white },
        })
    }

    fn pattern(&self, squares: &Squares) -> Result<Pattern> {
        let typed = squares.typed.get_ref();
        let by_number = matches!(&typed[..], [one] if one.get_ref() == "{number}");
        let ways = typed
            .iter()
            .filter(|_| !by_number)
            .map(|way| self.places(way));
        let ways: Vec<Vec<PatternPart>> = ways.collect::<Result<_>>()?;
        let printed = squares
            .printed
            .as_ref()
            .map(|text| self.places(text))
            .transpose()?;
        let printed = printed.or_else(|| ways.first().cloned()).ok_or_else(|| {
            self.error(
                &squares.typed,
                "`{number}` needs `printed`: how squares are written in messages",
            )
        })?;
        let pattern = Pattern {
            typed: ways,
            printed,
            by_word: squares.by_word,
        };
        let mut ways = pattern.typed.iter();
        if ways.any(|way| pattern.lines_of(way) != pattern.lines()) {
            let reason = "a move has the same number of lines in each way";
            return Err(self.error(&squares.typed, reason));
        }
        Ok(pattern)
    }

    fn places(&self, text: &Text) -> Result<Vec<PatternPart>> {
        let slot = |name: &str| match name.split_once(':')? {
            ("row", first) => course::pattern::Index::of(first).map(PatternPart::Row),
            ("col", first) => course::pattern::Index::of(first).map(PatternPart::Column),
            _ => None,
        };
        let names = ["a", "A", "0", "1", " 1"];
        let names = ["row", "col"].map(|what| names.map(|first| format!("{what}:{first}")));
        let names: Vec<&str> = names.as_flattened().iter().map(String::as_str).collect();
        let parts = self.parse(text, slot, &names)?;
        let parts: Vec<PatternPart> = parts
            .into_iter()
            .map(|part| match part {
                TextPart::Text(text) => PatternPart::Text(text),
                TextPart::Slot(place) => place,
            })
            .collect();
        let count =
            |is_it: fn(&PatternPart) -> bool| parts.iter().filter(|part| is_it(part)).count();
        let rows = count(|part| matches!(part, PatternPart::Row(_)));
        let columns = count(|part| matches!(part, PatternPart::Column(_)));
        if rows != 1 || columns != 1 {
            return Err(self.error(text, "a square has one row and one column"));
        }
        Ok(parts)
    }

    fn parse<S>(
        &self,
        text: &Text,
        slot: impl Fn(&str) -> Option<S>,
        names: &[&str],
    ) -> Result<Vec<TextPart<S>>> {
        template::parse(text.get_ref(), slot).map_err(|name| {
            let reason = match name.as_str() {
                "{" | "}" => format!("a single `{name}`; for a brace, write `{name}{name}`"),
                _ => unknown_placeholder(&name, names),
            };
            self.error(text, reason)
        })
    }

    fn words(
        &self,
        format: &FileFormat,
        pattern: &'static Pattern,
        sides: &ByDisc<String>,
    ) -> Result<Words> {
        let mut texts = Vec::new();
        let given = |event: GameEvent| {
            let mut says = format.says.iter();
            says.find(|(key, _)| key.get_ref() == event.name())
        };
        let has_reasons = GameEvent::REASONS.into_iter().all(|it| given(it).is_some());
        for event in GameEvent::ALL {
            let is_replaced = event == GameEvent::Refused && has_reasons;
            let free = event.free_text().filter(|_| !is_replaced);
            let free = || Some(Spanned::new(0..0, free?.to_owned()));
            let Some(text) = given(event).map(|(_, text)| text.clone()).or_else(free) else {
                continue;
            };
            let parts = self.says(event, &text)?;
            texts.push((event, parts));
        }
        let events = GameEvent::ALL.map(|event| (event.name(), event));
        for key in format.says.keys() {
            self.find("event", key, key.get_ref(), &events)?;
        }
        let squares = &format.squares;
        let item = Spanned::new(squares.typed.span(), squares.item.clone());
        let slot = |name: &str| match name {
            "number" => Some(ListItem::Number),
            "square" => Some(ListItem::Square),
            _ => None,
        };
        Ok(Words {
            texts,
            picture: self.picture(&format.board)?,
            pattern,
            item: self.parse(&item, slot, &["number", "square"])?,
            between: squares.between.clone(),
            sides: sides.clone(),
        })
    }

    fn says(&self, event: GameEvent, text: &Text) -> Result<Vec<TextPart<crate::words::Slot>>> {
        let slot = |name: &str| {
            let found = SLOTS.iter().find(|(other, _)| *other == name);
            found.map(|(_, slot)| *slot)
        };
        let names = SLOTS.iter().filter(|(_, slot)| event.allows(*slot));
        let names: Vec<&str> = names.map(|(name, _)| *name).collect();
        let parts = self.parse(text, slot, &names)?;
        for part in &parts {
            if let TextPart::Slot(slot) = part
                && !event.allows(*slot)
            {
                let (name, _) = SLOTS
                    .iter()
                    .find(|(_, it)| it == slot)
                    .expect("it is in it");
                let event = event.name();
                let reason = format!("`{{{name}}}` has no value in `{event}`");
                return Err(self.error(text, reason));
            }
        }
        Ok(parts)
    }

    fn picture(&self, board: &BoardTable) -> Result<Picture> {
        let line = |text: &Text| self.parse(text, PicturePart::of, PicturePart::NAMES);
        let row = line(&board.row)?;
        if !row
            .iter()
            .any(|part| matches!(part, TextPart::Slot(PicturePart::Cells)))
        {
            return Err(self.error(&board.row, "a row needs `{cells}`"));
        }
        let BoardTable {
            black,
            white,
            empty,
            legal,
            ..
        } = *board;
        if black == white || black == empty || white == empty {
            let reason = "black, white and empty squares need three different characters";
            return Err(self.error(&board.row, reason));
        }
        let others = board.others.each_ref().map(|other| leak(other));
        Ok(Picture {
            glyphs: Glyphs {
                black,
                white,
                empty,
                legal,
                others,
            },
            above: board.above.as_ref().map(line).transpose()?,
            row,
            between: board.between.clone(),
            below: board.below.as_ref().map(line).transpose()?,
        })
    }

    fn ask(&self, ask: &Spanned<AskTable>, board: &BoardTable) -> Result<Ask> {
        let table = ask.get_ref();
        let mut answers = BTreeMap::new();
        if let (Some(from), Some(to)) = (table.from, table.to) {
            for number in (from..=to).step_by(table.step.unwrap_or(1).max(1).into()) {
                answers.insert(number.to_string(), AnswerValue::Number(number));
            }
        }
        for (answer, value) in &table.answers {
            answers.insert(answer.clone(), self.value(table.sets, value)?);
        }
        let takes_side = matches!(table.sets, Sets::First | Sets::Computer | Sets::UpperLeft);
        if answers.is_empty() && takes_side {
            for (glyph, disc) in [(board.black, Disc::Black), (board.white, Disc::White)] {
                answers.insert(glyph.to_string(), AnswerValue::Side(Some(disc)));
            }
        }
        let is_free = matches!(
            table.sets,
            Sets::Board | Sets::BlackName | Sets::WhiteName | Sets::Nothing
        );
        let takes_number = matches!(table.sets, Sets::Size | Sets::Rows | Sets::Cols);
        let mut numbers = answers.iter().filter_map(|(answer, value)| match value {
            AnswerValue::Number(number) => Some((answer, number)),
            _ => None,
        });
        if takes_number
            && (answers.is_empty() || !numbers.clone().all(|(_, it)| (1..=26).contains(it)))
        {
            let reason = "a size needs `from` and `to`, or `answers`, of 1 to 26";
            return Err(self.error(ask, reason));
        }
        if let Some((answer, _)) = numbers.find(|(_, number)| *number % 2 == 1) {
            let reason = format!("a board has no middle after the answer `{answer}`: `step = 2`");
            return Err(self.error(ask, reason));
        }
        if answers.is_empty() && !is_free {
            return Err(self.error(ask, "the question needs `answers`"));
        }
        let ended = |text: &String| {
            let is_ended = text.ends_with('\n') || text.is_empty();
            text.clone() + if is_ended { "" } else { "\n" }
        };
        Ok(Ask {
            prompt: table.prompt.clone(),
            sets: table.sets,
            answers,
            wrong: table.wrong.as_ref().map(ended),
        })
    }

    fn value(&self, sets: Sets, value: &Text) -> Result<AnswerValue> {
        match sets {
            Sets::Size | Sets::Rows | Sets::Cols => {
                let number = value.get_ref().parse().map(AnswerValue::Number);
                number.map_err(|_| self.error(value, "a number from 1 to 26 is expected"))
            }
            Sets::Winner => self.setting(Some(value), &WINNERS).map(AnswerValue::Winner),
            Sets::AnotherGame => self
                .setting(Some(value), &ANOTHER)
                .map(AnswerValue::Another),
            Sets::Computer if value.get_ref() == "none" => Ok(AnswerValue::Side(None)),
            _ => {
                let side = self.setting(Some(value), &SIDES);
                side.map(|side| AnswerValue::Side(Some(side)))
            }
        }
    }

    fn setting<T: Copy>(&self, name: Option<&Text>, all: &[(&str, T)]) -> Result<T> {
        let Some(name) = name else {
            return Ok(all[0].1);
        };
        self.find("value", name, name.get_ref(), all)
    }

    /// Returns the value called `name`, at `place` in the file, in `all`. `what` describes it.
    fn find<T: Copy, U>(
        &self,
        what: &str,
        place: &Spanned<U>,
        name: &str,
        all: &[(&str, T)],
    ) -> Result<T> {
        let found = all.iter().find(|(other, _)| *other == name);
        found.map(|(_, value)| *value).ok_or_else(|| {
            let names = all.iter().map(|(name, _)| *name);
            self.error(place, unknown(what, name, names))
        })
    }

    fn rubric(&self, tables: &[CriterionTable]) -> Result<&'static [Criterion]> {
        let mut all = Vec::new();
        for table in tables {
            let points = *table.points.get_ref();
            if !points.is_finite() || points < 0.0 {
                return Err(self.error(&table.points, "points are not negative"));
            }
            let aspect = |name: &Text| {
                Aspect::from_str(name.get_ref()).map_err(|reason| self.error(name, reason))
            };
            let aspects: Vec<Aspect> = table.aspects.iter().map(aspect).collect::<Result<_>>()?;
            all.push(Criterion {
                name: Cow::Owned(table.name.clone()),
                points,
                aspects: Cow::Owned(aspects),
            });
        }
        Ok(leak_all(all))
    }

    fn check_squares(&self, format: &FileFormat, size: Size, pattern: &Pattern) -> Result<()> {
        let mut ways = pattern.typed.iter().chain([&pattern.printed]);
        let digits =
            |way: &Vec<PatternPart>| way.windows(2).any(|two| are_side_by_side(&two[0], &two[1]));
        if size.rows().max(size.cols()) > 9 && ways.any(digits) {
            let reason =
                "two numbers of a board of more than 9 rows or columns need something between them";
            return Err(self.error(&format.squares.typed, reason));
        }
        Ok(())
    }

    fn check_length(&self, place: &Range<usize>, what: &str, text: &str) -> Result<()> {
        if text.len() <= LONGEST_TEXT {
            return Ok(());
        }
        let reason = format!("{what} prints more than {LONGEST_TEXT} bytes");
        Err(FileError::at(self.text, place, reason))
    }

    /// Checks that the game can be played, and that its output can be read back.
    fn check(&self, format: &FileFormat, program: &FileProgram) -> Result<()> {
        let largest = program.starts.iter().max_by_key(|it| it.rules.size.area());
        let start = largest.ok_or_else(|| self.unplayable(format, program))?;
        let mut game = Game::new(start.rules).expect("it was set up");
        self.check_squares(format, start.rules.size, program.words.pattern)?;
        let words = &program.words;
        // A text may contain each many times.
        let board = words.picture.of(&game);
        self.check_length(&format.board.row.span(), "the board", &board)?;
        let moves = words.list(&game);
        self.check_length(&format.squares.typed.span(), "the list of moves", &moves)?;
        let size = start.rules.size;
        for (key, ask) in format
            .ask
            .iter()
            .zip(program.asks.iter().chain(&program.after))
        {
            let read = ask.prompt.lines().find_map(|line| words.read(line, size));
            if let Some(message) = read {
                let reason = format!(
                    "the prompt cannot be distinguished from `{}`",
                    name_of(&message)
                );
                return Err(self.error(key, reason));
            }
        }
        let side = start.rules.first;
        let first = game.legal_moves().next();
        let at = first.map(|at| {
            let flips = game.play(at).expect("it is legal").count();
            MadeMove { at, flips }
        });
        for event in GameEvent::ALL {
            let now = Now {
                game: &game,
                side,
                at,
                round: 1,
                names: &program.base.names,
            };
            let text = words.print(event, &now);
            let name = event.name();
            let key = format.says.keys().find(|key| key.get_ref() == name);
            let place = key.map_or(0..0, Spanned::span);
            self.check_length(&place, &format!("`{name}`"), &text)?;
            if let Some((_, message)) = words.misread(event, &now, &text).next() {
                let other = name_of(&message);
                let reason = format!("`{name}` cannot be distinguished from `{other}`");
                return Err(FileError::at(self.text, &place, reason));
            }
        }
        Ok(())
    }

    fn unplayable(&self, format: &FileFormat, program: &FileProgram) -> FileError {
        let (game, base) = (&format.game, &program.base);
        let mut sides = [&game.rows, &game.cols].into_iter().flatten();
        let odd = sides.find(|side| side.get_ref() % 2 == 1);
        let no_middle = |odd| {
            let (rows, cols) = (base.rows, base.cols);
            let reason = format!(
                "a board of {rows}x{cols} squares has no four middle squares: both sides must be even"
            );
            self.error(odd, reason)
        };
        let reason = "no game can be played with these questions";
        odd.map_or_else(|| FileError::at(self.text, &(0..0), reason), no_middle)
    }
}

fn name_of(message: &Message) -> &'static str {
    let event = match message {
        Message::Pass => GameEvent::Passed,
        Message::Refusal => GameEvent::Refused,
        Message::ComputerMove(_) => GameEvent::Computer,
        Message::LegalMoves(_) | Message::Asks(_) => GameEvent::Turn,
    };
    event.name()
}

fn leak(text: &str) -> &'static str {
    text.to_owned().leak()
}

fn leak_all<T>(all: impl IntoIterator<Item = T>) -> &'static [T] {
    all.into_iter().collect::<Vec<T>>().leak()
}

/// Returns the events that the file leaves out, so that their words are free.
fn free(format: &FileFormat, has_computer: bool) -> Vec<GameEvent> {
    use GameEvent::{Computer, Drawn, Passed, Played, Refused, Start, Turn, Won};

    let says = |event: GameEvent| format.says.keys().any(|key| key.get_ref() == event.name());
    let mut all = vec![Start, Turn, Played, Refused, Computer, Passed, Won, Drawn];
    all.retain(|&event| {
        let is_by_reason = event == Refused && GameEvent::REASONS.into_iter().all(says);
        let is_unused = event == Computer && !has_computer;
        !(is_unused || says(event) || is_by_reason)
    });
    all
}

fn side_aliases(format: &FileFormat, program: &FileProgram) -> ByDisc<&'static [&'static str]> {
    let names = |index: usize, disc: Disc| {
        let glyph = program.words.picture.glyphs.disc(disc).to_string();
        let own = [format.sides[index].clone(), glyph];
        let all = own.iter().chain(&format.side_aliases[index]);
        leak_all(all.map(|name| leak(&name.to_lowercase())))
    };
    ByDisc {
        black: names(0, Disc::Black),
        white: names(1, Disc::White),
    }
}

fn prompts(program: &FileProgram) -> Vec<Prompt> {
    let asks = program.asks.iter().chain(&program.after);
    let asks = asks.map(|ask| ask.prompt.clone());
    let mut all: Vec<Prompt> = asks
        .filter_map(|text| prompt(&[TextPart::<()>::Text(text)]))
        .collect();
    let words = &program.words;
    for event in [GameEvent::Turn, GameEvent::Second] {
        all.extend(words.parts(event).and_then(prompt));
    }
    let again = words.parts(GameEvent::Again);
    all.extend(match again {
        Some([]) => words.parts(GameEvent::Refused).and_then(prompt),
        again => again.and_then(prompt),
    });
    all
}

/// Returns the words at the end of a prompt, or in a last line that ends with a placeholder or
/// a line end.
fn prompt<S: Clone>(parts: &[TextPart<S>]) -> Option<Prompt> {
    let mut lines = lines(parts);
    let is_open = lines.last().is_some_and(|line| !line.is_empty());
    while lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    let line = lines.pop()?;
    match line.last()? {
        TextPart::Text(text) if is_open && !text.trim().is_empty() => Some(Prompt::End(leak(text))),
        _ => {
            let longest = literals(&line).max_by_key(|text| text.trim().len())?;
            (!longest.trim().is_empty()).then(|| Prompt::Line(leak(longest)))
        }
    }
}

fn uses_moves(words: &Words) -> bool {
    let is_list =
        |part: &TextPart<crate::words::Slot>| *part == TextPart::Slot(crate::words::Slot::Moves);
    words
        .texts
        .iter()
        .any(|(_, parts)| parts.iter().any(is_list))
}
