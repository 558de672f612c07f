//! What must be true of every course.

mod typed;
