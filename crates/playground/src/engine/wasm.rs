//! The functions that the page's worker calls.

use std::cell::RefCell;

use serde_json::json;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::engine::level::Level;
use crate::engine::players::Players;
use crate::engine::{analysis, exercises, hint, question, review};
use crate::json::{parsed, text};

thread_local! {
    static PLAYERS: RefCell<Players> = RefCell::default();
}

/// The evaluation of a position in progress.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Analysis(Result<reversi_engine::Analysis, Option<String>>);

#[wasm_bindgen]
impl Analysis {
    /// Starts with a position: see [`question::read`].
    #[wasm_bindgen(constructor)]
    pub fn new(board: &str, rows: usize, cols: usize, mover: &str) -> Self {
        let started = question::read(board, rows, cols, mover)
            .and_then(|game| PLAYERS.with_borrow_mut(|players| analysis::start(&game, players)));
        Self(started.map_err(Some))
    }

    /// Searches one step deeper. Returns JSON: [`analysis::AnalysisStep`], or an object with the
    /// key `error` and a sentence; nothing after the last step or an error.
    pub fn step(&mut self) -> Option<String> {
        let step = match &mut self.0 {
            Ok(analysis) => PLAYERS.with_borrow_mut(|players| analysis::step(analysis, players)),
            Err(error) => Err(error.take()?),
        };
        let text = match step {
            Ok(step) => serde_json::to_string(&step?),
            Err(error) => {
                self.0 = Err(None);
                serde_json::to_string(&json!({ "error": error }))
            }
        };
        Some(text.expect("the values have only strings as keys"))
    }
}

/// Returns the number of the square on which an opponent moves: `row * cols + col`. The
/// position is that of [`question::read`], `level` the JSON of a [`Level`].
#[wasm_bindgen]
pub fn choose(
    board: &str,
    rows: usize,
    cols: usize,
    mover: &str,
    level: &str,
) -> Result<usize, JsError> {
    let chosen = question::read(board, rows, cols, mover).and_then(|game| {
        let level: Level = parsed(level)?;
        let at = PLAYERS.with_borrow_mut(|players| level.choose(&game, players))?;
        Ok(game.board().size().index(at))
    });
    chosen.map_err(|error| JsError::new(&error))
}

/// Returns JSON: a [`hint::Hint`] for the position, which is that of [`question::read`].
#[wasm_bindgen]
pub fn hint(board: &str, rows: usize, cols: usize, mover: &str) -> Result<String, JsError> {
    let found = question::read(board, rows, cols, mover)
        .and_then(|game| PLAYERS.with_borrow_mut(|players| hint::hint(&game, players)));
    found
        .map(|hint| text(Ok(hint)))
        .map_err(|error| JsError::new(&error))
}

/// Returns JSON: the [`review::Review`] of a game, a JSON array of [`review::EvaluatedMove`] and
/// null.
#[wasm_bindgen]
pub fn review(game: &str) -> String {
    text(parsed(game).map(|game: Vec<Option<review::EvaluatedMove>>| review::review(&game)))
}

/// Returns JSON: all [`exercises::Exercise`]s.
#[wasm_bindgen]
pub fn exercises() -> String {
    text(Ok(exercises::all()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_reported_once() {
        let mut analysis = Analysis::new(&"U".repeat(16), 4, 4, "black");
        assert_eq!(
            analysis.step().as_deref(),
            Some(r#"{"error":"The game is over."}"#)
        );
        assert_eq!(analysis.step(), None);
        let board = format!("BW{}", "U".repeat(22));
        let mut analysis = Analysis::new(&board, 4, 6, "black");
        let expected = "The engine cannot play on this board: unsupported board size 4x6: rows \
                        and columns must be equal, even, and from 4 to 26.";
        let error = json!({ "error": expected }).to_string();
        assert_eq!(analysis.step(), Some(error));
        assert_eq!(analysis.step(), None);
    }

    #[test]
    fn two_analyses_do_not_disturb_each_other() {
        let start = "UUUUUWBUUBWUUUUU";
        let alone = |mut analysis: Analysis| std::iter::from_fn(move || analysis.step()).last();
        let expected = alone(Analysis::new(start, 4, 4, "black"));
        let mut small = Analysis::new(start, 4, 4, "black");
        let opening = format!("{}WB{}BW{}", "U".repeat(27), "U".repeat(6), "U".repeat(27));
        let mut large = Analysis::new(&opening, 8, 8, "black");
        let mut last = None;
        while let Some(step) = small.step() {
            assert!(
                large
                    .step()
                    .is_some_and(|step| step.contains("\"done\":false"))
            );
            last = Some(step);
        }
        let scores = |step: &Option<String>| {
            let step: serde_json::Value = serde_json::from_str(step.as_ref()?).ok()?;
            Some((step["score"].clone(), step["done"].clone()))
        };
        assert_eq!(scores(&last), scores(&expected));
    }
}
