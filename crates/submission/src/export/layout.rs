//! The layouts in which submissions are exported.

use std::str::FromStr;

/// The layout of a folder with a class's submissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One folder or file per student.
    Folders,
    /// Gradescope's "Export submissions".
    Gradescope,
    /// Canvas' "Download submissions".
    Canvas,
    /// Moodle's "Download all submissions", in folders or flat.
    Moodle,
    /// Blackboard's "Assignment file download".
    Blackboard,
    /// Brightspace's "Download all submissions".
    Brightspace,
    /// `gh classroom clone student-repos`.
    GithubClassroom,
    /// `gh teacher download`.
    Classroom50,
}

impl Layout {
    /// All layouts; the exports are tried in this order.
    pub const ALL: [Self; 8] = [
        Self::Gradescope,
        Self::Canvas,
        Self::Moodle,
        Self::Blackboard,
        Self::Brightspace,
        Self::GithubClassroom,
        Self::Classroom50,
        Self::Folders,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Folders => "folders",
            Self::Gradescope => "gradescope",
            Self::Canvas => "canvas",
            Self::Moodle => "moodle",
            Self::Blackboard => "blackboard",
            Self::Brightspace => "brightspace",
            Self::GithubClassroom => "github-classroom",
            Self::Classroom50 => "classroom50",
        }
    }

    /// The platform whose export it is, if it is one.
    pub fn platform(self) -> Option<&'static str> {
        Some(match self {
            Self::Folders => return None,
            Self::Gradescope => "Gradescope",
            Self::Canvas => "Canvas",
            Self::Moodle => "Moodle",
            Self::Blackboard => "Blackboard",
            Self::Brightspace => "Brightspace",
            Self::GithubClassroom => "GitHub Classroom",
            Self::Classroom50 => "Classroom 50",
        })
    }
}

impl FromStr for Layout {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|layout| layout.name() == name)
            .ok_or("not a layout")
    }
}
