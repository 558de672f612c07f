//! Judging by the rules, and our own programs as references.

mod judge;
mod references;
