//! Every transcript in fixtures/cmsc201, a named test each.

fn main() -> std::process::ExitCode {
    course_tests::harness("cmsc201", env!("CARGO_BIN_EXE_cmsc201"))
}
