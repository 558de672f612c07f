//! Gradescope's metadata of a submission:
//! <https://gradescope-autograders.readthedocs.io/en/latest/submission_metadata/>.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use chrono::{DateTime, FixedOffset, TimeDelta};
use marking::report::{Report, StudentRecord};
use serde::Deserialize;
use submission::export::Lateness;

#[derive(Debug, Deserialize)]
pub(crate) struct Metadata {
    id: Option<u64>,
    created_at: Option<String>,
    assignment: Option<Dates>,
    #[serde(default)]
    users: Vec<MetadataUser>,
}

#[derive(Debug, Deserialize)]
struct Dates {
    due_date: Option<String>,
}

#[derive(Debug, Deserialize)]
struct MetadataUser {
    #[serde(default)]
    name: String,
    #[serde(default)]
    email: String,
    assignment: Option<Dates>,
}

impl Metadata {
    pub(crate) fn read(path: &Path) -> io::Result<Self> {
        Ok(serde_json::from_slice(&fs::read(path)?)?)
    }

    /// Adds the students to `report`, the dates as facts and, if the submission is late, a
    /// note. Deducts no points.
    pub(crate) fn add_to(&self, report: &mut Report) {
        report.students = self
            .users
            .iter()
            .map(|user| StudentRecord {
                name: user.name.clone(),
                id: user.email.clone(),
            })
            .collect();
        let due = self.due();
        let created = self.created_at.as_deref().and_then(time);
        let mut fact = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                report.facts.insert(name.to_owned(), value);
            }
        };
        fact("submission_id", self.id.map(|id| id.to_string()));
        fact("created_at", self.created_at.clone());
        fact("due_date", due.map(|due| due.to_rfc3339()));
        let (Some(created), Some(due)) = (created, due) else {
            return;
        };
        let late = created - due;
        fact("late", Some((late > TimeDelta::zero()).to_string()));
        if late > TimeDelta::zero() {
            report.late = Some(duration(late));
            report.notes.insert(
                0,
                format!(
                    "submitted {} after the due date, {}; no points are deducted for that",
                    duration(late),
                    due.format("%Y-%m-%d %H:%M:%S %:z")
                ),
            );
        }
    }

    fn due(&self) -> Option<DateTime<FixedOffset>> {
        let own = self
            .users
            .iter()
            .filter_map(|user| user.assignment.as_ref());
        let date = |dates: &Dates| dates.due_date.as_deref().and_then(time);
        let latest = own.filter_map(date).max();
        latest.or_else(|| self.assignment.as_ref().and_then(date))
    }
}

fn time(text: &str) -> Option<DateTime<FixedOffset>> {
    DateTime::parse_from_rfc3339(text).ok()
}

fn duration(time: TimeDelta) -> String {
    let by = Duration::from_secs(time.num_seconds().max(1).unsigned_abs());
    Lateness { by: Some(by) }.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(assignment: &str, users: &str) -> Report {
        let text = format!(
            r#"{{"id": 7, "created_at": "2026-10-01T12:00:00.000000-07:00",
                 "assignment": {assignment}, "users": {users}, "previous_submissions": []}}"#
        );
        let metadata: Metadata = serde_json::from_str(&text).expect("it is metadata");
        let mut report = Report::default();
        metadata.add_to(&mut report);
        report
    }

    #[test]
    fn a_submission_in_time_has_no_note() {
        let due = r#"{"due_date": "2026-10-01T19:00:00Z"}"#;
        let in_time = report(due, "[]");
        assert_eq!((in_time.notes.len(), &*in_time.facts["late"]), (0, "false"));
        let user = r#"[{"assignment": {"due_date": "2026-10-03T00:00:00Z"}}]"#;
        let extended = report(r#"{"due_date": "2026-09-01T00:00:00Z"}"#, user);
        assert_eq!(extended.facts["late"], "false");
    }

    #[test]
    fn what_is_missing_is_left_out() {
        let report = report("null", "[]");
        assert!(report.notes.is_empty() && !report.facts.contains_key("late"));
        let metadata: Metadata = serde_json::from_str("{}").expect("all is optional");
        metadata.add_to(&mut Report::default());
    }
}
