//! From a command line, or else from what a folder holds, to a program, which is built.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sandbox::Program;

use crate::advice::{ambiguous, check_script, nothing_to_run};
use crate::build::{
    PROGRAM, Prepared, cargo_build, cargo_run, compile, named, own, program, shell, tool,
};
use crate::building::Site;
use crate::failed::Failed;
use crate::files::{ends_in, files, is_package, names, only_subfolder, read, relative, subfolders};
use crate::{c, java, mode, tree};

/// Runs the shell command `build` at `site`, and returns the program that
/// `words` name there, or the one that is found if there are none. `cargo run` is built
/// once and becomes the executable that it would run.
pub fn prepare(
    words: &[OsString],
    site: Site<'_>,
    build: Option<&str>,
) -> Result<Prepared, Failed> {
    if let Some(command) = build {
        shell(command, site)?;
    }
    let Some((command, args)) = words.split_first() else {
        return find(site);
    };
    if let Some((cargo, args)) = cargo_run(command, args) {
        return cargo_build(&cargo, args, site).map(Prepared::from);
    }
    if site.copy.is_none() {
        return named(words, site.folder, site.building).map(Prepared::from);
    }
    check_script(command, args, site.folder)?;
    let path = Path::new(command);
    if path.is_relative() && path.components().count() > 1 {
        own(&site.folder.join(path), args, site)?;
    }
    Ok(program(command, args, site.folder, site.building).into())
}

/// Builds and returns the program that a folder holds: a Cargo package, a
/// Makefile that makes one executable file, files of Java, of C or of Python,
/// or one executable file.
pub fn find(site: Site<'_>) -> Result<Prepared, Failed> {
    let folder = &only_subfolder(site.folder);
    let site = Site { folder, ..site };
    let files = names(folder)
        .map_err(|error| Failed::of_files("cannot read the submission's folder", &error))?;
    let has = |name: &str| files.iter().any(|file| file == name);
    if has("Cargo.toml") {
        return cargo_build(&["build".into(), "--quiet".into()], &[], site).map(Prepared::from);
    }
    if has("Makefile") || has("makefile") || has("GNUmakefile") {
        return make(site).map(Prepared::from);
    }
    let ending = |ending: &str| -> Vec<&str> {
        let names = files.iter().map(String::as_str);
        names
            .filter(|name| ends_in(Path::new(name), ending))
            .collect()
    };
    let kinds = ["java", "c", "py"].map(ending);
    let found = match &kinds {
        [java, c, python] if java.is_empty() && c.is_empty() && python.is_empty() => below(site),
        [_, c, python] if c.is_empty() && python.is_empty() => java_files(site),
        [java, c, python] if java.is_empty() && python.is_empty() => {
            return c::compile_sources(c, site);
        }
        [java, c, python] if java.is_empty() && c.is_empty() => python_files(python, site),
        _ => Err(ambiguous(&kinds.concat(), None)),
    };
    found.map(Prepared::from)
}

/// Builds `program`, which [`find`] has built of files of C, so that it stops at its first
/// error of memory or arithmetic; `None` if it is another program.
pub fn checked(program: &Program, site: Site<'_>) -> Result<Option<Program>, Failed> {
    let folder = &only_subfolder(site.folder);
    let files = names(folder).unwrap_or_default();
    let mut sources: Vec<_> = files.iter().map(String::as_str).collect();
    sources.retain(|name| ends_in(Path::new(name), "c"));
    let is_package = files.iter().any(|name| name == "Cargo.toml");
    if program.command != folder.join(PROGRAM) || is_package || sources.is_empty() {
        return Ok(None);
    }
    c::compile_checked(&sources, Site { folder, ..site }).map(Some)
}

fn below(site: Site<'_>) -> Result<Program, Failed> {
    let folder = site.folder;
    let packages: Vec<_> = subfolders(folder)
        .into_iter()
        .filter(|subfolder| tree::is_file(subfolder, Path::new("__main__.py")))
        .collect();
    match packages.as_slice() {
        [] => {}
        [one] => return python_folder(one, site),
        several => return Err(ambiguous(&relative_all(several, folder), None)),
    }
    if files(folder).iter().any(|path| ends_in(path, "java")) {
        return java_files(site);
    }
    let executables = executables(folder);
    let top: Vec<_> = top(executables.keys(), folder).collect();
    match top.as_slice() {
        [one] => own(one, &[], site),
        [] => Err(nothing_to_run(folder)),
        several => Err(ambiguous(&relative_all(several, folder), Some("-- ./FILE"))),
    }
}

/// Rebuilds everything, since a binary that a student built elsewhere may not
/// run here. Of the files that were made, one in the folder itself takes
/// precedence over those in folders below.
fn make(site: Site<'_>) -> Result<Program, Failed> {
    let folder = site.folder;
    let before = executables(folder);
    compile("make", &["-B"], site)?;
    let mut made = executables(folder);
    made.retain(|path, when| before.get(path) != Some(when));
    let mut candidates: Vec<_> = top(made.keys(), folder).collect();
    if candidates.is_empty() {
        candidates = made.keys().collect();
    }
    match candidates.as_slice() {
        [one] => own(one, &[], site),
        [] => Err(Failed::could_not_start("make built no executable file")),
        several => Err(ambiguous(
            &relative_all(several, folder),
            Some("--build make -- ./FILE"),
        )),
    }
}

fn java_files(site: Site<'_>) -> Result<Program, Failed> {
    let mut sources = files(site.folder);
    sources.retain(|path| ends_in(path, "java"));
    java::compile_sources(&sources, site)
}

/// The only one of several files, `__main__.py` or `main.py`, or else the only
/// one with `if __name__ == "__main__"`.
fn python_files(sources: &[&str], site: Site<'_>) -> Result<Program, Failed> {
    let is_asking = |name: &&&str| {
        let source = read(&site.folder.join(name));
        let mut lines = source.lines();
        lines.any(|line| line.starts_with("if __name__") && line.contains("__main__"))
    };
    let of_name = |name: &str| sources.iter().find(|&&source| source == name);
    let asking: Vec<&str> = sources.iter().filter(is_asking).copied().collect();
    let source = match (sources, of_name("__main__.py").or(of_name("main.py"))) {
        (&[one], _) | (_, Some(&one)) => one,
        _ if asking.len() == 1 => asking[0],
        _ => return Err(ambiguous(sources, None)),
    };
    let source = site.folder.join(source).into_os_string();
    tool("python3", &[source], site)
}

/// `python3 -m` for a package, whose modules name each other by it; the folder
/// itself for one that is no package.
fn python_folder(subfolder: &Path, site: Site<'_>) -> Result<Program, Failed> {
    let args = match subfolder.file_name() {
        Some(name) if is_package(subfolder) => vec!["-m".into(), name.to_owned()],
        _ => vec![subfolder.as_os_str().to_owned()],
    };
    tool("python3", &args, site)
}

/// The executable files in `folder` and below, and when they were written.
/// Libraries are marked as executable too.
fn executables(folder: &Path) -> BTreeMap<PathBuf, Option<SystemTime>> {
    let is_library = |path: &Path| {
        ["so", "dylib", "o", "a"]
            .iter()
            .any(|end| ends_in(path, end))
    };
    files(folder)
        .into_iter()
        .filter(|path| is_executable(path) && !is_library(path))
        .map(|path| {
            let when = path.symlink_metadata().and_then(|data| data.modified());
            (path, when.ok())
        })
        .collect()
}

fn is_executable(path: &Path) -> bool {
    let data = path.symlink_metadata();
    data.is_ok_and(|data| mode::is_executable(&data)) || cfg!(windows) && ends_in(path, "exe")
}

fn top<'a>(
    paths: impl Iterator<Item = &'a PathBuf>,
    folder: &Path,
) -> impl Iterator<Item = &'a PathBuf> {
    paths.filter(move |path| path.parent() == Some(folder))
}

fn relative_all(paths: &[impl AsRef<Path>], folder: &Path) -> Vec<String> {
    let paths = paths.iter();
    paths.map(|path| relative(path.as_ref(), folder)).collect()
}
