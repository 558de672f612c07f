//! The rubric for the points: from `cases.toml`, or else from the course.

use std::collections::BTreeSet;

use course::{Aspect, Course, Criterion};
use marking::report::WARNINGS;
use serde::Deserialize;
use serde::de::{Deserializer, Error, Unexpected};
use transcript::Case;

use crate::named::file_of;
use crate::points::share;

#[derive(Deserialize)]
struct RubricFile {
    #[serde(default)]
    rubric: Vec<RubricRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RubricRow {
    criterion: String,
    #[serde(deserialize_with = "points")]
    points: f64,
    /// By default, the aspect with the name of the criterion.
    aspects: Option<Vec<AspectName>>,
}

#[derive(Deserialize)]
#[serde(try_from = "String")]
struct AspectName(Aspect);

impl TryFrom<String> for AspectName {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        name.parse().map(Self)
    }
}

fn points<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let points = f64::deserialize(deserializer)?;
    if points.is_finite() && points >= 0.0 {
        return Ok(points);
    }
    let expected = "a number of points that is not negative";
    Err(D::Error::invalid_value(
        Unexpected::Float(points),
        &expected,
    ))
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum RubricError {
    #[error("the rubric has the criterion {0:?} twice")]
    Twice(String),
    #[error("case {case:?} counts for the criterion {criterion:?}, which the rubric does not have")]
    Unknown { case: String, criterion: String },
    #[error(
        "no case counts for the criterion {0:?}: give it `aspects`, or a case this `criterion`"
    )]
    NoCase(String),
    #[error("the handout of {0} gives no points: write a rubric into `cases.toml`")]
    None(&'static str),
    #[error(
        "{0} leaves words free, so it has no default rubric: add `[[rubric]]` tables to it, with \
         `name`, `points` and `aspects`"
    )]
    FreeWords(&'static str),
    #[error("all criteria are worth 0 points, so they cannot share any")]
    Worthless,
}

/// Returns `rubric`, or the course's if it is empty, for `cases`, scaled to `total` points if
/// that is given.
pub(crate) fn rubric(
    course: &Course,
    mut rubric: Vec<Criterion>,
    cases: &[Case],
    total: Option<f64>,
) -> Result<Vec<Criterion>, RubricError> {
    if rubric.is_empty() {
        rubric = course.rubric.to_vec();
    }
    if rubric.is_empty() {
        return Err(match file_of(course) {
            Some(_) => RubricError::FreeWords(course.name),
            None => RubricError::None(course.name),
        });
    }
    let mut names = BTreeSet::new();
    if let Some(twice) = rubric.iter().find(|it| !names.insert(&*it.name)) {
        return Err(RubricError::Twice(twice.name.to_string()));
    }
    for case in cases {
        if let Some(criterion) = &case.criterion
            && !names.contains(&**criterion)
        {
            return Err(RubricError::Unknown {
                case: case.name.clone(),
                criterion: criterion.clone(),
            });
        }
    }
    let names_it = |it: &Criterion| {
        let mut named = cases.iter().filter_map(|case| case.criterion.as_deref());
        named.any(|name| name == it.name)
    };
    let is_without =
        |it: &&Criterion| it.aspects.is_empty() && !names_it(it) && it.name != WARNINGS;
    if let Some(without) = rubric.iter().find(is_without) {
        return Err(RubricError::NoCase(without.name.to_string()));
    }
    let points = rubric.iter_mut().map(|it| &mut it.points).collect();
    if total.is_some_and(|total| !share(points, total)) {
        return Err(RubricError::Worthless);
    }
    Ok(rubric)
}

pub(crate) fn read(text: &str) -> Result<Vec<Criterion>, toml::de::Error> {
    let file: RubricFile = toml::from_str(text)?;
    let criterion = |row: RubricRow| {
        let own: Vec<_> = row.criterion.parse().into_iter().collect();
        let given = row
            .aspects
            .map(|all| all.into_iter().map(|AspectName(it)| it).collect());
        Criterion {
            name: row.criterion.into(),
            points: row.points,
            aspects: given.unwrap_or(own).into(),
        }
    };
    Ok(file.rubric.into_iter().map(criterion).collect())
}

pub(crate) fn to_file(rubric: &[Criterion]) -> String {
    let row = |it: &Criterion| {
        let aspects = it
            .aspects
            .iter()
            .map(|aspect| format!("{:?}", aspect.name()));
        let aspects = aspects.collect::<Vec<_>>().join(", ");
        format!(
            "\n[[rubric]]\ncriterion = {:?}\npoints = {}\naspects = [{aspects}]\n",
            it.name, it.points
        )
    };
    rubric.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use courses::ALL;

    #[test]
    fn a_rubric_is_read_back_as_it_was_written() {
        for course in ALL {
            let text = to_file(course.rubric);
            assert_eq!(read(&text).expect("it is a rubric"), course.rubric);
        }
        let text = "[[rubric]]\ncriterion = 'turns'\npoints = 3\n";
        assert_eq!(*read(text).expect("a rubric")[0].aspects, [Aspect::Turns]);
    }

    #[test]
    fn a_wrong_rubric_is_refused() {
        let course = &ALL[0];
        let mut case = Case::new("a", "");
        case.criterion = Some("passes".to_owned());
        let row = |rest: &str| format!("[[rubric]]\ncriterion = 'passes'\n{rest}\n");
        let twice = row("points = 1") + &row("points = 2");
        for (text, expected) in [
            (row("points = 1"), ""),
            (String::new(), "does not have"),
            (row("points = -1"), "line 3"),
            (row("points = 1\naspects = ['turn']"), "line 4"),
            (row("points = 1\npoint = 2"), "line 4"),
            (twice, "twice"),
            (
                row("points = 1") + &row("points = 0").replace("passes", "b"),
                "\"b\"",
            ),
        ] {
            let cases = [case.clone()];
            let error = match read(&text) {
                Ok(own) => rubric(course, own, &cases, None)
                    .err()
                    .map(|it| it.to_string()),
                Err(error) => Some(error.to_string()),
            };
            let error = error.unwrap_or_default();
            let fits = error.contains(expected) && error.is_empty() == expected.is_empty();
            assert!(fits, "{text}: {error:?}");
        }
        let own = read(&row("points = 4")).expect("a rubric");
        let shared = rubric(course, own, &[case], Some(20.0));
        let points: Vec<_> = shared
            .expect("a rubric")
            .iter()
            .map(|it| it.points)
            .collect();
        assert_eq!(points, [20.0]);
    }
}
