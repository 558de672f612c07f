//! The files that a batch writes: results, pages and tables.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf, absolute};

use marking::report::{
    CHOSEN, Format, Gradebook, Report, counted, index, name, page, plain, render,
};
use submission::export::Submission;

use super::failure::Failure;
use super::output::{note, print, with_host};
use crate::batch::describe;
use crate::cli::BatchArgs;
use crate::file_names::file_names;
use crate::named::in_reports;
use crate::replace::{check, replace};
use crate::results::{Outdated, ResultSettings, StoredResults};
use crate::sheet::Sheet;

/// Each file is complete at any time.
#[derive(Debug)]
pub(super) struct Outputs<'a> {
    args: &'a BatchArgs,
    reports: Option<Reports<'a>>,
    settings: Option<ResultSettings>,
    tables: Vec<PathBuf>,
    sheet: Option<(&'a Path, Sheet)>,
    marks: Gradebook,
    chosen: BTreeSet<String>,
    /// The submissions of each id that is in several, so that it means none of them.
    shared: BTreeMap<String, BTreeSet<String>>,
    earlier: BTreeMap<String, Earlier>,
    /// One line per submission with other points than before.
    changed: BTreeSet<String>,
    unchanged: usize,
}

#[derive(Debug)]
struct Earlier {
    why: Outdated,
    /// The points of the stored result, and those before them.
    points: Option<(String, Option<String>)>,
}

#[derive(Debug)]
struct Reports<'a> {
    folder: &'a Path,
    results: StoredResults,
    file_names: BTreeMap<String, String>,
}

impl<'a> Outputs<'a> {
    pub(super) fn open(args: &'a BatchArgs, submissions: &[Submission]) -> Result<Self, Failure> {
        for (option, path) in [("--csv", &args.csv), ("--reports", &args.reports)] {
            if let Some(path) = path
                && resolved(path).starts_with(resolved(&args.submissions))
            {
                return Err(Failure::usage(format_args!(
                    "{option} {} lies in the folder of the submissions, where the next batch \
                     would take it for one",
                    path.display()
                )));
            }
        }
        let mut outputs = Self {
            args,
            reports: None,
            settings: None,
            tables: Vec::new(),
            sheet: None,
            marks: Gradebook::default(),
            chosen: BTreeSet::new(),
            shared: shared(submissions),
            earlier: BTreeMap::new(),
            changed: BTreeSet::new(),
            unchanged: 0,
        };
        if let Some(path) = args.gradebook.as_deref() {
            check(path).map_err(Failure::file("write", path))?;
            let text = fs::read(path).map_err(Failure::file("read", path))?;
            let sheet = Sheet::new(text, args.column.as_deref());
            let failed = |why| format!("cannot fill in {}: {why}", path.display());
            let sheet = sheet.map_err(|why| Failure::other(failed(why)))?;
            outputs.sheet = Some((path, sheet));
        }
        if let Some(folder) = args.reports.as_deref() {
            fs::create_dir_all(folder).map_err(Failure::file("create", folder))?;
            let path = folder.join("results");
            let results = StoredResults::open(&path).map_err(Failure::file("write to", &path))?;
            let names = submissions.iter().map(|submission| &*submission.name);
            outputs.reports = Some(Reports {
                folder,
                results,
                file_names: file_names(names),
            });
        }
        let beside = args.reports.iter().map(|folder| folder.join("marks.csv"));
        outputs.tables = args.csv.iter().cloned().chain(beside).collect();
        for path in &outputs.tables {
            check(path).map_err(Failure::file("write", path))?;
        }
        Ok(outputs)
    }

    /// Adopts the valid stored results, and returns the submissions of `chosen` without one.
    /// All submissions that `--only` names are marked, and other results stay as they are.
    pub(super) fn take_over<'s>(
        &mut self,
        submissions: &'s [Submission],
        chosen: &[&'s Submission],
        settings: impl FnOnce() -> Result<ResultSettings, Failure>,
    ) -> Result<Vec<&'s Submission>, Failure> {
        if self.reports.is_some() {
            self.settings = Some(settings()?);
        }
        self.chosen = chosen.iter().map(|it| it.name.clone()).collect();
        let mut left = Vec::new();
        let mut stays = 0;
        for submission in submissions {
            let is_chosen = chosen.contains(&submission);
            let (report, outdated) = self.stored(submission);
            let is_named = is_chosen && !self.args.only.is_empty();
            let outdated = if is_named && outdated != Some(Outdated::Missing) {
                Some(Outdated::Named)
            } else {
                outdated
            };
            match (report, outdated) {
                (points, Some(why)) if is_chosen => {
                    let points = points.map(|report| (report.final_points(), report.before));
                    let earlier = Earlier { why, points };
                    self.earlier.insert(submission.name.clone(), earlier);
                    left.push(submission);
                }
                (Some(mut report), outdated) => {
                    stays += usize::from(outdated.is_some());
                    // The export may now have names, or lateness.
                    describe(&mut report, submission);
                    self.marks.add(&report);
                    self.write_pages(&report)?;
                }
                (None, _) => {}
            }
        }
        if self.marks.possible().is_some() {
            self.write_tables()?;
            self.write_index()?;
        }
        self.print_taken_over(submissions.len(), stays)?;
        Ok(left)
    }

    fn print_taken_over(&self, total: usize, stays: usize) -> Result<(), Failure> {
        let Some(folder) = &self.args.reports else {
            return Ok(());
        };
        let taken = self.marks.len();
        if taken > 0 {
            let folder = plain(&folder.display().to_string());
            print(&format!(
                "note: {taken} of {total} results in {folder} are kept\n"
            ))?;
        }
        if stays > 0 {
            print(&format!(
                "note: {stays} of them are out of date; without `--only` they are marked again\n"
            ))?;
        }
        let mut reasons = BTreeMap::<Outdated, usize>::new();
        for earlier in self.earlier.values() {
            *reasons.entry(earlier.why).or_default() += 1;
        }
        // No explanation is needed if nothing was marked before.
        reasons.remove(&Outdated::Missing);
        for (reason, count) in reasons {
            print(&format!(
                "note: {count} of {total} submissions are marked again: {reason}\n"
            ))?;
        }
        Ok(())
    }

    fn stored(&self, submission: &Submission) -> (Option<Report>, Option<Outdated>) {
        let (Some(reports), Some(settings)) = (&self.reports, &self.settings) else {
            return (None, Some(Outdated::Missing));
        };
        let file_name = &reports.file_names[&submission.name];
        reports.results.find(file_name, submission, settings)
    }

    /// Adds the previous points to a report if they differ.
    pub(super) fn compare(&mut self, report: &mut Report) {
        let Some(earlier) = self.earlier.remove(&report.submission) else {
            return;
        };
        let Some((old, before)) = earlier.points else {
            return;
        };
        let new = report.final_points();
        if new == old {
            report.before = before;
            self.unchanged += 1;
            return;
        }
        let command = report.notes.iter().find(|note| note.starts_with(CHOSEN));
        let why = command.map_or_else(|| earlier.why.to_string(), String::clone);
        let [old, new] = [old, new].map(|points| match &*points {
            "" => "no".to_owned(),
            points => points.to_owned(),
        });
        let name = name(&report.submission);
        self.changed.insert(format!(
            "{name} now has {new} points instead of {old}: {why}"
        ));
        report.before = Some(format!("{old}: {why}"));
    }

    /// Writes the files of one submission, and the tables, even if one of them fails.
    pub(super) fn add(&mut self, report: &Report, digest: Option<&str>) -> Result<(), Failure> {
        self.marks.add(report);
        let stored = self.store(report, digest);
        let pages = self.write_pages(report);
        let tables = self.write_tables();
        stored.and(pages).and(tables)
    }

    /// Keeps the stored result of a submission that was to be marked again.
    pub(super) fn keep(&mut self, submission: &Submission) {
        if let (Some(report), _) = self.stored(submission) {
            self.marks.add(&report);
        }
    }

    pub(super) fn all_ok(&self) -> bool {
        self.marks.all_ok()
    }

    pub(super) fn finish(&self) -> Result<(), Failure> {
        // A class without submissions also has a table.
        self.write_tables()?;
        self.write_index()?;
        for line in &self.changed {
            print(&format!("note: {line}\n"))?;
        }
        if self.unchanged > 0 {
            let count = counted(self.unchanged, "submission");
            print(&format!(
                "note: {count} marked again: the points are the same\n"
            ))?;
        }
        let undecided = self.marks.undecided();
        if !undecided.is_empty() {
            note(&format!(
                "a person must look at cases of {}, whose points stay empty: {}",
                counted(undecided.len(), "submission"),
                undecided.join(", ")
            ));
        }
        self.fill_in()
    }

    fn fill_in(&self) -> Result<(), Failure> {
        let Some((path, sheet)) = &self.sheet else {
            return Ok(());
        };
        let mut marks = self.marks.points_by_id(|name| self.chosen.contains(name));
        let name = path.display();
        // Neither of them is believed.
        marks.retain(|id, _| !self.shared.contains_key(id));
        for (id, several) in &self.shared {
            let several = several.iter().cloned().collect::<Vec<_>>().join(", ");
            note(&format!(
                "{name} has no points for {id}, the id of several submissions: {several}"
            ));
        }
        if marks.is_empty() {
            if self.shared.is_empty() {
                note(&format!(
                    "{name} is unchanged: no submission has a student's id, as in an export from \
                     a learning management system"
                ));
            }
            return Ok(());
        }
        let filled = sheet.fill(&marks, self.args.overwrite);
        replace(path, &filled.text).map_err(Failure::file("write", path))?;
        note(&format!(
            "{name}: the points of {} of {} students are filled in",
            filled.students.len(),
            marks.len()
        ));
        let without_program = self.marks.without_program();
        let others = filled.others.iter();
        let others = others.map(|(id, old)| format!("{id} ({old}, not {})", marks[id]));
        let ids = marks.keys();
        let missing =
            ids.filter(|id| !filled.students.contains(id) && !filled.others.contains_key(*id));
        let missing = missing.filter(|id| !filled.repeated.contains(*id));
        let kept = if self.args.overwrite {
            "replaces the existing points of"
        } else {
            "keeps, without `--overwrite`, the existing points of"
        };
        for (words, all) in [
            (kept, others.collect::<Vec<_>>()),
            ("has no row for these ids:", missing.cloned().collect()),
            (
                "has several rows for these ids, which stay as they are:",
                filled.repeated.into_iter().collect(),
            ),
            (
                "has no points for submissions that could not start, which a person must look at:",
                without_program,
            ),
        ] {
            if !all.is_empty() {
                note(&format!("{name} {words} {}", all.join(", ")));
            }
        }
        if let (Some(worth), Some(possible)) = (sheet.worth(), self.marks.possible())
            && (worth - possible).abs() > 1e-6
        {
            note(&format!(
                "the assignment is worth {worth} points in {name}, and {possible} here; \
                 `--points {worth}` makes them equal"
            ));
        }
        Ok(())
    }

    fn store(&self, report: &Report, digest: Option<&str>) -> Result<(), Failure> {
        let (Some(reports), Some(settings)) = (&self.reports, &self.settings) else {
            return Ok(());
        };
        let file_name = &reports.file_names[&report.submission];
        let stored = reports.results.store(file_name, digest, settings, report);
        stored.map_err(Failure::file("write", &reports.results.path(file_name)))
    }

    fn write_pages(&self, report: &Report) -> Result<(), Failure> {
        let Some(reports) = &self.reports else {
            return Ok(());
        };
        let format = self.args.format;
        let reveal = self.args.marking.reveal;
        let write = |extension: &str, text: String| {
            let file_name = &reports.file_names[&report.submission];
            let path = reports.folder.join(format!("{file_name}.{extension}"));
            replace(&path, text.as_bytes()).map_err(Failure::file("write", &path))
        };
        let written = write("html", page(report, reveal));
        let Some(extension) = self.extension() else {
            return written;
        };
        let text = with_host(|host| render(format, report, reveal, host));
        written.and(write(extension, text))
    }

    fn write_tables(&self) -> Result<(), Failure> {
        let mut table = Vec::new();
        let made = self.marks.write(&mut table);
        self.tables.iter().try_for_each(|path| {
            let written = made.as_ref().map_err(|error| io::Error::from(error.kind()));
            let written = written.and_then(|()| replace(path, &table));
            written.map_err(Failure::file("write", path))
        })
    }

    fn write_index(&self) -> Result<(), Failure> {
        let Some(reports) = &self.reports else {
            return Ok(());
        };
        let course = in_reports(self.args.course);
        // No other character in these names is special in a link.
        let address = |file_name: &str| format!("{file_name}.html").replace(' ', "%20");
        let page = |name: &str| address(&reports.file_names[name]);
        let files = reports.file_names.values().map(String::as_str).collect();
        let results = &reports.results;
        let gone = results
            .without(&files)
            .map_err(Failure::file("read", &reports.folder.join("results")))?;
        let gone: Vec<_> = gone
            .iter()
            .map(|(file, report)| (address(file), report))
            .collect();
        let path = reports.folder.join("index.html");
        let page = index(&self.marks, course, reports.file_names.len(), &page, &gone);
        replace(&path, page.as_bytes()).map_err(Failure::file("write", &path))
    }

    fn extension(&self) -> Option<&'static str> {
        match self.args.format {
            Format::Human => None,
            Format::Json | Format::Gradescope | Format::Classroom50 => Some("json"),
            Format::Vpl => Some("txt"),
            Format::Github => Some("md"),
            Format::Markus => Some("jsonl"),
            Format::Junit => Some("xml"),
        }
    }
}

fn shared(submissions: &[Submission]) -> BTreeMap<String, BTreeSet<String>> {
    let mut all = BTreeMap::<String, BTreeSet<String>>::new();
    for submission in submissions {
        for student in submission.students.iter().filter(|it| !it.id.is_empty()) {
            let of_id = all.entry(student.id.clone()).or_default();
            of_id.insert(name(&submission.name));
        }
    }
    all.retain(|_, submissions| submissions.len() > 1);
    all
}

/// Returns an absolute path, with the links in its existing part resolved.
fn resolved(path: &Path) -> PathBuf {
    let path = absolute(path).unwrap_or_else(|_| path.to_owned());
    let real = |part: &Path| {
        let rest = path.strip_prefix(part).ok()?;
        Some(fs::canonicalize(part).ok()?.join(rest))
    };
    path.ancestors().find_map(real).unwrap_or(path.clone())
}
