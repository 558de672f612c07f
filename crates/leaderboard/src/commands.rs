//! Runs the commands.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use sandbox::Requirement;

use crate::builds::Builds;
use crate::cli::{Cli, Command, Format, Run};
use crate::failure::Failure;
use crate::field::Field;
use crate::ggf;
use crate::progress::{self, report};
use crate::results::{Lock, Log, Shard};
use crate::run::{self, Contestants};
use crate::score::Stage;
use crate::settings::Settings;
use crate::show;
use crate::site;
use crate::table;
use crate::tournament::{Tournament, settle};
use crate::verify;
use crate::watch;

/// Runs the command that the arguments of the process ask for.
///
/// Returns its exit status: 0; 1 if `verify` found a difference; 2 for wrong usage;
/// 3 for any other error.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = sandbox::end_on_signals(progress::end)
        .map_err(|error| Failure::Host {
            action: "handle signals".to_owned(),
            why: error.to_string(),
        })
        .and_then(|()| execute(&cli));
    // What has failed may have been ended by a signal.
    sandbox::park_if_ending();
    progress::end();
    match result {
        Ok(status) => status,
        // The reader of a closed pipe has all it wants.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(Failure::Usage(why)) => {
            let error = Cli::command().error(ErrorKind::ValueValidation, why);
            // If standard error is closed, the message has no other place to go.
            let _ = error.print();
            ExitCode::from(2)
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
            let shard = match arguments.shard {
                Some(shard) => Some(shard),
                None if arguments.stage.is_some() => Shard::of_slurm(|name| env::var(name).ok())?,
                None => None,
            };
            let settings = settle(folder, &arguments.terms)?;
            let lock = Lock::of(folder, shard)?;
            if arguments.watch {
                watch::whenever_changed(&settings.submissions, || {
                    play_and_show(folder, arguments, &settings)
                })?;
            } else if shard.is_some() {
                play(folder, arguments, &settings, shard)?;
            } else {
                play_and_show(folder, arguments, &settings)?;
            }
            drop(lock);
        }
        Command::Build { terms, sandbox } => {
            let settings = settle(folder, terms)?;
            let _lock = Lock::of(folder, None)?;
            let builds = Builds::new(folder);
            let requirement = sandbox.requirement();
            let field = run::build(&settings, &builds, requirement)?;
            for player in field.players() {
                if let Some(failed) = &player.failed {
                    report(&format!("note: {}: {}", player.name, failed.reason));
                }
            }
        }
        Command::Table { format } => show_table(&Tournament::read(folder)?, *format)?,
        Command::Replay { black, white, all } => {
            replay(&Tournament::read(folder)?, black, white, *all)?;
        }
        Command::Verify {
            records_only,
            sandbox,
        } => {
            let requirement = (!records_only).then(|| sandbox.requirement());
            return check(folder, requirement);
        }
        Command::Export { players } => export(&Tournament::read(folder)?, players)?,
        Command::Site { to } => {
            let tournament = Tournament::read(folder)?;
            let to = to.clone().unwrap_or_else(|| tournament.site());
            site::write(&tournament, &to)?;
            print(&format!("{}\n", to.join("index.html").display()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Compiles what has changed, plays the games that have no result yet, and shows the
/// results.
fn play_and_show(folder: &Path, arguments: &Run, settings: &Settings) -> Result<(), Failure> {
    let tournament = play(folder, arguments, settings, None)?;
    show_table(&tournament, Format::Text)?;
    let site = tournament.site();
    site::write(&tournament, &site)?;
    print(&format!("\n{}\n", site.join("index.html").display()))
}

/// Compiles what has changed and plays the games that have no result yet; as a shard only
/// its own, and it compiles nothing.
fn play(
    folder: &Path,
    arguments: &Run,
    settings: &Settings,
    shard: Option<Shard>,
) -> Result<Tournament, Failure> {
    let requirement = arguments.sandbox.requirement();
    let builds = Builds::new(folder);
    let jobs = arguments.jobs.map_or_else(run::default_jobs, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
    let pool = pool.map_err(|error| Failure::Host {
        action: "start threads".to_owned(),
        why: error.to_string(),
    })?;
    let field = if shard.is_none() {
        pool.install(|| run::build(settings, &builds, requirement))?
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
        .map_or(Stage::ALL.to_vec(), |stage| vec![stage]);
    for stage in stages {
        let games = tournament
            .games(stage)
            .ok_or_else(|| not_qualified(&tournament))?;
        let missing = match shard {
            None => tournament.missing(games.iter().copied()),
            Some(shard) => tournament.missing(shard.of(games.iter().copied())),
        };
        progress::begin(stage.name(), games.len(), games.len() - missing.len());
        if !missing.is_empty() {
            let field = &tournament.field;
            let players = Contestants::of(field, &missing, settings, &builds, requirement)?;
            let log = Log::open(folder, shard)?;
            pool.install(|| run::play_all(field, missing, &players, log))?;
            tournament = Tournament::of(folder, settings.clone(), tournament.field)?;
        }
        progress::end();
    }
    Ok(tournament)
}

/// The most missing games that a message names.
const NAMED: usize = 10;

fn not_qualified(tournament: &Tournament) -> Failure {
    let games = tournament.games(Stage::Qualification).unwrap_or_default();
    let missing = tournament.missing(games);
    let named = missing.iter().take(NAMED).map(|&game| {
        let [black, white] = tournament.names(game);
        format!("\n  {black} – {white}")
    });
    let rest = missing.len().saturating_sub(NAMED);
    Failure::Refused(format!(
        "cannot start the finals: {} qualification games are missing:{}{}",
        missing.len(),
        named.collect::<String>(),
        if rest == 0 {
            String::new()
        } else {
            format!("\n  and {rest} more")
        }
    ))
}

fn show_table(tournament: &Tournament, format: Format) -> Result<(), Failure> {
    print(&match format {
        Format::Text => table::text(tournament),
        Format::Csv => table::csv(tournament),
    })?;
    if let Some(words) = tournament.unfinished() {
        report(&format!("note: {words}"));
    }
    Ok(())
}

/// Prints the positions of a game. In a terminal, Enter asks for the next one, and q
/// or the end of the input ends it.
fn replay(tournament: &Tournament, black: &str, white: &str, all: bool) -> Result<(), Failure> {
    let (field, results) = (&tournament.field, &tournament.results);
    let game = reversi_core::ByDisc {
        black: field.find(black)?,
        white: field.find(white)?,
    };
    let record = results.get(field, game).ok_or_else(|| {
        Failure::Refused(format!("{black} has not played with black against {white}"))
    })?;
    let positions = show::positions(tournament.names(game), record).map_err(Failure::Refused)?;
    let asks = !all && io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut stdout = anstream::stdout().lock();
    let mut lines = io::stdin().lines();
    for (index, position) in positions.iter().enumerate() {
        if asks && index > 0 {
            match lines.next() {
                Some(Ok(line)) if line.trim() != "q" => {}
                _ => break,
            }
        }
        let gap = if asks || index == 0 { "" } else { "\n" };
        write!(stdout, "{gap}{position}")
            .and_then(|()| stdout.flush())
            .map_err(Failure::Output)?;
    }
    Ok(())
}

/// Checks the results, and, in sandboxes of this level, plays games again; status 1 if one
/// differs.
fn check(folder: &Path, requirement: Option<Requirement>) -> Result<ExitCode, Failure> {
    // Reading the results checks their moves, discs and winners.
    let tournament = Tournament::read(folder)?;
    let count = tournament.played().count();
    print(&format!(
        "{count} games: moves, discs and results are possible\n"
    ))?;
    let Some(requirement) = requirement else {
        return Ok(ExitCode::SUCCESS);
    };
    let (again, differences) = verify::play_again(&tournament, requirement)?;
    print(&format!(
        "{again} games between deterministic built-in players were played again\n"
    ))?;
    for difference in &differences {
        print(&format!("{difference}\n"))?;
    }
    Ok(ExitCode::from(u8::from(!differences.is_empty())))
}

fn export(tournament: &Tournament, players: &[String]) -> Result<(), Failure> {
    for player in players {
        tournament.field.find(player)?;
    }
    let is_wanted = |names: [&str; 2]| {
        players.is_empty()
            || players
                .iter()
                .any(|player| names.contains(&player.as_str()))
    };
    let mut text = String::new();
    for (_, game, record) in tournament.played() {
        let names = tournament.names(game);
        if is_wanted(names) {
            text.push_str(&ggf::write(names, record));
            text.push('\n');
        }
    }
    print(&text)
}

fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
        .map_err(Failure::Output)
}
