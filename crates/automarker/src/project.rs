//! The settings of a student's project, in its folder.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

pub(crate) const FILE: &str = "automarker.toml";

/// The settings in `automarker.toml`. Each is what the argument of the same name is
/// without it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Project {
    pub(crate) course: String,
    pub(crate) build: Option<String>,
    pub(crate) program: Option<Vec<String>>,
    pub(crate) compare: Option<String>,
    pub(crate) judge: Option<String>,
    pub(crate) cases: Option<PathBuf>,
}

impl Project {
    /// Reads the settings in `folder`; `None` if there are none.
    pub(crate) fn read(folder: &Path) -> Result<Option<Self>, String> {
        match fs::read_to_string(folder.join(FILE)) {
            // The message has the place and the line.
            Ok(text) => toml::from_str(&text)
                .map(Some)
                .map_err(|error| format!("{FILE}: {}", error.to_string().trim_end())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(format!("cannot read {FILE}: {error}")),
        }
    }

    /// Returns the file with these settings, and the others as comments.
    pub(crate) fn to_file(&self) -> String {
        let mut text = String::new();
        let mut setting = |about: &str, name: &str, value: Option<toml::Value>, other: &str| {
            let line = match value {
                Some(value) => format!("{name} = {value}"),
                None => format!("# {name} = {other}"),
            };
            writeln!(text, "# {about}\n{line}").expect("a String takes it all");
        };
        let some = |value: &Option<String>| value.clone().map(toml::Value::from);
        let course = Some(toml::Value::from(self.course.clone()));
        setting(
            "The course; `automarker courses` lists them.",
            "course",
            course,
            "",
        );
        setting(
            "A shell command that builds the program first.",
            "build",
            some(&self.build),
            "\"gcc -O2 -o reversi reversi.c\"",
        );
        setting(
            "The command that starts the program. Without it, the program is found.",
            "program",
            self.program.clone().map(toml::Value::from),
            "[\"./reversi\"]",
        );
        setting(
            "How strictly outputs are compared: exact, final-newline, trailing-space, tokens.",
            "compare",
            some(&self.compare),
            "\"exact\"",
        );
        setting(
            "Judge by the expected `text` or by the `rules` of the game.",
            "judge",
            some(&self.judge),
            "\"text\"",
        );
        setting(
            "Cases of your own, beside this file.",
            "cases",
            self.cases
                .as_ref()
                .map(|path| toml::Value::from(path.display().to_string())),
            "\"cases\"",
        );
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        assert_eq!(Project::read(folder.path()).expect("there is none"), None);
        let least = Project {
            course: "cmsc201".to_owned(),
            ..Project::default()
        };
        let most = Project {
            course: "aps105-lab8".to_owned(),
            build: Some("gcc -O2 -o 'part 1' \"part1.c\"".to_owned()),
            program: Some(vec!["./part 1".to_owned(), "--fast".to_owned()]),
            compare: Some("tokens".to_owned()),
            judge: Some("rules".to_owned()),
            cases: Some("my cases".into()),
        };
        for project in [least, most] {
            fs::write(folder.path().join(FILE), project.to_file()).expect("a file");
            let read = Project::read(folder.path()).expect("it is well formed");
            assert_eq!(read, Some(project));
        }
    }

    #[test]
    fn every_setting_stands_in_the_file_as_it_could_be() {
        let least = Project {
            course: "cmsc201".to_owned(),
            ..Project::default()
        };
        let text = least.to_file();
        let uncommented: String = text
            .lines()
            .map(|line| match line.strip_prefix("# ") {
                Some(setting) if setting.contains(" = ") => format!("{setting}\n"),
                _ => format!("{line}\n"),
            })
            .collect();
        let read: Project = toml::from_str(&uncommented).expect("it is well formed");
        assert!(read.build.is_some() && read.program.is_some() && read.compare.is_some());
        assert!(read.judge.is_some() && read.cases.is_some());
    }
}
