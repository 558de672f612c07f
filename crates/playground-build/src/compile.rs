//! Compiling the parts of the playground to WebAssembly.

use std::borrow::Cow;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use anstream::eprintln;
use escargot::CommandMessages;
use escargot::format::Message;

use crate::Result;

const TARGET: &str = "wasm32-unknown-unknown";

const PACKAGE: &str = "playground";

/// A part of the package that becomes one file of WebAssembly.
#[derive(Debug)]
pub(crate) struct Module {
    feature: &'static str,
    pub(crate) global: &'static str,
    /// The features of the processor that it needs, for `-C target-feature`.
    target_features: &'static str,
}

pub(crate) const COURSES: Module = Module {
    feature: "courses",
    global: "wasmCourses",
    target_features: "",
};

pub(crate) const CASES: Module = Module {
    feature: "cases",
    global: "wasmCases",
    target_features: "",
};

/// The engine. A browser that lacks SIMD refuses the file.
pub(crate) const ENGINE: Module = Module {
    feature: "engine",
    global: "wasmEngine",
    target_features: "+simd128",
};

pub(crate) fn ensure_target(workspace: &Path) -> Result<()> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut print = Command::new(&rustc);
    print.args(["--print", "target-libdir", "--target", TARGET]);
    let printed = print.current_dir(workspace).output();
    let printed = printed.map_err(|error| cannot_start(&rustc, &error))?;
    let libraries = String::from_utf8_lossy(&printed.stdout);
    if printed.status.success() && Path::new(libraries.trim_end()).is_dir() {
        return Ok(());
    }
    eprintln!("adding the compiler's target {TARGET} with rustup");
    let mut rustup = Command::new("rustup");
    rustup.args(["target", "add", TARGET]);
    let install = || {
        format!(
            "the compiler has no target {TARGET}; install it with `rustup target add {TARGET}`, \
             or with the package manager that the compiler comes from"
        )
    };
    let status = rustup.current_dir(workspace).status();
    let status =
        status.map_err(|error| format!("{}: {}", cannot_start("rustup", &error), install()))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("rustup failed ({status}): {}", install()).into())
    }
}

/// Returns the path of the file that wasm-bindgen reads.
pub(crate) fn compile(module: &Module, workspace: &Path) -> Result<PathBuf> {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut cargo = Command::new(&program);
    cargo
        .current_dir(workspace)
        .args(["rustc", "--quiet", "--locked", "--lib"]);
    cargo.args([
        "--message-format=json-render-diagnostics",
        "--target",
        TARGET,
    ]);
    cargo.args(["--package", PACKAGE, "--profile", "wasm"]);
    cargo.args(["--no-default-features", "--features", module.feature]);
    // The package is an ordinary library in every other build.
    cargo.args(["--crate-type", "cdylib"]);
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags(module, workspace));
    let mut compiled = None;
    let messages = CommandMessages::with_command(cargo)
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    for message in messages {
        let message =
            message.map_err(|error| format!("cannot compile the {}: {error}", module.feature))?;
        if let Message::CompilerArtifact(artifact) = message.decode()? {
            let is_wasm = |file: &PathBuf| file.extension() == Some(OsStr::new("wasm"));
            let mut files = artifact.filenames.into_iter().map(Cow::into_owned);
            compiled = files.find(is_wasm).or(compiled);
        }
    }
    let missing = || format!("cargo named no .wasm of the {}", module.feature);
    Ok(compiled.ok_or_else(missing)?)
}

/// Returns the compiler's flags, separated as `CARGO_ENCODED_RUSTFLAGS` requires.
fn flags(module: &Module, workspace: &Path) -> OsString {
    let mut flags = OsString::new();
    if !module.target_features.is_empty() {
        flags.push("-Ctarget-feature=");
        flags.push(module.target_features);
        flags.push("\x1f");
    }
    // Messages of panics contain paths, which would make the file differ between machines.
    flags.push("--remap-path-prefix=");
    flags.push(workspace);
    flags.push("=.");
    for (variable, home_folder) in [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")] {
        let in_home = || Some(env::home_dir()?.join(home_folder).into_os_string());
        if let Some(folder) = env::var_os(variable).or_else(in_home) {
            flags.push("\x1f--remap-path-prefix=");
            flags.push(folder);
            flags.push("=");
        }
    }
    flags
}

fn cannot_start(program: impl AsRef<OsStr>, error: &std::io::Error) -> String {
    format!("cannot start {}: {error}", program.as_ref().display())
}
