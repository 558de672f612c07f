//! A reader of what an autograder prints for Autolab, written from its documentation,
//! <https://docs.autolabproject.com/features/formatted-feedback/>, and from what its
//! code does: `parseAutoresult` in `app/helpers/assessment_autograde_core.rb`,
//! `parseFeedback` in `app/controllers/assessments_controller.rb`, and
//! `app/views/assessments/_semantic.html.erb` of
//! <https://github.com/autolab/Autolab>.

use std::collections::BTreeMap;

use regex_lite::Regex;
use serde_json::Value;

/// The longest output of which nothing is left out, in bytes: `MAX_OUTPUT_FILE_SIZE` of
/// <https://github.com/autolab/Tango/blob/master/config.template.py>.
const LARGEST: usize = 1000 * 1024;

/// The part of an output that Autolab keeps.
#[derive(Debug)]
pub(crate) struct Feedback {
    /// The scores by the name of the problem.
    pub(crate) scores: BTreeMap<String, f64>,
    /// The names of the cases that are shown, each with `true` if it passed.
    pub(crate) shown: BTreeMap<String, bool>,
}

/// Returns the scores and the cases of an autograder's output.
pub(crate) fn read(text: &str) -> Result<Feedback, String> {
    if text.len() > LARGEST {
        return Err(format!("of {} bytes, some are left out", text.len()));
    }
    let lines: Vec<_> = text.trim_end().lines().collect();
    let [.., feedback, score] = lines.as_slice() else {
        return Err("there are no two lines".to_owned());
    };
    let unquoted = Regex::new("([a-zA-Z0-9]+):").expect("a regular expression");
    let score = unquoted.replace_all(score, "\"$1\":");
    let score: Value = serde_json::from_str(&score).map_err(|error| error.to_string())?;
    let scores = score["scores"].as_object().ok_or("there are no scores")?;
    if scores.is_empty() {
        return Err("the scores are empty".to_owned());
    }
    let number = |(name, value): (&String, &Value)| {
        let value = value.as_f64().ok_or("a score is no number")?;
        Ok((name.clone(), value))
    };
    let scores = scores.iter().map(number).collect::<Result<_, String>>()?;
    let feedback: Value = serde_json::from_str(feedback).map_err(|error| error.to_string())?;
    if feedback["_presentation"] != "semantic" {
        return Err("the feedback is not semantic".to_owned());
    }
    let mut shown = BTreeMap::new();
    for stage in feedback["stages"].as_array().into_iter().flatten() {
        let stage = stage.as_str().ok_or("a stage has no name")?;
        let cases = feedback[stage].as_object();
        for (name, case) in cases.ok_or("a stage has no cases")? {
            let passed = case["passed"].as_bool().ok_or("a case has no result")?;
            let hint = case.get("hint");
            if hint.is_some_and(|hint| !hint.is_string()) {
                return Err("a hint is no text".to_owned());
            }
            if !name.starts_with('_') {
                shown.insert(name.clone(), passed);
            }
        }
    }
    Ok(Feedback { scores, shown })
}
