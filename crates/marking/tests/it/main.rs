//! The two judges on programs of every kind.

mod fake;
mod references;
mod rules;
mod text;
