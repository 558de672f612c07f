//! Trains the weights of the engine's evaluation.

use std::process::ExitCode;

fn main() -> ExitCode {
    reversi_train::cli::main()
}
