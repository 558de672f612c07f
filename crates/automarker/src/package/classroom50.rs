//! Classroom 50: the files of an autograder,
//! <https://github.com/foundation50/classroom50/wiki/Advanced-Autograding>.

use marking::report::{Format, Reveal};

use super::plan::{Paths, Plan};
use super::write::{self, Form};
use super::{Packed, Platform, Refusal, script};

/// Classroom 50.
pub(crate) const PLATFORM: Platform = Platform {
    name: "classroom50",
    title: "Classroom 50",
    output: "autograder",
    form: Form::Folder,
    pack,
};

/// The largest bundle, compressed.
const LARGEST: usize = 10 << 20;

/// Ends before the 15 minutes of a job.
const DEFAULTS: [(&str, &str); 1] = [("--deadline", "780")];

/// The file that the runner executes. The marker and the cases are beside it.
const AUTOGRADER: &str = include_str!("classroom50.py");

fn pack(plan: &Plan<'_>) -> Result<Packed, Refusal> {
    if let Some(case) = plan.hidden_case()
        && plan.reveal != Reveal::Full
    {
        return Err(Refusal(format!(
            "it cannot hide case {case:?}: the bundle of an autograder is public. Leave hidden \
             cases out with --case, or show them with --reveal full"
        )));
    }
    let mut packed = Packed::new(plan, "");
    let paths = Paths {
        marker: "\"$here/automarker\"",
        cases: "\"$here/cases\"",
        submission: ".",
        result: Some("result.json"),
    };
    let command = plan.command(paths, Format::Classroom50, &DEFAULTS);
    packed.contents.add_script(
        "mark.sh",
        format!(
            "#!/bin/sh\n\
             # Marks the submission in the current folder. autograder.py starts it.\n\
             here=$(dirname \"$0\")\n\
             {}exec {command}\n",
            script::RUST_PATH
        ),
    );
    packed.contents.add_text("autograder.py", AUTOGRADER);
    let otherwise = plan.could_not_run(Format::Classroom50);
    packed.contents.add_text("could-not-run.json", otherwise);
    let size = write::zip(&packed.contents).map_or(usize::MAX, |bytes| bytes.len());
    if size > LARGEST {
        return Err(Refusal(format!(
            "the files take {} MiB compressed, and it takes at most {} MiB",
            size.div_ceil(1 << 20),
            LARGEST >> 20
        )));
    }
    packed.left_out.push(
        "students can read the cases: Classroom 50 serves the autograder publicly".to_owned(),
    );
    "Commit its files as CLASSROOM/autograders/ASSIGNMENT in the repository `classroom50` of your \
     organization"
        .clone_into(&mut packed.next);
    Ok(packed)
}
