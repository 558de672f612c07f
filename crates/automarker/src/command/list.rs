//! Listing courses.

use course::Course;
use courses::ALL;

use super::failure::Failure;
use super::output::print;

pub(super) fn courses() -> Result<bool, Failure> {
    let width = ALL.iter().map(|course| course.name.len()).max();
    let width = width.unwrap_or(0);
    for Course { name, title, .. } in ALL {
        print(&format!("{name:width$}  {title}\n"))?;
    }
    Ok(true)
}
