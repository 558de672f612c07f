//! Tests of the web pages in a browser, which `.ci/browser` runs.

mod addresses;
mod analysis;
mod checks;
mod driver;
mod engine;
mod fixtures;
mod games;
mod kept;
mod layout;
mod leaderboard;
mod looks;
mod making;
mod page;
mod prepared;
mod report;
mod screenshots;
mod server;
