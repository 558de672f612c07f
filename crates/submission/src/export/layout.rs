//! The layouts in which submissions are exported: a table of patterns for the names of
//! files and folders.
//!
//! The patterns follow each platform's sources: Canvas `lib/content_zipper.rb`, Moodle
//! `mod/assign/classes/downloader.php`, GitHub Classroom `clone/student-repos` of
//! `github/gh-classroom`, Classroom 50 `internal/download/download.go` of
//! `foundation50/classroom50`. The other forms are known from programs that read them.
//!
//! To add a platform, add a row to [`LAYOUTS`] and an example to `tests/it/exports.txt`. All
//! groups of a pattern are optional:
//!
//! | group | |
//! | --- | --- |
//! | `name` | the submission as readers know it; without it, `student` and `id` with `_` between them |
//! | `before` | a part of the key that stands before `name` |
//! | `student`, `id` | the student |
//! | `file` | the name that the student gave to the file; none for a folder |
//! | `number` | the number of the file, which no other file of an export has |
//! | `late` | the submission was handed in after the deadline |
//! | `generated` | the platform made the file, of a text or of a link |
//! | `attempt` | the time of the attempt: later ones are greater |
//! | `year`, `month`, `day`, `hour`, `minute`, `half` | the same, with the name or number of the month, and `A` or `P` |
//! | `when` | the time of the attempt, in any language |

use regex_lite::{Captures, Regex, escape};

use super::Student;
use crate::pattern::pattern;

/// The layout of a folder with a class's submissions.
#[derive(Debug, PartialEq, Eq)]
pub struct Layout {
    /// The name on the command line.
    pub name: &'static str,
    /// The platform that makes such an export, if any.
    pub platform: Option<&'static str>,
    /// The name of the folder, if all names in it begin with a part of that: the group
    /// `prefix`, which replaces PREFIX in the other patterns.
    folder: Option<&'static str>,
    patterns: &'static [&'static str],
    extra: Option<&'static str>,
    pub(super) lateness: Option<Columns>,
    pub(super) students: Option<Students>,
    pub(super) numbers_files: bool,
}

/// The columns of a table that a platform exports separately. Its ids and the names of
/// submissions end in the same numbers.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Columns {
    pub(super) id: &'static str,
    pub(super) lateness: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Students {
    InMetadata,
    InGenerated,
}

const NONE: Layout = Layout {
    name: "",
    platform: None,
    folder: None,
    patterns: &[],
    extra: None,
    lateness: None,
    students: None,
    numbers_files: false,
};

const CLASSROOM_50: &str = r"^(?P<prefix>.+)_submissions_\d{4}_\d{2}_\d{2}_T_\d{2}_\d{2}_\d{2}$";

/// The end of Moodle's names. Before Moodle 4.1, a folder's name had one more `_`.
macro_rules! moodle {
    ($student:literal) => {
        concat!(
            "(?s)^(?P<name>",
            $student,
            ")_assignsubmission_(?:file|(?P<generated>onlinetext))(?:_(?P<file>.*))?$"
        )
    };
}

macro_rules! at {
    ($date:literal) => {
        concat!(
            $date,
            r",? (?P<hour>\d{1,2}) ?[:h]? ?(?P<minute>\d{2})(?: ?(?P<half>[AP])M)?"
        )
    };
}

macro_rules! brightspace {
    ($date:expr) => {
        concat!(
            r"(?s)^(?P<before>\d+)-\d+ - (?P<name>(?:(?P<id>[^ ]*\d[^ ]*) )?(?P<student>.+?)) - (?P<when>",
            $date,
            r")(?: - (?P<file>.+))?$",
        )
    };
}

/// All layouts, in the order in which they are tried.
pub static LAYOUTS: [Layout; 8] = [
    Layout {
        name: "gradescope",
        platform: Some("Gradescope"),
        patterns: &[r"^(?P<name>submission_\w+)$"],
        extra: Some(r"^submission_metadata\.yml$|_scores\.csv$"),
        lateness: Some(Columns {
            id: "Submission ID",
            lateness: "Lateness (H:M:S)",
        }),
        students: Some(Students::InMetadata),
        ..NONE
    },
    // A name may contain `_12`, which looks like an id: so the name is part of the key.
    Layout {
        name: "canvas",
        platform: Some("Canvas"),
        patterns: &[
            concat!(
                r"(?s)^(?P<late>LATE_)?(?P<name>anon_(?P<id>[0-9A-Za-z]+))_",
                r"(?:(?P<number>\d+)_(?P<file>.+)|(?P<generated>text|link)\.html)$"
            ),
            r"(?s)^(?P<student>.+?)(?P<late>_LATE)?_(?P<id>\d+)_(?P<number>\d+)_(?P<file>.+)$",
            r"(?s)^(?P<student>.+?)(?P<late>_LATE)?_(?P<id>\d+)_(?P<generated>text|link)\.html$",
        ],
        numbers_files: true,
        ..NONE
    },
    // The default group has no number.
    Layout {
        name: "moodle",
        platform: Some("Moodle"),
        patterns: &[
            moodle!(r"Participant_(?P<id>\d+)"),
            moodle!(r"(?P<student>[^_]*)(?:_(?P<id>\d+))?"),
        ],
        extra: Some(r"^Grades-.+\.csv$"),
        lateness: Some(Columns {
            id: "Identifier",
            lateness: "Status",
        }),
        ..NONE
    },
    // The text file without a file name is about the attempt. Before the user's name is that of
    // the assignment, and both may contain `_`.
    Layout {
        name: "blackboard",
        platform: Some("Blackboard"),
        patterns: &[concat!(
            r"(?s)^(?P<name>.+?)_attempt_",
            r"(?P<attempt>\d{4}-\d{2}-\d{2}-\d{2}-\d{2}-\d{2})",
            r"(?:_(?P<file>.+)|(?P<generated>\.txt))$"
        )],
        students: Some(Students::InGenerated),
        ..NONE
    },
    Layout {
        name: "brightspace",
        platform: Some("Brightspace"),
        patterns: &[
            brightspace!(at!(
                r"(?P<month>[^\d\s.,]{3,})\.? (?P<day>\d{1,2}), (?P<year>\d{4})"
            )),
            brightspace!(at!(
                r"(?P<day>\d{1,2})\.? (?:de )?(?P<month>[^\d\s.,]{3,})\.? (?:de )?(?P<year>\d{4})"
            )),
            brightspace!(at!(
                r"(?P<year>\d{4})年(?P<month>\d{1,2})月(?P<day>\d{1,2})日"
            )),
            brightspace!(r"\S.*?\d.*?"),
        ],
        extra: Some(r"^index\.html$"),
        ..NONE
    },
    Layout {
        name: "github-classroom",
        platform: Some("GitHub Classroom"),
        folder: Some(r"^(?P<prefix>.+)-submissions$"),
        patterns: &[r"^(?P<name>PREFIX-(?P<id>.+))$"],
        ..NONE
    },
    Layout {
        name: "classroom50",
        platform: Some("Classroom 50"),
        folder: Some(CLASSROOM_50),
        patterns: &[r"^(?P<name>PREFIX-(?P<id>.+))$"],
        ..NONE
    },
    // One folder or file per student.
    Layout {
        name: "folders",
        patterns: &[r"(?s)^(?P<name>(?P<file>.+))$"],
        ..NONE
    },
];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ParsedName {
    Of(EntryName),
    Extra,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EntryName {
    /// The parts of the name that identify the submission.
    pub(super) key: String,
    /// The name that readers know it by, perhaps not unique.
    pub(super) name: String,
    pub(super) student: Student,
    /// The name that the student gave to the file; `None` for a folder.
    pub(super) file: Option<String>,
    pub(super) is_late: bool,
    pub(super) number: Option<String>,
    pub(super) attempt: String,
    /// The time of the attempt in a form that does not sort.
    pub(super) unclear: Option<String>,
    pub(super) is_generated: bool,
}

pub(super) struct NameParser<'a> {
    layout: &'static Layout,
    folder: &'a str,
    patterns: Vec<Regex>,
    extra: Option<Regex>,
    classroom50: Regex,
}

impl<'a> NameParser<'a> {
    pub(super) fn of(layout: &'static Layout, folder: &'a str) -> Self {
        let prefix = match layout.folder {
            None => Some(""),
            Some(name) => pattern(name)
                .captures(folder)
                .and_then(|found| Some(found.name("prefix")?.as_str())),
        };
        let of_prefix = |prefix: &str| {
            let patterns = layout.patterns.iter();
            let patterns = patterns.map(|text| pattern(&text.replace("PREFIX", &escape(prefix))));
            patterns.collect()
        };
        Self {
            layout,
            folder,
            patterns: prefix.map(of_prefix).unwrap_or_default(),
            extra: layout.extra.map(pattern),
            classroom50: pattern(CLASSROOM_50),
        }
    }

    pub(super) fn read(&self, name: &str) -> Option<ParsedName> {
        // An archive of the folder `a1-submissions` contains that folder.
        let is_folder = name == self.folder || self.classroom50.is_match(name);
        if self.layout.platform.is_some() && is_folder {
            return None;
        }
        let Some(found) = self.patterns.iter().find_map(|it| it.captures(name)) else {
            let is_extra = self.extra.as_ref().is_some_and(|it| it.is_match(name));
            return is_extra.then_some(ParsedName::Extra);
        };
        let group = |name: &str| Some(found.name(name)?.as_str());
        let text = |name: &str| group(name).unwrap_or_default();
        let name = match group("name") {
            Some(name) => name.to_owned(),
            None => format!("{}_{}", text("student"), text("id")),
        };
        let key = match group("before") {
            Some(before) => format!("{before} - {name}"),
            None => name.clone(),
        };
        let attempt = date(&found).or(group("attempt").map(str::to_owned));
        Some(ParsedName::Of(EntryName {
            key,
            name,
            student: Student {
                name: text("student").trim().to_owned(),
                id: text("id").to_owned(),
            },
            file: group("file")
                .filter(|file| !file.is_empty())
                .map(str::to_owned),
            is_late: group("late").is_some(),
            number: group("number").map(str::to_owned),
            unclear: group("when")
                .filter(|_| attempt.is_none())
                .map(str::to_owned),
            attempt: attempt.unwrap_or_default(),
            is_generated: group("generated").is_some(),
        }))
    }
}

/// The beginnings of their names in English, German, Dutch, French, Spanish, Portuguese,
/// Italian, the Scandinavian languages and Turkish, separated by blanks.
const MONTHS: [&str; 12] = [
    "jan ene gen oca",
    "feb fév fev şub",
    "mar mär maa mrt",
    "apr avr abr nis",
    "may mai mei maj mag",
    "jun juin giu haz",
    "jul juil lug tem",
    "aug aoû ago ağu",
    "sep set eyl",
    "oct okt out ott eki",
    "nov kas",
    "dec des déc dez dic ara",
];

fn month(word: &str) -> Option<usize> {
    if let Ok(number) = word.parse() {
        return Some(number);
    }
    let word = word.to_lowercase();
    let begins = |names: &&str| names.split(' ').any(|name| word.starts_with(name));
    Some(MONTHS.iter().position(begins)? + 1)
}

fn date(found: &Captures<'_>) -> Option<String> {
    let number = |name: &str| -> Option<u32> { found.name(name)?.as_str().parse().ok() };
    let [year, day, hour, minute] = ["year", "day", "hour", "minute"].map(number);
    let month = month(found.name("month")?.as_str())?;
    let hour = match found.name("half").map(|half| half.as_str()) {
        None => hour?,
        Some("P") => hour? % 12 + 12,
        Some(_) => hour? % 12,
    };
    let (year, day, minute) = (year?, day?, minute?);
    Some(format!(
        "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}"
    ))
}
