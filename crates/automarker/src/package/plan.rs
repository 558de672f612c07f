//! The task of a package: the cases, the marker and the options.

use course::{Course, Language};
use marking::report::{Format, Host, Report, Reveal, render};
use transcript::Case;

use super::contents::Contents;
use super::script::quoted;

/// The same for every platform: what is marked, and how.
#[derive(Debug)]
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

/// The paths on a grader, as words of a shell script: `"$here/automarker"`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paths<'a> {
    /// The marker.
    pub(crate) marker: &'a str,
    /// The folder that [`Plan::case_files`] lie in.
    pub(crate) cases: &'a str,
    /// The submission.
    pub(crate) submission: &'a str,
    /// The result; `None` for standard output.
    pub(crate) result: Option<&'a str>,
}

impl Plan<'_> {
    /// Returns the command that marks one submission on a grader and writes its
    /// result in `format`, as lines of a shell script that go on with a backslash.
    /// `defaults` are options for what was not given.
    pub(crate) fn command(
        &self,
        paths: Paths<'_>,
        format: Format,
        defaults: &[(&str, &str)],
    ) -> String {
        let mut lines = vec![format!(
            "{} submission {} {} --grader --format {}",
            paths.marker,
            self.course.name,
            paths.submission,
            format.name()
        )];
        if let Some(result) = paths.result {
            lines.push(format!("--output {result}"));
        }
        if !self.case_files.is_empty() {
            lines.push(format!("--cases {}", paths.cases));
        }
        lines.push(format!("--points {}", self.points));
        lines.extend(self.options(defaults));
        lines.join(" \\\n    ")
    }

    /// Returns the options that the platform does not set by itself, and the command
    /// of the program after them, each with its values and quoted for a shell.
    /// `defaults` are options for what was not given.
    pub(crate) fn options(&self, defaults: &[(&str, &str)]) -> Vec<String> {
        let mut options = Vec::new();
        if !self.languages.is_empty() {
            let names: Vec<_> = self.languages.iter().map(|it| it.name()).collect();
            options.push(format!("--language {}", names.join(" ")));
        }
        let is_given = |name: &str| self.options.iter().any(|option| option.name == name);
        // The two options exclude each other.
        let is_decided =
            |name: &str| is_given(name) || name == "--sandbox" && is_given("--no-sandbox");
        let defaults = defaults.iter().filter(|(name, _)| !is_decided(name));
        options.extend(defaults.map(|(name, value)| format!("{name} {value}")));
        options.extend(self.options.iter().map(|option| {
            let values = option.values.iter().map(|value| quoted(value));
            let words: Vec<_> = [option.name.clone()].into_iter().chain(values).collect();
            words.join(" ")
        }));
        if !self.program.is_empty() {
            let words: Vec<_> = self.program.iter().map(|word| quoted(word)).collect();
            options.push(format!("-- {}", words.join(" ")));
        }
        options
    }

    /// Returns the result in `format` for a marker that does not start or is killed.
    pub(crate) fn could_not_run(&self, format: Format) -> String {
        let report = Report::not_marked("submission", self.course.name, self.points);
        render(format, &report, self.reveal, &Host::NONE)
    }

    /// Returns the name of the first hidden case, if there is one.
    pub(crate) fn hidden_case(&self) -> Option<&str> {
        let hidden = self.cases.iter().find(|case| case.hidden);
        hidden.map(|case| case.name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_default_gives_way_to_what_was_given() {
        let options = |given: &[&str]| {
            let given = given.iter().map(|name| GivenOption {
                name: (*name).to_owned(),
                values: Vec::new(),
            });
            let plan = Plan {
                course: &courses::ALL[0],
                cases: &[],
                case_files: &Contents::default(),
                marker: b"",
                options: &given.collect::<Vec<_>>(),
                program: &[],
                points: 1.0,
                languages: &[],
                reveal: Reveal::None,
            };
            plan.options(&[("--sandbox", "landlock"), ("--jobs", "1")])
        };
        assert_eq!(options(&[]), ["--sandbox landlock", "--jobs 1"]);
        assert_eq!(options(&["--jobs"]), ["--sandbox landlock", "--jobs"]);
        assert_eq!(options(&["--sandbox"]), ["--jobs 1", "--sandbox"]);
        // The two exclude each other.
        assert_eq!(options(&["--no-sandbox"]), ["--jobs 1", "--no-sandbox"]);
    }
}
