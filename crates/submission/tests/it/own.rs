//! This project's programs in folders that submissions can read.

use std::env;
use std::fs;
use std::os::unix::fs::symlink;

use course as _;
use sandbox::{End, Level, Limits, Requirement, Sandbox, TemporaryFolder, run};
use submission::{Building, WorkingCopy};

use super::{folder, write};

const SUBMISSION: &str = "
import os, shutil, subprocess
def call(path):
    print(len(subprocess.run([path, '--list'], capture_output=True).stdout))
for path in {}:
    try:
        call(path)
    except OSError:
        print('refused')
    try:
        shutil.copyfile(path, 'copy')
        os.chmod('copy', 0o755)
        call('./copy')
    except OSError:
        print('refused')
";

#[test]
fn a_program_of_ours_in_a_toolchain_is_not_executed_whatever_its_name() {
    let (toolchain, submitted) = (folder(), folder());
    let solver = toolchain.path().join("python/lib/solver");
    fs::create_dir_all(toolchain.path().join("python/lib")).expect("a folder can be made");
    // Dev-dependencies have the mark, too, so this executable is one of our programs.
    fs::copy(env::current_exe().expect("it is there"), &solver).expect("it can be copied");
    let link = toolchain.path().join("link");
    symlink("python", &link).expect("a link can be made");
    let paths = format!("[{solver:?}, {:?}]", link.join("lib/solver"));
    write(
        submitted.path(),
        &[("main.py", &SUBMISSION.replace("{}", &paths))],
    );
    for level in [Level::Namespaces, Level::Landlock] {
        let mut building = Building {
            requirement: Requirement::Exactly(level),
            ..Building::default()
        };
        let readable = [toolchain.path().join("python"), link.join("lib")];
        building.toolchain.readable.extend(readable);
        building.hide_own_programs();
        let copy = WorkingCopy::of(submitted.path()).expect("it can be copied");
        let policy = copy.run_policy(&building);
        let built = copy
            .build(&building, &submission::find)
            .expect("it needs no build");
        let scratch = TemporaryFolder::new().expect("a folder can be made");
        let sandbox = Sandbox::start(&policy, scratch.path()).expect("there is a sandbox");
        let run = run(&sandbox, &built.program, b"", &Limits::default()).expect("it runs");
        let printed = String::from_utf8_lossy(&run.stdout);
        let expected = (End::Exited(0), "refused\n".repeat(4));
        assert_eq!((run.end, printed.into_owned()), expected, "{level}");
    }
}
