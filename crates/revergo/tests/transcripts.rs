//! Every transcript in fixtures/revergo, a named test each.

fn main() -> std::process::ExitCode {
    course_tests::harness("revergo", env!("CARGO_BIN_EXE_revergo"))
}
