//! From the keys of a file to a course.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::str::FromStr;

use course::pattern::Part as Place;
use course::{
    Aspect, Computer, Course, Criterion, Glyphs, Language, Notation, Pattern, Prompt, Scores,
};
use reversi_core::{Blocked, ByDisc, Direction, Disc, Game, Opening, Rules, Winner};
use toml::Spanned;
use transcript::Strictness;

use crate::computer;
use crate::error::{Error, unknown};
use crate::format::{
    AskTable, BlockedName, BoardTable, CriterionTable, Format, GameTable, IllegalName, OpeningName,
    Sets, Side, Squares, Text, WinnerName,
};
use crate::picture::{Picture, Piece};
use crate::program::Program;
use crate::start::{Ask, Base, Value, starts};
use crate::template::{self, Part};
use crate::words::{Event, Item, Now, SLOTS, Words, lines, literals};

/// The longest file, in bytes.
const LONGEST_FILE: usize = 32 << 10;
/// The most bytes that a text has when it is printed.
const LONGEST_TEXT: usize = 16 << 10;

type Result<T> = std::result::Result<T, Error>;

struct Compiler<'a> {
    text: &'a str,
}

/// A course that was read from a file.
#[derive(Clone, Copy, Debug)]
pub struct Loaded {
    pub course: &'static Course,
    pub program: &'static Program,
    pub text: &'static str,
}

/// Reads the course file `text`. `name` names the course in commands, and is its path there.
///
/// The course is never freed.
pub fn read(name: &str, text: &str) -> Result<Loaded> {
    if text.len() > LONGEST_FILE {
        let reason = format!("the file is longer than {} KiB", LONGEST_FILE >> 10);
        return Err(Error::at(text, &(0..0), reason));
    }
    let format: Format = toml::from_str(text).map_err(|error| Error::of_toml(text, &error))?;
    Compiler { text }.course(name, &format)
}

impl Compiler<'_> {
    fn error<T>(&self, at: &Spanned<T>, reason: impl Into<String>) -> Error {
        Error::at(self.text, &at.span(), reason)
    }

    fn course(&self, name: &str, format: &Format) -> Result<Loaded> {
        let computer = format.computer.as_ref();
        let (rule, choose) = computer.map_or_else(
            || computer::of(crate::format::Moves::Free, crate::format::Order::Rows),
            |table| computer::of(table.moves, table.order),
        );
        let base = self.base(format)?;
        let asks = format.ask.iter().map(|ask| self.ask(ask, &format.board));
        let asks: Vec<Ask> = asks.collect::<Result<_>>()?;
        let pattern: &'static Pattern = Box::leak(Box::new(self.pattern(&format.squares)?));
        let words = self.words(format, pattern, &base.names)?;
        let has_computer =
            base.computer.is_some() || asks.iter().any(|it| it.sets == Sets::Computer);
        let starts = starts(&base, &asks, words.picture.glyphs);
        let program = Program {
            starts,
            base,
            asks,
            words,
            illegal_loses: format.game.illegal == IllegalName::Loses,
            choose,
        };
        self.check(format, &program)?;
        let program: &'static Program = Box::leak(Box::new(program));
        let left_out = |event: Event| {
            let applies = event != Event::Computer || has_computer;
            applies && !format.says.keys().any(|key| key.get_ref() == event.name())
        };
        let fixed = [
            Event::Start,
            Event::Turn,
            Event::Played,
            Event::Refused,
            Event::Computer,
        ];
        let fixed = fixed
            .into_iter()
            .chain([Event::Passed, Event::Won, Event::Drawn]);
        let course = Course {
            name: leak(name),
            title: leak(&format.title),
            language: self.language(format.language.as_ref())?,
            options: &[],
            rubric: self.rubric(&format.rubric)?,
            citations: &[],
            strictness: self.strictness(format.strictness.as_ref())?,
            runner: None,
            fixes_words: !fixed.into_iter().any(left_out),
            fixes_turns: false,
            notation: Notation::Pattern(pattern),
            glyphs: program.words.picture.glyphs,
            sides: format.sides.each_ref().map(|side| leak(side)),
            called: called(format, program),
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

    fn base(&self, format: &Format) -> Result<Base> {
        let table: &GameTable = &format.game;
        let side = |key: &Spanned<usize>| match u8::try_from(*key.get_ref()) {
            Ok(side @ 1..=26) => Ok(side),
            _ => Err(self.error(key, "a board has 1 to 26 rows and columns")),
        };
        let rules = Rules {
            opening: match table.opening {
                OpeningName::Cross => Opening::Cross,
                OpeningName::MirroredCross => Opening::MirroredCross,
            },
            first: disc(table.first),
            directions: if table.diagonals {
                Direction::ALL
            } else {
                Direction::ORTHOGONAL
            },
            blocked: match table.blocked {
                BlockedName::Passes => Blocked::Pass,
                BlockedName::Ends => Blocked::End,
            },
            winner: winner(table.winner),
            ..Rules::OTHELLO
        };
        let [black, white] = format.sides.clone();
        Ok(Base {
            rows: side(&table.rows)?,
            cols: side(&table.cols)?,
            rules,
            computer: format.computer.as_ref().and_then(|it| it.plays).map(disc),
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
        let ways: Vec<Vec<Place>> = ways.collect::<Result<_>>()?;
        let printed = squares
            .printed
            .as_ref()
            .map(|text| self.places(text))
            .transpose()?;
        let printed = printed.or_else(|| ways.first().cloned()).ok_or_else(|| {
            self.error(
                &squares.typed,
                "moves typed by number need `printed`, and others a pattern",
            )
        })?;
        Ok(Pattern {
            typed: ways,
            printed,
            by_word: squares.by_word,
        })
    }

    fn places(&self, text: &Text) -> Result<Vec<Place>> {
        let slot = |name: &str| match name.split_once(':')? {
            ("row", first) => course::pattern::Index::of(first).map(Place::Row),
            ("col", first) => course::pattern::Index::of(first).map(Place::Column),
            _ => None,
        };
        let parts = self.parse(text, slot, &["row:a", "row:1", "col:a", "col:1"])?;
        let parts: Vec<Place> = parts
            .into_iter()
            .map(|part| match part {
                Part::Text(text) => Place::Text(text),
                Part::Slot(place) => place,
            })
            .collect();
        let count = |is_it: fn(&Place) -> bool| parts.iter().filter(|part| is_it(part)).count();
        let rows = count(|part| matches!(part, Place::Row(_)));
        let columns = count(|part| matches!(part, Place::Column(_)));
        let numbers = parts.windows(2).any(|two| {
            let is_number = |place: &Place| {
                use course::pattern::Index::{Number, Wide};
                matches!(
                    place,
                    Place::Row(Number(_) | Wide) | Place::Column(Number(_) | Wide)
                )
            };
            two.iter().all(is_number)
        });
        if rows != 1 || columns != 1 {
            return Err(self.error(text, "a square has one row and one column"));
        }
        if numbers {
            return Err(self.error(text, "two numbers need something between them"));
        }
        Ok(parts)
    }

    fn parse<S>(
        &self,
        text: &Text,
        slot: impl Fn(&str) -> Option<S>,
        names: &[&str],
    ) -> Result<Vec<Part<S>>> {
        template::parse(text.get_ref(), slot).map_err(|name| {
            let reason = match name.as_str() {
                "{" | "}" => format!("a `{name}` alone: a brace is written twice"),
                _ => unknown("placeholder", &name, names.iter().copied()),
            };
            self.error(text, reason)
        })
    }

    fn words(
        &self,
        format: &Format,
        pattern: &'static Pattern,
        sides: &ByDisc<String>,
    ) -> Result<Words> {
        let mut texts = Vec::new();
        for event in Event::ALL {
            let given = format
                .says
                .iter()
                .find(|(key, _)| key.get_ref() == event.name());
            let parts = match given {
                Some((_, text)) => self.says(event, text)?,
                None if event == Event::Again => continue,
                None => self.says(event, &Spanned::new(0..0, event.free_text().to_owned()))?,
            };
            texts.push((event, parts));
        }
        let names = Event::ALL.map(Event::name);
        let wrong = format
            .says
            .keys()
            .find(|key| !names.contains(&key.get_ref().as_str()));
        if let Some(key) = wrong {
            let reason = unknown("event", key.get_ref(), names.iter().copied());
            return Err(self.error(key, reason));
        }
        let squares = &format.squares;
        let item = Spanned::new(squares.typed.span(), squares.item.clone());
        let slot = |name: &str| match name {
            "number" => Some(Item::Number),
            "square" => Some(Item::Square),
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

    fn says(&self, event: Event, text: &Text) -> Result<Vec<Part<crate::words::Slot>>> {
        let slot = |name: &str| {
            let found = SLOTS.iter().find(|(other, _)| *other == name);
            found.map(|(_, slot)| *slot)
        };
        let names = SLOTS.map(|(name, _)| name);
        let parts = self.parse(text, slot, &names)?;
        for part in &parts {
            if let Part::Slot(slot) = part
                && !event.allows(*slot)
            {
                let (name, _) = SLOTS
                    .iter()
                    .find(|(_, it)| it == slot)
                    .expect("it is in it");
                let event = event.name();
                let reason = format!("`{{{name}}}` stands for nothing in `{event}`");
                return Err(self.error(text, reason));
            }
        }
        Ok(parts)
    }

    fn picture(&self, board: &BoardTable) -> Result<Picture> {
        let line = |text: &Text| self.parse(text, Piece::of, Piece::NAMES);
        let row = line(&board.row)?;
        if !row
            .iter()
            .any(|part| matches!(part, Part::Slot(Piece::Cells)))
        {
            return Err(self.error(&board.row, "a row needs `{cells}`"));
        }
        let BoardTable {
            black,
            white,
            empty,
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
                others,
            },
            legal: board.legal,
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
                answers.insert(number.to_string(), Value::Number(number));
            }
        }
        for (answer, value) in &table.answers {
            answers.insert(answer.clone(), self.value(table.sets, value)?);
        }
        let takes_side = matches!(table.sets, Sets::First | Sets::Computer | Sets::UpperLeft);
        if answers.is_empty() && takes_side {
            for (glyph, disc) in [(board.black, Disc::Black), (board.white, Disc::White)] {
                answers.insert(glyph.to_string(), Value::Side(Some(disc)));
            }
        }
        let is_free = matches!(
            table.sets,
            Sets::Board | Sets::BlackName | Sets::WhiteName | Sets::Nothing
        );
        let takes_number = matches!(table.sets, Sets::Size | Sets::Rows | Sets::Cols);
        let numbers = answers
            .values()
            .all(|value| matches!(value, Value::Number(1..=26)));
        if takes_number && (answers.is_empty() || !numbers) {
            let reason = "a size needs `from` and `to`, or `answers`, of 1 to 26";
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

    fn value(&self, sets: Sets, value: &Text) -> Result<Value> {
        let name = value.get_ref().as_str();
        let (found, names): (_, &[&str]) = match sets {
            Sets::Size | Sets::Rows | Sets::Cols => {
                (name.parse().ok().map(Value::Number), &["a number"])
            }
            Sets::Winner => {
                let winner = match name {
                    "most" => Some(Winner::Most),
                    "fewest" => Some(Winner::Fewest),
                    _ => None,
                };
                (winner.map(Value::Winner), &["most", "fewest"])
            }
            _ => {
                let side = match name {
                    "black" => Some(Some(Disc::Black)),
                    "white" => Some(Some(Disc::White)),
                    "none" => Some(None),
                    _ => None,
                };
                (side.map(Value::Side), &["black", "white", "none"])
            }
        };
        found.ok_or_else(|| self.error(value, unknown("value", name, names.iter().copied())))
    }

    fn language(&self, name: Option<&Text>) -> Result<Option<Language>> {
        let find = |name: &Text| {
            let mut all = Language::ALL.into_iter();
            all.find(|it| it.name() == name.get_ref()).ok_or_else(|| {
                let names = Language::ALL.map(Language::name);
                self.error(name, unknown("language", name.get_ref(), names.into_iter()))
            })
        };
        name.map(find).transpose()
    }

    fn strictness(&self, name: Option<&Text>) -> Result<Strictness> {
        let find = |name: &Text| {
            Strictness::of_name(name.get_ref()).ok_or_else(|| {
                let names = Strictness::ALL.map(Strictness::name);
                self.error(
                    name,
                    unknown("strictness", name.get_ref(), names.into_iter()),
                )
            })
        };
        name.map_or(Ok(Strictness::Exact), find)
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

    /// Checks that a game can be played, and that what is printed can be read.
    fn check(&self, format: &Format, program: &Program) -> Result<()> {
        let Some(start) = program
            .starts
            .iter()
            .max_by_key(|start| start.rules.size.area())
        else {
            let base = &program.base;
            let reason = match base.rules() {
                None => format!(
                    "a board of {}x{} squares has no four middle squares: both sides must be even",
                    base.rows, base.cols
                ),
                Some(_) => "no game can be played with these questions".to_owned(),
            };
            return Err(self.error(&format.game.rows, reason));
        };
        let mut game = Game::new(start.rules).expect("it was set up");
        let words = &program.words;
        let now = |game, side, at| Now {
            game,
            side,
            at,
            round: 1,
            names: &program.base.names,
        };
        let side = start.rules.first;
        let at = game.legal_moves().next();
        let size = start.rules.size;
        if let Some(at) = at {
            game.play(at).expect("it is legal");
        }
        for event in Event::ALL {
            let text = words.print(event, &now(&game, side, at));
            let key = format.says.keys().find(|key| key.get_ref() == event.name());
            let place = key.map_or(0..0, Spanned::span);
            if text.len() > LONGEST_TEXT {
                let reason = format!("`{}` prints more than {LONGEST_TEXT} bytes", event.name());
                return Err(Error::at(self.text, &place, reason));
            }
            if let Some(other) = misread(words, event, &text, size) {
                let reason = format!("`{}` cannot be told from `{other}`", event.name());
                return Err(Error::at(self.text, &place, reason));
            }
        }
        Ok(())
    }
}

/// Returns the event that a line of the text of `event` is read as, if it is another.
fn misread(
    words: &Words,
    event: Event,
    text: &str,
    size: reversi_core::Size,
) -> Option<&'static str> {
    use course::Message;
    let read = [Event::Refused, Event::Computer, Event::Passed, Event::Turn];
    let parts = words
        .message_line(event)
        .filter(|_| read.contains(&event))?;
    let mut lines = text
        .lines()
        .filter(|line| literals(&parts).all(|words| line.contains(words.trim())));
    let found = lines.find_map(|line| words.read(line, size))?;
    let other = match found {
        Message::Pass => Event::Passed,
        Message::Refusal => Event::Refused,
        Message::ComputerMove(_) => Event::Computer,
        Message::LegalMoves(_) => return None,
        Message::Asks(_) => Event::Turn,
    };
    (other != event).then_some(other.name())
}

fn disc(side: Side) -> Disc {
    match side {
        Side::Black => Disc::Black,
        Side::White => Disc::White,
    }
}

fn winner(name: WinnerName) -> Winner {
    match name {
        WinnerName::Most => Winner::Most,
        WinnerName::Fewest => Winner::Fewest,
    }
}

fn leak(text: &str) -> &'static str {
    text.to_owned().leak()
}

fn leak_all<T>(all: impl IntoIterator<Item = T>) -> &'static [T] {
    all.into_iter().collect::<Vec<T>>().leak()
}

/// Returns the names of the sides in lower case: those of the file, and their discs.
fn called(format: &Format, program: &Program) -> ByDisc<&'static [&'static str]> {
    let names = |index: usize, disc: Disc| {
        let glyph = program.words.picture.glyphs.disc(disc).to_string();
        let own = [format.sides[index].clone(), glyph];
        let all = own.iter().chain(&format.called[index]);
        leak_all(all.map(|name| leak(&name.to_lowercase())))
    };
    ByDisc {
        black: names(0, Disc::Black),
        white: names(1, Disc::White),
    }
}

/// Returns what prompts are recognised by: those before the game, and those for a move.
fn prompts(program: &Program) -> Vec<Prompt> {
    let asks = program.asks.iter().map(|ask| ask.prompt.clone());
    let mut all: Vec<Prompt> = asks
        .filter_map(|text| prompt(&[Part::<()>::Text(text)]))
        .collect();
    let words = &program.words;
    all.extend(words.parts(Event::Turn).and_then(prompt));
    let again = words.parts(Event::Again);
    all.extend(match again {
        Some([]) => words.parts(Event::Refused).and_then(prompt),
        again => again.and_then(prompt),
    });
    all
}

/// Returns the words at the end of a prompt, or within a last line that a placeholder or a
/// line end ends.
fn prompt<S: Clone>(parts: &[Part<S>]) -> Option<Prompt> {
    let mut lines = lines(parts);
    let is_open = lines.last().is_some_and(|line| !line.is_empty());
    while lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    let line = lines.pop()?;
    match line.last()? {
        Part::Text(text) if is_open && !text.trim().is_empty() => Some(Prompt::End(leak(text))),
        _ => {
            let longest = literals(&line).max_by_key(|text| text.trim().len())?;
            (!longest.trim().is_empty()).then(|| Prompt::Line(leak(longest)))
        }
    }
}

fn uses_moves(words: &Words) -> bool {
    let is_list = |part: &Part<crate::words::Slot>| *part == Part::Slot(crate::words::Slot::Moves);
    words
        .texts
        .iter()
        .any(|(_, parts)| parts.iter().any(is_list))
}
