//! Listing courses and cases, and writing and checking cases of course staff.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use course::{Console, Course};
use marking::report::{counted, plain};
use transcript::{Case, CaseLayout, Expected, files, is_case_name};

use super::failure::Failure;
use super::output::print;
use super::prepare::LoadedCases;
use crate::cli::{CaseArgs, CasesAction, CasesArgs};
use crate::coverage::{Reached, all, reached};
use crate::generate::{generate, own_cases};
use crate::guess::of_class;
use crate::line_by_line::LineByLine;
use crate::mutants::mistakes;
use crate::options::MarkOptions;
use crate::reference;
use crate::rubric::{rubric, to_file};

pub(super) fn run(args: &CasesArgs) -> Result<bool, Failure> {
    match &args.action {
        None => list(args.course.expect("clap requires it"), &args.cases),
        Some(CasesAction::Export { course, to }) => {
            let cases = own_cases(course).map_err(Failure::other)?;
            write_cases(course, &cases, to)
        }
        Some(CasesAction::New {
            course,
            name,
            to,
            hidden,
            handout,
        }) => {
            let case = Case {
                hidden: *hidden,
                handout: handout.clone(),
                ..Case::new(name.as_str(), "")
            };
            new(course, case, to)
        }
        Some(CasesAction::Generate { course, count, to }) => {
            write_cases(course, &generate(course, *count), to)
        }
        Some(CasesAction::Check { folder, course }) => check(folder, *course),
    }
}

pub(super) fn courses() -> Result<bool, Failure> {
    let width = courses::ALL.iter().map(|course| course.name.len()).max();
    let width = width.unwrap_or(0);
    for Course { name, title, .. } in courses::ALL {
        print(&format!("{name:width$}  {title}\n"))?;
    }
    Ok(true)
}

fn list(course: &'static Course, args: &CaseArgs) -> Result<bool, Failure> {
    let cases = args.load(course)?.cases;
    let name = |case: &Case| plain(&case.name).replace('\n', " ");
    let indent = cases.iter().map(|case| name(case).chars().count()).max();
    let indent = indent.unwrap_or(0) + 2;
    for case in &cases {
        let line = format!("{:indent$}{}", name(case), about(case));
        print(&format!("{}\n", line.trim_end()))?;
    }
    Ok(true)
}

fn about(case: &Case) -> String {
    let flags = [(case.hidden, "hidden"), (case.unspecified, "unspecified")];
    let flags = flags.iter().filter(|(is_set, _)| *is_set);
    let mut parts: Vec<_> = flags.map(|(_, name)| (*name).to_owned()).collect();
    parts.extend(case.handout.as_deref().map(plain));
    parts.join(": ")
}

fn write_cases(course: &Course, cases: &[Case], folder: &Path) -> Result<bool, Failure> {
    check_new(folder)?;
    let mut files = files(cases, layout(cases));
    let settings = files.entry(SETTINGS.to_owned()).or_default();
    settings.extend_from_slice(to_file(course.rubric).as_bytes());
    for (path, bytes) in files {
        write(&folder.join(path), &bytes)?;
    }
    print(&format!(
        "{}: {} of {}\n",
        plain(&folder.display().to_string()),
        counted(cases.len(), "case"),
        course.name
    ))?;
    Ok(true)
}

fn check_new(path: &Path) -> Result<(), Failure> {
    let exists = || Failure::file("create", path)(io::ErrorKind::AlreadyExists.into());
    if path.exists() { Err(exists()) } else { Ok(()) }
}

const SETTINGS: &str = "cases.toml";

fn layout(cases: &[Case]) -> CaseLayout {
    let mut expected = cases.iter().filter_map(|case| case.expected.as_ref());
    let is_more = |it: &Expected| !it.files.is_empty() || it.status.is_some_and(|it| it != 0);
    if expected.any(is_more) {
        CaseLayout::Snapshots
    } else {
        CaseLayout::Extensions
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let parent = path.parent().unwrap_or(path);
    fs::create_dir_all(parent).map_err(Failure::file("create", parent))?;
    let file = File::options().append(true).create(true).open(path);
    file.and_then(|mut file| file.write_all(bytes))
        .map_err(Failure::file("write", path))
}

fn new(course: &Course, mut case: Case, folder: &Path) -> Result<bool, Failure> {
    let name = case.name.clone();
    if !is_case_name(&name) {
        return Err(Failure::usage(format_args!(
            "{name:?} cannot be the name of a case: it has letters, digits, `-` and `_`, as in \
             `pass-of-black`"
        )));
    }
    let input = folder.join(format!("{name}.in"));
    check_new(&input)?;
    let taken = Cell::new(0);
    let mut stdin = LineByLine::new(io::stdin().lock(), &taken);
    let mut stdout = io::stdout();
    let mut save = |_: &str, _: &[u8]| Ok(());
    let mut environment = course.environment().saving(&mut save);
    // The end of input also ends the case.
    let _ = course
        .program
        .run(&mut Console::new(&mut stdin, &mut stdout), &mut environment);
    case.input = stdin.text;
    if case.input.is_empty() {
        return Err(Failure::usage("nothing was typed, so there is no case"));
    }
    let outcome = course
        .outcome(&[], &case.input)
        .expect("there are no options");
    case.truncated_input = outcome.status != 0;
    let ends = if case.truncated_input {
        "the input ends before the game does"
    } else {
        "the game ends"
    };
    case.expected = Some(Expected {
        stdout: outcome.stdout,
        files: outcome.files,
        status: None,
    });
    let cases = [case];
    for (path, mut bytes) in files(&cases, layout(&cases)) {
        let path = folder.join(path);
        if path.exists() {
            bytes.insert(0, b'\n');
        }
        write(&path, &bytes)?;
    }
    let lines = counted(course.typed(&cases[0].input).len(), "line");
    print(&format!("\n{}: {lines}; {ends}\n", input.display()))?;
    Ok(true)
}

fn check(folder: &Path, course: Option<&'static Course>) -> Result<bool, Failure> {
    let args = CaseArgs {
        folder: Some(folder.to_owned()),
        all: true,
        ..CaseArgs::default()
    };
    // The course only appears in messages about names, and there are none here.
    let LoadedCases { cases, rubric, .. } = args.load(&courses::ALL[0])?;
    let course = match course {
        Some(course) => course,
        None => guessed(&cases)?,
    };
    let options = MarkOptions::new(course);
    let (wrong, _) = reference::check(&options, &cases);
    let mut wrong: Vec<_> = wrong.iter().map(ToString::to_string).collect();
    let equal = equal_inputs(&cases);
    if !rubric.is_empty()
        && let Err(error) = self::rubric(course, rubric, &cases, None)
    {
        wrong.push(error.to_string());
    }
    let mut lines = vec![format!(
        "{} of {}",
        counted(cases.len(), "case"),
        course.name
    )];
    if !wrong.is_empty() {
        // The coverage of wrong cases means nothing.
        lines.extend(wrong.into_iter().chain(equal));
        print(&(lines.join("\n") + "\n"))?;
        return Ok(false);
    }
    lines.push("the reference program passes all of them".to_owned());
    lines.extend(equal);
    lines.push("\nreached:".to_owned());
    lines.extend(of_coverage(course, &cases));
    lines.extend(of_mistakes(&options, &cases)?);
    print(&(lines.join("\n") + "\n"))?;
    Ok(true)
}

fn equal_inputs(cases: &[Case]) -> Vec<String> {
    let mut equal = Vec::new();
    let mut inputs = BTreeMap::new();
    for case in cases {
        if let Some(other) = inputs.insert((&case.args, &case.input), &case.name) {
            let name = &case.name;
            equal.push(format!("cases {other:?} and {name:?} have the same input"));
        }
    }
    equal
}

fn of_coverage(course: &Course, cases: &[Case]) -> Vec<String> {
    let mut lines = Vec::new();
    let joined = |all: &Reached| {
        all.iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let mut total = Reached::new();
    for case in cases {
        let reached = reached(course, case);
        let list = match joined(&reached) {
            list if list.is_empty() => "nothing of note".to_owned(),
            list => list,
        };
        lines.push(format!("  {}: {list}", plain(&case.name)));
        total.extend(reached);
    }
    let missing = all(course).difference(&total).cloned().collect();
    let missing = joined(&missing);
    if !missing.is_empty() {
        lines.push(format!("no case reaches: {missing}"));
    }
    lines
}

fn of_mistakes(options: &MarkOptions, cases: &[Case]) -> Result<Vec<String>, Failure> {
    let built_in = own_cases(options.course).map_err(Failure::other)?;
    let others = mistakes(options, &built_in).into_iter();
    let (mut found, mut not_found) = (0, Vec::new());
    for (own, other) in mistakes(options, cases).into_iter().zip(others) {
        if own.found_by.is_some() {
            found += 1;
        } else if let Some(case) = other.found_by {
            let words = own.words;
            not_found.push(format!(
                "  not found: {words}; the built-in case {case} finds it"
            ));
        }
    }
    let all = found + not_found.len();
    not_found.insert(0, format!("\nmistakes: {found} of {all} are found"));
    Ok(not_found)
}

fn guessed(cases: &[Case]) -> Result<&'static Course, Failure> {
    let expected = cases.iter().filter_map(|case| case.expected.as_ref());
    let texts = expected.map(|it| String::from_utf8_lossy(&it.stdout).into_owned());
    let guess = of_class(texts.collect(), std::iter::empty());
    let unknown = || {
        Failure::usage("cannot guess the course from the expected outputs; name it with `--course`")
    };
    guess.map(|(course, _)| course).ok_or_else(unknown)
}
