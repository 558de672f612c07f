//! GitHub Actions: a workflow for the repository of an assignment, with the marker and
//! the cases beside it. It uses `.github/actions/mark` of this repository.

use marking::report::Reveal;

use super::plan::Plan;
use super::write::Form;
use super::{CASES, MARKER, Packed, Platform, Refusal};

/// GitHub Actions.
pub(crate) const PLATFORM: Platform = Platform {
    name: "github",
    title: "GitHub",
    output: "github",
    form: Form::Folder,
    pack,
};

/// The folder of the marker and the cases.
const FOLDER: &str = ".github/automarker/";

/// The largest file in a repository.
const LARGEST: usize = 100 << 20;

/// The action, of the version that the marker has.
const ACTION: &str = concat!(
    env!("CARGO_PKG_REPOSITORY"),
    "/.github/actions/mark@v",
    env!("CARGO_PKG_VERSION")
);

fn pack(plan: &Plan<'_>) -> Result<Packed, Refusal> {
    if let Some(case) = plan.hidden_case()
        && plan.reveal != Reveal::Full
    {
        return Err(Refusal(format!(
            "it cannot hide case {case:?}: students can read what is in their repository. Leave \
             hidden cases out with --case, or show them with --reveal full"
        )));
    }
    if plan.marker.len() > LARGEST {
        return Err(Refusal(format!(
            "the marker takes {} MiB, and a file in a repository at most {} MiB",
            plan.marker.len().div_ceil(1 << 20),
            LARGEST >> 20
        )));
    }
    let options = plan.options(&[]).join(" ");
    if options.contains("${{") {
        return Err(Refusal(
            "an option has `${{` in it, which a workflow would replace".to_owned(),
        ));
    }
    let mut packed = Packed::new(plan, FOLDER);
    packed
        .contents
        .add_text(".github/workflows/mark.yml", workflow(plan, &options));
    packed.left_out.push(
        "students can read and change the workflow and the cases: protect `.github` with a \
         ruleset, or mark a copy of their repositories"
            .to_owned(),
    );
    if ACTION.contains("/OWNER/") {
        packed.left_out.push(
            "OWNER in .github/workflows/mark.yml is a placeholder for the account that publishes \
             the action"
                .to_owned(),
        );
    }
    "Commit its files in the repository of the assignment".clone_into(&mut packed.next);
    Ok(packed)
}

fn workflow(plan: &Plan<'_>, options: &str) -> String {
    let action = ACTION.trim_start_matches("https://github.com/");
    let cases = if plan.case_files.is_empty() {
        String::new()
    } else {
        format!("          cases: {FOLDER}{CASES}\n")
    };
    // A string in JSON is one in YAML.
    let options = serde_json::to_string(options).expect("text can be serialised");
    format!(
        "# Marks the program in this repository. `automarker package github` wrote this file.\n\
         name: Mark\n\
         on: [push, workflow_dispatch]\n\
         permissions:\n  \
           contents: read\n\
         jobs:\n  \
           mark:\n    \
             runs-on: ubuntu-latest\n    \
             timeout-minutes: 30\n    \
             steps:\n      \
               - uses: actions/checkout@v4\n      \
               # The strongest sandbox needs namespaces, which Ubuntu refuses to ordinary users.\n      \
               - run: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0\n      \
               - id: mark\n        \
                 uses: {action}\n        \
                 with:\n          \
                   course: {}\n          \
                   binary: {FOLDER}{MARKER}\n\
         {cases}          \
                   points: {}\n          \
                   options: {options}\n",
        plan.course.name, plan.points
    )
}
