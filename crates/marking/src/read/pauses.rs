//! Requests for Enter: `Press Enter to continue`.

use super::lines::Lines;
use super::screen::sequences;
use super::words::{list, words};

/// Returns `true` if the last line of `output`, blank ones apart, asks for Enter and
/// for nothing else.
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
