//! Lateness, where an export shows it.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::Submission;
use super::layout::Columns;
use crate::pattern::pattern;

/// The lateness of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lateness {
    /// The time after the deadline, if the export has it.
    pub by: Option<Duration>,
}

/// `2 days 3 h`, `3 h 5 min`, `5 min`, `7 s`, or else `yes`.
impl fmt::Display for Lateness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(by) = self.by else {
            return f.write_str("yes");
        };
        let minutes = by.as_secs() / 60;
        match (minutes / 60 / 24, minutes / 60 % 24, minutes % 60) {
            (0, 0, 0) => write!(f, "{} s", by.as_secs()),
            (0, 0, minutes) => write!(f, "{minutes} min"),
            (0, hours, minutes) => write!(f, "{hours} h {minutes} min"),
            (1, hours, _) => write!(f, "1 day {hours} h"),
            (days, hours, _) => write!(f, "{days} days {hours} h"),
        }
    }
}

pub(super) fn add(submissions: &mut [Submission], columns: &Columns, files: &[PathBuf]) {
    let mut all = HashMap::new();
    for file in files {
        all.extend(read(file, columns).unwrap_or_default());
    }
    for submission in submissions {
        submission.late = all.get(number(&submission.name)).copied();
    }
}

fn read(file: &Path, columns: &Columns) -> csv::Result<HashMap<String, Lateness>> {
    let mut table = csv::ReaderBuilder::new().flexible(true).from_path(file)?;
    let titles = table.byte_headers()?.clone();
    let column = |title: &str| {
        let mut titles = titles.iter();
        titles.position(|it| it.strip_prefix(b"\xef\xbb\xbf").unwrap_or(it) == title.as_bytes())
    };
    let mut all = HashMap::new();
    let (Some(id), Some(lateness)) = (column(columns.id), column(columns.lateness)) else {
        return Ok(all);
    };
    for row in table.into_byte_records() {
        let row = row?;
        let cell = |index| String::from_utf8_lossy(row.get(index).unwrap_or_default());
        if let Some(late) = parse(&cell(lateness)) {
            all.insert(number(&cell(id)).to_owned(), late);
        }
    }
    Ok(all)
}

/// The number in `Participant 12` or `submission_12`.
fn number(id: &str) -> &str {
    id.rsplit([' ', '_']).next().unwrap_or(id)
}

/// Parses Gradescope's `26:05:10`, or Moodle's status `Submitted for grading - 1 day 2 hours
/// late - Graded`.
fn parse(cell: &str) -> Option<Lateness> {
    let by = if let Some(found) = pattern(r"^(\d+):(\d\d):(\d\d)$").captures(cell) {
        let [hours, minutes, seconds] = [1, 2, 3].map(|index| found[index].parse::<u64>());
        let minutes = hours.ok()?.checked_mul(60)?.checked_add(minutes.ok()?)?;
        Some(minutes.checked_mul(60)?.checked_add(seconds.ok()?)?)
    } else {
        let found = pattern(r" - (\d[^-]*) late(?: - |$)").captures(cell)?;
        let words: Vec<_> = found[1].split(' ').collect();
        words.chunks(2).map(seconds).sum()
    };
    (by != Some(0)).then_some(Lateness {
        by: by.map(Duration::from_secs),
    })
}

/// Parses `2 hours`; `None` for another language.
fn seconds(words: &[&str]) -> Option<u64> {
    let &[count, unit] = words else { return None };
    let unit = match unit.trim_end_matches('s') {
        "sec" => 1,
        "min" => 60,
        "hour" => 60 * 60,
        "day" => 24 * 60 * 60,
        "year" => 365 * 24 * 60 * 60,
        _ => return None,
    };
    count.parse::<u64>().ok()?.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cells_of_each_platform_are_understood() {
        for (cell, expected) in [
            ("00:00:00", "-"),
            ("00:00:07", "7 s"),
            ("26:05:10", "1 day 2 h"),
            ("", "-"),
            ("99999999999999999999:00:00", "-"),
            ("Submitted for grading -  - ", "-"),
            (
                "Submitted for grading - 3 mins 31 secs late - Released -  - ",
                "3 min",
            ),
            ("Submitted for grading - 12 hours 1 min late", "12 h 1 min"),
            (
                "Submitted for grading - 2 days 7 hours late - Graded",
                "2 days 7 h",
            ),
            ("Submitted for grading - 3 Tage late", "yes"),
            (
                "Submitted for grading - Extension granted until: 1 May",
                "-",
            ),
        ] {
            let shown = parse(cell).map_or("-".to_owned(), |late| late.to_string());
            assert_eq!(shown, expected, "{cell}");
        }
    }
}
