//! Playing games of the n×n player against itself.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use clap::Args;
use rayon::prelude::*;
use reversi_core::{Game as CoreGame, Size, Square, Turn};
use reversi_engine::wide::{Player, Weights};
use reversi_engine::{Random, SearchLimits};

use super::game::{Game, Ply, margin, start};
use crate::Result;
use crate::progress;
use crate::weights::FileHash;

/// The number of games between two writes to the file.
const BATCH: usize = 32;

/// The size of the transposition table of each thread in MiB.
const TABLE: usize = 1;

/// The options of `wide generate`.
#[derive(Args, Debug)]
pub(super) struct Generate {
    /// The file to write; if it exists, its games are kept and the rest is played
    pub(super) output: PathBuf,
    /// The number of rows of the board
    #[arg(long)]
    pub(super) size: u8,
    /// The number of games
    #[arg(long)]
    pub(super) games: u32,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u32,
    /// The weights to play with [default: the built-in weights]
    #[arg(long, value_name = "FILE")]
    pub(super) weights: Option<PathBuf>,
    /// The depth of the searches in plies
    #[arg(long, default_value_t = 2)]
    pub(super) depth: u32,
}

/// Plays the games that are not in the file yet and appends them.
pub(super) fn generate(options: &Generate) -> Result<()> {
    let size = Size::square(options.size.into())?;
    Player::with_table(size, TABLE)?;
    let bytes = match &options.weights {
        Some(file) => fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?,
        None => Weights::builtin_file(options.size).to_vec(),
    };
    let weights = Weights::from_bytes(&bytes).map_err(|error| match &options.weights {
        Some(file) => format!("{}: {error}", file.display()),
        None => error.to_string(),
    })?;
    let header = format!(
        "games of {0}x{0} seed={1} weights={2} depth={3}\n",
        options.size,
        options.seed,
        FileHash::of(&bytes),
        options.depth
    );
    let (mut file, done) = resume(&options.output, &header)?;
    let progress = progress::bar(
        options.games.into(),
        "{pos}/{len} games, {per_sec}, {eta} left",
    )?
    .with_position(done as u64);
    progress.reset_eta();
    let numbers: Vec<u32> = (0..options.games).collect();
    for batch in numbers.get(done..).unwrap_or_default().chunks(BATCH) {
        let lines: Vec<String> = batch
            .par_iter()
            .map_init(
                || {
                    let player = Player::with_weights(size, Some(&weights), TABLE);
                    player.expect("the size was checked")
                },
                |player, &number| {
                    let seed = u64::from(options.seed) << 32 ^ u64::from(number);
                    let game = play(player, size, options.depth, seed, number);
                    progress.inc(1);
                    game.line()
                },
            )
            .collect();
        file.write_all(lines.concat().as_bytes())
            .map_err(|error| format!("{}: {error}", options.output.display()))?;
    }
    progress.finish();
    Ok(())
}

/// Opens the file at its end, without an incomplete line, and returns the number of
/// its games. A new file gets the header.
fn resume(path: &Path, header: &str) -> Result<(File, usize)> {
    let name = path.display();
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(format!("{name}: {error}").into()),
    };
    let complete = text.rfind('\n').map_or(0, |at| at + 1);
    let found = &text[..text.find('\n').map_or(0, |at| at + 1)];
    if found != header && !header.starts_with(&text) {
        return Err(format!(
            "{name}: has other games: `{}`, expected `{}`",
            found.trim_end(),
            header.trim_end()
        )
        .into());
    }
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .map_err(|error| format!("{name}: {error}"))?;
    file.set_len(complete as u64)
        .map_err(|error| format!("{name}: {error}"))?;
    if complete == 0 {
        file.write_all(header.as_bytes())
            .map_err(|error| format!("{name}: {error}"))?;
    }
    Ok((file, text[..complete].lines().count().saturating_sub(1)))
}

/// Plays a game. The result depends only on the arguments, not on the state of
/// `player`.
fn play(player: &mut Player, size: Size, depth: u32, seed: u64, number: u32) -> Game {
    let limits = SearchLimits {
        depth: Some(depth),
        time: None,
    };
    let side = u32::from(size.rows());
    let mut random = Random::new(seed);
    let opening = 4 + random.below(2 * side) as usize;
    let mut game = start(size);
    let mut plies = Vec::new();
    loop {
        match game.turn() {
            Turn::Move(mover) => {
                let is_random = plies.len() < opening || random.below(4 * side) == 0;
                let square = if is_random {
                    random_move(&game, &mut random)
                } else {
                    let stop = AtomicBool::new(false);
                    let found = player.choose(game.board(), mover, &limits, &stop);
                    let found = found.expect("the board has the player's size");
                    found.best.expect("the side to move has a move")
                };
                plies.push(Ply {
                    square,
                    random: is_random && plies.len() >= opening,
                });
                game.play(square).expect("the move is legal");
            }
            Turn::Pass(_) => game.pass().expect("the turn is a pass"),
            Turn::Over(_) => break,
        }
    }
    Game {
        number,
        opening: opening.min(plies.len()),
        plies,
        result: margin(game.board()),
    }
}

fn random_move(game: &CoreGame, random: &mut Random) -> Square {
    let moves: Vec<Square> = game.legal_moves().collect();
    random.choose(&moves).expect("the side to move has a move")
}
