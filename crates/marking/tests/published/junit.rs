//! `JUnit` XML, held to a table written from the schema of Jenkins' xUnit
//! plugin:
//! <https://github.com/jenkinsci/xunit-plugin/blob/master/src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd/junit-10.xsd>.
//!
//! The table is narrower than that: what runs a test again, suites within
//! suites, and commas in times are left out, since no report of ours has them.

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};

/// The attributes and children of an element. The schema does not specify the order
/// of children if there are several kinds.
struct Element {
    required: &'static [&'static str],
    optional: &'static [&'static str],
    children: &'static [&'static str],
    text: bool,
}

const ROOT: &str = "testsuites";

fn element(name: &str) -> Element {
    let nothing = Element {
        required: &[],
        optional: &[],
        children: &[],
        text: false,
    };
    match name {
        "testsuites" => Element {
            optional: &["name", "time", "tests", "failures", "errors"],
            children: &["testsuite"],
            ..nothing
        },
        "testsuite" => Element {
            required: &["name", "tests", "failures", "errors"],
            optional: &[
                "group",
                "time",
                "skipped",
                "timestamp",
                "hostname",
                "id",
                "package",
                "file",
                "log",
                "url",
            ],
            children: &["properties", "testcase", "system-out", "system-err"],
            ..nothing
        },
        "properties" => Element {
            children: &["property"],
            ..nothing
        },
        "property" => Element {
            required: &["name", "value"],
            ..nothing
        },
        "testcase" => Element {
            required: &["name"],
            optional: &["time", "classname", "group"],
            children: &["skipped", "error", "failure", "system-out", "system-err"],
            ..nothing
        },
        "failure" | "error" | "skipped" => Element {
            optional: &["type", "message"],
            text: true,
            ..nothing
        },
        "system-out" | "system-err" => Element {
            text: true,
            ..nothing
        },
        // No element names another as its child.
        _ => unreachable!("{name} is a child that the table does not have"),
    }
}

pub(super) fn check(text: &str) -> Result<(), String> {
    if let Some(character) = text.chars().find(|&c| !is_of_xml(c)) {
        return Err(format!("XML does not have the character {character:?}"));
    }
    let mut reader = Reader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let mut open: Vec<String> = Vec::new();
    let mut roots = 0;
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Start(start) => {
                let name = utf8(start.name().as_ref())?;
                let allowed = open
                    .last()
                    .map_or(&[ROOT][..], |parent| element(parent).children);
                if !allowed.contains(&&*name) {
                    return Err(format!("{name} may not stand in {open:?}"));
                }
                roots += usize::from(open.is_empty());
                attributes(&name, &start)?;
                open.push(name);
            }
            Event::End(_) => drop(open.pop()),
            Event::Text(text) => {
                let text = utf8(&text)?;
                if !text.trim().is_empty() {
                    may_have_text(&open)?;
                }
            }
            Event::CData(_) => may_have_text(&open)?,
            Event::GeneralRef(reference) => {
                may_have_text(&open)?;
                plain(&format!("&{};", utf8(&reference)?))?;
            }
            Event::Decl(_) | Event::Comment(_) => {}
            Event::Eof => break,
            other => return Err(format!("no report has {other:?}")),
        }
    }
    match (open.last(), roots) {
        (Some(name), _) => Err(format!("{name} is not closed")),
        (None, 1) => Ok(()),
        (None, roots) => Err(format!("there are {roots} roots")),
    }
}

fn attributes(name: &str, start: &BytesStart<'_>) -> Result<(), String> {
    let Element {
        required, optional, ..
    } = element(name);
    let mut missing = required.to_vec();
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|error| error.to_string())?;
        let key = utf8(attribute.key.as_ref())?;
        if !required.contains(&&*key) && !optional.contains(&&*key) {
            return Err(format!("{name} has no attribute {key}"));
        }
        missing.retain(|wanted| *wanted != key);
        let value = plain(&utf8(&attribute.value)?)?;
        // Only that of a case is any text.
        if key == "time" && name != "testcase" && !is_time(&value) {
            return Err(format!("{value:?} is no time"));
        }
    }
    match missing.first() {
        Some(key) => Err(format!("{name} lacks the attribute {key}")),
        None => Ok(()),
    }
}

fn may_have_text(open: &[String]) -> Result<(), String> {
    match open.last() {
        Some(name) if element(name).text => Ok(()),
        _ => Err(format!("there may be no text in {open:?}")),
    }
}

/// `text` without its references, each of which must be one to a character
/// that XML has.
fn plain(text: &str) -> Result<String, String> {
    let plain = unescape(text).map_err(|error| error.to_string())?;
    match plain.chars().find(|&c| !is_of_xml(c)) {
        Some(character) => Err(format!("XML does not have the character {character:?}")),
        None => Ok(plain.into_owned()),
    }
}

fn is_of_xml(character: char) -> bool {
    let below_space = character < ' ' && !matches!(character, '\t' | '\n' | '\r');
    !below_space && !matches!(character, '\u{fffe}' | '\u{ffff}')
}

fn is_time(text: &str) -> bool {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    whole
        .chars()
        .chain(fraction.chars())
        .all(|c| c.is_ascii_digit())
}

fn utf8(bytes: &[u8]) -> Result<String, String> {
    String::from_utf8(bytes.to_vec()).map_err(|error| error.to_string())
}
