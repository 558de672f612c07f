//! The keys of a course file.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

pub(crate) type Text = Spanned<String>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Format {
    pub(crate) title: String,
    pub(crate) language: Option<Text>,
    pub(crate) strictness: Option<Text>,
    #[serde(default = "sides")]
    pub(crate) sides: [String; 2],
    #[serde(default)]
    pub(crate) called: [Vec<String>; 2],
    #[serde(default)]
    pub(crate) spellings: Vec<[String; 2]>,
    #[serde(default)]
    pub(crate) rubric: Vec<CriterionTable>,
    #[serde(default)]
    pub(crate) game: GameTable,
    pub(crate) squares: Squares,
    pub(crate) board: BoardTable,
    #[serde(default)]
    pub(crate) ask: Vec<Spanned<AskTable>>,
    pub(crate) computer: Option<ComputerTable>,
    pub(crate) says: BTreeMap<Text, Text>,
}

fn sides() -> [String; 2] {
    ["Black", "White"].map(str::to_owned)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CriterionTable {
    pub(crate) name: String,
    pub(crate) points: Spanned<f64>,
    pub(crate) aspects: Vec<Text>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct GameTable {
    pub(crate) rows: Spanned<usize>,
    pub(crate) cols: Spanned<usize>,
    pub(crate) opening: OpeningName,
    pub(crate) first: Side,
    pub(crate) diagonals: bool,
    pub(crate) blocked: BlockedName,
    pub(crate) winner: WinnerName,
    pub(crate) illegal: IllegalName,
}

impl Default for GameTable {
    fn default() -> Self {
        Self {
            rows: Spanned::new(0..0, 8),
            cols: Spanned::new(0..0, 8),
            opening: OpeningName::Cross,
            first: Side::Black,
            diagonals: true,
            blocked: BlockedName::Passes,
            winner: WinnerName::Most,
            illegal: IllegalName::Refused,
        }
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum OpeningName {
    Cross,
    MirroredCross,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Side {
    Black,
    White,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum BlockedName {
    Passes,
    Ends,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum WinnerName {
    Most,
    Fewest,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum IllegalName {
    Refused,
    Loses,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Squares {
    pub(crate) typed: Spanned<Vec<Text>>,
    pub(crate) printed: Option<Text>,
    #[serde(default)]
    pub(crate) by_word: bool,
    #[serde(default = "item")]
    pub(crate) item: String,
    #[serde(default = "blank")]
    pub(crate) between: String,
}

fn item() -> String {
    "{square}".to_owned()
}

fn blank() -> String {
    " ".to_owned()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardTable {
    pub(crate) black: char,
    pub(crate) white: char,
    pub(crate) empty: char,
    pub(crate) legal: Option<char>,
    #[serde(default)]
    pub(crate) others: [String; 2],
    pub(crate) above: Option<Text>,
    pub(crate) row: Text,
    #[serde(default)]
    pub(crate) between: String,
    pub(crate) below: Option<Text>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskTable {
    #[serde(default)]
    pub(crate) prompt: String,
    pub(crate) sets: Sets,
    pub(crate) from: Option<u8>,
    pub(crate) to: Option<u8>,
    pub(crate) step: Option<u8>,
    #[serde(default)]
    pub(crate) answers: BTreeMap<String, Text>,
    pub(crate) wrong: Option<String>,
}

/// The setting that an answer before the game changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Sets {
    Size,
    Rows,
    Cols,
    First,
    Computer,
    UpperLeft,
    Winner,
    Board,
    BlackName,
    WhiteName,
    Nothing,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ComputerTable {
    pub(crate) plays: Option<Side>,
    #[serde(default)]
    pub(crate) moves: Moves,
    #[serde(default)]
    pub(crate) order: Order,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Moves {
    #[default]
    Free,
    First,
    MostFlips,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Order {
    #[default]
    Rows,
    RowsFromLast,
    Columns,
    ColumnsFromLast,
}
