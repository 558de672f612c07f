//! A reader of what an evaluation prints for Moodle's Virtual Programming Lab, written
//! from `find_proposedgrade`, `find_proposedcomment` and `result_to_html` in
//! <https://github.com/jcrodriguez-dis/moodle-mod_vpl/blob/master/vpl_submission.class.php>,
//! and from `limitResultSize` in
//! <https://github.com/jcrodriguez-dis/vpl-xmlrpc-jail/blob/master/src/processMonitor.cpp>.

use regex_lite::Regex;

/// The execution server cuts the middle out of an output of that many bytes.
const LARGEST: usize = 32 << 10;

/// The part of an output that the platform keeps.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Evaluation {
    /// The last grade, as it is printed; none if the marker failed.
    pub(crate) grade: Option<String>,
    pub(crate) titles: Vec<String>,
}

/// Returns the grade and the titles of an evaluation's output. What is not a comment, a
/// grade or white space is an error: it would be lost.
pub(crate) fn read(text: &str) -> Result<Evaluation, String> {
    // The output goes through a terminal.
    let printed = text.replace('\n', "\r\n");
    let direct = evaluation(text)?;
    if evaluation(&printed)? != direct {
        return Err("a carriage return makes a difference".to_owned());
    }
    if printed.len() >= LARGEST {
        return Err(format!("of {} bytes, some are left out", printed.len()));
    }
    Ok(direct)
}

fn evaluation(text: &str) -> Result<Evaluation, String> {
    let grade = Regex::new("(?m)^Grade :=>>(.*)$").expect("a regular expression");
    let grades = grade.captures_iter(text);
    let grades: Vec<_> = grades.map(|found| found[1].trim().to_owned()).collect();
    let not_marked = text.contains(": not marked");
    let (grade, last) = match grades.as_slice() {
        [] if not_marked => (None, String::new()),
        [grade] if !not_marked => (Some(grade), format!("Grade :=>>{grade}")),
        _ => return Err(format!("{} grades", grades.len())),
    };
    if grade.is_some_and(|grade| grade.parse::<f64>().is_err()) {
        return Err(format!("the grade {grade:?} is no number"));
    }
    let begin = Regex::new(r"(?m)^[ \t]*<\|--[ \t]*\r?$").expect("a regular expression");
    let end = Regex::new(r"(?m)^[ \t]*--\|>[ \t]*\r?$").expect("a regular expression");
    let begun = begin.find(text).ok_or("no comment begins")?;
    let rest = &text[begun.end()..];
    let ended = end.find(rest).ok_or("no comment ends")?;
    let (comments, after) = (&rest[..ended.start()], &rest[ended.end()..]);
    if !text[..begun.start()].trim().is_empty() {
        return Err("there is a text before the comments".to_owned());
    }
    if after.trim() != last {
        return Err(format!("the comments end before {after:?}"));
    }
    let mut titles = Vec::new();
    for line in comments.trim().lines() {
        match line.as_bytes() {
            [b'-', _, ..] => titles.push(line[1..].trim().to_owned()),
            [b'>', ..] => {}
            _ => return Err(format!("{line:?} is neither a title nor a text")),
        }
    }
    Ok(Evaluation {
        grade: grade.cloned(),
        titles,
    })
}
