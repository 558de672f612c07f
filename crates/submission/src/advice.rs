//! Advice on the command to type where no program, or more than one, is found.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use crate::archive::shown;
use crate::failed::{Advice, Failed, Unbuilt};
use crate::files::{files, relative};
use crate::language::{ProgramKind, is_source, stem};

const NOTHING: &str = "nothing to run: no Cargo.toml, Makefile or .csproj, no source \
                                  of C, C++, C#, Go, Java, JavaScript, Python or Rust, and no \
                                  executable file";

const INTERPRETERS: [&str; 5] = ["python", "node", "java", "ruby", "sh"];

const NAMED: usize = 8;

/// The number of files that are named if none can be run.
const THERE: usize = 3;

/// Fails because `folder` has nothing to run.
pub(crate) fn nothing(folder: &Path) -> Failed {
    let files = files(folder);
    let names = files.iter().take(THERE).map(|path| relative(path, folder));
    let there = there_is(names);
    Failed::could_not_start(format!("{NOTHING}{there}"))
}

/// Adds the first source of `left_out`, which is no regular file, if nothing else is there.
pub(crate) fn nothing_but(failed: Failed, left_out: &[String]) -> Failed {
    failed.map_unbuilt(|mut unbuilt| {
        if let Some(name) = left_out
            .first()
            .filter(|_| unbuilt.reason.starts_with(NOTHING))
        {
            let but = format!(
                "; there is `{}`, but it is a link or special file, which is not followed",
                shown(name)
            );
            unbuilt.reason.push_str(&but);
        }
        unbuilt
    })
}

/// Returns nothing if there are no `names`.
fn there_is(names: impl Iterator<Item = String>) -> String {
    let names: Vec<_> = names.map(|name| format!("`{}`", shown(&name))).collect();
    match names.len() {
        0 => String::new(),
        _ => format!("; there is {}", names.join(", ")),
    }
}

/// Fails because any of `names` could be the program. `command` runs a `FILE` that is no
/// source.
pub(crate) fn ambiguous(names: &[impl AsRef<str>], command: Option<&str>) -> Failed {
    let names: Vec<_> = names.iter().map(AsRef::as_ref).collect();
    let first = names.first().copied().unwrap_or_default();
    let command = command.or_else(|| is_source(first.as_ref()).then_some("-- FILE"));
    let shown: Vec<_> = names.iter().take(NAMED).map(|name| shown(name)).collect();
    let more = match names.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    with_advice(
        format!(
            "it is not clear which of these is the program: {}{more}",
            shown.join(", ")
        ),
        command.and_then(|command| names.iter().find_map(|name| end_with(name, command))),
    )
}

fn with_advice(reason: String, advice: Option<Advice>) -> Failed {
    Failed::could_not_start(reason).map_unbuilt(|unbuilt| Unbuilt { advice, ..unbuilt })
}

/// Fails if `script` is missing, or the source of the program is.
pub(crate) fn check_script(
    command: &OsStr,
    args: &[OsString],
    folder: &Path,
) -> Result<(), Failed> {
    let path = Path::new(command);
    let name = stem(path);
    let name = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    let script = if INTERPRETERS.contains(&name) {
        // After any option but Python's `-u`, an argument may be its value.
        let first = args.iter().find(|arg| *arg != "-u").map(Path::new);
        first.filter(|arg| is_script(arg, name))
    } else {
        (path.components().count() > 1 || is_source(command)).then_some(path)
    };
    let is_read = |script: &&Path| *script != path || ProgramKind::of(path).is_some();
    let is_outside = |script: &&Path| {
        script.starts_with("..") || *script != path && is_elsewhere(script, folder)
    };
    if let Some(outside) = script.filter(is_read).filter(is_outside) {
        let outside = shown(&outside.to_string_lossy());
        return Err(Failed::could_not_start(format!(
            "`{outside}` is outside this folder, and a program can read only what is in it"
        )));
    }
    let Some(script) = script.filter(|script| !folder.join(script).exists()) else {
        return Ok(());
    };
    let is_like = |path: &PathBuf| match script.extension() {
        Some(ending) => path.extension() == Some(ending),
        None => ProgramKind::of(path).is_some() && stem(path) == stem(script),
    };
    let others = files(folder).into_iter().filter(is_like);
    let others: Vec<_> = others.map(|path| relative(&path, folder)).collect();
    let advice = others.first().filter(|_| script.extension().is_none());
    let advice = advice.and_then(|first| end_with(first, "-- FILE"));
    if others.is_empty() && script == path && !is_source(command) {
        // Another message says that a program is missing.
        return Ok(());
    }
    let there = there_is(others.into_iter().take(NAMED));
    let script = shown(&script.to_string_lossy());
    Err(with_advice(
        format!("there is no `{script}`{there}"),
        advice,
    ))
}

/// Returns `true` for the absolute path of a file that is neither in `folder` nor installed, so that
/// a sandbox hides it. Other systems than Linux have none.
fn is_elsewhere(script: &Path, folder: &Path) -> bool {
    let is_readable = cfg!(not(target_os = "linux")) || script.starts_with("/usr");
    let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    script.is_absolute() && !is_readable && !real(script).starts_with(real(folder))
}

/// Returns `true` if the first argument of an interpreter can be no option and no class.
fn is_script(arg: &Path, interpreter: &str) -> bool {
    let is_option = arg.as_os_str().as_encoded_bytes().starts_with(b"-");
    let is_class = |ending| interpreter == "java" && ending != "java";
    !is_option && arg.extension().is_some_and(|ending| !is_class(ending))
}

/// Returns `None` if a shell could read the name of `file` otherwise, even in quotes.
fn end_with(file: &str, command: &str) -> Option<Advice> {
    let is_plain = |letter: char| letter.is_alphanumeric() || "._-/".contains(letter);
    let is_quoted = |letter: char| letter != '\'' && !letter.is_control();
    let word = match file {
        _ if file.starts_with('-') || !file.chars().all(is_quoted) => return None,
        _ if file.chars().all(is_plain) => file.to_owned(),
        _ => format!("'{file}'"),
    };
    Some(Advice {
        file: file.to_owned(),
        end: command.replace("FILE", &word),
    })
}
