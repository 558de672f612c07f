//! Moodle's Virtual Programming Lab: execution files,
//! <https://vpl.dis.ulpgc.es/>.
//!
//! The platform runs `vpl_evaluate.sh`, deletes the execution files, and runs
//! `vpl_execution`, which the script has made. Submitted files lie beside those of the
//! package, which replace files of the same name.
//!
//! The environment of the platform is read and not executed: it has the names of
//! submitted files between double quotes, where a shell would run `$(commands)`.

use std::fmt::Write;

use marking::report::Format;
use sha2::{Digest, Sha256};

use super::plan::{GivenOption, Paths, Plan};
use super::write::Form;
use super::{ARCHIVE, MARKER, Packed, Platform, Refusal, hex, script};

/// Moodle's Virtual Programming Lab.
pub(crate) const PLATFORM: Platform = Platform {
    name: "moodle-vpl",
    title: "Moodle VPL",
    output: "moodle-vpl.zip",
    form: Form::Zip,
    pack,
};

/// Less than what the activity leaves, as its environment says.
const DEFAULTS: [(&str, &str); 6] = [
    ("--jobs", "1"),
    ("--memory", "\"$memory\""),
    ("--build-memory", "\"$memory\""),
    ("--build-processes", "128"),
    ("--build-time", "\"$deadline\""),
    ("--deadline", "\"$deadline\""),
];

/// The folder that the files of the package are moved to: it is not deleted.
const FOLDER: &str = ".automarker";

/// The entries beside the submission: files of the platform, and ours.
const OTHERS: [&str; 5] = [
    FOLDER,
    "vpl_*",
    ".vpl_*",
    "common_script.sh",
    "default_evaluate_textingui.sh",
];

/// Lines of a script that read the limits and the grades of the activity.
const SETTINGS: &str = r#"setting() {
    sed -n "s/^export $1='\{0,1\}\([-0-9.]*\)'\{0,1\}\$/\1/p" vpl_environment.sh | tail -n 1
}
export VPL_GRADEMIN="$(setting VPL_GRADEMIN)" VPL_GRADEMAX="$(setting VPL_GRADEMAX)"
deadline=$(setting VPL_MAXTIME)
deadline=$((${deadline:-240} > 40 ? ${deadline:-240} - 20 : 20))
# Bytes for everything, and MiB for a program.
memory=$(setting VPL_MAXMEMORY)
memory=$((${memory:-134217728} / 1048576 * 3 / 4))
"#;

fn pack(plan: &Plan<'_>) -> Result<Packed, Refusal> {
    let mut packed = Packed::with_archive(plan)?;
    let mut sums = String::new();
    for (path, file) in packed.contents.files() {
        let sum = hex(&Sha256::digest(&file.bytes));
        writeln!(sums, "{sum}  {path}").expect("a String takes it all");
    }
    let evaluation = execution(plan, Format::Vpl);
    packed.contents.add_script(
        "vpl_evaluate.sh",
        preparation("marks a submission", &sums, &evaluation),
    );
    // A student may run this at any time, and it gives no grade.
    let public: Vec<_> = plan.cases.iter().filter(|case| !case.hidden).collect();
    let mut options = plan.options.to_vec();
    let mut points = plan.points;
    if public.len() < plan.cases.len() {
        options.retain(|option| !["--case", "--all"].contains(&option.name.as_str()));
        options.push(GivenOption {
            name: "--case".to_owned(),
            values: public.iter().map(|case| case.name.clone()).collect(),
        });
        points = public.iter().map(|case| case.weight).sum();
    }
    let trial = if public.is_empty() {
        "#!/bin/sh\necho 'All cases are hidden: `Evaluate` runs them.'\n".to_owned()
    } else {
        let options = &options;
        let plan = Plan {
            options,
            points,
            ..*plan
        };
        execution(&plan, Format::Human)
    };
    packed.contents.add_script(
        "vpl_run.sh",
        preparation("shows the result of the public cases", &sums, &trial),
    );
    "Add it to the execution files of the activity: that adds the files in it. Set the maximum \
     memory to 512 MiB, and allow `Evaluate`"
        .clone_into(&mut packed.next);
    packed.left_out.push(
        "`Run` shows the report on the public cases; without vpl_run.sh, it starts the program"
            .to_owned(),
    );
    if plan.hidden_case().is_some() {
        packed.left_out.push(
            "VPL shows the grade at once: it tells students the result of hidden cases".to_owned(),
        );
    }
    Ok(packed)
}

/// Returns the script that the platform runs first: it makes `execution`, which runs
/// later, and moves the files that would be deleted until then.
fn preparation(what: &str, sums: &str, execution: &str) -> String {
    let check = "sha256sum -c sums > /dev/null 2>&1";
    script::marking(
        &format!("# VPL runs this, and then the vpl_execution that this makes: it {what}.\n"),
        &format!(
            "rm -rf {FOLDER} vpl_execution\n\
             mkdir {FOLDER}\n\
             mv {MARKER} {ARCHIVE} {FOLDER} 2> /dev/null\n\
             cat > {FOLDER}/sums <<'END_OF_SUMS'\n\
             {sums}END_OF_SUMS\n\
             # A submitted file may stand where VPL should have put one of these.\n\
             (cd {FOLDER} && chmod u+x {MARKER} && {check}) || rm -f {FOLDER}/{MARKER}\n\
             cat > vpl_execution <<'END_OF_EXECUTION'\n\
             {execution}END_OF_EXECUTION\n\
             chmod u+x vpl_execution\n"
        ),
    )
}

/// Returns the script that marks, and prints the report in `format`.
fn execution(plan: &Plan<'_>, format: Format) -> String {
    let result = "\"$work\"/result";
    let paths = Paths {
        marker: "\"$work\"/automarker",
        cases: "\"$work\"/automarker-cases.tar",
        submission: "\"$work\"/submission",
        result: Some(result),
    };
    let command = plan.command(paths, format, &DEFAULTS);
    let rust = script::RUST_PATH;
    let copy = script::copy_submission(&OTHERS);
    let otherwise = plan.could_not_run(format);
    let printed = script::printed(
        &format!("copy_submission && {command} 2> \"$work\"/errors"),
        result,
        &script::print(&anstream::adapter::strip_str(&otherwise).to_string()),
    );
    let errors = match format {
        // The platform shows what is not a comment to teachers only. A message may be
        // about a hidden case.
        Format::Vpl => {
            "[ -e \"$work\"/automarker ] ||\n    \
                 echo 'autograder: a file of the package is missing, or it is another one'\n\
             [ ! -e \"$work\"/errors ] ||\n    \
                 head -c 1000 \"$work\"/errors | sed 's/^/autograder: /'\n"
        }
        _ => "",
    };
    script::marking(
        "# vpl_evaluate.sh or vpl_run.sh made this.\n",
        &format!(
            "work=$PWD/{FOLDER}\n\
             [ -w \"${{TMPDIR:-/tmp}}\" ] || export TMPDIR=\"$work\"\n\
             {rust}{SETTINGS}{copy}{printed}{errors}"
        ),
    )
}
