//! A program's texts by event, in one table that prints them and reads them back.

use course::{Message, Pattern};
use reversi_core::{ByDisc, Disc, Game, Size, Square};

use crate::picture::Picture;
use crate::template::TextPart;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GameEvent {
    Start,
    /// A person is asked for a move.
    Turn,
    /// A person is asked again, after a refused line.
    Again,
    /// A person is asked for the second part of a move.
    Second,
    /// A person has moved.
    Played,
    /// A typed line is not a legal move.
    Refused,
    /// The same if the handout has another text for a line that is no square on the board.
    OffBoard,
    Occupied,
    FlipsNothing,
    Computer,
    /// A side has no move.
    Passed,
    /// Nobody can move.
    Over,
    Won,
    Drawn,
    /// A person has ended the program.
    Quit,
}

impl GameEvent {
    pub const ALL: [Self; 15] = [
        Self::Start,
        Self::Turn,
        Self::Again,
        Self::Second,
        Self::Played,
        Self::Refused,
        Self::OffBoard,
        Self::Occupied,
        Self::FlipsNothing,
        Self::Computer,
        Self::Passed,
        Self::Over,
        Self::Won,
        Self::Drawn,
        Self::Quit,
    ];

    pub(crate) const REASONS: [Self; 3] = [Self::OffBoard, Self::Occupied, Self::FlipsNothing];

    /// Returns its key in a course file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Turn => "turn",
            Self::Again => "again",
            Self::Second => "second",
            Self::Played => "played",
            Self::Refused => "refused",
            Self::OffBoard => "off-board",
            Self::Occupied => "occupied",
            Self::FlipsNothing => "flips-nothing",
            Self::Computer => "computer",
            Self::Passed => "passed",
            Self::Over => "over",
            Self::Won => "won",
            Self::Drawn => "drawn",
            Self::Quit => "quit",
        }
    }

    /// Returns the text if the handout leaves it free; `None` if another event then replaces
    /// this one.
    pub(crate) const fn free_text(self) -> Option<&'static str> {
        Some(match self {
            Self::Start | Self::Played => "{board}",
            Self::Turn => "{side} to move: ",
            Self::Refused => "Illegal move.",
            Self::Computer => "The computer plays {square}.\n{board}",
            Self::Passed => "{side} has no legal move and passes.",
            Self::Won => "{side} wins.",
            Self::Drawn => "A draw.",
            Self::Over => "",
            Self::Again
            | Self::Second
            | Self::Quit
            | Self::OffBoard
            | Self::Occupied
            | Self::FlipsNothing => return None,
        })
    }

    /// Returns `true` for a prompt, whose last line ends exactly as it is written.
    pub(crate) const fn is_prompt(self) -> bool {
        matches!(self, Self::Turn | Self::Again | Self::Second)
    }

    fn message(self, side: Option<Disc>, at: Option<Square>) -> Option<Message> {
        match self {
            Self::Passed => Some(Message::Pass),
            Self::Refused | Self::OffBoard | Self::Occupied | Self::FlipsNothing => {
                Some(Message::Refusal)
            }
            Self::Computer => at.map(Message::ComputerMove),
            Self::Turn | Self::Again => side.map(Message::Asks),
            _ => None,
        }
    }

    pub(crate) const fn allows(self, slot: Slot) -> bool {
        match slot {
            Slot::Square if matches!(self, Self::Occupied | Self::FlipsNothing) => true,
            Slot::Square | Slot::Flips => matches!(self, Self::Played | Self::Computer),
            Slot::Board | Slot::Black | Slot::White | Slot::Margin | Slot::Moves | Slot::Round => {
                true
            }
            _ => !matches!(self, Self::Drawn),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    Board,
    Side,
    Opponent,
    Disc,
    OpponentDisc,
    Discs,
    OpponentDiscs,
    Square,
    Flips,
    Black,
    White,
    Margin,
    Moves,
    Round,
}

pub(crate) const SLOTS: [(&str, Slot); 14] = [
    ("board", Slot::Board),
    ("side", Slot::Side),
    ("opponent", Slot::Opponent),
    ("disc", Slot::Disc),
    ("opponent-disc", Slot::OpponentDisc),
    ("discs", Slot::Discs),
    ("opponent-discs", Slot::OpponentDiscs),
    ("square", Slot::Square),
    ("flips", Slot::Flips),
    ("black", Slot::Black),
    ("white", Slot::White),
    ("margin", Slot::Margin),
    ("moves", Slot::Moves),
    ("round", Slot::Round),
];

pub(crate) struct Now<'a> {
    pub(crate) game: &'a Game,
    pub(crate) side: Disc,
    pub(crate) at: Option<MadeMove>,
    pub(crate) round: usize,
    pub(crate) names: &'a ByDisc<String>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct MadeMove {
    pub(crate) at: Square,
    pub(crate) flips: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListItem {
    Number,
    Square,
}

#[derive(Clone, Debug)]
pub(crate) struct Words {
    pub(crate) texts: Vec<(GameEvent, Vec<TextPart<Slot>>)>,
    pub(crate) picture: Picture,
    pub(crate) pattern: &'static Pattern,
    pub(crate) item: Vec<TextPart<ListItem>>,
    pub(crate) between: String,
    pub(crate) sides: ByDisc<String>,
}

impl Words {
    pub(crate) fn parts(&self, event: GameEvent) -> Option<&[TextPart<Slot>]> {
        let text = self.texts.iter().find(|(other, _)| *other == event);
        text.map(|(_, parts)| parts.as_slice())
    }

    pub(crate) fn print(&self, event: GameEvent, now: &Now<'_>) -> String {
        let parts = self.parts(event).unwrap_or_default();
        let mut text = String::new();
        for part in parts {
            match part {
                TextPart::Text(words) => text.push_str(words),
                TextPart::Slot(slot) => text.push_str(&self.fill(*slot, now)),
            }
        }
        if !event.is_prompt() && !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }

    fn fill(&self, slot: Slot, now: &Now<'_>) -> String {
        let (side, other) = (now.side, now.side.opponent());
        let discs = now.game.board().count();
        match slot {
            Slot::Board => self.picture.of(now.game),
            Slot::Side => now.names[side].clone(),
            Slot::Opponent => now.names[other].clone(),
            Slot::Disc => self.picture.glyphs.disc(side).to_string(),
            Slot::OpponentDisc => self.picture.glyphs.disc(other).to_string(),
            Slot::Discs => discs[side].to_string(),
            Slot::OpponentDiscs => discs[other].to_string(),
            Slot::Square => now.at.map_or(String::new(), |made| {
                course::Notation::Pattern(self.pattern).name(made.at, now.game.board().size())
            }),
            Slot::Flips => now.at.map_or(String::new(), |made| made.flips.to_string()),
            Slot::Black => discs.black.to_string(),
            Slot::White => discs.white.to_string(),
            Slot::Margin => discs.black.abs_diff(discs.white).to_string(),
            Slot::Moves => self.list(now.game),
            Slot::Round => now.round.to_string(),
        }
    }

    pub(crate) fn list(&self, game: &Game) -> String {
        let notation = course::Notation::Pattern(self.pattern);
        let item = |(number, at): (usize, Square)| -> String {
            let part = |part: &TextPart<ListItem>| match part {
                TextPart::Text(text) => text.clone(),
                TextPart::Slot(ListItem::Number) => number.to_string(),
                TextPart::Slot(ListItem::Square) => notation.name(at, game.board().size()),
            };
            self.item.iter().map(part).collect()
        };
        let items: Vec<String> = (1..).zip(game.legal_moves()).map(item).collect();
        items.join(&self.between)
    }

    /// Reads a line as the message of an event, by the words around the placeholders. Ignores
    /// white space, letter case, and text before and after the words.
    pub(crate) fn read(&self, line: &str, size: Size) -> Option<Message> {
        let line = line.to_ascii_lowercase();
        let found = GameEvent::ALL.into_iter().filter_map(|event| {
            let is_again = event == GameEvent::Again;
            let parts = self.message_line(event).filter(|_| !is_again)?;
            let (side, at) = self.matches(&parts, &line, size)?;
            let message = event.message(side, at)?;
            Some((literals(&parts).map(str::len).sum::<usize>(), message))
        });
        // Longer words are more certain.
        found
            .max_by_key(|(length, _)| *length)
            .map(|(_, message)| message)
    }

    /// Returns the lines of `text`, which belongs to `event`, that are read as something else,
    /// and what they are read as.
    pub(crate) fn misread<'a>(
        &'a self,
        event: GameEvent,
        now: &Now<'_>,
        text: &'a str,
    ) -> impl Iterator<Item = (&'a str, Message)> {
        let right = event.message(Some(now.side), now.at.map(|made| made.at));
        let own = right.as_ref().and_then(|_| self.message_line(event));
        let own = own.unwrap_or_default();
        let size = now.game.board().size();
        text.lines()
            .filter(move |line| literals(&own).all(|words| line.contains(words.trim())))
            .filter_map(move |line| Some((line, self.read(line, size)?)))
            .filter(move |(_, read)| match (&right, read) {
                (Some(right), read) => read != right,
                (None, Message::Refusal | Message::ComputerMove(_)) => true,
                (None, Message::Pass) => matches!(event, GameEvent::Start | GameEvent::Played),
                (None, _) => false,
            })
    }

    /// Returns the line of an event's text that identifies it: the last line of a prompt,
    /// otherwise the first line with words.
    pub(crate) fn message_line(&self, event: GameEvent) -> Option<Vec<TextPart<Slot>>> {
        let mut lines = lines(self.parts(event)?);
        lines.retain(|parts| {
            let mut words = literals(parts);
            words.any(|text| text.contains(|c: char| c.is_alphabetic()))
                && !parts.contains(&TextPart::Slot(Slot::Board))
        });
        if event.is_prompt() {
            lines.pop()
        } else {
            lines.into_iter().next()
        }
    }

    fn matches(
        &self,
        parts: &[TextPart<Slot>],
        line: &str,
        size: Size,
    ) -> Option<(Option<Disc>, Option<Square>)> {
        let (mut side, mut at) = (None, None);
        let mut rest = line;
        let mut slot = None;
        for part in parts.iter().map(Some).chain([None]) {
            let (value, next) = match part {
                Some(TextPart::Slot(next)) => {
                    slot = Some(*next);
                    continue;
                }
                Some(TextPart::Text(text)) => {
                    let words = text.trim().to_ascii_lowercase();
                    rest.split_once(words.as_str())?
                }
                None => (rest, ""),
            };
            match slot.take() {
                Some(Slot::Square) => at = Some(self.square(value, size)?),
                Some(Slot::Side | Slot::Disc) => side = Some(self.side(value)?),
                Some(Slot::Opponent | Slot::OpponentDisc) => {
                    side = Some(self.side(value)?.opponent());
                }
                _ => {}
            }
            rest = next;
        }
        Some((side, at))
    }

    fn square(&self, text: &str, size: Size) -> Option<Square> {
        let text = text.trim().trim_end_matches(['.', '!']);
        let upper = text.to_ascii_uppercase();
        let mut spellings = [text, upper.as_str()].into_iter();
        spellings.find_map(|text| self.pattern.printed_square(text, size))
    }

    fn side(&self, text: &str) -> Option<Disc> {
        let text = text.trim().trim_end_matches([':', '.', '!']);
        let both = [Disc::Black, Disc::White];
        let named = both
            .into_iter()
            .find(|disc| self.sides[*disc].eq_ignore_ascii_case(text));
        let glyphs = self.picture.glyphs;
        let shown = |disc: Disc| glyphs.disc(disc).to_string().eq_ignore_ascii_case(text);
        named
            .or_else(|| both.into_iter().find(|disc| shown(*disc)))
            .or_else(|| {
                let mut letters = text.chars();
                glyphs
                    .owner(letters.next()?)
                    .filter(|_| letters.next().is_none())
            })
    }
}

pub(crate) fn literals<S>(parts: &[TextPart<S>]) -> impl Iterator<Item = &str> {
    parts.iter().filter_map(|part| match part {
        TextPart::Text(text) => Some(text.as_str()),
        TextPart::Slot(_) => None,
    })
}

/// Splits a text at its line ends. A line end at the end begins no line.
pub(crate) fn lines<S: Clone>(parts: &[TextPart<S>]) -> Vec<Vec<TextPart<S>>> {
    let mut lines = vec![Vec::new()];
    for part in parts {
        match part {
            TextPart::Slot(_) => lines.last_mut().expect("there is one").push(part.clone()),
            TextPart::Text(text) => {
                for (index, piece) in text.split('\n').enumerate() {
                    if index > 0 {
                        lines.push(Vec::new());
                    }
                    if !piece.is_empty() {
                        let line = lines.last_mut().expect("there is one");
                        line.push(TextPart::Text(piece.to_owned()));
                    }
                }
            }
        }
    }
    lines
}
