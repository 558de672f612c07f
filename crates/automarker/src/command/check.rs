//! Checks a pasted output, as the playground's Check pane does.

use std::fs;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use course::Course;
use marking::report::plain;
use playground::cases::alike::{Instead, fitting, fitting_case};
use playground::cases::check::{Checked, check, check_case, check_made};
use playground::cases::session::typed_input;
use playground::cases::upload::COPY;
use playground::programs::run::Memory;
use transcript::{Case, Expected};

use super::failure::Failure;
use super::output::{note, print};
use super::prepare::no_case;
use crate::cli::CheckArgs;
use crate::generate::own_cases;
use crate::named::file_of;

pub(super) fn run(args: &CheckArgs) -> Result<bool, Failure> {
    let output = read(&args.file)?;
    if output.trim_ascii().is_empty() {
        let file = Some(&args.file).filter(|file| *file != Path::new("-"));
        let name = file.map_or("standard input".into(), |file| file.display().to_string());
        return Err(Failure::Usage(format!("{name} is empty")));
    }
    if let Some(course) = args.course.filter(|course| file_of(course).is_some()) {
        return check_own(course, args.case.as_deref(), &output);
    }
    let asked = args.course.zip(args.case.as_ref());
    let mut found = match asked {
        Some((course, name)) => Instead {
            course: course.name,
            name: named(course, name)?.name,
            made: None,
        },
        None => fitting(&output, args.course).ok_or_else(unlike)?,
    };
    let mut checked = check_found(&found, &output)?;
    if let Some(other) = checked.instead.take_if(|it| it.course == found.course)
        && asked.is_some()
    {
        let typed = check_found(&other, &output)?;
        if is_of_another_game(&checked, &typed) {
            checked = with_note(&found.name, typed);
            found = other;
        }
    }
    let Instead { course, name, made } = found;
    let what = match made {
        Some(_) => format!("{course}, a game that is not among the cases"),
        None => format!("{course}, case {name}"),
    };
    say(&what, &checked)
}

fn check_found(found: &Instead, output: &[u8]) -> Result<Checked, Failure> {
    let Instead { course, name, made } = found;
    match made {
        Some(made) => check_made(course, made, output, None, &mut Memory::default()),
        None => check(course, name, output, None),
    }
    .map_err(Failure::Usage)
}

fn named(course: &'static Course, name: &str) -> Result<Case, Failure> {
    let cases = own_cases(course).map_err(Failure::other)?;
    let found = cases.iter().find(|case| case.name == name).cloned();
    found.ok_or_else(|| no_case(name, &cases, course, None))
}

/// Returns `true` if the output is a copy of a terminal whose typed lines are not those of the
/// `asked` case.
fn is_of_another_game(asked: &Checked, typed: &Checked) -> bool {
    let [asked, typed] = [asked, typed].map(|it| it.notes.iter().any(|note| note == COPY));
    typed && !asked
}

fn with_note(asked: &str, mut typed: Checked) -> Checked {
    let note = format!("The typed lines are not those of the case `{asked}`.");
    typed.notes.insert(0, note);
    typed
}

/// Checks the output for a generated case of a course from a file, or for the game typed in it.
fn check_own(course: &'static Course, name: Option<&str>, output: &[u8]) -> Result<bool, Failure> {
    let checked = |case: &Case| check_case(course, case, output, None).map_err(Failure::Usage);
    let asked = match name {
        Some(name) => Some((name, checked(&named(course, name)?)?)),
        None => None,
    };
    if let Some(game) = typed_game(course, output) {
        let typed = checked(&game)?;
        let what = format!("{}, the game typed in it", course.name);
        match &asked {
            None => return say(&what, &typed),
            Some((name, asked)) if is_of_another_game(asked, &typed) => {
                return say(&what, &with_note(name, typed));
            }
            Some(_) => {}
        }
    }
    let (name, checked) = if let Some((name, checked)) = asked {
        (name.to_owned(), checked)
    } else {
        let cases = own_cases(course).map_err(Failure::other)?;
        let case = fitting_case(output, course, &cases).ok_or_else(unlike)?;
        (case.name.clone(), checked(case)?)
    };
    say(&format!("{}, case {name}", course.name), &checked)
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
        if io::stdin().is_terminal() {
            let keys = if cfg!(windows) {
                "Ctrl-Z and Enter"
            } else {
                "Ctrl-D"
            };
            note(&format!("paste the output, then press Enter and {keys}"));
        }
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
    // Of a text, the reason is the place.
    let by_rules = checked.judge == "rules";
    let place = checked.place.as_ref();
    let place = place.map(|place| format!(", {place}")).unwrap_or_default();
    let mut lines = vec![format!("{what}: {}{place}", checked.verdict)];
    let reason = checked.reason.iter().filter(|_| by_rules);
    let sentences = checked.notes.iter().chain(reason).chain(&checked.hint);
    lines.extend(sentences.cloned());
    // Boards have titles of their own.
    let [expected, printed] = if by_rules {
        ["", ""]
    } else {
        ["expected:\n", "printed:\n"]
    };
    for (title, part) in [
        (expected, &checked.expected),
        (printed, &checked.got),
        ("the session up to this point:\n", &checked.session),
    ] {
        if !part.is_empty() {
            let part = part.trim_end_matches('\n');
            lines.push(format!("\n{title}{part}"));
        }
    }
    lines.join("\n") + "\n"
}
