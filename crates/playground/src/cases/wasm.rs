//! The functions that the page calls. Values are JSON; a result with a key `error` is a sentence
//! for the reader.

use std::cell::RefCell;

use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::cases::{check, session, suite};
use crate::json::{parsed, text};
use crate::programs::run::Memory;

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// Lists the cases of a course: [`suite::Listed`].
#[wasm_bindgen]
pub fn cases(course: &str) -> String {
    text(suite::list(course))
}

/// Returns a case of a course: [`suite::ShownCase`].
#[wasm_bindgen]
pub fn case(course: &str, name: &str) -> String {
    text(MEMORY.with_borrow_mut(|memory| suite::show(course, name, memory)))
}

/// Returns the `name` of the case that a file with an output is for, or null.
#[wasm_bindgen]
pub fn match_case(course: &str, file: &str) -> String {
    text(suite::match_case(course, file).map(|name| json!({ "name": name })))
}

/// Returns the [`State`](crate::programs::state::State) of a copied terminal, or null.
#[wasm_bindgen]
pub fn read_session(course: &str, session: &str) -> String {
    text(MEMORY.with_borrow_mut(|memory| session::read(course, session, memory)))
}

/// Returns a zip archive of the cases `names`, a JSON array, in a layout.
#[wasm_bindgen]
pub fn download(course: &str, names: &str, layout: &str) -> Result<Vec<u8>, String> {
    suite::download(course, &parsed::<Vec<String>>(names)?, layout)
}

/// Returns a zip archive of cases that were made, a JSON array of [`suite::Made`].
#[wasm_bindgen]
pub fn make(course: &str, cases: &str, layout: &str) -> Result<Vec<u8>, String> {
    let cases = parsed::<Vec<suite::Made>>(cases)?;
    MEMORY.with_borrow_mut(|memory| suite::make(course, &cases, layout, memory))
}

/// Checks an output for a case of a course: [`check::Checked`].
#[wasm_bindgen]
pub fn check(course: &str, name: &str, output: &[u8], strictness: &str) -> String {
    text(check::check(course, name, output, named(strictness)))
}

/// Checks an output for a case that was made, a [`suite::Made`].
#[wasm_bindgen]
pub fn check_made(course: &str, made: &str, output: &[u8], strictness: &str) -> String {
    text(parsed::<suite::Made>(made).and_then(|made| {
        MEMORY.with_borrow_mut(|memory| {
            check::check_made(course, &made, output, named(strictness), memory)
        })
    }))
}

fn named(strictness: &str) -> Option<&str> {
    Some(strictness).filter(|name| !name.is_empty())
}
