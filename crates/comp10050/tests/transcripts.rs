//! Every transcript in fixtures/comp10050, a named test each.

fn main() -> std::process::ExitCode {
    course_tests::harness("comp10050", env!("CARGO_BIN_EXE_comp10050"))
}
