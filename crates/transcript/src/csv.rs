//! Table cells for spreadsheets.

/// Returns `text` as a cell that no spreadsheet takes for a formula: an apostrophe precedes a
/// first character that would begin one, as listed on OWASP's page "CSV Injection".
/// Spreadsheets in some languages separate cells at semicolons, so the rule also applies after
/// a semicolon and a quotation mark.
pub fn csv_cell(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    let mut is_start = true;
    for character in text.chars() {
        let begins_formula = matches!(
            character,
            '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠' | '\t' | '\r' | '\n'
        );
        if is_start && begins_formula {
            cell.push('\'');
        }
        is_start = match character {
            ';' => true,
            '"' => is_start,
            _ => is_start && character.is_whitespace(),
        };
        cell.push(character);
    }
    cell
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_apostrophe_stands_before_what_begins_a_formula() {
        assert_eq!(csv_cell("=1+1"), "'=1+1");
        assert_eq!(csv_cell("\t1"), "'\t1");
        assert_eq!(csv_cell("Li;  @SUM(A1)"), "Li;  '@SUM(A1)");
        assert_eq!(csv_cell(";\"=1"), ";\"'=1");
    }

    proptest! {
        #[test]
        fn other_cells_are_unchanged(text in "[a-z(][a-z,.()' -]{0,10}") {
            prop_assert_eq!(csv_cell(&text), text);
        }
    }
}
