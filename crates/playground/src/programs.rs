//! The programs of the courses, run in memory: the first file that the page loads.

pub mod address;
pub mod catalogue;
pub mod import;
#[cfg(feature = "courses")]
pub mod openings;
pub mod run;
pub mod state;
pub mod view;
#[cfg(feature = "courses")]
pub mod wasm;
