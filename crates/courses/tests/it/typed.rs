//! The typed lines of an input.

use courses::by_name;

#[test]
fn a_prompt_is_found_by_its_last_words() {
    let aps105 = by_name("aps105-lab8").expect("it is a course");
    let output = b"Enter the board dimension: Computer plays (B/W) :   abcd\n";
    assert_eq!(aps105.awaited(output), [27, 50]);
    let comp10050 = by_name("comp10050").expect("it is a course");
    let output = b"Player 1 please insert your name:   \nPlayer 2 please insert your name:   \n";
    assert_eq!(comp10050.awaited(output), [37, 74]);
}

#[test]
fn an_empty_line_is_a_line_and_the_end_of_input_is_not() {
    let course = by_name("utoronto-a1").expect("it is a course");
    let typed: Vec<_> = course.lines(b"cd\r\n\n ce \n").collect();
    assert_eq!(typed, [0..2, 4..4, 6..8]);
}
