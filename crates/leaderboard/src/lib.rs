#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![expect(
    clippy::cast_precision_loss,
    reason = "times and numbers of games are far below 2^52"
)]

pub mod cli;
pub mod contestant;
pub mod failure;
pub mod game;
pub mod log;
pub mod name;
pub mod plan;
mod player;
pub mod rating;
pub mod record;
pub mod run;
pub mod score;
pub mod shard;
pub mod site;
pub mod submission;
pub mod table;
pub mod tournament;
