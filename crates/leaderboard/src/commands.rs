//! Runs the commands.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

use crate::builds::Builds;
use crate::cli::{Cli, Command, RunArgs, SandboxArgs, TableFormat};
use crate::failure::Failure;
use crate::field::Field;
use crate::ggf;
use crate::progress::{self, report};
use crate::results::{self, Log, Shard};
use crate::run;
use crate::score::TournamentStage;
use crate::settings::Settings;
use crate::show;
use crate::site;
use crate::table;
use crate::tournament::Tournament;
use crate::verify;
use crate::watch;

/// Runs the command that the arguments of the process ask for.
///
/// Returns its exit status: 0; 1 if `verify` found a difference; 2 for wrong usage;
/// 3 for any other error.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = sandbox::end_on_signals(progress::end)
        .map_err(|error| Failure::host("handle signals", &error))
        .and_then(|()| execute(&cli));
    // A signal may have ended what failed.
    sandbox::park_if_ending();
    progress::end();
    match result {
        Ok(status) => status,
        // A reader that closes the pipe needs no more output.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            report(&format!("error: {failure}"));
            ExitCode::from(3)
        }
    }
}

fn execute(cli: &Cli) -> Result<ExitCode, Failure> {
    let folder = &cli.tournament;
    match &cli.command {
        Command::Run(arguments) => {
            let settings = Settings::of_call(folder, &arguments.terms)?;
            let _lock = results::lock(folder, arguments.shard)?;
            if arguments.watch {
                watch::whenever_changed(&settings.submissions, || {
                    play_and_show(folder, arguments, &settings)
                })?;
            } else if arguments.shard.is_some() {
                play(folder, arguments, &settings, arguments.shard)?;
            } else {
                play_and_show(folder, arguments, &settings)?;
            }
        }
        Command::Build { terms, sandbox } => {
            let settings = Settings::of_call(folder, terms)?;
            let _lock = results::lock(folder, None)?;
            let field = run::build(&settings, &Builds::new(folder), &mut None, sandbox.sandbox)?;
            for player in field.players() {
                if let Some(failed) = &player.failed {
                    report(&format!("note: {}: {}", player.name, failed.reason));
                }
            }
        }
        Command::Table { format } => show_table(&Tournament::read(folder)?, *format)?,
        Command::Replay { black, white } => {
            print(&show::game(&Tournament::read(folder)?, black, white)?)?;
        }
        Command::Verify(SandboxArgs { sandbox }) => {
            let (report, is_same) = verify::verify(&Tournament::read(folder)?, *sandbox)?;
            print(&report)?;
            return Ok(ExitCode::from(u8::from(!is_same)));
        }
        Command::Export => print(&ggf::all(&Tournament::read(folder)?))?,
        Command::Site { to, playground } => {
            let tournament = Tournament::read(folder)?;
            let to = to.as_ref().unwrap_or(&tournament.site);
            site::write(&tournament, to, playground.as_deref())?;
            print(&format!("{}\n", to.join("index.html").display()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn play_and_show(folder: &Path, arguments: &RunArgs, settings: &Settings) -> Result<(), Failure> {
    let tournament = play(folder, arguments, settings, None)?;
    show_table(&tournament, TableFormat::Text)?;
    site::write(&tournament, &tournament.site, None)?;
    let index = tournament.site.join("index.html");
    print(&format!("\n{}\n", index.display()))
}

/// Compiles changed submissions and plays the games that have no result yet. A shard plays only its
/// own games and compiles nothing.
fn play(
    folder: &Path,
    arguments: &RunArgs,
    settings: &Settings,
    shard: Option<Shard>,
) -> Result<Tournament, Failure> {
    let requirement = arguments.sandbox.sandbox;
    let builds = Builds::new(folder);
    // A player is charged only its own processor time, so others may run beside it: by default one
    // game per processor.
    let jobs = arguments.jobs.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
    let pool = pool.map_err(|error| Failure::host("start threads", &error))?;
    let mut builder = None;
    let field = if shard.is_none() {
        pool.install(|| run::build(settings, &builds, &mut builder, requirement))?
    } else {
        let field = Field::read(settings, &builds)?;
        if let Some((name, _)) = run::unbuilt(&field, &builds)?.values().next() {
            return Err(Failure::Refused(format!(
                "{name} is not compiled, and shards compile nothing; run `leaderboard build` first"
            )));
        }
        field
    };
    let mut tournament = Tournament::of(folder, settings.clone(), field)?;
    let stages = arguments
        .stage
        .map_or(TournamentStage::ALL.to_vec(), |stage| vec![stage]);
    for stage in stages {
        let games = tournament
            .games(stage)
            .ok_or_else(|| not_qualified(&tournament))?;
        let own = shard.map_or(games.clone(), |one| one.of(games.clone()).collect());
        let missing = tournament.missing(own);
        progress::begin(&stage.name(), games.len(), games.len() - missing.len());
        if !missing.is_empty() {
            let players = run::contestants(&tournament, &missing, &mut builder, requirement)?;
            let log = Log::open(folder, shard)?;
            pool.install(|| run::play_all(&tournament, missing, &players, log))?;
            tournament = Tournament::of(folder, settings.clone(), tournament.field)?;
        }
        progress::end();
    }
    Ok(tournament)
}

const NAMED: usize = 10;

fn not_qualified(tournament: &Tournament) -> Failure {
    let games = tournament
        .games(TournamentStage::Qualification)
        .unwrap_or_default();
    let missing = tournament.missing(games);
    let named = missing.iter().take(NAMED);
    let named = named.map(|&game| tournament.names(game).join(" – "));
    Failure::Refused(format!(
        "cannot start the finals: {} qualification games are missing:\n  {}{}",
        missing.len(),
        named.collect::<Vec<_>>().join("\n  "),
        if missing.len() > NAMED { "\n  …" } else { "" }
    ))
}

fn show_table(tournament: &Tournament, format: TableFormat) -> Result<(), Failure> {
    print(&match format {
        TableFormat::Text => table::text(tournament),
        TableFormat::Csv => table::csv(tournament),
        TableFormat::Json => table::json(tournament),
    })?;
    for group in tournament.field.identical() {
        let names = group.join(", ");
        report(&format!(
            "note: the same program after compilation: {names}"
        ));
    }
    if let Some(words) = tournament.unfinished() {
        report(&format!("note: {words}"));
    }
    Ok(())
}

fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
        .map_err(Failure::Output)
}
