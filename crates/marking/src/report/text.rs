//! Text that is safe to put anywhere.

use std::time::Duration;

use anstream::adapter::strip_str;
use transcript::visible_typed;

use super::case_result::{CaseResult, Report, StudentRecord};
pub use crate::diagnose::counted;

/// In bytes.
const LONGEST_UNIT: usize = 200;

/// Shows every character that a terminal, XML or YAML would choke on or obey as `\u{..}`, but no
/// newline. What a program printed is encoded more richly before.
pub fn plain(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        let code = u32::from(character);
        let bidi = matches!(code, 0x202a..=0x202e | 0x2066..=0x2069);
        let unassignable = code & 0xfffe == 0xfffe || (0xfdd0..=0xfdef).contains(&code);
        if character != '\n' && (character.is_control() || bidi || unassignable) {
            safe.extend(character.escape_unicode());
        } else {
            safe.push(character);
        }
    }
    safe
}

/// Shows a name on one line so that no two names look the same.
pub fn name(name: &str) -> String {
    let shown = visible_typed(name.as_bytes());
    let is_ordinary = shown == plain(name).replace('\\', "\\\\") && !name.contains("\\u{");
    plain(if is_ordinary { name } else { &shown })
}

pub(super) fn one_line(text: &str) -> String {
    plain(text).replace('\n', " ")
}

/// Formats points in few digits, without a needless fraction.
pub(super) fn points(points: f64) -> String {
    let text = format!("{points:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Returns `0 of 1`; nothing with a rubric.
pub(super) fn own_points(marked: &CaseResult) -> String {
    match points(marked.weight).as_str() {
        "0" => String::new(),
        possible => format!("{} of {possible}", points(marked.points())),
    }
}

/// Cuts a longer text, and ends it with `…`.
pub(super) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let start = text.chars().take(most.saturating_sub(1));
    start.chain(['…']).collect()
}

/// In characters.
const SHORTEST_QUOTE: usize = 8;

/// Cuts a text between words, or within a quotation of which enough remains.
pub(super) fn cut_words(text: &str, most: usize) -> String {
    let cut = cut(text, most);
    let Some(start) = cut.strip_suffix('…').filter(|_| cut != text) else {
        return cut;
    };
    let open = start.strip_suffix('`').unwrap_or(start);
    let is_within = open.matches('`').count() % 2 == 1;
    if let Some((before, quoted)) = open.rsplit_once('`').filter(|_| is_within)
        && let Some((end, _)) = quoted.char_indices().skip(SHORTEST_QUOTE).last()
    {
        return format!("{before}`{}…`", &quoted[..end]);
    }
    let mut is_quoted = false;
    let within = text.char_indices().take_while(|(at, _)| *at < start.len());
    let ends = within.filter(|(_, character)| {
        is_quoted ^= *character == '`';
        *character == ' ' && !is_quoted
    });
    match ends.last() {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => cut,
    }
}

/// Breaks a line between words. Colours have no width. Later lines have this `indent`.
pub fn wrapped(line: &str, most: usize, indent: usize) -> String {
    let mut all = String::with_capacity(line.len());
    let (mut column, mut is_empty) = (0, true);
    for (index, word) in line.split(' ').enumerate() {
        let length = strip_str(word).to_string().trim_end().chars().count();
        if index > 0 && !is_empty && column + 1 + length > most {
            all = format!("{all}\n{:indent$}", "");
            column = indent;
        } else if index > 0 {
            all.push(' ');
            column += 1;
        }
        all.push_str(word);
        column += length;
        is_empty &= word.is_empty();
    }
    all
}

/// Shows a text that repeats itself, such as a prompt, once.
pub(super) fn without_repeats(text: &str) -> String {
    let is_repeated = |unit: &usize| {
        let (rest, all) = (text.get(*unit..), text.len() - unit);
        rest.is_some_and(|rest| rest.as_bytes() == &text.as_bytes()[..all])
    };
    // A row of dashes is no prompt.
    match (1..=LONGEST_UNIT.min(text.len() / 3)).find(is_repeated) {
        Some(unit) if unit > 3 => {
            let times = text.len() / unit;
            format!("{} (repeated: {times} times)", text[..unit].trim_end())
        }
        _ => text.to_owned(),
    }
}

/// Returns `, line 3, column 1`.
pub(super) fn in_place(place: Option<&str>) -> String {
    place.map_or(String::new(), |place| format!(", {}", one_line(place)))
}

/// Returns `2 of 3 cases passed, 2 of 3 points`.
pub(super) fn sums(report: &Report) -> String {
    let (passed, cases) = (report.passed(), counted(report.cases.len(), "case"));
    let [points, possible] = [report.points(), report.possible()].map(points);
    format!("{passed} of {cases} passed, {points} of {possible} points")
}

/// Keeps the last lines, each with `longest` characters at most, and counts those of `all` before.
pub(super) fn last_lines(text: &str, most: usize, longest: usize, all: usize) -> String {
    let lines: Vec<_> = text.lines().map(|line| cut(line, longest)).collect();
    let shown = &lines[lines.len().saturating_sub(most)..];
    match all.saturating_sub(shown.len()) {
        0 => shown.join("\n"),
        before => format!("({} before)\n{}", counted(before, "line"), shown.join("\n")),
    }
}

/// Keeps the whole lines within `most` bytes, and counts the others.
pub(super) fn clipped(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let mut kept = 0;
    let mut lines = text.split_inclusive('\n');
    while let Some(line) = lines.next() {
        if kept + line.len() > most {
            let left_out = counted(1 + lines.count(), "line");
            return format!("{}({left_out} left out)", &text[..kept]);
        }
        kept += line.len();
    }
    text.to_owned()
}

/// Returns the time of a program; none if it must not be shown.
pub(super) fn duration(seconds: Option<f64>) -> Duration {
    Duration::try_from_secs_f64(seconds.unwrap_or(0.0)).unwrap_or_default()
}

pub(super) fn names(students: &[StudentRecord]) -> String {
    let name = |student: &StudentRecord| match (&*student.name, &*student.id) {
        (name, "") => one_line(name),
        ("", id) => one_line(id),
        (name, id) => format!("{} ({})", one_line(name), one_line(id)),
    };
    students.iter().map(name).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nothing_reaches_a_terminal_that_it_would_obey() {
        assert_eq!(
            plain("a\x1b[2J\r\nb\u{202e}\u{ffff}"),
            "a\\u{1b}[2J\\u{d}\nb\\u{202e}\\u{ffff}"
        );
    }

    #[test]
    fn a_sentence_is_cut_between_words_or_within_a_quotation() {
        let sentence = "2. A line is missing: `Enter a move: ` at the end";
        for (most, shown) in [
            (49, sentence),
            (48, "2. A line is missing: `Enter a move: ` at the …"),
            (45, "2. A line is missing: `Enter a move: ` at …"),
            (40, "2. A line is missing: `Enter a move: ` …"),
            (39, "2. A line is missing: `Enter a move:…`"),
            (33, "2. A line is missing: `Enter a …`"),
            (32, "2. A line is missing: …"),
            (13, "2. A line …"),
        ] {
            assert_eq!(cut_words(sentence, most), shown);
        }
        assert_eq!(cut_words("unbroken", 5), "unbr…");
    }

    proptest! {
        #[test]
        fn what_is_cut_fits_and_is_the_beginning(text in "[a-c` …王]{0,30}", most in 1..30_usize) {
            let cut = cut_words(&text, most);
            prop_assert!(cut.chars().count() <= most);
            let start = cut.strip_suffix("…`").or(cut.strip_suffix('…')).unwrap_or(&cut);
            prop_assert!(cut == text || start != cut && text.starts_with(start));
        }

        #[test]
        fn two_names_of_submissions_never_look_the_same(
            one in "[a \n\u{1b}␊␠\u{a0}\u{ffff}\\\\u{}1bf0]{1,6}",
            two in "[a \n\u{1b}␊␠\u{a0}\u{ffff}\\\\u{}1bf0]{1,6}",
        ) {
            let shown = [&one, &two].map(|it| name(it));
            prop_assert_eq!(shown[0] == shown[1], one == two);
            let is_seen = !shown[0].contains(['\n', '\u{1b}', '\u{a0}', '\u{ffff}']);
            prop_assert!(is_seen, "{:?}", shown[0]);
        }

        #[test]
        fn an_ordinary_name_stays(text in r"[a-zÇü王=+.\\]([ ,]?[a-zÇü王=+.\\]){0,5}") {
            prop_assert_eq!(name(&text), text);
        }
    }

    #[test]
    fn what_is_repeated_is_shown_once() {
        let dashes = "-".repeat(13);
        for (unit, times, shown) in [
            ("Move: ", 13, "Move: (repeated: 13 times)"),
            (
                "Zug für B: Zug für W: ",
                4,
                "Zug für B: Zug für W: (repeated: 4 times)",
            ),
            ("warning\n", 2, "warning\nwarning\n"),
            ("-", 13, &dashes),
        ] {
            assert_eq!(without_repeats(&unit.repeat(times)), shown);
        }
    }

    #[test]
    fn a_clipped_text_ends_with_a_whole_line() {
        assert_eq!(clipped("ab\ncd\n", 6), "ab\ncd\n");
        assert_eq!(clipped("ab\ncd\n", 5), "ab\n(1 line left out)");
        assert_eq!(clipped("a\u{e9}\ncd\ne", 2), "(3 lines left out)");
    }

    #[test]
    fn points_have_no_needless_digits() {
        let shown = [3.0, 2.5, 0.0, 100.0, 1.0 / 3.0].map(points);
        assert_eq!(shown, ["3", "2.5", "0", "100", "0.333"]);
    }
}
