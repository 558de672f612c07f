//! Every transcript in fixtures/utoronto-a1, a named test each.

fn main() -> std::process::ExitCode {
    course_tests::harness("utoronto-a1", env!("CARGO_BIN_EXE_utoronto-a1"))
}
