//! The report as the `results.json` of `PrairieLearn`'s external graders:
//! <https://docs.prairielearn.com/externalGrading/#grading-results>.

use serde::Serialize;
use transcript::Verdict;

use super::marked::{Marked, Report};
use super::reveal::Reveal;
use super::text::{cases, clipped, details, distinct_names, headline, one_line, points};

/// A larger file is ignored, and the student gets no points.
const LARGEST: usize = 1 << 20;

/// The longest details of one case, in bytes, if the file has the space for them.
const LONGEST: usize = 64 << 10;

#[derive(Clone, Serialize)]
struct Results {
    gradable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    format_errors: Vec<String>,
    message: String,
    output: String,
    tests: Vec<Test>,
}

/// Without points on every test, none is shown as passed.
#[derive(Clone, Serialize)]
struct Test {
    name: String,
    points: f64,
    max_points: f64,
    message: String,
    output: String,
}

pub(super) fn prairielearn(report: &Report, reveal: Reveal) -> String {
    let results = results(report, reveal);
    let mut text = json(&results);
    let mut longest = LONGEST;
    // The newline at the end counts as well.
    while text.len() >= LARGEST && longest > 0 {
        longest /= 2;
        text = json(&results.clipped(longest));
    }
    text
}

fn json(results: &Results) -> String {
    serde_json::to_string_pretty(results).expect("text and numbers can be serialised")
}

impl Results {
    /// Returns these results with at most `longest` bytes of details per case.
    fn clipped(&self, longest: usize) -> Self {
        let test = |test: &Test| Test {
            output: clipped(&test.output, longest),
            ..test.clone()
        };
        Self {
            output: clipped(&self.output, longest),
            tests: self.tests.iter().map(test).collect(),
            ..self.clone()
        }
    }
}

fn results(report: &Report, reveal: Reveal) -> Results {
    let mut message = format!(
        "{} of {} passed, {} of {} points",
        report.passed(),
        cases(report.cases.len()),
        points(report.points()),
        points(report.possible())
    );
    for note in &report.notes {
        message.push_str("\nnote: ");
        message.push_str(&one_line(note));
    }
    let test = |(name, marked)| test(name, marked, reveal);
    let names = distinct_names(&report.cases);
    let results = Results {
        gradable: true,
        score: Some(report.share()),
        format_errors: Vec::new(),
        message,
        output: String::new(),
        tests: names.into_iter().zip(&report.cases).map(test).collect(),
    };
    let Some(error) = format_error(report, reveal) else {
        return results;
    };
    let results = Results {
        gradable: false,
        score: None,
        format_errors: vec![error],
        ..results
    };
    match report.shared_problem() {
        Some(problem) => Results {
            output: clipped(&details(problem, &reveal.shown(problem)), LONGEST),
            tests: Vec::new(),
            ..results
        },
        None => results,
    }
}

fn test(name: String, marked: &Marked, reveal: Reveal) -> Test {
    let shown = reveal.shown(marked);
    let ok = marked.verdict == Verdict::Ok;
    Test {
        name,
        points: if ok { marked.weight } else { 0.0 },
        max_points: marked.weight,
        message: headline(marked, &shown),
        output: clipped(&details(marked, &shown), LONGEST),
    }
}

/// Returns the reason why a submission is not gradable, from its first public case if
/// there is one. A submission that is not gradable takes no attempt from the student.
/// The documentation means by that "a syntax error, or if the input was missing,
/// invalid": no program could be made of what was submitted. A failure of the marker is
/// no fault of the student either.
fn format_error(report: &Report, reveal: Reveal) -> Option<String> {
    let Some(first) = report.cases.first() else {
        return Some("there are no cases".to_owned());
    };
    let headline = |marked| headline(marked, &reveal.shown(marked));
    let not_marked = |marked: &&Marked| marked.verdict == Verdict::NotMarked;
    if let Some(marked) = report.cases.iter().find(not_marked) {
        return Some(headline(marked));
    }
    let unmade = |marked: &Marked| {
        matches!(
            marked.verdict,
            Verdict::BuildFailed | Verdict::CouldNotStart
        )
    };
    let public = report.cases.iter().find(|marked| !marked.hidden);
    let all = report.cases.iter().all(unmade);
    all.then(|| headline(public.unwrap_or(first)))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::report::marked::Explanation;
    use crate::report::samples::marked;

    fn read(cases: &[Marked]) -> Value {
        let report = Report {
            cases: cases.to_vec(),
            ..Report::default()
        };
        serde_json::from_str(&prairielearn(&report, Reveal::None)).expect("it is JSON")
    }

    #[test]
    fn a_submission_without_a_program_is_not_gradable() {
        let unmade = |reason: &str| Marked {
            verdict: Verdict::BuildFailed,
            reason: Some(reason.to_owned()),
            stderr: "error: expected `;`".to_owned(),
            ..marked("a")
        };
        let one = unmade("exit status 1");
        let hidden = Marked {
            hidden: true,
            ..one.clone()
        };
        let results = read(&[hidden, one.clone()]);
        assert_eq!(results["gradable"], false);
        assert_eq!(results.get("score"), None);
        assert_eq!(
            results["format_errors"],
            json!(["build failed: exit status 1"])
        );
        assert_eq!(results["tests"], json!([]));
        let output = results["output"].as_str().expect("text");
        assert!(output.contains("expected `;`"), "{output}");
        assert_eq!(read(&[])["gradable"], false);
        assert_eq!(read(std::slice::from_ref(&one))["gradable"], false);

        let failed = Report::not_marked("s", "c", 2.0);
        let results = read(&failed.cases);
        assert_eq!(results["gradable"], false);

        let crashed = Marked {
            verdict: Verdict::Crashed,
            ..one.clone()
        };
        let results = read(&[one, crashed]);
        assert_eq!(results["gradable"], true);
        assert_eq!(results["score"], 0.0);
        assert_eq!(results.get("format_errors"), None);
    }

    #[test]
    fn many_long_outputs_fit_into_the_largest_file() {
        let explanation = Explanation {
            session: "\u{2502}\n".repeat(10_000),
            ..Explanation::default()
        };
        let long = Marked {
            verdict: Verdict::WrongOutput,
            explanation: Some(explanation),
            ..marked("a")
        };
        let report = Report {
            cases: vec![long; 400],
            ..Report::default()
        };
        let text = prairielearn(&report, Reveal::None);
        assert!(text.len() < LARGEST && text.len() > LARGEST / 4);
        let results: Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(results["tests"].as_array().map(Vec::len), Some(400));
    }
}
