//! Checks a pasted output, as the playground's Check pane does.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use course::Course;
use marking::report::plain;
use playground::cases::alike::{Instead, fitting, fitting_case};
use playground::cases::check::{Checked, check, check_case, check_made};
use playground::cases::session::typed_input;
use playground::programs::run::Memory;
use transcript::{Case, Expected};

use super::failure::Failure;
use super::output::print;
use crate::cli::CheckArgs;
use crate::generate::own_cases;
use crate::named::file_of;

pub(super) fn run(args: &CheckArgs) -> Result<bool, Failure> {
    let output = read(&args.file)?;
    if let Some(course) = args.course.filter(|course| file_of(course).is_some()) {
        return check_own(course, args.case.as_deref(), &output);
    }
    let asked = args.course.zip(args.case.as_ref());
    let found = match asked {
        Some((course, case)) => Instead {
            course: course.name,
            name: case.clone(),
            made: None,
        },
        None => fitting(&output, args.course).ok_or_else(unlike)?,
    };
    let (course, name) = (found.course, &found.name);
    let checked = match &found.made {
        Some(made) => check_made(course, made, &output, None, &mut Memory::default()),
        None => check(course, name, &output, None),
    };
    let checked = checked.map_err(Failure::Usage)?;
    let what = match found.made {
        Some(_) => format!("{course}, a game that is not among the cases"),
        None => format!("{course}, case {name}"),
    };
    say(&what, &checked)
}

/// Checks the output for a generated case of a course from a file, or for the game typed in it.
fn check_own(course: &'static Course, name: Option<&str>, output: &[u8]) -> Result<bool, Failure> {
    let checked = |case: &Case| check_case(course, case, output, None).map_err(Failure::Usage);
    if name.is_none()
        && let Some(game) = typed_game(course, output)
    {
        let what = format!("{}, the game typed in it", course.name);
        return say(&what, &checked(&game)?);
    }
    let cases = own_cases(course).map_err(Failure::other)?;
    let case = match name {
        Some(name) => cases
            .iter()
            .find(|case| case.name == name)
            .ok_or_else(|| Failure::Usage(format!("{} has no case named {name:?}", course.name))),
        None => fitting_case(output, course, &cases).ok_or_else(unlike),
    }?;
    let what = format!("{}, case {}", course.name, case.name);
    say(&what, &checked(case)?)
}

/// Returns the game of a session in a terminal as a case.
fn typed_game(course: &Course, output: &[u8]) -> Option<Case> {
    let input = typed_input(course, &String::from_utf8_lossy(output).replace('\r', ""));
    let first = input.lines().next().unwrap_or_default();
    course.square(first.as_bytes(), course.program.rules()[0].size, &[])?;
    let stdout = course.outcome(&[], input.as_bytes()).ok()?.stdout;
    Some(Case {
        truncated_input: true,
        expected: Some(Expected {
            stdout,
            ..Expected::default()
        }),
        ..Case::new("typed", input)
    })
}

fn unlike() -> Failure {
    let hint = "give the course and the case with `--course` and `--case`";
    let why = "this does not look like the output of any case";
    Failure::Usage(format!("{why}; {hint}"))
}

fn say(what: &str, checked: &Checked) -> Result<bool, Failure> {
    // Pasted text is untrusted.
    print(&plain(&text(what, checked)))?;
    Ok(checked.ok)
}

fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    let mut output = Vec::new();
    let read = if file == Path::new("-") {
        io::stdin().read_to_end(&mut output).map(drop)
    } else {
        fs::read(file).map(|bytes| output = bytes)
    };
    read.map_err(|source| Failure::File {
        action: "read",
        path: file.to_owned(),
        source,
    })?;
    Ok(output)
}

fn text(what: &str, checked: &Checked) -> String {
    let place = checked.place.as_ref();
    let place = place.map(|place| format!(", {place}")).unwrap_or_default();
    let mut lines = vec![format!("{what}: {}{place}", checked.verdict)];
    lines.extend(checked.notes.iter().chain(&checked.hint).cloned());
    for (title, part) in [
        ("expected", &checked.expected),
        ("printed", &checked.got),
        ("the session up to this point", &checked.session),
    ] {
        if !part.is_empty() {
            let part = part.trim_end_matches('\n');
            lines.push(format!("\n{title}:\n{part}"));
        }
    }
    lines.join("\n") + "\n"
}
