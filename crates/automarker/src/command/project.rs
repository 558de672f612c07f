//! The project in the current folder: completes the arguments from it, and stores them in it.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use course::Course;
use courses::ALL;
use serde::{Deserialize, Serialize};
use submission::{is_project, is_source};

use super::failure::Failure;
use super::output::print;
use super::prepare::near;
use crate::cli::{InitArgs, SingleArgs, TypedArgs};
use crate::guess::{Guess, guess};
use crate::named::named;
use crate::options::{Compare, Judge};
use crate::quote::quoted_all;
use crate::replace::replace;
use crate::toolchains::is_in_path;

const FILE: &str = "automarker.toml";

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Project {
    course: String,
    build: Option<String>,
    program: Option<Vec<String>>,
    compare: Option<String>,
    judge: Option<String>,
    cases: Option<PathBuf>,
}

/// Completes `args` from the typed words, or else from `automarker.toml`. Without either,
/// guesses the course.
pub(super) fn complete(mut args: SingleArgs) -> Result<SingleArgs, Failure> {
    (args.course, args.program) = typed(&args.typed, args.marking.build.is_some())?;
    args.is_bare = args.course.is_none()
        && args.program.is_empty()
        && args.marking.build.is_none()
        && args.marking.compare.is_none()
        && args.marking.cases.folder.is_none();
    if let Some(project) = &remembered().map_err(Failure::Usage)? {
        fill(&mut args, project)?;
    } else if args.program.is_empty() && !is_project(Path::new(".")) {
        return Err(Failure::usage(
            "this folder has thousands of files and no program in it; run `automarker` in the \
             folder of one program",
        ));
    }
    if args.course.is_none() {
        let (course, why) = find_course()?;
        args.guessed = Some(format!(
            "the course is {}, because {why}; `automarker init {0}` saves it",
            course.name
        ));
        args.course = Some(course);
    }
    if args.program.is_empty() && Path::new("Cargo.toml").is_file() {
        // In place, only changes are compiled.
        args.program = ["cargo", "run", "--quiet"].map(OsString::from).to_vec();
    }
    args.program = meant(args.program);
    Ok(args)
}

fn remembered() -> Result<Option<Project>, String> {
    match fs::read_to_string(FILE) {
        // The message contains the place and the line.
        Ok(text) => toml::from_str(&text)
            .map(Some)
            .map_err(|error| format!("{FILE}: {}", error.to_string().trim_end())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("cannot read {FILE}: {error}")),
    }
}

/// Splits a command line as beginners type it: the word that names a course, and the program's
/// words, which need no `--` before them. `is_built` is set if a build may make the program.
fn typed(
    args: &TypedArgs,
    is_built: bool,
) -> Result<(Option<&'static Course>, Vec<OsString>), Failure> {
    let mut words = args.words.clone();
    let at = words.iter().position(|word| named(word).is_some());
    let course = at.and_then(|at| named(&words.remove(at))).transpose();
    let course = course.map_err(Failure::usage)?;
    let is_built = is_built && words.is_empty();
    words.extend_from_slice(&args.rest);
    if let Some(first) = words.first()
        && !names_program(first)
        && !is_built
    {
        return Err(unknown(&first.to_string_lossy(), course));
    }
    Ok((course, words))
}

/// A missing file counts as a program, so that the report names the files that exist.
fn names_program(word: &OsStr) -> bool {
    let path = Path::new(word);
    let is_file = path.is_file() || path.extension().is_some() || path.components().count() > 1;
    is_file && !path.is_dir() && !is_quoted_command(word) || is_in_path(word)
}

/// Returns `true` for a command and its arguments in one word.
fn is_quoted_command(word: &OsStr) -> bool {
    let words = word.to_string_lossy();
    let command = words.split_once(' ').map(|(command, _)| command);
    command.is_some_and(|it| is_in_path(it.as_ref())) && !Path::new(word).exists()
}

fn unknown(word: &str, course: Option<&Course>) -> Failure {
    if Path::new(word).is_dir() {
        let course = course.map_or("COURSE", |course| course.name);
        let command = quoted_all(&["automarker", "submission", course, word]);
        return Failure::usage(format_args!(
            "{word} is a folder, not a program; `{command}` marks it"
        ));
    }
    if is_quoted_command(word.as_ref()) {
        return Failure::usage(format_args!(
            "\"{word}\" is not a program: leave out the quotation marks"
        ));
    }
    let files = fs::read_dir(".").into_iter().flatten().flatten();
    let files = files.filter_map(|file| file.file_name().into_string().ok());
    let files: Vec<_> = files.filter(|name| names_program(name.as_ref())).collect();
    let courses = ALL.iter().map(|course| course.name);
    let courses = courses.filter(|_| course.is_none());
    let near = near(word, courses.chain(files.iter().map(String::as_str)));
    Failure::usage(match course {
        None => format!(
            "{word:?} is neither a course nor a program{near}; `automarker courses` lists the courses"
        ),
        Some(_) => format!("{word:?} is not a program{near}"),
    })
}

/// Returns the command that `words` mean in the current folder: Python runs a Python file, and
/// a name that is neither a source nor a system command is a file.
fn meant(mut words: Vec<OsString>) -> Vec<OsString> {
    let Some(first) = words.first() else {
        return words;
    };
    let path = Path::new(first);
    let is_here = path.components().count() == 1 && path.is_file();
    if path.extension().is_some_and(|ending| ending == "py") {
        words.insert(0, "python3".into());
    } else if is_here && !is_source(first) && !is_in_path(first) {
        words[0] = Path::new(".").join(first).into();
    }
    words
}

fn fill(args: &mut SingleArgs, project: &Project) -> Result<(), Failure> {
    let wrong = |name: &str, value: &str, why: &str| {
        Failure::Usage(format!("{FILE}: {name} = {value:?}: {why}"))
    };
    if args.course.is_none() {
        let course = named(project.course.as_ref())
            .transpose()
            .map_err(Failure::Usage)?;
        let unknown = || {
            let names: Vec<_> = ALL.iter().map(|course| course.name).collect();
            let why = format!("there is no such course, only {}", names.join(", "));
            wrong("course", &project.course, &why)
        };
        args.course = Some(course.ok_or_else(unknown)?);
    }
    if args.program.is_empty() {
        let words = project.program.iter().flatten();
        args.program = words.map(OsString::from).collect();
    }
    let marking = &mut args.marking;
    if marking.build.is_none() {
        marking.build.clone_from(&project.build);
    }
    if let (None, Some(name)) = (marking.compare, &project.compare) {
        let named = Compare::ALL.into_iter().find(|it| it.name() == name);
        let names = Compare::ALL.map(Compare::name).join(", ");
        let unknown = || wrong("compare", name, &format!("it is one of {names}"));
        marking.compare = Some(named.ok_or_else(unknown)?);
    }
    if let (None, Some(name)) = (marking.judge, &project.judge) {
        let parsed = Judge::from_str(name, false);
        marking.judge = Some(parsed.map_err(|_| wrong("judge", name, "it is text or rules"))?);
    }
    if marking.cases.folder.is_none() {
        marking.cases.folder.clone_from(&project.cases);
    }
    Ok(())
}

fn find_course() -> Result<Guess, Failure> {
    let here = env::current_dir().map_err(Failure::file("find", Path::new(".")))?;
    if let Some(guess) = guess(&here) {
        return Ok(guess);
    }
    let names: Vec<_> = ALL.iter().map(|course| course.name).collect();
    Err(Failure::usage(format!(
        "neither the files nor the name of this folder tell the course; name it, as in \
         `automarker {}`: {}",
        names[0],
        names.join(", ")
    )))
}

pub(super) fn init(args: &InitArgs) -> Result<bool, Failure> {
    let (course, words) = typed(&args.typed, args.build.is_some())?;
    let (course, why) = match course {
        Some(course) => (course, None),
        None => find_course().map(|(course, why)| (course, Some(why)))?,
    };
    let words = meant(words);
    let words = words.iter().map(|word| word.to_string_lossy().into_owned());
    let words: Vec<String> = words.collect();
    let project = Project {
        course: course.name.to_owned(),
        build: args.build.clone(),
        program: (!words.is_empty()).then_some(words),
        ..Project::default()
    };
    let path = Path::new(FILE);
    if path.exists() && !args.force {
        let why = format!("{FILE} exists; replace it with --force");
        return Err(Failure::Usage(why));
    }
    let text = toml::to_string(&project).expect("text and lists can be written");
    replace(path, text.as_bytes()).map_err(Failure::file("write", path))?;
    let because = why.map_or(String::new(), |why| format!(", because {why}"));
    print(&format!(
        "{FILE}: the course is {}{because}\nnow `automarker` marks the program in this folder, and \
         `automarker watch` whenever you save\n",
        course.name
    ))?;
    Ok(true)
}
