//! `cargo xtask c-library`.

use std::borrow::Cow;
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
#[cfg(target_os = "linux")]
use std::process::Command;
use std::process::ExitCode;

use anstream::println;
use clap::Args;

use crate::{Result, programs};

#[derive(Args)]
pub(crate) struct Options {
    /// Folder for the library [default: `c-library` beside the programs that
    /// cargo builds]
    folder: Option<PathBuf>,

    /// Cargo profile to build with
    #[arg(long, default_value = "release")]
    profile: String,
}

struct Library {
    name: &'static str,
    feature: &'static str,
    functions: &'static [&'static str],
}

const LIBRARIES: [Library; 2] = [
    Library {
        name: "liblab8part2",
        feature: "c-library",
        functions: &["findSmarterMove", "findSmartestMove", "findStrongestMove"],
    },
    // A student's program, which defines makeMove, is linked with the other library, so this
    // one is separate.
    Library {
        name: "liblab8strongest",
        feature: "c-make-move",
        functions: &["makeMove"],
    },
];

/// The files to copy. If the flag is set, a copy that the user changed is not overwritten.
const FILES: [(&str, bool); 4] = [
    ("lab8part2.h", false),
    ("liblab8part2.h", false),
    ("example.c", true),
    ("README.md", true),
];

/// The folder for the shared libraries. Beside the static ones, `-L.` would find them first,
/// and a program linked by the handout's command would not find them at run time.
const SHARED: &str = "shared";

pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    if cfg!(windows) {
        return Err("the library is made for gcc on Linux and macOS; use WSL here".into());
    }
    let mut made = Vec::new();
    let mut folder = options.folder.clone();
    for library in LIBRARIES {
        let [archive, shared] = build(&library, &options.profile)?;
        let folder = folder.get_or_insert_with(|| archive.with_file_name("c-library"));
        let shared_folder = folder.join(SHARED);
        fs::create_dir_all(&shared_folder).map_err(|error| at(&shared_folder, &error))?;
        let archive_to = format!("{}.a", library.name);
        join(&archive, &folder.join(&archive_to), library.functions)?;
        let shared_to = format!("{SHARED}/{}{}", library.name, env::consts::DLL_SUFFIX);
        copy(&shared, &folder.join(&shared_to))?;
        made.extend([archive_to, shared_to]);
    }
    let folder = folder.expect("there is a library");
    let mut kept = Vec::new();
    let files = course_tests::workspace().join("crates/aps105-lab8/c");
    for (name, keep_changed) in FILES {
        let (from, to) = (files.join(name), folder.join(name));
        if keep_changed && to.exists() && fs::read(&from)? != fs::read(&to)? {
            kept.push(name);
        } else {
            copy(&from, &to)?;
            made.push(name.to_owned());
        }
    }

    println!("{}", folder.display());
    for name in made {
        println!(
            "  {name:<28}{:>9} bytes",
            fs::metadata(folder.join(&name))?.len()
        );
    }
    for name in kept {
        println!("  {name:<28}left as it was there");
    }
    println!(
        "\nTo compile and run the example there:\n  \
         gcc example.c -L. -llab8part2 -std=c99 -o example\n  ./example"
    );
    Ok(ExitCode::SUCCESS)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).map_err(|error| at(to, &error))?;
    Ok(())
}

fn at(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}

fn build(library: &Library, profile: &str) -> Result<[PathBuf; 2]> {
    let shared_name = format!("{}{}", library.name, env::consts::DLL_SUFFIX);
    // Programs load the library by this name.
    let name_option = if cfg!(target_os = "macos") {
        format!("link-arg=-Wl,-install_name,@rpath/{shared_name}")
    } else {
        format!("link-arg=-Wl,-soname,{shared_name}")
    };
    let mut options = vec!["--package", "aps105-lab8", "--lib"];
    options.extend(["--crate-type", "staticlib,cdylib"]);
    options.extend(["--profile", profile, "--features", library.feature]);
    options.extend(["--", "-C", "strip=symbols", "-C", &name_option]);
    let mut built = Vec::new();
    programs::each_artifact("rustc", &options, |artifact| {
        if artifact.target.name == "aps105_lab8" {
            built.extend(artifact.filenames.into_iter().map(Cow::into_owned));
        }
    })?;
    let find = |suffix: &str| -> Result<PathBuf> {
        let ends_so = |path: &&PathBuf| path.to_string_lossy().ends_with(suffix);
        let path = built.iter().find(ends_so).cloned();
        Ok(path.ok_or_else(|| format!("cargo has built no {suffix} file"))?)
    };
    Ok([find(".a")?, find(env::consts::DLL_SUFFIX)?])
}

/// Links the objects in rustc's `archive` into one that defines only the `functions`, and makes
/// it the archive `to`. Rustc's archive has about a hundred objects with names of their own and
/// much unused code; two such archives cannot be linked into one program.
#[cfg(target_os = "linux")]
fn join(archive: &Path, to: &Path, functions: &[&str]) -> Result<()> {
    let object = to.with_extension("o");
    let each = |option: &str| -> Vec<String> {
        let names = functions.iter();
        names.map(|name| format!("{option}{name}")).collect()
    };
    call(
        Command::new("ld")
            .args(["-r", "--gc-sections", "--force-group-allocation"])
            .args(each("--require-defined="))
            .arg("-o")
            .args([&object, archive]),
    )?;
    // C linkers do not need rustc's intermediate code. Some fail if one object contains that of
    // many.
    call(
        Command::new("objcopy")
            .arg("--strip-debug")
            .args(["--remove-section=.llvmbc", "--remove-section=.llvmcmd"])
            .args(each("--keep-global-symbol="))
            .arg(&object),
    )?;
    if to.exists() {
        fs::remove_file(to)?;
    }
    call(Command::new("ar").arg("rcs").args([to, &object]))?;
    Ok(fs::remove_file(object)?)
}

#[cfg(not(target_os = "linux"))]
fn join(archive: &Path, to: &Path, _functions: &[&str]) -> Result<()> {
    copy(archive, to)
}

#[cfg(target_os = "linux")]
fn call(command: &mut Command) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command
        .status()
        .map_err(|error| format!("cannot run {program}, which comes with gcc: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{program} failed: {status}").into())
    }
}
