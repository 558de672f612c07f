//! The two judges on programs of every kind.

mod mistakes;
mod recorded;
mod rows;
mod rules;
mod sixth_course;
mod text;
