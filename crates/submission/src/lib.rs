#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod build;
mod copy;
mod files;
mod find;
mod java;

pub use build::{BUILD_LIMITS, Site, Stage, Unbuilt, compile, prepare, shell};
pub use copy::{Building, WorkingCopy};
pub use find::find;
pub use java::limit_java_heap;
