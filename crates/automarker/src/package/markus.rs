//! `MarkUs`: a script for its custom tester,
//! <https://github.com/MarkUsProject/markus-autotesting#the-custom-tester>.

use marking::report::Format;

use super::plan::{Paths, Plan};
use super::write::Form;
use super::{ARCHIVE, MARKER, Packed, Platform, Refusal, script};

/// `MarkUs`.
pub(crate) const PLATFORM: Platform = Platform {
    name: "markus",
    title: "MarkUs",
    output: "markus.zip",
    form: Form::Zip,
    pack,
};

/// The script that the custom tester starts.
const SCRIPT: &str = "automarker.sh";

/// Ends before the time limit that the sentence below names.
const DEFAULTS: [(&str, &str); 1] = [("--deadline", "240")];

fn pack(plan: &Plan<'_>) -> Result<Packed, Refusal> {
    let mut packed = Packed::with_archive(plan)?;
    let result = "\"$work\"/result";
    let paths = Paths {
        marker: "./automarker",
        cases: "./automarker-cases.tar",
        submission: "\"$work\"/submission",
        result: Some(result),
    };
    let command = plan.command(paths, Format::Markus, &DEFAULTS);
    let rust = script::RUST_PATH;
    let copy = script::copy_submission(&[MARKER, ARCHIVE, SCRIPT]);
    let printed = script::printed(
        &format!("copy_submission && {command}"),
        result,
        &script::print(&plan.could_not_run(Format::Markus)),
    );
    packed.contents.add_script(
        SCRIPT,
        script::marking(
            "# MarkUs runs this in the folder of a submission, where it puts the files of this\n\
             # package too, and reads the standard output.\n",
            &format!(
                "{rust}work=$(mktemp -d) || work=/dev/null/none\n{copy}{printed}rm -rf \"$work\"\n"
            ),
        ),
    );
    packed.next = format!(
        "Upload and unzip it in the automated testing of the assignment, and add a custom tester \
         with the file {SCRIPT} and a timeout of 300 seconds"
    );
    Ok(packed)
}
