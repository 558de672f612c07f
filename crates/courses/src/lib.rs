#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(clippy::disallowed_methods)]

#[cfg(feature = "cases")]
pub mod cases;

use course::Course;

/// Every course.
pub static ALL: &[Course] = &[
    utoronto_a1::COURSE,
    aps105_lab8::COURSE,
    cmsc201::COURSE,
    comp10050::COURSE,
    revergo::COURSE,
];

/// Returns the course with this name.
pub fn by_name(name: &str) -> Option<&'static Course> {
    ALL.iter().find(|course| course.name == name)
}
