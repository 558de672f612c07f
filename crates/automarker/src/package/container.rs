//! A container image that marks the submission in `/submission`: the files to build it
//! with buildah, podman or docker. The format of a Containerfile is that of
//! <https://docs.docker.com/reference/dockerfile/>.

use marking::report::Format;

use super::plan::{Paths, Plan};
use super::write::Form;
use super::{CASES, MARKER, Packed, Platform, Refusal, script};

/// A container image.
pub(crate) const PLATFORM: Platform = Platform {
    name: "container",
    title: "Container image",
    output: "container",
    form: Form::Folder,
    pack,
};

/// The folder of the marker in the image.
const FOLDER: &str = "/automarker";

/// The file that the result is written to.
const RESULT: &str = "/results/results.json";

/// Everything runs as root, so that a program without a sandbox could change its result.
/// Marking ends before the 10 minutes that many platforms allow.
const DEFAULTS: [(&str, &str); 2] = [("--sandbox", "landlock"), ("--deadline", "540")];

#[expect(clippy::unnecessary_wraps, reason = "the type of every platform")]
fn pack(plan: &Plan<'_>) -> Result<Packed, Refusal> {
    let mut packed = Packed::new(plan, "");
    let install = script::install(plan.languages);
    let rust = script::RUST_PATH;
    packed.contents.add_script(
        "setup.sh",
        format!(
            "#!/bin/sh\n\
             # Installs the compilers. The Containerfile runs it.\n\
             set -eu\n\
             {rust}{install}"
        ),
    );
    let paths = Paths {
        marker: "/automarker/automarker",
        cases: "/automarker/cases",
        submission: "/submission",
        result: Some(RESULT),
    };
    let command = plan.command(paths, Format::Json, &DEFAULTS);
    let otherwise = plan.could_not_run(Format::Json);
    packed.contents.add_script(
        "mark.sh",
        script::marking(
            "# Marks the submission in /submission. The image runs it.\n",
            &format!("{rust}{}", script::guarded(&command, RESULT, &otherwise)),
        ),
    );
    packed
        .contents
        .add_text("Containerfile", containerfile(!plan.case_files.is_empty()));
    "Build the image with `podman build -t marker FOLDER`, or with docker or buildah"
        .clone_into(&mut packed.next);
    packed
        .left_out
        .push("the memory and the time of the container are limited where it is run".to_owned());
    Ok(packed)
}

fn containerfile(has_cases: bool) -> String {
    let cases = if has_cases {
        format!("COPY {CASES} {FOLDER}/{CASES}\n")
    } else {
        String::new()
    };
    format!(
        "# Another image of Debian or Ubuntu: --build-arg BASE=NAME\n\
         ARG BASE=docker.io/library/debian:stable-slim\n\
         FROM ${{BASE}}\n\
         COPY setup.sh {FOLDER}/setup.sh\n\
         RUN {FOLDER}/setup.sh\n\
         COPY {MARKER} mark.sh {FOLDER}/\n\
         {cases}\
         RUN chmod -R go= {FOLDER} && mkdir -p /submission /results\n\
         WORKDIR /results\n\
         ENTRYPOINT [\"{FOLDER}/mark.sh\"]\n"
    )
}
