//! From a submission to somebody who can sit down at a board.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use aps105_lab8::c_library::HEADERS;
use sandbox::{Limits, Program, Session, State};
use submission::{Building, Site, Unbuilt, WorkingCopy, compile, find, prepare, shell};

use crate::contestant::{Contestant, Play, READY, player_limits};
use crate::failure::Failure;
use crate::files::hash;
use crate::plan::{Entrant, Plan, Source};
use crate::record::Ending;
use crate::settings::Settings;
use crate::submitted::{Kind, Protocol, is_make_move, kind};

/// What a build may use. It is one student's lab, not a large program.
const BUILD: Limits = Limits {
    wall: Duration::from_secs(60),
    ..submission::BUILD_LIMITS
};

/// The files that a submission in C is compiled with, beside the lab's headers.
const DRIVER: [(&str, &str); 2] = [
    ("driver.c", include_str!("../driver/driver.c")),
    ("liblab8part2.c", include_str!("../driver/liblab8part2.c")),
];

/// Where contestants are made ready.
#[derive(Debug)]
pub struct Workshop {
    /// What submissions in C are linked with, and their headers.
    driver: tempfile::TempDir,
    /// Whether that could be compiled, or why not, once somebody has needed it.
    compiled: OnceLock<Result<(), String>>,
    sandbox: bool,
}

/// The driver, and the library for who calls it, as they are linked.
const OBJECT: &str = "driver.o";
const ARCHIVE: &str = "library.a";

impl Workshop {
    /// Lays ready what submissions in C need.
    pub fn open(sandbox: bool) -> Result<Self, Failure> {
        let driver = tempfile::tempdir().map_err(Failure::file(
            "make a scratch folder in",
            &std::env::temp_dir(),
        ))?;
        for (name, text) in DRIVER.into_iter().chain(HEADERS) {
            let path = driver.path().join(name);
            fs::write(&path, text).map_err(Failure::file("write", &path))?;
        }
        Ok(Self {
            driver,
            compiled: OnceLock::new(),
            sandbox,
        })
    }

    /// Compiles our own part of submissions in C. It is done once, and not in
    /// the sandbox of a submission.
    fn compile_driver(&self) -> Result<(), Failure> {
        let site = Site {
            folder: self.driver.path(),
            temporary: None,
            limits: BUILD,
            offline: false,
        };
        let compile = || {
            let driver = ["-O2", "-std=gnu99", "-c", "-o", OBJECT, "driver.c"];
            compile("gcc", &driver, site)?;
            let library = ["-O2", "-std=c99", "-c", "-o", "library.o", "liblab8part2.c"];
            compile("gcc", &library, site)?;
            // From an archive the linker takes only what nobody else has: a
            // submission may bring the course's own library.
            compile("ar", &["rcs", ARCHIVE, "library.o"], site)
        };
        let compiled = self
            .compiled
            .get_or_init(|| compile().map_err(|unbuilt| told(&unbuilt)));
        compiled.clone().map_err(|why| {
            Failure::Asked(format!("no submission in C can be compiled here: {why}"))
        })
    }

    /// Makes `entrant` ready to play. What is wrong with a submission makes an
    /// unfit contestant; what is wrong with this machine is a failure.
    pub fn ready(&self, plan: &Plan, entrant: &Entrant) -> Result<Contestant, Failure> {
        let (file, expected) = match &entrant.source {
            Source::Builtin(builtin) => return Ok(Contestant::builtin(*builtin)),
            Source::Submission { file, hash } => (file, hash),
        };
        let path = Path::new(&plan.submissions).join(file);
        if hash(&path)? != *expected {
            return Err(Failure::Asked(format!(
                "{} has changed since the tournament was planned: put it back as it was, or plan \
                 a tournament in another folder",
                path.display()
            )));
        }
        if is_make_move(&path) {
            self.compile_driver()?;
        }
        let copy = match WorkingCopy::of(&path) {
            Ok(copy) => copy,
            Err(unbuilt) => return Ok(Contestant::unfit(Ending::Build, unbuilt.reason)),
        };
        let building = Building {
            limits: BUILD,
            sandbox: self.sandbox,
        };
        let (copy, play) = copy.build(building, &|site| self.build(&path, site));
        match play {
            Ok(Play::Program(program, Protocol::Nboard)) if plan.settings.size != 8 => {
                drop((program, copy));
                let reason = "it talks NBoard, which knows the 8×8 board only".to_owned();
                Ok(Contestant::unfit(Ending::Start, reason))
            }
            Ok(play) => Ok(Contestant::new(play, Some(copy))),
            Err(unbuilt) => Ok(Contestant::unfit(Ending::Build, told(&unbuilt))),
        }
    }

    fn build(&self, path: &Path, site: Site<'_>) -> Result<Play, Unbuilt> {
        match kind(path, site.folder).map_err(Unbuilt::could_not_start)? {
            Kind::Builtin(builtin) => Ok(Play::Builtin(builtin)),
            Kind::MakeMove {
                sources,
                with_make_move,
                libraries,
            } => {
                let all = self.make_move(&sources, &libraries, site);
                // Part 1 or an earlier try may lie beside it.
                let program = match all {
                    Err(unbuilt)
                        if unbuilt.output.contains("multiple definition")
                            && with_make_move != sources =>
                    {
                        self.make_move(&with_make_move, &libraries, site)
                    }
                    done => done,
                };
                program.map(Play::Driver)
            }
            Kind::Program {
                protocol,
                command,
                build,
            } => {
                let program = if command.is_empty() {
                    if let Some(build) = &build {
                        shell(build, site)?;
                    }
                    find(site)?
                } else {
                    let words: Vec<_> = command.iter().map(Into::into).collect();
                    prepare(&words, site, build.as_deref())?
                };
                let protocol = protocol.unwrap_or_else(|| protocol_of(&program, site));
                Ok(Play::Program(program, protocol))
            }
        }
    }

    /// Compiles files of C with our driver. A `main` of theirs gets another
    /// name, so that it is there for whoever calls it and nobody does.
    fn make_move(
        &self,
        sources: &[String],
        libraries: &[String],
        site: Site<'_>,
    ) -> Result<Program, Unbuilt> {
        let temporary = site.temporary.unwrap_or(site.folder);
        let text = |path: PathBuf| path.display().to_string();
        let output = text(temporary.join("leaderboard-player"));
        let ours = |name| text(self.driver.path().join(name));
        let (object, archive) = (ours(OBJECT), ours(ARCHIVE));
        let include = format!("-I{}", self.driver.path().display());
        let mut args = vec![
            "-O2",
            "-std=c99",
            "-w",
            &include,
            "-Dmain=main_of_the_submission",
        ];
        args.extend(sources.iter().map(String::as_str));
        args.push(&object);
        args.extend(libraries.iter().map(String::as_str));
        args.extend([archive.as_str(), "-lm", "-o", &output]);
        let line = format!("gcc {}: ", args.join(" "));
        compile("gcc", &args, site).map_err(|unbuilt| Unbuilt {
            // A log that is the same on every machine tells nothing of where
            // this one has put the copy.
            reason: match unbuilt.reason.strip_prefix(&line) {
                Some(end) => format!("it does not compile: gcc: {end}"),
                None => unbuilt.reason,
            },
            output: unbuilt
                .output
                .replace(&format!("{}/", temporary.display()), ""),
            ..unbuilt
        })?;
        Ok(Program {
            command: output.into(),
            folder: site.folder.to_owned(),
            ..Program::default()
        })
    }
}

/// Why there is no program, with what the compiler said, on few lines.
fn told(unbuilt: &Unbuilt) -> String {
    let output = unbuilt.output.trim();
    let lines: Vec<&str> = output.lines().take(6).map(str::trim_end).collect();
    if lines.is_empty() {
        unbuilt.reason.clone()
    } else {
        format!("{}: {}", unbuilt.reason, lines.join(" / "))
    }
}

/// How a program wants to be talked to: one that asks for something first
/// speaks the transcript, one that awaits a command in silence NBoard. Of one
/// that does neither the game will tell.
fn protocol_of(program: &Program, site: Site<'_>) -> Protocol {
    // Where whoever builds may write, and the program too.
    let Ok(scratch) = tempfile::tempdir_in(site.temporary.unwrap_or(site.folder)) else {
        return Protocol::Transcript;
    };
    let limits = player_limits(&Settings::default());
    let Ok(mut session) = Session::start(program, &limits, scratch.path()) else {
        return Protocol::Transcript;
    };
    match session.wait_for_at_most(READY) {
        Some(State::Waiting) if session.output().is_empty() => Protocol::Nboard,
        _ => Protocol::Transcript,
    }
}
