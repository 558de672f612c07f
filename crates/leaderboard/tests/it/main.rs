//! Tests of the command, as one program.

mod bench;
#[cfg(target_os = "linux")]
mod finals;
#[cfg(target_os = "linux")]
mod hostile;
#[cfg(target_os = "linux")]
mod kinds;
mod openings;
mod processes;
#[cfg(target_os = "linux")]
mod resume;
mod site;
mod stored;
mod verify;
