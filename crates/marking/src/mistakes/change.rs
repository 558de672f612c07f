//! The changes that make a correct program wrong.

use reversi_core::{Direction, Disc, Size, Square};
use strum::IntoEnumIterator;

use super::{DIAGONALS, Kind};
use crate::table::rows;

/// One change of a correct program: an operator, a bound or a branch, as a compiler would
/// accept it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::EnumIter)]
pub enum Change {
    #[strum(disabled)]
    None,
    // The search along a direction.
    #[strum(disabled)]
    Ways(u8),
    SeekSwapped,
    #[strum(disabled)]
    RunIs(Disc),
    #[strum(disabled)]
    ClosedBy(Disc),
    #[strum(disabled)]
    Bounds(Bounds, Edges),
    OpenEdge,
    /// Any run is closed: `||` for `&&`.
    NoClosing,
    /// A run is of everything that is not `own`: empty squares too.
    ThroughGaps,
    LongRuns,
    ShortRuns,
    FirstWay,
    // The move.
    FlipsFirst,
    FlipsAllButFirst,
    FlipsAllButLast,
    NoFlips,
    NoDisc,
    OthersDisc,
    NeverFlipsDown,
    /// Nothing is flipped diagonally once there are this many discs.
    #[strum(disabled)]
    FlipsNoDiagonals(usize),
    FlipsOneMore,
    FlipsPast,
    // The check of a move.
    AnyEmpty,
    AnySquare,
    OccupiedToo,
    RefusesSilently,
    RefusesAll,
    /// An illegal move changes nothing, but it ends the turn.
    SkipsIllegal,
    IllegalEndsTurn,
    /// Every square is accepted, but none is listed that is not legal.
    AcceptsAll,
    ChecksOther,
    // Input and output.
    ReadsTransposed,
    /// `%c%c` without a blank before it: a newline is the first half of the next move.
    ReadsNewlines,
    ReadsNextChoice,
    ReadsNextRow,
    ReadsNextColumn,
    #[strum(disabled)]
    Reads(Square, Square),
    PrintsTransposed,
    PrintsSwapped,
    PrintsUpsideDown,
    PrintsBoardBefore,
    PrintsNoBoards,
    PrintsNoFirstBoard,
    PrintsNoLastBoard,
    PrintsNoBoardOnceRefused,
    PrintsNoBoardOfMoves,
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
    /// The first of two passes is not announced, at the end neither.
    PassLineMissing,
    PassEnds,
    PassNever,
    PassEager,
    BoardAfterPass,
    PassTwice,
    PassForever,
    PassLosesMove,
    PassesSwapped,
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
    ScoresAll,
    AsksOn,
    // The computer.
    ComputerLast,
    ComputerFirst,
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

/// The loop in which a bound is off by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::EnumIter)]
pub enum Bounds {
    OfLines,
    /// A line may end there, but not go on.
    OfRuns,
    OfMoves,
    OfBoard,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::EnumIter)]
pub enum Edges {
    First,
    Last,
    FirstRow,
    FirstColumn,
    LastRow,
    LastColumn,
}

impl Edges {
    pub(super) fn have(self, Square { row, col }: Square, size: Size) -> bool {
        let (last_row, last_col) = (row + 1 == size.rows(), col + 1 == size.cols());
        match self {
            Self::First => row == 0 || col == 0,
            Self::Last => last_row || last_col,
            Self::FirstRow => row == 0,
            Self::FirstColumn => col == 0,
            Self::LastRow => last_row,
            Self::LastColumn => last_col,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::First => "the first row and the first column",
            Self::Last => "the last row and the last column",
            Self::FirstRow => "the first row",
            Self::FirstColumn => "the first column",
            Self::LastRow => "the last row",
            Self::LastColumn => "the last column",
        }
    }
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

    /// Returns `true` if students make it, so that a report may name it as a cause.
    pub fn is_cause(self) -> bool {
        use Change as M;
        let is_made_up = matches!(
            self,
            M::Reads(..)
                | M::FlipsNoDiagonals(8)
                | M::FlipsOneMore
                | M::ConcealsBoards
                | M::ErasesBoards
                | M::StartMissing
                | M::StartShifted
                | M::StopsAfter(_)
                | M::EndsAfter(_)
                | M::PrintsOn(_)
                | M::NamesBoth
                | M::ScoresAll
        );
        !is_made_up && !self.is_of_text()
    }

    /// Returns `false` for most sets of directions: all but those that lack a single one, one side,
    /// the lines or the diagonals, or have all diagonals besides.
    pub fn is_usual(self, kind: Kind) -> bool {
        let Self::Ways(set) = self else { return true };
        let own = kind.ways();
        let missing = own & !set;
        if set & !own != 0 {
            return set == u8::MAX;
        }
        // Up, down, left and right, with what lies between.
        let sides = [0b0000_0111, 0b1110_0000, 0b0010_1001, 0b1001_0100];
        let is_one_of = |sets: &[u8]| sets.iter().any(|set| set & own == missing);
        missing.is_power_of_two() || is_one_of(&sides) || is_one_of(&[DIAGONALS, !DIAGONALS])
    }

    /// Returns `true` if the words of this change are true of `other` too.
    pub fn covers(self, other: Self) -> bool {
        use Change as M;
        match (self, other) {
            (M::ReadsNewlines, M::RefusesAll | M::ReadsNextRow | M::ReadsNextColumn)
            | (M::ReadsTransposed, M::PrintsTransposed | M::ListsTransposed) => true,
            (M::Bounds(Bounds::OfMoves, edges), M::Bounds(Bounds::OfBoard, others)) => {
                edges == others
            }
            _ => false,
        }
    }

    pub fn words(self, kind: Kind) -> String {
        match self {
            Self::Ways(set) => ways(kind, set),
            Self::Says(right, wrong) => format!("prints {wrong:?} for {right:?}"),
            Self::Bounds(Bounds::OfLines, edges) => {
                format!("ends a line of discs before {}", edges.words())
            }
            Self::Bounds(Bounds::OfRuns, edges) => {
                format!("flips no discs in {}", edges.words())
            }
            Self::Bounds(Bounds::OfMoves, edges) => {
                format!("looks for moves everywhere but in {}", edges.words())
            }
            Self::Bounds(Bounds::OfBoard, edges) => {
                format!("takes {} for squares outside the board", edges.words())
            }
            _ => {
                let [_, _, words] = self.row().expect("each change has words");
                words
            }
        }
    }

    pub(crate) fn topic(self) -> String {
        let of_lines = "legal".to_owned();
        self.row().map_or(of_lines, |[_, topic, _]| topic)
    }

    /// Returns its row of the table; `None` for a change with values.
    fn row(self) -> Option<[String; 3]> {
        let name = format!("{self:?}");
        rows(include_str!("words.txt")).find(|row: &[String; 3]| row[0] == name)
    }

    pub fn all(kind: Kind) -> Vec<Self> {
        use Change as M;
        use Disc::{Black, White};
        let ways = (1..=u8::MAX).filter(|&set| set != kind.ways()).map(M::Ways);
        let mut all: Vec<Self> = ways.collect();
        for bounds in Bounds::iter() {
            all.extend(Edges::iter().map(|edges| M::Bounds(bounds, edges)));
        }
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
            M::PrintsNoLastBoard => kind != Kind::Cmsc201,
            M::ReadsNewlines => matches!(kind, Kind::Toronto | Kind::Lab8),
            M::ReadsNextChoice => kind.course().chooses_by_number(),
            M::PassLineMissing | M::IllegalEndsTurn => kind == Kind::Toronto,
            M::ComputerFirst => kind == Kind::Lab8,
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

fn ways(kind: Kind, set: u8) -> String {
    let (missing, extra) = (kind.ways() & !set, set & !kind.ways());
    if extra != 0 {
        return "flips along diagonals, which do not count in this game".to_owned();
    }
    match missing {
        DIAGONALS => return "ignores diagonals, which count in this game".to_owned(),
        _ if missing == !DIAGONALS => return "flips along diagonals only".to_owned(),
        _ => {}
    }
    let directions = Direction::ALL.iter().enumerate();
    let directions = directions.filter(|(index, _)| missing & 1 << index != 0);
    let directions: Vec<String> = directions
        .map(|(_, direction)| direction.to_string())
        .collect();
    let these = match directions[..] {
        [_] => "this direction",
        _ => "these directions",
    };
    let directions = directions.join("; ");
    format!("never flips discs in {these} from a move: {directions}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use course::Course;

    use super::*;

    #[test]
    fn each_change_has_words_of_its_own() {
        for course in courses::ALL {
            for change in course.name.parse().map_or(Vec::new(), Change::all) {
                let kind = course.name.parse().expect("it was one before");
                assert_ne!(change.words(kind), "");
                let cites = |course: &Course| course.citation(&change.topic()).is_some();
                assert!(courses::ALL.iter().any(cites), "{change:?}");
            }
            let usual = |kind: &Kind| {
                let usual = Change::all(*kind)
                    .into_iter()
                    .filter(|it| it.is_usual(*kind));
                usual.map(|change| change.words(*kind)).collect::<Vec<_>>()
            };
            let words = course.name.parse().as_ref().map_or(Vec::new(), usual);
            assert_eq!(words.iter().collect::<BTreeSet<_>>().len(), words.len());
        }
    }
}
