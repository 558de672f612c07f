//! The keys of a course file.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

pub(crate) type Text = Spanned<String>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileFormat {
    pub(crate) title: String,
    pub(crate) language: Option<Text>,
    pub(crate) strictness: Option<Text>,
    #[serde(default = "sides")]
    pub(crate) sides: [String; 2],
    #[serde(default)]
    pub(crate) side_aliases: [Vec<String>; 2],
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

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct GameTable {
    pub(crate) rows: Option<Spanned<usize>>,
    pub(crate) cols: Option<Spanned<usize>>,
    pub(crate) opening: Option<Text>,
    pub(crate) first: Option<Text>,
    pub(crate) diagonals: Option<bool>,
    pub(crate) blocked: Option<Text>,
    pub(crate) winner: Option<Text>,
    pub(crate) illegal: Option<Text>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Squares {
    pub(crate) typed: Spanned<Vec<Text>>,
    pub(crate) printed: Option<Text>,
    #[serde(default)]
    pub(crate) by_word: bool,
    #[serde(default)]
    pub(crate) quit: Vec<String>,
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
    AnotherGame,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ComputerTable {
    pub(crate) plays: Option<Text>,
    pub(crate) moves: Option<Text>,
    pub(crate) order: Option<Text>,
}
