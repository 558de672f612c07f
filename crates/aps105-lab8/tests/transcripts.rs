//! Every transcript in fixtures/aps105-lab8, a named test each.

fn main() -> std::process::ExitCode {
    course_tests::harness("aps105-lab8", env!("CARGO_BIN_EXE_aps105-lab8"))
}
