//! GitHub Actions, simulated: the last step of the workflow, with temporary files in place of
//! GitHub's.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use saphyr::{LoadableYamlNode, YamlOwned};

use super::root::copy;
use super::{COURSES, Grade, SimulatedPlatform, SubmissionKind};
use crate::cli::folder;

struct WorkflowJob {
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

fn job(repository: &Path) -> WorkflowJob {
    let workflow = yaml(&repository.join(".github/workflows/mark.yml"));
    let steps = workflow["jobs"]["mark"]["steps"]
        .as_vec()
        .expect("it has steps");
    let step = steps.last().expect("it has steps");
    let host = folder();
    let file = |name: &str| host.path().join(name);
    for name in ["output", "summary"] {
        fs::write(file(name), "").expect("a file can be written");
    }
    // As GitHub starts it.
    let output = Command::new("bash")
        .arg("-ec")
        .arg(step["run"].as_str().expect("a command"))
        .current_dir(repository)
        .env("GITHUB_OUTPUT", file("output"))
        .env("GITHUB_STEP_SUMMARY", file("summary"))
        .env("RUNNER_TEMP", host.path())
        .output()
        .expect("there is a bash");
    let log = [output.stdout, output.stderr].concat();
    let read = |name| fs::read_to_string(file(name)).expect("it is there");
    let outputs = read("output");
    let outputs = outputs.lines().filter_map(|line| line.split_once('='));
    WorkflowJob {
        ok: output.status.success(),
        log: String::from_utf8_lossy(&log).into_owned(),
        summary: read("summary"),
        outputs: outputs
            .map(|(name, value)| (name.into(), value.into()))
            .collect(),
    }
}

pub(super) const GITHUB: SimulatedPlatform = SimulatedPlatform {
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
            Grade {
                earned,
                possible,
                report: job.summary,
            }
        })
    },
};

fn repository(files: &Path, submission: &Path) -> PathBuf {
    copy(&files.join(".github"), &submission.join(".github"));
    submission.to_owned()
}

fn job_on(kind: SubmissionKind, options: &[&str], change: impl Fn(&Path)) -> WorkflowJob {
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
    let job = job_on(SubmissionKind::Wrong, &[], |_| ());
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
    let job = job_on(SubmissionKind::Right, &[], |files| {
        fs::write(files.join(GITHUB.marker), "#!/no/such/interpreter\n").expect("a file");
    });
    assert!(!job.ok && job.log.contains("::error::The autograder could not run"));
    assert!(job.summary.starts_with("The autograder could not run."));
}

#[test]
fn github_passes_options_on_word_by_word() {
    let options = ["--env", "A B", "--build", "echo \"$HOME\" 'x' \\ && true"];
    let job = job_on(SubmissionKind::Right, &options, |_| ());
    // The name of the variable is still one word.
    assert!(
        job.log
            .contains("the environment variable A B of --env is not set"),
        "{}",
        job.log
    );
}
