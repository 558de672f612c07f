//! Runs the commands.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use sandbox::Requirement;

use crate::builder::Builder;
use crate::claims::Claims;
use crate::cli::{Cli, Command, Format, Run, Terms};
use crate::estimate;
use crate::failure::Failure;
use crate::files::write_whole;
use crate::ggf;
use crate::pairing::{Pairing, Stage};
use crate::plan::Plan;
use crate::progress::{Progress, leave_terminal, report};
use crate::provenance::{self, Provenance};
use crate::record::Record;
use crate::run::{self, Contestants, RunOptions};
use crate::show;
use crate::site;
use crate::table;
use crate::tournament::Tournament;
use crate::verify;

/// Runs the command that the arguments of the process ask for.
///
/// Returns its exit status: 0; 1 if `missing` found games; 2 for wrong usage;
/// 3 for any other error.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = sandbox::end_on_signals(leave_terminal)
        .map_err(|error| Failure::Host {
            action: "handle signals".to_owned(),
            why: error.to_string(),
        })
        .and_then(|()| execute(&cli));
    // What has failed may have been ended by a signal.
    sandbox::park_if_ending();
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
    let mixes = cli.mixed_versions;
    let open = || Ok(Tournament::open(&cli.tournament)?.mixing_versions(mixes));
    match &cli.command {
        Command::Plan { submissions, terms } => {
            let plan = plan(&cli.tournament, submissions, terms)?;
            let tournament = Tournament::begin(&cli.tournament, plan)?;
            print(&estimate::text(&tournament.plan, run::default_jobs()))?;
        }
        Command::Run(run) => play(cli, run)?,
        Command::Missing { stage } => return missing(&open()?, *stage),
        Command::Merge { logs } => merge(&open()?, logs)?,
        Command::Table { format } => table(&open()?, *format)?,
        Command::Replay { game, all } => replay(&open()?, *game, *all)?,
        Command::Verify {
            records_only,
            sandbox,
        } => return verify(&open()?, *records_only, sandbox.requirement()),
        Command::Export { games } => export(&open()?, games)?,
        Command::Site { to, watch } => {
            let tournament = open()?;
            let to = to.clone().unwrap_or_else(|| tournament.site());
            let pause = watch.map(|seconds| Duration::from_secs(seconds.into()));
            write_site(&tournament, &to, pause)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the pages; with `pause`, again and again until the tournament is finished. Then a
/// pause is at least as long as the writing was, so that the games get most of the time.
fn write_site(tournament: &Tournament, to: &Path, pause: Option<Duration>) -> Result<(), Failure> {
    let mut pages = site::Pages::new(tournament, to);
    let mut written = None;
    loop {
        let began = Instant::now();
        let records = tournament.records()?;
        let count = records.iter().count();
        if written != Some(count) {
            pages.write(&records)?;
            if written.is_none() {
                print(&format!("{}\n", to.join("index.html").display()))?;
            }
            written = Some(count);
        }
        match pause {
            Some(pause) if tournament.unfinished(&records).is_some() => {
                thread::sleep(pause.max(began.elapsed()));
            }
            _ => return Ok(()),
        }
    }
}

fn plan(folder: &Path, submissions: &Path, terms: &Terms) -> Result<Plan, Failure> {
    let mut plan = Plan::make(submissions, &terms.with, terms.settings())?;
    plan.choose_finals(terms.finals)?;
    if let Some(openings) = terms.openings {
        plan.open(openings.into())?;
        if !folder.join("plan.json").exists() {
            refuse_transcripts(&plan)?;
        }
    }
    let level = provenance::level(Requirement::Best)?;
    Ok(Plan {
        planned: Some(Provenance::here(run::default_jobs(), level)),
        ..plan
    })
}

/// Refuses programs that cannot play from an opening.
fn refuse_transcripts(plan: &Plan) -> Result<(), Failure> {
    let builder = Builder::new(Requirement::Best)?;
    let mut names = Vec::new();
    for entrant in &plan.players {
        if builder.speaks_transcript(plan, entrant)? {
            names.push(entrant.name.as_str());
        }
    }
    if names.is_empty() {
        return Ok(());
    }
    Err(Failure::Refused(format!(
        "cannot play from openings: the transcript of Part 1 always begins at the start position, \
         and these players speak it: {}; remove them, or plan without --openings",
        names.join(", ")
    )))
}

fn play(cli: &Cli, run: &Run) -> Result<(), Failure> {
    let folder = &cli.tournament;
    let tournament = match &run.submissions {
        Some(submissions) => Tournament::begin(folder, plan(folder, submissions, &run.terms)?)?,
        None => Tournament::open(folder)?,
    };
    let tournament = tournament.mixing_versions(cli.mixed_versions);
    let options = RunOptions {
        jobs: run.jobs.map_or_else(run::default_jobs, usize::from),
        requirement: run.sandbox.requirement(),
    };
    let contestants = Contestants::new(options.requirement)?;
    let mut claims = Claims::open(tournament.folder())?;
    let mut progress = Progress::default();
    for stage in stages(run.stage) {
        run::stage(
            &tournament,
            stage,
            options,
            &contestants,
            &mut claims,
            &mut progress,
        )?;
    }
    let records = tournament.records()?;
    print(&table::text(&table::rows(&tournament.plan, &records)))?;
    if let Some(words) = tournament.unfinished(&records) {
        report(&format!("note: {words}"));
    }
    // All processes of a tournament come here at about the same time.
    if claims.claim_pages()? {
        site::Pages::new(&tournament, &tournament.site()).write(&records)?;
        let index = tournament.site().join("index.html");
        print(&format!("\n{}\n", index.display()))?;
    }
    Ok(())
}

/// Lists the missing games; status 1 if there are any.
fn missing(tournament: &Tournament, stage: Option<Stage>) -> Result<ExitCode, Failure> {
    let records = tournament.records()?;
    let stages = stages(stage);
    let mut text = String::new();
    for &stage in &stages {
        for game in tournament.missing(stage, &records) {
            text.push_str(&game.to_string());
            text.push('\n');
        }
    }
    print(&text)?;
    let are_finals_unknown = stages.contains(&Stage::Finals) && !tournament.is_qualified(&records);
    if are_finals_unknown {
        report("note: the games of the finals are not known before the qualification is finished");
    }
    let is_complete = text.is_empty() && !are_finals_unknown;
    Ok(ExitCode::from(u8::from(!is_complete)))
}

fn merge(tournament: &Tournament, logs: &[PathBuf]) -> Result<(), Failure> {
    let mut records = tournament.records()?;
    for log in logs {
        if log.is_dir() {
            records.add_folder(log, &tournament.plan)?;
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
    if let Some(words) = tournament.unfinished(&records) {
        report(&format!("note: {words}"));
    }
    Ok(())
}

fn table(tournament: &Tournament, format: Format) -> Result<(), Failure> {
    let records = tournament.records()?;
    let rows = table::rows(&tournament.plan, &records);
    match format {
        Format::Text => print(&table::text(&rows))?,
        Format::Csv => print_bytes(&table::csv(&rows))?,
        Format::Json => print_bytes(&table::json(&rows))?,
    }
    if let Some(words) = tournament.unfinished(&records) {
        report(&format!("note: {words}"));
    }
    Ok(())
}

/// Prints the positions of a game. In a terminal, Enter asks for the next one, and q
/// or the end of the input ends it.
fn replay(tournament: &Tournament, game: Pairing, all: bool) -> Result<(), Failure> {
    let records = tournament.records()?;
    let record = records.find(game).map_err(Failure::Refused)?;
    let positions = show::positions(&tournament.plan, record).map_err(Failure::Refused)?;
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

/// Checks the records; status 1 if a game differs when it is played again.
fn verify(
    tournament: &Tournament,
    records_only: bool,
    requirement: Requirement,
) -> Result<ExitCode, Failure> {
    // Reading the records checks their moves, discs and results.
    let records = tournament.records()?;
    let mut differences: Vec<String> = records
        .iter()
        .filter_map(|record| record.check_clock(&tournament.plan.settings).err())
        .collect();
    let count = records.iter().count();
    print(&format!(
        "{count} records: moves, discs and results are possible\n"
    ))?;
    if !records_only {
        let options = RunOptions {
            jobs: 1,
            requirement,
        };
        let contestants = Contestants::new(requirement)?;
        let again = verify::play_again(tournament, records.iter(), options, &contestants)?;
        print(&format!(
            "{} games between deterministic players were played again\n",
            again.games
        ))?;
        differences.extend(again.differences);
    }
    for difference in &differences {
        print(&format!("{difference}\n"))?;
    }
    Ok(ExitCode::from(u8::from(!differences.is_empty())))
}

fn export(tournament: &Tournament, games: &[Pairing]) -> Result<(), Failure> {
    let records = tournament.records()?;
    let mut text = String::new();
    let mut add = |record: &Record| {
        text.push_str(&ggf::write(&tournament.plan, record));
        text.push('\n');
    };
    if games.is_empty() {
        records.iter().for_each(&mut add);
    }
    for &game in games {
        add(records.find(game).map_err(Failure::Refused)?);
    }
    print(&text)
}

/// Returns the one that was asked for, or else both.
fn stages(stage: Option<Stage>) -> Vec<Stage> {
    stage.map_or(Stage::ALL.to_vec(), |stage| vec![stage])
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
