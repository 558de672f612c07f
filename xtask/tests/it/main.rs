//! The chores, run as programs.

#[cfg(unix)]
mod c_library;
mod test_transcripts;
