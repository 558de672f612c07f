//! Tests of the cases and of every fixture, as the page has them.

mod check;
mod fixtures;
mod texts;
