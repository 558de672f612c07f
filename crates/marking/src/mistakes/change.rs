//! The changes that make a correct program wrong.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use course::{is_usual_set, set_words};
use reversi_core::{Disc, Size, Square};
use strum::IntoEnumIterator;

use super::CourseKind;
use crate::table::rows;

/// One change of a correct program: an operator, a bound or a branch, as a compiler would
/// accept it. `words.txt` says what each of them does.
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
    WrapsLines,
    NoClosing,
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
    SkipsIllegal,
    IllegalEndsTurn,
    AcceptsAll,
    AcceptsAdjacent,
    ChecksOther,
    // Input and output.
    ReadsTransposed,
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

/// The courses, the kind, the topic and the words of each row of `words.txt`. A set of directions
/// has none, and neither has a text.
static ROWS: LazyLock<BTreeMap<String, [String; 4]>> = LazyLock::new(|| {
    let rows = rows(include_str!("words.txt"));
    let named = rows.map(|[change, courses, kind, topic, words]| {
        let row = [courses, kind, topic, words];
        (change, row)
    });
    named.collect()
});

impl Change {
    pub fn is_of_text(self) -> bool {
        matches!(self, Self::Says(..)) || self.is_of_kind("text")
    }

    /// Returns `true` if students make it, so that a report may name it as a cause.
    pub fn is_cause(self) -> bool {
        !self.is_of_text() && !self.is_of_kind("made up")
    }

    fn is_of_kind(self, kind: &str) -> bool {
        self.row().is_some_and(|[_, own, ..]| own == kind)
    }

    /// Returns `false` for most sets of directions.
    pub fn is_usual(self, kind: CourseKind) -> bool {
        match self {
            Self::Ways(set) => is_usual_set(kind.ways(), set),
            _ => true,
        }
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

    pub fn words(self, kind: CourseKind) -> String {
        match self {
            Self::Ways(set) => set_words(kind.ways(), set),
            Self::Says(right, wrong) => format!("prints {wrong:?} for {right:?}"),
            _ => {
                let [.., words] = self.row().expect("each change has words");
                let name = |disc| kind.course().side_name(disc);
                let words = words.replace("{black}", name(Disc::Black));
                words.replace("{white}", name(Disc::White))
            }
        }
    }

    /// Returns the topic of the [sentences](course::Course::citations) of handouts that it breaks.
    pub(crate) fn topic(self) -> &'static str {
        self.row().map_or("legal", |[.., topic, _]| topic)
    }

    fn row(self) -> Option<&'static [String; 4]> {
        ROWS.get(&format!("{self:?}"))
    }

    pub fn all(kind: CourseKind) -> Vec<Self> {
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

    fn fits(self, kind: CourseKind) -> bool {
        let course: &str = kind.into();
        self.row()
            .is_some_and(|[courses, ..]| courses == "all" || courses.contains(course))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use course::Course;

    use super::*;

    #[test]
    fn words_have_the_names_of_the_course() {
        let words = Change::DrawWins(Disc::White).words(CourseKind::Cmsc201);
        assert_eq!(words, "names Player as the winner of a draw");
    }

    #[test]
    fn each_change_has_words_of_its_own() {
        for course in courses::ALL {
            for change in course.name.parse().map_or(Vec::new(), Change::all) {
                let kind = course.name.parse().expect("it was one before");
                assert_ne!(change.words(kind), "");
                let cites = |course: &Course| course.citation(change.topic()).is_some();
                assert!(courses::ALL.iter().any(cites), "{change:?}");
            }
            let usual = |kind: &CourseKind| {
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
