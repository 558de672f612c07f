//! The levels of strength.

use std::fmt::Write as _;

use crate::SearchLimits;
use crate::search::steps::solved_from;

/// The levels in the table. Values change evenly between them.
const SHOWN: [u32; 15] = [0, 1, 2, 4, 6, 8, 10, 12, 16, 20, 24, 28, 32, 40, 60];

/// Returns the table of levels in Markdown.
pub fn table() -> String {
    let mut table = "| level | plies | exact from | 95 % sure from | 63 % sure from |\n\
                     | --- | --- | --- | --- | --- |\n"
        .to_owned();
    for level in SHOWN {
        let plies = SearchLimits::level(level).depth.unwrap_or_default();
        let [exact, likely, unsure] = solved_from(plies);
        let row = format_args!("| {level} | {plies} | {exact} | {likely} | {unsure} |");
        let _ = writeln!(table, "{row}");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_has_the_table() {
        let readme = include_str!("../../README.md");
        assert!(readme.contains(&table()), "{}", table());
    }
}
