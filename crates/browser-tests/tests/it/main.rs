//! Tests of the web pages in a browser, which `.ci/browser` runs.

mod addresses;
mod analysis;
mod cases;
mod checks;
mod driver;
mod engine;
mod firefox;
mod fixtures;
mod games;
mod kept;
mod language;
mod layout;
mod leaderboard;
mod looks;
mod making;
mod offline;
mod page;
mod positions;
mod prepared;
mod report;
mod screenshots;
mod server;
