#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod batch;
pub mod cli;
pub mod command;
mod file_names;
mod gate;
mod generate;
mod guess;
mod line_by_line;
pub mod mark;
mod metadata;
mod mutants;
mod named;
pub mod options;
mod package;
mod points;
mod quote;
mod reach;
mod reference;
mod replace;
mod results;
mod rubric;
mod sheet;
pub mod toolchains;
pub mod workers;
