//! Interpreters outside the system's folders.

use std::env;
use std::ffi::OsString;
use std::process::Command;

use sandbox::{End, Limits, Sandbox, TemporaryFolder, run};
use submission::{Building, named};

use super::{folder, write};

#[test]
fn an_interpreter_may_be_of_a_virtual_environment_or_a_path() {
    let folder = folder();
    write(
        folder.path(),
        &[("a.py", "import json, sys\nprint(json.dumps(sys.argv[1]))\n")],
    );
    let python = |args: &[&str]| {
        let output = Command::new("python3")
            .args(args)
            .current_dir(&folder)
            .output();
        let output = output.expect("there is python3");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("it is text")
    };
    python(&["-m", "venv", "--without-pip", ".venv"]);
    python(&["-m", "venv", "--without-pip", "--copies", "copied"]);
    std::os::unix::fs::symlink(".venv/bin", folder.path().join("link")).expect("it can be made");
    let real = python(&["-c", "import sys; print(sys.executable)"]);
    let path = env::var_os("PATH").expect("it is set");
    let mut found = env::split_paths(&path).map(|folder| folder.join("python3"));
    let found = found.find(|path| path.exists()).expect("it is there");
    for command in [
        ".venv/bin/python",
        "copied/bin/python",
        "link/python",
        real.trim(),
        found.to_str().expect("it is text"),
    ] {
        let words = [command, "a.py", "x"].map(OsString::from);
        let mut building = Building::default();
        building
            .toolchain
            .add_command(&words[0], Some(folder.path()));
        let program = named(&words, folder.path(), &building).expect("it has words");
        let policy = building.run_policy(folder.path());
        let scratch = TemporaryFolder::new().expect("a folder can be made");
        let sandbox = Sandbox::start(&policy, scratch.path()).expect("there is a sandbox");
        let run = run(&sandbox, &program, b"", &Limits::default()).expect("it is run");
        assert_eq!(
            (run.end, String::from_utf8_lossy(&run.stdout)),
            (End::Exited(0), "\"x\"\n".into()),
            "{command}: {}",
            String::from_utf8_lossy(&run.stderr)
        );
    }
}
