//! A case that was made by playing, run by the marker.

use std::path::Path;
use std::process::{Command, Output};

use crate::page::browse;
use crate::prepared;

const COURSE: &str = "utoronto-a1";

fn mark(archive: &Path, program: &Path) -> Output {
    let mut marker = Command::new(prepared::path("bin/automarker"));
    marker
        .arg(COURSE)
        .arg("--cases")
        .arg(archive)
        .arg("--")
        .arg(program);
    marker.output().expect("it can be run")
}

#[test]
fn the_marker_reads_a_case_that_was_made_by_playing() {
    browse("playground", async |page| {
        let folder = tempfile::tempdir().expect("a folder can be made");
        page.download_to(folder.path()).await;
        page.play(&format!("v=1&c={COURSE}")).await;
        for turn in 1..=3 {
            page.play_legal(turn).await;
        }
        page.click("#make-case").await;
        page.wait("body[data-pane=cases]").await;
        page.type_into("#made-name", "three-moves").await;
        page.click("#made-add").await;
        page.wait("#made-list li").await;
        // A second one of the same name is refused.
        page.type_into("#made-name", "three-moves").await;
        page.click("#made-add").await;
        page.wait("#made-error:not([hidden])").await;
        page.click("#made-download").await;
        let archive = page
            .downloaded(folder.path(), &format!("{COURSE}-made-cases.zip"))
            .await;

        let ours = prepared::path("bin").join(COURSE);
        let right = mark(&archive, &ours);
        let report = String::from_utf8_lossy(&right.stdout).into_owned();
        assert!(
            right.status.success(),
            "{report}{}",
            String::from_utf8_lossy(&right.stderr)
        );
        assert!(report.contains("three-moves"), "{report}");

        // A program that prints an empty line.
        let wrong = mark(&archive, Path::new("echo"));
        let report = String::from_utf8_lossy(&wrong.stdout).into_owned();
        assert_eq!(
            wrong.status.code(),
            Some(1),
            "{report}{}",
            String::from_utf8_lossy(&wrong.stderr)
        );
        assert!(report.contains("wrong output"), "{report}");
    });
}
