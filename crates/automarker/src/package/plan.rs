//! The task of a package: the cases, the marker and the options.

use course::{Course, Language};
use marking::report::Reveal;
use transcript::Case;

use super::Contents;
use super::template::quoted;

/// The same for every platform: what is marked, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan<'a> {
    /// The course.
    pub(crate) course: &'static Course,
    /// The cases, with the points that they are worth in the package.
    pub(crate) cases: &'a [Case],
    /// The files of the cases; none for those that the marker has in it.
    pub(crate) case_files: &'a Contents,
    /// The marker.
    pub(crate) marker: &'a [u8],
    /// The options of marking that were given, in their order.
    pub(crate) options: &'a [GivenOption],
    /// The command that starts the program; nothing if the marker finds it.
    pub(crate) program: &'a [String],
    /// The points that all cases together are worth.
    pub(crate) points: f64,
    /// The languages whose compilers the grader needs.
    pub(crate) languages: &'a [Language],
    /// The part of hidden cases that is shown.
    pub(crate) reveal: Reveal,
}

/// An option as it was given, with its values: `--case a b`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GivenOption {
    /// Its name, with the dashes.
    pub(crate) name: String,
    /// Its values; none of a flag.
    pub(crate) values: Vec<String>,
}

impl Plan<'_> {
    /// Returns the options of marking, and the command of the program after them, each with
    /// its values and quoted for a shell.
    pub(super) fn options(&self) -> Vec<String> {
        let words = |words: &[String]| {
            let words: Vec<_> = words.iter().map(|word| quoted(word)).collect();
            words.join(" ")
        };
        let languages: Vec<_> = self.languages.iter().map(|it| it.name()).collect();
        let mut options = vec![format!("--language {}", languages.join(" "))];
        let given = self.options.iter();
        options.extend(given.map(|option| {
            let option = format!("{} {}", option.name, words(&option.values));
            option.trim_end().to_owned()
        }));
        if !self.program.is_empty() {
            options.push(format!("-- {}", words(self.program)));
        }
        options
    }

    /// Calls `fill` with this plan for its public cases only, or with nothing if there are
    /// none.
    pub(super) fn with_public_cases(
        &self,
        fill: impl FnOnce(Option<&Plan<'_>>) -> String,
    ) -> String {
        let public: Vec<_> = self.cases.iter().filter(|case| !case.hidden).collect();
        if public.is_empty() {
            return fill(None);
        }
        if public.len() == self.cases.len() {
            return fill(Some(self));
        }
        let mut options = self.options.to_vec();
        options.retain(|option| !["--case", "--all"].contains(&option.name.as_str()));
        options.push(GivenOption {
            name: "--case".to_owned(),
            values: public.iter().map(|case| case.name.clone()).collect(),
        });
        fill(Some(&Plan {
            options: &options,
            points: public.iter().map(|case| case.weight).sum(),
            ..*self
        }))
    }

    /// Returns the name of the first hidden case, if there is one.
    pub(super) fn hidden_case(&self) -> Option<&str> {
        let hidden = self.cases.iter().find(|case| case.hidden);
        hidden.map(|case| case.name.as_str())
    }
}
