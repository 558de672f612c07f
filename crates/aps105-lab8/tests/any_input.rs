//! Any input comes to an end.

use aps105_lab8::{Opponent, SearchLimits, Spelling};

#[test]
fn any_input_comes_to_an_end() {
    course_tests::survives_any_input("[4BW]|[a-d]{2}", |console| {
        let limits = SearchLimits::default();
        aps105_lab8::run(console, Spelling::Color, Opponent::Prescribed, &limits)
    });
}
