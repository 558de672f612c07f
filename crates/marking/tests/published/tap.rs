//! TAP, held to the grammar of version 14, which is a narrowing of version
//! 13's: <https://testanything.org/tap-version-14-specification.html>.
//!
//! This reader is narrower still where a report of ours has no use for more: it
//! refuses directives, pragmas, subtests, and lines that are no TAP at all,
//! which a harness would skip in silence.

use saphyr::{LoadableYamlNode, YamlOwned};

/// One test point.
pub(crate) struct Point {
    pub(crate) ok: bool,
    /// Without its escapes.
    pub(crate) description: String,
    /// The diagnostics, where there are any.
    pub(crate) diagnostics: Option<YamlOwned>,
}

/// Reads `text` as a strict harness does, or returns its objection.
pub(crate) fn read(text: &str) -> Result<Vec<Point>, String> {
    let body = text
        .strip_prefix("TAP version 14\n")
        .ok_or("the version is not the first line")?;
    let body = body.strip_suffix('\n').ok_or("the last line has no end")?;
    let mut lines = body.split('\n').peekable();
    let mut plan = None;
    let mut points: Vec<Point> = Vec::new();
    // A plan is the first or the last thing but for comments.
    let mut ended = false;
    let mut bailed_out = false;
    while let Some(line) = lines.next() {
        if line.trim_start_matches(' ').starts_with('#') || line.trim().is_empty() {
            continue;
        }
        if let Some(number) = line.strip_prefix("1..") {
            if plan.is_some() {
                return Err("there are two plans".to_owned());
            }
            plan = Some(whole(number)?);
            ended = !points.is_empty();
            continue;
        }
        if line.starts_with("Bail out!") {
            // What follows is not run.
            bailed_out = true;
            continue;
        }
        if bailed_out {
            return Err(format!("after the end: {line:?}"));
        }
        if ended {
            return Err(format!("after the plan at the end: {line:?}"));
        }
        let (ok, description) = point(line, points.len() + 1)?;
        let mut diagnostics = None;
        if lines.next_if_eq(&"  ---").is_some() {
            let mut block = String::new();
            loop {
                match lines.next() {
                    Some("  ...") => break,
                    Some(line) => {
                        let inner = line
                            .strip_prefix("  ")
                            .ok_or_else(|| format!("a line of YAML is not indented: {line:?}"))?;
                        block.push_str(inner);
                        block.push('\n');
                    }
                    None => return Err("a block of YAML has no end".to_owned()),
                }
            }
            diagnostics = Some(yaml(&block)?);
        }
        points.push(Point {
            ok,
            description,
            diagnostics,
        });
    }
    match plan {
        None => Err("there is no plan".to_owned()),
        Some(planned) if planned != points.len() => Err(format!(
            "{planned} test points are planned, but there are {}",
            points.len()
        )),
        Some(0) if !bailed_out => Err("nothing is tested, which passes as skipped".to_owned()),
        Some(_) => Ok(points),
    }
}

/// Reads the test point in `line`.
fn point(line: &str, expected: usize) -> Result<(bool, String), String> {
    let (ok, rest) = match line.strip_prefix("not ok ") {
        Some(rest) => (false, rest),
        None => (
            true,
            line.strip_prefix("ok ")
                .ok_or_else(|| format!("this is no TAP: {line:?}"))?,
        ),
    };
    let (number, description) = rest
        .split_once(" - ")
        .ok_or_else(|| format!("there is no description: {line:?}"))?;
    if whole(number)? != expected {
        return Err(format!("number {expected} is due: {line:?}"));
    }
    let mut said = String::new();
    let mut characters = description.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some(escaped @ ('\\' | '#')) => said.push(escaped),
                _ => return Err(format!("nothing is escaped there: {line:?}")),
            },
            '#' => return Err(format!("a directive begins there: {line:?}")),
            character if character.is_control() => {
                return Err(format!("a control character: {line:?}"));
            }
            character => said.push(character),
        }
    }
    Ok((ok, said))
}

/// A number as TAP writes it: no sign, no zero in front.
fn whole(text: &str) -> Result<usize, String> {
    let number: Option<usize> = text.parse().ok();
    number
        .filter(|number| number.to_string() == text)
        .ok_or_else(|| format!("{text:?} is no number"))
}

/// The one mapping that a block holds.
fn yaml(block: &str) -> Result<YamlOwned, String> {
    let documents = YamlOwned::load_from_str(block).map_err(|error| error.to_string())?;
    match <[YamlOwned; 1]>::try_from(documents) {
        Ok([document]) if document.is_mapping() => Ok(document),
        other => Err(format!("a block of YAML is not one mapping: {other:?}")),
    }
}
