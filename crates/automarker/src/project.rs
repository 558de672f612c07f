//! The settings of a student's project, in its folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub(crate) const FILE: &str = "automarker.toml";

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

    pub(crate) fn to_file(&self) -> String {
        toml::to_string(self).expect("text and lists can be written")
    }
}
