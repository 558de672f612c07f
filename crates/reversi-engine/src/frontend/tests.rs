//! Helpers for the tests of the front ends.

use super::Settings;
use crate::{Options, SearchLimits};

/// Returns settings with a small table and this depth.
pub(super) fn settings(depth: u32) -> Settings {
    Settings {
        options: Options {
            table: 1,
            ..Options::default()
        },
        limits: SearchLimits {
            depth: Some(depth),
            time: None,
        },
    }
}

pub(super) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("front ends write text")
}
