//! Everything that the marker finds wrong with a program.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use course::Aspect;
use reversi_core::{ByDisc, Disc, IllegalMove, Square};

use super::names::FieldValue;
use crate::read::results::ResultClaim;
use crate::table::rows;

/// Declares the mistakes, whose fields their sentences name.
macro_rules! mistakes {
    (
        $(#[$attribute:meta])*
        pub enum $mistake:ident {
            $($(#[$about:meta])* $name:ident $({
                $($(#[$field_about:meta])* $field:ident: $type:ty),* $(,)?
            })?,)*
        }
    ) => {
        $(#[$attribute])*
        pub enum $mistake {
            $($(#[$about])* $name $({ $($(#[$field_about])* $field: $type),* })?,)*
        }

        impl $mistake {
            /// Returns the fields by name.
            pub(super) fn fields(&self) -> Vec<(&'static str, &dyn FieldValue)> {
                match self {
                    $(Self::$name $({ $($field),* })? => {
                        vec![$($((stringify!($field), $field as &dyn FieldValue)),*)?]
                    })*
                }
            }

            #[cfg(test)]
            const FIELDS: &[(&str, &[&str])] =
                &[$((stringify!($name), &[$($(stringify!($field)),*)?])),*];
        }
    };
}

mistakes! {
/// A mistake, whose aspect and [sentence](super::sentence()) are a row of `mistakes.txt`. It says
/// what is wrong and not where. Lines count from 1 and are those of the program's output. `None`
/// is unknown. If `alone` is set, nothing else differs.
#[derive(Clone, Debug, PartialEq, Eq, strum::IntoStaticStr)]
pub enum Mistake {
    // ── Boards ──────────────────────────────────────────────────────────────
    NoBoard { after: Option<Square> },
    WaitsAtStart,
    /// A board that follows no move is not printed.
    BoardMissing { line: usize },
    OpeningWrong { squares: WrongSquares },
    OpeningColoursSwapped,
    OpeningRowsAlike,
    ColoursSwapped,
    BoardTransposed,
    MovedElsewhere { at: Square, on: Square },
    LineSkipped { at: Square, on: Square },
    BoardUnchanged { mover: Disc, at: Square },
    WrongSidesDisc { mover: Disc, at: Square },
    WrongFlips {
        mover: Disc,
        at: Square,
        missed: Vec<Square>,
        extra: Vec<Square>,
    },
    FlipsBeyond { mover: Disc, at: Square, beyond: Vec<Square> },
    BoardWrong { squares: WrongSquares },
    /// Both are empty where a report shows the lines.
    HeaderWrong { expected: String, printed: String },
    FrameWrong,
    BoardRepeated { after_pass: bool },
    CounterWrong {
        /// Its name in the handout, in lower case.
        counter: &'static str,
        expected: usize,
        printed: usize,
    },
    CountersMissing,

    // ── Lists of moves ──────────────────────────────────────────────────────
    NoList,
    /// There may be a list, in a form that the judge does not know.
    ListUnread,
    ListOrder,
    ListTransposed,
    ListOfOtherSide { mover: Disc },
    ListWrong { missing: Vec<Square>, extra: Vec<Square>, repeated: Vec<Square> },
    /// Of a board that marks the legal moves.
    MarksWrong { missing: Vec<Square>, extra: Vec<Square> },
    ListBase { printed: u8, expected: u8 },
    MenuNumbers,

    // ── Turns ───────────────────────────────────────────────────────────────
    LegalMoveRefused { at: Square, flips: Vec<Square> },
    IllegalMoveAccepted {
        typed: Option<String>,
        why: Option<IllegalMove>,
        /// The legal move that was made in its place, if there is one.
        played: Option<Square>,
    },
    RefusalMissing { typed: Option<String> },
    /// A typed line that is no legal move is not refused: it leaves the board as it is,
    /// and ends the turn.
    TurnLost { typed: Option<String> },
    /// A typed line that is no legal move is refused; it should end the game.
    AsksAfterIllegal { typed: Option<String> },
    /// A legal move is read, and a result is announced instead of its board.
    MoveNotPlayed { at: Square },
    PassMissing { blocked: Option<Disc> },
    PassByMistake {
        /// The side that has a legal move.
        mover: Disc,
    },
    PassAgain,
    PassAtEnd,
    WrongSideAsked { expected: Disc, asked: Disc },
    WrongSideBegins { began: Disc },
    NotOver { after: usize, goes_on: GoesOn },
    PrintsOn,
    OverTooSoon {
        /// The side that has to pass, if one has.
        blocked: Option<Disc>,
    },
    /// In a game without passes.
    OverBeforeFull { left: usize },
    StoppedInGame,

    // ── The computer's move ─────────────────────────────────────────────────
    ComputerMissing,
    ComputerAsked { computer: Disc },
    /// The computer moves again where it is a person's turn.
    ComputerMovedTwice { at: Square },
    ComputerOutOfTurn { at: Square, expected: Disc },
    ComputerIllegal { at: Square, why: IllegalMove, expected: Option<Square> },
    ComputerNamedTransposed { at: Square },
    ComputerUnnamed { at: Square, named: Option<Square> },
    ComputerNamedAlike { line: String },
    BoardBetween,
    ComputerMove { at: Square, expected: Square, flips: Option<FlipCounts> },

    // ── The result ──────────────────────────────────────────────────────────
    ResultWrong {
        /// The winner; `None` for a draw.
        winner: Option<Disc>,
        announced: ResultClaim,
    },
    MarginWrong { margin: usize, announced: String },
    ScoreWrong { discs: ByDisc<usize>, announced: AnnouncedScores },
    ResultNotSaved,

    // ── Mistakes of the text alone ──────────────────────────────────────────
    LastNewlineMissing,
    LastNewlineExtra,
    CarriageReturns { alone: bool },
    Echo { typed: String },
    NewlineAfterPrompt { prompt: String },
    TrailingSpace { line: usize, change: SpaceChange, alone: bool },
    Spacing { line: usize, before: String, expected: String, printed: String },
    PromptSpace { prompt: String },
    ExtraLine { line: usize, printed: String, before_board: bool },
    MissingLine { line: usize, expected: String },
    LastLineMissing { expected: String },
    LineMisplaced {
        line: usize,
        printed: String,
        belongs_after: bool,
        /// The other line; `None` for a board.
        other: Option<String>,
    },
    LineWrong { line: usize, expected: String, printed: String },
    EscapeSequences,
    OtherCharacter { line: usize, printed: String, expected: String },
    Spelling { printed: &'static str, expected: &'static str, alone: bool },
    LetterCase { line: usize, alone: bool },
    PrintsNothing { unread: Option<Unread> },
    OutputStops { at_prompt: bool, unread: Option<Unread> },
    OutputGoesOn { at_prompt: bool },
}
}

/// The aspect, the topic and the sentence of each mistake, by name.
static TABLE: LazyLock<BTreeMap<String, [String; 3]>> = LazyLock::new(|| {
    let rows = rows(include_str!("mistakes.txt"));
    let named = rows.map(|[name, aspect, topic, sentence]| (name, [aspect, topic, sentence]));
    named.collect()
});

impl Mistake {
    pub fn aspect(&self) -> Aspect {
        let [aspect, ..] = self.row();
        aspect.parse().expect("it is an aspect")
    }

    /// Returns the topic of the [sentences](course::Course::citations) of handouts about what is wrong.
    pub(crate) fn topic(&self) -> &'static str {
        let [_, topic, _] = self.row();
        topic
    }

    pub(super) fn template(&self) -> &'static str {
        let [.., sentence] = self.row();
        sentence
    }

    fn row(&self) -> &'static [String; 3] {
        let row = TABLE.get(self.name());
        row.expect("each mistake is in the table")
    }

    /// Returns the name of its row: that of the variant, or of a part with a row of its own.
    fn name(&self) -> &'static str {
        match self {
            Self::NoBoard { after: Some(_) } => "NoBoard after a move",
            Self::BoardRepeated { after_pass: true } => "BoardRepeated after a pass",
            Self::MissingLine { expected, .. } if expected.ends_with(':') => "MissingLine, prompt",
            other => other.into(),
        }
    }

    pub fn is_endless_output(&self) -> bool {
        matches!(
            self,
            Self::PrintsOn
                | Self::NotOver {
                    goes_on: GoesOn::Printing,
                    ..
                }
        )
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrongSquares {
    pub missing: Vec<Square>,
    pub added: Vec<Square>,
    pub recoloured: Vec<Square>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
pub enum GoesOn {
    /// It asks for more input, also after the end of the input.
    #[strum(to_string = "goes on asking")]
    Asking,
    #[strum(to_string = "goes on printing")]
    Printing,
    /// It neither asks nor ends, until a limit ends it.
    #[strum(to_string = "does not end")]
    Working,
    #[strum(to_string = "plays on")]
    Playing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlipCounts {
    pub expected: usize,
    pub made: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnnouncedScores {
    Of(Disc, usize),
    /// Numbers that no side is named with.
    Numbers(Vec<usize>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
pub enum SpaceChange {
    Missing,
    Extra,
    /// There is as much, but it is other white space.
    Wrong,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    pub lines: usize,
    /// Set if there may be more: what a buffer holds counts as read.
    pub at_least: bool,
    /// The number of the first of these lines, from 1.
    pub from: usize,
    pub first: String,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::names::OF_COURSE;
    use super::*;

    #[test]
    fn each_mistake_is_in_the_table() {
        for (name, _) in Mistake::FIELDS {
            assert!(TABLE.contains_key(*name), "{name}");
        }
        let mut aspects = TABLE.values().map(|[aspect, ..]| aspect.parse::<Aspect>());
        assert!(aspects.all(|aspect| aspect.is_ok()));
    }

    #[test]
    fn sentences_name_fields_of_their_mistakes() {
        for (name, [.., sentence]) in &*TABLE {
            let fields = Mistake::FIELDS.iter().filter(|it| name.starts_with(it.0));
            let fields = fields
                .max_by_key(|it| it.0.len())
                .expect("it is a mistake")
                .1;
            for field in sentence.split(['{', '}']).skip(1).step_by(2) {
                let field = field.strip_prefix("opponent of ").unwrap_or(field);
                let is_known = fields.contains(&field) || OF_COURSE.contains(&field);
                assert!(is_known, "{name}: {field}");
            }
        }
    }

    #[test]
    fn handouts_are_cited_by_the_topics_of_mistakes() {
        let topics: BTreeSet<&str> = TABLE.values().map(|[_, topic, _]| &**topic).collect();
        let cited = courses::ALL.iter().flat_map(|course| course.citations);
        let mut cited: BTreeSet<&str> = cited.map(|(topic, _)| *topic).collect();
        cited.insert("-");
        assert_eq!(topics, cited);
    }
}
