//! The names of files and folders in exports.
//!
//! Each platform's sources say how it makes them:
//! Canvas `lib/content_zipper.rb`, Moodle `mod/assign/classes/downloader.php`,
//! GitHub Classroom `clone/student-repos` of `github/gh-classroom`, Classroom 50
//! `internal/download/download.go` of `foundation50/classroom50`. Those of the
//! others are known from programs that read them.

use std::sync::LazyLock;

use regex_lite::{Captures, Regex};

use super::{Layout, Student};

/// What the name of a file or folder says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// It belongs to a submission.
    Of(Named),
    /// It belongs to the export as a whole.
    Extra,
}

/// The submission that a file or folder belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Named {
    /// The parts of the name that make the submission: two submissions never
    /// have the same.
    pub(super) key: String,
    /// The name that readers know it by. Others may have it too.
    pub(super) name: String,
    /// The student; both parts may be empty.
    pub(super) student: Student,
    /// The name that the student gave to the file; `None` if it is part of the
    /// name of a folder.
    pub(super) file: Option<String>,
    /// Later attempts are greater.
    pub(super) attempt: String,
    /// Set if the platform made the file: of a text, or of a link.
    pub(super) is_generated: bool,
}

/// The names of one layout.
pub(super) struct Names {
    layout: Layout,
    folder: String,
    /// What all names begin with, if the folder's name says it.
    prefix: Option<String>,
}

impl Names {
    /// The names of `layout` in a folder of this name.
    pub(super) fn of(layout: Layout, folder: &str) -> Self {
        let prefix = match layout {
            Layout::GithubClassroom => folder.strip_suffix("-submissions"),
            Layout::Classroom50 => CLASSROOM_50
                .captures(folder)
                .and_then(|found| found.get(1))
                .map(|class| class.as_str()),
            _ => None,
        };
        Self {
            layout,
            folder: folder.to_owned(),
            prefix: prefix.map(|prefix| format!("{prefix}-")),
        }
    }

    /// Returns what `name` says, or `None` if it is not of this layout.
    pub(super) fn read(&self, name: &str) -> Option<Name> {
        match self.layout {
            Layout::Folders => Some(Name::Of(Named {
                key: name.to_owned(),
                name: name.to_owned(),
                file: Some(name.to_owned()),
                ..Named::default()
            })),
            Layout::Gradescope => gradescope(name),
            Layout::Canvas => canvas(name).map(Name::Of),
            Layout::Moodle => moodle(name).map(Name::Of),
            Layout::Blackboard => blackboard(name).map(Name::Of),
            Layout::Brightspace => brightspace(name),
            Layout::GithubClassroom | Layout::Classroom50 => self.repository(name),
        }
    }

    /// A repository: its name ends with the user's.
    fn repository(&self, name: &str) -> Option<Name> {
        let user = name.strip_prefix(self.prefix.as_deref()?)?;
        // An archive of the folder `a1-submissions` has that folder in it.
        (!user.is_empty() && name != self.folder).then(|| {
            Name::Of(Named {
                key: name.to_owned(),
                name: name.to_owned(),
                student: student("", user),
                ..Named::default()
            })
        })
    }
}

fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is well formed")
}

fn student(name: &str, id: &str) -> Student {
    Student {
        name: name.trim().to_owned(),
        id: id.to_owned(),
    }
}

fn group(found: &Captures<'_>, index: usize) -> String {
    found
        .get(index)
        .map_or(String::new(), |found| found.as_str().to_owned())
}

static GRADESCOPE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^submission_\w+$"));

/// Beside the folders is `submission_metadata.yml`, which has the students.
fn gradescope(name: &str) -> Option<Name> {
    if name == super::gradescope::FILE {
        return Some(Name::Extra);
    }
    GRADESCOPE.is_match(name).then(|| {
        Name::Of(Named {
            key: name.to_owned(),
            name: name.to_owned(),
            ..Named::default()
        })
    })
}

static CANVAS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?s)^(.+?)(?:_LATE)?_(\d+)_(\d+)_(.+)$"));
static CANVAS_TEXT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?s)^(.+?)(?:_LATE)?_(\d+)_(?:text|link)\.html$"));
static CANVAS_BLIND: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?s)^(?:LATE_)?anon_([0-9A-Za-z]+)_(?:(\d+)_(.+)|(?:text|link)\.html)$")
});

/// `doejane_LATE_1234_56789_main.c`. A name may contain `_12`, which looks like
/// an id: so the name is a part of the key.
fn canvas(name: &str) -> Option<Named> {
    if CLASSROOM_50.is_match(name) {
        return None;
    }
    if let Some(found) = CANVAS_BLIND.captures(name) {
        let id = group(&found, 1);
        let file = found.get(3).map(|file| file.as_str().to_owned());
        return Some(Named {
            key: format!("anon_{id}"),
            name: format!("anon_{id}"),
            student: student("", &id),
            is_generated: file.is_none(),
            file,
            ..Named::default()
        });
    }
    let of = |found: &Captures<'_>, file: Option<String>| {
        let (name, id) = (group(found, 1), group(found, 2));
        Named {
            key: format!("{name}_{id}"),
            name: format!("{name}_{id}"),
            student: student(&name, &id),
            is_generated: file.is_none(),
            file,
            ..Named::default()
        }
    };
    if let Some(found) = CANVAS.captures(name) {
        return Some(of(&found, Some(group(&found, 4))));
    }
    Some(of(&CANVAS_TEXT.captures(name)?, None))
}

static MOODLE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?s)^([^_]*)(?:_(\d+))?_assignsubmission_(file|onlinetext)(?:_(.*))?$")
});

/// `Jane Doe_1234_assignsubmission_file`, a folder, with another `_` before
/// Moodle 4.1; or `Jane Doe_1234_assignsubmission_file_main.c`. A group without
/// a number is the default one.
fn moodle(name: &str) -> Option<Named> {
    let found = MOODLE.captures(name)?;
    let (full_name, id) = (group(&found, 1), group(&found, 2));
    let file = found.get(4).map(|file| file.as_str().to_owned());
    let key = if id.is_empty() {
        full_name.clone()
    } else {
        format!("{full_name}_{id}")
    };
    let is_blind = full_name == "Participant";
    Some(Named {
        name: key.clone(),
        key,
        student: student(if is_blind { "" } else { &full_name }, &id),
        file: file.filter(|file| !file.is_empty()),
        is_generated: group(&found, 3) == "onlinetext",
        ..Named::default()
    })
}

static BLACKBOARD: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?s)^(.+?)_attempt_(\d{4}-\d{2}-\d{2}-\d{2}-\d{2}-\d{2})(?:_(.+)|\.txt)$")
});

/// `Lab 8_jdoe3_attempt_2024-02-05-23-10-11_main.c`. The text file of the same
/// name without a file's is about the attempt.
fn blackboard(name: &str) -> Option<Named> {
    let found = BLACKBOARD.captures(name)?;
    let key = group(&found, 1);
    let id = key.rsplit_once('_').map_or(&*key, |(_, id)| id).to_owned();
    let file = found.get(3).map(|file| file.as_str().to_owned());
    Some(Named {
        student: student("", &id),
        name: id,
        key,
        is_generated: file.is_none(),
        file,
        attempt: group(&found, 2),
    })
}

static BRIGHTSPACE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?s)^(\d+)-\d+ - (.+?) - ",
        r"(?:([A-Z][a-z]{2})[a-z]*\.? (\d{1,2}), (\d{4})|(\d{1,2}) ([A-Z][a-z]{2})[a-z]* (\d{4}))",
        r",? (\d{1,2}):?(\d{2})(?: ?([AP])M)?(?: - (.+))?$",
    ))
});

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// `39786-640693 - Jane Doe - Oct 10, 2025 1022 AM`, a folder, or a file with its
/// own name after another dash. The name may begin with an id.
fn brightspace(name: &str) -> Option<Name> {
    if name == "index.html" {
        return Some(Name::Extra);
    }
    let found = BRIGHTSPACE.captures(name)?;
    let middle = group(&found, 2);
    let (id, full_name) = match middle.split_once(' ') {
        Some((id, rest)) if id.contains(|c: char| c.is_ascii_digit()) => (id, rest),
        _ => ("", &*middle),
    };
    Some(Name::Of(Named {
        key: format!("{} - {middle}", group(&found, 1)),
        student: student(full_name, id),
        file: found.get(12).map(|file| file.as_str().to_owned()),
        attempt: date(&found)?,
        name: middle,
        is_generated: false,
    }))
}

/// The date and time of a name of Brightspace, so that later ones are greater.
fn date(found: &Captures<'_>) -> Option<String> {
    let first =
        |one: usize, other: usize| group(found, if found.get(one).is_some() { one } else { other });
    let month = MONTHS.iter().position(|month| *month == first(3, 7))? + 1;
    let day: u32 = first(4, 6).parse().ok()?;
    let year: u32 = first(5, 8).parse().ok()?;
    let hour: u32 = group(found, 9).parse().ok()?;
    let minute: u32 = group(found, 10).parse().ok()?;
    let hour = match &*group(found, 11) {
        "" => hour,
        "P" => hour % 12 + 12,
        _ => hour % 12,
    };
    Some(format!(
        "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}"
    ))
}

static CLASSROOM_50: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(.+)_submissions_\d{4}_\d{2}_\d{2}_T_\d{2}_\d{2}_\d{2}$"));

static CANVAS_NUMBER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?s)^(.+)-\d{1,2}((?:\.tar)?\.[^.]+)$"));

/// Returns a file's name without the number that Canvas adds when a student
/// submits a file of the same name again: `main-1.c`.
pub(super) fn without_canvas_number(file: &str) -> Option<String> {
    let found = CANVAS_NUMBER.captures(file)?;
    Some(group(&found, 1) + &group(&found, 2))
}

#[cfg(test)]
mod tests {
    use super::Layout::{
        Blackboard, Brightspace, Canvas, Classroom50, GithubClassroom, Gradescope, Moodle,
    };
    use super::*;

    fn read(layout: Layout, folder: &str, name: &str) -> Option<String> {
        Some(match Names::of(layout, folder).read(name)? {
            Name::Extra => "extra".to_owned(),
            Name::Of(named) => {
                let Student { name, id } = named.student;
                let file = named.file.unwrap_or("-".to_owned());
                let generated = if named.is_generated { " generated" } else { "" };
                let attempt = named.attempt;
                format!(
                    "{} | {name} | {id} | {file} | {attempt}{generated}",
                    named.name
                )
            }
        })
    }

    const FIFTY: &str = "ece1724-a1_submissions_2026_09_30_T_23_59_00";

    /// Layout, name of the folder, name, and what it says: the submission's name,
    /// the student's name and id, the file, the attempt.
    const TABLE: &[(Layout, &str, &str, &str)] = &[
        (
            Gradescope,
            "",
            "submission_123456",
            "submission_123456 |  |  | - | ",
        ),
        (Gradescope, "", "submission_metadata.yml", "extra"),
        (
            Canvas,
            "",
            "johnsmith_956227_46792176_project2.py",
            "johnsmith_956227 | johnsmith | 956227 | project2.py | ",
        ),
        (
            Canvas,
            "",
            "doejane_LATE_12_345_a1.tar.gz",
            "doejane_12 | doejane | 12 | a1.tar.gz | ",
        ),
        (
            Canvas,
            "",
            "doejane_12_345_6_7_x.c",
            "doejane_12 | doejane | 12 | 6_7_x.c | ",
        ),
        (
            Canvas,
            "",
            "anon_a1B2c_345_main.c",
            "anon_a1B2c |  | a1B2c | main.c | ",
        ),
        (
            Canvas,
            "",
            "LATE_anon_a1B2c_345_main.c",
            "anon_a1B2c |  | a1B2c | main.c | ",
        ),
        (
            Canvas,
            "",
            "doejane_LATE_12_text.html",
            "doejane_12 | doejane | 12 | - |  generated",
        ),
        (
            Canvas,
            "",
            "doejane_12_link.html",
            "doejane_12 | doejane | 12 | - |  generated",
        ),
        (
            Canvas,
            "",
            "anon_a1B2c_text.html",
            "anon_a1B2c |  | a1B2c | - |  generated",
        ),
        (
            Moodle,
            "",
            "Vorname0 Nachname0_1327627_assignsubmission_file_",
            "Vorname0 Nachname0_1327627 | Vorname0 Nachname0 | 1327627 | - | ",
        ),
        (
            Moodle,
            "",
            "Jane Doe_12_assignsubmission_file",
            "Jane Doe_12 | Jane Doe | 12 | - | ",
        ),
        (
            Moodle,
            "",
            "Jane Doe_12_assignsubmission_file_a_b.c",
            "Jane Doe_12 | Jane Doe | 12 | a_b.c | ",
        ),
        (
            Moodle,
            "",
            "Jane Doe_12_assignsubmission_file_x_9_assignsubmission_file_y.c",
            "Jane Doe_12 | Jane Doe | 12 | x_9_assignsubmission_file_y.c | ",
        ),
        (
            Moodle,
            "",
            "Group A-Jane Doe_12_assignsubmission_file_",
            "Group A-Jane Doe_12 | Group A-Jane Doe | 12 | - | ",
        ),
        (
            Moodle,
            "",
            "Participant_12_assignsubmission_file_",
            "Participant_12 |  | 12 | - | ",
        ),
        (
            Moodle,
            "",
            "Jane Doe_12_assignsubmission_onlinetext",
            "Jane Doe_12 | Jane Doe | 12 | - |  generated",
        ),
        (
            Moodle,
            "",
            "Default group_assignsubmission_file",
            "Default group | Default group |  | - | ",
        ),
        (
            Blackboard,
            "",
            "ps1_bitdiddle_attempt_2016-01-30-15-00-00_problem1.ipynb",
            "bitdiddle |  | bitdiddle | problem1.ipynb | 2016-01-30-15-00-00",
        ),
        (
            Blackboard,
            "",
            "Lab_8_Part_2_jdoe3_attempt_2024-02-05-23-10-11.txt",
            "jdoe3 |  | jdoe3 | - | 2024-02-05-23-10-11 generated",
        ),
        (
            Blackboard,
            "",
            "L_a_attempt_2024-02-05-23-10-11_b_attempt_2025-02-05-23-10-11_c.c",
            "a |  | a | b_attempt_2025-02-05-23-10-11_c.c | 2024-02-05-23-10-11",
        ),
        (
            Brightspace,
            "",
            "27236-46025 - 23304308 Angood - 05 March 2026 612 PM",
            "23304308 Angood | Angood | 23304308 | - | 2026-03-05 18:12",
        ),
        (
            Brightspace,
            "",
            "271836-442356 - Blake Payne - Dec 5, 2024 1149 AM - CatacombCrawler.zip",
            "Blake Payne | Blake Payne |  | CatacombCrawler.zip | 2024-12-05 11:49",
        ),
        (
            Brightspace,
            "",
            "39786-640693 - Aiden Rodriguez - Oct 10, 2025 1222 AM",
            "Aiden Rodriguez | Aiden Rodriguez |  | - | 2025-10-10 00:22",
        ),
        (
            Brightspace,
            "",
            "1-2 - A B - Mar 29, 2018 1205 PM - a - b.c",
            "A B | A B |  | a - b.c | 2018-03-29 12:05",
        ),
        (Brightspace, "", "index.html", "extra"),
        (
            GithubClassroom,
            "a1-submissions",
            "a1-octocat",
            "a1-octocat |  | octocat | - | ",
        ),
        (
            Classroom50,
            FIFTY,
            "ece1724-a1-octo-cat",
            "ece1724-a1-octo-cat |  | octo-cat | - | ",
        ),
    ];

    #[test]
    fn the_names_of_each_platform_are_understood() {
        for &(layout, folder, name, expected) in TABLE {
            let read = read(layout, folder, name);
            assert_eq!(read.as_deref(), Some(expected), "{name}");
        }
    }

    #[test]
    fn other_names_are_of_no_platform() {
        for name in [
            "a1_submissions_2026_09_30_T_23_59_00",
            "alice",
            "main.c",
            "marks.csv",
            "lab_1",
            "a1-octocat",
            "jane_doe_a1.zip",
            "2026-03-05 a.c",
            "1-2 - A B - a.c",
            "x_attempt_2024.c",
            "Jane Doe_assignment.zip",
        ] {
            for layout in Layout::ALL {
                if layout != Layout::Folders {
                    assert_eq!(
                        read(layout, "submissions", name),
                        None,
                        "{name}: {layout:?}"
                    );
                }
            }
        }
        assert_eq!(read(GithubClassroom, "a1-submissions", "a2-octocat"), None);
        assert_eq!(read(GithubClassroom, "a1-submissions", "a1-"), None);
    }

    /// A name of Canvas can contain an id of another student.
    #[test]
    fn a_name_with_an_id_in_it_is_no_other_students() {
        let key = |name: &str| match Names::of(Canvas, "").read(name) {
            Some(Name::Of(named)) => named.key,
            other => panic!("{name} is {other:?}"),
        };
        assert_ne!(key("mallory_42_666_777_a.c"), key("doejane_42_555_a.c"));
    }

    #[test]
    fn the_number_of_a_file_submitted_again_is_removed() {
        for (file, expected) in [
            ("main-1.c", Some("main.c")),
            ("a1-12.tar.gz", Some("a1.tar.gz")),
            ("my-file-2.java", Some("my-file.java")),
            ("main.c", None),
            ("-1.c", None),
            ("main-1", None),
            ("project-2024.py", None),
        ] {
            assert_eq!(without_canvas_number(file).as_deref(), expected, "{file}");
        }
    }
}
