#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod advice;
pub mod archive;
mod build;
mod building;
mod clutter;
mod compiled;
mod copy;
mod digest;
pub mod export;
mod failed;
mod files;
mod find;
mod installed;
mod java;
mod language;
mod messages;
mod mode;
mod pattern;
mod sources;
mod toolchain;
mod tree;

pub use build::{Messages, Prepared, Sources, compile, named, needs_build, shell};
pub use building::{BUILD_LIMITS, Building, Site};
pub use clutter::is_clutter;
pub use compiled::checked;
pub use copy::WorkingCopy;
pub use digest::digest;
pub use failed::{Advice, Failed, Stage, Unbuilt};
pub use files::argument;
pub use find::{find, prepare};
pub use installed::installed;
pub use java::limit_java_heap;
pub use language::is_source;
pub use messages::warnings;
pub use sources::{is_project, sources};
pub use toolchain::Toolchain;
