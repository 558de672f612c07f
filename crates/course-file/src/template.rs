//! Texts with placeholders.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TextPart<S> {
    Text(String),
    Slot(S),
}

/// Parses placeholders `{name}` with `slot`; `{{` and `}}` are braces. Fails with the name of
/// an unknown placeholder.
pub(crate) fn parse<S>(
    text: &str,
    slot: impl Fn(&str) -> Option<S>,
) -> Result<Vec<TextPart<S>>, String> {
    let mut parts = Vec::new();
    let mut words = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        words.push_str(&rest[..at]);
        let brace = &rest[at..=at];
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix(brace) {
            words.push_str(brace);
            rest = after;
            continue;
        }
        let end = rest.find('}').filter(|_| brace == "{");
        let end = end.ok_or_else(|| brace.to_owned())?;
        let slot = slot(&rest[..end]).ok_or_else(|| rest[..end].to_owned())?;
        if !words.is_empty() {
            parts.push(TextPart::Text(std::mem::take(&mut words)));
        }
        parts.push(TextPart::Slot(slot));
        rest = &rest[end + 1..];
    }
    words.push_str(rest);
    if !words.is_empty() {
        parts.push(TextPart::Text(words));
    }
    Ok(parts)
}
