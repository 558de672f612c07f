//! The task of a package: the cases, the marker and the options.

use course::{Course, Language};
use marking::report::{Reveal, sum};
use transcript::Case;

use super::PackageFiles;
use crate::quote::quoted_all;

#[derive(Clone, Copy, Debug)]
pub(crate) struct PackagePlan<'a> {
    pub(crate) course: &'static Course,
    pub(crate) cases: &'a [Case],
    /// Empty for built-in cases.
    pub(crate) case_files: &'a PackageFiles,
    /// `None` for a built-in course.
    pub(crate) course_file: Option<&'a [u8]>,
    pub(crate) marker: &'a [u8],
    /// The options of marking as they were given, each with its values and quoted for a shell:
    /// `--case a 'b c'`.
    pub(crate) options: &'a [String],
    /// The command that starts the program, or empty if the marker finds it.
    pub(crate) program: &'a [String],
    pub(crate) points: f64,
    pub(crate) languages: &'a [Language],
    pub(crate) reveal: Reveal,
}

impl PackagePlan<'_> {
    pub(super) fn options(&self) -> Vec<String> {
        let languages: Vec<_> = self.languages.iter().map(|it| it.name()).collect();
        let mut options = vec![format!("--language {}", languages.join(" "))];
        options.extend_from_slice(self.options);
        if !self.program.is_empty() {
            options.push(format!("-- {}", quoted_all(self.program)));
        }
        options
    }

    pub(super) fn with_public_cases(
        &self,
        fill: impl FnOnce(Option<&PackagePlan<'_>>) -> String,
    ) -> String {
        let public: Vec<_> = self.cases.iter().filter(|case| !case.hidden).collect();
        if public.is_empty() {
            return fill(None);
        }
        if public.len() == self.cases.len() {
            return fill(Some(self));
        }
        let mut options = self.options.to_vec();
        options.retain(|option| !option.starts_with("--case ") && option != "--all");
        let names: Vec<_> = public.iter().map(|case| case.name.clone()).collect();
        options.push(format!("--case {}", quoted_all(&names)));
        fill(Some(&PackagePlan {
            options: &options,
            points: if self.options.iter().any(|it| it == "--rubric") {
                self.points
            } else {
                sum(public.iter().map(|case| case.weight))
            },
            ..*self
        }))
    }

    pub(super) fn hidden_case(&self) -> Option<&str> {
        let hidden = self.cases.iter().find(|case| case.hidden);
        hidden.map(|case| case.name.as_str())
    }
}
