//! Markdown as GitHub shows it in the summary of a job: tables and blocks of code, and
//! no text of a program outside of these blocks that has a meaning.

/// The largest summary that GitHub takes, in bytes.
const LARGEST: usize = 1 << 20;

pub(super) fn check(text: &str) -> Result<(), String> {
    if text.len() > LARGEST {
        return Err(format!("{} bytes", text.len()));
    }
    let mut block: Option<&str> = None;
    for line in text.lines() {
        let ticks = line.len() - line.trim_start_matches('`').len();
        match block {
            // Only a line of as many backticks ends a block.
            Some(fence) if ticks >= fence.len() && line.trim_end().len() == ticks => block = None,
            None if ticks >= 3 => block = Some(&line[..ticks]),
            None if line.contains(['<', '>', '\r']) => return Err(format!("HTML: {line:?}")),
            None if ticks > 0 => return Err(format!("code: {line:?}")),
            None if line.starts_with('|') && columns(line) != 4 => {
                return Err(format!("not a row of the table: {line:?}"));
            }
            _ => {}
        }
    }
    match block {
        Some(_) => Err("a block of code has no end".to_owned()),
        None => Ok(()),
    }
}

/// The number of columns in a row of a table, in which a backslash makes the next
/// character plain.
fn columns(row: &str) -> usize {
    let (mut bars, mut is_plain) = (0, false);
    for character in row.chars() {
        bars += usize::from(character == '|' && !is_plain);
        is_plain = character == '\\' && !is_plain;
    }
    bars - 1
}
