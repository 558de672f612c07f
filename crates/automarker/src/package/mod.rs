//! Packages for graders: what a platform needs to mark submissions by itself.
//!
//! Each platform is a file with a [`Platform`], and a line in [`PLATFORMS`].

pub(crate) mod binary;
mod classroom50;
mod container;
pub(crate) mod contents;
mod github;
mod gradescope;
mod markus;
mod moodle_vpl;
pub(crate) mod plan;
mod script;
pub(crate) mod write;

use std::error::Error;
use std::fmt;

use contents::Contents;
use plan::Plan;
use write::Form;

/// The name of the marker in every package.
const MARKER: &str = "automarker";

/// The folder of the cases in every package, below which [`Plan::case_files`] lie.
const CASES: &str = "cases";

/// The archive of the cases in packages that lie beside a submission: a student who
/// submits a folder of that name cannot add to it.
const ARCHIVE: &str = "automarker-cases.tar";

/// Every platform.
pub(crate) const PLATFORMS: [&Platform; 6] = [
    &gradescope::PLATFORM,
    &github::PLATFORM,
    &classroom50::PLATFORM,
    &markus::PLATFORM,
    &moodle_vpl::PLATFORM,
    &container::PLATFORM,
];

/// A platform that marks submissions with a package. Its page is
/// `docs/NAME.md`.
#[derive(Debug)]
pub(crate) struct Platform {
    /// The name on the command line: `gradescope`.
    pub(crate) name: &'static str,
    /// Its own name: `Gradescope`.
    pub(crate) title: &'static str,
    /// The usual name of the file or folder that is written.
    pub(crate) output: &'static str,
    /// The form of the package.
    pub(crate) form: Form,
    /// Makes the package, or refuses what the platform cannot do.
    pub(crate) pack: fn(&Plan<'_>) -> Result<Packed, Refusal>,
}

/// A package.
#[derive(Debug, Default)]
pub(crate) struct Packed {
    /// Its files.
    pub(crate) contents: Contents,
    /// The things that the platform cannot do, in sentences without a full stop.
    pub(crate) left_out: Vec<String>,
    /// The next step for staff, in a sentence without a full stop.
    pub(crate) next: String,
}

impl Packed {
    /// Returns a package with the marker and the cases in `folder`, which is empty
    /// or ends in a slash.
    fn new(plan: &Plan<'_>, folder: &str) -> Self {
        let mut packed = Self::default();
        let contents = &mut packed.contents;
        contents.add_program(&format!("{folder}{MARKER}"), plan.marker);
        contents.add_all(&format!("{folder}{CASES}"), plan.case_files);
        packed
    }

    /// Returns a package with the marker and the [`ARCHIVE`] of the cases, unless the
    /// cases are those in the marker.
    fn with_archive(plan: &Plan<'_>) -> Result<Self, Refusal> {
        let mut packed = Self::default();
        packed.contents.add_program(MARKER, plan.marker);
        if !plan.case_files.is_empty() {
            let archive = write::tar(plan.case_files);
            let archive = archive.map_err(|error| Refusal(error.to_string()))?;
            packed.contents.add(ARCHIVE, archive, false);
        }
        Ok(packed)
    }
}

/// Returns `bytes` as hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    let digits = |byte: &u8| [byte >> 4, byte & 15].map(|digit| char::from_digit(digit.into(), 16));
    bytes.iter().flat_map(digits).flatten().collect()
}

/// The reason why a platform cannot do what a package is to do.
#[derive(Debug)]
pub(crate) struct Refusal(pub(crate) String);

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn each_platform_has_a_page_and_a_link_to_it() {
        let folder = course_tests::workspace().join("crates/automarker");
        let read = |name: &str| fs::read_to_string(folder.join(name)).expect(name);
        let readme = read("README.md");
        for platform in PLATFORMS {
            let name = format!("docs/{}.md", platform.name);
            let title = format!("# {} in five minutes\n", platform.title);
            assert!(read(&name).starts_with(&title), "{name}");
            assert!(readme.contains(&format!("]({name})")), "{name}");
        }
    }
}
