//! Everything that the marker finds wrong with a program.

use course::Aspect;
use reversi_core::{ByDisc, Disc, IllegalMove, Square};

/// One mistake of a program. Both judges find mistakes with the functions of
/// this module's siblings; [`sentence`](crate::report::sentence()) has one
/// sentence for each.
///
/// It says what is wrong and not where: the place is a
/// [`Place`](crate::judge::Place) in the game or a
/// [`Difference`](transcript::Difference) of texts.
#[derive(Clone, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[expect(missing_docs, reason = "the variants explain most of their fields")]
pub enum Mistake {
    // ── Boards ──────────────────────────────────────────────────────────────
    /// No board can be recognised in the output, or none after the move `after`.
    NoBoard { after: Option<Square> },
    /// A board that follows no move is not printed.
    BoardMissing {
        /// The number of the line before which it is missing, from 1.
        line: usize,
    },
    /// The first board is not the opening position.
    OpeningWrong(WrongSquares),
    /// Every disc of the opening position has the other side's colour.
    OpeningColoursSwapped,
    /// Every disc of a later board has the other side's colour.
    ColoursSwapped,
    /// The board is the right one with rows and columns swapped.
    BoardTransposed,
    /// A move was read with its row and its column swapped.
    MoveReadTransposed { at: Square, read_as: Square },
    /// A move was made on another square, and nothing else is wrong.
    MovedElsewhere { at: Square, on: Square },
    /// A legal move left the board as it was.
    BoardUnchanged { mover: Disc, at: Square },
    /// The disc placed is the other side's.
    WrongSidesDisc { mover: Disc, at: Square },
    /// The board is that of a game with other directions.
    BoardDirections(Diagonals),
    /// A move flipped too few discs, too many, or others.
    WrongFlips {
        mover: Disc,
        at: Square,
        missed: Vec<Square>,
        extra: Vec<Square>,
        /// The mistake with the diagonals that alone explains it, if one does.
        diagonals: Option<Diagonals>,
    },
    /// A move went on behind the end of a line of discs: it put discs on `beyond`.
    FlipsBeyond {
        mover: Disc,
        at: Square,
        beyond: Vec<Square>,
    },
    /// The board differs in a way that none of the above explains.
    BoardWrong(WrongSquares),
    /// The squares of a board are right, but the line above them is not.
    HeaderWrong,
    /// The squares of a board are right, but the labels or the white space
    /// around them are not.
    FrameWrong,
    /// The board is printed again.
    BoardRepeated {
        /// Set if it follows the announcement of a pass.
        after_pass: bool,
    },
    /// A counter beside the board is wrong.
    CounterWrong {
        /// Its name in the handout, in lower case.
        counter: &'static str,
        expected: usize,
        printed: usize,
    },

    // ── Lists of moves ──────────────────────────────────────────────────────
    /// No list of moves can be recognised where there should be one.
    NoList,
    /// The list has the right moves in another order.
    ListOrder,
    /// The list names the column where the handout has the row.
    ListTransposed,
    /// The list is that of a game with other directions.
    ListDirections(Diagonals),
    /// The list has the moves of the other side.
    ListOfOtherSide { mover: Disc },
    /// The list is wrong in a way that none of the above explains.
    ListWrong {
        missing: Vec<Square>,
        extra: Vec<Square>,
        /// Squares that are on it more than once.
        repeated: Vec<Square>,
    },
    /// The list counts rows and columns from another number than the handout.
    ListBase { printed: u8, expected: u8 },
    /// The moves of a menu are not numbered from 1 on.
    MenuNumbers,

    // ── Turns ───────────────────────────────────────────────────────────────
    /// A legal move is refused.
    LegalMoveRefused {
        at: Square,
        flips: Vec<Square>,
        /// The cause, if it is certain.
        cause: Option<RefusalCause>,
    },
    /// A typed line that is no legal move changes the board.
    IllegalMoveAccepted {
        /// The typed line, if it is known.
        typed: Option<String>,
        /// The reason why it is illegal, if it names a square.
        why: Option<IllegalMove>,
    },
    /// A typed line that is no legal move is refused without a message.
    RefusalMissing {
        /// The typed line, if it is known.
        typed: Option<String>,
    },
    /// A typed line that is no legal move is not refused: it leaves the board as it is,
    /// and ends the turn.
    TurnLost { typed: Option<String> },
    /// A legal move is read, and a result is announced instead of its board.
    MoveNotPlayed { at: Square },
    /// A pass is not announced, or not made.
    PassMissing {
        /// The side that has no legal move, if it is known.
        blocked: Option<Disc>,
    },
    /// A pass is announced although there is none.
    PassByMistake {
        /// The side that has a legal move.
        mover: Disc,
    },
    /// A pass is announced again.
    PassAgain,
    /// A pass is announced although the game is over.
    PassAtEnd,
    /// The wrong side is asked for a move.
    WrongSideAsked { expected: Disc, asked: Disc },
    /// The game goes on although it is over.
    NotOver { after: usize, goes_on: GoesOn },
    /// The program prints without end where it should ask for a move.
    PrintsOn,
    /// The game is ended although it is not over.
    OverTooSoon {
        /// The side that has to pass, if one has.
        blocked: Option<Disc>,
    },
    /// The program ends in the middle of the game.
    StoppedInGame,

    // ── The computer's move ─────────────────────────────────────────────────
    /// No board shows the move that the computer should make.
    ComputerMissing,
    /// The computer moves again where it is a person's turn.
    ComputerMovedTwice { at: Square },
    /// The computer moves where it is a person's turn.
    ComputerOutOfTurn { at: Square, expected: Disc },
    /// The computer makes an illegal move.
    ComputerIllegal {
        at: Square,
        why: IllegalMove,
        /// The move that the handout prescribes, if it does.
        expected: Option<Square>,
    },
    /// The computer's move is right, but its message names the column first.
    ComputerNamedTransposed { at: Square },
    /// No message names the computer's move.
    ComputerUnnamed { at: Square },
    /// The board is printed between a person's move and the computer's.
    BoardBetween,
    /// The computer makes another move than the handout prescribes.
    ComputerMove {
        at: Square,
        expected: Square,
        /// The numbers of discs that the two moves flip, if they are known.
        flips: Option<Flips>,
    },

    // ── The result ──────────────────────────────────────────────────────────
    /// The announced result is not that of the game.
    ResultWrong {
        /// The winner; `None` for a draw.
        winner: Option<Disc>,
        /// The result that is announced; `None` if none is.
        announced: Option<Announced>,
    },
    /// The announced margin is not that of the game.
    MarginWrong {
        /// The winner's discs less the loser's.
        margin: usize,
        announced: usize,
    },
    /// The announced numbers of discs are not those of the last board.
    ScoreWrong {
        discs: ByDisc<usize>,
        announced: AnnouncedScores,
    },
    /// No file with the result is written.
    ResultNotSaved,

    // ── Mistakes of the text alone ──────────────────────────────────────────
    /// The newline at the end of the output is missing; nothing else differs.
    LastNewlineMissing,
    /// There is one newline too many at the end of the output; nothing else
    /// differs.
    LastNewlineExtra,
    /// Lines end in CRLF.
    CarriageReturns {
        /// Set if nothing else differs.
        alone: bool,
    },
    /// A typed line is printed after the prompt.
    Echo { typed: String },
    /// A prompt is followed by a newline.
    NewlineAfterPrompt { prompt: String },
    /// The white space at the end of a line differs.
    TrailingSpace {
        /// The number of the line, from 1.
        line: usize,
        change: SpaceChange,
        /// Set if nothing else than white space at the ends of lines differs.
        alone: bool,
    },
    /// The white space within or before a line differs.
    Spacing {
        /// The number of the line, from 1.
        line: usize,
    },
    /// The white space after a prompt is missing, or there is less of it.
    PromptSpace { prompt: String },
    /// A line is printed that is not expected.
    ExtraLine {
        /// The number of the line, from 1.
        line: usize,
        /// The line; nothing if it is empty.
        printed: String,
        before_board: bool,
    },
    /// A line is not printed.
    MissingLine {
        /// The number of the line before which it is missing, from 1.
        line: usize,
        /// The line; nothing if it is empty.
        expected: String,
    },
    /// The output stops before its last line.
    LastLineMissing { expected: String },
    /// A line is printed on the wrong side of another one, or of a board.
    LineMisplaced {
        /// The number of the line, from 1.
        line: usize,
        printed: String,
        /// Set if it belongs after the other one.
        belongs_after: bool,
        /// The other line; `None` for a board.
        other: Option<String>,
    },
    /// A line differs, and nothing more is known of it.
    LineWrong {
        /// The number of the line, from 1.
        line: usize,
        expected: String,
        printed: String,
    },
    /// A word has another spelling.
    Spelling {
        printed: &'static str,
        expected: &'static str,
        /// Set if nothing else differs.
        alone: bool,
    },
    /// A line differs in letter case only.
    LetterCase {
        /// The number of the line, from 1.
        line: usize,
        /// Set if nothing else differs.
        alone: bool,
    },
    /// The program prints nothing.
    PrintsNothing {
        /// The input that it left unread, if it is known.
        unread: Option<Unread>,
    },
    /// The output stops early.
    OutputStops {
        /// Set if it stops at a prompt.
        at_prompt: bool,
        /// The input that the program left unread, if it is known.
        unread: Option<Unread>,
    },
    /// The output goes on where it should end.
    OutputGoesOn {
        /// Set if it goes on to a prompt.
        at_prompt: bool,
    },
}

impl Mistake {
    /// Returns the part of the program's task that it is in.
    pub fn aspect(&self) -> Aspect {
        match self {
            // Nothing of the game is seen after it, and hardly anything before it.
            Self::NoBoard { after: None }
            | Self::OpeningWrong(_)
            | Self::OpeningColoursSwapped
            | Self::PrintsOn
            | Self::StoppedInGame
            | Self::PrintsNothing { .. }
            | Self::OutputStops { .. } => Aspect::Whole,
            Self::TurnLost { .. }
            | Self::MoveNotPlayed { .. }
            | Self::PassMissing { .. }
            | Self::PassByMistake { .. }
            | Self::PassAgain
            | Self::PassAtEnd
            | Self::WrongSideAsked { .. }
            | Self::NotOver { .. }
            | Self::OverTooSoon { .. }
            | Self::OutputGoesOn { .. } => Aspect::Turns,
            Self::NoList
            | Self::ListTransposed
            | Self::ListDirections(_)
            | Self::ListOfOtherSide { .. }
            | Self::ListWrong { .. }
            | Self::LegalMoveRefused { .. }
            | Self::IllegalMoveAccepted { .. } => Aspect::LegalMoves,
            Self::ListOrder
            | Self::ListBase { .. }
            | Self::MenuNumbers
            | Self::RefusalMissing { .. } => Aspect::Asking,
            Self::NoBoard { .. }
            | Self::BoardMissing { .. }
            | Self::ColoursSwapped
            | Self::BoardTransposed
            | Self::MoveReadTransposed { .. }
            | Self::MovedElsewhere { .. }
            | Self::BoardUnchanged { .. }
            | Self::WrongSidesDisc { .. }
            | Self::BoardDirections(_)
            | Self::WrongFlips { .. }
            | Self::FlipsBeyond { .. }
            | Self::BoardWrong(_) => Aspect::Placement,
            Self::ComputerMissing
            | Self::ComputerUnnamed { .. }
            | Self::ComputerMovedTwice { .. }
            | Self::ComputerOutOfTurn { .. }
            | Self::ComputerIllegal { .. }
            | Self::ComputerNamedTransposed { .. }
            | Self::ComputerMove { .. } => Aspect::Computer,
            Self::CounterWrong { .. }
            | Self::ResultWrong { .. }
            | Self::MarginWrong { .. }
            | Self::ScoreWrong { .. }
            | Self::ResultNotSaved => Aspect::Result,
            Self::HeaderWrong
            | Self::FrameWrong
            | Self::BoardRepeated { .. }
            | Self::BoardBetween
            | Self::LastNewlineMissing
            | Self::LastNewlineExtra
            | Self::CarriageReturns { .. }
            | Self::Echo { .. }
            | Self::NewlineAfterPrompt { .. }
            | Self::TrailingSpace { .. }
            | Self::Spacing { .. }
            | Self::PromptSpace { .. }
            | Self::ExtraLine { .. }
            | Self::MissingLine { .. }
            | Self::LastLineMissing { .. }
            | Self::LineMisplaced { .. }
            | Self::LineWrong { .. }
            | Self::Spelling { .. }
            | Self::LetterCase { .. } => Aspect::Text,
        }
    }

    /// Returns `true` if the program prints without end.
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

/// A mistake with the diagonals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diagonals {
    /// They count in this game and are ignored.
    Ignored,
    /// They do not count in this game and are used.
    Used,
}

/// The squares of a board that differ from the right one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrongSquares {
    /// Squares that lack their disc.
    pub missing: Vec<Square>,
    /// Squares that have a disc and should be empty.
    pub added: Vec<Square>,
    /// Squares whose disc has the other colour.
    pub recoloured: Vec<Square>,
}

/// The cause for the refusal of a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalCause {
    /// All that is printed is that of a game without diagonals.
    DiagonalsIgnored,
    /// This side had to pass before the move.
    PassMissing(Disc),
}

/// The action of a program that should have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoesOn {
    /// It asks for more input, also after the end of the input.
    Asking,
    /// It prints without end.
    Printing,
    /// It neither asks nor ends, until a limit ends it.
    Working,
    /// Another move is made.
    Playing,
}

/// The numbers of discs that two moves of the computer flip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flips {
    /// The prescribed move.
    pub expected: usize,
    /// The move that was made.
    pub made: usize,
}

/// A result as a program announces it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Announced {
    /// This side has won.
    Winner(Disc),
    /// Nobody has won.
    Draw,
    /// Both sides are named as the winner, or none is.
    Unclear,
}

/// Numbers of discs as a program announces them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnnouncedScores {
    /// The number of one side.
    Of(Disc, usize),
    /// Numbers that no side is named with.
    Numbers(Vec<usize>),
}

/// A difference of white space at the end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpaceChange {
    /// There is less than there should be.
    Missing,
    /// There is more than there should be.
    Extra,
    /// There is as much, but it is other white space.
    Other,
}

/// The input that a program left unread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The number of lines.
    pub lines: usize,
    /// Set if there may be more: what a buffer holds counts as read.
    pub at_least: bool,
    /// The number of the first of these lines, from 1.
    pub from: usize,
    /// That line.
    pub first: String,
}
