//! The arguments of the command line.

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Args, CommandFactory, Parser, Subcommand};
use course::{Computer, Course, Language};
use course_file::EXAMPLES;
use courses::ALL;
use marking::report::{Format, Reveal};
use sandbox::{Limits, Requirement};
use submission::BUILD_LIMITS;
use submission::export::{LAYOUTS, Layout};

use crate::generate::CASES;
use crate::named::named;
use crate::options::{Compare, Judge};
use crate::package::{PLATFORMS, Platform};

/// Mark a Reversi program: run it on every case of a course and report what
/// differs, where and why.
#[derive(Debug, Parser)]
#[command(
    version,
    args_conflicts_with_subcommands = true,
    // The scripts of packages add what was given to their own options.
    args_override_self = true,
    after_help = "Exit status: 0 if every program passes every case, 1 if one does not, 2 for wrong \
                  usage, 3 if the marker itself fails, 4 if a submission has no mark \
                  because the machine or the marker failed."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) single: SingleArgs,
}

/// Returns the arguments that the program takes.
pub fn command() -> clap::Command {
    Cli::command()
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Mark many submissions: an export of a learning management system, or a
    /// folder with one folder or file per student.
    Batch(Box<BatchArgs>),
    /// Mark one submission, a folder, a file or an archive, as `batch` does.
    Submission(Box<SubmissionArgs>),
    /// Write a package for a platform that marks submissions by itself: the marker, the cases
    /// and scripts.
    Package(Box<PackageArgs>),
    /// Save the course of this folder, and the commands that build and start its program, in
    /// `automarker.toml`. `automarker` alone then marks it.
    Init(Box<InitArgs>),
    /// Mark the program of this folder, and again whenever a file is saved.
    Watch(Box<SingleArgs>),
    /// Play one case: show the expected output beside the program's output, if they differ.
    Try(Box<TryArgs>),
    /// Check an output without its program: a terminal session from a forum or an e-mail.
    Check(CheckArgs),
    /// List the courses.
    Courses,
    /// List the cases of a course, or write and check cases of your own.
    #[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
    Cases(Box<CasesArgs>),
    /// Write, play and check a course of your own: a file whose path is the course's name in
    /// other commands.
    Course {
        #[command(subcommand)]
        action: CourseAction,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum CourseAction {
    /// Write a course file as a starting point.
    New {
        /// The file.
        file: PathBuf,
        /// The example to start from.
        #[arg(long, value_name = "EXAMPLE", default_value = EXAMPLES[0].0, value_parser = EXAMPLES.map(|(name, _)| name))]
        from: String,
    },
    /// Play the game of a course file: its reference program.
    Play {
        /// The file.
        file: PathBuf,
    },
    /// Play random games, and check that every message can be read back.
    Check {
        /// The file.
        file: PathBuf,
        /// A sample session from the handout, with the typed text in it, or NAME.out beside
        /// NAME.in; the first difference is shown.
        #[arg(long, value_name = "SESSION")]
        sample: Option<PathBuf>,
    },
}

#[derive(Args, Debug)]
pub(crate) struct CasesArgs {
    #[command(subcommand)]
    pub(crate) action: Option<CasesAction>,
    /// The course, or the path of a course file.
    #[arg(required = true, value_parser = CourseParser)]
    pub(crate) course: Option<&'static Course>,
    #[command(flatten)]
    pub(crate) cases: CaseArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CasesAction {
    /// Write the built-in cases and the rubric to a new folder that `--cases` reads.
    Export {
        /// The course, or the path of a course file.
        #[arg(value_parser = CourseParser)]
        course: &'static Course,
        /// The folder.
        #[arg(long, value_name = "FOLDER", default_value = "cases")]
        to: PathBuf,
    },
    /// Make a case: type its lines; the output of the reference program is the expected
    /// output.
    New {
        /// The course, or the path of a course file.
        #[arg(value_parser = CourseParser)]
        course: &'static Course,
        /// The name of the case.
        name: String,
        /// The folder of the cases.
        #[arg(long, value_name = "FOLDER", default_value = "cases")]
        to: PathBuf,
        /// Show students only the verdict.
        #[arg(long)]
        hidden: bool,
        /// The place in the handout, in a few words.
        #[arg(long, value_name = "WORDS")]
        handout: Option<String>,
    },
    /// Write cases chosen from random games: each covers something, or finds a mistake, that no
    /// other does.
    Generate {
        /// The course, or the path of a course file.
        #[arg(value_parser = CourseParser)]
        course: &'static Course,
        /// The maximum number of cases.
        #[arg(long, value_name = "NUMBER", default_value_t = CASES)]
        count: usize,
        /// The folder.
        #[arg(long, value_name = "FOLDER", default_value = "cases")]
        to: PathBuf,
    },
    /// Check the cases in a folder or archive: whether the reference program passes, which cases
    /// have the same input, what they cover, and which mistakes they find.
    Check {
        /// The folder or archive.
        folder: PathBuf,
        /// The course, or the path of a course file [default: guessed from the expected outputs].
        #[arg(long, value_parser = CourseParser)]
        course: Option<&'static Course>,
    },
}

#[derive(Args, Debug)]
pub(crate) struct SingleArgs {
    #[command(flatten)]
    pub(crate) marking: MarkingArgs,
    #[command(flatten)]
    pub(crate) report: OutputArgs,
    #[command(flatten)]
    pub(crate) typed: TypedArgs,
    /// The course that was typed, remembered or guessed.
    #[arg(skip)]
    pub(crate) course: Option<&'static Course>,
    /// The command that starts the program, likewise; nothing if it is to be found.
    #[arg(skip)]
    pub(crate) program: Vec<OsString>,
    /// The course and the reason to believe in it, if it was guessed.
    #[arg(skip)]
    pub(crate) guessed: Option<String>,
    /// Set if the folder alone says what the program is and how it is marked.
    #[arg(skip)]
    pub(crate) is_bare: bool,
}

#[derive(Args, Debug)]
pub(crate) struct TypedArgs {
    /// The course, as listed by `automarker courses`, and the command that starts the program.
    /// Without a course, `automarker.toml` names it, or it is guessed. Without a program,
    /// `automarker.toml` names it, or it is found: Cargo.toml, Makefile, the files of a
    /// language, or one executable file.
    #[arg(value_name = "COURSE|PROGRAM")]
    pub(crate) words: Vec<OsString>,
    /// The command that starts the program, or the rest of it, with its options. `cargo run` is
    /// built once, and the resulting executable runs for each case.
    #[arg(last = true, value_name = "PROGRAM")]
    pub(crate) rest: Vec<OsString>,
}

#[derive(Args, Debug)]
pub(crate) struct InitArgs {
    /// A shell command that builds the program first.
    #[arg(long, value_name = "COMMAND")]
    pub(crate) build: Option<String>,
    /// Replace existing settings.
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) typed: TypedArgs,
}

#[derive(Args, Debug)]
pub(crate) struct TryArgs {
    /// The case; `automarker cases COURSE` lists them.
    #[arg(value_name = "CASE")]
    pub(crate) name: String,
    /// Play it with this submission of a class: the name of the submission, or the name or id
    /// of a student. Give the folder or archive of the class instead of the program.
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Option<String>,
    #[command(flatten)]
    pub(crate) single: SingleArgs,
}

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// The file with the pasted output; `-` is standard input.
    #[arg(default_value = "-")]
    pub(crate) file: PathBuf,
    /// The course [default: the one whose output the text resembles].
    #[arg(long, value_parser = CourseParser)]
    pub(crate) course: Option<&'static Course>,
    /// The case of the course [default: the one that matches the text best, or else the game
    /// typed in it].
    #[arg(long, requires = "course")]
    pub(crate) case: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct BatchArgs {
    /// The course (`automarker courses` lists them), or the path of a course file.
    #[arg(value_parser = CourseParser)]
    pub(crate) course: &'static Course,
    #[command(flatten)]
    pub(crate) marking: MarkingArgs,
    /// The format of the report.
    #[arg(long, default_value = "human", value_parser = format())]
    pub(crate) format: Format,
    /// The folder or archive of the submissions: an export of Gradescope, Canvas, Moodle,
    /// Blackboard, Brightspace, GitHub Classroom or Classroom 50, or one folder, file or
    /// archive per student.
    pub(crate) submissions: PathBuf,
    /// The layout of the submissions [default: recognised by their names].
    #[arg(long, value_name = "LAYOUT", value_parser = one_of(&LAYOUTS, |it| it.name.into()))]
    pub(crate) layout: Option<&'static Layout>,
    /// Mark only this submission: the name of the submission, or the name or id of a student.
    /// The other results do not change. A command or `--build` applies only to this submission.
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Vec<String>,
    /// Write a table of marks to this file, one row per student.
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Fill in the points in this file: the gradebook that Canvas, Blackboard, Brightspace or
    /// Gradescope exports, or Moodle's grading worksheet. Nothing else in it changes.
    #[arg(long, value_name = "FILE")]
    pub(crate) gradebook: Option<PathBuf>,
    /// The assignment in the gradebook [default: the only one].
    #[arg(long, value_name = "TITLE", requires = "gradebook")]
    pub(crate) column: Option<String>,
    /// Replace points that are already in the gradebook. They are listed even if they are kept.
    #[arg(long, requires = "gradebook")]
    pub(crate) overwrite: bool,
    /// Write each result to this folder as soon as it exists: one HTML page per student, the
    /// same report in the format of `--format`, and the table of marks. With the same folder,
    /// the next batch marks only the submissions without a result; `--only` marks one again.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) reports: Option<PathBuf>,
    /// The command that starts the program in each submission. Without it, the
    /// program is found: Cargo.toml, Makefile, the files of a language, or
    /// one executable file.
    #[arg(last = true, value_name = "PROGRAM")]
    pub(crate) program: Vec<OsString>,
}

#[derive(Args, Debug)]
pub(crate) struct SubmissionArgs {
    /// The course (`automarker courses` lists them), or the path of a course file.
    #[arg(value_parser = CourseParser)]
    pub(crate) course: &'static Course,
    #[command(flatten)]
    pub(crate) marking: MarkingArgs,
    #[command(flatten)]
    pub(crate) report: OutputArgs,
    #[command(flatten)]
    pub(crate) grading: GradingArgs,
    /// The submission; with `--only`, the folder or archive of its class.
    pub(crate) submission: PathBuf,
    /// Mark this submission of a class: the name of the submission, or the name or id of a
    /// student.
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Option<String>,
    /// Gradescope's `submission_metadata.json`: the report then names the students, and notes a
    /// late submission.
    #[arg(long, value_name = "FILE")]
    pub(crate) metadata: Option<PathBuf>,
    /// Exit with status 0 if a report is written, whatever it says. If the marker itself fails,
    /// the report says so. Packages for graders use this option.
    #[arg(long)]
    pub(crate) grader: bool,
    /// The command that starts the program. Without it, the program is found as
    /// `batch` finds it.
    #[arg(last = true, value_name = "PROGRAM")]
    pub(crate) program: Vec<OsString>,
}

#[derive(Args, Debug)]
pub(crate) struct PackageArgs {
    /// The platform.
    #[arg(value_parser = one_of(&PLATFORMS, |it| PossibleValue::new(it.name).help(it.title)))]
    pub(crate) platform: &'static Platform,
    /// The course (`automarker courses` lists them), or the path of a course file.
    #[arg(value_parser = CourseParser)]
    pub(crate) course: &'static Course,
    #[command(flatten)]
    pub(crate) marking: MarkingArgs,
    #[command(flatten)]
    pub(crate) grading: GradingArgs,
    /// Write the package to this file or folder [default: the platform's usual
    /// name].
    #[arg(long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Replace existing files.
    #[arg(long)]
    pub(crate) force: bool,
    /// The marker for the package, a static Linux executable from a release archive [default:
    /// the running marker, if it is static].
    #[arg(long, value_name = "FILE")]
    pub(crate) binary: Option<PathBuf>,
    /// The command that starts the program in each submission. Without it, the
    /// program is found as `batch` finds it.
    #[arg(last = true, value_name = "PROGRAM")]
    pub(crate) program: Vec<OsString>,
}

#[derive(Args, Debug)]
pub(crate) struct GradingArgs {
    /// The languages whose compilers the machine must have; a package installs them [default:
    /// the course's].
    #[arg(long, value_name = "LANGUAGE", num_args = 1.., value_parser = one_of(Language::ALL, |it| it.name().into()))]
    pub(crate) language: Vec<Language>,
    /// Skip the cases that would begin more than this number of seconds after the start.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) deadline: Option<Duration>,
}

#[derive(Args, Debug)]
pub(crate) struct OutputArgs {
    /// The format of the report.
    #[arg(long, default_value = "human", value_parser = format())]
    pub(crate) format: Format,
    /// Write the report to this file, and a human-readable report to standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args, Debug, Default)]
pub(crate) struct CaseArgs {
    /// Use the cases in this folder or archive instead of the built-in ones.
    #[arg(long = "cases", value_name = "FOLDER|ARCHIVE")]
    pub(crate) folder: Option<PathBuf>,
    /// Add the built-in cases. `cases.toml` may set their weights, and hide them.
    #[arg(long, requires = "folder")]
    pub(crate) with_built_in: bool,
    /// Use only these cases.
    #[arg(long = "case", value_name = "NAME", num_args = 1..)]
    pub(crate) names: Vec<String>,
    /// Include the cases whose behaviour the handout leaves unspecified.
    #[arg(long)]
    pub(crate) all: bool,
}

#[derive(Args, Debug)]
pub(crate) struct MarkingArgs {
    #[command(flatten)]
    pub(crate) cases: CaseArgs,
    /// Mark even if the reference program fails a case of `--cases`.
    #[arg(long)]
    pub(crate) trust_cases: bool,
    /// A shell command that builds the program first.
    #[arg(long, value_name = "COMMAND")]
    pub(crate) build: Option<String>,
    /// How strictly outputs are compared; `course` is as strict as the course's own tests, if
    /// that is known [default: set by the course].
    #[arg(long, value_parser = one_of(Compare::ALL, |it| it.name().into()))]
    pub(crate) compare: Option<Compare>,
    /// Judge by the expected text or by the rules of the game [default: the
    /// course's].
    #[arg(long)]
    pub(crate) judge: Option<Judge>,
    /// Give points by criterion: each earns the share of its cases in which no mistake counts
    /// against it. The rubric is in `cases.toml`, or else the course's.
    #[arg(long)]
    pub(crate) rubric: bool,
    /// The total points of all cases or criteria, shared in proportion to their weights
    /// [default: the sum of the weights].
    #[arg(long, value_name = "NUMBER", value_parser = within("a number", 0.001, 1e6), allow_negative_numbers = true)]
    pub(crate) points: Option<f64>,
    /// The number of cases that run at once [default: the number of cores].
    #[arg(long, value_name = "NUMBER", value_parser = within("a whole number", 1, u16::MAX), allow_negative_numbers = true)]
    pub(crate) jobs: Option<u16>,
    /// Skip the remaining cases after this many timeouts in a row; 0 never skips.
    #[arg(long, value_name = "NUMBER", default_value = "5",
          value_parser = within("a whole number", 0, u16::MAX), allow_negative_numbers = true)]
    pub(crate) give_up_after: u16,
    /// The part of hidden cases to show.
    #[arg(long, default_value = "none", value_parser = one_of(Reveal::ALL.iter().copied(), |it| PossibleValue::new(it.name()).help(it.description())))]
    pub(crate) reveal: Reveal,
    /// Show the whole session of a case instead of the last moves before the first
    /// difference.
    #[arg(long)]
    pub(crate) full: bool,
    /// The address of the playground: each mistake in an HTML report links to its game
    /// there [default: no links].
    #[arg(long, value_name = "URL", value_parser = pages::playground::page)]
    pub(crate) playground: Option<String>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) build_limits: BuildLimitArgs,
    /// The level of the sandbox that programs and builds run in: `namespaces` hides
    /// everything but their own files, `landlock` refuses to open it; Windows has `job`.
    /// NAME requires that level or a stronger one; =NAME requires exactly that level.
    #[arg(long, value_name = Requirement::NAMES, default_value = "best")]
    pub(crate) sandbox: Requirement,
    /// Pass this environment variable on to programs and builds, which get few
    /// others.
    #[arg(long, value_name = "NAME")]
    pub(crate) env: Vec<String>,
}

#[derive(Args, Debug)]
pub(crate) struct LimitArgs {
    /// Wall-clock limit of a case, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, allow_negative_numbers = true)]
    time: Duration,
    /// CPU time limit of a case, in seconds [default: 3, and 10 where the computer
    /// may search].
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    cpu: Option<Duration>,
    /// Memory limit of all processes of a program together, in MiB.
    #[arg(long, value_name = "MIB", default_value = "1024",
          value_parser = within("a whole number", 1, u32::MAX), allow_negative_numbers = true)]
    memory: u32,
    /// Output limit of a case, in MiB.
    #[arg(long, value_name = "MIB", default_value = "8",
          value_parser = within("a whole number", 1, u16::MAX), allow_negative_numbers = true)]
    output_limit: u16,
    /// Limit of processes and threads at a time.
    #[arg(long, value_name = "NUMBER", default_value = "100",
          value_parser = within("a whole number", 1, u16::MAX), allow_negative_numbers = true)]
    processes: u16,
}

#[derive(Args, Debug)]
#[expect(clippy::struct_field_names, reason = "the names of the options")]
pub(crate) struct BuildLimitArgs {
    /// Wall-clock limit of a build, in seconds; its CPU time limit is twice that.
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = seconds, allow_negative_numbers = true)]
    build_time: Duration,
    /// Memory limit of all processes of a build together, in MiB.
    #[arg(long, value_name = "MIB", default_value = "4096",
          value_parser = within("a whole number", 1, u32::MAX), allow_negative_numbers = true)]
    build_memory: u32,
    /// Limit of processes and threads of a build at a time.
    #[arg(long, value_name = "NUMBER", default_value = "1024",
          value_parser = within("a whole number", 1, u16::MAX), allow_negative_numbers = true)]
    build_processes: u16,
}

impl SingleArgs {
    pub(crate) fn course(&self) -> &'static Course {
        self.course.expect("the arguments were completed")
    }
}

impl LimitArgs {
    pub(crate) fn limits(&self, course: &Course) -> Limits {
        Limits {
            wall: self.time,
            cpu: self.cpu.unwrap_or_else(|| cpu(course)),
            memory: u64::from(self.memory) << 20,
            output: usize::from(self.output_limit) << 20,
            processes: self.processes.into(),
            ..Limits::default()
        }
    }
}

/// The usual CPU time limit of a case. A program that loops takes all of it, and
/// a batch waits; correct programs that do not search take 0.07 s at most, in
/// Python.
fn cpu(course: &Course) -> Duration {
    Duration::from_secs(if matches!(course.computer, Computer::Free) {
        10
    } else {
        3
    })
}

impl BuildLimitArgs {
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            wall: self.build_time,
            cpu: self.build_time.saturating_mul(2),
            memory: u64::from(self.build_memory) << 20,
            processes: self.build_processes.into(),
            ..BUILD_LIMITS
        }
    }
}

fn one_of<T: Copy + Send + Sync + 'static>(
    all: impl IntoIterator<Item = T>,
    value: fn(T) -> PossibleValue,
) -> impl TypedValueParser<Value = T> {
    let all: Vec<T> = all.into_iter().collect();
    PossibleValuesParser::new(all.iter().map(|&it| value(it))).try_map(move |name| {
        let mut all = all.iter();
        let found = all.find(|it| value(**it).get_name() == name);
        found.copied().ok_or("no such name")
    })
}

/// Takes the name of a course, or the path of a course file.
#[derive(Clone)]
struct CourseParser;

impl TypedValueParser for CourseParser {
    type Value = &'static Course;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<&'static Course, clap::Error> {
        match named(value) {
            Some(Ok(course)) => Ok(course),
            Some(Err(reason)) => {
                let error = clap::Error::raw(ErrorKind::ValueValidation, reason + "\n");
                Err(error.with_cmd(command))
            }
            None => one_of(ALL, |it| PossibleValue::new(it.name)).parse_ref(command, arg, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(ALL.iter().map(|it| PossibleValue::new(it.name))))
    }
}

fn format() -> impl TypedValueParser<Value = Format> {
    one_of(Format::ALL.iter().copied(), |it| {
        PossibleValue::new(it.name()).help(it.description())
    })
}

/// Returns a parser of `what`, from `least` to `most`.
fn within<T: Copy + Display + FromStr + PartialOrd>(
    what: &'static str,
    least: T,
    most: T,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let value = text.parse().ok();
        let value = value.filter(|value| (least..=most).contains(value));
        value.ok_or_else(|| format!("not {what} from {least} to {most}"))
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    within("a number of seconds", 1e-6, 86_400.0)(text).map(Duration::from_secs_f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandbox::Level;

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn without_options_the_limits_are_the_usual_ones() {
        let cli = Cli::parse_from(["automarker", "cmsc201", "--", "program"]);
        let limits = |seconds| Limits {
            cpu: Duration::from_secs(seconds),
            ..Limits::default()
        };
        for course in ALL {
            let expected = limits(if course.name == "revergo" { 10 } else { 3 });
            assert_eq!(cli.single.marking.limits.limits(course), expected);
        }
        assert_eq!(cli.single.marking.build_limits.limits(), BUILD_LIMITS);
    }

    #[test]
    fn the_last_of_two_options_counts() {
        let line = "automarker cmsc201 --jobs 1 --sandbox off --jobs 2 --sandbox =landlock \
                    --case a --case b -- program";
        let marking = Cli::parse_from(line.split_whitespace()).single.marking;
        assert_eq!(marking.jobs, Some(2));
        assert_eq!(marking.sandbox, Requirement::Exactly(Level::Landlock));
        assert_eq!(marking.cases.names, ["a", "b"]);
    }

    #[test]
    fn each_option_sets_its_limit() {
        let line = "automarker cmsc201 --time 1.5 --cpu 2 --memory 3 --output-limit 4 --processes 5 \
                    --build-time 6 --build-memory 7 --build-processes 8 -- program";
        let marking = Cli::parse_from(line.split_whitespace()).single.marking;
        let limits = Limits {
            wall: Duration::from_millis(1500),
            cpu: Duration::from_secs(2),
            memory: 3 << 20,
            output: 4 << 20,
            processes: 5,
            ..Limits::default()
        };
        assert_eq!(marking.limits.limits(&ALL[0]), limits);
        let build_limits = Limits {
            wall: Duration::from_secs(6),
            cpu: Duration::from_secs(12),
            memory: 7 << 20,
            processes: 8,
            ..BUILD_LIMITS
        };
        assert_eq!(marking.build_limits.limits(), build_limits);
    }
}
