//! Tests of the web pages in a browser, which `.ci/browser` runs.

mod driver;
mod fixtures;
mod games;
mod page;
mod prepared;
mod server;
