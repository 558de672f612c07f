//! Answers in the form that a program asks for.

use reversi_core::Disc;

use crate::read::words::Axis;

const COLOURS: [&[&str]; 2] = [&["black", "siyah", "dark"], &["white", "beyaz", "light"]];

/// Returns the words in lower case, with the marks behind each.
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

fn axes(words: &[(String, String)]) -> Vec<Axis> {
    let named = |at: usize, beside| {
        words
            .get(at)
            .and_then(|(word, _)| Axis::named(word, beside))
    };
    let is_beside = |at: usize, own: Axis| {
        let around = [at.wrapping_sub(1), at + 1].map(|at| named(at, true));
        around.contains(&Some(own.other()))
    };
    let all = (0..words.len()).filter_map(|at| {
        let own = named(at, true)?;
        (named(at, false).is_some() || is_beside(at, own)).then_some(own)
    });
    all.collect()
}

/// Returns the coordinate that `prompt` asks for, if it names one alone: `Row: `, `Enter x: `.
pub(super) fn asks_apart(prompt: &str) -> Option<Axis> {
    let words = words(prompt);
    let is_other = |(word, _): &(String, String)| ["turn", "player", "move"].contains(&&**word);
    match axes(&words)[..] {
        // A letter may be a name of the side.
        [] if words.iter().any(is_other) => None,
        [] => {
            let mut ends = words.iter().rev().map(|(word, _)| word);
            Axis::named(ends.find(|word| !word.starts_with("coord"))?, true)
        }
        [first, ref rest @ ..] => rest.iter().all(|axis| *axis == first).then_some(first),
    }
}

/// Types a row and a column as `prompt` asks: `x,y:` with a comma, `(e.g. d3)` with a letter.
pub(super) fn in_form_of(prompt: &str, line: &str) -> String {
    let Some((row, column)) = line.split_once(' ') else {
        return line.to_owned();
    };
    let words = words(prompt);
    let axes = axes(&words);
    let has_comma = words.windows(2).any(|two| {
        let [first, second] = [&two[0].0, &two[1].0].map(|word| Axis::named(word, true));
        first.is_some() && second == first.map(Axis::other) && two[0].1.trim() == ","
    });
    let separator = if has_comma { "," } else { " " };
    let example = example(&words).unwrap_or(["1", separator, "1"]);
    let [one, separator, other] = example;
    let is_letter = |coordinate: &str| coordinate.starts_with(char::is_alphabetic);
    let letter = || {
        let number: u8 = column.parse().unwrap_or_default();
        let letter = String::from(char::from(b'a' + number.saturating_sub(1).min(25)));
        let is_capital = prompt.contains(&example.concat().to_uppercase());
        if is_capital {
            letter.to_uppercase()
        } else {
            letter
        }
    };
    if is_letter(one) {
        format!("{}{separator}{row}", letter())
    } else if is_letter(other) {
        format!("{row}{separator}{}", letter())
    } else if axes.first() == Some(&Axis::Column) && axes.contains(&Axis::Row) {
        format!("{column}{separator}{row}")
    } else {
        format!("{row}{separator}{column}")
    }
}

fn example(words: &[(String, String)]) -> Option<[&str; 3]> {
    let is_digit = |text: &str| text.len() == 1 && text.starts_with(|c: char| c.is_ascii_digit());
    let is_letter = |text: &str| matches!(text.as_bytes(), [b'a'..=b'h']);
    let are_pair = |one, other| {
        let [one_is, other_is] = [one, other].map(is_digit);
        one_is && (other_is || is_letter(other)) || is_letter(one) && other_is
    };
    // After `e.g.` and the like, or in brackets.
    let mut is_example = false;
    for (at, (word, marks)) in words.iter().enumerate() {
        let is_open = at > 0 && words[at - 1].1.contains(['(', '[']);
        let next = words.get(at + 1).map_or("", |(next, _)| next);
        // A range, such as `1-8`, is no example, unless a word says so.
        let parts = marks
            .chars()
            .all(|mark| " ,;:/".contains(mark) || mark == '-' && is_example);
        if let Some((one, other)) = word.split_at_checked(1).filter(|_| is_example || is_open) {
            if are_pair(one, other) && !word.chars().all(|c| c.is_ascii_digit()) {
                return Some([one, "", other]);
            }
            if are_pair(word, next) && parts {
                return Some([word, marks, next]);
            }
        }
        is_example |= ["g", "eg", "example", "like", "as", "format"].contains(&&**word);
    }
    None
}

/// Returns the answer to a question for a colour; `None` if `prompt` asks for something else.
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
    use crate::table::rows;

    /// A row of `answers.txt` has what is asked for, the prompt, and the answer: to `3 4`, the
    /// coordinate that is asked for alone, and the colour of white.
    #[test]
    fn a_prompt_gets_the_answer_that_it_asks_for() {
        for [asked, prompt, answer] in rows(include_str!("answers.txt")) {
            let found = match &*asked {
                "square" => Some(in_form_of(&prompt, "3 4")),
                "coordinate" => asks_apart(&prompt).map(|axis| format!("{axis:?}")),
                _ => colour(&prompt, Disc::White),
            };
            assert_eq!(found.as_deref().unwrap_or("-"), answer, "{prompt}");
        }
        assert_eq!(in_form_of("Enter x,y : ", "7"), "7");
    }
}
