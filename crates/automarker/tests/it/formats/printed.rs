//! Programs that do everything a report must tell of, and what the command
//! prints of them.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

use crate::cli::{script, write};

/// Each asks for its input as its output. The right program does so; the naughty
/// one does what the first word says instead.
pub(crate) const CASES: [&str; 7] = [
    "right",
    "wrong",
    "endless",
    "crash",
    "bytes",
    "flood",
    "a # SKIP <b> & \"c\" \\",
];

const RIGHT: &str = "#!/bin/sh\ncat\n";
const NAUGHTY: &str = r#"#!/bin/sh
read -r line rest
case "$line" in
    right) echo "$line $rest" ;;
    wrong) echo "<wrong> & \"so\" # TODO"; printf '\033[2J]]>\001\n...\n' >&2 ;;
    endless) while :; do :; done ;;
    crash) kill -SEGV $$ ;;
    bytes) printf '\377\376\000\033[2J\r\n  ---\n]]>\n' ;;
    flood) while :; do echo 0123456789012345678901234567890123456789 >&2; done ;;
esac
"#;

/// A folder with the cases, each of them once for all to see and once hidden,
/// and both programs.
pub(crate) fn folder() -> TempDir {
    let folder = crate::cli::folder();
    let cases = folder.path().join("cases");
    fs::create_dir(&cases).expect("a folder can be made");
    let mut settings = "[defaults]\nweight = 0.5\noutput = 1\n[endless]\nwall = 0.2\n".to_owned();
    for case in CASES {
        let hidden = format!("{case} hidden");
        for name in [case, &hidden] {
            // What is printed must be what is typed.
            let word = name.split(' ').next().expect("a first word");
            for extension in ["in", "out"] {
                write(
                    &cases.join(format!("{name}.{extension}")),
                    &format!("{word} of {name}\n"),
                );
            }
        }
        let wall = if case == "endless" {
            "wall = 0.2\n"
        } else {
            ""
        };
        writeln!(settings, "['{hidden}']\nhidden = true\nweight = 2\n{wall}")
            .expect("a String takes it all");
    }
    write(&cases.join("cases.toml"), &settings);
    for (name, text) in [("right", RIGHT), ("naughty", NAUGHTY)] {
        script(&folder.path().join(name), text);
    }
    folder
}

/// What `--format` prints of `program`.
pub(crate) fn printed(folder: &Path, format: &str, program: &str, options: &[&str]) -> String {
    let output = Command::new(assert_cmd::cargo::cargo_bin!("automarker"))
        .args(["utoronto-a1", "--cases", "cases", "--format", format])
        .args(options)
        .args(["--", program])
        .current_dir(folder)
        .output()
        .expect("the command runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{stderr}");
    String::from_utf8(output.stdout).expect("a report is text")
}
