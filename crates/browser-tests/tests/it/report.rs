//! The marker's reports of a class as HTML.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use crate::looks::check;
use crate::page::browse;
use crate::prepared;

pub(crate) const COURSE: &str = "utoronto-a1";

/// A right program. Its changes below are mistakes of students.
const RIGHT: &str = include_str!("../../../automarker/tests/zoo/utoronto-a1/correct.py");

/// A program that prints an element instead of a board, and fails.
const WRONG: &str = "import sys\nprint('<b onclick=alert(1)>', '-' * 2000)\nsys.exit(3)\n";

/// The submissions of a class: the name, the replaced text of the right program, and its
/// replacement.
const CLASS: [(&str, &str, &str); 4] = [
    ("right", "", ""),
    ("header", "abcdefgh\")", "01234567\")"),
    ("nearest-disc", "result += line", "result += line[:1]"),
    ("no-pass", "has no valid move.", "cannot move"),
];

/// Marks the class, and a program that prints nonsense, in `folder`. Returns the folder of the
/// reports.
pub(crate) fn mark_class(folder: &Path) -> PathBuf {
    let submissions = folder.join("submissions");
    let changed = CLASS.map(|(name, from, to)| (name, RIGHT.replacen(from, to, 1)));
    for (name, program) in changed.into_iter().chain([("wrong", WRONG.to_owned())]) {
        let folder = submissions.join(name);
        fs::create_dir_all(&folder).expect("it can be made");
        fs::write(folder.join("main.py"), program).expect("it can be written");
    }
    let reports = folder.join("reports");
    let mut marker = Command::new(prepared::path("bin/automarker"));
    marker.args(["batch", COURSE]).arg(&submissions);
    marker.arg("--reports").arg(&reports);
    marker.args(["--playground", "https://example.org/playground/"]);
    let output = marker.output().expect("it can be run");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(reports.join("index.html").exists(), "{stderr}");
    reports
}

#[test]
fn the_markers_reports_are_accessible_and_fit_every_window() {
    browse("playground", async |page| {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let reports = mark_class(folder.path());
        for (name, passed) in [("index", ""), ("right", "20 of 20"), ("wrong", "0 of 20")] {
            let file = reports.join(format!("{name}.html"));
            page.go(&format!("file://{}", file.display())).await;
            let text = page.text("main").await;
            assert!(text.contains(passed), "{name}: {text:.500}");
            let elements = "return document.querySelectorAll('script, [onclick]').length";
            let own = json!(u8::from(name == "index"));
            assert_eq!(page.run(elements, vec![]).await, own, "{name}");
            check(page, &format!("report-{name}")).await;
        }

        // A click sorts the page of the class.
        let file = reports.join("index.html");
        page.go(&format!("file://{}", file.display())).await;
        for order in ["descending", "ascending"] {
            let sorted = "const head = [...document.querySelectorAll('th button')]\
                .find((it) => it.textContent === 'Points'); head.click();\
                const rows = head.closest('table').tBodies[0].rows;\
                return [head.parentElement.ariaSort, ...[...rows].map((it) => parseFloat(it.cells[1].textContent))]";
            let sorted = page.run(sorted, vec![]).await;
            let sorted = sorted.as_array().expect("it is a list");
            assert_eq!(sorted[0], json!(order));
            let points = sorted[1..].iter().map(|it| it.as_f64().expect("a number"));
            let points = points.collect::<Vec<_>>();
            let is_sorted = if order == "ascending" {
                points.is_sorted()
            } else {
                points.is_sorted_by(|one, two| one >= two)
            };
            assert!(points.len() == 5 && is_sorted, "{points:?}");
        }

        // The first mistake opens in the playground at its move.
        let file = reports.join("nearest-disc.html");
        page.go(&format!("file://{}", file.display())).await;
        let cause = page.text("section h2").await;
        assert!(
            cause.contains("flips only the first disc of a line"),
            "{cause}"
        );
        let session = "return document.querySelector('section').textContent.split('▶')[0]";
        let session = page.run(session, vec![]).await;
        let typed = session.as_str().and_then(|it| it.rsplit_once("(RowCol): "));
        let (_, typed) = typed.expect("a move was typed");
        let link = "return document.querySelector('section a').getAttribute('href')";
        let link = page.run(link, vec![]).await;
        let (address, fragment) = link
            .as_str()
            .and_then(|link| link.split_once('#'))
            .expect("it is one");
        assert_eq!(address, "https://example.org/playground/");
        page.play(fragment).await;
        let last =
            "return document.querySelector('#moves li:last-child').lastElementChild.textContent";
        let last = page.run(last, vec![]).await;
        let last = last.as_str().expect("it is text");
        assert_eq!(typed.lines().next(), Some(last));
    });
}
