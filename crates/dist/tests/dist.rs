//! `cargo xtask dist` with prebuilt programs.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

const LINUX: &str = "x86_64-unknown-linux-musl";
const WINDOWS: &str = "x86_64-pc-windows-gnu";

fn names() -> impl Iterator<Item = &'static str> {
    let courses = courses::ALL.iter().map(|course| course.name);
    courses.chain(["automarker", "leaderboard", "reversi-engine"])
}

fn programs(suffix: &str) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    for program in names() {
        let path = folder.path().join(format!("{program}{suffix}"));
        fs::write(&path, format!("the code of {program}")).expect("it can be written");
    }
    folder
}

fn dist(from: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dist"));
    command.current_dir(from).args(arguments);
    command.env("SOURCE_DATE_EPOCH", "1700000000");
    command
}

fn text(path: &Path) -> &str {
    path.to_str().expect("temporary folders have plain names")
}

fn pack(from: &Path, folder: &Path, target: &str) -> Vec<(String, Vec<u8>)> {
    let output = TempDir::new().expect("a temporary folder");
    let arguments = ["--target", target, "--programs", text(folder), "--output"];
    let run = dist(from, &[&arguments[..], &[text(output.path())]].concat())
        .output()
        .expect("it runs");
    assert!(run.status.success(), "{run:?}");
    let files = fs::read_dir(output.path()).expect("it is a folder");
    let mut files: Vec<(String, Vec<u8>)> = files
        .map(|file| {
            let path = file.expect("it can be listed").path();
            let name = path.file_name().expect("a name").to_string_lossy();
            (name.into_owned(), fs::read(&path).expect("a file"))
        })
        .collect();
    files.sort();
    files
}

#[test]
fn two_folders_with_the_same_programs_give_the_same_bytes() {
    for (target, suffix) in [(LINUX, ""), (WINDOWS, ".exe")] {
        let (one, other) = (programs(suffix), programs(suffix));
        let old = SystemTime::now() - Duration::from_secs(100_000);
        for program in names() {
            let path = other.path().join(format!("{program}{suffix}"));
            let file = File::options()
                .append(true)
                .open(path)
                .expect("it is there");
            file.set_modified(old).expect("the time can be set");
        }
        let first = pack(one.path(), one.path(), target);
        let second = pack(&std::env::temp_dir(), other.path(), target);
        assert!(first == second, "{target}: the bytes differ");

        fs::write(other.path().join(format!("cmsc201{suffix}")), "other code")
            .expect("it can be written");
        let third = pack(one.path(), other.path(), target);
        assert!(first != third, "{target}: the bytes are the same");
    }
}

#[test]
fn each_system_has_its_packages_and_all_have_sums() {
    for (target, suffix, expected) in [
        (
            LINUX,
            "",
            &[
                "SHA256SUMS",
                "automarker-VERSION.npm.tgz",
                "automarker-linux-x64-VERSION.npm.tgz",
                "automarker-x86_64-unknown-linux-musl-vVERSION.tgz",
                "reversi-courses_VERSION_amd64.deb",
                "reversi_courses-VERSION-py3-none-manylinux_2_17_x86_64.musllinux_1_1_x86_64.whl",
            ][..],
        ),
        (
            WINDOWS,
            ".exe",
            &[
                "SHA256SUMS",
                "automarker-VERSION.npm.tgz",
                "automarker-win32-x64-VERSION.npm.tgz",
                "automarker-x86_64-pc-windows-gnu-vVERSION.zip",
                "reversi_courses-VERSION-py3-none-win_amd64.whl",
            ],
        ),
    ] {
        let folder = programs(suffix);
        let files = pack(folder.path(), folder.path(), target);
        let names: Vec<&str> = files.iter().map(|(name, _)| &**name).collect();
        let version = env!("CARGO_PKG_VERSION");
        let expected: Vec<String> = expected
            .iter()
            .map(|name| name.replace("VERSION", version))
            .collect();
        assert_eq!(names, expected);
        let sums = String::from_utf8_lossy(&files[0].1);
        let summed = sums
            .lines()
            .filter_map(|line| Some(line.split_once("  ")?.1));
        assert!(summed.eq(names.into_iter().skip(1)), "{sums}");
    }
}

#[test]
fn a_file_of_an_earlier_run_is_in_the_sums() {
    let (folder, output) = (programs(""), TempDir::new().expect("a temporary folder"));
    for name in ["flake.nix", "SHA256SUMS"] {
        fs::write(output.path().join(name), "").expect("it can be written");
    }
    let arguments = ["--target", LINUX, "--programs", text(folder.path())];
    let run = dist(folder.path(), &arguments)
        .args(["--output", text(output.path())])
        .output()
        .expect("it runs");
    assert!(run.status.success(), "{run:?}");
    let sums = fs::read_to_string(output.path().join("SHA256SUMS")).expect("it is there");
    assert!(sums.contains("  flake.nix\n"), "{sums}");
    assert!(!sums.contains("  SHA256SUMS\n"), "{sums}");
}

#[test]
fn an_archive_has_the_programs_their_documents_and_the_extras() {
    let folder = programs("");
    for extra in ["playground/playground.html", "c-library/liblab8part2.a"] {
        let path = folder.path().join(extra);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, "extra").expect("it can be written");
    }
    let files = pack(folder.path(), folder.path(), LINUX);
    let is_archive = |(name, _): &&(String, Vec<u8>)| name.contains(LINUX);
    let (name, bytes) = files.iter().find(is_archive).expect("it is there");
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(&**bytes));
    let root = name.strip_suffix(".tgz").expect("it is an archive");
    let mut paths = Vec::new();
    for file in archive.entries().expect("it is an archive") {
        let file = file.expect("it is an entry");
        let path = file.path().expect("a path");
        let path = path.strip_prefix(root).expect("all lie in one folder");
        paths.push(path.display().to_string());
        let is_program =
            names().any(|name| name == text(path)) || file.header().entry_type().is_dir();
        let header = file.header();
        let numbers = [header.uid(), header.gid(), header.mtime()];
        let numbers = numbers.map(|number| number.expect("a number"));
        assert_eq!(numbers, [0, 0, 1_700_000_000], "{path:?}");
        let mode = header.mode().expect("a number");
        assert_eq!(mode, if is_program { 0o755 } else { 0o644 }, "{path:?}");
    }
    let others = [
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "completions/automarker.bash",
        "docs/CASES.md",
        "docs/gradescope.md",
        "fixtures/utoronto-a1/draw.in",
        "man/man1/automarker-batch.1",
        "playground.html",
        "c-library/liblab8part2.a",
    ];
    let pages = names().map(|program| format!("man/man1/{program}.1"));
    for path in names().chain(others).map(str::to_owned).chain(pages) {
        assert!(paths.contains(&path), "{path} is missing");
    }
}

#[test]
fn what_is_missing_is_named() {
    let folder = programs("");
    fs::remove_file(folder.path().join("revergo")).expect("it is there");
    let packing = ["--target", LINUX, "--programs", text(folder.path())];
    let mac = ["--target", "aarch64-apple-darwin"];
    for (arguments, expected) in [
        (&packing[..], "revergo: ".to_owned()),
        (&["--target", WINDOWS], "gcc-mingw-w64-x86-64".to_owned()),
        (&mac, "are on macOS only".to_owned()),
        (&["--target", "sparc"], format!("[possible values: {LINUX}")),
        (&["--programs", "."], "--target <TARGET>".to_owned()),
    ] {
        let output = TempDir::new().expect("a temporary folder");
        let run = dist(folder.path(), arguments)
            .args(["--output", text(output.path())])
            // The compiler is found, but no linker.
            .env("RUSTC", rustc())
            .env("PATH", folder.path())
            .output()
            .expect("it runs");
        let printed = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{printed}");
        assert!(printed.contains(&expected), "{arguments:?}: {printed}");
        let written = fs::read_dir(output.path()).expect("it is a folder").count();
        assert_eq!(written, 0, "{arguments:?}");
    }
}

/// Returns the path of the compiler itself: the one in the PATH may be a shim.
fn rustc() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "sysroot"]).output();
    let sysroot = output.expect("there is a compiler").stdout;
    let sysroot = String::from_utf8(sysroot).expect("a plain name");
    format!(
        "{}/bin/rustc{}",
        sysroot.trim_end(),
        std::env::consts::EXE_SUFFIX
    )
}
