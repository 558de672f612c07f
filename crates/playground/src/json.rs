//! The JSON that the page and the Rust functions exchange.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

/// Reads a value that the page has sent.
pub fn parsed<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    serde_json::from_str(json).map_err(|error| format!("The page sent damaged data: {error}."))
}

/// Writes a result for the page: the value, or a sentence with the key `error`.
pub fn text(result: Result<impl Serialize, String>) -> String {
    let text = match result {
        Ok(value) => serde_json::to_string(&value),
        Err(error) => serde_json::to_string(&json!({ "error": error })),
    };
    text.expect("the values have only strings as keys")
}
