//! What the marker needs from elsewhere, in one place: running a program,
//! reading cases, knowing the courses.

pub mod course;
pub mod process;
pub mod suite;
