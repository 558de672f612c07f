//! The kinds of programs that are recognised by their files, and the files that they begin in.

use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

use regex_lite::{Regex, escape};

use crate::files::read;
use crate::pattern::pattern;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ProgramKind {
    Cargo,
    Make,
    DotNet,
    C,
    Cpp,
    CSharp,
    Go,
    Java,
    JavaScript,
    Python,
    Rust,
    Executable,
}

/// The number of scripts among which to search for the one that imports the others.
const MOST_SCRIPTS: usize = 100;

impl ProgramKind {
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        if name == "Cargo.toml" {
            return Some(Self::Cargo);
        }
        if ["Makefile", "makefile", "GNUmakefile"].contains(&name) {
            return Some(Self::Make);
        }
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match &*ending {
            "csproj" => Self::DotNet,
            "c" => Self::C,
            "cpp" | "cc" | "cxx" | "c++" => Self::Cpp,
            "cs" => Self::CSharp,
            "go" => Self::Go,
            "java" => Self::Java,
            "js" | "mjs" | "cjs" => Self::JavaScript,
            "py" | "pyw" => Self::Python,
            "rs" => Self::Rust,
            _ => return None,
        })
    }

    pub(crate) fn is_build_file(self) -> bool {
        matches!(self, Self::Cargo | Self::Make | Self::DotNet)
    }

    /// Returns `true` if a program of this kind seems to begin in `file`.
    pub(crate) fn begins_in(self, file: &Path) -> bool {
        let main = match self {
            Self::C | Self::Cpp => r"\bmain\s*\(",
            Self::CSharp => r"\bMain\s*\(",
            Self::Go => r"\bfunc\s+main\s*\(",
            Self::Java => r"\bvoid\s+main\s*\(",
            Self::Rust => r"\bfn\s+main\s*\(",
            // The idioms of Python and of Node.
            _ => r"(?m)^if\b.*(__name__.*__main__|require\.main)",
        };
        let comment = match self {
            Self::Python => "#.*",
            _ => r"(?s)/\*.*?\*/|//[^\n]*",
        };
        pattern(main).is_match(&pattern(comment).replace_all(&read(file), " "))
    }

    pub(crate) fn entries(self, files: &[PathBuf]) -> Vec<PathBuf> {
        let is_script = matches!(self, Self::Python | Self::JavaScript);
        let mut entries = files.to_vec();
        if is_script && files.len() <= MOST_SCRIPTS {
            let texts: Vec<_> = files.iter().map(|it| (it, read(it))).collect();
            let is_imported = |it: &PathBuf| {
                let import = import_of(it);
                let mut others = texts.iter().filter(|(other, _)| *other != it);
                others.any(|(_, text)| import.is_match(text))
            };
            let is_module = |it: &PathBuf| stem(it) == "__init__" || is_imported(it);
            entries.retain(|it| rank(it) < OTHER || !is_module(it));
        }
        let begins = |it: &&PathBuf| is_script && rank(it) < OTHER || self.begins_in(it);
        let begin: Vec<_> = entries.iter().filter(begins).cloned().collect();
        if !is_script || !begin.is_empty() {
            entries = begin;
        }
        entries.sort_by_key(|it| (it.parent().map(Path::to_owned), rank(it)));
        entries.dedup_by(|two, one| one.parent() == two.parent() && rank(one) < rank(two));
        entries
    }
}

/// Returns `true` if the command is a file to compile or interpret. With `./` before it, it is
/// run as it is.
pub fn is_source(command: &OsStr) -> bool {
    let path = Path::new(command);
    let first = path.components().next();
    matches!(first, Some(Component::Normal(_))) && ProgramKind::of(path).is_some()
}

/// The rank of a file whose name does not suggest that a program begins in it.
const OTHER: u8 = 2;

fn rank(file: &Path) -> u8 {
    match &*stem(file).to_ascii_lowercase() {
        "__main__" => 0,
        "main" | "index" => 1,
        _ => OTHER,
    }
}

fn import_of(file: &Path) -> Regex {
    let name = escape(&stem(file));
    pattern(&format!(r"(?m)^.*\b(import|require|from)\b.*\b{name}\b"))
}

/// Returns `true` if the module `file` imports others as a member of its package does.
pub(crate) fn is_member(file: &Path, package: &str) -> bool {
    let package = escape(package);
    let import = format!(r"(?m)^\s*(from\s+\.|(from|import)\s+{package}\b)");
    pattern(&import).is_match(&read(file))
}

pub(crate) fn stem(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}
