//! Writes, plays and checks a course file.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use course_file::{EXAMPLES, Loaded};
use marking::report::plain;

use super::failure::Failure;
use super::output::print;
use crate::cli::CourseAction;
use crate::named::read;
use crate::quote::quoted_all;

const GAMES: u64 = 200;

pub(super) fn run(action: &CourseAction) -> Result<bool, Failure> {
    match action {
        CourseAction::New { file, from } => new(file, from),
        CourseAction::Play { file } => play(file),
        CourseAction::Check { file, sample } => check(file, sample.as_deref()),
    }
}

fn new(file: &Path, from: &str) -> Result<bool, Failure> {
    let (_, text) = EXAMPLES
        .iter()
        .find(|(name, _)| *name == from)
        .expect("clap takes no other name");
    let created = fs::File::create_new(file);
    let written = created.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(Failure::file("write", file))?;
    let file = plain(&file.display().to_string());
    let word = quoted_all(&[&file]);
    print(&format!(
        "wrote {file}, a copy of {from}; edit it\nnow `automarker course play {word}` plays it, and \
         `automarker course check {word}` checks it\n"
    ))?;
    Ok(true)
}

fn play(file: &Path) -> Result<bool, Failure> {
    let course = read(file).map_err(Failure::usage)?.course;
    Ok(course.on_stdio(course.environment()) == ExitCode::SUCCESS)
}

fn check(file: &Path, sample: Option<&Path>) -> Result<bool, Failure> {
    let loaded = read(file).map_err(Failure::usage)?;
    let mut is_right = true;
    let mut lines = Vec::new();
    if let Some(sample) = sample {
        let different = differs(loaded, sample)?;
        is_right = different.is_none();
        let same = format!("{}: the file prints the same", sample.display());
        lines.push(different.unwrap_or(same));
    }
    let checked = loaded.check(GAMES);
    lines.push(format!("{GAMES} random games:"));
    for (event, count) in &checked.events {
        lines.push(format!("  {}: {count} times", event.name()));
    }
    let never: Vec<&str> = checked.never.iter().map(|event| event.name()).collect();
    if !never.is_empty() {
        lines.push(format!("  never: {}", never.join(", ")));
    }
    for text in &checked.misread {
        is_right = false;
        lines.push(format!("not read back correctly: {text}"));
    }
    if checked.misread.is_empty() {
        lines.push("every message is read back correctly".to_owned());
    }
    let free = loaded.program.free_events().iter();
    let free: Vec<&str> = free.map(|event| event.name()).collect();
    let judge = if free.is_empty() {
        "by text".to_owned()
    } else {
        let free = free.join(", ");
        format!("by the rules, because the file leaves out: {free}")
    };
    lines.push(format!("marking: {judge}"));
    print(&plain(&(lines.join("\n") + "\n")))?;
    Ok(is_right)
}

/// Returns the first difference between a sample session and the course's output. `NAME.out`
/// may come with `NAME.in`, which contains the typed text.
fn differs(loaded: Loaded, sample: &Path) -> Result<Option<String>, Failure> {
    let text = fs::read(sample).map_err(Failure::file("read", sample))?;
    let name = sample.display();
    let typed = match fs::read(sample.with_extension("in")) {
        Ok(typed) => Some(typed),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(Failure::file("read", sample)(error)),
    };
    let difference = loaded.sample_difference(&text, typed.as_deref());
    Ok(difference.map(|it| {
        let (line, sample, printed) = (it.line, it.sample, it.printed);
        let stopped = it.stopped.map(|why| format!(" and stops: {why}"));
        let stopped = stopped.unwrap_or_default();
        format!(
            "{name}, line {line}: the sample has {sample:?}, the course prints {printed:?}{stopped}"
        )
    }))
}
