//! The platforms for packages: a row each, with files in `platforms/`.

use marking::report::{Format, Reveal};

use super::plan::PackagePlan;
use super::write::Form;

/// A platform that marks submissions with a package. Its page is `docs/NAME.md`.
#[derive(Debug)]
pub(crate) struct Platform {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) output: &'static str,
    pub(super) form: Form,
    pub(super) format: Format,
    pub(super) marker: MarkerLocation,
    pub(super) files: &'static [(&'static str, &'static str)],
    /// The reason why everybody can read the cases, if they can: no case is hidden then.
    pub(super) public: Option<&'static str>,
    pub(super) largest: usize,
    pub(super) notes: &'static [&'static str],
    pub(super) hidden_note: Option<&'static str>,
    pub(super) next: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MarkerLocation {
    /// In this folder, which is empty or ends in a slash.
    Folder(&'static str),
    /// Beside the submitted files. The cases are in an archive, since a student could submit a
    /// folder of that name with more files.
    BesideSubmission,
}

macro_rules! template {
    ($path:literal) => {
        include_str!(concat!("../../platforms/", $path))
    };
}

/// Lines of a script that install missing compilers on Debian or Ubuntu, as root. If that
/// fails, they print what is missing.
pub(super) const INSTALL: &str = template!("install.sh");

pub(super) const VPL_PREPARE: &str = template!("moodle-vpl/prepare.sh");

pub(super) const VPL_EXECUTION: &str = template!("moodle-vpl/execution.sh");

const USUAL: Platform = Platform {
    name: "",
    title: "",
    output: "",
    form: Form::Folder,
    format: Format::Json,
    marker: MarkerLocation::Folder(""),
    files: &[],
    public: None,
    largest: usize::MAX,
    notes: &[],
    hidden_note: None,
    next: "",
};

pub(crate) static PLATFORMS: [Platform; 6] = [
    // <https://gradescope-autograders.readthedocs.io/en/latest/specs/>
    Platform {
        name: "gradescope",
        title: "Gradescope",
        output: "autograder.zip",
        form: Form::Zip,
        format: Format::Gradescope,
        files: &[
            ("setup.sh", template!("gradescope/setup.sh")),
            ("run_autograder", template!("gradescope/run_autograder")),
        ],
        hidden_note: Some(
            "while hidden cases are not published, Gradescope shows students no total",
        ),
        next: "Upload it as the autograder of a programming assignment",
        ..USUAL
    },
    Platform {
        name: "github",
        title: "GitHub",
        output: "github",
        format: Format::Github,
        marker: MarkerLocation::Folder(".github/automarker/"),
        files: &[
            (".github/workflows/mark.yml", template!("github/mark.yml")),
            (".github/automarker/mark.sh", template!("github/mark.sh")),
        ],
        public: Some("students can read what is in their repository"),
        notes: &[
            "students can read and change the workflow and the cases: protect `.github` with a \
             ruleset, or mark a copy of their repositories",
        ],
        next: "Commit its files in the repository of the assignment",
        ..USUAL
    },
    // <https://github.com/foundation50/classroom50/wiki/Advanced-Autograding>
    Platform {
        name: "classroom50",
        title: "Classroom 50",
        output: "autograder",
        format: Format::Classroom50,
        files: &[
            ("autograder.py", template!("classroom50/autograder.py")),
            ("mark.sh", template!("classroom50/mark.sh")),
            (
                "could-not-run.json",
                template!("classroom50/could-not-run.json"),
            ),
        ],
        public: Some("the bundle of an autograder is public"),
        largest: 10 << 20,
        notes: &["students can read the cases: Classroom 50 serves the autograder publicly"],
        next: "Commit its files as CLASSROOM/autograders/ASSIGNMENT in the repository \
               `classroom50` of your organization",
        ..USUAL
    },
    // <https://github.com/MarkUsProject/markus-autotesting#the-custom-tester>
    Platform {
        name: "markus",
        title: "MarkUs",
        output: "markus.zip",
        form: Form::Zip,
        format: Format::Markus,
        marker: MarkerLocation::BesideSubmission,
        files: &[("automarker.sh", template!("markus/automarker.sh"))],
        next: "Upload and unzip it in the automated testing of the assignment, and add a custom \
               tester with the file automarker.sh and a timeout of 300 seconds",
        ..USUAL
    },
    // <https://vpl.dis.ulpgc.es/>
    Platform {
        name: "moodle-vpl",
        title: "Moodle VPL",
        output: "moodle-vpl.zip",
        form: Form::Zip,
        format: Format::Vpl,
        marker: MarkerLocation::BesideSubmission,
        files: &[
            ("vpl_evaluate.sh", template!("moodle-vpl/vpl_evaluate.sh")),
            ("vpl_run.sh", template!("moodle-vpl/vpl_run.sh")),
        ],
        notes: &[
            "`Run` shows the report on the public cases; without vpl_run.sh, it starts the program",
        ],
        hidden_note: Some(
            "VPL shows the grade at once: it tells students the result of hidden cases",
        ),
        next: "Add it to the execution files of the activity: that adds the files in it. Set the \
               maximum memory to 512 MiB, and allow `Evaluate`",
        ..USUAL
    },
    // <https://docs.docker.com/reference/dockerfile/>
    Platform {
        name: "container",
        title: "Container image",
        output: "container",
        files: &[
            ("setup.sh", template!("container/setup.sh")),
            ("mark.sh", template!("container/mark.sh")),
            ("Containerfile", template!("container/Containerfile")),
        ],
        notes: &["the memory and the time of the container are limited where it is run"],
        next: "Build the image with `podman build -t marker FOLDER`, or with docker or buildah",
        ..USUAL
    },
];

impl Platform {
    pub(super) fn objection(&self, plan: &PackagePlan<'_>) -> Option<String> {
        let (case, why) = (plan.hidden_case()?, self.public?);
        (plan.reveal != Reveal::Full).then(|| {
            format!(
                "it cannot hide case {case:?}: {why}. Leave hidden cases out with --case, or show \
                 them with --reveal full"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn each_platform_has_a_page_and_a_link_to_it() {
        let folder = course_tests::workspace().join("crates/automarker");
        let read = |name: &str| fs::read_to_string(folder.join(name)).expect(name);
        let readme = read("README.md");
        for platform in &PLATFORMS {
            let name = format!("docs/{}.md", platform.name);
            let title = format!("# {} in five minutes\n", platform.title);
            assert!(read(&name).starts_with(&title), "{name}");
            assert!(readme.contains(&format!("]({name})")), "{name}");
        }
    }
}
