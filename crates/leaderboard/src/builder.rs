//! Builds a contestant from a submission.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use aps105_lab8::c_library::HEADERS;
use sandbox::{Limits, Policy, Program, Requirement, Sandbox, Session, State, TemporaryFolder};
use submission::archive::is_archive;
use submission::{
    Building, Failed, Site, Unbuilt, WorkingCopy, argument, compile, find, installed, prepare,
    shell,
};

use crate::contestant::{Contestant, Play, READY, player_limits};
use crate::failure::Failure;
use crate::files::hash;
use crate::plan::{Entrant, Plan, Source};
use crate::record::Ending;
use crate::serve::Served;
use crate::settings::Settings;
use crate::submitted::{self, Protocol, Submitted, is_make_move};

/// The limits of a build: a submission is one student's lab, not a large
/// program.
const BUILD: Limits = Limits {
    wall: Duration::from_secs(60),
    ..submission::BUILD_LIMITS
};

/// The files that a submission in C is compiled with, beside the lab's headers.
const DRIVER: [(&str, &str); 3] = [
    ("driver.c", include_str!("../driver/driver.c")),
    ("instant.c", include_str!("../driver/instant.c")),
    ("liblab8part2.c", include_str!("../driver/liblab8part2.c")),
];

/// The commands of this project that could play for a submission.
const COMMANDS: [&str; 4] = ["aps105-lab8", "automarker", "leaderboard", "reversi-engine"];

/// Builds contestants.
#[derive(Debug)]
pub struct Builder {
    /// A folder with the driver, the library and the lab's headers.
    driver: TemporaryFolder,
    /// The result of compiling the driver, which happens at most once.
    compiled: OnceLock<Result<(), String>>,
    building: Building,
}

/// The compiled driver, and the library with the course's players.
const OBJECT: &str = "driver.o";
const ARCHIVE: &str = "library.a";

/// The compiled player that answers at once.
const INSTANT: &str = "instant";

impl Builder {
    /// Writes the sources that submissions in C are linked with.
    pub fn new(requirement: Requirement) -> Result<Self, Failure> {
        let driver = TemporaryFolder::new().map_err(Failure::file(
            "create a scratch folder in",
            &std::env::temp_dir(),
        ))?;
        for (name, text) in DRIVER.into_iter().chain(HEADERS) {
            let path = driver.path().join(name);
            fs::write(&path, text).map_err(Failure::file("write", &path))?;
        }
        Ok(Self {
            building: Building {
                limits: BUILD,
                requirement,
                readable: vec![driver.path().to_owned()],
                secret: installed(COMMANDS),
                ..Building::default()
            },
            driver,
            compiled: OnceLock::new(),
        })
    }

    /// Compiles the driver and the library once, outside the sandbox of any
    /// submission.
    fn compile_driver(&self) -> Result<(), Failure> {
        let folder = self.driver.path();
        let compile = |site: Site<'_>| {
            let driver = ["-O2", "-std=gnu99", "-c", "-o", OBJECT, "driver.c"];
            compile("gcc", &driver, site)?;
            let library = ["-O2", "-std=c99", "-c", "-o", "library.o", "liblab8part2.c"];
            compile("gcc", &library, site)?;
            // The linker takes from an archive only symbols that are still
            // undefined: a submission may bring the course's own library.
            compile("ar", &["rcs", ARCHIVE, "library.o"], site)?;
            compile(
                "gcc",
                &["-O2", "-std=c99", "-o", INSTANT, "instant.c", OBJECT],
                site,
            )
        };
        let compiled = self
            .compiled
            .get_or_init(|| self.building.in_folder(folder, compile).map_err(summary));
        compiled.clone().map_err(|why| {
            let action = "compile submissions in C".to_owned();
            Failure::Host { action, why }
        })
    }

    /// Returns the player that answers at once as submissions in C do. It can be
    /// started once one of those is built.
    pub(crate) fn instant(&self) -> Contestant {
        let folder = self.driver.path();
        let program = Program {
            command: folder.join(INSTANT).into(),
            folder: folder.to_owned(),
            ..Program::default()
        };
        Contestant::new(
            Play::Driver(program),
            self.building.run_policy(folder),
            None,
        )
    }

    /// Builds `entrant`. If its submission cannot be built or started, the
    /// contestant is unfit; an error means that this machine is at fault.
    pub fn build(&self, plan: &Plan, entrant: &Entrant) -> Result<Contestant, Failure> {
        let (file, expected) = match &entrant.source {
            Source::Builtin(builtin) => return Ok(Contestant::builtin(*builtin)),
            Source::Submission { file, hash } => (file, hash),
        };
        let path = Path::new(&plan.submissions).join(file);
        if hash(&path)? != *expected {
            return Err(Failure::Refused(format!(
                "{} has changed since the tournament was planned; restore it, or plan a \
                 tournament in another folder",
                path.display()
            )));
        }
        if is_make_move(&path) || is_archive(&path) {
            self.compile_driver()?;
        }
        let copy = match WorkingCopy::of(&path) {
            Ok(copy) => copy,
            Err(failed) => return unfit(&path, failed),
        };
        let mut building = self.building.clone();
        building.keep_secret(plan.submissions.as_ref());
        let policy = copy.run_policy(&building);
        let (copy, play) = copy.build(&building, &|site| {
            let play = self.build_submission(&path, site, &policy)?;
            Ok((play, submitted::is_deterministic(site.folder)))
        });
        match play {
            Ok((Play::Program(program, Protocol::Nboard), _)) if plan.settings.size != 8 => {
                drop((program, copy));
                let reason = "it speaks NBoard, which supports only 8×8 boards".to_owned();
                Ok(Contestant::unfit(Ending::Start, reason))
            }
            Ok((Play::Served(Served::Builtin(builtin)), _)) => Ok(Contestant::builtin(builtin)),
            Ok((play, is_deterministic)) => {
                let contestant = Contestant::new(play, policy, Some(copy));
                Ok(contestant.declared_deterministic(is_deterministic))
            }
            Err(failed) => unfit(&path, failed),
        }
    }

    /// Returns `true` if `entrant` is a program that speaks the transcript of Part 1,
    /// which always begins at the start position.
    pub(crate) fn speaks_transcript(
        &self,
        plan: &Plan,
        entrant: &Entrant,
    ) -> Result<bool, Failure> {
        let Source::Submission { file, .. } = &entrant.source else {
            return Ok(false);
        };
        if is_make_move(&Path::new(&plan.submissions).join(file)) {
            return Ok(false);
        }
        let contestant = self.build(plan, entrant)?;
        Ok(matches!(
            contestant.play,
            Play::Program(_, Protocol::Transcript)
        ))
    }

    fn build_submission(
        &self,
        path: &Path,
        site: Site<'_>,
        policy: &Policy,
    ) -> Result<Play, Failed> {
        match Submitted::of(path, site.folder).map_err(Failed::could_not_start)? {
            Submitted::Builtin(builtin) => Ok(Play::Served(Served::Builtin(builtin))),
            Submitted::MakeMove {
                sources,
                with_make_move,
                libraries,
            } => {
                let all = self.make_move(&sources, &libraries, site);
                // The folder may also contain Part 1 or an earlier version.
                let program = match all {
                    Err(Failed::Unbuilt(unbuilt))
                        if unbuilt.output.contains("multiple definition")
                            && with_make_move != sources =>
                    {
                        self.make_move(&with_make_move, &libraries, site)
                    }
                    done => done,
                };
                program.map(Play::Driver)
            }
            Submitted::Program {
                protocol,
                command,
                build,
            } => {
                let program = if command.is_empty() {
                    if let Some(build) = &build {
                        shell(build, site)?;
                    }
                    find(site)?.program
                } else {
                    let words: Vec<_> = command.iter().map(Into::into).collect();
                    prepare(&words, site, build.as_deref())?
                };
                let protocol = protocol.unwrap_or_else(|| protocol_of(&program, policy));
                Ok(Play::Program(program, protocol))
            }
        }
    }

    /// Compiles C files with the driver. Their `main`, if any, is renamed, so
    /// that it does not collide with the driver's.
    fn make_move(
        &self,
        sources: &[String],
        libraries: &[String],
        site: Site<'_>,
    ) -> Result<Program, Failed> {
        let text = |path: PathBuf| path.display().to_string();
        let output = text(site.folder.join("leaderboard-player"));
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
        let [sources, libraries] =
            [sources, libraries].map(|names| names.iter().map(argument).collect::<Vec<_>>());
        args.extend(sources.iter().map(String::as_str));
        args.push(&object);
        args.extend(libraries.iter().map(String::as_str));
        args.extend([archive.as_str(), "-lm", "-o", &output]);
        let line = format!("gcc {}: ", args.join(" "));
        compile("gcc", &args, site).map_err(|failed| {
            failed.map_unbuilt(|unbuilt| Unbuilt {
                // The path of the driver differs between machines, and a log must not.
                reason: match unbuilt.reason.strip_prefix(&line) {
                    Some(end) => format!("it does not compile: gcc: {end}"),
                    None => unbuilt.reason,
                },
                ..unbuilt
            })
        })?;
        Ok(Program {
            command: output.into(),
            folder: site.folder.to_owned(),
            ..Program::default()
        })
    }
}

/// Returns a contestant that has no program; an error if the machine is at fault.
fn unfit(path: &Path, failed: Failed) -> Result<Contestant, Failure> {
    match failed {
        Failed::Host(error) => Err(Failure::Host {
            action: format!("build {}", path.display()),
            why: error.to_string(),
        }),
        unbuilt @ Failed::Unbuilt(_) => Ok(Contestant::unfit(Ending::Build, summary(unbuilt))),
    }
}

/// Returns the reason why there is no program, with the first lines of the
/// compiler's output.
fn summary(failed: Failed) -> String {
    let unbuilt = match failed {
        Failed::Unbuilt(unbuilt) => unbuilt,
        Failed::Host(error) => return error.to_string(),
    };
    let output = unbuilt.output.trim();
    let lines: Vec<&str> = output.lines().take(6).map(str::trim_end).collect();
    if lines.is_empty() {
        unbuilt.reason
    } else {
        format!("{}: {}", unbuilt.reason, lines.join(" / "))
    }
}

/// Detects the protocol of a program: if it waits for input without having
/// printed anything, it speaks NBoard. Otherwise it is taken to speak the
/// transcript; if it does not, it loses its games.
fn protocol_of(program: &Program, policy: &Policy) -> Protocol {
    let Ok(scratch) = TemporaryFolder::new() else {
        return Protocol::Transcript;
    };
    let Ok(sandbox) = Sandbox::start(policy, scratch.path()) else {
        return Protocol::Transcript;
    };
    let limits = player_limits(&Settings::default());
    let Ok(mut session) = Session::start(&sandbox, program, &limits) else {
        return Protocol::Transcript;
    };
    match session.wait_for_at_most(READY) {
        Some(State::Waiting) if session.output().is_empty() => Protocol::Nboard,
        _ => Protocol::Transcript,
    }
}
