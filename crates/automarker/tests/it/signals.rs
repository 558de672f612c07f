//! A marker that a signal ends leaves no program, no folder and no verdict.

#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use course_tests::wait_until;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tempfile::TempDir;

/// A submission that never ends, and leaves a process in the background. Both have the argument
/// `mark`.
fn submission(at: &Path, mark: &str) {
    fs::create_dir_all(at).expect("a folder can be made");
    let script = format!(
        "import os, subprocess\n\
         loop = ['sh', '-c', 'sleep 600; true', {mark:?}]\n\
         subprocess.Popen(loop, start_new_session=True)\n\
         subprocess.run(loop)\n"
    );
    fs::write(at.join("proj2.py"), script).expect("a file can be written");
}

fn running(mark: &str) -> usize {
    let entries = fs::read_dir("/proc").expect("there is a /proc");
    entries
        .filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok())
        .filter(|line| {
            line.split(|byte| *byte == 0)
                .any(|one| one == mark.as_bytes())
        })
        .count()
}

struct RunningMarker {
    child: Child,
    temporary: TempDir,
    mark: String,
}

impl RunningMarker {
    /// Returns when the submission's processes run.
    fn start(name: &str, args: &[&str], folder: &Path) -> Self {
        let mark = format!("{name}-{}", std::process::id());
        submission(&folder.join("alice"), &mark);
        let temporary = tempfile::tempdir().expect("a folder can be made");
        let child = Command::new(assert_cmd::cargo::cargo_bin!("automarker"))
            .args(args)
            .current_dir(folder)
            .env("TMPDIR", temporary.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let marker = Self {
            child,
            temporary,
            mark,
        };
        wait_until(|| running(&marker.mark) >= 2);
        marker
    }

    fn end_by(self, signal: Signal) -> String {
        let pid = Pid::from_raw(self.child.id().cast_signed());
        kill(pid, signal).expect("it is a child");
        let output = self.child.wait_with_output().expect("it is a child");
        assert_eq!(output.status.signal(), Some(signal as i32));
        assert_eq!(running(&self.mark), 0);
        let left = fs::read_dir(self.temporary.path()).expect("it is there");
        assert_eq!(left.count(), 0);
        let printed = [output.stdout, output.stderr].concat();
        String::from_utf8(printed).expect("it prints text")
    }
}

#[test]
fn an_interrupted_marker_leaves_nothing_and_prints_no_verdict() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let program = ["cmsc201", "--", "python3", "alice/proj2.py"];
    let marker = RunningMarker::start("single", &program, folder.path());
    assert_eq!(marker.end_by(Signal::SIGINT), "");
}

#[test]
fn a_terminated_batch_leaves_nothing_and_gives_no_mark() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let submissions = folder.path().join("class");
    fs::create_dir(&submissions).expect("a folder can be made");
    let marks = folder.path().join("marks.csv");
    let args = ["batch", "cmsc201", ".", "--csv", "../marks.csv"];
    let marker = RunningMarker::start("batch", &args, &submissions);
    let printed = marker.end_by(Signal::SIGTERM);
    assert!(!printed.contains("cases passed"), "{printed}");
    let marks = fs::read_to_string(marks).unwrap_or_default();
    assert!(!marks.contains("alice"), "{marks}");
}
