//! Any input comes to an end.

#[test]
fn any_input_comes_to_an_end() {
    course_tests::survives_any_input("[0-7] [0-7]", cmsc201::run);
}
