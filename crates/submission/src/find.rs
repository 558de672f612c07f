//! Finds a program by its command line, or else by the files in a folder, and builds it.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sandbox::Program;

use crate::advice::{ambiguous, check_script, nothing};
use crate::archive::shown;
use crate::build::{Prepared, cargo_build, cargo_run, compile, named, own, program, shell, tool};
use crate::building::Site;
use crate::compiled;
use crate::failed::{Failed, Stage};
use crate::files::{files, is_package, is_utf_16, relative, starts_with};
use crate::language::{ProgramKind, is_member, is_source, stem};
use crate::sources::is_aside;
use crate::{java, mode};

/// Runs the shell command `build` at `site`, and returns the program that `words` name there,
/// or without words the one that is found. `cargo run` is built once and becomes its
/// executable; a source file is compiled.
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
        return cargo_build(&cargo, args, site);
    }
    if is_source(command) {
        check_script(command, args, site.folder)?;
        let path = site.folder.join(command);
        let kind = ProgramKind::of(&path).expect("it is the name of a source");
        let mut built = FoundProgram { kind, path }.build(&files(site.folder), site)?;
        built.program.args.extend_from_slice(args);
        return Ok(built);
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

/// Builds and returns the only program in a folder, at any depth: from a build file, from
/// source files, or else an executable file.
pub fn find(site: Site<'_>) -> Result<Prepared, Failed> {
    // The search below ignores errors, so an error in reading the folder itself is reported
    // here.
    fs::read_dir(site.folder)
        .map_err(|error| Failed::of_files("cannot read the submission's folder", &error))?;
    let mut files = files(site.folder);
    let found = programs(&files, site)?;
    let failed = match found.build(&files, site) {
        Err(Failed::Unbuilt(it)) if found.kind == ProgramKind::Make => it,
        built => return built,
    };
    // This file may only run or test the other program, or fit only the student's machine.
    files.retain(|file| *file != found.path);
    let built = programs(&files, site).map(|found| found.build(&files, site));
    let mut built = match (built, failed.stage) {
        (Ok(Ok(built)), _) => built,
        (Ok(Err(other)), Stage::Start) => return Err(other),
        _ => return Err(Failed::Unbuilt(failed)),
    };
    built.notes.push(match failed.stage {
        Stage::Start => format!("{}: it was built without", failed.reason),
        Stage::Build => format!("make failed, so it was built without: {}", failed.reason),
    });
    Ok(built)
}

/// A program that is not built yet: its build file, or the file that it begins in.
#[derive(Clone, Debug)]
struct FoundProgram {
    kind: ProgramKind,
    path: PathBuf,
}

/// The number of files after which the search ends. A project has fewer.
const MOST: usize = 2000;

fn programs(files: &[PathBuf], site: Site<'_>) -> Result<FoundProgram, Failed> {
    let is_aside = |path: &PathBuf| is_aside(Path::new(&relative(path, site.folder)));
    let (aside, own) = files.iter().partition::<Vec<_>, _>(|path| is_aside(path));
    let found = [of_sources(&own), of_sources(&aside)];
    if let Some(found) = found.into_iter().find(|found| !found.is_empty()) {
        let found = outermost(found, |one, two| one.kind == two.kind);
        return only(found, site, None);
    }
    let mut found = executables(site.folder);
    if found.is_empty() && site.copy.is_some() {
        let scripts = own.into_iter().filter(|path| starts_with(path, *b"#!"));
        let marked = scripts.filter(|path| mark_executable(path).is_ok());
        found = marked.map(|path| (path.clone(), None)).collect();
    }
    only(FoundProgram::executables(found), site, Some("-- ./FILE"))
}

/// Returns the names in `folder` in or below which a program begins that is no test.
pub(crate) fn beginnings(folder: &Path) -> BTreeSet<OsString> {
    let mut files = files(folder);
    files.retain(|path| !is_aside(Path::new(&relative(path, folder))));
    let found = of_sources(&files.iter().collect::<Vec<_>>());
    let below = found
        .iter()
        .filter_map(|it| it.path.strip_prefix(folder).ok());
    below
        .filter_map(|path| Some(path.iter().next()?.to_owned()))
        .collect()
}

/// Returns the programs that have sources among `files`. Files below a build file belong to its
/// program.
fn of_sources(files: &[&PathBuf]) -> Vec<FoundProgram> {
    let found = |path: &&PathBuf| {
        let (kind, path) = (ProgramKind::of(path)?, (*path).clone());
        Some(FoundProgram { kind, path })
    };
    let all = files.iter().filter_map(found).take(MOST);
    let (builds, sources) = all.partition::<Vec<_>, _>(|it| it.kind.is_build_file());
    let mut found = outermost(builds, |_, _| true);
    found.sort_by_key(|it| (it.folder().to_owned(), it.kind));
    found.dedup_by(|two, one| one.folder() == two.folder() && one.kind != two.kind);
    let mut kinds = BTreeMap::<ProgramKind, Vec<PathBuf>>::new();
    for FoundProgram { kind, path } in sources {
        if !found.iter().any(|it| path.starts_with(it.folder())) {
            kinds.entry(kind).or_default().push(path);
        }
    }
    for (&kind, paths) in &kinds {
        let entries = kind.entries(paths).into_iter();
        found.extend(entries.map(|path| FoundProgram { kind, path }));
    }
    if found.is_empty() {
        // The compiler reports what is missing.
        let first =
            |(kind, paths): (ProgramKind, Vec<PathBuf>)| Some((kind, paths.into_iter().next()?));
        let first = kinds.into_iter().filter_map(first);
        found.extend(first.map(|(kind, path)| FoundProgram { kind, path }));
    }
    found
}

/// Removes each program in a folder below another one that `beats` it.
fn outermost(
    mut found: Vec<FoundProgram>,
    beats: impl Fn(&FoundProgram, &FoundProgram) -> bool,
) -> Vec<FoundProgram> {
    let all = found.clone();
    found.retain(|it| {
        let is_above = |other: &FoundProgram| {
            it.folder() != other.folder() && it.folder().starts_with(other.folder())
        };
        !all.iter().any(|other| is_above(other) && beats(other, it))
    });
    found
}

/// Returns the only program with a name that the course asks for, or that is not below another
/// one. `command` runs such a `FILE`.
fn only(
    mut found: Vec<FoundProgram>,
    site: Site<'_>,
    command: Option<&str>,
) -> Result<FoundProgram, Failed> {
    for words in &site.building.prefers {
        let has = |it: &FoundProgram| {
            let name = relative(&it.path, site.folder).to_ascii_lowercase();
            name.replace([' ', '_', '-'], "").contains(words)
        };
        prefer(&mut found, has);
        // `part1.c` beside `part1 (1).c` and `part1_old.c`.
        prefer(&mut found, |it| stem(&it.path).eq_ignore_ascii_case(words));
    }
    let mut found = outermost(found, |_, _| true);
    let names = found.iter().map(|it| relative(&it.path, site.folder));
    match names.collect::<Vec<_>>().as_slice() {
        [_] => Ok(found.remove(0)),
        [] => Err(nothing(site.folder)),
        names => Err(ambiguous(names, command)),
    }
}

/// Keeps those that fit, if any does.
fn prefer(found: &mut Vec<FoundProgram>, fits: impl Fn(&FoundProgram) -> bool) {
    if found.iter().any(&fits) {
        found.retain(fits);
    }
}

impl FoundProgram {
    fn executables(paths: BTreeMap<PathBuf, Option<SystemTime>>) -> Vec<Self> {
        let kind = ProgramKind::Executable;
        let paths = paths.into_keys().take(MOST);
        paths.map(|path| Self { kind, path }).collect()
    }

    fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(&self.path)
    }

    fn build(&self, files: &[PathBuf], site: Site<'_>) -> Result<Prepared, Failed> {
        let Self { kind, path } = self;
        let must_be_utf_8 =
            !kind.is_build_file() && !matches!(kind, ProgramKind::CSharp | ProgramKind::Executable);
        if must_be_utf_8 && is_utf_16(path) {
            let name = relative(path, site.folder);
            return Err(Failed::could_not_start(format!(
                "{name} is encoded in UTF-16; save it as UTF-8"
            )));
        }
        let folder = self.folder();
        let here = Site { folder, ..site };
        let of_kind = files.iter().filter(|it| ProgramKind::of(it) == Some(*kind));
        match kind {
            ProgramKind::Cargo => cargo_build(&["build".into(), "--quiet".into()], &[], here),
            ProgramKind::Make => make(here),
            ProgramKind::DotNet | ProgramKind::CSharp => compiled::dotnet(*kind, here),
            ProgramKind::C | ProgramKind::Cpp => compiled::c_family(*kind, path, files, site),
            ProgramKind::Go => {
                let parts = of_kind.filter(|it| it.parent() == Some(folder));
                compiled::go(&parts.collect::<Vec<_>>(), site, here)
            }
            ProgramKind::Rust => compiled::rust(path, here),
            ProgramKind::Java => {
                java::compile_sources(path, &of_kind.cloned().collect::<Vec<_>>(), site)
            }
            ProgramKind::JavaScript => tool("node", &[path.into()], here).map(Prepared::from),
            ProgramKind::Python => python(path, site).map(Prepared::from),
            ProgramKind::Executable => own(path, &[], site).map(Prepared::from),
        }
    }
}

/// Rebuilds everything, since a binary that a student built elsewhere may not run here. An
/// executable in the folder itself takes precedence over those in folders below. A Makefile that
/// fails after it has built the only one, perhaps by running it, has done enough.
fn make(site: Site<'_>) -> Result<Prepared, Failed> {
    let before = executables(site.folder);
    let messages = compile("make", &["-B"], site);
    let mut made = executables(site.folder);
    made.retain(|path, when| before.get(path) != Some(when));
    let messages = match messages {
        Err(Failed::Unbuilt(failed)) if made.len() == 1 => {
            let made = made.into_keys().next().expect("there is one");
            let name = relative(&made, site.folder);
            let mut built = Prepared::from(own(&made, &[], site)?);
            built.notes.push(format!(
                "make failed after it had built `{}`, which is run: {}",
                shown(&name),
                failed.reason
            ));
            return Ok(built);
        }
        messages => messages?,
    };
    if made.is_empty() {
        return Err(Failed::could_not_start("make built no executable file"));
    }
    let command = site.is_root().then_some("--build make -- ./FILE");
    let made = only(FoundProgram::executables(made), site, command)?;
    Ok(messages.of(own(&made.path, &[], site)?))
}

/// Returns `python3 -m` for a member of a package, whose modules import each other by the
/// package's name, and the folder itself for the main file of a folder that is no package.
fn python(file: &Path, site: Site<'_>) -> Result<Program, Failed> {
    let (name, folder) = (stem(file), file.parent().unwrap_or(file));
    let package = stem(folder);
    let is_main = name == "__main__";
    let above = folder.parent().filter(|_| folder != site.folder);
    let (folder, args) = match above {
        Some(above) if is_package(folder) && is_main => (above, vec!["-m".into(), package.into()]),
        Some(above) if is_package(folder) && is_member(file, &package) => {
            let module = format!("{package}.{name}");
            (above, vec!["-m".into(), module.into()])
        }
        Some(above) if is_main => (above, vec![folder.into()]),
        _ => (folder, vec![file.into()]),
    };
    tool("python3", &args, Site { folder, ..site })
}

/// A script may have lost its mode on the way.
fn mark_executable(path: &Path) -> io::Result<()> {
    mode::set(&File::open(path)?, true)
}

/// Returns the executable files below `folder` and their times. Libraries are marked as
/// executable too.
fn executables(folder: &Path) -> BTreeMap<PathBuf, Option<SystemTime>> {
    let has_ending = |path: &Path, endings: &[&str]| {
        path.extension()
            .is_some_and(|it| endings.iter().any(|ending| it == *ending))
    };
    let is_executable = |path: &Path| {
        let data = path.symlink_metadata();
        data.is_ok_and(|data| mode::is_executable(&data))
            || cfg!(windows) && has_ending(path, &["exe"])
    };
    files(folder)
        .into_iter()
        .filter(|path| is_executable(path) && !has_ending(path, &["so", "dylib", "o", "a"]))
        .map(|path| {
            let when = path.symlink_metadata().and_then(|data| data.modified());
            (path, when.ok())
        })
        .collect()
}
