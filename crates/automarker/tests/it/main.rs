//! The command: its arguments and exit statuses, and the formats of its reports.

mod cli;
mod formats;
mod isolation;
