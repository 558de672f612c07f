//! The list of cases, its filter, and the loop that makes an output for each of them.

use std::fs;
use std::process::Command;

use playground::cases::suite::list;
use serde_json::json;

use crate::page::browse;
use crate::prepared;

const COURSE: &str = "utoronto-a1";

#[test]
fn a_filter_leaves_the_cases_whose_names_or_descriptions_have_its_words() {
    browse("playground", async |page| {
        page.play(&format!("v=1&c={COURSE}&pane=cases")).await;
        page.type_into("#case-filter", "Move illegal").await;
        let all = list(COURSE).expect("it has cases");
        let fits = |text: String| ["move", "illegal"].iter().all(|word| text.contains(word));
        let expected: Vec<&str> = all
            .iter()
            .filter(|one| fits(format!("{} {} {}", one.name, one.group, one.about).to_lowercase()))
            .map(|one| one.name.as_str())
            .collect();
        assert!(!expected.is_empty() && expected.len() < all.len());
        let shown = "
            const items = document.querySelectorAll('#case-list [role=option] > span:first-child');
            return [...items].map((item) => item.firstChild.data);";
        assert_eq!(page.run(shown, vec![]).await, json!(expected));
        assert_eq!(
            page.text("#cases-title").await,
            format!("{} of {} cases", expected.len(), all.len())
        );
    });
}

#[test]
fn the_loop_for_a_shell_makes_an_output_of_every_case_for_the_check() {
    browse("playground", async |page| {
        let folder = tempfile::tempdir().expect("a folder can be made");
        page.download_to(folder.path()).await;
        page.play(&format!("v=1&c={COURSE}&pane=cases")).await;
        page.click("#download-all").await;
        let name = format!("{COURSE}-cases.zip");
        let archive = page.downloaded(folder.path(), &name).await;
        let cases = folder.path().join("cases");
        let mut unpack = Command::new("python3");
        unpack
            .args(["-m", "zipfile", "-e"])
            .args([&archive, &cases]);
        assert!(unpack.status().expect("there is Python").success());
        let ours = prepared::path("bin").join(COURSE);
        fs::copy(ours, cases.join("program")).expect("it can be copied");

        let mut shell = Command::new("sh");
        shell
            .arg("-c")
            .arg(page.text("#loop").await)
            .current_dir(&cases);
        // Its status is that of the last case.
        shell.output().expect("there is a shell");
        let outputs = fs::read_dir(cases.join("mine")).expect("it was made");
        let outputs: Vec<String> = outputs
            .map(|one| one.expect("it is there").path().display().to_string())
            .collect();
        page.pane("check").await;
        page.type_into("#check-files", &outputs.join("\n")).await;
        page.wait("body[data-checked='1']").await;
        let wrong = "
            const items = [...document.querySelectorAll('#results [role=option]')];
            const wrong = items.filter((item) => !item.textContent.startsWith('✓'));
            return [items.length, ...wrong.map((item) => item.textContent)];";
        let count = list(COURSE).expect("it has cases").len();
        assert_eq!(page.run(wrong, vec![]).await, json!([count]));
    });
}
