//! Measures the time of a game beside the players' own thinking: players in C
//! that answer at once play the qualification, one game at a time.

use std::error::Error;
use std::fs;
use std::time::{Duration, Instant};

use leaderboard::claims::Claims;
use leaderboard::pairing::{Pairing, Stage};
use leaderboard::plan::Plan;
use leaderboard::record::Record;
use leaderboard::run::{self, Contestants, Monitor, RunOptions};
use leaderboard::settings::Settings;
use leaderboard::tournament::Tournament;
use sandbox::Requirement;

const PLAYERS: usize = 8;

struct Clock {
    begun: Instant,
    /// The time from the first game to the end of the last.
    wall: Duration,
    games: u32,
    moves: u32,
    thought: Duration,
    /// The time of the players in C alone, which is mostly communication.
    by_driver: Duration,
}

impl Monitor for Clock {
    fn stage_started(&mut self, _: Stage, _: usize, _: usize) {}

    fn player_built(&mut self, _: &str) {
        self.begun = Instant::now();
    }

    fn game_finished(&mut self, record: &Record) {
        self.wall = self.begun.elapsed();
        self.games += 1;
        self.moves += u32::try_from(record.moves.len()).unwrap_or(0);
        for (name, micros) in [
            (&record.black, record.black_us),
            (&record.white, record.white_us),
        ] {
            let time = Duration::from_micros(micros);
            self.thought += time;
            if name.starts_with("quick") {
                self.by_driver += time;
            }
        }
    }

    fn result_discarded(&mut self, _: Pairing) {}

    fn waiting(&mut self, _: usize) {}

    fn sandbox_note(&mut self, _: &str) {}

    fn stage_ended(&mut self, _: bool) {}
}

#[expect(clippy::print_stdout, reason = "it exists to print")]
fn main() -> Result<(), Box<dyn Error>> {
    sandbox::supervise_if_asked();
    leaderboard::serve::serve_if_asked();
    let folder = tempfile::tempdir()?;
    let submissions = folder.path().join("submissions");
    let players = course_tests::workspace().join("crates/leaderboard/tests/players");
    for number in 0..PLAYERS {
        let player = submissions.join(format!("quick{number}"));
        fs::create_dir_all(&player)?;
        for file in ["first.c", "rules.h"] {
            fs::copy(players.join(file), player.join(file))?;
        }
    }
    let plan = Plan::make(&submissions, &[], Settings::default())?;
    let tournament = Tournament::begin(&folder.path().join("tournament"), plan)?;
    let options = RunOptions {
        jobs: 1,
        requirement: Requirement::Best,
    };
    let mut clock = Clock {
        begun: Instant::now(),
        wall: Duration::ZERO,
        games: 0,
        moves: 0,
        thought: Duration::ZERO,
        by_driver: Duration::ZERO,
    };
    let contestants = Contestants::new(options.requirement)?;
    let games = Pairing::qualification(PLAYERS);
    contestants.build(&tournament, &games, &mut clock)?;
    let mut claims = Claims::open(tournament.folder())?;
    run::stage(
        &tournament,
        Stage::Qualification,
        options,
        &contestants,
        &mut claims,
        &mut clock,
    )?;
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let moves = f64::from(clock.moves);
    println!(
        "{} games of {} moves, {:.1} s; players' own time {:.1} s",
        clock.games,
        clock.moves,
        clock.wall.as_secs_f64(),
        clock.thought.as_secs_f64()
    );
    println!(
        "{:.3} ms per move outside both players",
        ms(clock.wall.saturating_sub(clock.thought)) / moves
    );
    println!(
        "{:.3} ms per move including the time of the players in C, which do not think",
        ms(clock
            .wall
            .saturating_sub(clock.thought.saturating_sub(clock.by_driver)))
            / moves
    );
    Ok(())
}
