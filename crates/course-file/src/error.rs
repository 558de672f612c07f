//! Errors in a course file, with their place.

use std::fmt;
use std::ops::Range;

/// The reason why a text is no course, with line and column, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    pub line: usize,
    pub column: usize,
    pub reason: String,
}

impl FileError {
    pub(crate) fn at(text: &str, span: &Range<usize>, reason: impl Into<String>) -> Self {
        let before = text.get(..span.start).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: 1 + before.matches('\n').count(),
            column: 1 + before[line_start..].chars().count(),
            reason: reason.into(),
        }
    }

    pub(crate) fn of_toml(text: &str, error: &toml::de::Error) -> Self {
        let span = error.span().unwrap_or_default();
        let message = error
            .message()
            .replace("field", "key")
            .replace("variant", "value");
        let reason = match message.split_once(", expected ") {
            Some((found, names)) if found.starts_with("unknown") => {
                let mut words = message.split('`').skip(1).step_by(2);
                let wrong = words.next().unwrap_or_default();
                match nearest(wrong, words) {
                    Some(near) => format!("{found}; did you mean `{near}`?"),
                    None => format!("{found}; expected {names}"),
                }
            }
            _ => in_words(&message),
        };
        Self::at(text, &span, reason)
    }
}

/// Returns the parser's `message` without the names of Rust's types.
fn in_words(message: &str) -> String {
    let Some((found, expected)) = message.rsplit_once(", expected ") else {
        return message.to_owned();
    };
    let text = found.strip_prefix("invalid type: string ");
    let expected = match (expected, text) {
        ("u8" | "u16" | "u32" | "u64" | "usize", _) => "a number without quotes".to_owned(),
        ("a sequence", Some(text)) => format!("a list, such as `[{text}]`"),
        ("a sequence", None) => "a list".to_owned(),
        (other, _) => other.to_owned(),
    };
    format!("{found}, expected {expected}")
}

/// Returns an `unknown` error about `name`, with the nearest of `names`, or else all of them.
pub(crate) fn unknown<'a>(
    what: &str,
    name: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) -> String {
    if let Some(near) = nearest(name, names.clone()) {
        return format!("unknown {what} `{name}`; did you mean `{near}`?");
    }
    let names: Vec<&str> = names.collect();
    format!(
        "unknown {what} `{name}`; expected one of {}",
        names.join(", ")
    )
}

/// Returns an error about the placeholder `name`, with the `names` that exist there.
pub(crate) fn unknown_placeholder(name: &str, names: &[&str]) -> String {
    let near = nearest(name, names.iter().copied());
    let near = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
    let names: Vec<String> = names.iter().map(|name| format!("`{{{name}}}`")).collect();
    let names = names.join(", ");
    format!("unknown placeholder `{name}`; {near}The placeholders here are {names}")
}

fn nearest<'a>(wrong: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |name: &str| strsim::jaro_winkler(wrong, name);
    let near = names.max_by(|one, two| likeness(one).total_cmp(&likeness(two)));
    near.filter(|name| likeness(name) > 0.75)
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.reason
        )
    }
}

impl std::error::Error for FileError {}
