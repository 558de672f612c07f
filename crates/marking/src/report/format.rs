//! The formats of a report.

use strum::{EnumMessage, IntoStaticStr, VariantArray};

#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Format {
    /// For people, in colour on a terminal.
    Human,
    /// Everything, as one JSON document in automarker's own format.
    Json,
    /// `JUnit` XML, which most build servers read.
    Junit,
    /// Gradescope's results.json.
    Gradescope,
    /// One JSON object per line, as `MarkUs`' custom tester reads them.
    Markus,
    /// Classroom 50's result.json.
    Classroom50,
    /// The comments and the grade of Moodle's Virtual Programming Lab.
    Vpl,
    /// The summary of a job of GitHub Actions, in Markdown.
    Github,
}

impl Format {
    pub const ALL: &[Self] = Self::VARIANTS;

    pub fn name(self) -> &'static str {
        self.into()
    }

    pub fn description(self) -> String {
        description(&self)
    }
}

/// Returns its doc comment, as `--help` shows it.
pub(super) fn description(variant: &impl EnumMessage) -> String {
    let words = variant.get_documentation().unwrap_or_default();
    words.trim_end_matches('.').replace('`', "")
}
