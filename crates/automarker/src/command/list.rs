//! Listing courses and cases.

use course::Course;
use courses::ALL;
use marking::report::plain;
use transcript::Case;

use super::failure::Failure;
use super::output::print;
use crate::cli::CaseArgs;

pub(super) fn courses() -> Result<bool, Failure> {
    let width = ALL.iter().map(|course| course.name.len()).max();
    let width = width.unwrap_or(0);
    for Course { name, title, .. } in ALL {
        print(&format!("{name:width$}  {title}\n"))?;
    }
    Ok(true)
}

/// Lists the cases by name, each with its place in the handout.
pub(super) fn cases(course: &Course, args: &CaseArgs) -> Result<bool, Failure> {
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

/// Returns the flags of a case and its place in the handout.
fn about(case: &Case) -> String {
    let flags = [(case.hidden, "hidden"), (case.unspecified, "unspecified")];
    let flags = flags.iter().filter(|(is_set, _)| *is_set);
    let mut parts: Vec<_> = flags.map(|(_, name)| (*name).to_owned()).collect();
    parts.extend(case.handout.as_deref().map(plain));
    parts.join(": ")
}
