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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_crash_are_found() {
        for (stderr, words) in [
            (
                "\nthread 'main' (7) panicked at src/main.rs:3:5:\nindex out of bounds\nnote: run\n",
                "panicked at src/main.rs:3:5: index out of bounds",
            ),
            (
                "Move: Traceback (most recent call last):\n  File \"a.py\", line 9, in <module>\n    f()\n  \
                 File \"a.py\", line 5, in f\n    int(\"x\")\nValueError: invalid literal\n",
                "ValueError: invalid literal (a.py, line 5, in f)",
            ),
            (
                "Exception in thread \"main\" java.lang.Error: no\n\tat Main.main(Main.java:3)\n",
                "Exception in thread \"main\" java.lang.Error: no at Main.main(Main.java:3)",
            ),
            (
                "terminate called after throwing an instance of 'std::out_of_range'\n  what():  at\n",
                "terminate called after throwing an instance of 'std::out_of_range' what(): at",
            ),
            (
                "a: a.c:5: main: Assertion `x' failed.\n",
                "a: a.c:5: main: Assertion `x' failed.",
            ),
        ] {
            assert_eq!(crash(stderr.as_bytes()).as_deref(), Some(words));
        }
        for stderr in [
            "",
            "debug: 3\n",
            "error: input ended before the game was over\n",
        ] {
            assert_eq!(crash(stderr.as_bytes()), None);
        }
    }
}
