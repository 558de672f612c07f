//! Requests for Enter: `Press Enter to continue`.

use super::lines::Lines;
use super::words::{list, words};

/// Returns `true` if the last line of `output`, blank ones apart, asks for Enter and
/// for nothing else.
pub(crate) fn asks_for_enter(output: &[u8]) -> bool {
    let text = Lines::stripped(output).text(|_| true);
    let Some(line) = text.lines().rfind(|line| !line.trim().is_empty()) else {
        return false;
    };
    let line = words(line);
    let asks = |requests: &[&str], before: &[&[&str]]| {
        let places = requests.iter().filter_map(|request| {
            let request = words(request);
            line.find(&request)
                .map(|at| (&line[..=at], &line[at + request.len() - 1..]))
        });
        let mut places = places.filter(|(_, rest)| {
            let remark = |word: &str| rest.starts_with(&words(word));
            !list("remark").iter().any(|word| remark(word))
        });
        places.any(|(start, _)| {
            let mut words_before = before.iter().copied().flatten();
            !words_before.any(|word| start.contains(&words(word)))
        })
    };
    let (typing, moves) = (list("typing"), list("move"));
    asks(list("continue"), &[typing]) || asks(list("enter"), &[typing, moves])
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
