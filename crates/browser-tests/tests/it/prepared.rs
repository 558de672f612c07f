//! The folder that `.ci/browser` prepares.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

const VARIABLE: &str = "BROWSER_TESTS";

static FOLDER: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    let folder = env::var_os(VARIABLE).map(PathBuf::from)?;
    let folder = folder.canonicalize();
    Some(folder.unwrap_or_else(|error| panic!("the folder of {VARIABLE}: {error}")))
});

/// Returns `None` if these tests are not requested.
pub(crate) fn folder() -> Option<&'static Path> {
    FOLDER.as_deref()
}

pub(crate) fn path(name: &str) -> PathBuf {
    let folder = folder().unwrap_or_else(|| panic!("{VARIABLE} is not set"));
    let path = folder.join(name);
    assert!(path.exists(), "{} is missing", path.display());
    path
}
