//! The last words of a program that crashed.

/// The longest words that are kept, in characters.
const LONGEST: usize = 200;

/// Returns what `stderr` says of a crash, on one line: a panic, a traceback, an exception
/// or a failed assertion. `None` if it has none of them.
pub fn crash(stderr: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(stderr);
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let last = |is: &dyn Fn(&str) -> bool| lines.iter().rposition(|line| is(line));
    let words = if let Some(at) = last(&|line| line.contains("panicked at ")) {
        let place = lines[at]
            .split_once("panicked at ")
            .map_or("", |(_, place)| place);
        let message = lines.get(at + 1).copied().unwrap_or_default();
        format!("panicked at {place} {message}")
    } else if let Some(at) = last(&|line| line.contains("Traceback (most recent call last)")) {
        // Prompts may be before it on its line.
        let raised = |line: &&&str| !line.starts_with(' ') && !line.is_empty();
        let error = lines[at + 1..].iter().find(raised)?;
        let files = lines[at + 1..].iter().rev();
        let mut places = files.filter_map(|line| line.trim().strip_prefix("File "));
        match places.next() {
            Some(place) => format!("{error} ({})", place.replace('"', "")),
            None => (*error).to_owned(),
        }
    } else if let Some(at) = last(&|line| line.starts_with("Exception in thread ")) {
        let at_place = lines[at + 1..].iter().map(|line| line.trim());
        let place = at_place.into_iter().find(|line| line.starts_with("at "));
        format!("{} {}", lines[at], place.unwrap_or_default())
    } else if let Some(at) = (0..lines.len()).rfind(|&at| is_thrown(&lines[at..])) {
        lines[at].to_owned()
    } else {
        let is_crash = |line: &str| {
            let words = [
                "terminate called",
                "Assertion ",
                "ERROR: AddressSanitizer",
                "runtime error:",
            ];
            words.iter().any(|words| line.contains(words))
        };
        let at = last(&is_crash)?;
        let what = lines
            .get(at + 1)
            .filter(|line| line.trim().starts_with("what():"));
        format!("{} {}", lines[at], what.map_or("", |line| line.trim()))
    };
    let words: Vec<&str> = words.split_whitespace().collect();
    Some(
        words
            .join(" ")
            .trim_end_matches(':')
            .chars()
            .take(LONGEST)
            .collect(),
    )
}

/// Returns the first error that the sanitizers of a C compiler report, and its place.
pub fn sanitizer(stderr: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(stderr);
    text.lines()
        .find_map(|line| match line.split_once(": runtime error: ") {
            Some((place, error)) => Some(format!("{error}, {place}")),
            None => line
                .strip_prefix("SUMMARY: AddressSanitizer: ")
                .map(str::to_owned),
        })
}

/// Returns `true` if `lines` begin with an error of JavaScript and the place that threw it.
fn is_thrown(lines: &[&str]) -> bool {
    let [error, place, ..] = lines else {
        return false;
    };
    let name = error.split_once(": ").map_or("", |(name, _)| name);
    name.ends_with("Error") && place.trim_start().starts_with("at ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::rows;

    #[test]
    fn the_first_error_of_a_sanitizer_is_found() {
        let errors = "x\n/a/b.c:7:9: runtime error: index 8 out of bounds for type 'char [8]'\n";
        let summary = "SUMMARY: AddressSanitizer: SEGV /a/b.c:7 in main\n";
        let found = |stderr: &str| sanitizer(stderr.as_bytes());
        let index = "index 8 out of bounds for type 'char [8]', /a/b.c:7:9";
        assert_eq!(found(&format!("{errors}{summary}")).as_deref(), Some(index));
        assert_eq!(found(summary).as_deref(), Some("SEGV /a/b.c:7 in main"));
        assert_eq!(found("Segmentation fault\n"), None);
    }

    #[test]
    fn the_words_of_a_crash_are_found() {
        for [stderr, words] in rows(include_str!("crash.txt")) {
            let found = crash(stderr.as_bytes());
            assert_eq!(found.as_deref().unwrap_or("-"), words);
        }
    }
}
