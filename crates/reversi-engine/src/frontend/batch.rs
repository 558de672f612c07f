//! Work on many games or positions at once, with results in order, progress and the time left.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use clap::ValueEnum;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::Options;

/// The interval between lines of progress outside a terminal.
const INTERVAL: Duration = Duration::from_secs(10);

/// The format of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A table.
    Table,
    /// A row per move or position.
    Csv,
    /// An object per move or position, one per line.
    Json,
}

impl Format {
    pub(crate) fn row(self, row: impl Serialize) -> String {
        if self != Self::Csv {
            return serde_json::to_string(&row).expect("its keys are text") + "\n";
        }
        let mut builder = csv::WriterBuilder::new();
        let mut writer = builder.has_headers(false).from_writer(Vec::new());
        writer.serialize(row).expect("it is a row");
        let bytes = writer.into_inner().expect("memory can be written");
        String::from_utf8(bytes).expect("it is text")
    }
}

/// Opens a file to append to. Returns its contents, which are empty for a device.
pub(crate) fn open(path: &Path) -> io::Result<(File, String)> {
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(true).truncate(false);
    let (mut file, mut old) = (options.open(path)?, String::new());
    if file.metadata()?.is_file() {
        file.read_to_string(&mut old)?;
    }
    Ok((file, old))
}

/// Truncates a file to this length, unless it is a device.
pub(crate) fn cut(file: &mut File, end: usize) -> io::Result<()> {
    if file.metadata()?.is_file() {
        file.set_len(end as u64)?;
        file.seek(SeekFrom::End(0))?;
    }
    Ok(())
}

/// Returns the number of workers for `count` items, and the options of each engine: if there are
/// fewer items than threads, all threads search one item with the memory of all.
pub(crate) fn workers(count: usize, options: &Options) -> (usize, Options) {
    let (mut options, threads) = (options.clone(), options.threads);
    if count < threads {
        options.table = options.table.saturating_mul(threads);
        return (1, options);
    }
    options.threads = 1;
    (threads, options)
}

/// Applies `find` to `items` on this many threads, and `take` to the results in order.
pub(crate) fn run<T: Send + 'static, R: Send + 'static>(
    items: Vec<T>,
    workers: usize,
    find: impl Fn(T) -> R + Send + Sync + 'static,
    mut take: impl FnMut(R) -> io::Result<()>,
) -> io::Result<()> {
    let count = items.len();
    let work = Arc::new((Mutex::new(items.into_iter().enumerate()), find));
    let (sender, results) = mpsc::channel();
    for _ in 0..workers {
        let (work, sender) = (Arc::clone(&work), sender.clone());
        // Nobody waits for the threads: a search may continue long after the output has failed.
        thread::spawn(move || {
            let (items, find) = &*work;
            let next = || items.lock().expect("no iterator panics").next();
            while let Some((index, item)) = next() {
                if sender.send((index, find(item))).is_err() {
                    break;
                }
            }
        });
    }
    drop(sender);
    let (mut found, mut next) = (BTreeMap::new(), 0);
    for (index, result) in results {
        found.insert(index, result);
        while let Some(result) = found.remove(&next) {
            take(result)?;
            next += 1;
        }
    }
    assert_eq!(next, count, "no search panics");
    Ok(())
}

/// The progress: a bar in a terminal, otherwise lines.
pub(crate) struct BatchProgress<W> {
    bar: ProgressBar,
    errors: W,
    lines: u32,
    noun: &'static str,
}

impl<W: Write> BatchProgress<W> {
    pub(crate) fn new(count: usize, noun: &'static str, errors: W) -> Self {
        let style = format!("{{bar:40}} {{pos}} of {{len}} {noun}, {{elapsed}} (left: {{eta}})");
        let style = ProgressStyle::with_template(&style).expect("it is well formed");
        let bar = ProgressBar::new(count as u64).with_style(style);
        bar.enable_steady_tick(Duration::from_secs(1));
        Self {
            bar,
            errors,
            lines: 0,
            noun,
        }
    }

    /// Counts items that are already done, which took no time.
    pub(crate) fn skip(&self, count: usize) {
        self.bar.inc(count as u64);
        self.bar.reset_eta();
    }

    pub(crate) fn done(&mut self, output: &mut dyn Write, result: &str) -> io::Result<()> {
        self.bar.suspend(|| output.write_all(result.as_bytes()))?;
        output.flush()?;
        self.advance();
        Ok(())
    }

    pub(crate) fn failed(&mut self, error: impl Display) {
        // Nobody may read the errors, but the other items still count.
        let _ = self.bar.suspend(|| writeln!(self.errors, "error: {error}"));
        self.advance();
    }

    fn advance(&mut self) {
        self.bar.inc(1);
        if self.bar.is_hidden() && self.bar.elapsed() >= INTERVAL * (self.lines + 1) {
            self.lines += 1;
            let (done, count) = (self.bar.position(), self.bar.length().unwrap_or_default());
            let (noun, left) = (self.noun, HumanDuration(self.bar.eta()));
            let _ = writeln!(
                self.errors,
                "{done} of {count} {noun} are done (left: {left})"
            );
        }
    }
}
