//! `cargo xtask dist` with programs that are there already.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

const LINUX: &str = "x86_64-unknown-linux-musl";
const WINDOWS: &str = "x86_64-pc-windows-gnu";
const PROGRAMS: [&str; 8] = [
    "aps105-lab8",
    "automarker",
    "cmsc201",
    "comp10050",
    "leaderboard",
    "reversi-engine",
    "revergo",
    "utoronto-a1",
];

/// Writes something for each program of which the name ends in `suffix`.
fn programs(suffix: &str) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    for program in PROGRAMS {
        let path = folder.path().join(format!("{program}{suffix}"));
        fs::write(&path, format!("the code of {program}")).expect("it can be written");
    }
    folder
}

/// Runs the program in the folder `from`.
fn dist(from: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dist"));
    command.current_dir(from).args(arguments);
    command.env("SOURCE_DATE_EPOCH", "1700000000");
    command
}

fn text(path: &Path) -> &str {
    path.to_str().expect("temporary folders have plain names")
}

/// Packs the programs in `folder`. Returns the files that it writes, in the order of
/// their names.
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
        for program in PROGRAMS {
            let path = other.path().join(format!("{program}{suffix}"));
            let file = File::options()
                .append(true)
                .open(path)
                .expect("it is there");
            file.set_modified(old).expect("the time can be set");
        }
        let first = pack(one.path(), one.path(), target);
        let second = pack(&std::env::temp_dir(), other.path(), target);
        let names: Vec<&String> = first.iter().map(|(name, _)| name).collect();
        let format = if suffix.is_empty() { "tgz" } else { "zip" };
        let version = env!("CARGO_PKG_VERSION");
        let archive = format!("automarker-{target}-v{version}.{format}");
        assert_eq!(names, ["SHA256SUMS", &*archive]);
        assert!(first == second, "{target}: the bytes differ");

        fs::write(other.path().join(format!("cmsc201{suffix}")), "other code")
            .expect("it can be written");
        let third = pack(one.path(), other.path(), target);
        assert!(first[0] != third[0], "{target}: the sums are the same");
        assert!(first[1] != third[1], "{target}: the bytes are the same");
    }
}

#[test]
fn an_archive_has_the_programs_their_documents_and_the_licences() {
    let folder = programs("");
    let files = pack(folder.path(), folder.path(), LINUX);
    let (name, bytes) = &files[1];
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(&**bytes));
    let root = name.strip_suffix(".tgz").expect("it is an archive");
    let mut paths = Vec::new();
    for file in archive.entries().expect("it is an archive") {
        let file = file.expect("it is an entry");
        let path = file.path().expect("a path");
        let path = path.strip_prefix(root).expect("all lie in one folder");
        paths.push(path.display().to_string());
        let is_program = PROGRAMS.contains(&text(path));
        let mode = file.header().mode().expect("a number");
        assert_eq!(mode, if is_program { 0o755 } else { 0o644 }, "{path:?}");
    }
    let texts = ["LICENSE-APACHE", "LICENSE-MIT", "README.md"];
    let pages = PROGRAMS.map(|program| format!("man/man1/{program}.1"));
    for path in PROGRAMS
        .into_iter()
        .chain(texts)
        .chain(pages.iter().map(|page| &**page))
    {
        assert!(paths.iter().any(|found| found == path), "{path} is missing");
    }
}

#[test]
fn what_is_missing_is_named() {
    let folder = programs("");
    fs::remove_file(folder.path().join("revergo")).expect("it is there");
    let packing = ["--target", LINUX, "--programs", text(folder.path())];
    let mac = if cfg!(target_os = "macos") {
        ["--target", "x86_64-pc-windows-msvc"]
    } else {
        ["--target", "aarch64-apple-darwin"]
    };
    let system = if cfg!(target_os = "macos") {
        "Windows"
    } else {
        "macOS"
    };
    for (arguments, expected) in [
        (&packing[..], "revergo: ".to_owned()),
        (&["--target", WINDOWS], "gcc-mingw-w64-x86-64".to_owned()),
        (&mac, format!("are on {system} only")),
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

/// Returns the path of the compiler itself: what is in the PATH may start another.
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

/// Returns a text of the workspace.
fn read(path: &str) -> String {
    let path = course_tests::workspace().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn cargo_binstall_finds_each_program_in_the_archive() {
    let version = env!("CARGO_PKG_VERSION");
    for program in PROGRAMS {
        let manifest: toml::Table = read(&format!("crates/{program}/Cargo.toml"))
            .parse()
            .expect("it is a manifest");
        let package = &manifest["package"];
        assert_eq!(
            package["repository"]["workspace"].as_bool(),
            Some(true),
            "{program}"
        );
        let given = package
            .get("metadata")
            .and_then(|metadata| metadata.get("binstall"));
        let template = |key: &str, default: &str| {
            let given = given.and_then(|table| table.get(key)?.as_str());
            given
                .unwrap_or(default)
                .replace("{ repo }", "REPO")
                .replace("{ name }", program)
                .replace("{ bin }", program)
                .replace("{ binary-ext }", "")
                .replace("{ target }", LINUX)
                .replace("{ version }", version)
                .replace("{ archive-suffix }", ".tgz")
        };
        // The defaults are those that its SUPPORT.md lists and that fit.
        let url = template(
            "pkg-url",
            "{ repo }/releases/download/v{ version }/{ name }-{ target }-v{ version }{ archive-suffix }",
        );
        let path = template(
            "bin-dir",
            "{ name }-{ target }-v{ version }/{ bin }{ binary-ext }",
        );
        let folder = format!("automarker-{LINUX}-v{version}");
        assert_eq!(
            url,
            format!("REPO/releases/download/v{version}/{folder}.tgz")
        );
        assert_eq!(path, format!("{folder}/{program}"));
    }
}

#[test]
fn the_commands_of_the_readme_name_the_archives_of_this_version() {
    let readme = read("README.md");
    let version = env!("CARGO_PKG_VERSION");
    for archive in [
        format!("automarker-{LINUX}-v{version}.tgz"),
        format!("automarker-x86_64-pc-windows-msvc-v{version}.zip"),
    ] {
        assert!(readme.contains(&archive), "{archive}");
    }
}
