//! Finds the program in a folder: the examples of `programs.txt`, and command lines.

use std::ffi::OsString;
use std::fs;

use sandbox::{End, Limits};
use submission::{BUILD_LIMITS, Building, Failed, Site, Stage, WorkingCopy, find, prepare};

use super::{build_and_run, folder, own, require, write};

#[test]
fn each_submission_is_found_and_built() {
    for command in ["gcc", "g++", "go", "javac", "make", "node", "python3"] {
        require(command);
    }
    let examples = include_str!("programs.txt").split("\n=== ").skip(1);
    let mut failures = Vec::new();
    for example in examples {
        let (files, claims) = example.split_once("\n=> ").expect("it has a claim");
        let mut files = files.split("\n--- ");
        let title = files.next().expect("it has a title");
        let files: Vec<_> = files
            .map(|file| file.split_once('\n').unwrap_or((file, "")))
            .collect();
        for claim in claims.trim_end().split("\n=> ") {
            let failure = failure(&files, claim);
            failures.extend(failure.map(|it| format!("{title}: {claim}: {it}")));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// Returns an error message unless a submission of these files gives what `claim` says.
fn failure(files: &[(&str, &str)], claim: &str) -> Option<String> {
    if claim == "passes" {
        let run = match build_and_run(files, BUILD_LIMITS, &Limits::default()) {
            Ok(run) => run,
            Err(failed) => return Some(format!("{failed:#?}")),
        };
        let is_right = run.end == End::Exited(0)
            && (&*run.stdout, &*run.stderr) == (&b"a\na\nb\nb\n"[..], &b""[..]);
        return (!is_right).then(|| format!("{run:?}"));
    }
    let folder = folder();
    write(folder.path(), files);
    let building = Building {
        prefers: ["part1", ".c"].map(str::to_owned).to_vec(),
        ..Building::default()
    };
    let found = building.in_folder(folder.path(), find);
    let found = match (found, claim.split_once(": ")) {
        (Err(Failed::Unbuilt(it)), Some(("start", end))) => {
            let advice = it.advice.as_ref().map(ToString::to_string);
            let words = it.reason.clone() + "; " + &advice.unwrap_or_default();
            let fits = it.stage == Stage::Start && words.trim_end_matches("; ").ends_with(end);
            return (!fits).then(|| format!("{it:?}"));
        }
        (Err(Failed::Unbuilt(it)), Some(("build", words))) => {
            let fits = it.stage == Stage::Build && (it.reason + &it.output).contains(words);
            return (!fits).then_some(it.output);
        }
        (Ok(found), None) => found,
        (found, _) => return Some(format!("{found:?}")),
    };
    if let Some(words) = claim.strip_prefix("notes") {
        let notes = found.notes.join("\n");
        let has_all = words.split_whitespace().all(|word| notes.contains(word));
        return (!has_all || notes.is_empty() != words.is_empty()).then_some(notes);
    }
    let prefix = format!("{}/", folder.path().display());
    let words = [found.program.command]
        .into_iter()
        .chain(found.program.args);
    let words = words.map(|word| word.to_string_lossy().replace(&prefix, ""));
    let line = words.collect::<Vec<_>>().join(" ");
    (line != claim).then_some(line)
}

#[test]
fn all_warnings_are_counted() {
    let folder = folder();
    let code = "#warning one of many\n".repeat(100) + "int main(void) {}\n";
    write(folder.path(), &[("main.c", &*code)]);
    let found = Building::default().in_folder(folder.path(), find);
    let warnings = found.expect("it is compiled").warnings;
    assert_eq!(submission::warnings(&warnings).len(), 100);
}

#[test]
fn a_source_in_utf_16_is_named() {
    for name in ["main.c", "game.py", "Main.java", "main.go", "main.rs"] {
        let folder = folder();
        let text: Vec<u8> = "int main(void) {}"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        let text = [&b"\xff\xfe"[..], &text].concat();
        fs::write(folder.path().join(name), text).expect("it can be written");
        let found = Building::default().in_folder(folder.path(), find);
        let reason = own(found.expect_err("no compiler reads it")).reason;
        assert_eq!(
            reason,
            format!("{name} is encoded in UTF-16; save it as UTF-8")
        );
    }
}

#[test]
fn a_source_that_is_a_link_is_named() {
    let folder = folder();
    std::os::unix::fs::symlink("/etc/passwd", folder.path().join("a1.py")).expect("a link");
    let copy = WorkingCopy::of(folder.path()).expect("it is small");
    let reason = own(copy
        .build(&Building::default(), &find)
        .expect_err("it is empty"))
    .reason;
    let expected = "; there is `a1.py`, but it is a link or special file, which is not followed";
    assert!(reason.ends_with(expected), "{reason}");
}

#[test]
fn a_missing_script_is_named_beside_those_that_are_there() {
    let folder = folder();
    write(
        folder.path(),
        &[("proj2.py", ""), ("old/proj1.py", ""), ("notes.txt", "")],
    );
    let prepared = |line: &str| {
        let words: Vec<_> = line.split(' ').map(OsString::from).collect();
        let prepare = |site: Site<'_>| prepare(&words, site, None);
        let in_folder = Building::default().in_folder(folder.path(), prepare);
        let copy = WorkingCopy::of(folder.path()).expect("it is small");
        let in_copy = copy.build(&Building::default(), &prepare);
        let reason = |prepared: Result<_, _>| prepared.err().map(|failed| own(failed).reason);
        assert_eq!(reason(in_folder.clone()), reason(in_copy), "{line}");
        reason(in_folder).unwrap_or_default()
    };
    let there = "; there is `old/proj1.py`, `proj2.py`";
    let outside = |script| {
        format!("`{script}` is outside this folder, and a program can read only what is in it")
    };
    for (line, expected) in [
        ("python3 proj2.py", String::new()),
        (
            "python3 -u proj3.py",
            format!("there is no `proj3.py`{there}"),
        ),
        (
            "/usr/bin/python3.12 proj3.py",
            format!("there is no `proj3.py`{there}"),
        ),
        ("node proj2.js", "there is no `proj2.js`".to_owned()),
        ("python3 ../x/proj2.py", outside("../x/proj2.py")),
        ("../proj2.c", outside("../proj2.c")),
        (
            "python3 /usr/lib/proj3.py",
            format!("there is no `/usr/lib/proj3.py`{there}"),
        ),
        ("python3 ../d'A.py", outside("../d'A.py")),
        ("python3 -m game.main", String::new()),
        ("python3 -W ignore::x.Y proj2.py", String::new()),
        ("sh -c ./proj3.py", String::new()),
        ("java reversi.Main", String::new()),
        ("java -cp out.d reversi.Main", String::new()),
        ("cat save.py", String::new()),
    ] {
        assert_eq!(prepared(line), expected, "{line}");
    }
    if cfg!(target_os = "linux") {
        let elsewhere = prepared("python3 /tmp/x/proj2.py");
        assert_eq!(elsewhere, outside("/tmp/x/proj2.py"));
    }
}

#[test]
fn a_failed_build_has_the_compilers_output() {
    let folder = folder();
    let words = [OsString::from("./a")];
    let build = "echo no such thing >&2; exit 3";
    let unbuilt =
        Building::default().in_folder(folder.path(), |site| prepare(&words, site, Some(build)));
    let unbuilt = own(unbuilt.expect_err("it fails"));
    assert_eq!(unbuilt.stage, Stage::Build);
    assert_eq!(unbuilt.output, "no such thing\n");
    assert!(unbuilt.reason.contains("exit status 3"));
}
