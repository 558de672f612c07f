//! Builds each submission once, and stores the builds.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use aps105_lab8::c_library::HEADERS;
use sandbox::{Limits, Policy, Program, Requirement, TemporaryFolder};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use submission::export::Submission;
use submission::{Building, Site, WorkingCopy, argument, compile, installed, prepare};
use walkdir::WalkDir;

use crate::failure::Failure;
use crate::files::replace;
use crate::player::{Contestant, PlayerKind};
use crate::record::RULES;
use crate::submitted::{ProgramSettings, SubmissionType};

/// The limits of a build, enough for one student's lab. The processor time decides, so the load of
/// the machine does not.
const BUILD: Limits = Limits {
    cpu: Duration::from_secs(60),
    wall: Duration::from_secs(300),
    ..submission::BUILD_LIMITS
};

/// The files that a submission in C is compiled with, in addition to the lab's headers.
const DRIVER: [(&str, &str); 2] = [
    ("driver.c", include_str!("../driver/driver.c")),
    ("liblab8part2.c", include_str!("../driver/liblab8part2.c")),
];

/// The compiled driver with the library of the course's players.
const OBJECT: &str = "driver.o";
const ARCHIVE: &str = "library.a";

const PLAYER: &str = "leaderboard-player";

/// The code of a submission, without libraries.
const OWN: &str = "leaderboard-submission.o";

/// The functions of the lab's library that the handout forbids in submissions.
const STAFF_PLAYERS: [&str; 2] = ["findSmarterMove", "findSmartestMove"];

/// The commands of this project that could play for a submission.
const COMMANDS: [&str; 4] = ["aps105-lab8", "automarker", "leaderboard", "reversi-engine"];

/// Stands for the path of the submission's folder in a stored command. No argument of a command can
/// contain this character.
const HERE: &str = "\0";

pub(crate) type Build = Result<Built, FailedBuild>;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Built {
    kind: PlayerKind,
    words: Vec<String>,
    env: Vec<(String, String)>,
    /// Set if the submission calls a function of the course's players that its own code does not
    /// define.
    #[serde(default)]
    pub calls_staff_players: bool,
    /// The digest of the compiled `makeMove`, which does not depend on names and comments in the
    /// source; empty for a program.
    #[serde(default)]
    pub code: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FailedBuild {
    pub reason: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub output: String,
}

/// The stored builds of a tournament. Each has a folder with its files, and a file that is written
/// last.
#[derive(Clone, Debug)]
pub(crate) struct Builds {
    folder: PathBuf,
}

impl Builds {
    /// The builds depend on the version of this tool and of the rules, which the driver in them
    /// follows.
    pub(crate) fn new(tournament: &Path) -> Self {
        let version = format!("{}-{RULES}", env!("CARGO_PKG_VERSION"));
        Self {
            folder: tournament.join("builds").join(version),
        }
    }

    pub(crate) fn get(&self, key: &str) -> Result<Option<Build>, Failure> {
        let path = self.file(key);
        if !path.exists() {
            return Ok(None);
        }
        let json = fs::read(&path).map_err(Failure::file("read", &path))?;
        let build = serde_json::from_slice(&json).map_err(|error| {
            let path = path.display();
            Failure::Refused(format!("{path}: not a build of a submission: {error}"))
        })?;
        Ok(Some(build))
    }

    /// Returns `true` if the folder of the tournament is `path` or in it.
    pub(crate) fn are_below(&self, path: &Path) -> bool {
        let tournament = self.folder.ancestors().nth(2).map(fs::canonicalize);
        let path = fs::canonicalize(path);
        matches!((tournament, path), (Some(Ok(inner)), Ok(outer)) if inner.starts_with(&outer))
    }

    fn file(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.json"))
    }

    fn files(&self, key: &str) -> PathBuf {
        self.folder.join(key)
    }
}

#[derive(Debug)]
pub(crate) struct Builder {
    builds: Builds,
    driver: TemporaryFolder,
    /// The driver is compiled at most once.
    compiled: OnceLock<Result<(), String>>,
    building: Building,
}

impl Builder {
    /// Writes the sources for submissions in C. No submission can read the folder `secret`.
    pub(crate) fn new(
        builds: &Builds,
        secret: &Path,
        requirement: Requirement,
    ) -> Result<Self, Failure> {
        let driver = TemporaryFolder::new().map_err(Failure::file(
            "create a scratch folder in",
            &std::env::temp_dir(),
        ))?;
        for (name, text) in DRIVER.into_iter().chain(HEADERS) {
            let path = driver.path().join(name);
            fs::write(&path, text).map_err(Failure::file("write", &path))?;
        }
        let mut building = Building {
            limits: BUILD,
            requirement,
            readable: vec![driver.path().to_owned()],
            secret: installed(COMMANDS),
            ..Building::default()
        };
        building.hide_own_programs();
        building.deny_read(secret);
        building.deny_read(&builds.folder);
        Ok(Self {
            building,
            builds: builds.clone(),
            driver,
            compiled: OnceLock::new(),
        })
    }

    /// Builds `submission` and stores the build under `key`, unless its files changed meanwhile. An
    /// error is this machine's fault.
    pub(crate) fn build(&self, key: &str, submission: &Submission) -> Result<(), Failure> {
        let files = self.builds.files(key);
        let write = Failure::file("write", &files);
        let empty = || {
            if files.exists() {
                sandbox::remove(&files)?;
            }
            fs::create_dir_all(&files)
        };
        empty().map_err(write)?;
        let build: Build = match self.make(submission, &files) {
            Ok(built) => Ok(built),
            Err(submission::Failed::Unbuilt(unbuilt)) => Err(FailedBuild {
                reason: unbuilt.reason,
                output: unbuilt.output.trim_end().to_owned(),
            }),
            Err(failed) => {
                let path = submission.parts[0].path.display();
                return Err(host(format!("build {path}"), failed));
            }
        };
        sandbox::park_if_ending();
        if submission::digest(submission).is_ok_and(|digest| digest != key) {
            return Ok(());
        }
        let json = serde_json::to_vec(&build).expect("a build can be JSON");
        replace(&self.builds.file(key), &json)
    }

    /// Builds `submission` and copies the products into the folder `to`.
    fn make(&self, submission: &Submission, to: &Path) -> Result<Built, submission::Failed> {
        let copy = WorkingCopy::of_submission(submission)?;
        copy.build(&self.building, &|site| {
            let built = self.built(site)?;
            copy_files(site.folder, to).map_err(|error| {
                sandbox::HostError::of("cannot store the build of a submission", &error)
            })?;
            Ok(built)
        })
    }

    fn built(&self, site: Site<'_>) -> Result<Built, submission::Failed> {
        let submitted = SubmissionType::of(site.folder);
        match submitted.map_err(submission::Failed::could_not_start)? {
            SubmissionType::MakeMove {
                sources,
                with_make_move,
                libraries,
            } => {
                self.compile_driver()?;
                let unbuilt = match self.make_move(&sources, &libraries, site) {
                    Err(submission::Failed::Unbuilt(it)) if with_make_move != sources => it,
                    done => return done,
                };
                // The folder may also contain Part 1, an earlier version or another lab.
                let is_twice = unbuilt.output.contains("multiple definition");
                match self.make_move(&with_make_move, &libraries, site) {
                    Err(submission::Failed::Unbuilt(_)) if !is_twice => {
                        Err(submission::Failed::Unbuilt(unbuilt))
                    }
                    done => done,
                }
            }
            SubmissionType::Program(ProgramSettings { command, build }) => {
                let words: Vec<_> = command.iter().map(Into::into).collect();
                let program = prepare(&words, site, build.as_deref())?.program;
                Ok(stored(PlayerKind::Transcript, &program, site.folder))
            }
        }
    }

    /// Compiles the driver and the library, outside the sandbox of any submission.
    fn compile_driver(&self) -> Result<(), submission::Failed> {
        let compile_all = |site: Site<'_>| {
            let driver = ["-O2", "-std=gnu99", "-c", "-o", OBJECT, "driver.c"];
            compile("gcc", &driver, site)?;
            let library = ["-O2", "-std=c99", "-c", "-o", "library.o", "liblab8part2.c"];
            compile("gcc", &library, site)?;
            // The linker takes only undefined symbols from an archive: a submission may bring the
            // course's own library.
            compile("ar", &["rcs", ARCHIVE, "library.o"], site)
        };
        let compiled = self.compiled.get_or_init(|| {
            let folder = self.driver.path();
            let compiled = self.building.in_folder(folder, compile_all);
            compiled.map(drop).map_err(why)
        });
        let failed = |why: &String| {
            let why = format!("cannot compile the driver of submissions in C: {why}");
            submission::Failed::Host(sandbox::HostError::Setup(why))
        };
        compiled.as_ref().copied().map_err(failed)
    }

    /// Compiles C files with the driver. A `main` is renamed, so that it does not collide with the
    /// driver's.
    fn make_move(
        &self,
        sources: &[String],
        libraries: &[String],
        site: Site<'_>,
    ) -> Result<Built, submission::Failed> {
        let player = site.folder.join(PLAYER);
        let ours = |name| self.driver.path().join(name).display().to_string();
        let given = |names: &[String]| names.iter().map(argument).collect::<Vec<_>>();
        let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
        let mut compile = words(&["-O2", "-std=c99", "-w", "-ffunction-sections", "-r"]);
        compile.push(format!("-I{}", self.driver.path().display()));
        compile.extend(words(&[
            "-Dmain=main_of_the_submission",
            "-nostdlib",
            "-o",
            OWN,
        ]));
        compile.extend(given(sources));
        gcc(&compile, site)?;
        let calls_staff_players = calls_staff_players(site)?;
        let mut link = vec![argument(OWN), ours(OBJECT)];
        link.extend(given(libraries));
        link.extend(calls_staff_players.then(|| ours(ARCHIVE)));
        // Unused code, such as `main`, and the names in the source are left out.
        link.extend(words(&["-lm", "-Wl,--gc-sections", "-s", "-o", PLAYER]));
        gcc(&link, site)?;
        let kept = fs::remove_file(site.folder.join(OWN)).and_then(|()| fs::read(&player));
        let code = kept.map_err(|error| {
            sandbox::HostError::of("cannot read the build of a submission", &error)
        })?;
        let program = Program {
            command: player.into(),
            folder: site.folder.to_owned(),
            ..Program::default()
        };
        Ok(Built {
            calls_staff_players,
            code: format!("{:x}", Sha256::digest(code)),
            ..stored(PlayerKind::MakeMove, &program, site.folder)
        })
    }

    /// Returns the player built from the submission with this key, with a copy of the stored files.
    /// An error is this machine's fault.
    pub(crate) fn contestant(&self, key: &str) -> Result<Contestant, Failure> {
        let host = |failed| host("start a submission".to_owned(), failed);
        let Some(Ok(Built {
            kind, words, env, ..
        })) = self.builds.get(key)?
        else {
            return Err(host(submission::Failed::could_not_start("it is not built")));
        };
        let copy = WorkingCopy::of(&self.builds.files(key)).map_err(host)?;
        let folder = copy.folder().display().to_string();
        let word = |word: &String| word.replace(HERE, &folder).into();
        let mut words = words.iter().map(word);
        let program = Program {
            command: words.next().unwrap_or_default(),
            args: words.collect(),
            folder: copy.folder().to_owned(),
            env: env
                .iter()
                .map(|(name, value)| (name.into(), word(value)))
                .collect(),
            ..Program::default()
        };
        Ok(Contestant {
            kind,
            program,
            policy: Policy {
                player: true,
                ..copy.run_policy(&self.building)
            },
            copy: Some(copy),
        })
    }
}

/// The arguments mean nothing to the student, so the error is without them.
fn gcc(args: &[String], site: Site<'_>) -> Result<(), submission::Failed> {
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    let line = format!("gcc {}: ", args.join(" "));
    let compiled = compile("gcc", &args, site).map_err(|failed| {
        failed.map_unbuilt(|mut unbuilt| {
            if let Some(end) = unbuilt.reason.strip_prefix(&line) {
                unbuilt.reason = format!("it does not compile: gcc: {end}");
            } else if let Some(rest) = unbuilt.output.strip_prefix(&line) {
                let (_, messages) = rest.split_once('\n').unwrap_or_default();
                unbuilt.output = messages.to_owned();
                unbuilt.reason = format!("it does not compile: {}", unbuilt.reason);
            }
            unbuilt
        })
    });
    compiled.map(drop)
}

/// Returns `true` if the code of a submission refers to one of the course's players. The linker's
/// view decides: comments do not count, macros do, and a function of that name in the submission's
/// own code is its own.
fn calls_staff_players(site: Site<'_>) -> Result<bool, submission::Failed> {
    let undefined = compile("nm", &["-u", OWN], site)?;
    let undefined = String::from_utf8_lossy(undefined.stdout());
    let mut words = undefined.split_whitespace();
    Ok(words.any(|word| STAFF_PLAYERS.contains(&word)))
}

fn host(action: String, failed: submission::Failed) -> Failure {
    Failure::host(action, &why(failed))
}

fn why(failed: submission::Failed) -> String {
    match failed {
        submission::Failed::Unbuilt(unbuilt) => unbuilt.reason,
        submission::Failed::Host(error) => error.to_string(),
    }
}

fn stored(kind: PlayerKind, program: &Program, folder: &Path) -> Built {
    let here = folder.display().to_string();
    let word = |word: &OsString| word.display().to_string().replace(&here, HERE);
    let words = std::iter::once(&program.command).chain(&program.args);
    let env = program.env.iter();
    Built {
        kind,
        words: words.map(word).collect(),
        env: env.map(|(name, value)| (word(name), word(value))).collect(),
        calls_staff_players: false,
        code: String::new(),
    }
}

fn copy_files(from: &Path, to: &Path) -> std::io::Result<()> {
    for entry in WalkDir::new(from).min_depth(1) {
        let entry = entry?;
        let below = entry.path().strip_prefix(from).unwrap_or(entry.path());
        if entry.file_type().is_dir() {
            fs::create_dir(to.join(below))?;
        } else if entry.file_type().is_file() {
            fs::copy(entry.path(), to.join(below))?;
        }
    }
    Ok(())
}
