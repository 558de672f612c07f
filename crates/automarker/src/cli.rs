//! The command line.

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};
use course::Course;
use courses::{ALL, by_name};
use indicatif::{ProgressBar, ProgressStyle};
use sandbox::Limits;
use submission::{Building, Site, find};
use transcript::{Case, Strictness, Suite, SuiteError};

use crate::batch;
use crate::builtin;
use crate::mark::{Judge, Marker};
use crate::workers::Workers;
use marking::report::Report;
use marking::report::{Format, Marks, Reveal, human, page, plain, render, summary};

/// Marks a Reversi program: runs it on every case of a course and tells what
/// differs, where and why.
#[derive(Debug, Parser)]
#[command(
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Exit status: 0 all ok, 1 something is wrong with the program, 2 wrong usage, \
                  3 the marker itself could not do its work."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    single: Single,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Mark many submissions: each folder or file in a folder is one student's.
    Batch(Batch),
    /// List the courses.
    Courses,
    /// List the cases of a course.
    Cases {
        /// The course.
        #[arg(value_parser = course_names())]
        course: String,
        #[command(flatten)]
        which: Which,
    },
}

#[derive(Args, Debug)]
struct Single {
    #[command(flatten)]
    marking: Marking,
    /// Write the report to this file; the one for people still goes to
    /// standard output.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The program and its arguments, as one types them. `cargo run` is built
    /// once, and then the executable it would run is run for each case.
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    program: Vec<OsString>,
}

#[derive(Args, Debug)]
struct Batch {
    #[command(flatten)]
    marking: Marking,
    /// The folder of the submissions.
    submissions: PathBuf,
    /// Write a table of marks to this file, one row a student.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a page of HTML for each student to this folder, and beside it the
    /// report in the format that `--format` asks for.
    #[arg(long, value_name = "FOLDER")]
    reports: Option<PathBuf>,
    /// The program and its arguments, as one would type them in each
    /// submission. Without it the program is found: Cargo.toml, Makefile, or
    /// files of Java, C or Python, or one executable file.
    #[arg(last = true, value_name = "PROGRAM")]
    program: Vec<OsString>,
}

#[derive(Args, Debug)]
struct Which {
    /// Read the cases from this folder instead of the course's own.
    #[arg(long, value_name = "FOLDER")]
    cases: Option<PathBuf>,
    /// Only these cases.
    #[arg(long = "case", value_name = "NAME", num_args = 1..)]
    names: Vec<String>,
    /// Also the cases that ask for more than the handout says.
    #[arg(long)]
    all: bool,
}

#[derive(Args, Debug)]
struct Marking {
    /// The course: `automarker courses` lists them.
    // Optional for clap, which fills this in for a subcommand too.
    #[arg(required = true, value_parser = course_names())]
    course: Option<String>,
    #[command(flatten)]
    which: Which,
    /// A command, for the shell, that builds the program first.
    #[arg(long, value_name = "COMMAND")]
    build: Option<String>,
    /// How strictly outputs are compared [default: the course's].
    #[arg(long, value_parser = strictness())]
    compare: Option<Strictness>,
    /// What judges: the expected text, or the rules of the game [default: the
    /// course's].
    #[arg(long)]
    judge: Option<Judge>,
    /// How many cases run at once [default: the number of cores].
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// The format of the report.
    #[arg(long, default_value = "human", value_parser = formats())]
    format: Format,
    /// What is shown of hidden cases.
    #[arg(long, default_value = "none", value_parser = reveals())]
    reveal: Reveal,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    build_limits: BuildLimitArgs,
    /// Run the program without a sandbox.
    #[arg(long)]
    no_sandbox: bool,
}

/// The limits of one case.
#[derive(Args, Debug)]
struct LimitArgs {
    /// Wall time in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    time: Duration,
    /// CPU time in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    cpu: Duration,
    /// Memory of all its processes together, in MiB.
    #[arg(long, value_name = "MIB", default_value = "1024",
          value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,
    /// Output in MiB.
    #[arg(long, value_name = "MIB", default_value = "8",
          value_parser = clap::value_parser!(u16).range(1..))]
    output_limit: u16,
    /// Processes at once.
    #[arg(long, value_name = "NUMBER", default_value = "64",
          value_parser = clap::value_parser!(u16).range(1..))]
    processes: u16,
}

/// The limits of one build.
#[derive(Args, Debug)]
#[expect(clippy::struct_field_names, reason = "the names of the options")]
struct BuildLimitArgs {
    /// Wall time of a build in seconds; its CPU time may be twice that.
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = seconds)]
    build_time: Duration,
    /// Memory of all processes of a build together, in MiB.
    #[arg(long, value_name = "MIB", default_value = "4096",
          value_parser = clap::value_parser!(u32).range(1..))]
    build_memory: u32,
    /// Processes of a build at once.
    #[arg(long, value_name = "NUMBER", default_value = "256",
          value_parser = clap::value_parser!(u16).range(1..))]
    build_processes: u16,
}

impl BuildLimitArgs {
    fn limits(&self) -> Limits {
        Limits {
            wall: self.build_time,
            cpu: self.build_time.saturating_mul(2),
            memory: u64::from(self.build_memory) << 20,
            processes: self.build_processes.into(),
            ..submission::BUILD_LIMITS
        }
    }
}

fn course_names() -> PossibleValuesParser {
    PossibleValuesParser::new(ALL.iter().map(|course| course.name))
}

fn strictness() -> impl TypedValueParser<Value = Strictness> {
    PossibleValuesParser::new(Strictness::ALL.map(Strictness::name))
        .try_map(|name| name.parse::<Strictness>())
}

fn formats() -> impl TypedValueParser<Value = Format> {
    let value = |format: Format| PossibleValue::new(format.name()).help(format.description());
    PossibleValuesParser::new(Format::ALL.map(value)).try_map(|name| name.parse::<Format>())
}

fn reveals() -> impl TypedValueParser<Value = Reveal> {
    let value = |reveal: Reveal| PossibleValue::new(reveal.name()).help(reveal.description());
    PossibleValuesParser::new(Reveal::ALL.map(value)).try_map(|name| name.parse::<Reveal>())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        _ => Err("not a time in which anything can run".to_owned()),
    }
}

/// Why the marker could not do its work.
#[derive(Debug)]
enum Failure {
    Cases(SuiteError),
    File {
        what: &'static str,
        path: PathBuf,
        source: io::Error,
    },
    Workers(io::Error),
    Output(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cases(error) => write!(f, "{error}"),
            Self::File { what, path, source } => {
                write!(f, "cannot {what} {}: {source}", path.display())
            }
            Self::Workers(source) => write!(f, "cannot make a scratch folder: {source}"),
            Self::Output(source) => write!(f, "cannot write to standard output: {source}"),
        }
    }
}

impl Error for Failure {}

impl Failure {
    fn file(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File { what, path, source }
    }
}

/// Runs the command as the arguments of the process say, and gives its exit
/// status.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        Some(Command::Batch(batch)) => mark_batch(&batch),
        Some(Command::Courses) => list_courses(),
        Some(Command::Cases { course, which }) => list_cases(&course, &which),
        None => mark_single(&cli.single),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        // Whoever closes the pipe has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            tell(&failure);
            ExitCode::from(3)
        }
    }
}

fn mark_single(single: &Single) -> Result<bool, Failure> {
    let marking = &single.marking;
    let course = marking.course();
    let marker = marking.marker(course);
    let cases = marking.which.cases(course)?;
    let workers = marking.workers()?;
    let here = env::current_dir().map_err(Failure::file("find", Path::new(".")))?;
    let site = Site {
        folder: &here,
        temporary: None,
        limits: marking.build_limits.limits(),
        offline: false,
    };
    let program = submission::prepare(&single.program, site, marking.build.as_deref());
    let progress = progress(cases.len());
    let words: Vec<_> = single
        .program
        .iter()
        .map(|word| word.to_string_lossy())
        .collect();
    let report = Report {
        submission: words.join(" "),
        course: course.name.to_owned(),
        cases: workers.mark(&marker, &cases, &program, || progress.inc(1)),
        notes: workers.notes().to_vec(),
    };
    progress.finish_and_clear();
    let written = match &single.output {
        None => {
            print(&render(marking.format, &report, marking.reveal))?;
            Ok(())
        }
        Some(path) => {
            print(&human(&report, marking.reveal))?;
            let text = render(marking.format, &report, marking.reveal);
            let text = anstream::adapter::strip_str(&text).to_string();
            fs::write(path, text).map_err(Failure::file("write", path))
        }
    };
    written.map(|()| report.all_ok())
}

fn mark_batch(batch: &Batch) -> Result<bool, Failure> {
    let marking = &batch.marking;
    let course = marking.course();
    let marker = marking.marker(course);
    let cases = marking.which.cases(course)?;
    let submissions = batch::submissions(&batch.submissions)
        .map_err(Failure::file("read", &batch.submissions))?;
    if let Some(folder) = &batch.reports {
        fs::create_dir_all(folder).map_err(Failure::file("make", folder))?;
    }
    let workers = marking.workers()?;
    let prepare = |site: Site<'_>| {
        if batch.program.is_empty() {
            if let Some(command) = &marking.build {
                submission::shell(command, site)?;
            }
            find(site)
        } else {
            submission::prepare(&batch.program, site, marking.build.as_deref())
        }
    };
    let progress = progress(submissions.len());
    let mut marks = Marks::default();
    let mut all_ok = true;
    let mut failure = None;
    let building = Building {
        limits: marking.build_limits.limits(),
        sandbox: !marking.no_sandbox,
    };
    batch::mark(
        &workers,
        &marker,
        &cases,
        &submissions,
        building,
        prepare,
        |report| {
            marks.add(&report);
            all_ok &= report.all_ok();
            let written = batch.write_reports(&report);
            let told = progress.suspend(|| print(&format!("{}\n", summary(&report))));
            // The other students' marks are not lost because one page is.
            if let Err(error) = written.and(told) {
                failure.get_or_insert(error);
            }
            progress.inc(1);
        },
    );
    progress.finish_and_clear();
    for note in workers.notes() {
        print(&format!("note: {note}\n"))?;
    }
    if let Some(path) = &batch.csv {
        let file = fs::File::create(path).map_err(Failure::file("write", path))?;
        marks.write(file).map_err(Failure::file("write", path))?;
    }
    match failure {
        Some(failure) => Err(failure),
        None => Ok(all_ok),
    }
}

impl Batch {
    fn write_reports(&self, report: &Report) -> Result<(), Failure> {
        let Some(folder) = &self.reports else {
            return Ok(());
        };
        let Marking { format, reveal, .. } = self.marking;
        let write = |extension: &str, text: String| {
            let path = folder.join(format!("{}.{extension}", report.submission));
            fs::write(&path, text).map_err(Failure::file("write", &path))
        };
        write("html", page(report, reveal))?;
        let extension = match format {
            Format::Human => return Ok(()),
            Format::Json | Format::Gradescope | Format::Classroom50 => "json",
            Format::Markus => "jsonl",
            Format::Junit => "xml",
            Format::Tap => "tap",
        };
        write(extension, render(format, report, reveal))
    }
}

impl Marking {
    fn course(&self) -> &'static Course {
        course(self.course.as_deref().unwrap_or_default())
    }

    fn marker(&self, course: &'static Course) -> Marker {
        Marker {
            course,
            strictness: self.compare.unwrap_or(course.strictness),
            spells_freely: self.which.cases.is_none(),
            judge: self.judge.unwrap_or_else(|| Judge::of(course)),
            limits: Limits {
                wall: self.limits.time,
                cpu: self.limits.cpu,
                memory: u64::from(self.limits.memory) << 20,
                output: usize::from(self.limits.output_limit) << 20,
                processes: self.limits.processes.into(),
            },
        }
    }

    fn workers(&self) -> Result<Workers, Failure> {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.jobs.map_or_else(cores, usize::from);
        Workers::start(jobs, !self.no_sandbox).map_err(Failure::Workers)
    }
}

impl Which {
    /// The cases asked for. A name that none of them has is wrong usage.
    fn cases(&self, course: &Course) -> Result<Vec<Case>, Failure> {
        let mut cases = match &self.cases {
            Some(folder) => Suite::load(folder).map(Suite::into_cases),
            None => builtin::cases(course),
        }
        .map_err(Failure::Cases)?;
        if let Some(name) = self
            .names
            .iter()
            .find(|&name| !cases.iter().any(|case| case.name == *name))
        {
            let message = format!(
                "{} has no case {name:?}; `automarker cases {0}` lists them",
                course.name
            );
            Cli::command()
                .error(ErrorKind::ValueValidation, message)
                .exit();
        }
        cases.retain(|case| match self.names.as_slice() {
            [] => self.all || !case.unspecified,
            names => names.contains(&case.name),
        });
        Ok(cases)
    }
}

fn course(name: &str) -> &'static Course {
    by_name(name).expect("clap accepts the names of courses only")
}

fn list_courses() -> Result<bool, Failure> {
    let width = ALL
        .map(|course| course.name.len())
        .into_iter()
        .max()
        .unwrap_or(0);
    for Course { name, title, .. } in &ALL {
        print(&format!("{name:width$}  {title}\n"))?;
    }
    Ok(true)
}

fn list_cases(name: &str, which: &Which) -> Result<bool, Failure> {
    for case in which.cases(course(name))? {
        let mut line = plain(&case.name).replace('\n', " ");
        for (is, what) in [
            (case.hidden, "hidden"),
            (case.unspecified, "unspecified by the handout"),
        ] {
            if is {
                line.push_str("  ");
                line.push_str(what);
            }
        }
        print(&format!("{line}\n"))?;
    }
    Ok(true)
}

/// A bar on standard error, where that is a terminal.
fn progress(length: usize) -> ProgressBar {
    let bar = ProgressBar::new(u64::try_from(length).unwrap_or(u64::MAX));
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed}");
    bar.with_style(style.expect("the template is well formed"))
}

fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = anstream::stdout().lock();
    stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
        .map_err(Failure::Output)
}

fn tell(failure: &Failure) {
    // There is nowhere left to tell that standard error is closed.
    let _ = writeln!(anstream::stderr(), "error: {failure}");
}
