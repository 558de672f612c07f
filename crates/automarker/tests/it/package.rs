//! Packages for graders: made by the command, and run as on the platform.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod classroom50;
mod container;
mod forged;
mod github;
mod gradescope;
mod markus;
mod moodle_vpl;
mod pages;
mod refused;
mod root;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use submission::archive::{UnpackLimits, unpack};
use tempfile::TempDir;

use self::root::copy;
use crate::cli::{automarker, folder, write, write_all};

/// A static marker without symbols, as in a release archive. In `.ci/run`, it is made from the
/// marker of all tests.
fn static_marker() -> &'static Path {
    static MARKER: LazyLock<PathBuf> = LazyLock::new(|| {
        const TARGET: &str = "x86_64-unknown-linux-gnu";
        let here = assert_cmd::cargo::cargo_bin!("automarker");
        if cfg!(target_feature = "crt-static") {
            let marker = Path::new(env!("CARGO_TARGET_TMPDIR")).join("automarker");
            let mut strip = Command::new("strip");
            let status = strip.arg("-o").arg(&marker).arg(here).status();
            assert!(status.expect("gcc comes with it").success());
            return marker;
        }
        let target = here.ancestors().nth(2).expect("it is in target/debug");
        let target = target.join("static");
        // A separate folder has a separate lock: the outer cargo may hold the other.
        let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["build", "--quiet", "--locked", "--package", "automarker"])
            .args(["--target", TARGET, "--target-dir"])
            .arg(&target)
            .env("RUSTFLAGS", "-C target-feature=+crt-static")
            .env("CARGO_PROFILE_DEV_DEBUG", "none")
            .env("CARGO_PROFILE_DEV_STRIP", "symbols")
            .current_dir(course_tests::workspace())
            .output()
            .expect("there is a cargo");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success(),
            "a static marker needs libc.a of glibc:\n{stderr}"
        );
        target.join(TARGET).join("debug/automarker")
    });
    &MARKER
}

fn package(here: &Path, args: &[&str]) -> String {
    let binary = static_marker().to_str().expect("a path that is text");
    let args = [&["package", "--binary", binary], args].concat();
    let (status, stdout, stderr) = automarker(&args, here);
    assert_eq!(status, Some(0), "{stderr}");
    stdout
}

struct PackagedCourse {
    name: &'static str,
    correct: &'static str,
    file: &'static str,
    mistake: [&'static str; 2],
    hangs: &'static str,
    cases: &'static [&'static str],
}

const COURSES: [PackagedCourse; 3] = [
    PackagedCourse {
        name: "utoronto-a1",
        // It is here for its language, and needs no game.
        correct: "fn main() { print!(\"{}\", include_str!(\"../expected\")) }\n",
        file: "src/main.rs",
        mistake: ["{}", " {}"],
        hangs: "fn main() { loop {} }\n",
        cases: &["draw"],
    },
    PackagedCourse {
        name: "aps105-lab8",
        correct: "correct.c",
        file: "main.c",
        mistake: ["Enter move for", "Enter a move for"],
        hangs: "int main(void) { for (;;) {} }\n",
        cases: &["draw", "both-pass"],
    },
    PackagedCourse {
        name: "cmsc201",
        correct: "correct.py",
        file: "proj2.py",
        mistake: ["(0, -1), (0, 1)]", "(0, -1)]"],
        hangs: "while True:\n    pass\n",
        cases: &["tie", "handout-two-flips"],
    },
];

struct Grade {
    earned: f64,
    possible: f64,
    report: String,
}

type Mark = Box<dyn Fn(&Path) -> Grade>;

struct SimulatedPlatform {
    name: &'static str,
    output: &'static str,
    marker: &'static str,
    install: fn(&Path) -> Mark,
}

impl SimulatedPlatform {
    fn package(&self, here: &Path, args: &[&str]) -> TempDir {
        let printed = package(here, &[&[self.name], args].concat());
        assert!(printed.starts_with(self.output), "{printed}");
        let output = here.join(self.output);
        let files = folder();
        if output.is_dir() {
            copy(&output, files.path());
        } else {
            let limits = UnpackLimits::SUBMISSION;
            unpack(&output, files.path(), &limits).expect("it is a zip file");
        }
        files
    }

    fn marks(&self, course: &PackagedCourse) {
        self.marks_in(folder().path(), course, &[]);
    }

    fn marks_in(&self, here: &Path, course: &PackagedCourse, options: &[&str]) {
        let files = self.package(here, &[&course.args()[..], options].concat());
        let mark = (self.install)(files.path());
        for kind in SubmissionKind::ALL {
            kind.check(&mark(course.submission(kind).path()));
        }
        if course.file == forged::FILE {
            let Grade { earned, report, .. } = mark(forged::submission().path());
            assert!(earned == 0.0, "{report}");
        }
    }

    fn reports_a_broken_marker(&self) {
        let files = self.package(folder().path(), &["cmsc201", "--points", "20"]);
        write(&files.path().join(self.marker), "#!/no/such/interpreter\n");
        let submission = COURSES[2].submission(SubmissionKind::Right);
        let marks = (self.install)(files.path())(submission.path());
        let report = marks.report.to_lowercase();
        assert!(report.contains("the autograder could not run"), "{report}");
        assert!(
            marks.earned == 0.0 && (marks.possible - 20.0).abs() < 1e-9,
            "{report}"
        );
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SubmissionKind {
    Right,
    Wrong,
    Hanging,
    Empty,
}

impl SubmissionKind {
    const ALL: [Self; 4] = [Self::Right, Self::Wrong, Self::Hanging, Self::Empty];

    fn check(self, marks: &Grade) {
        let Grade {
            earned,
            possible,
            report,
        } = marks;
        let share = earned / possible;
        let (is_due, words) = match self {
            Self::Right => ((share - 1.0).abs() < 1e-9, ""),
            Self::Wrong => (share < 1.0, "wrong output"),
            Self::Hanging => (share == 0.0, "timeout"),
            Self::Empty => (share == 0.0, "could not start"),
        };
        let about = format!("{self:?} earns {earned} of {possible}: {report}");
        assert!(is_due && report.contains(words), "{about}");
        assert!(!report.contains("not marked"), "{about}");
    }
}

impl PackagedCourse {
    fn submission(&self, kind: SubmissionKind) -> TempDir {
        let folder = folder();
        let zoo = course_tests::workspace().join("crates/automarker/tests/zoo");
        let correct = zoo.join(self.name).join(self.correct);
        let correct = fs::read_to_string(correct).unwrap_or_else(|_| self.correct.to_owned());
        let [before, after] = self.mistake;
        let text = match kind {
            SubmissionKind::Right => correct,
            SubmissionKind::Wrong => {
                assert!(correct.contains(before), "{}", self.name);
                correct.replace(before, after)
            }
            SubmissionKind::Hanging => self.hangs.to_owned(),
            SubmissionKind::Empty => return folder,
        };
        let path = folder.path().join(self.file);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder");
        fs::write(&path, text).expect("a file can be written");
        if self.file == "src/main.rs" {
            let manifest = "[package]\nname = \"a1\"\nedition = \"2021\"\n";
            write_all(
                folder.path(),
                &[
                    ("Cargo.toml", manifest.into()),
                    ("expected", self.expected()),
                ],
            );
        }
        folder
    }

    fn expected(&self) -> Vec<u8> {
        let course = courses::by_name(self.name).expect("it is a course");
        let cases = courses::cases::for_students(course).expect("the fixtures are a suite");
        let case = cases.into_iter().find(|case| case.name == self.cases[0]);
        let expected = case.and_then(|case| case.expected);
        expected.expect("a fixture has a snapshot").stdout
    }

    fn args(&self) -> Vec<&'static str> {
        let mut args = vec![
            self.name,
            "--points",
            "20",
            "--cpu",
            "1",
            "--give-up-after",
            "1",
        ];
        args.push("--case");
        args.extend(self.cases);
        args
    }
}

/// The submission has a course file of the same name, which lets the other side win and must be
/// ignored.
#[test]
fn a_package_marks_by_its_own_course_file() {
    let workspace = course_tests::workspace();
    let example = workspace.join("crates/course-file/examples/aps105-lab8.toml");
    let cases = workspace.join("fixtures/aps105-lab8");
    let cases = cases.to_str().expect("a path that is text");
    for platform in [
        &classroom50::CLASSROOM50,
        &container::CONTAINER,
        &github::GITHUB,
        &gradescope::GRADESCOPE,
        &markus::MARKUS,
        &moodle_vpl::VPL,
    ] {
        let here = folder();
        fs::copy(&example, here.path().join("lab8.toml")).expect("a copy");
        let few = ["--cases", cases, "--case", "draw", "both-pass"];
        let args = ["./lab8.toml", "--points", "20", "--cpu", "1"];
        let files = platform.package(here.path(), &[&args[..], &few].concat());
        let mark = (platform.install)(files.path());
        for kind in [SubmissionKind::Right, SubmissionKind::Wrong] {
            let submission = COURSES[1].submission(kind);
            let text = fs::read_to_string(&example).expect("it is text");
            let own = text.replace("[game]", "[game]\nwinner = \"fewest\"");
            write(&submission.path().join("automarker-course.toml"), &own);
            kind.check(&mark(submission.path()));
        }
    }
}
