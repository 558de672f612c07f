//! The functions that the page calls. Values are JSON; a result with a key `error` is a sentence
//! for the reader.

use std::cell::RefCell;

use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json::{parsed, text};
use crate::programs::run::Memory;
use crate::programs::{address, catalogue, import, openings, view};

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// Returns every course: [`catalogue::courses`].
#[wasm_bindgen]
pub fn courses() -> String {
    text(Ok(catalogue::courses()))
}

/// Returns what the page shows of a [`State`](crate::programs::state::State): [`view::view`].
#[wasm_bindgen]
pub fn view(state: &str, known: usize) -> String {
    text(
        parsed(state)
            .and_then(|state| MEMORY.with_borrow_mut(|memory| view::view(&state, known, memory))),
    )
}

/// Returns a position of a game with its legal moves: [`view::GamePosition`].
#[wasm_bindgen]
pub fn position(state: &str, index: usize) -> String {
    text(
        parsed(state).and_then(|state| {
            MEMORY.with_borrow_mut(|memory| view::position(&state, index, memory))
        }),
    )
}

/// Returns the sentence about why a square cannot be played.
#[wasm_bindgen]
pub fn why_illegal(state: &str, square: usize) -> String {
    text(parsed(state).and_then(|state| {
        MEMORY.with_borrow_mut(|memory| view::why_illegal(&state, square, memory))
    }))
}

/// Returns the [`State`](crate::programs::state::State) of the game in a text, or of a link.
#[wasm_bindgen]
pub fn read_text(course: &str, game: &str) -> String {
    let read = || MEMORY.with_borrow_mut(|memory| import::import(course, game, memory));
    text(address::linked(game).unwrap_or_else(read))
}

/// Returns the [`State`](crate::programs::state::State) in which moves on `squares`, a list
/// of numbers, follow another: [`import::follow`].
#[wasm_bindgen]
pub fn follow(state: &str, squares: &str) -> String {
    // Another list for serde would take 1 kB of the file.
    let squares = squares.trim_matches(['[', ']']).split(',');
    let squares: Vec<usize> = squares.filter_map(|one| one.trim().parse().ok()).collect();
    text(parsed(state).and_then(|state| {
        MEMORY.with_borrow_mut(|memory| import::follow(&state, &squares, memory))
    }))
}

/// Returns the `fragment` of the address of a [`State`](crate::programs::state::State).
#[wasm_bindgen]
pub fn address(state: &str) -> String {
    let written = parsed(state).and_then(|state| address::write(&state));
    text(written.map(|fragment| json!({ "fragment": fragment })))
}

/// Returns the [`State`](crate::programs::state::State) in a fragment of an address.
#[wasm_bindgen]
pub fn from_address(fragment: &str) -> String {
    text(address::read(fragment))
}

/// Returns [`pages::grid::svg`] of a [`view::BoardLabels`].
#[wasm_bindgen]
pub fn board_svg(labels: &str) -> String {
    drawn(labels, &|rows, cols| {
        pages::grid::svg(rows, cols).into_string()
    })
}

/// Returns [`pages::grid::picture`] of a board with a [`view::BoardLabels`].
#[wasm_bindgen]
pub fn picture(board: &str, labels: &str, last: Option<usize>) -> String {
    drawn(labels, &|rows, cols| {
        pages::grid::picture(board, rows, cols, last)
    })
}

fn drawn(labels: &str, draw: &dyn Fn(&[String], &[String]) -> String) -> String {
    match serde_json::from_str::<view::BoardLabels>(labels) {
        Ok(labels) => draw(&labels.rows, &labels.cols),
        Err(_) => String::new(),
    }
}

/// Returns the name of a game's opening, or nothing: [`openings::name`].
#[wasm_bindgen]
pub fn opening(moves: &str) -> String {
    openings::name(moves).to_owned()
}
