//! Tests of all courses.

mod any_input;
mod in_memory;
mod typed;
