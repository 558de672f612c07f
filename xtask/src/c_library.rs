//! `cargo xtask c-library`.

use std::env;
use std::error::Error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anstream::{eprintln, println};
use clap::Args;
use escargot::CommandMessages;
use escargot::format::Message;

use crate::programs;

#[derive(Args)]
pub(crate) struct Options {
    /// Where to put it; `c-library` beside the programs that cargo builds, if
    /// not given
    folder: Option<PathBuf>,

    /// The cargo profile to build with
    #[arg(long, default_value = "release")]
    profile: String,
}

/// A library, the feature of aps105-lab8 that it is built with, and the
/// functions that it has.
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
    // It has a makeMove, so that it cannot be one with the library that a
    // student's makeMove is linked with.
    Library {
        name: "liblab8strongest",
        feature: "c-make-move",
        functions: &["makeMove"],
    },
];

const PACKAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/aps105-lab8");

/// Files that are copied, and whether a reader may have changed theirs.
const FILES: [(&str, bool); 4] = [
    ("lab8part2.h", false),
    ("liblab8part2.h", false),
    ("example.c", true),
    ("README.md", true),
];

/// The folder for the shared libraries. Beside the static ones `-L.` would
/// find them first, and the handout's command make a program that does not
/// find them when it runs.
const SHARED: &str = "shared";

pub(crate) fn run(options: &Options) -> ExitCode {
    match make(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn make(options: &Options) -> Result<(), Box<dyn Error>> {
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
    for (name, may_be_changed) in FILES {
        let (from, to) = (Path::new(PACKAGE).join("c").join(name), folder.join(name));
        if may_be_changed && to.exists() && fs::read(&from)? != fs::read(&to)? {
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
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    fs::copy(from, to).map_err(|error| at(to, &error))?;
    Ok(())
}

fn at(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// Builds the library, and says where its static and shared form are.
fn build(library: &Library, profile: &str) -> Result<[PathBuf; 2], Box<dyn Error>> {
    let shared_name = format!("{}{}", library.name, env::consts::DLL_SUFFIX);
    // A program that is linked with it asks for it by this name.
    let name_option = if cfg!(target_os = "macos") {
        format!("link-arg=-Wl,-install_name,@rpath/{shared_name}")
    } else {
        format!("link-arg=-Wl,-soname,{shared_name}")
    };
    let mut cargo = programs::cargo();
    cargo
        .args([
            "rustc",
            "--quiet",
            "--message-format=json-render-diagnostics",
        ])
        .arg("--manifest-path")
        .arg(Path::new(PACKAGE).join("Cargo.toml"))
        .args(["--lib", "--crate-type", "staticlib,cdylib"])
        .args(["--profile", profile, "--features", library.feature])
        .args(["--", "-C", "strip=symbols", "-C", &name_option]);
    let mut built = Vec::new();
    for message in CommandMessages::with_command(cargo)? {
        if let Message::CompilerArtifact(artifact) = message?.decode()?
            && artifact.target.name == "aps105_lab8"
        {
            built.extend(
                artifact
                    .filenames
                    .into_iter()
                    .map(std::borrow::Cow::into_owned),
            );
        }
    }
    let find = |suffix: &str| {
        let path = built
            .iter()
            .find(|path| path.to_string_lossy().ends_with(suffix));
        path.cloned()
            .ok_or_else(|| format!("cargo has built no {suffix} file"))
    };
    Ok([find(".a")?, find(env::consts::DLL_SUFFIX)?])
}

/// Makes of an archive of rustc's one whose only object has no names but the
/// `functions`. Rustc's has some hundred objects with names of their own: two
/// such archives cannot be linked into one program, and one of them has all
/// that the functions never use.
#[cfg(target_os = "linux")]
fn join(archive: &Path, to: &Path, functions: &[&str]) -> Result<(), Box<dyn Error>> {
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
    // What rustc leaves of its intermediate code is for no linker of C's: it is
    // that of many objects in one, which some would fail to read.
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

/// Elsewhere the archive stays what rustc has made.
#[cfg(not(target_os = "linux"))]
fn join(archive: &Path, to: &Path, _functions: &[&str]) -> Result<(), Box<dyn Error>> {
    copy(archive, to)
}

#[cfg(target_os = "linux")]
fn call(command: &mut Command) -> Result<(), Box<dyn Error>> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command
        .status()
        .map_err(|error| format!("{program}, which comes with gcc, cannot be run: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{program} has failed: {status}").into())
    }
}
