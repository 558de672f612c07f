//! From a submitted folder to a program: copy, find, build.

#![forbid(unsafe_code)]

mod build;
mod copy;
mod find;
mod java;

pub use build::{LIMITS, Site, Unbuilt, compile, prepare, shell};
pub use copy::{Building, Copy};
pub use find::find;
pub use java::hold;
