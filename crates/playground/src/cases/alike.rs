//! Finds what a pasted output belongs to, right or wrong: a case of any course, or a game typed in
//! a terminal.

use std::cmp::Reverse;

use course::Course;
use courses::ALL;
use serde::Serialize;
use transcript::Case;

use crate::cases::session::session;
use crate::cases::suite::{Made, cases};
use crate::cases::upload::decoded;
use crate::programs::run::Memory;

/// The number of bytes of an output that are compared.
const COMPARED: usize = 256 << 10;
/// The smallest share of pieces that an output has in common with that of its case, in thousandths.
const ALIKE: usize = 400;

/// A case, or a typed game, that an output fits better than the chosen case.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Instead {
    pub course: &'static str,
    pub name: String,
    /// The typed lines, if no case has them.
    pub made: Option<Made>,
}

/// The pieces of an output between its prompts and line ends.
struct Pieces<'a> {
    all: Vec<&'a str>,
    /// The pieces after the prompts: in a terminal, the typed lines.
    behind: Vec<&'a str>,
}

impl<'a> Pieces<'a> {
    fn of(course: &Course, text: &'a str) -> Self {
        let mut places = course.awaited(text.as_bytes());
        places.retain(|&at| text.is_char_boundary(at));
        let behind = places.iter().filter_map(|&at| text[at..].lines().next());
        let behind = behind.map(str::trim).collect();
        let ends = text.match_indices('\n').map(|(at, _)| at);
        places.extend(ends.chain([text.len()]));
        places.sort_unstable();
        let mut all = Vec::new();
        let mut start = 0;
        for end in places {
            all.push(text[start..end].trim());
            start = end;
        }
        all.retain(|piece| !piece.is_empty());
        all.sort_unstable();
        Self { all, behind }
    }

    /// Returns how much these pieces and those of `expected` have in common: from 0 to 1000, and up
    /// to 1000 more if the typed lines are those of the case.
    fn likeness(&self, expected: &Self, typed: &[&[u8]]) -> usize {
        let mut left = self.all.as_slice();
        let both = expected.all.iter().filter(|piece| {
            while let [first, rest @ ..] = left
                && first < *piece
            {
                left = rest;
            }
            let is_there = left.first() == Some(piece);
            left = &left[usize::from(is_there)..];
            is_there
        });
        let both = both.count();
        let lines = self.behind.iter().zip(typed);
        let same = lines.take_while(|(one, other)| one.as_bytes() == **other);
        share(2 * both, self.all.len() + expected.all.len())
            + share(same.count(), self.behind.len().max(typed.len()))
    }
}

fn share(part: usize, whole: usize) -> usize {
    (1000 * part).checked_div(whole).unwrap_or_default()
}

fn typed<'a>(course: &Course, case: &'a Case) -> Vec<&'a [u8]> {
    let lines = course.lines(&case.input);
    lines.map(|range| &case.input[range]).collect()
}

/// Returns what `output`, which is wrong for `chosen`, fits better. `chosen` is a case of `own`.
pub(super) fn instead(own: &'static Course, chosen: &Case, output: &[u8]) -> Option<Instead> {
    let (case, found) = closest(ALL, Some((own, chosen)), output)?;
    (found.made.is_some() || !std::ptr::eq(case, chosen)).then_some(found)
}

/// Returns the case of any course, or of this one, that an output fits best, or the game typed in
/// it.
pub fn fitting(output: &[u8], course: Option<&'static Course>) -> Option<Instead> {
    let courses = course.map_or(ALL, std::slice::from_ref);
    Some(closest(courses, None, output)?.1)
}

/// Returns the case of `course`, one from a file, that an output fits best.
pub fn fitting_case<'a>(
    output: &[u8],
    course: &'static Course,
    cases: &'a [Case],
) -> Option<&'a Case> {
    let text = text(output)?;
    let all = likenesses(course, cases, &text);
    let (_, _, case) = all.min_by_key(|(like, ..)| Reverse(*like))?;
    Some(case)
}

fn text(output: &[u8]) -> Option<String> {
    let output = decoded(output, &mut Vec::new()).ok()?;
    let text = String::from_utf8_lossy(&output[..output.len().min(COMPARED)]);
    Some(text.replace('\r', ""))
}

/// Returns the case that `output` fits best, or `chosen`. The first of equals wins, so the chosen
/// one if no other is better.
fn closest<'a>(
    courses: &'static [Course],
    chosen: Option<(&'static Course, &'a Case)>,
    output: &[u8],
) -> Option<(&'a Case, Instead)> {
    let text = text(output)?;
    let chosen = chosen.map(|(course, case)| (course, std::slice::from_ref(case)));
    let all = courses.iter().map(|course| (course, cases(course)));
    let all = chosen.into_iter().chain(all);
    let all = all.flat_map(|(course, cases)| likenesses(course, cases, &text));
    let (_, course, case) = all.min_by_key(|(like, ..)| Reverse(*like))?;
    let input = String::from_utf8_lossy(&case.input).replace('\r', "");
    let typed = session(course, &text, &mut Memory::default()).map(|state| state.input);
    let made = typed.filter(|typed| !input.starts_with(typed.as_str()));
    let found = Instead {
        course: course.name,
        name: case.name.clone(),
        made: made.map(|input| Made {
            name: "your-game".to_owned(),
            hidden: false,
            weight: 1.0,
            args: Vec::new(),
            input,
        }),
    };
    Some((case, found))
}

/// Returns `cases` of `course`, each with the likeness of its output to `text`.
fn likenesses<'a, 't>(
    course: &'static Course,
    cases: &'a [Case],
    text: &'t str,
) -> impl Iterator<Item = (usize, &'static Course, &'a Case)> + use<'a, 't> {
    let printed = Pieces::of(course, text);
    cases.iter().filter_map(move |case| {
        let expected = str::from_utf8(&case.expected.as_ref()?.stdout).ok()?;
        let expected = Pieces::of(course, expected);
        let like = printed.likeness(&expected, &typed(course, case));
        (like >= ALIKE).then_some((like, course, case))
    })
}
