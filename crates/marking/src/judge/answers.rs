//! Answers in the form that a program asks for.

use reversi_core::Disc;

const ROW: &[&str] = &["row", "r", "y", "line", "satır", "satir"];
const COLUMN: &[&str] = &["column", "col", "c", "x", "sütun", "sutun", "kolon"];
const COLOURS: [&[&str]; 2] = [&["black", "siyah", "dark"], &["white", "beyaz", "light"]];

/// The words of `prompt` in lower case, and the marks between them.
fn words(prompt: &str) -> Vec<(String, String)> {
    let lower = prompt.to_lowercase();
    let mut words = Vec::new();
    let mut rest = lower.trim_start_matches(|c: char| !c.is_alphanumeric());
    while !rest.is_empty() {
        let end = rest
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let start = after.find(char::is_alphanumeric).unwrap_or(after.len());
        let (marks, next) = after.split_at(start);
        words.push((word.to_owned(), marks.to_owned()));
        rest = next;
    }
    words
}

/// Returns `line`, a row and a column, in the form that `prompt` shows: `Enter x,y:` asks
/// for the column, a comma and the row.
pub(super) fn in_form_of(prompt: &str, line: &str) -> String {
    let Some((row, column)) = line.split_once(' ') else {
        return line.to_owned();
    };
    let words = words(prompt);
    let form = words.windows(2).find_map(|two| {
        let [(first, marks), (second, _)] = two else {
            return None;
        };
        let is = |word: &String, names: &[&str]| names.contains(&word.as_str());
        let column_first = is(first, COLUMN) && is(second, ROW);
        let comma = marks.trim() == ",";
        (column_first || is(first, ROW) && is(second, COLUMN)).then_some((column_first, comma))
    });
    match form {
        Some((true, true)) => format!("{column},{row}"),
        Some((true, false)) => format!("{column} {row}"),
        Some((false, true)) => format!("{row},{column}"),
        _ => line.to_owned(),
    }
}

/// Returns the answer to a question for the colour of a side; `None` if `prompt` asks for
/// something else.
pub(super) fn colour(prompt: &str, disc: Disc) -> Option<String> {
    let words = words(prompt);
    let [black, white] = COLOURS.map(|colours| {
        let mut all = words.iter();
        all.position(|(word, _)| colours.contains(&word.as_str()))
    });
    if words.iter().any(|(word, _)| word == "name") {
        return None;
    }
    let letters = ["b", "w"].map(|letter| words.iter().any(|(word, _)| word == letter));
    let asks = ["colour", "color", "renk", "rengi"];
    let asks = words
        .iter()
        .any(|(word, _)| asks.iter().any(|ask| word.starts_with(ask)));
    let at = match disc {
        Disc::Black => black,
        Disc::White => white,
    };
    let number = at.and_then(|at| {
        let before = at.checked_sub(1).map(|before| &words[before].0);
        before.filter(|word| word.parse::<u8>().is_ok())
    });
    let named = black.is_some() && white.is_some();
    let by_letters = letters == [true, true];
    match (number, at) {
        (Some(number), _) if named => Some(number.clone()),
        (_, Some(at)) if named && !by_letters => Some(words[at].0.clone()),
        _ if by_letters || asks => Some(["B", "W"][usize::from(disc == Disc::White)].to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_typed_as_the_prompt_shows_it() {
        for (prompt, typed) in [
            ("Enter x,y : ", "4,3"),
            ("Your move (x y)? ", "4 3"),
            ("Row, column: ", "3,4"),
            ("Enter column and row: ", "3 4"),
            ("Enter row column: ", "3 4"),
            ("Your move: ", "3 4"),
            ("X, your move: ", "3 4"),
        ] {
            assert_eq!(in_form_of(prompt, "3 4"), typed, "{prompt}");
        }
        assert_eq!(in_form_of("Enter x,y : ", "7"), "7");
    }

    #[test]
    fn a_question_for_a_colour_is_answered() {
        for (prompt, answer) in [
            ("Choose your colour (B/W): ", Some("W")),
            ("1. Black 2. White: ", Some("2")),
            ("black or white? ", Some("white")),
            ("Which color? ", Some("W")),
            ("Name for the colour black: ", None),
            ("Black's move: ", None),
        ] {
            let found = colour(prompt, Disc::White);
            assert_eq!(found.as_deref(), answer, "{prompt}");
        }
    }
}
