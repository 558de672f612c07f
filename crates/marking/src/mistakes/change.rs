//! The changes that make a correct program wrong.

use reversi_core::{Disc, Square};
use strum::IntoEnumIterator;

use super::Kind;

/// One change of a correct program: an operator, a bound or a branch, as a compiler would
/// accept it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumIter)]
pub enum Change {
    #[strum(disabled)]
    None,
    // The search along a direction.
    #[strum(disabled)]
    Ways(u8),
    /// `own` and `other` are exchanged.
    SeekSwapped,
    #[strum(disabled)]
    RunIs(Disc),
    #[strum(disabled)]
    ClosedBy(Disc),
    /// `row > 0 && col > 0` for `>=`.
    LowBound,
    /// `row < n - 1 && col < n - 1` for `< n`.
    HighBound,
    /// `row > 0` for `>=`.
    LowRow,
    /// `col < n - 1` for `< n`.
    HighColumn,
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
    FlipsFirst,
    FlipsAllButLast,
    NoFlips,
    NoDisc,
    OthersDisc,
    FlipsToOther,
    NeverFlipsDown,
    /// Nothing is flipped diagonally once there are this many discs.
    #[strum(disabled)]
    FlipsNoDiagonals(usize),
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
    ChecksOther,
    // Input and output.
    ReadsTransposed,
    ReadsNextRow,
    ReadsNextColumn,
    #[strum(disabled)]
    Reads(Square, Square),
    PrintsTransposed,
    PrintsSwapped,
    PrintsUpsideDown,
    PrintsNoBoards,
    PrintsNoFirstBoard,
    PrintsNoLastBoard,
    PrintsNoBoardOnceRefused,
    PrintsNoBoardOfMoves,
    /// The second text is printed for the first one.
    #[strum(disabled)]
    Says(&'static str, &'static str),
    ConcealsBoards,
    ErasesBoards,
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
    BoardAfterPass,
    PassTwice,
    PassForever,
    /// The move after a pass is read, but the game ends.
    PassLosesMove,
    PassesSwapped,
    /// A side that must pass is asked for a move first.
    PassAsks,
    NeverOver,
    OverEarly,
    AsksOther,
    #[strum(disabled)]
    StopsAfter(usize),
    #[strum(disabled)]
    EndsAfter(usize),
    /// It prints without end after this many moves, or after the last one.
    #[strum(disabled)]
    PrintsOn(usize),
    /// It asks for another game after the result, even at the end of the input.
    AsksForEver,
    RepeatsResult,
    // The result.
    WinnerReversed,
    LoserWins,
    #[strum(disabled)]
    DrawWins(Disc),
    DrawAlways,
    CountsLess,
    CountsSwapped,
    OneMorePoint,
    NamesBoth,
    /// The score is all numbers from 0 to 64.
    ScoresAll,
    AsksOn,
    // The computer.
    ComputerLast,
    ComputerFewest,
    ComputerByColumn,
    ComputerTwice,
    ComputerNever,
    ComputerFirstEmpty,
    ComputerSaysOther,
    ComputerSilent,
    ShowsBetween,
    HeaderPipe,
    // Lists of moves.
    ListsOther,
    ListsTransposed,
    ListsOccupied,
    ListsLess,
    ListsReversed,
    ListsTwice,
    ListsMore,
    ListsThree,
}

const SAYS: [[&str; 2]; 23] = [
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
    ["d\na", "da"],
    ["  abcd\n", ""],
    ["b UWBU\n", "b UW\u{1}U\n"],
    ["B player wins.\n", ""],
];

impl Change {
    /// Returns `true` if it changes the text only, and not the game.
    pub fn is_of_text(self) -> bool {
        matches!(
            self,
            Self::HeaderPipe
                | Self::Says(..)
                | Self::PassTwice
                | Self::PassesSwapped
                | Self::PassAsks
        )
    }

    pub fn all(kind: Kind) -> Vec<Self> {
        use Change as M;
        use Disc::{Black, White};
        let ways = (1..=u8::MAX).filter(|&set| set != kind.ways()).map(M::Ways);
        let mut all: Vec<Self> = ways.collect();
        all.extend(Self::iter().filter(|change| change.fits(kind)));
        all.extend([
            M::RunIs(Black),
            M::RunIs(White),
            M::ClosedBy(Black),
            M::ClosedBy(White),
            M::FlipsNoDiagonals(0),
            M::FlipsNoDiagonals(8),
            M::Reads(Square::new(2, 4), Square::new(4, 2)),
            M::StopsAfter(3),
            M::EndsAfter(4),
            M::PrintsOn(0),
            M::PrintsOn(2),
            M::PrintsOn(1000),
            M::DrawWins(Black),
            M::DrawWins(White),
        ]);
        if kind.course().fixes_words {
            all.extend(SAYS.map(|[right, wrong]| M::Says(right, wrong)));
        }
        all
    }

    fn fits(self, kind: Kind) -> bool {
        use Change as M;
        match self {
            M::ConcealsBoards | M::ErasesBoards | M::NamesBoth | M::ScoresAll | M::AsksOn => {
                !kind.course().fixes_words
            }
            M::ComputerSilent | M::ShowsBetween | M::HeaderPipe => kind == Kind::Cmsc201,
            M::ComputerLast
            | M::ComputerFewest
            | M::ComputerByColumn
            | M::ComputerTwice
            | M::ComputerNever
            | M::ComputerFirstEmpty
            | M::ComputerSaysOther => kind.has_computer(),
            M::ListsOther
            | M::ListsTransposed
            | M::ListsOccupied
            | M::ListsLess
            | M::ListsReversed
            | M::ListsTwice
            | M::ListsMore
            | M::ListsThree => kind.course().lists_moves,
            _ => true,
        }
    }
}
