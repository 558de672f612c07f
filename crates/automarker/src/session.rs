//! A run as it would have looked on a terminal.

use std::borrow::Cow;

use transcript::encode;

/// A reader wants the last turns, not the whole game.
const MOST_LINES: usize = 60;

/// In characters.
const LONGEST_LINE: usize = 400;

/// The output with each line of `input` after the prompt that asks for it:
/// what a terminal would show of the run. `prompts` are the texts after which
/// the program waits; one that ends in a newline is followed by the entry on a
/// line of its own. Only the end of a long session is kept. Where the output
/// has no prompt, the input is told before it.
pub fn session(prompts: &[&str], input: &[u8], output: &[u8]) -> String {
    let mut entries = input.split_inclusive(|&byte| byte == b'\n').map(visible);
    let mut text = String::new();
    let mut rest = output;
    let mut asked = false;
    while let Some(end) = next_prompt(prompts, rest) {
        asked = true;
        text.push_str(&visible(&rest[..end]));
        if let Some(entry) = entries.next() {
            text.push_str(&entry);
            if !entry.ends_with('\n') {
                text.push('\n');
            }
        }
        rest = &rest[end..];
    }
    text.push_str(&visible(rest));
    if !asked && !input.is_empty() {
        let entries: Vec<_> = entries
            .map(|entry| format!("> {}\n", entry.trim_end()))
            .collect();
        text.insert_str(0, &entries.concat());
    }
    let lines: Vec<_> = text.lines().map(cut).collect();
    match lines.len().checked_sub(MOST_LINES) {
        None | Some(0) => lines.join("\n"),
        Some(before) => format!("({before} lines before)\n{}", lines[before..].join("\n")),
    }
}

fn cut(line: &str) -> Cow<'_, str> {
    match line.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => Cow::from(format!("{}…", &line[..end])),
        None => Cow::from(line),
    }
}

/// Where the first prompt in `output` ends.
fn next_prompt(prompts: &[&str], output: &[u8]) -> Option<usize> {
    let end = |prompt: &&str| {
        let mut windows = output.windows(prompt.len());
        Some(windows.position(|window| window == prompt.as_bytes())? + prompt.len())
    };
    prompts.iter().filter_map(end).min()
}

/// `bytes` with invisible characters shown, but line ends as they are.
pub fn visible(bytes: &[u8]) -> String {
    let shown = encode(bytes).replace("␊\n", "\n");
    shown
        .strip_suffix("␄\n")
        .map_or(shown.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_stands_after_its_prompt() {
        let shown = session(
            &["move: "],
            b"cd\nxx\nce",
            b"board\nmove: no\nmove: board\n",
        );
        assert_eq!(shown, "board\nmove: cd\nno\nmove: xx\nboard");
    }

    #[test]
    fn a_prompt_with_a_newline_is_followed_by_the_entry() {
        assert_eq!(
            session(&["name:\n"], b"Ann\n", b"name:\nhello\n"),
            "name:\nAnn\nhello"
        );
    }

    #[test]
    fn without_a_prompt_the_input_comes_first() {
        assert_eq!(session(&[], b"1\n2\n", b"x\n"), "> 1\n> 2\nx");
    }

    #[test]
    fn only_the_end_of_a_long_session_is_kept() {
        let shown = session(&[], b"", "x\n".repeat(100).as_bytes());
        assert_eq!(shown.lines().count(), MOST_LINES + 1);
        assert!(shown.starts_with("(40 lines before)\nx"));
    }

    #[test]
    fn a_very_long_line_is_cut() {
        let shown = session(&[], b"", "○".repeat(5000).as_bytes());
        assert_eq!(shown.chars().count(), LONGEST_LINE + 1);
    }

    #[test]
    fn what_is_invisible_is_shown() {
        assert_eq!(
            session(&["move: "], b"a\r\n", b"move: \x1b\n"),
            "move: a␍\n␛"
        );
    }
}
