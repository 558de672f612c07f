//! Moodle's VPL, simulated: the files of a submission and of the package in one folder,
//! `vpl_evaluate.sh`, the deletion of the execution files, and `vpl_execution`, like
//! `commandRequest` in
//! <https://github.com/jcrodriguez-dis/vpl-xmlrpc-jail/blob/master/src/jail.cpp>.

use std::fs;
use std::path::Path;

use super::root::{CleanRoot, copy};
use super::{COURSES, Grade, SimulatedPlatform, SubmissionKind};
use crate::cli::{folder, write, write_all};

/// The user of a submission, if this process may change users.
const USER: u32 = 12_345;

fn run(files: &Path, submission: &Path, first: &str) -> String {
    let root = CleanRoot::new();
    let home = root.path("home");
    copy(submission, &home);
    let mut deleted = String::new();
    for entry in fs::read_dir(files).expect("it can be listed") {
        let entry = entry.expect("it can be listed");
        let name = entry.file_name().into_string().expect("text");
        fs::copy(entry.path(), home.join(&name)).expect("a file can be copied");
        deleted.extend([" ", &name]);
    }
    // VPL writes names of submitted files between double quotes.
    let names = fs::read_dir(submission).expect("it can be listed");
    let names = names.map(|entry| entry.expect("it can be listed").file_name());
    let names: Vec<_> = names
        .map(|name| name.into_string().expect("text"))
        .collect();
    let environment = format!(
        "#!/bin/bash\n\
         export VPL_SUBFILES=\"{}\n\"\n\
         export VPL_MAXTIME=240\n\
         export VPL_MAXMEMORY=536870912\n\
         export VPL_GRADEMIN='0'\n\
         export VPL_GRADEMAX='50.00000'\n",
        names.join("\n")
    );
    write(&home.join("vpl_environment.sh"), &environment);
    write(&home.join("common_script.sh"), ". vpl_environment.sh\n");
    let mut user = String::new();
    if nix::unistd::geteuid().is_root() {
        user = format!("setpriv --reuid={USER} --regid={USER} --clear-groups ");
        root.succeed(&format!("chown -R {USER}:{USER} /home"));
    }
    let printed = root.succeed(&format!("cd /home && exec {user}./{first} 2>&1"));
    assert_eq!(printed, "", "the compilation prints something");
    root.succeed(&format!("cd /home && rm -f{deleted}"));
    root.succeed(&format!("cd /home && exec {user}./vpl_execution 2>&1"))
}

pub(super) const VPL: SimulatedPlatform = SimulatedPlatform {
    name: "moodle-vpl",
    output: "moodle-vpl.zip",
    marker: "automarker",
    install: |files| {
        let files = files.to_owned();
        Box::new(move |submission| {
            if fs::read_dir(submission).is_ok_and(|mut files| files.next().is_some()) {
                // VPL leaves a shell to run the command with this name.
                let forged = "echo 'Grade :=>>50'\n";
                let names = ["$(touch owned).txt", "vpl_execution"];
                write_all(submission, &names.map(|name| (name, forged)));
            }
            let (earned, report) = evaluate(&files, submission);
            Grade {
                earned,
                possible: 50.0,
                report,
            }
        })
    },
};

fn evaluate(files: &Path, submission: &Path) -> (f64, String) {
    let output = run(files, submission, "vpl_evaluate.sh");
    // Teachers see these lines, too.
    let for_teachers =
        |line: &&str| line.starts_with("autograder: ") || line.starts_with("error: ");
    let mut lines = output.lines().filter(|line| !for_teachers(line)).peekable();
    assert_eq!(lines.peek(), Some(&"<|--"), "{output}");
    // Text before the end of the comments is a title or follows a mark.
    let comments = lines.by_ref().skip(1).take_while(|line| *line != "--|>");
    assert!(comments.count() > 0, "{output}");
    let grades: Vec<_> = lines.collect();
    let [grade] = grades.as_slice() else {
        panic!("{output}");
    };
    let grade = grade
        .strip_prefix("Grade :=>>")
        .and_then(|grade| grade.parse().ok());
    (grade.expect(&output), output)
}

#[test]
fn vpl_marks_five_submissions() {
    VPL.marks(&COURSES[2]);
}

#[test]
fn vpl_reports_a_marker_that_is_not_that_of_the_package() {
    let here = folder();
    let files = VPL.package(here.path(), &["cmsc201"]);
    // VPL confuses the binary file `automarker` with a submitted `automarker.b64`.
    let submission = COURSES[2].submission(SubmissionKind::Right);
    let root = CleanRoot::new();
    copy(submission.path(), &root.path("home"));
    let script = root.path("home/vpl_evaluate.sh");
    fs::copy(files.path().join("vpl_evaluate.sh"), script).expect("a copy");
    write(&root.path("home/vpl_environment.sh"), "#!/bin/bash\n");
    write(
        &root.path("home/automarker"),
        "#!/bin/sh\nshift $(($# - 1))\necho 'Grade :=>>10'\n",
    );
    root.succeed("cd /home && ./vpl_evaluate.sh");
    let output = root.succeed("cd /home && ./vpl_execution 2>&1");
    assert!(output.contains("The autograder could not run"), "{output}");
    assert!(
        output.contains("\nautograder: a file of the package is missing"),
        "{output}"
    );
    assert!(!output.contains("Grade"), "{output}");
}

#[test]
fn vpl_runs_no_hidden_case_for_a_trial() {
    let here = folder();
    let asks = "Enter the board dimension: ";
    let settings = "[defaults]\ntruncated_input = true\n[secret]\nhidden = true\n";
    write_all(
        &here.path().join("cases"),
        &[
            ("public.in", ""),
            ("public.out", asks),
            ("secret.in", ""),
            ("secret.out", asks),
            ("cases.toml", settings),
        ],
    );
    let files = VPL.package(here.path(), &["aps105-lab8", "--cases", "cases"]);
    let submission = COURSES[1].submission(SubmissionKind::Right);
    let trial = run(files.path(), submission.path(), "vpl_run.sh");
    assert!(
        trial.contains("1 of 1 case passed")
            && !trial.contains("secret")
            && !trial.contains("Grade"),
        "{trial}"
    );
    let (grade, output) = evaluate(files.path(), submission.path());
    assert!((grade - 50.0).abs() < 1e-9, "{output}");
    let titles = output
        .lines()
        .filter(|line| line.starts_with('-') && *line != "--|>");
    assert_eq!(titles.count(), 3, "{output}");
}
