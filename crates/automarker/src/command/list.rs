//! Listing courses and cases.

use course::Course;
use courses::ALL;
use marking::report::plain;

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

pub(super) fn cases(course: &Course, args: &CaseArgs) -> Result<bool, Failure> {
    for case in args.load(course)?.cases {
        let mut line = plain(&case.name).replace('\n', " ");
        if case.hidden {
            line.push_str("  hidden");
        }
        if case.unspecified {
            line.push_str("  unspecified by the handout");
        }
        print(&format!("{line}\n"))?;
    }
    Ok(true)
}
