#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(clippy::disallowed_methods)]
#![allow(
    missing_docs,
    reason = "only this workspace uses it: a sentence stands where it says more than the name"
)]

pub mod board;
mod document;
pub mod grid;
mod marks;
pub mod playground;
pub mod replay;
pub mod text;

pub use document::{Document, Script, Style};

/// A script that makes a list of items a listbox: `createListbox`.
pub const LISTBOX: &str = include_str!("listbox.js");

/// The colours of all pages as CSS variables, light or dark.
pub const COLOURS: &str = include_str!("colours.css");
