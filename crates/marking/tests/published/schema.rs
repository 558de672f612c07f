//! A validator for the keywords of JSON Schema 2020-12 that `tests/schemas` use.
//! A crate for all of JSON Schema would bring some fifty others.

use regex_lite::Regex;
use serde_json::Value;

/// Returns everything that is wrong with `document` by the schema `root`, each
/// with the path of the value.
///
/// # Panics
///
/// If the schema has a keyword that is not known here.
pub(super) fn errors(root: &Value, document: &Value) -> Vec<String> {
    let mut validator = Validator {
        root,
        errors: Vec::new(),
    };
    validator.check(root, document, "");
    validator.errors
}

struct Validator<'a> {
    root: &'a Value,
    errors: Vec<String>,
}

impl Validator<'_> {
    fn check(&mut self, schema: &Value, value: &Value, path: &str) {
        let Value::Object(keywords) = schema else {
            if *schema == Value::Bool(false) {
                self.errors.push(format!("{path}: not allowed"));
            }
            return;
        };
        for (keyword, operand) in keywords {
            let valid = match keyword.as_str() {
                "$schema" | "$comment" | "$defs" | "title" | "description" => true,
                "$ref" => {
                    let name = operand.as_str().and_then(|name| name.strip_prefix('#'));
                    let schema = name.and_then(|pointer| self.root.pointer(pointer));
                    self.check(schema.expect("it is defined"), value, path);
                    true
                }
                "properties" => {
                    for (name, schema) in operand.as_object().expect("an object") {
                        if let Some(value) = value.get(name) {
                            self.check(schema, value, &format!("{path}/{name}"));
                        }
                    }
                    true
                }
                "additionalProperties" => {
                    for (name, value) in value.as_object().into_iter().flatten() {
                        if schema["properties"].get(name).is_none() {
                            self.check(operand, value, &format!("{path}/{name}"));
                        }
                    }
                    true
                }
                "items" => {
                    for (index, value) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(operand, value, &format!("{path}/{index}"));
                    }
                    true
                }
                "anyOf" => list(operand).any(|schema| self.is_valid(schema, value)),
                "not" => !self.is_valid(operand, value),
                "type" if operand.is_string() => is_a(operand, value),
                "type" => list(operand).any(|name| is_a(name, value)),
                "const" => value == operand,
                "enum" => list(operand).any(|one| one == value),
                "required" => {
                    !value.is_object()
                        || list(operand)
                            .all(|name| value.get(name.as_str().expect("a name")).is_some())
                }
                "minimum" => value
                    .as_f64()
                    .is_none_or(|number| number >= operand.as_f64().expect("a number")),
                "minLength" => value.as_str().is_none_or(|text| {
                    text.chars().count() as u64 >= operand.as_u64().expect("a length")
                }),
                "pattern" => {
                    let pattern = Regex::new(operand.as_str().expect("a pattern"));
                    let pattern = pattern.expect("a regular expression");
                    value.as_str().is_none_or(|text| pattern.is_match(text))
                }
                _ => panic!("the keyword {keyword:?} is not known here"),
            };
            if !valid {
                self.errors
                    .push(format!("{path}: {value} breaks {keyword:?}: {operand}"));
            }
        }
    }

    fn is_valid(&self, schema: &Value, value: &Value) -> bool {
        let mut inner = Validator {
            root: self.root,
            errors: Vec::new(),
        };
        inner.check(schema, value, "");
        inner.errors.is_empty()
    }
}

fn list(operand: &Value) -> impl Iterator<Item = &Value> {
    operand.as_array().expect("a list").iter()
}

fn is_a(name: &Value, value: &Value) -> bool {
    match name.as_str().expect("the name of a type") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("JSON has no type {other:?}"),
    }
}
