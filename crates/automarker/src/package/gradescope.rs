//! Gradescope: `autograder.zip`, with the sources
//! <https://gradescope-autograders.readthedocs.io/en/latest/specs/>.

use marking::report::Format;

use super::plan::{Paths, Plan};
use super::write::Form;
use super::{MARKER, Packed, Platform, Refusal, script};

/// Gradescope.
pub(crate) const PLATFORM: Platform = Platform {
    name: "gradescope",
    title: "Gradescope",
    output: "autograder.zip",
    form: Form::Zip,
    pack,
};

/// Less than what Gradescope leaves unless its settings are changed: 768 MB for
/// everything, half a processor, and 10 minutes, after which the results are lost.
/// Everything runs as root, so that a program without a sandbox could change its
/// results.
const DEFAULTS: [(&str, &str); 6] = [
    ("--sandbox", "landlock"),
    ("--metadata", "/autograder/submission_metadata.json"),
    ("--jobs", "1"),
    ("--memory", "512"),
    ("--build-memory", "640"),
    ("--deadline", "540"),
];

#[expect(clippy::unnecessary_wraps, reason = "the type of every platform")]
fn pack(plan: &Plan<'_>) -> Result<Packed, Refusal> {
    let mut packed = Packed::new(plan, "");
    let install = script::install(plan.languages);
    let rust = script::RUST_PATH;
    packed.contents.add_script(
        "setup.sh",
        format!(
            "#!/bin/sh\n\
             # Gradescope runs this once, when it builds the image of the autograder.\n\
             set -eu\n\
             {rust}{install}\
             chmod u+x /autograder/source/{MARKER}\n\
             chmod -R go= /autograder/source\n\
             /autograder/source/{MARKER} --version\n"
        ),
    );
    let result = "/autograder/results/results.json";
    let paths = Paths {
        marker: "/autograder/source/automarker",
        cases: "/autograder/source/cases",
        submission: "/autograder/submission",
        result: Some(result),
    };
    let command = plan.command(paths, Format::Gradescope, &DEFAULTS);
    let otherwise = plan.could_not_run(Format::Gradescope);
    packed.contents.add_script(
        "run_autograder",
        script::marking(
            "# Gradescope runs this for every submission, as root.\n",
            &format!("{rust}{}", script::guarded(&command, result, &otherwise)),
        ),
    );
    "Upload it as the autograder of a programming assignment".clone_into(&mut packed.next);
    if plan.hidden_case().is_some() {
        packed.left_out.push(
            "while hidden cases are not published, Gradescope shows students no total".to_owned(),
        );
    }
    Ok(packed)
}
