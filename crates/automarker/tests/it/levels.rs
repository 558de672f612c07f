//! The levels of the sandbox in the documents.

use std::fs;

use sandbox::Level;

const LEVELS: [Level; 4] = [Level::Namespaces, Level::Landlock, Level::Job, Level::Off];

fn page(path: &str) -> String {
    fs::read_to_string(course_tests::workspace().join(path)).expect("it is there")
}

fn rows(page: &str) -> impl Iterator<Item = Vec<&str>> {
    let rows = page.lines().filter_map(|line| line.strip_prefix('|'));
    rows.map(|row| row.split('|').map(str::trim).collect())
}

fn missing(page: &str) -> Option<Level> {
    LEVELS.into_iter().find(|level| {
        let name = format!("`{level}`");
        !rows(page).any(|row| row[0] == name && row.contains(&level.promise()))
    })
}

#[test]
fn two_documents_have_the_promise_of_each_level() {
    for path in ["crates/automarker/README.md", "crates/sandbox/README.md"] {
        assert_eq!(missing(&page(path)), None, "{path}");
    }
}

#[test]
fn the_threat_model_names_tests_that_exist() {
    let folders = [
        "sandbox/tests/it",
        "submission/tests/it",
        "automarker/tests/it",
        "automarker/tests/it/batch",
    ];
    let tests = folders.map(|name| {
        let folder = course_tests::workspace().join("crates").join(name);
        let files = fs::read_dir(folder).expect("it is there").flatten();
        let files = files.filter(|file| file.path().is_file());
        files
            .map(|file| fs::read_to_string(file.path()).unwrap_or_default())
            .collect::<String>()
    });
    let tests = tests.concat();
    let page = page("crates/sandbox/README.md");
    let threats = rows(&page)
        .skip_while(|row| row[0] != "attack")
        .skip(2)
        .take_while(|row| row[0] != "file");
    let mut named = 0;
    for row in threats {
        for name in row[3].split(", ").filter(|name| *name != "–") {
            let function = format!("\nfn {}() {{", name.trim_matches('`'));
            assert!(tests.contains(&function), "{name} of {:?}", row[0]);
            named += 1;
        }
    }
    assert!(named > 20, "{named}");
}
