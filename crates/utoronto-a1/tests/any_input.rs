//! Any input comes to an end.

#[test]
fn any_input_comes_to_an_end() {
    course_tests::survives_any_input("[a-h]{2}", utoronto_a1::run);
}
