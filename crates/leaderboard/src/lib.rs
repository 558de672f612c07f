#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![expect(
    clippy::cast_precision_loss,
    reason = "times and numbers of games are far below 2^52"
)]

pub mod builder;
pub mod builtin;
mod by_text;
mod calibration;
pub mod claims;
pub mod cli;
pub mod clock;
pub mod commands;
pub mod contestant;
mod estimate;
pub mod failure;
mod files;
pub mod finals;
pub mod game;
pub mod ggf;
mod history;
pub mod log;
pub mod name;
mod opening;
pub mod pairing;
pub mod plan;
mod player;
mod progress;
pub mod provenance;
pub mod rating;
pub mod record;
pub mod run;
#[cfg(test)]
mod samples;
pub mod score;
pub mod serve;
pub mod settings;
pub mod show;
pub mod site;
mod square;
pub mod submitted;
pub mod table;
pub mod tournament;
pub mod verify;
