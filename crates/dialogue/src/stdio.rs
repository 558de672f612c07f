//! A dialogue on the real standard streams, and how it ends a program.

use std::io::{self, BufWriter, IsTerminal, StdinLock, StdoutLock};
use std::process::ExitCode;

use crate::{Console, Result};

/// Runs `dialogue` on standard input and output and says how the program
/// should exit: with 0 when it came to its end, with 1 and an explanation on
/// standard error when it broke off.
///
/// Output is buffered up to each prompt. When its reader has gone away, the
/// program ends quietly, with 0.
pub fn on_stdio(
    dialogue: impl FnOnce(
        &mut Console<StdinLock<'static>, BufWriter<StdoutLock<'static>>>,
    ) -> Result<()>,
) -> ExitCode {
    let output = BufWriter::new(io::stdout().lock());
    let mut console = Console::new(io::stdin().lock(), output);
    let ended = dialogue(&mut console);
    let flushed = console.flush();
    match ended.and(flushed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            #[expect(clippy::print_stderr, reason = "this is where errors are told")]
            {
                // On a terminal the cursor still stands behind a prompt.
                if io::stderr().is_terminal() {
                    eprintln!();
                }
                eprintln!("error: {error}");
            }
            ExitCode::FAILURE
        }
    }
}

/// Whether standard output may carry colours: it is a terminal, and neither
/// `NO_COLOR` nor `TERM=dumb` asks for plain text. Only a terminal ever gets
/// them: a transcript must not depend on the environment.
pub fn stdout_takes_colour() -> bool {
    let stdout = io::stdout();
    stdout.is_terminal() && anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never
}
