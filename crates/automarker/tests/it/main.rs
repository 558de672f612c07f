//! The command: its arguments and exit statuses, and the formats of its reports.

mod cases;
mod cli;
mod formats;
mod isolation;
