//! From a submission to somebody who can sit down at a board.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::OnceLock;
use std::time::Duration;

use aps105_lab8::c_library::HEADERS;
use reversi_engine::opponents::Opponent;
use sandbox::{Limits, Program, Session, State};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use submission::{Building, Copy, Site, Unbuilt, compile, find, prepare, shell};

use crate::failure::Failure;
use crate::plan::{Entrant, Plan, Settings, Source, hash};
use crate::record::Ending;
use crate::submission::{Kind, is_make_move, kind};

/// How long a program may take to be ready for a game.
pub(crate) const READY: Duration = Duration::from_secs(10);

/// What a build may use. It is one student's lab, not a large program.
const BUILD: Limits = Limits {
    wall: Duration::from_secs(60),
    ..submission::LIMITS
};

/// The files that a submission in C is compiled with, beside the lab's headers.
const DRIVER: [(&str, &str); 2] = [
    ("driver.c", include_str!("../driver/driver.c")),
    ("liblab8part2.c", include_str!("../driver/liblab8part2.c")),
];

/// A built-in player. Written as `prescribed`, `smarter`, `smartest`, `engine`
/// or, at a level, `engine:6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// The player.
    pub opponent: Opponent,
    /// How many plies the engine looks ahead; limited by time only, if `None`.
    pub level: Option<u32>,
}

impl From<Opponent> for Builtin {
    fn from(opponent: Opponent) -> Self {
        Self {
            opponent,
            level: None,
        }
    }
}

impl fmt::Display for Builtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.opponent, self.level) {
            (Opponent::Strongest, None) => f.write_str("engine"),
            (Opponent::Strongest, Some(level)) => write!(f, "engine:{level}"),
            (simple, _) => simple.fmt(f),
        }
    }
}

impl FromStr for Builtin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let level = |text: &str| {
            let level = text.strip_prefix(':')?.parse().ok();
            level.filter(|level| (1..=60).contains(level))
        };
        let engine = |level| Self {
            opponent: Opponent::Strongest,
            level,
        };
        let known = match text.strip_prefix("engine") {
            Some("") => Some(engine(None)),
            Some(rest) => level(rest).map(|level| engine(Some(level))),
            None => text
                .parse::<Opponent>()
                .ok()
                .filter(|&one| one != Opponent::Strongest)
                .map(Self::from),
        };
        known.ok_or_else(|| {
            format!(
                "{text:?} is no built-in player; they are prescribed, smarter, smartest, engine, \
                 and engine:1 to engine:60"
            )
        })
    }
}

impl Serialize for Builtin {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Builtin {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(de::Error::custom)
    }
}

/// How a program is talked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// The transcript of Lab 8's Part 1, the program being the computer.
    Transcript,
    /// NBoard, version 2.
    Nboard,
}

/// Somebody who can sit down at a board, or the reason why not.
#[derive(Debug)]
pub struct Contestant {
    /// How it plays.
    pub(crate) play: Play,
    /// Where its program is; gone with it.
    _copy: Option<Copy>,
}

/// How a contestant plays.
#[derive(Clone, Debug)]
pub(crate) enum Play {
    Builtin(Builtin),
    /// A program that is our driver with a `makeMove`.
    Driver(Program),
    Program(Program, Protocol),
    /// It loses every game, for this reason.
    Unfit {
        end: Ending,
        reason: String,
    },
}

impl Contestant {
    /// A player that comes with this program.
    pub fn builtin(builtin: Builtin) -> Self {
        Self {
            play: Play::Builtin(builtin),
            _copy: None,
        }
    }

    fn unfit(end: Ending, reason: String) -> Self {
        Self {
            play: Play::Unfit { end, reason },
            _copy: None,
        }
    }
}

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
        let copy = match Copy::of(&path) {
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
            Ok(play) => Ok(Contestant {
                play,
                _copy: Some(copy),
            }),
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

/// What a player may use in a game.
pub(crate) fn player_limits(settings: &Settings) -> Limits {
    let squares = u32::from(settings.size) * u32::from(settings.size);
    let thought = settings.move_time() * squares;
    Limits {
        // The moves have their own clock; this is for one that hangs between
        // them.
        wall: 2 * thought + 2 * READY + Duration::from_secs(60),
        cpu: thought + READY,
        memory: u64::from(settings.memory_mib) << 20,
        output: 4 << 20,
        processes: 32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_built_in_player_is_read_as_it_is_written() {
        for text in [
            "prescribed",
            "smarter",
            "smartest",
            "engine",
            "engine:1",
            "engine:60",
        ] {
            let builtin: Builtin = text.parse().expect(text);
            assert_eq!(builtin.to_string(), text);
        }
        for text in [
            "",
            "engine:0",
            "engine:61",
            "engine:",
            "Engine",
            "smartest ",
        ] {
            assert!(text.parse::<Builtin>().is_err(), "{text}");
        }
    }
}
