//! The marker's reports of a class as HTML.

use std::fs;
use std::process::Command;

use serde_json::json;

use crate::looks::{check_by_axe_core, check_width, resize};
use crate::page::browse;
use crate::prepared;

const COURSE: &str = "utoronto-a1";

/// A program that prints an element instead of a board, and fails.
const WRONG: &str = "import sys\nprint('<b onclick=alert(1)>', '-' * 2000)\nsys.exit(3)\n";

#[test]
fn the_markers_reports_are_accessible_and_fit_every_window() {
    browse("playground", async |page| {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let submissions = folder.path().join("submissions");
        let [right, wrong] = ["right", "wrong"].map(|name| submissions.join(name));
        for folder in [&right, &wrong] {
            fs::create_dir_all(folder).expect("it can be made");
        }
        let program = prepared::path("bin").join(COURSE);
        fs::copy(program, right.join(COURSE)).expect("it can be copied");
        fs::write(wrong.join("main.py"), WRONG).expect("it can be written");
        let reports = folder.path().join("reports");
        let mut marker = Command::new(prepared::path("bin/automarker"));
        marker.args(["batch", COURSE]).arg(&submissions);
        marker.arg("--reports").arg(&reports);
        let output = marker.output().expect("it can be run");
        let stderr = String::from_utf8_lossy(&output.stderr);

        for (name, passed) in [("index", ""), ("right", "18 of 18"), ("wrong", "0 of 18")] {
            let file = reports.join(format!("{name}.html"));
            assert!(file.exists(), "{stderr}");
            page.go(&format!("file://{}", file.display())).await;
            let text = page.text("main").await;
            assert!(text.contains(passed), "{name}: {text:.500}");
            let elements = "return document.querySelectorAll('script, [onclick]').length";
            assert_eq!(page.run(elements, vec![]).await, json!(0), "{name}");
            check_by_axe_core(page, name).await;
            for width in [320, 800, 1920] {
                resize(page, width).await;
                check_width(page, &format!("{name} at {width} pixels")).await;
            }
        }
    });
}
