//! The prompts at which a program waits for input.

/// The words that identify a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// It ends with these words; spaces after them may be missing.
    End(&'static str),
    /// It contains these words and continues to the end of its line.
    Line(&'static str),
}

/// Returns the offsets in `output` just after each of `prompts`, in order.
pub(super) fn awaited(prompts: &[Prompt], output: &[u8]) -> Vec<usize> {
    let mut found = Vec::new();
    for &prompt in prompts {
        let (Prompt::End(text) | Prompt::Line(text)) = prompt;
        let words = text.trim_end();
        // Many prompts may be on one line.
        let mut line_end = 0;
        for start in 0..output.len() {
            if !output[start..].starts_with(words.as_bytes()) {
                continue;
            }
            let end = start + words.len();
            let rest = &output[end..];
            let more = match prompt {
                Prompt::End(_) => rest
                    .iter()
                    .take(text.len() - words.len())
                    .take_while(|&&byte| byte == b' ')
                    .count(),
                Prompt::Line(_) => {
                    if line_end <= end {
                        let newline = rest.iter().position(|&byte| byte == b'\n');
                        line_end = end + newline.map_or(rest.len(), |newline| newline + 1);
                    }
                    line_end - end
                }
            };
            found.push(end + more);
        }
    }
    found.sort_unstable();
    found
}
