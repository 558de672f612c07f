//! CRLF, which C programs in text mode on Windows print for each newline.

use sandbox::{Progress, Run};
use transcript::{Case, join_line_ends};

/// Joins the line ends in the expectations of `case`, which a checkout on Windows may have
/// changed.
pub(crate) fn join_expected(case: &mut Case) {
    if let Some(expected) = &mut case.expected {
        for text in [&mut expected.stdout]
            .into_iter()
            .chain(expected.files.values_mut())
        {
            *text = join_line_ends(text).into_owned();
        }
    }
}

pub(super) fn join_run(run: &mut Run) {
    for text in [&mut run.stdout].into_iter().chain(run.files.values_mut()) {
        *text = join_line_ends(text).into_owned();
    }
}

/// Calls `look` with line ends joined. A CR at the end may be half of one.
pub(super) fn with_joined<T>(progress: Progress<'_>, look: impl FnOnce(Progress<'_>) -> T) -> T {
    let whole = progress.output.strip_suffix(b"\r");
    let output = join_line_ends(whole.unwrap_or(progress.output));
    look(Progress {
        output: &output,
        ..progress
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_line_end_is_not_looked_at() {
        let progress = Progress {
            output: b"a\r\nb\r",
            input_left: 1,
        };
        with_joined(progress, |progress| {
            assert_eq!((progress.output, progress.input_left), (&b"a\nb"[..], 1));
        });
    }
}
