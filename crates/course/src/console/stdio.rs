//! A dialogue on the process's standard streams, and its exit status.

use std::io::{self, BufWriter, IsTerminal};
use std::process::ExitCode;

use super::{Console, Result};

/// Runs `dialogue` on standard input and output. Returns exit status 0 if it completes, and 1
/// with a message on standard error if it fails.
///
/// Output is buffered up to each prompt. If the reader of a pipe closes it, the program ends
/// without a message and with status 0.
pub(crate) fn on_stdio(dialogue: impl FnOnce(&mut Console<'_>) -> Result<()>) -> ExitCode {
    let mut input = io::stdin().lock();
    let mut output = BufWriter::new(io::stdout().lock());
    let mut console = Console::new(&mut input, &mut output);
    let ended = dialogue(&mut console);
    let flushed = console.flush();
    let Some(message) = ended.and(flushed).err().and_then(|error| error.report()) else {
        return ExitCode::SUCCESS;
    };
    #[expect(clippy::print_stderr, reason = "errors go to standard error")]
    {
        // On a terminal, the cursor is still after a prompt.
        if io::stderr().is_terminal() {
            eprintln!();
        }
        eprint!("{message}");
    }
    ExitCode::FAILURE
}

/// Returns `true` if standard output is a terminal, and the environment sets neither `NO_COLOR`
/// nor `TERM=dumb`. A transcript must not depend on the environment, so other output never has
/// colours.
pub(crate) fn stdout_takes_colour() -> bool {
    let stdout = io::stdout();
    stdout.is_terminal() && anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never
}
