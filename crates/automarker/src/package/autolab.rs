//! Autolab: `autograde.tar` and `autograde-Makefile`,
//! <https://docs.autolabproject.com/lab/#writing-autograders>.

use marking::report::Format;

use super::plan::{Paths, Plan};
use super::write::{self, Form};
use super::{Packed, Platform, Refusal, script};

/// Autolab.
pub(crate) const PLATFORM: Platform = Platform {
    name: "autolab",
    title: "Autolab",
    output: "autolab",
    form: Form::Folder,
    pack,
};

/// Less than what Tango leaves unless its settings are changed: 100 processes and
/// threads, and 180 s, after which the score is lost.
const DEFAULTS: [(&str, &str); 5] = [
    ("--jobs", "1"),
    ("--processes", "48"),
    ("--build-processes", "80"),
    ("--build-time", "90"),
    ("--deadline", "150"),
];

/// Autolab runs `make` in a folder with the handin, which is one file, this and
/// `autograde.tar`. A recipe that failed would print after the score.
const MAKEFILE: &str = include_str!("autograde-Makefile");

fn pack(plan: &Plan<'_>) -> Result<Packed, Refusal> {
    let mut inside = Packed::new(plan, "").contents;
    let result = "automarker-package/result";
    let paths = Paths {
        marker: "automarker-package/automarker",
        cases: "automarker-package/cases",
        submission: "\"./$handin\"",
        result: Some(result),
    };
    let command = plan.command(paths, Format::Autolab, &DEFAULTS);
    let otherwise = plan.could_not_run(Format::Autolab);
    // The last line has the name of the problem, which only the Makefile knows.
    let (lines, _) = otherwise.trim_end().rsplit_once('\n').unwrap_or_default();
    let otherwise = format!(
        "{}printf '{{\"scores\":{{\"%s\":0}}}}\\n' \"$problem\"\n",
        script::print(&format!("{lines}\n"))
    );
    let rust = script::RUST_PATH;
    let printed = script::printed(&command, result, &otherwise);
    inside.add_script(
        "mark.sh",
        script::marking(
            "# autograde-Makefile runs this. The last line that it prints is the score.\n",
            &format!(
                "exec 2>&1\n\
                 {rust}\
                 handin=$AUTOLAB_HANDIN\n\
                 for entry in * .[!.]*; do\n    \
                     case $entry in Makefile | autograde.tar | automarker-package) continue ;; esac\n    \
                     # A pattern that nothing fits stands for itself.\n    \
                     if [ ! -e \"$entry\" ] || [ -n \"$AUTOLAB_HANDIN\" ]; then continue; fi\n    \
                     if [ -n \"$handin\" ]; then\n        \
                         echo \"error: $handin and $entry: name the handin in autograde-Makefile\"\n        \
                         AUTOLAB_HANDIN=/dev/null/none\n    \
                     fi\n    \
                     handin=$entry\n\
                 done\n\
                 handin=${{AUTOLAB_HANDIN:-${{handin:-handin}}}}\n\
                 problem=$(printf %s \"$AUTOLAB_PROBLEM\" |\n    \
                     sed 's/[\\\\\"]/\\\\&/g; s/:/\\\\u003a/g')\n\
                 {printed}"
            ),
        ),
    );
    let mut packed = Packed::default();
    let archive = write::tar(&inside).map_err(|error| Refusal(error.to_string()))?;
    packed.contents.add("autograde.tar", archive, false);
    packed.contents.add_text("autograde-Makefile", MAKEFILE);
    packed.next = format!(
        "Put both files into the folder of the lab, and give it a problem `Correctness` with a \
         maximum score of {}",
        plan.points
    );
    if plan.hidden_case().is_some() {
        packed.left_out.push(
            "Autolab shows the score at once: it tells students the result of hidden cases"
                .to_owned(),
        );
    }
    Ok(packed)
}
