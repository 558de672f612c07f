//! The functions that the page calls. Values are JSON; a result with a key `error` is a
//! sentence for the reader.

use std::cell::RefCell;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::program::Memory;
use crate::{address, catalogue, check, suite, view};

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// Returns every course: [`catalogue::Entry`].
#[wasm_bindgen]
pub fn courses() -> String {
    text(Ok(catalogue::courses()))
}

/// Returns what the page shows of a [`State`](crate::state::State): [`view::View`].
#[wasm_bindgen]
pub fn view(state: &str) -> String {
    text(
        parsed(state).and_then(|state| MEMORY.with_borrow_mut(|memory| view::view(&state, memory))),
    )
}

/// Returns a position of the game of a [`State`](crate::state::State) with its legal moves:
/// [`view::Position`].
#[wasm_bindgen]
pub fn position(state: &str, index: usize) -> String {
    text(
        parsed(state).and_then(|state| {
            MEMORY.with_borrow_mut(|memory| view::position(&state, index, memory))
        }),
    )
}

/// Returns the `fragment` of the address of a [`State`](crate::state::State).
#[wasm_bindgen]
pub fn address(state: &str) -> String {
    let written = parsed(state).and_then(|state| address::write(&state));
    text(written.map(|fragment| json!({ "fragment": fragment })))
}

/// Returns the [`State`](crate::state::State) that a fragment of an address has.
#[wasm_bindgen]
pub fn from_address(fragment: &str) -> String {
    text(address::read(fragment))
}

/// Returns the SVG of a board without discs: [`pages::grid::svg`]. `labels` is a
/// [`view::Labels`].
#[wasm_bindgen]
pub fn board_svg(labels: &str) -> String {
    match serde_json::from_str::<view::Labels>(labels) {
        Ok(labels) => pages::grid::svg(&labels.rows, &labels.cols).into_string(),
        Err(_) => String::new(),
    }
}

/// Lists the cases of a course: [`suite::Listed`].
#[wasm_bindgen]
pub fn cases(course: &str) -> String {
    text(suite::list(course))
}

/// Returns a case of a course: [`suite::Shown`].
#[wasm_bindgen]
pub fn case(course: &str, name: &str) -> String {
    text(MEMORY.with_borrow_mut(|memory| suite::show(course, name, memory)))
}

/// Returns the `name` of the case that a file with an output is for, or null.
#[wasm_bindgen]
pub fn match_case(course: &str, file: &str) -> String {
    text(suite::match_case(course, file).map(|name| json!({ "name": name })))
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

/// Checks an output for a case of a course: [`check::Checked`]. If `strictness` is empty, the
/// course's own counts.
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

fn parsed<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    serde_json::from_str(json).map_err(|error| format!("The page sent damaged data: {error}."))
}

fn text(result: Result<impl Serialize, String>) -> String {
    let text = match result {
        Ok(value) => serde_json::to_string(&value),
        Err(error) => serde_json::to_string(&json!({ "error": error })),
    };
    text.expect("the values have only strings as keys")
}
