//! Words in the languages that programs are written in, and texts as words.

use std::collections::BTreeMap;
use std::sync::LazyLock;

static LISTS: LazyLock<BTreeMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut lists = BTreeMap::<_, Vec<_>>::new();
    let lines = include_str!("words.txt").lines();
    for (name, words) in lines.filter_map(|line| line.split_once(": ")) {
        lists.entry(name).or_default().extend(words.split(", "));
    }
    lists
});

pub(super) fn list(name: &str) -> &'static [&'static str] {
    LISTS.get(name).map_or(&[], Vec::as_slice)
}

/// Returns the words of a list, each as [`words`] returns it.
pub(super) fn phrases(name: &str) -> &'static [String] {
    static PHRASES: LazyLock<BTreeMap<&str, Vec<String>>> = LazyLock::new(|| {
        let lists = LISTS.iter();
        let phrases = lists.map(|(&name, list)| (name, list.iter().map(|it| words(it)).collect()));
        phrases.collect()
    });
    PHRASES.get(name).map_or(&[], Vec::as_slice)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    Row,
    Column,
}

impl Axis {
    /// Returns the axis of a name; a single letter counts only `beside` the other axis's name.
    pub(crate) fn named(word: &str, beside: bool) -> Option<Self> {
        let is_in = |[alone, other]: [&str; 2]| {
            list(alone).contains(&word) || beside && list(other).contains(&word)
        };
        if is_in(["row", "row beside a column"]) {
            Some(Self::Row)
        } else if is_in(["column", "column beside a row"]) {
            Some(Self::Column)
        } else {
            None
        }
    }

    pub(crate) fn other(self) -> Self {
        match self {
            Self::Row => Self::Column,
            Self::Column => Self::Row,
        }
    }
}

/// Translates names such as `player 1` into the other languages.
pub(super) fn translated(name: &str) -> impl Iterator<Item = String> {
    let (word, rest) = name.split_at(name.find(' ').unwrap_or(name.len()));
    let others = list(&format!("side {word}")).iter();
    others.map(move |other| format!("{other}{rest}"))
}

/// Puts each word between two spaces. A Chinese character is a word: nothing shows where one ends.
pub(super) fn words(line: &str) -> String {
    let is_chinese = |c: char| matches!(c, '\u{3400}'..='\u{9fff}');
    let mut text = String::from(" ");
    for word in line
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
    {
        for part in word.split_inclusive(is_chinese) {
            let end = part.find(is_chinese).unwrap_or(part.len());
            let (before, chinese) = part.split_at(end);
            for part in [before, chinese]
                .into_iter()
                .filter(|part| !part.is_empty())
            {
                // The dot that a Turkish İ leaves behind.
                text.extend(part.to_lowercase().chars().filter(|c| *c != '\u{307}'));
                text.push(' ');
            }
        }
    }
    text
}
