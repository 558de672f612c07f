//! The command line.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::builtin::Builtin;
use crate::failure::Failure;
use crate::files::write_whole;
use crate::pairing::Stage;
use crate::plan::Plan;
use crate::record::Record;
use crate::run::{self, Contestants, How, Watch};
use crate::settings::Settings;
use crate::shard::Shard;
use crate::site;
use crate::table;
use crate::tournament::Tournament;

/// A tournament of Lab 8's computer players, by the handout's rules
///
/// `leaderboard run submissions/` does everything on one machine: it plans the
/// tournament, plays it, prints the table and writes the pages. Killed at any
/// moment, it goes on where it stopped when it is started again.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    /// The folder of the tournament
    #[arg(
        long,
        global = true,
        value_name = "FOLDER",
        default_value = "tournament"
    )]
    tournament: PathBuf,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Say who plays, in a new folder
    Plan {
        #[command(flatten)]
        what: What,
    },
    /// Play the games that are missing
    Run(Box<Run>),
    /// List the games that are missing; exit status 1 if there are any
    Missing {
        /// Of this part only
        #[arg(long)]
        stage: Option<Stage>,
    },
    /// Put the games of all shards into one file
    Merge {
        /// Logs from other machines: files, or folders of .jsonl files
        #[arg(value_name = "LOG")]
        logs: Vec<PathBuf>,
    },
    /// Print the table
    Table {
        /// How
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Write the pages
    Site {
        /// Where [default: site/ in the tournament's folder]
        #[arg(long, value_name = "FOLDER")]
        to: Option<PathBuf>,
    },
}

#[derive(Args, Debug)]
struct What {
    /// The folder of the submissions: a folder or file each
    submissions: PathBuf,

    #[command(flatten)]
    terms: Terms,
}

#[derive(Args, Debug)]
struct Terms {
    /// Players beside the submissions: prescribed, smarter, smartest, engine,
    /// or engine:LEVEL, which looks so many plies ahead
    #[arg(long, value_name = "PLAYER")]
    with: Vec<Builtin>,

    /// The rows and columns of the board: even, from 4 to 26
    #[arg(long, value_name = "N", default_value = "8", value_parser = size)]
    size: u8,

    /// The longest time a move may take, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = milliseconds)]
    time: u32,

    /// The memory that a player may use, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024,
          value_parser = clap::value_parser!(u32).range(16..))]
    memory: u32,
}

#[derive(Args, Debug)]
struct Run {
    /// The folder of the submissions; without it the tournament must be
    /// planned
    submissions: Option<PathBuf>,

    #[command(flatten)]
    terms: Terms,

    /// Play this share of the games only, counted from 0
    /// [default: `SLURM_ARRAY_TASK_ID` or `JOB_COMPLETION_INDEX`, or all of them]
    #[arg(long, value_name = "NUMBER")]
    shard: Option<usize>,

    /// Of so many shares
    #[arg(long, value_name = "NUMBER")]
    shards: Option<usize>,

    /// Play this part only
    #[arg(long)]
    stage: Option<Stage>,

    /// How many games are played at once [default: one a core, and one core is
    /// left free]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,

    /// Let players write anywhere and use the network
    #[arg(long)]
    no_sandbox: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// In columns
    Text,
    /// One row a player
    Csv,
    /// A list of objects
    Json,
}

fn size(text: &str) -> Result<u8, &'static str> {
    let size = text.parse::<u8>().ok();
    size.filter(|&size| aps105_lab8::rules(size.into()).is_some())
        .ok_or("the board must have an even number of rows, from 4 to 26")
}

fn milliseconds(text: &str) -> Result<u32, &'static str> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds")?;
    let is_possible = (0.001..=3600.0).contains(&seconds);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "its range was checked"
    )]
    is_possible
        .then(|| (seconds * 1000.0).round() as u32)
        .ok_or("a time from 0.001 to 3600 seconds is needed")
}

impl Terms {
    fn plan(&self, submissions: &Path) -> Result<Plan, Failure> {
        let settings = Settings {
            size: self.size,
            move_ms: self.time,
            memory_mib: self.memory,
        };
        Plan::make(submissions, &self.with, settings)
    }
}

/// Runs the command as the arguments of the process say, and gives its exit
/// status: 0, or 1 if games are missing that one asked for, 2 for a wrong use,
/// 3 for what could not be done.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    match obey(&cli) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        // Whoever closes the pipe has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            tell(&format!("error: {failure}"));
            ExitCode::from(3)
        }
    }
}

fn obey(cli: &Cli) -> Result<bool, Failure> {
    let open = || Tournament::open(&cli.tournament);
    match &cli.command {
        Command::Plan { what } => {
            let plan = what.terms.plan(&what.submissions)?;
            let tournament = Tournament::begin(&cli.tournament, plan)?;
            let players = tournament.plan.players.len();
            print(&format!(
                "{players} players, {} games in the qualification\n",
                4 * players
            ))?;
            Ok(true)
        }
        Command::Run(run) => play(cli, run),
        Command::Missing { stage } => missing(&open()?, *stage),
        Command::Merge { logs } => merge(&open()?, logs),
        Command::Table { format } => {
            let tournament = open()?;
            let records = tournament.records()?;
            let rows = table::rows(&tournament.plan, &records);
            let bytes = match format {
                Format::Text => table::text(&rows).into_bytes(),
                Format::Csv => table::csv(&rows),
                Format::Json => table::json(&rows),
            };
            print_bytes(&bytes)?;
            if let Some(words) = table::unfinished(&tournament, &records) {
                tell(&format!("note: {words}"));
            }
            Ok(true)
        }
        Command::Site { to } => {
            let tournament = open()?;
            let to = to.clone().unwrap_or_else(|| tournament.site());
            site::write(&tournament, &tournament.records()?, &to)?;
            print(&format!("{}\n", to.join("index.html").display()))?;
            Ok(true)
        }
    }
}

fn play(cli: &Cli, run: &Run) -> Result<bool, Failure> {
    let shard = Shard::choose(run.shard, run.shards).unwrap_or_else(|why| wrong_use(&why));
    let tournament = match &run.submissions {
        Some(submissions) => Tournament::begin(&cli.tournament, run.terms.plan(submissions)?)?,
        None => Tournament::open(&cli.tournament)?,
    };
    let how = How {
        shard,
        jobs: run.jobs.map_or_else(run::default_jobs, usize::from),
        sandbox: !run.no_sandbox,
    };
    let mut contestants = Contestants::none(how.sandbox)?;
    let mut progress = Progress::default();
    let stages = run.stage.map_or(Stage::ALL.to_vec(), |stage| vec![stage]);
    for stage in stages {
        let records = tournament.records()?;
        let awaits_others =
            run.stage.is_none() && stage == Stage::Finals && !tournament.is_qualified(&records);
        if awaits_others {
            let missing = tournament.missing(Stage::Qualification, &records).len();
            tell(&format!(
                "note: this shard's games of the qualification are finished; of other shards \
                 {} missing. When none are, run again for the finals",
                table::games(missing)
            ));
            return Ok(true);
        }
        run::stage(&tournament, stage, how, &mut contestants, &mut progress)?;
    }
    if shard != Shard::WHOLE {
        return Ok(true);
    }
    let records = tournament.records()?;
    print(&table::text(&table::rows(&tournament.plan, &records)))?;
    site::write(&tournament, &records, &tournament.site())?;
    print(&format!(
        "\n{}\n",
        tournament.site().join("index.html").display()
    ))?;
    Ok(true)
}

fn missing(tournament: &Tournament, stage: Option<Stage>) -> Result<bool, Failure> {
    let records = tournament.records()?;
    let stages = stage.map_or(Stage::ALL.to_vec(), |stage| vec![stage]);
    let mut games = Vec::new();
    for &stage in &stages {
        games.extend(tournament.missing(stage, &records));
    }
    let mut text = String::new();
    for game in &games {
        text.push_str(&game.to_string());
        text.push('\n');
    }
    print(&text)?;
    let is_open = !tournament.is_qualified(&records);
    if is_open && stages.contains(&Stage::Finals) {
        tell("note: the finals are planned once the qualification is over");
    }
    Ok(games.is_empty() && !(is_open && stages.contains(&Stage::Finals)))
}

fn merge(tournament: &Tournament, logs: &[PathBuf]) -> Result<bool, Failure> {
    let mut records = tournament.records()?;
    for log in logs {
        if log.is_dir() {
            let entries = fs::read_dir(log).map_err(Failure::file("read", log))?;
            let paths: Result<BTreeSet<PathBuf>, _> = entries
                .map(|entry| entry.map(|entry| entry.path()))
                .collect();
            let mut paths = paths.map_err(Failure::file("read", log))?;
            paths.retain(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
            for path in paths {
                records.add_log(&path, &tournament.plan)?;
            }
        } else {
            records.add_log(log, &tournament.plan)?;
        }
    }
    write_whole(&tournament.merged(), &records.to_log())?;
    print(&format!(
        "{} games in {}\n",
        records.iter().count(),
        tournament.merged().display()
    ))?;
    if let Some(words) = table::unfinished(tournament, &records) {
        tell(&format!("note: {words}"));
    }
    Ok(true)
}

/// A bar on standard error where that is a terminal; elsewhere a line at the
/// beginning and at the end of each part.
#[derive(Default)]
struct Progress {
    bar: Option<ProgressBar>,
    notes: BTreeSet<String>,
    stage: Option<Stage>,
    finished: usize,
}

impl Progress {
    fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| tell(text)),
            None => tell(text),
        }
    }
}

impl Watch for Progress {
    fn begin(&mut self, stage: Stage, games: usize, finished: usize) {
        self.stage = Some(stage);
        self.finished = finished;
        let target = ProgressDrawTarget::stderr();
        if target.is_hidden() {
            tell(&format!(
                "{stage}: {finished} of {games} games are finished"
            ));
            return;
        }
        let length = u64::try_from(games).unwrap_or(u64::MAX);
        let bar = ProgressBar::with_draw_target(Some(length), target);
        let style = "{prefix} {bar:40} {pos}/{len} {elapsed} (left: {eta}) {wide_msg}";
        bar.set_style(ProgressStyle::with_template(style).expect("the template is well formed"));
        bar.set_prefix(stage.to_string());
        bar.set_position(finished as u64);
        bar.reset_eta();
        self.bar = Some(bar);
    }

    fn ready(&mut self, player: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(format!("made ready: {player}"));
        }
    }

    fn finished(&mut self, record: &Record) {
        self.finished += 1;
        if let Some(bar) = &self.bar {
            bar.set_message(format!(
                "{} – {}: {}",
                record.black, record.white, record.result
            ));
            bar.inc(1);
        }
    }

    fn note(&mut self, note: &str) {
        if self.notes.insert(note.to_owned()) {
            self.say(&format!("note: the sandbox: {note}"));
        }
    }

    fn end(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        } else if let Some(stage) = self.stage {
            tell(&format!("{stage}: {} games are finished", self.finished));
        }
    }
}

fn wrong_use(why: &str) -> ! {
    Cli::command().error(ErrorKind::ValueValidation, why).exit()
}

fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout
        .write_all(bytes)
        .and_then(|()| stdout.flush())
        .map_err(Failure::Output)
}

fn tell(text: &str) {
    // There is nowhere left to tell that standard error is closed.
    let _ = writeln!(anstream::stderr(), "{text}");
}
