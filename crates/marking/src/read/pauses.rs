//! Requests for Enter: `Press Enter to continue`.

use super::lines::Lines;
use super::screen::sequences;
use super::words::{phrases, words};

/// Returns `true` if the last line that is not blank asks for Enter and nothing else.
pub(crate) fn asks_for_enter(output: &[u8]) -> bool {
    // What is drawn elsewhere on the screen is another line.
    let moves = sequences(output).filter(|(_, last)| b"ABEFHdf".contains(last));
    let mut from = 0;
    let lines = moves.map(|(at, _)| at).chain([output.len()]).map(|at| {
        let part = &output[from..at];
        from = at;
        Lines::stripped(part).text(|_| true)
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    let Some(line) = text.lines().rfind(|line| !line.trim().is_empty()) else {
        return false;
    };
    let line = words(line);
    let asks = |requests: &str, not_after: &[&str]| {
        phrases(requests).iter().any(|request| {
            let Some(at) = line.find(request) else {
                return false;
            };
            let (before, after) = (&line[..=at], &line[at + request.len() - 1..]);
            let is_remark = phrases("remark").iter().any(|it| after.starts_with(it));
            let mut others = not_after.iter().flat_map(|name| phrases(name));
            !is_remark && !others.any(|other| before.contains(other))
        })
    };
    asks("continue", &["typing"]) || asks("enter", &["typing", "move"])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::rows;

    #[test]
    fn requests_for_enter_are_understood() {
        for [expected, line] in rows(include_str!("pauses.txt")) {
            assert_eq!(asks_for_enter(line.as_bytes()), expected == "yes", "{line}");
        }
    }
}
