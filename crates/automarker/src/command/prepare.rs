//! Prepares the cases, the marker, the build settings and the threads that the arguments ask
//! for.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::mem;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use course::{Course, Criterion};
use sandbox::{Level, Requirement, TemporaryFolder, User};
use submission::archive::{UnpackLimits, unpack};
use submission::{Building, installed};
use transcript::{Case, Spelling, Suite, SuiteError};

use super::failure::Failure;
use super::output::note;
use crate::cli::{CaseArgs, MarkingArgs};
use crate::generate::own_cases;
use crate::mark::Batch;
use crate::mark::line_ends::join_expected;
use crate::options::{Compare, Judge, MarkOptions};
use crate::package::PackageFiles;
use crate::points::share;
use crate::quote::quoted_all;
use crate::reference;
use crate::rubric::{read, rubric};
use crate::toolchains::asked_for;
use crate::workers::Workers;

/// This project's commands that play or mark: a submission that called one would get full
/// marks.
const REFERENCES: [&str; 3] = ["automarker", "leaderboard", "reversi-engine"];

pub(super) struct LoadedCases {
    pub(super) cases: Vec<Case>,
    pub(super) secret: Vec<PathBuf>,
    pub(super) rubric: Vec<Criterion>,
}

impl CaseArgs {
    /// Returns the files of the cases in `--cases`, or none without that option. They keep the
    /// name of their folder, since a name such as `private` hides cases.
    pub(super) fn files(&self, course: &'static Course) -> Result<PackageFiles, Failure> {
        let mut contents = PackageFiles::default();
        let Some(folder) = &self.folder else {
            return Ok(contents);
        };
        let found = find_suite(folder, self.others(course)?)?;
        let suite = &found.suite;
        let name = fs::canonicalize(folder).map_err(Failure::file("find", folder))?;
        let name = name.file_name().unwrap_or_default().to_string_lossy();
        let name = name.split('.').next().unwrap_or_default();
        for path in suite
            .files()
            .iter()
            .map(PathBuf::as_path)
            .chain(suite.settings())
        {
            let below = path.strip_prefix(suite.folder()).unwrap_or(path);
            let bytes = found.read(path)?;
            let parts = below.iter().map(OsStr::to_string_lossy);
            let parts: Vec<_> = [name.into()].into_iter().chain(parts).collect();
            contents.insert(parts.join("/"), bytes);
        }
        Ok(contents)
    }

    fn others(&self, course: &'static Course) -> Result<Vec<Case>, Failure> {
        if self.with_built_in {
            own_cases(course).map_err(Failure::other)
        } else {
            Ok(Vec::new())
        }
    }

    pub(super) fn load(&self, course: &'static Course) -> Result<LoadedCases, Failure> {
        let mut loaded = match &self.folder {
            Some(folder) => found(folder, self.others(course)?)?,
            None => LoadedCases {
                cases: own_cases(course).map_err(Failure::other)?,
                secret: Vec::new(),
                rubric: Vec::new(),
            },
        };
        let cases = &mut loaded.cases;
        for name in &self.names {
            if !cases.iter().any(|case| case.name == *name) {
                return Err(no_case(name, cases, course, self.folder.as_deref()));
            }
        }
        cases.retain(|case| match self.names.as_slice() {
            [] => self.all || !case.unspecified,
            names => names.contains(&case.name),
        });
        Ok(loaded)
    }
}

fn spell_as_tests(course: &Course, case: &mut Case) {
    let Some(expected) = &mut case.expected else {
        return;
    };
    for [handout, official] in course
        .official_comparison
        .iter()
        .flat_map(|it| it.spellings)
    {
        if let Ok(text) = str::from_utf8(&expected.stdout) {
            expected.stdout = text.replace(handout, official).into_bytes();
        }
    }
    case.spelling = Spelling::Expected;
}

/// Fails because no case of `course`, or in `folder`, has this name.
pub(super) fn no_case(
    name: &str,
    cases: &[Case],
    course: &Course,
    folder: Option<&Path>,
) -> Failure {
    let near = near(name, cases.iter().map(|case| case.name.as_str()));
    let folder = folder.map(|it| it.display().to_string());
    let folder = folder.iter().flat_map(|it| ["--cases", it]);
    let list = ["automarker", "cases", course.name].into_iter();
    let list = quoted_all(&list.chain(folder).collect::<Vec<_>>());
    Failure::Usage(format!(
        "there is no case {name:?}{near}; `{list}` lists them"
    ))
}

/// Returns ` (did you mean a, b?)` with the similar `names`, or an empty text.
pub(super) fn near<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> String {
    let likeness = |other: &str| {
        let within = other.contains(name) || name.contains(other);
        strsim::jaro_winkler(name, other).max(if within { 0.9 } else { 0.0 })
    };
    let mut near: Vec<_> = names.map(|other| (likeness(other), other)).collect();
    near.retain(|&(likeness, _)| likeness > 0.75);
    near.sort_by(|one, two| two.0.total_cmp(&one.0));
    let near: Vec<_> = near.into_iter().take(3).map(|(_, name)| name).collect();
    if near.is_empty() {
        return String::new();
    }
    format!(" (did you mean {}?)", near.join(", "))
}

struct FoundSuite {
    suite: Suite,
    notes: Vec<String>,
    unpacked: Option<TemporaryFolder>,
}

impl FoundSuite {
    fn read(&self, path: &Path) -> Result<Vec<u8>, Failure> {
        let folder = self.suite.folder();
        let source = self.unpacked.as_ref().map_or(folder, TemporaryFolder::path);
        let below = path.strip_prefix(folder).unwrap_or(path);
        fs::read(source.join(below)).map_err(Failure::file("read", path))
    }
}

fn find_suite(folder: &Path, others: Vec<Case>) -> Result<FoundSuite, Failure> {
    let (mut unpacked, mut notes) = (None, Vec::new());
    let suite = if folder.is_file() {
        let to = TemporaryFolder::new()
            .map_err(Failure::file("create a folder in", &env::temp_dir()))?;
        let done = unpack(folder, to.path(), &UnpackLimits::SUBMISSION);
        for left_out in done.map_err(Failure::other)? {
            notes.push(format!("{}: {left_out}", folder.display()));
        }
        Suite::find_unpacked(unpacked.insert(to).path(), folder, others)
    } else {
        Suite::find(folder, others)
    }
    .map_err(Failure::other)?;
    notes.extend(suite.notes().iter().cloned());
    Ok(FoundSuite {
        suite,
        notes,
        unpacked,
    })
}

fn found(folder: &Path, others: Vec<Case>) -> Result<LoadedCases, Failure> {
    // An unpacked archive is removed before a program runs.
    let found = find_suite(folder, others)?;
    let rubric = match found.suite.settings() {
        None => Vec::new(),
        Some(path) => {
            let text = String::from_utf8_lossy(&found.read(path)?).into_owned();
            let wrong = |error| SuiteError::Settings(path.to_owned(), Box::new(error));
            read(&text).map_err(|error| Failure::other(wrong(error)))?
        }
    };
    let FoundSuite { suite, notes, .. } = found;
    for text in &notes {
        note(text);
    }
    let mut secret = vec![folder.to_owned()];
    let here = env::current_dir().and_then(fs::canonicalize);
    if let (Ok(here), Ok(folder)) = (here, fs::canonicalize(folder))
        && here.starts_with(folder)
    {
        // A program's own folder cannot be hidden from it, but the cases in it can.
        secret.extend(suite.files().iter().cloned());
    }
    Ok(LoadedCases {
        cases: suite.into_cases(),
        secret,
        rubric,
    })
}

impl MarkingArgs {
    pub(super) fn load(
        &self,
        course: &'static Course,
    ) -> Result<(LoadedCases, MarkOptions), Failure> {
        let mut options = self.mark_options(course)?;
        let mut loaded = self.cases.load(options.course)?;
        if self.compare == Some(Compare::Course) {
            loaded
                .cases
                .iter_mut()
                .for_each(|case| spell_as_tests(options.course, case));
        }
        if options.joins_line_ends {
            loaded.cases.iter_mut().for_each(join_expected);
        }
        if self.rubric {
            let own = mem::take(&mut loaded.rubric);
            let rubric = rubric(course, own, &loaded.cases, self.points);
            options.rubric = rubric.map_err(Failure::other)?;
        } else if let Some(total) = self.points {
            let weights: Vec<_> = loaded.cases.iter_mut().map(|it| &mut it.weight).collect();
            if !weights.is_empty() && !share(weights, total) {
                return Err(Failure::NoWeights);
            }
        }
        let bare = loaded.cases.iter().find(|case| case.expected.is_none());
        match bare {
            Some(case) if options.judge == Judge::Text => {
                let name = &case.name;
                Err(Failure::other(format!(
                    "case {name:?} has no expected output, without which only `--judge rules` can \
                     mark it"
                )))
            }
            _ => {
                self.check(&options, &loaded.cases)?;
                Ok((loaded, options))
            }
        }
    }

    /// Checks the cases in `--cases` with the reference program: a wrong one would cost
    /// every student a mark. This crate's tests check the built-in cases.
    fn check(&self, options: &MarkOptions, cases: &[Case]) -> Result<(), Failure> {
        if self.cases.folder.is_none() || self.trust_cases {
            return Ok(());
        }
        let (wrong, notes) = reference::check(options, cases);
        for text in &notes {
            note(text);
        }
        match wrong.split_first() {
            None => Ok(()),
            Some((first, others)) => Err(Failure::WrongCases {
                first: first.to_string(),
                others: others.iter().map(|wrong| wrong.case.clone()).collect(),
            }),
        }
    }

    fn mark_options(&self, course: &'static Course) -> Result<MarkOptions, Failure> {
        let strictness = match self.compare {
            None => course.strictness,
            Some(Compare::As(strictness)) => strictness,
            Some(Compare::Course) => {
                let unknown = || {
                    let name = course.name;
                    Failure::usage(format_args!(
                        "it is not known how strictly the tests of {name} compare output"
                    ))
                };
                course.official_comparison.ok_or_else(unknown)?.strictness
            }
        };
        Ok(MarkOptions {
            strictness,
            counts_status: self.compare == Some(Compare::Course),
            // The C library of Windows prints CRLF. `--compare` overrides this.
            joins_line_ends: cfg!(windows) && self.compare.is_none(),
            full: self.full,
            playground: self.playground.clone(),
            judge: self.judge.unwrap_or_else(|| Judge::of(course)),
            limits: self.limits.limits(course),
            give_up_after: NonZeroUsize::new(self.give_up_after.into()),
            ..MarkOptions::new(course)
        })
    }

    /// Returns the settings of builds and programs, which may read neither `secret` nor this
    /// project's commands.
    fn building(
        &self,
        course: &Course,
        secret: &[PathBuf],
        program: &[OsString],
        folder: Option<&Path>,
    ) -> Result<Building, Failure> {
        let courses = courses::ALL.iter().map(|course| course.name);
        let mut building = Building {
            limits: self.build_limits.limits(),
            requirement: self.sandbox,
            secret: installed(courses.chain(REFERENCES)),
            prefers: asked_for(course),
            ..Building::default()
        };
        for name in &self.env {
            let not_set = || format!("the environment variable {name} of --env is not set");
            let value = env::var_os(name).ok_or_else(|| Failure::other(not_set()))?;
            building.env.push((name.into(), value));
        }
        for path in secret {
            building.deny_read(path);
        }
        if let Some(command) = program.first() {
            building.toolchain.add_command(command, folder);
        }
        Ok(building)
    }

    /// Loads the cases and starts the threads that mark. Every build and program runs at the
    /// reported level or a stronger one. `program` is the command line that the user typed, for
    /// `folder` or for each submission.
    pub(super) fn batch(
        &self,
        course: &'static Course,
        program: &[OsString],
        folder: Option<&Path>,
    ) -> Result<Batch, Failure> {
        let (LoadedCases { cases, secret, .. }, options) = self.load(course)?;
        let mut building = self.building(course, &secret, program, folder)?;
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.jobs.map_or_else(cores, usize::from);
        let mut workers = Workers::start(jobs, building.requirement).map_err(Failure::other)?;
        building.requirement = Requirement::Exactly(workers.level());
        // A program in the user's folder is the user's own and needs no secrets.
        if folder.is_none() && workers.level().confines() {
            building.hide_own_programs();
        }
        if options.joins_line_ends {
            workers.add_note("line ends of Windows (CRLF) count as line ends".to_owned());
        }
        Ok(Batch {
            workers,
            options,
            cases,
            building,
            is_for_class: false,
        })
    }
}

impl Batch {
    pub(super) fn separate_users(&mut self) -> Result<(), Failure> {
        let user = User::claim().map_err(Failure::Host)?;
        let user = user.filter(|_| self.workers.level().confines());
        self.workers.add_note(match &user {
            Some(_) => "sandbox: each submission runs as a user of its own".to_owned(),
            None => "sandbox: submissions run as the marker's user".to_owned(),
        });
        if user.is_some() && self.workers.level() == Level::Landlock {
            for path in self.building.toolchain.remove_private() {
                note(&format!(
                    "the users of submissions cannot reach {}: let everybody enter the folders \
                     around it (chmod o+x), or use `--sandbox namespaces`",
                    path.display()
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LINE: &str = "\\[(a|b|defaults|'\\*'|\\[rubric\\])\\]\
        |(weight|wall|memory|processes|points|criterion|aspects|hidden|args|[a-z]{1,3}) ?=\
          ?(-?[0-9]{1,20}|[0-9.e-]{1,5}|nan|true|'(a|turns)'|\\[('turns')?\\]|\"[^\"]?)\
        |\\PC{0,8}";

    proptest! {
        #[test]
        fn any_settings_are_taken_or_refused_with_their_line(
            lines in proptest::collection::vec(LINE, 0..8),
        ) {
            let folder = tempfile::tempdir().expect("a folder can be made");
            let text = lines.join("\n");
            for (name, text) in [("a.in", ""), ("a.out", ""), ("cases.toml", text.as_str())] {
                fs::write(folder.path().join(name), text).expect("it can be written");
            }
            match found(folder.path(), Vec::new()) {
                Ok(loaded) => prop_assert_eq!(loaded.cases.len(), 1),
                Err(failure) => {
                    let words = failure.to_string();
                    prop_assert!(words.contains("cases.toml") && words.contains(" line "), "{words}");
                }
            }
        }
    }
}
