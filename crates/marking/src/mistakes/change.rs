//! The changes that make a correct program wrong.

use reversi_core::{Disc, Square};

use super::Kind;

/// One change of a correct program: an operator, a bound or a branch, as a compiler would
/// accept it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say what is changed")]
pub enum Change {
    None,
    // The search along a direction.
    /// The directions of this set are searched.
    Ways(u8),
    /// `own` and `other` are exchanged.
    SeekSwapped,
    /// A run is of this colour, whoever moves.
    RunIs(Disc),
    /// A run is closed by this colour, whoever moves.
    ClosedBy(Disc),
    /// `row > 0 && col > 0` for `>=`.
    LowBound,
    /// `row < n - 1 && col < n - 1` for `< n`.
    HighBound,
    /// `row > 0` for `>=`.
    LowRow,
    /// `col < n - 1` for `< n`.
    HighColumn,
    /// A run that reaches the edge is closed.
    OpenEdge,
    /// Any run is closed: `||` for `&&`.
    NoClosing,
    /// A run is of everything that is not `own`: empty squares too.
    ThroughGaps,
    /// Only runs of two and more count: `>` for `>=`.
    LongRuns,
    /// The search ends at the first direction with a run.
    FirstWay,
    // The move.
    /// Only the first disc of a run is flipped.
    FlipsFirst,
    /// The last disc of a run is not flipped: `<` for `<=`.
    FlipsAllButLast,
    NoFlips,
    NoDisc,
    OthersDisc,
    /// Discs are flipped to the other side's colour.
    FlipsToOther,
    /// Nothing is flipped in this direction, in rows and columns.
    NeverFlips(i8, i8),
    /// Nothing is flipped diagonally once there are this many discs.
    FlipsNoDiagonals(usize),
    /// A disc too many is flipped.
    FlipsOneMore,
    /// A run is flipped on to two squares behind its end.
    FlipsPast,
    // The check of a move.
    AnyEmpty,
    AnySquare,
    OccupiedToo,
    RefusesSilently,
    RefusesAll,
    /// An illegal move changes nothing, but it ends the turn.
    SkipsIllegal,
    /// Every square is accepted, but none is listed that is not legal.
    AcceptsAll,
    /// A move is checked for the other side.
    ChecksOther,
    // Input and output.
    ReadsTransposed,
    ReadsNextRow,
    ReadsNextColumn,
    /// One square is read as another.
    Reads(Square, Square),
    PrintsTransposed,
    PrintsSwapped,
    PrintsUpsideDown,
    PrintsNoBoards,
    PrintsNoFirstBoard,
    PrintsNoLastBoard,
    /// No board is printed once a move was refused.
    PrintsNoBoardOnceRefused,
    /// No board is printed after a person's move.
    PrintsNoBoardOfMoves,
    /// The second text is printed for the first one.
    Says(&'static str, &'static str),
    // The start.
    StartSwapped,
    StartShifted,
    StartMissing,
    WhiteStarts,
    // Turns.
    NeverAlternates,
    PassSilent,
    PassEnds,
    PassNever,
    PassEager,
    /// The board is printed again after a pass.
    BoardAfterPass,
    /// A pass is announced twice.
    PassTwice,
    /// Both sides pass again and again after the last move.
    PassForever,
    /// The move after a pass is read, but the game ends.
    PassLosesMove,
    /// The passes at the end are announced in the wrong order.
    PassesSwapped,
    /// A side that must pass is asked for a move first.
    PassAsks,
    NeverOver,
    OverEarly,
    AsksOther,
    /// It stops without a word after this many moves.
    StopsAfter(usize),
    /// It announces a result after this many moves.
    EndsAfter(usize),
    /// It prints without end after this many moves, or after the last one.
    PrintsOn(usize),
    /// It asks for another game after the result, even at the end of the input.
    AsksForEver,
    /// It prints without end after the result.
    RepeatsResult,
    // The result.
    WinnerReversed,
    /// An illegal move wins.
    LoserWins,
    DrawWins(Disc),
    DrawAlways,
    CountsLess,
    CountsSwapped,
    OneMorePoint,
    // The computer.
    ComputerLast,
    ComputerFewest,
    ComputerByColumn,
    ComputerTwice,
    ComputerNever,
    ComputerFirstEmpty,
    ComputerSaysOther,
    // Lists of moves.
    ListsOther,
    ListsTransposed,
    ListsOccupied,
    ListsLess,
    ListsReversed,
    ListsTwice,
}

/// The texts of the two courses that fix all words, and wrong ones.
const SAYS: [[&str; 2]; 19] = [
    ["  abcd", "move: 2,3\n  abcd"],
    ["  abcd", "\n  abcd"],
    ["  abcd", " abcd"],
    ["h\na", "h\n\na"],
    ["d\na", "d\n\na"],
    [".\n", "\n"],
    [".\n", "\u{4}.\n"],
    ["!\n", "\n"],
    ["): ", "):"],
    ["): ", "):\n"],
    ["Enter", "\nEnter"],
    ["player wins", "Player Wins"],
    ["player has", "has"],
    ["Draw", "Tie"],
    ["Computer plays (B/W) : ", ""],
    ["points!\n", "points!\n\n\n"],
    ["  abcdefgh\n", "  abcdefgh\n  abcdefgh\n"],
    ["Computer places", "0.1 s\nComputer places"],
    ["Computer places W at aa.\n", ""],
];

impl Change {
    /// Returns `true` if it changes the text only, and not the game.
    pub fn is_of_text(self) -> bool {
        matches!(
            self,
            Self::Says(..) | Self::PassTwice | Self::PassesSwapped | Self::PassAsks
        )
    }

    /// Returns the changes of a program for the course of `kind`.
    #[expect(clippy::too_many_lines, reason = "a list")]
    pub fn all(kind: Kind) -> Vec<Self> {
        use Change as M;
        use Disc::{Black, White};
        let ways = (1..=u8::MAX).filter(|&set| set != kind.ways()).map(M::Ways);
        let mut all: Vec<Self> = ways.collect();
        all.extend([
            M::SeekSwapped,
            M::RunIs(Black),
            M::RunIs(White),
            M::ClosedBy(Black),
            M::ClosedBy(White),
            M::LowBound,
            M::HighBound,
            M::LowRow,
            M::HighColumn,
            M::OpenEdge,
            M::NoClosing,
            M::ThroughGaps,
            M::LongRuns,
            M::FirstWay,
            M::FlipsFirst,
            M::FlipsAllButLast,
            M::NoFlips,
            M::NoDisc,
            M::OthersDisc,
            M::FlipsToOther,
            M::NeverFlips(1, 0),
            M::FlipsNoDiagonals(0),
            M::FlipsNoDiagonals(8),
            M::FlipsOneMore,
            M::FlipsPast,
            M::AnyEmpty,
            M::AnySquare,
            M::OccupiedToo,
            M::RefusesSilently,
            M::RefusesAll,
            M::SkipsIllegal,
            M::AcceptsAll,
            M::ChecksOther,
            M::ReadsTransposed,
            M::ReadsNextRow,
            M::ReadsNextColumn,
            M::Reads(Square::new(2, 4), Square::new(4, 2)),
            M::PrintsTransposed,
            M::PrintsSwapped,
            M::PrintsUpsideDown,
            M::PrintsNoBoards,
            M::PrintsNoFirstBoard,
            M::PrintsNoLastBoard,
            M::PrintsNoBoardOnceRefused,
            M::PrintsNoBoardOfMoves,
            M::StartSwapped,
            M::StartShifted,
            M::StartMissing,
            M::WhiteStarts,
            M::NeverAlternates,
            M::PassSilent,
            M::PassEnds,
            M::PassNever,
            M::PassEager,
            M::BoardAfterPass,
            M::PassTwice,
            M::PassForever,
            M::PassLosesMove,
            M::PassesSwapped,
            M::PassAsks,
            M::NeverOver,
            M::OverEarly,
            M::AsksOther,
            M::StopsAfter(3),
            M::EndsAfter(4),
            M::PrintsOn(0),
            M::PrintsOn(2),
            M::PrintsOn(1000),
            M::AsksForEver,
            M::RepeatsResult,
            M::WinnerReversed,
            M::LoserWins,
            M::DrawWins(Black),
            M::DrawWins(White),
            M::DrawAlways,
            M::CountsLess,
            M::CountsSwapped,
            M::OneMorePoint,
        ]);
        if kind.course().fixes_words {
            all.extend(SAYS.map(|[right, wrong]| M::Says(right, wrong)));
        }
        if kind.has_computer() {
            all.extend([
                M::ComputerLast,
                M::ComputerFewest,
                M::ComputerByColumn,
                M::ComputerTwice,
                M::ComputerNever,
                M::ComputerFirstEmpty,
                M::ComputerSaysOther,
            ]);
        }
        if kind.course().lists_moves {
            all.extend([
                M::ListsOther,
                M::ListsTransposed,
                M::ListsOccupied,
                M::ListsLess,
                M::ListsReversed,
                M::ListsTwice,
            ]);
        }
        all
    }
}
