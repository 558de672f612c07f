#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![expect(
    clippy::cast_precision_loss,
    reason = "times and numbers of games are far below 2^52"
)]

mod builds;
mod builtin;
pub mod cli;
pub mod commands;
mod failure;
mod field;
mod files;
mod game;
mod ggf;
mod player;
mod progress;
mod rating;
mod record;
mod results;
mod run;
mod score;
pub mod serve;
mod settings;
mod show;
mod site;
mod square;
mod submitted;
mod table;
mod tournament;
mod verify;
mod version;
mod watch;
