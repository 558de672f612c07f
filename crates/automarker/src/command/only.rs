//! Selects the submissions of a class by `--only`.

use std::path::Path;

use marking::report::name;
use submission::export::{Class, Submission};

use super::failure::Failure;
use super::prepare::near;
use crate::mark::Batch;

/// Returns the one submission of each of `names`, or all submissions without names.
pub(super) fn only<'c>(class: &'c Class, names: &[String]) -> Result<Vec<&'c Submission>, Failure> {
    let all = &class.submissions;
    if names.is_empty() {
        return Ok(all.iter().collect());
    }
    let found = names.iter().map(|name| named(all, name));
    let mut found = found.collect::<Result<Vec<_>, _>>()?;
    found.sort();
    found.dedup();
    Ok(found)
}

/// Reads the class in `path`, keeps its files secret, and returns its submission `only`.
pub(super) fn one(
    path: &Path,
    only: &str,
    batch: &mut Batch,
) -> Result<(Class, Submission), Failure> {
    let class = Class::read(path, None).map_err(Failure::other)?;
    let submission = named(&class.submissions, only)?.clone();
    for path in [path].into_iter().chain(class.unpacked()) {
        batch.building.deny_read(path);
    }
    Ok((class, submission))
}

fn named<'c>(all: &'c [Submission], wanted: &str) -> Result<&'c Submission, Failure> {
    // A shell completes a folder as a path.
    let last = Path::new(wanted).file_name().and_then(|it| it.to_str());
    let last = last.unwrap_or(wanted);
    if let Some(found) = all.iter().find(|it| [wanted, last].contains(&&*it.name)) {
        return Ok(found);
    }
    let is_wanted = |it: &&Submission| it.is_called(wanted) || it.is_called(last);
    match all.iter().filter(is_wanted).collect::<Vec<_>>().as_slice() {
        [found] => Ok(found),
        [] => {
            let students = all.iter().flat_map(|it| &it.students);
            let names = students.flat_map(|student| [&*student.name, &*student.id]);
            let near = near(wanted, all.iter().map(|it| &*it.name).chain(names));
            Err(Failure::usage(format_args!(
                "no submission, student or id is {wanted:?}{near}"
            )))
        }
        several => {
            let names: Vec<_> = several.iter().map(|it| name(&it.name)).collect();
            Err(Failure::usage(format_args!(
                "{wanted:?} is in {} submissions; name one: {}",
                names.len(),
                names.join(", ")
            )))
        }
    }
}
