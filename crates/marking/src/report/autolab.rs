//! The report as Autolab reads it from the output of an autograder: in the last line
//! the score, in the one before it the cases, and above both the report for people:
//! <https://docs.autolabproject.com/features/formatted-feedback/>.

use serde::{Serialize, Serializer};
use serde_json::json;
use transcript::Verdict;

use super::classroom50::Host;
use super::human::human;
use super::marked::Report;
use super::reveal::Reveal;
use super::text::{clipped, distinct, distinct_names, headline, one_line};

/// The longest report for people, in bytes. Autolab keeps the first and the last
/// 512,000 bytes of an output.
const LONGEST: usize = 256 << 10;

/// The longest hint, in characters: it is one paragraph of a table.
const LONGEST_HINT: usize = 300;

/// The variable with the name that the problem has on the site.
const PROBLEM: &str = "AUTOLAB_PROBLEM";

/// The line before the last.
#[derive(Serialize)]
struct Feedback {
    #[serde(rename = "_presentation")]
    presentation: &'static str,
    stages: [&'static str; 1],
    #[serde(rename = "Cases")]
    cases: Stage,
}

/// The cases, in the order of the report.
struct Stage(Vec<(String, Test)>);

impl Serialize for Stage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, test)| (name, test)))
    }
}

#[derive(Serialize)]
struct Test {
    passed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

pub(super) fn autolab(report: &Report, reveal: Reveal, host: &Host<'_>) -> String {
    let people = anstream::adapter::strip_str(&human(report, reveal)).to_string();
    let feedback = Feedback {
        presentation: "semantic",
        stages: ["Cases"],
        cases: Stage(cases(report, reveal)),
    };
    let feedback = serde_json::to_string(&feedback).expect("text can be serialised");
    let problem = (host.variable)(PROBLEM).map(|name| one_line(&name));
    let problem = problem.filter(|name| !name.trim().is_empty());
    let problem = problem.unwrap_or_else(|| "Correctness".to_owned());
    format!(
        "{}\n{feedback}\n{{\"scores\":{{{}:{}}}}}",
        clipped(&people, LONGEST).trim_end(),
        // Autolab puts quotes around each word before a colon, also in strings.
        json!(problem).to_string().replace(':', "\\u003a"),
        json!(report.points())
    )
}

fn cases(report: &Report, reveal: Reveal) -> Vec<(String, Test)> {
    let names = distinct_names(&report.cases).into_iter();
    // Autolab does not show a case whose name begins with an underscore.
    let shown = |name: String| {
        if name.starts_with('_') {
            format!("case {name}")
        } else {
            name
        }
    };
    let names = distinct(names.map(shown));
    let test = |marked| {
        let shown = reveal.shown(marked);
        let hint = match shown.hint {
            Some(hint) => format!("{}. {}", headline(marked, &shown), one_line(hint)),
            None => headline(marked, &shown),
        };
        let passed = marked.verdict == Verdict::Ok;
        Test {
            passed,
            hint: (!passed).then(|| hint.chars().take(LONGEST_HINT).collect()),
        }
    };
    names
        .into_iter()
        .zip(report.cases.iter().map(test))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::marked::Marked;
    use crate::report::samples::marked;

    fn last_lines(cases: &[&str], problem: &str) -> [String; 2] {
        let wrong = |name: &&str| Marked {
            verdict: Verdict::WrongOutput,
            reason: Some("Move 3: the disc at `c4` is not flipped".to_owned()),
            ..marked(name)
        };
        let report = Report {
            cases: [vec![marked("right")], cases.iter().map(wrong).collect()].concat(),
            ..Report::default()
        };
        let host = Host {
            variable: &|name| (name == PROBLEM).then(|| problem.to_owned()),
            ..Host::NONE
        };
        let text = autolab(&report, Reveal::None, &host);
        let lines: Vec<_> = text.lines().map(str::to_owned).collect();
        [
            lines[lines.len() - 2].clone(),
            lines[lines.len() - 1].clone(),
        ]
    }

    #[test]
    fn the_last_two_lines_are_the_cases_and_the_score() {
        assert_eq!(
            last_lines(&["wrong"], ""),
            [
                "{\"_presentation\":\"semantic\",\"stages\":[\"Cases\"],\"Cases\":{\"right\":\
                 {\"passed\":true},\"wrong\":{\"passed\":false,\"hint\":\"wrong output: Move 3: \
                 the disc at `c4` is not flipped\"}}}",
                "{\"scores\":{\"Correctness\":1.0}}"
            ]
        );
    }

    #[test]
    fn every_case_is_shown() {
        let [cases, _] = last_lines(&["_order", "case _order", "b", "b"], "");
        for name in [
            "\"case _order\"",
            "\"case _order (2)\"",
            "\"b\"",
            "\"b (2)\"",
        ] {
            assert!(cases.contains(name), "{name}: {cases}");
        }
    }

    #[test]
    fn no_word_of_the_last_line_stands_before_a_colon() {
        let [_, score] = last_lines(&[], "Part 1: \"tests\"");
        assert_eq!(score, "{\"scores\":{\"Part 1\\u003a \\\"tests\\\"\":1.0}}");
    }
}
