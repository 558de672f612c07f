//! Any input comes to an end.

use revergo::{Opponent, Options};

#[test]
fn any_input_comes_to_an_end() {
    let options = Options {
        opponent: Opponent::Greedy,
        ..Options::default()
    };
    course_tests::survives_any_input("[1-8]|[1-8] [1-8]", |console| {
        revergo::run(console, options)
    });
}
