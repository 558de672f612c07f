//! The chores, run as programs.

#[cfg(unix)]
mod c_library;
mod dist;
mod test_transcripts;
