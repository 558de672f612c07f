#![doc = include_str!("../README.md")]

pub mod cli;
pub mod fit;
pub mod games;
pub mod gate;
mod hand_set;
pub mod label;
pub mod probcut;
mod progress;
mod samples;
mod symmetry;
mod values;
mod weights;

/// The result of a step; an error names the file or the argument that is wrong.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;
