#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod archive;
mod build;
mod c;
mod clutter;
mod copy;
mod digest;
pub mod export;
mod files;
mod find;
mod installed;
mod java;
mod mode;
mod sources;
mod toolchain;
mod tree;

pub use build::{
    BUILD_LIMITS, Prepared, Site, Stage, Unbuilt, build_policy, compile, named, needs_build,
    prepare, shell,
};
pub use clutter::is_clutter;
pub use copy::{Building, WorkingCopy};
pub use digest::digest;
pub use files::argument;
pub use find::find;
pub use installed::installed;
pub use java::limit_java_heap;
pub use sources::sources;
pub use toolchain::Toolchain;
