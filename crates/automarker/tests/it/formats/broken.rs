//! Broken documents, each made from a real one, that a definition must refuse.

use serde_json::{Map, Value, json};

use super::printed::{naughty, naughty_document};
use super::published::check;

/// Where a field stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In the document itself.
    Top,
    /// In the first test of its list, or in the first of the lines that are
    /// tests.
    Test,
}

use Place::{Test, Top};

const PLACES: [(&str, Place); 9] = [
    ("json", Top),
    ("json", Test),
    ("gradescope", Top),
    ("gradescope", Test),
    ("markus", Test),
    ("classroom50", Top),
    ("classroom50", Test),
    ("prairielearn", Top),
    ("prairielearn", Test),
];

fn fields<'a>(format: &str, place: Place, document: &'a mut Value) -> &'a mut Map<String, Value> {
    let value = match (format, place) {
        (_, Top) | ("markus", Test) => document,
        ("json", Test) => &mut document["cases"][0],
        (_, Test) => &mut document["tests"][0],
    };
    value.as_object_mut().expect("an object")
}

/// Fails where the schema of `format` lets what is broken so pass.
fn refused(format: &str, place: Place, what: &str, break_it: impl Fn(&mut Map<String, Value>)) {
    let mut document = naughty_document(format);
    assert_eq!(check(format, &document.to_string()), Ok(()));
    break_it(fields(format, place, &mut document));
    let broken = document.to_string();
    assert!(
        check(format, &broken).is_err(),
        "{format}, {what}: {broken}"
    );
}

#[test]
fn a_schema_refuses_what_no_field_may_be() {
    for (format, place) in PLACES {
        let mut document = naughty_document(format);
        for key in fields(format, place, &mut document).keys() {
            // The schema leaves this one, and any other, to the autograder.
            if (format, place, key.as_str()) != ("classroom50", Test, "output") {
                refused(format, place, key, |fields| {
                    fields.insert(key.clone(), json!({ "no": "field" }));
                });
            }
        }
        if (format, place) != ("classroom50", Test) {
            refused(format, place, "a field too many", |fields| {
                fields.insert("more".to_owned(), json!(1));
            });
        }
        for text in ["", "{", "[]", "null", "{}"] {
            let passes = format == "markus" && text.is_empty();
            assert_eq!(check(format, text).is_ok(), passes, "{format}, {text:?}");
        }
    }
}

#[test]
fn a_schema_refuses_what_lacks_a_field() {
    for (format, place, required) in [
        (
            "json",
            Top,
            "schema submission course points possible passed total notes cases",
        ),
        (
            "json",
            Test,
            "case hidden weight verdict reason seconds cpu_seconds stderr place expected got session hint \
             handout expected_output got_output",
        ),
        ("gradescope", Top, "tests"),
        (
            "markus",
            Test,
            "name output marks_earned marks_total status",
        ),
        (
            "classroom50",
            Top,
            "schema classroom assignment assignment_type owner submission commit release review \
             datetime score max-score tests",
        ),
        ("classroom50", Test, "test-name passed score max-score"),
        ("prairielearn", Top, "score"),
        ("prairielearn", Test, "points max_points"),
    ] {
        for key in required.split(' ') {
            refused(format, place, key, |fields| {
                fields.remove(key).expect("it is there");
            });
        }
    }
    // Without a score, a test must at least say how it came out.
    refused("gradescope", Test, "score and status", |fields| {
        fields.retain(|key, _| key != "score" && key != "status");
    });
}

#[test]
fn a_schema_refuses_what_a_field_may_not_say() {
    for (format, place, field, value) in [
        ("json", Top, "schema", json!("automarker/report/v2")),
        ("json", Top, "passed", json!(1.5)),
        ("json", Top, "points", json!(-1)),
        ("json", Test, "verdict", json!("wrong")),
        ("json", Test, "case", json!(null)),
        ("gradescope", Top, "visibility", json!("shown")),
        ("gradescope", Top, "stdout_visibility", json!("never")),
        ("gradescope", Top, "output_format", json!("markdown")),
        ("gradescope", Top, "execution_time", json!("1 s")),
        ("gradescope", Test, "status", json!("pass")),
        ("gradescope", Test, "score", json!("1")),
        ("gradescope", Test, "visibility", json!(true)),
        ("gradescope", Test, "name_format", json!("plain")),
        ("gradescope", Test, "output", json!("one\r\ntwo")),
        ("gradescope", Test, "tags", json!([1])),
        ("gradescope", Test, "number", json!(1)),
        ("markus", Test, "status", json!("passed")),
        ("markus", Test, "name", json!(" ")),
        ("markus", Test, "marks_earned", json!(-1)),
        ("markus", Test, "time", json!(0.5)),
        ("classroom50", Top, "schema", json!("classroom50/result/v2")),
        ("classroom50", Top, "assignment_type", json!("pair")),
        ("classroom50", Top, "owner", json!("")),
        ("classroom50", Top, "submission", json!("local")),
        (
            "classroom50",
            Top,
            "datetime",
            json!("2026-01-01T24:00:00Z"),
        ),
        (
            "classroom50",
            Top,
            "datetime",
            json!("2026-01-01T00:00:00+00:00"),
        ),
        ("classroom50", Top, "score", json!(1.5)),
        ("classroom50", Top, "score", json!(1000)),
        ("classroom50", Test, "score", json!(1000)),
        ("classroom50", Test, "score", json!(-1)),
        ("classroom50", Test, "test-name", json!("")),
        ("prairielearn", Top, "score", json!("1")),
        ("prairielearn", Top, "score", json!(1.01)),
        ("prairielearn", Top, "score", json!(-0.01)),
        ("prairielearn", Top, "format_errors", json!([1])),
        ("prairielearn", Test, "points", json!(null)),
    ] {
        refused(format, place, field, |fields| {
            fields.insert(field.to_owned(), value.clone());
        });
    }
}

#[test]
fn two_tests_of_markus_have_two_names() {
    let text = naughty("markus");
    let line = text.lines().next().expect("a test");
    assert!(check("markus", &format!("{text}{line}\n")).is_err());
}

/// Fails where `format` lets a real report pass in which `part` is replaced,
/// or refuses it for another reason.
fn refuses(format: &str, text: &str, [part, replacement, reason]: [&str; 3]) {
    assert!(text.contains(part), "there is no {part:?} in {text}");
    let fault = check(format, &text.replacen(part, replacement, 1))
        .expect_err(&format!("{replacement:?} for {part:?}"));
    assert!(
        fault.contains(reason),
        "{replacement:?} for {part:?}: {fault}"
    );
}

#[test]
fn junit_refuses_a_broken_report() {
    let text = naughty("junit");
    for change in [
        [
            "<testsuites ",
            "<testsuites uuid=\"1\" ",
            "testsuites has no attribute uuid",
        ],
        [
            "<testsuites ",
            "<testsuites skipped=\"0\" ",
            "testsuites has no attribute skipped",
        ],
        [
            "<testsuite ",
            "<testsuite disabled=\"0\" ",
            "testsuite has no attribute disabled",
        ],
        [" failures=", " skipped=", "has no attribute skipped"],
        [
            "<testcase name=",
            "<testcase group=",
            "testcase lacks the attribute name",
        ],
        [
            "<testcase name=",
            "<testcase name=\"a\" name=",
            "duplicated attribute",
        ],
        [
            "<property ",
            "<property/><property ",
            "property lacks the attribute name",
        ],
        ["<properties>", "<properties>text", "there may be no text"],
        ["<properties>", "<properties>&lt;", "there may be no text"],
        [
            "<properties>",
            "<properties><![CDATA[]]>",
            "there may be no text",
        ],
        [
            "<properties>",
            "<properties><testcase name=\"a\"/>",
            "testcase may not stand in",
        ],
        [
            "<properties>",
            "<output/><properties>",
            "output may not stand in",
        ],
        [
            "</testcase>",
            "<details/></testcase>",
            "details may not stand in",
        ],
        ["</testsuites>", "", "testsuites is not closed"],
        [
            "</testsuites>",
            "</testsuites><testsuites/>",
            "there are 2 roots",
        ],
        ["</failure>", "</error>", "failure"],
        ["</failure>", "&#1;</failure>", "XML does not have"],
        ["</failure>", "\u{1}</failure>", "XML does not have"],
        ["</failure>", "&nbsp;</failure>", "nbsp"],
        ["message=\"", "message=\"&#xFFFF;", "XML does not have"],
        ["time=\"", "time=\"-", "is no time"],
    ] {
        refuses("junit", text, change);
    }
    assert!(check("junit", "<testsuite/>").is_err());
    assert!(check("junit", "").is_err());
}

#[test]
fn autolab_refuses_a_broken_report() {
    let text = naughty("autolab");
    let scores = "{\"scores\":{\"Correctness\":2.5}}\n";
    for change in [
        [scores, "{\"scores\":{}}\n", "the scores are empty"],
        [
            scores,
            "{\"scores\":{\"a\":\"1\"}}\n",
            "a score is no number",
        ],
        [scores, "{\"scores\":{\"1: a\":1}}\n", "expected"],
        [scores, "{\"score\":1}\n", "there are no scores"],
        [scores, "", "expected"],
        ["\"semantic\"", "\"\"", "not semantic"],
        ["[\"Cases\"]", "[\"Case\"]", "has no cases"],
        ["\"passed\":", "\"pass\":", "has no result"],
        ["\"hint\":", "\"hint\":1,\"more\":", "no text"],
        ["{\"_presentation", "{{\"_presentation", "key must be"],
    ] {
        refuses("autolab", text, change);
    }
    // What a failing recipe prints comes last.
    assert!(check("autolab", &format!("{text}make: *** [all] Error 1\n")).is_err());
    assert!(check("autolab", &format!("{}{text}", " ".repeat(1 << 20))).is_err());
    assert!(check("autolab", "").is_err());
}

#[test]
fn vpl_refuses_a_broken_report() {
    let text = naughty("vpl");
    for change in [
        ["<|--\n", "", "no comment begins"],
        ["\n--|>\n", "\n", "no comment ends"],
        ["\n>", "\n--|>\n>", "the comments end before"],
        ["\n>", "\n", "neither a title nor a text"],
        ["\nGrade :=>>", "\nGrade: ", "0 grades"],
        ["\n>", "\nGrade :=>>10\n>", "2 grades"],
        ["\nGrade :=>>", "\nGrade :=>>all", "no number"],
        ["<|--\n", "a\n<|--\n", "before the comments"],
    ] {
        refuses("vpl", text, change);
    }
    let long = text.replacen("\n>", &format!("\n>{}\n>", "a".repeat(32 << 10)), 1);
    assert!(check("vpl", &long).is_err());
}

#[test]
fn tap_refuses_a_broken_report() {
    let text = naughty("tap");
    for change in [
        ["TAP version 14\n", "", "the version"],
        ["TAP version 14\n", "TAP version 15\n", "the version"],
        ["1..14\n", "", "there is no plan"],
        ["1..14\n", "1..15\n", "15 test points are planned"],
        ["1..14\n", "1..14\n1..14\n", "two plans"],
        ["1..14\n", "0..14\n", "this is no TAP"],
        ["1..14\n", "1..014\n", "is no number"],
        ["not ok 2 ", "not ok 3 ", "number 2 is due"],
        ["not ok 2 - ", "not ok 2 ", "there is no description"],
        ["not ok 2 ", "NOT OK 2 ", "this is no TAP"],
        ["\\# SKIP", "# SKIP", "a directive"],
        ["\\# SKIP", "\\n SKIP", "nothing is escaped"],
        ["  ...\n", "", "not"],
        ["  ---\n", "", "this is no TAP"],
        ["  verdict: ", "verdict: ", "is not indented"],
        ["  verdict: \"", "  verdict: \"\\q", "escape"],
        ["  verdict: \"", "  - verdict: \"", ""],
        ["  weight: ", "  verdict: ", "duplicated key"],
        ["  weight: ", "  ---\n  weight: ", "not one mapping"],
    ] {
        refuses("tap", text, change);
    }
    assert!(check("tap", "TAP version 14\n1..0\n").is_err());
    // A plan may come last, and then nothing but comments may follow it.
    let last = text.replacen("1..14\n", "", 1) + "1..14\n";
    assert_eq!(check("tap", &last), Ok(()));
    assert!(check("tap", &(last + "ok 15 - late\n")).is_err());
}
