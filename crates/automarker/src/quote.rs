//! Quotes words for a shell.

use std::borrow::Cow;

pub(crate) fn quoted_all(words: &[impl AsRef<str>]) -> String {
    // A process's arguments contain no NUL bytes.
    let quoted = |word| shlex::try_quote(word).unwrap_or(Cow::Borrowed("''"));
    let words: Vec<_> = words.iter().map(|word| quoted(word.as_ref())).collect();
    words.join(" ")
}
