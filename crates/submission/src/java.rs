//! Compiling Java, and its heap.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};

use sandbox::{Limits, Program};

use crate::archive::shown;
use crate::build::{Prepared, compile, tool};
use crate::building::Site;
use crate::failed::Failed;
use crate::files::{argument, read, relative};
use crate::language::{ProgramKind, stem};
use crate::pattern::pattern;
use crate::sources::is_aside;

const CLASSES: &str = "automarker-classes";

pub(crate) fn compile_sources(
    main: &Path,
    sources: &[PathBuf],
    site: Site<'_>,
) -> Result<Prepared, Failed> {
    let folder = site.folder;
    let (main, note) = match site.copy {
        Some(_) => repair(main, sources),
        None => (main.to_owned(), None),
    };
    let main = &*main;
    if !ProgramKind::Java.begins_in(main) {
        return Err(Failed::could_not_start("no Java file has a main method"));
    }
    let beside = main.parent().unwrap_or(folder);
    let package = package(&read(main));
    let root = root(beside, package.as_deref());
    let mut args = vec!["-encoding", "UTF-8", "-d", CLASSES, "-sourcepath"];
    let root_name = argument(relative(root, folder));
    // A class may be in a file with another name, so the files beside the main one are compiled
    // too. javac finds the others by their names.
    let is_neighbour = |path: &&PathBuf| {
        let is_test = is_aside(Path::new(path.file_name().unwrap_or_default()));
        let is_own = !is_test && !is_second(path) && path.is_file();
        path.parent() == Some(beside) && *path != main && is_own
    };
    let neighbours = sources.iter().filter(is_neighbour).map(PathBuf::as_path);
    let neighbours = iter::once(main).chain(neighbours);
    let neighbours: Vec<_> = neighbours
        .map(|path| argument(relative(path, folder)))
        .collect();
    args.push(&root_name);
    args.extend(neighbours.iter().map(String::as_str));
    let class = main.file_stem().unwrap_or_default().to_string_lossy();
    let class = package.map_or_else(|| class.to_string(), |package| format!("{package}.{class}"));
    // Java takes an argument with another first letter for an option.
    if !class.starts_with(|first: char| first.is_alphabetic() || "_$".contains(first)) {
        let why = format!("`{class}` is not the name of a Java class");
        return Err(Failed::could_not_start(why));
    }
    let messages = compile("javac", &args, site)?;
    let path = env::join_paths([folder.join(CLASSES), root.to_owned()])
        .map_err(|error| Failed::could_not_start(format!("no class path: {error}")))?;
    let args = ["-cp".into(), path, class.into()];
    let mut built = messages.of(tool("java", &args, site)?);
    built.notes.extend(note);
    Ok(built)
}

/// Removes what javac refuses and an editor or browser added: byte order marks, and the number
/// in `Reversi (1).java`. Returns the new path of `main`, and a note if it is another one.
fn repair(main: &Path, sources: &[PathBuf]) -> (PathBuf, Option<String>) {
    for path in sources {
        let text = fs::read(path).unwrap_or_default();
        if let Some(rest) = text.strip_prefix(b"\xef\xbb\xbf") {
            // Without it, javac reports an error in the file.
            let _ = fs::write(path, rest);
        }
    }
    let Some(base) = without_number(main) else {
        return (main.to_owned(), None);
    };
    let text = read(main);
    let class = pattern(r"\bpublic\s+(?:final\s+)?class\s+(\w+)").captures(&text);
    let class = class.map(|found| found[1].to_owned());
    let class = class
        .filter(|class| class.eq_ignore_ascii_case(&base))
        .unwrap_or(base);
    let renamed = main.with_file_name(format!("{class}.java"));
    let name = main.file_name().unwrap_or_default().to_string_lossy();
    let note = format!("the file `{}` is marked as `{class}.java`", shown(&name));
    if renamed.exists() || fs::rename(main, &renamed).is_err() {
        return (main.to_owned(), None);
    }
    (renamed, Some(note))
}

/// Returns the name without the number of `Reversi (1).java`, and without the ending.
fn without_number(file: &Path) -> Option<String> {
    let stem = stem(file);
    let found = pattern(r"^(.+?) ?\(\d+\)$").captures(&stem)?;
    Some(found[1].to_owned())
}

/// Returns `true` if a browser saved the same file before.
fn is_second(file: &Path) -> bool {
    let first = without_number(file).map(|base| file.with_file_name(base + ".java"));
    first.is_some_and(|first| first.exists())
}

fn package(source: &str) -> Option<String> {
    let mut lines = source.trim_start_matches('\u{feff}').lines();
    let name = lines.find_map(|line| line.trim().strip_prefix("package "))?;
    Some(name.split(';').next()?.trim().to_owned())
}

/// Returns the folder that contains the folders of `package`, or `beside` if folders are not
/// named after packages.
fn root<'a>(beside: &'a Path, package: Option<&str>) -> &'a Path {
    let mut root = beside;
    for part in package.into_iter().flat_map(|package| package.rsplit('.')) {
        match root.parent() {
            Some(parent) if root.file_name() == Some(OsStr::new(part)) => root = parent,
            _ => return beside,
        }
    }
    root
}

/// Limits the heap of a Java virtual machine to three quarters of the memory limit, unless the
/// command does. The machine cannot see that limit, and would size its heap by the computer's
/// memory. Puts its temporary files in its own folder: it ignores `TMPDIR`, and not every
/// sandbox has `/tmp`. The options are on the command line, since the machine prints those from
/// its environment.
pub fn limit_java_heap(program: &mut Program, limits: &Limits) {
    let is_java = Path::new(&program.command).file_stem() == Some(OsStr::new("java"));
    let has_option = program.args.iter().any(|arg| {
        let arg = arg.as_encoded_bytes();
        [&b"-Xm"[..], b"-XX:Max", b"-XX:Initial"]
            .iter()
            .any(|option| arg.starts_with(option))
    });
    if is_java && !has_option {
        let mebibytes = ((limits.memory / 4 * 3) >> 20).max(2);
        let options = [format!("-Xmx{mebibytes}m"), "-Djava.io.tmpdir=.".to_owned()];
        program.args.splice(0..0, options.map(Into::into));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_java_machine_without_options_gets_a_heap_limit() {
        let args = |command: &str, args: &[&str]| {
            let mut program = Program {
                command: command.into(),
                args: args.iter().map(Into::into).collect(),
                ..Program::default()
            };
            limit_java_heap(&mut program, &Limits::default());
            program.args
        };
        let limited = ["-Xmx768m", "-Djava.io.tmpdir=.", "Main"];
        assert_eq!(args("/usr/bin/java", &["Main"]), limited);
        assert_eq!(args("java", &["-Xms9m", "Main"]), ["-Xms9m", "Main"]);
        assert_eq!(args("python3", &["a.py"]), ["a.py"]);
    }
}
