//! Tests of the command, as one program.

mod bench;
#[cfg(target_os = "linux")]
mod hostile;
#[cfg(target_os = "linux")]
mod kinds;
mod results;
mod site;
