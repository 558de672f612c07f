//! Runs the chores as programs.

#[cfg(unix)]
mod c_library;
mod test_transcripts;
