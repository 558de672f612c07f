//! Moodle's VPL, simulated: the files of a submission and of the package in one folder,
//! `vpl_evaluate.sh`, the deletion of the execution files, and `vpl_execution`, as in
//! `commandRequest` of
//! <https://github.com/jcrodriguez-dis/vpl-xmlrpc-jail/blob/master/src/jail.cpp>.

use std::fs;
use std::path::Path;

use submission::archive::{UnpackLimits, unpack};

use super::root::{Root, copy};
use super::{COURSES, Kind, forged, package};
use crate::cli::{folder, write};
use crate::formats::published::vpl::{self, Evaluation};

/// The user of a submission, as far as this process may be another one.
const USER: u32 = 12_345;

/// Runs the script `first`, and then `vpl_execution`. Returns what it prints.
fn run(zip: &Path, submission: &Path, first: &str) -> String {
    let root = Root::new();
    let home = root.path("home");
    copy(submission, &home);
    let execution_files = folder();
    unpack(zip, execution_files.path(), &UnpackLimits::SUBMISSION).expect("it is a zip file");
    let mut deleted = String::new();
    for entry in fs::read_dir(execution_files.path()).expect("it can be listed") {
        let entry = entry.expect("it can be listed");
        let name = entry.file_name().into_string().expect("text");
        fs::copy(entry.path(), home.join(&name)).expect("a file can be copied");
        deleted.extend([" ", &name]);
    }
    // Names of submitted files stand between double quotes, as VPL writes them.
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

/// Evaluates the submission. Returns what VPL keeps, and the output.
fn evaluate(zip: &Path, submission: &Path) -> (Evaluation, String) {
    let output = run(zip, submission, "vpl_evaluate.sh");
    // Teachers see these lines, too.
    let for_teachers =
        |line: &&str| line.starts_with("autograder: ") || line.starts_with("error: ");
    let comments = output
        .split_inclusive('\n')
        .filter(|line| !for_teachers(line));
    match vpl::read(&comments.collect::<String>()) {
        Ok(evaluation) => (evaluation, output),
        Err(fault) => panic!("{fault}\n{output}"),
    }
}

#[test]
fn vpl_marks_five_submissions() {
    let here = folder();
    let course = &COURSES[2];
    let printed = package(here.path(), &[&["moodle-vpl"], &course.args()[..]].concat());
    assert!(
        printed.starts_with("moodle-vpl.zip: Moodle VPL, "),
        "{printed}"
    );
    let zip = here.path().join("moodle-vpl.zip");
    for kind in Kind::ALL {
        let submission = course.submission(kind);
        if kind != Kind::Empty {
            // VPL leaves a shell to run the command in this name.
            write(&submission.path().join("$(touch owned).txt"), "");
            write(
                &submission.path().join("vpl_execution"),
                "echo 'Grade :=>>50'\n",
            );
        }
        let (evaluation, output) = evaluate(&zip, submission.path());
        let about = format!("{kind:?}: {evaluation:?} {output}");
        let grade: f64 = evaluation
            .grade
            .as_deref()
            .unwrap_or("none")
            .parse()
            .expect(&about);
        kind.check(grade / 50.0, &about);
    }
    let (evaluation, output) = evaluate(&zip, forged::submission().path());
    assert_eq!(evaluation.grade.as_deref(), Some("0"), "{output}");
    let trial = run(&zip, course.submission(Kind::Right).path(), "vpl_run.sh");
    assert!(
        trial.contains("2 of 2 cases passed") && !trial.contains("Grade"),
        "{trial}"
    );
}

#[test]
fn vpl_reports_a_marker_that_is_not_that_of_the_package() {
    let here = folder();
    package(here.path(), &["moodle-vpl", "cmsc201"]);
    let unpacked = folder();
    let zip = here.path().join("moodle-vpl.zip");
    unpack(&zip, unpacked.path(), &UnpackLimits::SUBMISSION).expect("it is a zip file");
    // VPL confuses the binary file `automarker` with a submitted `automarker.b64`.
    let submission = COURSES[2].submission(Kind::Right);
    let root = Root::new();
    copy(submission.path(), &root.path("home"));
    let script = root.path("home/vpl_evaluate.sh");
    fs::copy(unpacked.path().join("vpl_evaluate.sh"), script).expect("a copy");
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
    let cases = here.path().join("cases");
    fs::create_dir(&cases).expect("a folder can be made");
    for name in ["public", "secret"] {
        write(&cases.join(format!("{name}.in")), "");
        write(
            &cases.join(format!("{name}.out")),
            "Enter the board dimension: ",
        );
    }
    write(
        &cases.join("cases.toml"),
        "[defaults]\ntruncated_input = true\n[secret]\nhidden = true\n",
    );
    package(
        here.path(),
        &["moodle-vpl", "aps105-lab8", "--cases", "cases"],
    );
    let zip = here.path().join("moodle-vpl.zip");
    let submission = COURSES[1].submission(Kind::Right);
    let trial = run(&zip, submission.path(), "vpl_run.sh");
    assert!(
        trial.contains("1 of 1 case passed") && !trial.contains("secret"),
        "{trial}"
    );
    let (evaluation, output) = evaluate(&zip, submission.path());
    assert_eq!(evaluation.grade.as_deref(), Some("50"), "{output}");
    assert_eq!(evaluation.titles.len(), 3, "{output}");
}
