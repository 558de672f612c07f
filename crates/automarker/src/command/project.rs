//! The project in the current folder: what the arguments leave out, and remembering
//! it.

use std::env;
use std::ffi::OsString;
use std::path::Path;

use clap::ValueEnum;
use courses::{ALL, by_name};

use super::failure::Failure;
use super::output::{note, print};
use super::words::meant;
use crate::cli::{InitArgs, MarkingArgs, SingleArgs};
use crate::guess::{Guess, guess};
use crate::mark::{Compare, Judge};
use crate::project::{self, Project};
use crate::replace::replace;

/// Returns `args` with what `automarker.toml` says where they say nothing. Without
/// either, the course is guessed.
pub(super) fn complete(mut args: SingleArgs) -> Result<SingleArgs, Failure> {
    let project = Project::read(Path::new(".")).map_err(Failure::Project)?;
    let marking = &mut args.marking;
    args.is_bare = marking.course.is_none()
        && marking.build.is_none()
        && marking.cases.folder.is_none()
        && args.program.is_empty();
    if let Some(project) = &project {
        fill(marking, project)?;
        if args.program.is_empty() {
            let words = project.program.iter().flatten();
            args.program = words.map(OsString::from).collect();
        }
    }
    if marking.course.is_none() {
        let (course, why) = find_course()?;
        note(&format!(
            "the course is {}, because {why}; `automarker init {0}` remembers it",
            course.name
        ));
        marking.course = Some(course);
    }
    if args.program.is_empty() && Path::new("Cargo.toml").is_file() {
        // Built where it is, only what has changed is compiled.
        args.program = ["cargo", "run", "--quiet"].map(OsString::from).to_vec();
    }
    args.program = meant(args.program)?;
    Ok(args)
}

fn fill(marking: &mut MarkingArgs, project: &Project) -> Result<(), Failure> {
    let wrong = |name: &str, value: &str, why: &str| {
        Failure::Project(format!("{}: {name} = {value:?}: {why}", project::FILE))
    };
    if marking.course.is_none() {
        let course = by_name(&project.course);
        let unknown = || {
            let names: Vec<_> = ALL.iter().map(|course| course.name).collect();
            let why = format!("there is no such course, only {}", names.join(", "));
            wrong("course", &project.course, &why)
        };
        marking.course = Some(course.ok_or_else(unknown)?);
    }
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
    let (course, why) = match args.course {
        Some(course) => (course, None),
        None => find_course().map(|(course, why)| (course, Some(why)))?,
    };
    let words = meant(args.program.clone())?;
    let words = words.iter().map(|word| word.to_string_lossy().into_owned());
    let words: Vec<String> = words.collect();
    let project = Project {
        course: course.name.to_owned(),
        build: args.build.clone(),
        program: (!words.is_empty()).then_some(words),
        ..Project::default()
    };
    let path = Path::new(project::FILE);
    if path.exists() && !args.force {
        let why = format!("{} exists; replace it with --force", project::FILE);
        return Err(Failure::Project(why));
    }
    replace(path, project.to_file().as_bytes()).map_err(Failure::file("write", path))?;
    let because = why.map_or(String::new(), |why| format!(", because {why}"));
    print(&format!(
        "{}: the course is {}{because}\nnow `automarker` marks the program in this folder, and \
         `automarker watch` whenever you save\n",
        project::FILE,
        course.name
    ))?;
    Ok(true)
}
