//! Tests of the command, as one program.

#[cfg_attr(not(target_os = "linux"), allow(dead_code))]
mod bench;
#[cfg(target_os = "linux")]
mod hostile;
#[cfg(target_os = "linux")]
mod kinds;
mod results;
mod site;
