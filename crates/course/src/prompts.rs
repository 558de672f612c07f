//! Where an output awaits input.

/// The offsets in `output` just after one of `prompts`, in order. One that
/// ends in `…` goes on to the end of its line.
pub(super) fn awaited(prompts: &[&str], output: &[u8]) -> Vec<usize> {
    let mut found = Vec::new();
    for prompt in prompts {
        let (words, whole_line) = match prompt.strip_suffix('…') {
            Some(words) => (words, true),
            None => (prompt.trim_end(), false),
        };
        let spaces = prompt.len() - prompt.trim_end().len();
        for start in 0..output.len() {
            if !output[start..].starts_with(words.as_bytes()) {
                continue;
            }
            let end = start + words.len();
            let rest = &output[end..];
            let more = if whole_line {
                let newline = rest.iter().position(|&byte| byte == b'\n');
                newline.map_or(rest.len(), |newline| newline + 1)
            } else {
                rest.iter()
                    .take(spaces)
                    .take_while(|&&byte| byte == b' ')
                    .count()
            };
            found.push(end + more);
        }
    }
    found.sort_unstable();
    found
}
