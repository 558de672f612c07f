//! Folders, plans and records for the unit tests.

use std::fs;

use opponents::{Opponent, smarter};
use reversi_core::{Disc, Game, Turn};
use sandbox::Level;

use crate::pairing::{Gatekeeper, Pairing};
use crate::plan::Plan;
use crate::provenance::{Provenance, Versions};
use crate::record::{Ending, Move, Outcome, Record};
use crate::settings::Settings;

/// A folder with these files.
pub(crate) fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it is below the folder"))
            .and_then(|()| fs::write(path, text))
            .expect("a file can be written");
    }
    folder
}

/// A plan with that many built-in players on a board of `size` rows.
pub(crate) fn plan(players: usize, size: u8) -> Plan {
    let folder = folder(&[]);
    let with = vec![Opponent::Prescribed.into(); players];
    let settings = Settings {
        size,
        ..Settings::default()
    };
    Plan::make(folder.path(), &with, settings).expect("it can be planned")
}

/// A game between two players that play like smarter, in which each move takes
/// 10 ms longer than the one before.
pub(crate) fn game(size: u8, has_white: bool) -> (Plan, Record) {
    let plan = plan(1, size);
    let pairing = Pairing::Qualification {
        player: 0,
        against: Gatekeeper::Smarter,
        has_white,
    };
    let mut moves = Vec::new();
    let mut game = Game::new(plan.settings.rules()).expect("it can be played");
    let outcome = loop {
        match game.turn() {
            Turn::Over(outcome) => break outcome,
            Turn::Pass(_) => game.pass().expect("the turn is a pass"),
            Turn::Move(_) => {
                let square = smarter(&game).expect("it has a move");
                game.play(square).expect("it is legal");
                moves.push(Move(square, 10_000 * moves.len() as u64));
            }
        }
    };
    let count = |discs: usize| u16::try_from(discs).expect("a board has 676 squares at most");
    let record = Record {
        black_discs: count(outcome.discs().black),
        white_discs: count(outcome.discs().white),
        moves,
        ..record(&plan, pairing, Outcome::of(outcome.winner()))
    };
    (plan, record)
}

/// An origin of the strongest level. To find the real one, a program is started, which
/// inherits the locks of the logs in other tests for a moment.
pub(crate) fn origin() -> Provenance {
    Provenance {
        versions: Versions {
            version: "0.1.0".to_owned(),
            commit: "unknown".to_owned(),
            rustc: "rustc".to_owned(),
            gcc: None,
        },
        host: "host".to_owned(),
        processor: "processor".to_owned(),
        jobs: 1,
        sandbox: Level::Namespaces.name().to_owned(),
        started: "2026-01-01T00:00:00.000Z".to_owned(),
    }
}

/// A game without moves in which black used one and white three milliseconds.
pub(crate) fn record(plan: &Plan, game: Pairing, result: Outcome) -> Record {
    Record {
        tournament: plan.tournament.clone(),
        game,
        opening: plan.opening(game).unwrap_or_default().to_owned(),
        black: plan.name(game.side(Disc::Black)).to_owned(),
        white: plan.name(game.side(Disc::White)).to_owned(),
        result,
        end: Ending::Finished,
        reason: result.to_string(),
        black_discs: 2,
        white_discs: 2,
        black_us: 1000,
        white_us: 3000,
        moves: Vec::new(),
        stderr: String::new(),
        clock: None,
        played: None,
    }
}
