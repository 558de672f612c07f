//! The stored results of a class, so that submissions are marked only once.

use std::collections::BTreeSet;
use std::env;
use std::fmt::{self, Debug, Write};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use marking::report::Report;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};
use submission::export::Submission;
use submission::{Building, Toolchain, digest};

use crate::mark::Batch;
use crate::options::MarkOptions;
use crate::replace::{check, replace_durably};

/// Changes when a field is removed or gets another meaning.
const SCHEMA: &str = "automarker/result/v3";

const LOCK_WAIT: Duration = Duration::from_secs(1);

/// Digests of everything that a result depends on apart from the submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ResultSettings {
    marking: String,
    command: String,
    /// Set if staff chose the command for this submission alone: it stays valid, whatever the
    /// others have.
    is_chosen: bool,
}

impl ResultSettings {
    pub(crate) fn new(batch: &Batch, command: impl Debug, is_chosen: bool) -> io::Result<Self> {
        // Every field is named, so that new ones are not forgotten here.
        let MarkOptions {
            course,
            strictness,
            counts_status,
            joins_line_ends,
            full,
            playground,
            judge,
            rubric,
            limits,
            give_up_after,
        } = &batch.options;
        let text = (strictness, counts_status, joins_line_ends);
        let marking = (course.name, judge, text, limits);
        let marking = (marking, rubric, full, playground, give_up_after);
        let building = Building {
            // They protect the mark, but do not change it.
            secret: Vec::new(),
            // It belongs to the machine, like the system's compilers.
            toolchain: Toolchain::default(),
            ..batch.building.clone()
        };
        // Two markers of one version may differ: not every change of this repository is a new
        // version.
        let mut program = Sha256::new();
        io::copy(&mut File::open(env::current_exe()?)?, &mut program)?;
        let marker = program.finalize();
        Ok(Self {
            marking: digest_of(&(marking, &batch.cases, building, marker)),
            command: digest_of(&command),
            is_chosen,
        })
    }

    /// Returns `true` if a result with these settings is valid for `now`. A command chosen for
    /// some submissions does not affect the others.
    fn are(&self, now: &Self) -> bool {
        let is_chosen = self.is_chosen || now.is_chosen;
        self.marking == now.marking && (is_chosen || self.command == now.command)
    }
}

fn digest_of(value: &impl Debug) -> String {
    let mut sink = Sink(Sha256::new());
    write!(sink, "{value:?}").expect("a digest takes it all");
    format!("{:x}", sink.0.finalize())
}

struct Sink(Sha256);

impl Write for Sink {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text);
        Ok(())
    }
}

#[derive(Deserialize)]
struct Stored {
    schema: String,
    settings: ResultSettings,
    digest: Option<String>,
    report: Report,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub(crate) enum Outdated {
    #[error("named by `--only`")]
    Named,
    #[error("there is no stored result")]
    Missing,
    #[error("the stored result cannot be read")]
    Unreadable,
    #[error("the course, the cases, the options or the marker have changed")]
    Settings,
    /// Or it cannot be read.
    #[error("the submission has changed")]
    Submission,
}

/// Locks a file. A process that a killed batch was starting may still hold the lock for a
/// moment, since a fork inherits open files.
fn take(lock: &File) -> io::Result<()> {
    let start = Instant::now();
    loop {
        match lock.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) if start.elapsed() < LOCK_WAIT => {
                thread::sleep(Duration::from_millis(10));
            }
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::other("another batch is writing to this folder"));
            }
            // Some network file systems have no locks.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                return Ok(());
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

#[derive(Debug)]
pub(crate) struct StoredResults {
    folder: PathBuf,
    _lock: File,
}

impl StoredResults {
    pub(crate) fn open(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let lock = File::create(folder.join(".lock"))?;
        take(&lock)?;
        check(&folder.join("result"))?;
        Ok(Self {
            folder: folder.to_owned(),
            _lock: lock,
        })
    }

    pub(crate) fn path(&self, file_name: &str) -> PathBuf {
        self.folder.join(format!("{file_name}.json"))
    }

    fn read(&self, file_name: &str) -> Result<Stored, Outdated> {
        let text = fs::read(self.path(file_name)).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Outdated::Missing,
            _ => Outdated::Unreadable,
        })?;
        let stored: Stored = serde_json::from_slice(&text).map_err(|_| Outdated::Unreadable)?;
        if stored.schema == SCHEMA {
            Ok(stored)
        } else {
            Err(Outdated::Unreadable)
        }
    }

    pub(crate) fn find(
        &self,
        file_name: &str,
        submission: &Submission,
        settings: &ResultSettings,
    ) -> (Option<Report>, Option<Outdated>) {
        let stored = match self.read(file_name) {
            Ok(stored) if stored.report.submission == submission.name => stored,
            Ok(_) => return (None, Some(Outdated::Missing)),
            Err(outdated) => return (None, Some(outdated)),
        };
        let outdated = if !stored.settings.are(settings) {
            Some(Outdated::Settings)
        } else if digest(submission).is_ok_and(|digest| stored.digest == Some(digest)) {
            None
        } else {
            Some(Outdated::Submission)
        };
        (Some(stored.report), outdated)
    }

    /// Returns the reports under other file names than these: those of students who have left
    /// the class.
    pub(crate) fn without(&self, file_names: &BTreeSet<&str>) -> io::Result<Vec<(String, Report)>> {
        let mut others = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            let name = name.strip_suffix(".json").unwrap_or_default();
            if !name.is_empty()
                && !file_names.contains(name)
                && let Ok(stored) = self.read(name)
            {
                others.push((name.to_owned(), stored.report));
            }
        }
        others.sort_by(|one, two| one.0.cmp(&two.0));
        Ok(others)
    }

    /// Stores a report in place of an older one. Without a digest, it is outdated from the
    /// start.
    pub(crate) fn store(
        &self,
        file_name: &str,
        digest: Option<&str>,
        settings: &ResultSettings,
        report: &Report,
    ) -> io::Result<()> {
        let stored = json!({
            "schema": SCHEMA,
            "settings": settings,
            "digest": digest,
            "report": report,
        });
        let text = serde_json::to_vec_pretty(&stored)?;
        replace_durably(&self.path(file_name), &text)
    }
}
