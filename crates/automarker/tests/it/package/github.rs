//! GitHub Actions, simulated: the steps of the action with the inputs of the workflow,
//! and temporary files where GitHub has its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use saphyr::{LoadableYamlNode, YamlOwned};

use super::root::copy;
use super::{COURSES, Kind, Marks, Platform};
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

const GITHUB: Platform = Platform {
    name: "github",
    output: "github",
    marker: ".github/automarker/automarker",
    install: |files| {
        let files = files.to_owned();
        Box::new(move |submission| {
            let job = job(&repository(&files, submission));
            let number = |name: &str| job.outputs[name].parse().expect("a number");
            let (earned, possible) = (number("points"), number("possible"));
            assert_eq!(job.ok, earned >= possible, "{}", job.log);
            assert!(job.log.starts_with("::stop-commands::"), "{}", job.log);
            Marks {
                earned,
                possible,
                report: job.summary,
            }
        })
    },
};

/// Adds the files of a package to the repository of a student.
fn repository(files: &Path, submission: &Path) -> PathBuf {
    copy(&files.join(".github"), &submission.join(".github"));
    submission.to_owned()
}

/// Marks a submission in a repository with a package made with `options`.
fn job_on(kind: Kind, options: &[&str], change: impl Fn(&Path)) -> Job {
    let course = &COURSES[2];
    let args = [&course.args()[..], options].concat();
    let files = GITHUB.package(folder().path(), &args);
    change(files.path());
    job(&repository(files.path(), course.submission(kind).path()))
}

#[test]
fn github_marks_five_submissions() {
    GITHUB.marks(&COURSES[2]);
}

#[test]
fn github_shows_the_first_difference_of_each_case() {
    let job = job_on(Kind::Wrong, &[], |_| ());
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
fn github_shows_that_the_autograder_could_not_run() {
    let job = job_on(Kind::Right, &[], |files| {
        fs::write(files.join(GITHUB.marker), "#!/no/such/interpreter\n").expect("a file");
    });
    assert!(!job.ok && job.log.contains("::error::The autograder could not run"));
    assert!(job.summary.starts_with("The autograder could not run."));
}

#[test]
fn github_passes_options_on_word_by_word() {
    let options = ["--env", "A B", "--build", "echo \"$HOME\" 'x' \\ && true"];
    let job = job_on(Kind::Right, &options, |_| ());
    // The name of the variable has come through as one word.
    assert!(
        job.log
            .contains("the environment variable A B of --env is not set"),
        "{}",
        job.log
    );
}
