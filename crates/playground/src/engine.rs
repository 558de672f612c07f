//! The engine, which the page loads on demand and runs in a worker.
//!
//! It plays by Othello's rules, on 8×8 and on the other even boards from 4×4 to 26×26. The worker
//! answers nothing else during a step of an analysis; only ending the worker stops a long step.

pub mod analysis;
pub mod exercises;
pub mod hint;
pub mod level;
pub mod players;
pub mod question;
pub mod review;
pub mod wasm;
