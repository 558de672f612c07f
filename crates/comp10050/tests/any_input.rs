//! Any input comes to an end.

#[test]
fn any_input_comes_to_an_end() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let result_file = folder.path().join("result.txt");
    course_tests::survives_any_input("[1-9]", |console| comp10050::run(console, &result_file));
}
