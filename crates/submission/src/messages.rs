//! Compiler messages: the first error, the warnings, and the parts of a long output to keep.

use bstr::ByteSlice;
use transcript::visible;

use crate::pattern::pattern;

/// The parts of a long output that are kept, in bytes. The first error is near the beginning.
const HEAD: usize = 6 << 10;
const TAIL: usize = 2 << 10;

/// The number of lines below a Rust error that contain its place.
const PLACE: usize = 5;

const LONGEST: usize = 300;

/// Matches errors of most compilers, of C#, of Go and of linkers, with their file, and those of
/// compilers, `make` and shells that lack a file or a command.
const ERROR: &str = concat!(
    r"^(?:\S.*?:\d+(?::\d+)?: (?:fatal )?error: |\S.*?\.cs\(\d+,\d+\): error |\S.*?\.go:\d+:\d+: ",
    r"|(?:\S*gcc|\S*g\+\+|cc1|cc1plus|clang\S*): (?:fatal )?error: |(?:make|\S+:\d+): \*\*\* (?:No|missing) ",
    r"|\S*sh: (?:line )?(?:\d+: )?\S+: (?:command )?not found)"
);
/// The linker's own file has no name before the parenthesis.
const LINKER: &str = concat!(
    r"(?:(?:^|[:/ ])([^:/ ]+):|^)\(\.\S+\): ((?:undefined reference|multiple definition).*)",
    r"|ld: (cannot find .*)"
);
const WARNING: &str = r"^(?:warning(?:\[\w+\])?|\S.*?[:)](?:\d+:)? warning(?: \w+)?): ";

/// Returns the first error in a compiler's `output`, with its file and line, as one line.
pub(crate) fn first_error(output: &str) -> Option<String> {
    let [error, linker] = [ERROR, LINKER].map(pattern);
    let lines: Vec<&str> = output.lines().collect();
    let found = lines.iter().enumerate().find_map(|(at, line)| {
        if let Some(error) = linker.captures(line) {
            let parts = error.iter().skip(1).flatten().map(|part| part.as_str());
            return Some(parts.collect::<Vec<_>>().join(": "));
        }
        let is_rust = line.starts_with("error:") || line.starts_with("error[");
        if !is_rust || line.contains("could not compile") {
            return error.is_match(line).then(|| (*line).to_owned());
        }
        let mut below = lines[at..].iter().take(PLACE);
        let place = below.find_map(|line| line.trim_start().strip_prefix("--> "));
        Some(place.map_or(String::new(), |place| format!("{place}: ")) + line)
    })?;
    let found = found.trim_start_matches("./").chars();
    Some(found.take(LONGEST).collect())
}

/// Returns the first lines of a compiler's warnings.
pub fn warnings(output: &str) -> Vec<&str> {
    let warning = pattern(WARNING);
    // Cargo's count is not a warning.
    let is_summary = |line: &str| line.starts_with("warning: `") && line.contains(" generated ");
    let lines = output.lines();
    lines
        .filter(|line| warning.is_match(line) && !is_summary(line))
        .collect()
}

/// Shows invisible characters, and keeps the beginning and end of a long output.
pub(crate) fn shortened(output: &[u8]) -> String {
    if output.len() <= HEAD + TAIL {
        return visible(output);
    }
    let tail = output.len() - TAIL;
    let lines = output[HEAD..tail].lines().count();
    let [head, tail] = [&output[..HEAD], &output[tail..]].map(visible);
    format!("{head}\n… ({lines} lines left out)\n{tail}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_is_found_and_warnings_are_counted() {
        for example in include_str!("messages.txt").split("\n=== ").skip(1) {
            let (claim, output) = example.split_once('\n').expect("it has an output");
            let (count, error) = claim.split_once(' ').unwrap_or((claim, ""));
            let found = first_error(output).unwrap_or_default();
            let counted = warnings(output).len().to_string();
            assert_eq!((&*counted, &*found), (count, error), "{output}");
        }
    }

    #[test]
    fn the_beginning_and_the_end_of_a_long_output_are_kept() {
        let lines: Vec<String> = (1000..3000).map(|line| line.to_string()).collect();
        let lines = lines.join("\n") + "\n";
        let kept = shortened(lines.as_bytes());
        assert!(
            kept.starts_with("1000\n") && kept.ends_with("2999\n"),
            "{kept}"
        );
        assert!(kept.contains("\n… (363 lines left out)\n"), "{kept}");
    }
}
