//! Advice on the command to type where no program, or more than one, is found.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use crate::archive::shown;
use crate::failed::Failed;
use crate::files::{ends_in, files, relative};

/// The ends of commands that build and run a source file, by its ending. `FILE` is the
/// file, and `NAME` is its name without the ending.
const COMMANDS: [(&str, &str); 10] = [
    ("py", "-- python3 FILE"),
    ("c", "--build 'gcc -O2 -o NAME FILE -lm' -- ./NAME"),
    ("cpp", "--build 'g++ -O2 -o NAME FILE' -- ./NAME"),
    ("cc", "--build 'g++ -O2 -o NAME FILE' -- ./NAME"),
    ("cxx", "--build 'g++ -O2 -o NAME FILE' -- ./NAME"),
    ("java", "-- java FILE"),
    ("js", "-- node FILE"),
    ("rs", "--build 'rustc -O -o NAME FILE' -- ./NAME"),
    ("go", "--build 'go build -o NAME FILE' -- ./NAME"),
    ("rb", "-- ruby FILE"),
];

const INTERPRETERS: [(&str, &str); 5] = [
    ("python", "py"),
    ("node", "js"),
    ("java", "java"),
    ("ruby", "rb"),
    ("sh", "sh"),
];

const NAMED: usize = 3;

/// It is not clear which of `names` is the program. `command` is one that runs `FILE`, where
/// that is not known by its ending.
pub(crate) fn ambiguous(names: &[impl AsRef<str>], command: Option<&str>) -> Failed {
    let names: Vec<_> = names.iter().map(AsRef::as_ref).collect();
    let first = names.first().copied().unwrap_or_default();
    let command = command.or_else(|| self::command(first));
    let advice = command.and_then(|command| end_with(&[first], command));
    Failed::could_not_start(format!(
        "it is not clear which of these is the program: {}{}",
        names.join(", "),
        advice.unwrap_or_default()
    ))
}

pub(crate) fn nothing_to_run(folder: &Path) -> Failed {
    let names: Vec<_> = files(folder)
        .iter()
        .map(|path| relative(path, folder))
        .collect();
    let advice = names.iter().find_map(|first| {
        let command = command(first)?;
        let ending = Path::new(first).extension()?.to_str()?;
        let mut together = vec![first.as_str()];
        if command.starts_with("--build") {
            let others = names.iter().map(String::as_str);
            let others = others.filter(|name| ends_in(Path::new(name), ending) && name != first);
            together.extend(others);
        }
        end_with(&together, command)
    });
    Failed::could_not_start(format!(
        "nothing to run: no Cargo.toml or Makefile, and no .java, .c, .py or executable file{}",
        advice.unwrap_or_default()
    ))
}

pub(crate) fn check_script(
    command: &OsStr,
    args: &[OsString],
    folder: &Path,
) -> Result<(), Failed> {
    let stem = Path::new(command).file_stem().unwrap_or_default();
    let stem = stem.to_string_lossy();
    let stem = stem.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    let Some((_, ending)) = INTERPRETERS.iter().find(|(name, _)| *name == stem) else {
        return check_built(Path::new(command), folder);
    };
    let scripts = args.iter().map(Path::new);
    let Some(script) = scripts.into_iter().find(|arg| ends_in(arg, ending)) else {
        return Ok(());
    };
    if folder.join(script).exists() {
        return Ok(());
    }
    let others = files(folder);
    let others = others.iter().filter(|path| ends_in(path, ending));
    let others: Vec<_> = others.map(|path| relative(path, folder)).collect();
    let there = match others.as_slice() {
        [] => String::new(),
        others => format!("; there is {}", listed(others)),
    };
    let script = shown(&script.to_string_lossy());
    Err(Failed::could_not_start(format!(
        "there is no `{script}`{there}"
    )))
}

/// Fails if a program is named that is not built yet, and its source is there.
fn check_built(program: &Path, folder: &Path) -> Result<(), Failed> {
    if program.components().count() == 1 || folder.join(program).exists() {
        return Ok(());
    }
    let files = files(folder);
    let sources = files.iter().map(|path| relative(path, folder));
    let mut own = sources.filter(|name| Path::new(name).file_stem() == program.file_stem());
    let Some(advice) = own.find_map(|source| end_with(&[&source], command(&source)?)) else {
        return Ok(());
    };
    let program = shown(&program.to_string_lossy());
    let reason = format!("there is no `{program}`{advice}");
    Err(Failed::could_not_start(reason))
}

/// Returns the end of a command that builds and runs the source `file`, if it is one: the
/// option `--build`, and the program after `--`.
pub fn command_for(file: &str) -> Option<String> {
    filled(&[file], command(file)?)
}

fn command(file: &str) -> Option<&'static str> {
    let ending = Path::new(file).extension()?;
    let mut commands = COMMANDS.iter();
    commands
        .find(|(name, _)| ending == *name)
        .map(|(_, command)| *command)
}

fn filled(files: &[&str], command: &str) -> Option<String> {
    let is_plain = |letter: char| letter.is_alphanumeric() || "._-/".contains(letter);
    if !files
        .iter()
        .all(|file| file.chars().all(is_plain) && !file.starts_with('-'))
    {
        return None;
    }
    let name = Path::new(files.first()?).file_stem()?.to_str()?;
    let filled = command.replace("FILE", &files.join(" "));
    Some(filled.replace("NAME", name))
}

fn end_with(files: &[&str], command: &str) -> Option<String> {
    let command = filled(files, command)?;
    let files = listed(files);
    Some(format!(
        "; to run {files}, end the command with `{command}`"
    ))
}

fn listed(names: &[impl AsRef<str>]) -> String {
    let names = names.iter().take(NAMED);
    let names = names.map(|name| format!("`{}`", shown(name.as_ref())));
    names.collect::<Vec<_>>().join(", ")
}
