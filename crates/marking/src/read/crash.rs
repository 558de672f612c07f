//! The last words of a program that crashed.

/// The longest words that are kept, and the longest place, in characters. A path of the
/// marker, which is taken out later, may be in the place.
const LONGEST: usize = 200;
const LONGEST_PLACE: usize = 400;

/// The beginnings of reports with the places below them: of Java, of C#, of Go.
const THROWN: [&str; 3] = ["Exception in thread ", "Unhandled exception. ", "panic: "];

/// Parts of the places in an interpreter's own files, and not in those of the submission.
const LIBRARIES: [&str; 12] = [
    "/lib/python",
    "site-packages",
    "<frozen ",
    "java.base/",
    "at java.",
    "at jdk.",
    "at sun.",
    "node:",
    "at System.",
    "/lib/go",
    "/go/src/",
    "/rustc/",
];

/// Returns `true` for the first line of the report of a crash.
pub fn begins_crash(line: &str) -> bool {
    let words = ["Traceback (most recent call last)", " panicked at "];
    words
        .iter()
        .chain(&THROWN)
        .any(|words| line.contains(words))
}

/// Returns what `stderr` says of a crash, on one line: a panic, a traceback, an exception
/// or a failed assertion, with the place in the submission that it names. `None` if it has
/// none of them.
pub fn crash(stderr: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(stderr);
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let last = |is: &dyn Fn(&str) -> bool| lines.iter().rposition(|line| is(line));
    let is_place = |line: &str| line.trim_start().starts_with("File \"") && line.starts_with(' ');
    let traceback = last(&|line| line.contains("Traceback (most recent call last)"));
    let frames = |from: usize| lines[from..].iter().copied().filter(|line| is_frame(line));
    let is_thrown = |line: &str| THROWN.iter().find_map(|it| line.find(it));
    let (words, place) = if let Some(at) = last(&|line| line.contains("panicked at ")) {
        let place = lines[at]
            .split_once("panicked at ")
            .map_or("", |(_, place)| place);
        let message = lines.get(at + 1).copied().unwrap_or_default();
        (format!("panicked at {place} {message}"), None)
    // A program that Python cannot read has no traceback.
    } else if let Some(at) = traceback.or_else(|| lines.iter().position(|line| is_place(line))) {
        // Prompts may be before it on its line.
        let raised = |line: &&&str| !line.starts_with(' ') && !line.is_empty();
        let error = lines[at + 1..].iter().find(raised)?;
        let places = lines[at..].iter().filter(|line| is_place(line)).rev();
        let places = places.map(|place| place.trim_start().trim_start_matches("File "));
        let place = own(places).map(|place| format!("({})", place.replace('"', "")));
        ((*error).to_owned(), place)
    } else if let Some(at) = last(&|line| is_thrown(line).is_some()) {
        let from = is_thrown(lines[at]).unwrap_or_default();
        let place = own(frames(at + 1));
        (lines[at][from..].to_owned(), place)
    } else if let Some(at) = (0..lines.len()).rfind(|&at| is_error(&lines[at..])) {
        let place = own(frames(at + 1));
        // What Node cannot read is named above.
        let above = lines[..at].iter().find(|line| line.contains("js:"));
        let place = place.or_else(|| above.map(|place| format!("({place})")));
        (lines[at].to_owned(), place)
    } else {
        let is_crash = |line: &str| {
            let words = [
                "terminate called",
                "Segmentation fault",
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
        let what = what.map_or("", |line| line.trim());
        (format!("{} {what}", lines[at]), None)
    };
    let place = place.map_or(String::new(), |place| format!(" {place}"));
    Some(one_line(&words, LONGEST).trim_end_matches(':').to_owned() + &place)
}

fn own<'a>(places: impl Iterator<Item = &'a str>) -> Option<String> {
    let is_own = |place: &&str| !LIBRARIES.iter().any(|it| place.contains(it));
    let mut own = places.filter(is_own);
    own.next().map(|place| one_line(place, LONGEST_PLACE))
}

fn is_frame(line: &str) -> bool {
    line.trim_start().starts_with("at ") || line.starts_with('\t') && line.contains(".go:")
}

fn one_line(words: &str, longest: usize) -> String {
    let words: Vec<&str> = words.split_whitespace().collect();
    words.join(" ").chars().take(longest).collect()
}

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

fn is_error(lines: &[&str]) -> bool {
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
