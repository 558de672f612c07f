//! Marks anyone's program against a course's cases.
#![forbid(unsafe_code)]

pub mod judge;
