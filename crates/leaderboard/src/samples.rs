//! Folders, plans and records for the unit tests.

use std::fs;

use opponents::Opponent;
use reversi_core::Disc;
use sandbox::Level;

use crate::builtin::Builtin;
use crate::pairing::Pairing;
use crate::plan::Plan;
use crate::provenance::{Provenance, Versions};
use crate::record::{Ending, Outcome, Record};
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
    plan_of(&vec![Opponent::Prescribed.into(); players], size)
}

/// A plan with these built-in players on a board of `size` rows.
pub(crate) fn plan_of(with: &[Builtin], size: u8) -> Plan {
    let folder = folder(&[]);
    let settings = Settings {
        size,
        ..Settings::default()
    };
    Plan::make(folder.path(), with, settings).expect("it can be planned")
}

/// An origin at level A. To find the real one, a program is started, which
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
        sandbox: Level::A.name().to_owned(),
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
        played: None,
    }
}
