//! Builds that attack the marker.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process;
use std::time::Duration;

use sandbox::{End, Limits};
use submission::{
    BUILD_LIMITS, Building, Failed, Prepared, Site, Stage, WorkingCopy, find, prepare,
};

use super::{build_and_run, folder, own, require, write};

const C: &str = "#include <stdio.h>\nint main(void) { char line[99]; \
                 while (fgets(line, 99, stdin)) printf(\"%s%s\", line, line); return 0; }\n";

fn package(name: &str) -> String {
    format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n")
}

fn passes(files: &[(&str, &str)]) {
    let run = build_and_run(files, BUILD_LIMITS, &Limits::default());
    let run = run.unwrap_or_else(|failed| panic!("{failed:#?}"));
    let printed = String::from_utf8_lossy(&run.stdout);
    assert_eq!((run.end, &*printed), (End::Exited(0), "a\na\nb\nb\n"));
}

fn fails(files: &[(&str, &str)], build: Limits, stage: Stage, words: &str) {
    let run = build_and_run(files, build, &Limits::default());
    let unbuilt = own(run.expect_err("it cannot be built"));
    assert_eq!(unbuilt.stage, stage, "{unbuilt:#?}");
    assert!(unbuilt.reason.contains(words), "{unbuilt:#?}");
}

#[test]
fn each_limit_ends_a_build() {
    require("make");
    let processes = Limits {
        processes: 32,
        ..BUILD_LIMITS
    };
    let memory = Limits {
        memory: 200 << 20,
        ..BUILD_LIMITS
    };
    let wall = Limits {
        wall: Duration::from_secs(1),
        ..BUILD_LIMITS
    };
    let bomb = "b() { b | b & }; b; while :; do :; done";
    let eats = "x=0123456789; while :; do x=$$x$$x; done";
    let sleeps = "setsid sleep 600 & while :; do sleep 600; done";
    for (recipe, build, words) in [
        (bomb, processes, "process limit exceeded"),
        (eats, memory, "memory limit exceeded"),
        ("yes", BUILD_LIMITS, "output limit exceeded"),
        (sleeps, wall, "wall-clock limit exceeded"),
    ] {
        let mark = format!("marked-build-{}-{}", process::id(), words.replace(' ', "-"));
        let makefile = format!("game:\n\t@: {mark}; {recipe}\n");
        fails(&[("Makefile", &makefile)], build, Stage::Build, words);
        let left: Vec<String> = fs::read_dir("/proc")
            .expect("there is a /proc")
            .filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok())
            .map(|line| String::from_utf8_lossy(&line).into_owned())
            .filter(|line| line.contains(&mark))
            .collect();
        assert_eq!(left, Vec::<String>::new(), "{recipe}");
    }
}

fn wrapped(script: &str) -> [(&'static str, String); 4] {
    let wrap = format!(
        "#!/bin/sh\ncase \"$*\" in *--crate-name\\ game*)\n{script}\n;; esac\nexec \"$@\"\n"
    );
    let config = "[build]\nrustc-wrapper = \"./wrap.sh\"\n".to_owned();
    [
        ("Cargo.toml", package("game")),
        ("src/lib.rs", String::new()),
        (".cargo/config.toml", config),
        ("wrap.sh", wrap),
    ]
}

fn message(executable: &str) -> String {
    format!(
        "cat <<END\n{{\"reason\":\"compiler-artifact\",\"package_id\":\"game 0.1.0\",\
         \"manifest_path\":\"/x\",\"profile\":{{\"opt_level\":\"0\",\"debuginfo\":2,\
         \"debug_assertions\":true,\"overflow_checks\":true,\"test\":false}},\"features\":[],\
         \"filenames\":[],\"fresh\":false,\"target\":{{\"name\":\"game\",\"kind\":[\"bin\"],\
         \"crate_types\":[\"bin\"],\"src_path\":\"/s\",\"edition\":\"2021\",\"doc\":true,\
         \"doctest\":false,\"test\":true}},\"executable\":\"{executable}\"}}\nEND\n"
    )
}

fn build(
    files: &[(&str, &str)],
    executable: &str,
    prepare: impl Fn(Site<'_>) -> Result<Prepared, Failed>,
) -> Result<Prepared, Failed> {
    use std::os::unix::fs::PermissionsExt;

    let folder = folder();
    write(folder.path(), files);
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(folder.path().join(executable), mode).expect("it is ours");
    let copy = WorkingCopy::of(folder.path())?;
    copy.build(&Building::default(), &prepare)
}

#[test]
fn a_program_of_cargo_is_in_the_copy_whatever_a_message_says() {
    let outside = folder();
    let reference = outside.path().join("reference");
    fs::copy("/bin/cat", &reference).expect("it can be copied");
    let reference = reference.to_str().expect("text");
    let none = "cargo build made no executable file";
    for (script, reason) in [
        (message(reference), none),
        (message("/bin/cat"), none),
        (message("$PWD/wrap.sh"), none),
        (
            message("$PWD/target/../../../../bin/cat"),
            "there is no file target/../../../../bin/cat in the submission",
        ),
        (
            "mkfifo target/debug/fifo\n".to_owned() + &message("$PWD/target/debug/fifo"),
            "there is no file target/debug/fifo in the submission",
        ),
        (
            "ln -s /bin/cat target/debug/link\n".to_owned() + &message("$PWD/target/debug/link"),
            "there is no file target/debug/link in the submission",
        ),
        (
            "ln -s /bin target/out\n".to_owned() + &message("$PWD/target/out/cat"),
            "there is no file target/out/cat in the submission",
        ),
    ] {
        let files = wrapped(&script);
        let files = files.each_ref().map(|(name, text)| (*name, text.as_str()));
        let unbuilt = own(build(&files, "wrap.sh", find).expect_err("it has no program"));
        assert_eq!(unbuilt.reason, reason, "{unbuilt:#?}");
    }
}

#[test]
fn of_what_cargo_makes_only_the_program_is_kept() {
    let files = [
        ("Cargo.toml", &*package("game")),
        ("src/main.rs", "fn main() {}"),
    ];
    let folder = folder();
    write(folder.path(), &files);
    let copy = WorkingCopy::of(folder.path()).expect("it is small");
    let program = copy.build(&Building::default(), &find);
    let program = program.expect("it can be built").program;
    assert!(Path::new(&program.command).is_file());
    assert!(!program.folder.join("target").exists());
}

#[test]
fn a_product_that_is_a_link_is_no_program() {
    let products = "game:\n\tln -s /bin/cat game\n\tmkfifo fifo\n\tmkdir bin; ln /proc/self/exe bin/x || true\n";
    fails(
        &[("Makefile", products)],
        BUILD_LIMITS,
        Stage::Start,
        "make built no executable file",
    );
    let words = [OsString::from("./game")];
    for recipe in ["ln -s /bin/cat game", "mkfifo game", "mkdir game", "true"] {
        let unbuilt = build(&[("a", "")], "a", |site| {
            prepare(&words, site, Some(recipe))
        });
        let unbuilt = own(unbuilt.expect_err("it has no program"));
        assert_eq!(unbuilt.reason, "there is no file game in the submission");
    }
    let words = [OsString::from("bin/cat")];
    let unbuilt = build(&[("a", "")], "a", |site| {
        prepare(&words, site, Some("ln -s /bin bin"))
    });
    assert!(unbuilt.is_err());
}

#[test]
fn a_message_has_no_path_of_the_copy() {
    let words = [OsString::from("./game")];
    let recipe = "pwd; cd ..; pwd; echo $TMPDIR; false";
    let unbuilt = build(&[("a", "")], "a", |site| {
        let recipe = format!("cd {}; {recipe}", site.folder.display());
        prepare(&words, site, Some(&recipe))
    });
    let unbuilt = own(unbuilt.expect_err("it fails"));
    assert_eq!(unbuilt.reason, format!("cd .; {recipe}: exit status 1"));
    assert_eq!(unbuilt.output, ".\n.\nscratch\n");
}

#[test]
fn a_build_does_not_change_what_its_program_may_read() {
    require("make");
    let outside = folder();
    fs::write(outside.path().join("answers"), "right\n").expect("it can be written");
    fs::copy("/bin/cat", outside.path().join("cat")).expect("it can be copied");
    let outside = outside.path().display();
    for script in [
        format!("#!/bin/sh\\ncat {outside}/answers\\n"),
        format!("#!{outside}/cat\\n"),
    ] {
        let makefile = format!("game:\n\tprintf '{script}' > game\n\tchmod +x game\n");
        let run = build_and_run(&[("Makefile", &makefile)], BUILD_LIMITS, &Limits::default());
        let run = run.expect("it is built");
        assert_ne!(run.end, End::Exited(0));
        assert_eq!(run.stdout, b"");
    }
}

#[test]
fn a_copy_of_root_belongs_to_a_user_of_its_own() {
    let submission = folder();
    write(submission.path(), &[("a", "")]);
    let is_root = submission.path().metadata().expect("it is there").uid() == 0;
    let copy = WorkingCopy::of(submission.path()).expect("it is small");
    let look = |site: Site<'_>| {
        let owner = |path: &Path| path.metadata().expect("it is there").uid();
        let mode = site.folder.metadata().expect("it is there").mode();
        Ok((
            owner(site.folder),
            owner(&site.folder.join("a")),
            mode & 0o7777,
        ))
    };
    let found = copy.build(&Building::default(), &look);
    let (folder, file, mode) = found.expect("nothing is built");
    assert_eq!((folder, mode), (file, 0o700));
    assert!(folder != 0 || !is_root);
}

#[test]
fn a_folder_that_became_a_link_is_gone() {
    require("make");
    let recipe = "all:\n\tcd .. && mv sub sub.real && ln -s /bin sub\n";
    fails(
        &[("sub/Makefile", recipe)],
        BUILD_LIMITS,
        Stage::Start,
        "make built no executable file",
    );
}

#[test]
fn a_build_that_leaves_many_files_fails_with_their_number() {
    require("make");
    let makefile = |count: u32| {
        format!("game: main.c\n\tgcc -o game main.c\n\tmkdir d; cd d; seq {count} | xargs touch\n")
    };
    // In addition: a folder, the Makefile, and two more.
    passes(&[("Makefile", &makefile(19_996)), ("main.c", C)]);
    let files = [("Makefile", &*makefile(19_997)), ("main.c", C)];
    fails(
        &files,
        BUILD_LIMITS,
        Stage::Build,
        "left cannot be used: 20001 files and folders, 0 MiB",
    );
    let large =
        "game: main.c\n\tgcc -o game main.c\n\tfor n in 1 2 3; do truncate -s 200M $$n; done\n";
    let files = [("Makefile", large), ("main.c", C)];
    fails(&files, BUILD_LIMITS, Stage::Build, ", 600 MiB together");
}
