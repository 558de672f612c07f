//! GitHub Actions, simulated: the steps of the action with the inputs of the workflow,
//! and temporary files where GitHub has its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use saphyr::{LoadableYamlNode, YamlOwned};
use tempfile::TempDir;

use super::root::copy;
use super::{COURSES, Kind, package};
use crate::cli::folder;

/// The visible results of a job.
struct Job {
    ok: bool,
    log: String,
    summary: String,
    outputs: BTreeMap<String, String>,
}

fn yaml(path: &Path) -> YamlOwned {
    let text = fs::read_to_string(path).expect("it is there");
    let mut documents = YamlOwned::load_from_str(&text).expect("it is YAML");
    documents.remove(0)
}

fn text(yaml: &YamlOwned) -> String {
    match (yaml.as_str(), yaml.as_integer()) {
        (Some(text), _) => text.to_owned(),
        (None, Some(number)) => number.to_string(),
        _ => panic!("neither a text nor a number: {yaml:?}"),
    }
}

fn pairs(yaml: &YamlOwned) -> BTreeMap<String, &YamlOwned> {
    let pairs = yaml.as_mapping().expect("it has keys");
    pairs
        .iter()
        .map(|(key, value)| (text(key), value))
        .collect()
}

/// Runs the steps of the action in `repository`, with the inputs of its workflow.
fn job(repository: &Path) -> Job {
    let workflow = yaml(&repository.join(".github/workflows/mark.yml"));
    let steps = workflow["jobs"]["mark"]["steps"]
        .as_vec()
        .expect("it has steps");
    let step = steps.last().expect("it has steps");
    let uses = step["uses"].as_str().expect("it uses an action");
    let (action, version) = uses.split_once('@').expect("it has a version");
    assert_eq!(version, concat!("v", env!("CARGO_PKG_VERSION")));
    let path = action.splitn(3, '/').nth(2).expect("OWNER/REPOSITORY/PATH");
    let path = course_tests::workspace().join(path);
    let action = yaml(&path.join("action.yml"));

    let mut inputs = BTreeMap::new();
    for (name, input) in pairs(&action["inputs"]) {
        if let Some(default) = input.as_mapping_get("default") {
            inputs.insert(name, text(default));
        }
    }
    for (name, value) in pairs(&step["with"]) {
        assert!(action["inputs"].as_mapping_get(&name).is_some(), "{name}");
        inputs.insert(name, text(value));
    }

    let host = folder();
    let file = |name: &str| host.path().join(name);
    for name in ["output", "summary"] {
        fs::write(file(name), "").expect("a file can be written");
    }
    let (mut ok, mut log) = (true, String::new());
    for step in action["runs"]["steps"].as_vec().expect("it has steps") {
        assert_eq!(step["shell"].as_str(), Some("bash"));
        let mut bash = Command::new("bash");
        // As GitHub starts it.
        bash.args(["--noprofile", "--norc", "-eo", "pipefail", "-c"])
            .arg(step["run"].as_str().expect("a command"))
            .current_dir(repository)
            .env("GITHUB_ACTION_PATH", &path)
            .env("GITHUB_OUTPUT", file("output"))
            .env("GITHUB_STEP_SUMMARY", file("summary"))
            .env("RUNNER_TEMP", host.path());
        for (name, value) in pairs(&step["env"]) {
            let value = value.as_str().expect("an expression");
            let input = value
                .strip_prefix("${{ inputs.")
                .and_then(|it| it.strip_suffix(" }}"));
            let input = input.expect("an expression with an input");
            bash.env(name, &inputs[input]);
        }
        let output = bash.output().expect("there is a bash");
        ok &= output.status.success();
        log.push_str(&String::from_utf8_lossy(&output.stdout));
        log.push_str(&String::from_utf8_lossy(&output.stderr));
    }
    let read = |name| fs::read_to_string(file(name)).expect("it is there");
    let outputs = read("output");
    let outputs = outputs.lines().filter_map(|line| line.split_once('='));
    Job {
        ok,
        log,
        summary: read("summary"),
        outputs: outputs
            .map(|(name, value)| (name.into(), value.into()))
            .collect(),
    }
}

/// The repository of a student, with the files of the package.
fn repository(kind: Kind, options: &[&str]) -> TempDir {
    let course = &COURSES[2];
    let repository = folder();
    copy(course.submission(kind).path(), repository.path());
    let args = [&["github", "--output", "."], &course.args()[..], options].concat();
    let printed = package(repository.path(), &args);
    assert!(
        printed.contains("students can read and change"),
        "{printed}"
    );
    repository
}

#[test]
fn github_marks_a_right_program() {
    let job = job(repository(Kind::Right, &[]).path());
    assert!(job.ok, "{}", job.log);
    assert!(
        job.summary
            .starts_with("## cmsc201: 2 of 2 cases passed, 20 of 20 points\n")
    );
    let outputs = ["points", "possible", "passed", "total"].map(|name| &*job.outputs[name]);
    assert_eq!(outputs, ["20", "20", "2", "2"]);
    assert!(job.log.starts_with("::stop-commands::"), "{}", job.log);
}

#[test]
fn github_shows_the_first_difference_of_each_case() {
    let job = job(repository(Kind::Wrong, &[]).path());
    assert!(!job.ok, "{}", job.log);
    // The level of the sandbox depends on the system.
    let summary = job
        .summary
        .split("\nnote: ")
        .next()
        .expect("it has a beginning");
    let golden = "crates/automarker/tests/it/package/summary.md";
    let golden = course_tests::workspace().join(golden);
    assert_eq!(summary, fs::read_to_string(golden).expect("it is there"));
    let errors = job
        .log
        .lines()
        .filter(|line| line.starts_with("::error title="));
    assert!(errors.count() >= 1, "{}", job.log);
}

#[test]
fn github_shows_a_hanging_and_an_empty_submission() {
    let hanging = job(repository(Kind::Hanging, &[]).path());
    assert!(
        !hanging.ok && hanging.summary.contains("timeout"),
        "{}",
        hanging.summary
    );
    let empty = job(repository(Kind::Empty, &[]).path());
    assert_eq!(empty.outputs["points"], "0");
    assert!(
        empty.summary.contains("nothing to run"),
        "{}",
        empty.summary
    );
}

#[test]
fn github_shows_that_the_autograder_could_not_run() {
    let repository = repository(Kind::Right, &[]);
    let marker = repository.path().join(".github/automarker/automarker");
    fs::write(marker, "#!/no/such/interpreter\n").expect("a file can be written");
    let job = job(repository.path());
    assert!(!job.ok && job.log.contains("::error::The autograder could not run"));
    assert!(job.summary.starts_with("The autograder could not run."));
}

#[test]
fn github_passes_options_on_word_by_word() {
    let options = ["--env", "A B", "--build", "echo \"$HOME\" 'x' \\ && true"];
    let job = job(repository(Kind::Right, &options).path());
    // The name of the variable has come through as one word.
    assert!(
        job.log
            .contains("the environment variable A B of --env is not set"),
        "{}",
        job.log
    );
}
