//! The Check pane: the verdict and the hint are the marker's.

use std::fs::{self, File};
use std::path::Path;

use playground::cases::check::{Checked, RunBoards, check};
use playground::cases::suite::show;
use playground::programs::run::Memory;
use serde_json::{Value, json};

use crate::page::{Page, browse};

/// Fills the field in one step, as pasting does; `chromedriver` would type key by key.
const PASTE: &str = "
    const field = document.querySelector('#check-text');
    field.value = arguments[0];
    field.dispatchEvent(new Event('input', { bubbles: true }));
";

/// Returns the verdict, the hint, all text, and the marked squares of each board.
const RESULT: &str = "
    const text = (selector) => document.querySelector(`#result ${selector}`)?.textContent ?? null;
    const boards = [...document.querySelectorAll('#result [role=grid]')];
    return {
        verdict: text('.verdict'),
        hint: text('.hint-text'),
        all: document.querySelector('#result').textContent,
        marked: boards.map((board) =>
            [...board.querySelectorAll('.marked')].map((cell) => Number(cell.dataset.square))),
    };
";

async fn open(page: &Page, course: &str, case: &str) {
    page.play(&format!("v=1&c={course}&pane=check")).await;
    page.wait("body[data-pane=check]").await;
    let option = format!("#check-case option[value='course:{case}']");
    page.wait(&option).await;
    page.click(&option).await;
}

async fn paste(page: &Page, course: &str, case: &str, output: &str) -> Value {
    open(page, course, case).await;
    page.run(PASTE, vec![json!(output)]).await;
    page.click("#check-run").await;
    page.wait("body[data-checked='1']").await;
    page.run(RESULT, vec![]).await
}

fn right(course: &str, case: &str) -> String {
    let shown = show(course, case, &mut Memory::default());
    shown.expect("it is a case").stdout
}

async fn compare(page: &Page, course: &str, case: &str, output: &str) -> Checked {
    let result = paste(page, course, case, output).await;
    let checked = check(course, case, output.as_bytes(), None).expect("it can be checked");
    let place = checked.place.as_ref();
    let place = place.map(|place| format!(", {place}")).unwrap_or_default();
    assert_eq!(
        result["verdict"],
        format!("{case}: {}{place}", checked.verdict)
    );
    // What is between backticks is an element of code.
    let hint = checked.hint.as_ref().map(|hint| hint.replace('`', ""));
    assert_eq!(result["hint"], json!(hint));
    let wrong = |boards: &RunBoards| {
        let mut differing = boards.pairs.iter().map(|pair| pair.differing.clone());
        differing.find(|squares| !squares.is_empty())
    };
    let marked = checked.boards.as_ref().and_then(wrong);
    let marked: Vec<_> = marked
        .into_iter()
        .flat_map(|squares| [squares.clone(), squares])
        .collect();
    assert_eq!(result["marked"], json!(marked));
    checked
}

#[test]
fn a_check_has_the_words_of_the_marker() {
    browse("playground", async |page| {
        let (course, case) = ("utoronto-a1", "start");
        let output = right(course, case);

        let checked = compare(page, course, case, &output).await;
        assert!(checked.ok);

        let header = "  abcdefgh";
        assert!(output.contains(header));
        let spaced = output.replacen(header, &header[1..], 1);
        let checked = compare(page, course, case, &spaced).await;
        assert!(
            checked
                .hint
                .is_some_and(|hint| hint.contains("should have 2 spaces"))
        );

        let start = output.find('W').expect("there is a white disc");
        let flipped = format!("{}B{}", &output[..start], &output[start + 1..]);
        let checked = compare(page, course, case, &flipped).await;
        let boards = checked.boards.expect("a board is wrong");
        assert_eq!(boards.pairs[0].differing.len(), 1);

        let half = &output[..output.len() / 2];
        let checked = compare(page, course, case, half).await;
        assert!(!checked.ok);
        let checked = compare(page, course, case, "").await;
        assert!(!checked.ok);
        let checked = compare(page, course, case, "Hello, world!\n").await;
        assert!(!checked.ok);
    });
}

#[test]
fn an_output_for_another_case_or_course_is_checked_against_that_by_a_click() {
    browse("playground", async |page| {
        let output = right("cmsc201", "tie");
        paste(page, "utoronto-a1", "start", &output).await;
        page.click("#result button.main").await;
        page.wait("body[data-checked='2']").await;
        assert_eq!(page.text("#result .verdict").await, "tie: ok");
        // The paste remains, whatever is chosen.
        page.click("#check-case option[value='course:draw']").await;
        assert_eq!(page.value("#check-text").await, output);
    });
}

async fn choose(page: &Page, files: &[&Path], checks: usize) -> Value {
    let paths: Vec<_> = files
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    page.type_into("#check-files", &paths.join("\n")).await;
    page.wait(&format!("body[data-checked='{checks}']")).await;
    page.run(RESULT, vec![]).await
}

#[test]
fn the_boards_of_a_run_are_stepped_through_from_the_first_that_differs() {
    browse("playground", async |page| {
        let (course, case) = ("utoronto-a1", "full-game-black-wins");
        let output = right(course, case);
        let at = output[output.len() / 2..]
            .find("WB")
            .expect("a board has both");
        let at = output.len() / 2 + at;
        let wrong = format!("{}WW{}", &output[..at], &output[at + 2..]);
        paste(page, course, case, &wrong).await;
        let note = "return document.querySelector('.pair + p').textContent";
        assert_eq!(
            page.run(note, vec![]).await,
            "1 square differs: marked in red."
        );
        page.click("#pair-step-back").await;
        assert_eq!(page.run(note, vec![]).await, "These boards are the same.");
        page.click("#pair-step-on").await;
        assert_eq!(
            page.run(note, vec![]).await,
            "1 square differs: marked in red."
        );
    });
}

#[test]
fn files_are_checked_for_the_cases_of_their_names() {
    browse("playground", async |page| {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let course = "utoronto-a1";
        let good = folder.path().join("start.out");
        fs::write(&good, right(course, "start")).expect("it can be written");
        let other = folder.path().join("nonsense.out");
        fs::write(&other, "x").expect("it can be written");
        open(page, course, "start").await;
        let result = choose(page, &[&good, &other], 1).await;
        let listed = "
            const texts = (one) => [...one.children].map((part) => part.textContent);
            return [...document.querySelectorAll('#results [role=option]')].map(texts);";
        let expected = json!([["✓", "start", "ok"], ["–", "nonsense.out", "not checked"],]);
        assert_eq!(page.run(listed, vec![]).await, expected);
        let sentence = result["all"].as_str().expect("it is text");
        assert!(
            sentence.contains("No case has the name of this file"),
            "{sentence}"
        );
    });
}

#[test]
fn an_archive_is_checked_as_the_files_in_it() {
    browse("playground", async |page| {
        let folder = tempfile::tempdir().expect("a folder can be made");
        page.download_to(folder.path()).await;
        let course = "utoronto-a1";
        page.play(&format!("v=1&c={course}&pane=cases")).await;
        // The expected outputs of all cases are right, and their inputs are no outputs.
        page.click("#download-all").await;
        let name = format!("{course}-cases.zip");
        let archive = page.downloaded(folder.path(), &name).await;
        page.pane("check").await;
        choose(page, &[&archive], 1).await;
        let count = "
            const signs = [...document.querySelectorAll('#results [role=option] > :first-child')];
            const rest = signs.slice(signs.findIndex((one) => one.textContent === '–'));
            return [signs.length - rest.length > 20, signs.some((one) => one.textContent === '✗'),
                rest.every((one) => one.textContent === '–')];";
        let found = page.run(count, vec![]).await;
        assert_eq!(found, json!([true, false, true]));
        let damaged = folder.path().join("damaged.zip");
        fs::write(&damaged, "PK").expect("it can be written");
        let result = choose(page, &[&damaged], 2).await;
        let sentence = result["all"].as_str().expect("it is text");
        assert!(
            sentence.contains("This archive cannot be read: it is not a zip archive."),
            "{sentence}"
        );
    });
}

#[test]
fn a_file_that_is_too_large_or_no_text_gets_a_sentence() {
    browse("playground", async |page| {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let course = "utoronto-a1";
        open(page, course, "start").await;
        let large = folder.path().join("start.out");
        let file = File::create(&large).expect("it can be made");
        file.set_len(100_000_000).expect("files can have holes");
        let result = choose(page, &[&large], 1).await;
        let sentence = "The file is too large for an output: 100 MB. At most 8 MB are checked.";
        assert!(
            result["all"]
                .as_str()
                .is_some_and(|all| all.contains(sentence)),
            "{result}"
        );

        let binary = folder.path().join("program");
        let bytes: Vec<u8> = b"\x7fELF\x02\x01\0\0".repeat(50);
        fs::write(&binary, &bytes).expect("it can be written");
        let result = choose(page, &[&binary], 2).await;
        let error = check(course, "start", &bytes, None).expect_err("it is no text");
        assert!(
            result["all"]
                .as_str()
                .is_some_and(|all| all.contains(&error)),
            "{result}"
        );

        // The page still works.
        fs::write(&large, right(course, "start")).expect("it can be written");
        let result = choose(page, &[&large], 3).await;
        assert_eq!(result["verdict"], "start: ok");
    });
}

#[test]
fn a_long_run_opens_where_it_differs_and_every_differing_turn_is_marked() {
    browse("playground", async |page| {
        let (course, case) = ("utoronto-a1", "full-game-black-wins");
        let output = right(course, case);
        // The second half has another header, from one typed line on.
        let (before, after) = output.split_at(output.len() / 2);
        let wrong = format!("{before}{}", after.replace("  abcdefgh", " abcdefgh"));
        let result = paste(page, course, case, &wrong).await;
        let hint = result["hint"].as_str().expect("it has a hint");
        assert!(!hint.contains('`'), "{hint}");
        let here = page
            .run(
                "const here = document.querySelector('#result .here');
                 const box = here.closest('pre');
                 const [inner, outer] = [here, box].map((one) => one.getBoundingClientRect());
                 return [box.scrollTop > 0, inner.top > outer.top, inner.bottom < outer.bottom];",
                vec![],
            )
            .await;
        assert_eq!(here, json!([true, true, true]));
        let checked = check(course, case, wrong.as_bytes(), None).expect("it can be checked");
        let differing = checked.steps.iter().filter(|step| step.differs).count();
        assert!(differing > 10);
        let tinted = "return document.querySelectorAll('#result tr.differs').length";
        assert_eq!(page.run(tinted, vec![]).await, differing);
        // Only turns that differ have marked words.
        let marks =
            "const count = (rows) => document.querySelectorAll(`#result ${rows} mark`).length;
            return [count('tr.differs') > 10, count('tr:not(.differs)')];";
        assert_eq!(page.run(marks, vec![]).await, json!([true, 0]));
        // The picture of a line end, which few fonts have, is drawn with letters.
        let sign = "return [...document.querySelectorAll('#result .control')].map((one) =>
            [one.textContent, getComputedStyle(one, '::before').content])[0]";
        assert_eq!(page.run(sign, vec![]).await, json!(["␊", "\"\\\\n\""]));
    });
}

/// Lets a text go over the element that matches the selector. A browser drops it into a field by
/// itself only when a person does so.
const DROP: &str = "
    const [selector, text] = arguments;
    const dataTransfer = new DataTransfer();
    if (text) dataTransfer.setData('text/plain', text);
    const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
    return document.querySelector(selector).dispatchEvent(drop);";

#[test]
fn a_dropped_text_is_kept_and_the_field_drops_its_own() {
    browse("playground", async |page| {
        open(page, "utoronto-a1", "start").await;
        page.run(PASTE, vec![json!("one two")]).await;
        // The browser does the rest.
        let is_left = page
            .run(DROP, vec![json!("#check-text"), json!("two")])
            .await;
        assert_eq!(is_left, true);
        page.run(DROP, vec![json!("#drop"), json!("")]).await;
        assert_eq!(page.value("#check-text").await, "one two");
        page.run(DROP, vec![json!("#drop"), json!("three")]).await;
        page.wait("body[data-suite=ready]").await;
        page.run("location.reload()", vec![]).await;
        page.wait_until_ready().await;
        assert_eq!(page.value("#check-text").await, "three");
        // The case is the chosen one.
        assert_eq!(page.value("#check-case").await, "course:start");
    });
}

#[test]
fn a_check_says_that_it_works() {
    browse("playground", async |page| {
        open(page, "utoronto-a1", "start").await;
        let script = "
            const [paste, done] = arguments;
            const said = [];
            const result = document.querySelector('#result');
            new MutationObserver(() => {
                said.push(result.textContent);
                if (document.body.dataset.checked) done(said[0]);
            }).observe(document.body, { attributes: true, childList: true, subtree: true });
            document.querySelector('#check-text').value = 'x: '.repeat(100_000);
            document.querySelector('#check-run').click();";
        let said = page.run_async(script, vec![json!("")]).await;
        assert_eq!(said, "Checking…");
    });
}
