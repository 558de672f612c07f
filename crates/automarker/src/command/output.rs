//! Standard output, and the progress on standard error.

use std::env;
use std::fs::File;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use anstream::adapter::strip_str;
use indicatif::{ProgressBar, ProgressStyle};
use marking::report::{Format, Host, Report, Reveal, github, human, plain, render, wrapped};
use terminal_size::{Height, Width, terminal_size_of};

use super::failure::Failure;
use crate::cli::OutputArgs;
use crate::replace::replace;

fn shown() -> MutexGuard<'static, Option<ProgressBar>> {
    static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) struct MarkingProgress(ProgressBar);

impl MarkingProgress {
    pub(super) fn begin(task: &str) -> Self {
        let bar = ProgressBar::new(0).with_message(task.to_owned());
        let bar = bar.with_style(style("{spinner} {elapsed} {wide_msg}"));
        bar.enable_steady_tick(Duration::from_millis(100));
        *shown() = Some(bar.clone());
        Self(bar)
    }

    pub(super) fn count(&self, names: usize) {
        self.0
            .set_style(style("{spinner} {pos}/{len} {elapsed} {wide_msg}"));
        self.0.set_length(names as u64);
        self.0.set_message("");
    }

    pub(super) fn begun(&self, name: &str) {
        self.0.set_message(plain(name).replace('\n', " "));
    }

    pub(super) fn done(&self) {
        self.0.inc(1);
    }

    pub(super) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is well formed")
}

impl Drop for MarkingProgress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
        *shown() = None;
    }
}

pub(super) fn leave_terminal() {
    if let Some(bar) = shown().take() {
        bar.finish_and_clear();
    }
}

/// Prints a note for the user of the command. Reports, which students read, do not contain it.
pub(super) fn note(text: &str) {
    say("note", text);
}

pub(super) fn warn(text: &str) {
    say("warning", text);
}

pub(super) fn report(failure: &Failure) {
    say("error", &failure.to_string());
}

fn say(kind: &str, text: &str) {
    let text = plain(&format!("{kind}: {text}"));
    let text = on_terminal(text.trim_end(), terminal_size_of(io::stderr()));
    let print = || writeln!(anstream::stderr(), "{text}");
    let bar = shown().clone();
    let _ = bar.map_or_else(print, |bar| bar.suspend(print));
}

/// Prints `text`, wrapped between words on a terminal.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    print_exactly(&on_terminal(text, terminal_size_of(io::stdout())))
}

/// Wraps `text` for a terminal of this size, except lines that are indented like a program's
/// text.
fn on_terminal(text: &str, size: Option<(Width, Height)>) -> String {
    let Some((Width(width), _)) = size else {
        return text.to_owned();
    };
    let lines = text.split_inclusive('\n').map(|line| {
        let indent = line.len() - line.trim_start_matches(' ').len();
        let most = if indent < 4 { width.into() } else { usize::MAX };
        wrapped(line, most, indent + 2)
    });
    lines.collect()
}

pub(super) fn print_exactly(text: &str) -> Result<(), Failure> {
    let mut stdout = anstream::stdout().lock();
    stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
        .map_err(Failure::Output)
}

pub(super) fn with_host(render: impl FnOnce(&Host<'_>) -> String) -> String {
    render(&Host {
        variable: &|name| env::var(name).ok(),
        time: SystemTime::now(),
        width: width(),
    })
}

/// Returns the width of the terminal, in characters, or a default if standard output is no
/// terminal.
pub(super) fn width() -> usize {
    const LEAST: usize = 40;
    let size = terminal_size_of(io::stdout());
    size.map_or(Host::NONE.width, |(Width(width), _)| {
        LEAST.max(width.into())
    })
}

/// Writes the report to the named file, and a report for people to standard output; without a
/// file, writes the report to standard output. `step` ends the report for people.
pub(super) fn write_report(
    args: &OutputArgs,
    reveal: Reveal,
    report: &Report,
    step: &str,
) -> Result<(), Failure> {
    let human = || human(report, reveal, width());
    let text = || with_host(|host| render(args.format, report, reveal, host));
    if args.format == Format::Github {
        set_outputs(report)?;
    }
    let Some(path) = &args.output else {
        return match args.format {
            Format::Human => print(&(human() + step)),
            _ => print_exactly(&text()),
        };
    };
    if args.format == Format::Github {
        let human = strip_str(&human()).to_string();
        print_exactly(&github::log(&human, report, reveal, &token()?))?;
    } else {
        print(&(human() + step))?;
    }
    let text = strip_str(&text()).to_string();
    replace(path, text.as_bytes()).map_err(Failure::file("write", path))
}

fn set_outputs(report: &Report) -> Result<(), Failure> {
    let Some(path) = env::var_os("GITHUB_OUTPUT") else {
        return Ok(());
    };
    let file = File::options().append(true).create(true).open(&path);
    file.and_then(|mut file| file.write_all(github::outputs(report).as_bytes()))
        .map_err(Failure::file("write", path.as_ref()))
}

fn token() -> Result<String, Failure> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| Failure::other(format!("cannot read random bytes: {error}")))?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}
