//! The settings of a student's project, in its folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub(crate) const FILE: &str = "automarker.toml";

/// The settings in `automarker.toml`. Each is what the argument of the same name is
/// without it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
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

    /// Returns the file with these settings.
    pub(crate) fn to_file(&self) -> String {
        toml::to_string(self).expect("text and lists can be written")
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
}
