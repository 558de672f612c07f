//! The formats that are JSON, held to the schemas in `tests/schemas`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use serde_json::Value;

use super::schema;

const SCHEMAS: [(&str, &str); 4] = [
    ("json", include_str!("../schemas/report-v1.schema.json")),
    (
        "gradescope",
        include_str!("../schemas/gradescope.schema.json"),
    ),
    ("markus", include_str!("../schemas/markus.schema.json")),
    (
        "classroom50",
        include_str!("../schemas/classroom50.schema.json"),
    ),
];

/// The schemas by format, parsed once for the very many reports of the tests.
static PARSED: LazyLock<BTreeMap<&str, Value>> = LazyLock::new(|| {
    let parse = |text| serde_json::from_str(text).expect("a schema is JSON");
    let schemas = SCHEMAS.into_iter();
    schemas
        .map(|(format, text)| (format, parse(text)))
        .collect()
});

pub(super) fn check(format: &str, text: &str) -> Result<(), String> {
    let mut documents = Vec::new();
    if format == "markus" {
        for line in text.lines() {
            documents.push(parse(line)?);
        }
    } else {
        documents.push(parse(text)?);
    }
    for document in &documents {
        let errors = schema::errors(&PARSED[format], document);
        if !errors.is_empty() {
            return Err(errors.join("\n"));
        }
    }
    match format {
        "markus" => unique_names(&documents),
        "classroom50" => scores_within_their_maximum(&documents[0]),
        _ => Ok(()),
    }
}

fn parse(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// `MarkUs` keeps one test of a name and tells the staff of an error for every
/// other; a schema of one object cannot say so.
fn unique_names(tests: &[Value]) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    let twice = tests
        .iter()
        .filter_map(|test| test["name"].as_str())
        .find(|name| !seen.insert(*name));
    twice.map_or(Ok(()), |name| Err(format!("two tests are called {name:?}")))
}

/// The one rule of Classroom 50's schema that JSON Schema cannot state.
fn scores_within_their_maximum(result: &Value) -> Result<(), String> {
    let tests = result["tests"].as_array().into_iter().flatten();
    for scored in tests.chain([result]) {
        if scored["score"].as_u64() > scored["max-score"].as_u64() {
            return Err(format!("a score is above its maximum: {scored}"));
        }
    }
    Ok(())
}
