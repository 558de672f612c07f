//! Chooses cases from many random games: those that cover something, or find a mistake, that no
//! other does.

use std::collections::BTreeSet;

use course::{Course, Setup};
use course_file::random_game;
use rayon::prelude::*;
use reversi_core::Winner;
use transcript::{Case, Expected, SuiteError, natural_order};

use crate::coverage::{DRAW, LIKE, reached};
use crate::mutants::found_by;
use crate::named::file_of;
use crate::options::MarkOptions;

pub(crate) const CASES: usize = 12;
const GAMES: u64 = 120;
/// The number of games on the smallest board that are tried for a draw.
const DRAWS: u64 = 2_000;
/// The longest case, in lines, that is not a whole game.
const SHORT: usize = 12;

struct Candidate {
    case: Case,
    reached: BTreeSet<String>,
    worth: BTreeSet<String>,
}

/// Returns the built-in cases, which are generated for a course file.
pub(crate) fn own_cases(course: &'static Course) -> Result<Vec<Case>, SuiteError> {
    match file_of(course) {
        Some(_) => Ok(generate(course, CASES)),
        None => courses::cases::for_students(course),
    }
}

/// The same each time.
pub(crate) fn generate(course: &'static Course, count: usize) -> Vec<Case> {
    let options = MarkOptions::new(course);
    let mut candidates: Vec<Candidate> = inputs(course)
        .into_par_iter()
        .filter_map(|input| candidate(&options, input))
        .collect();
    if !candidates.iter().any(|it| it.reached.contains(DRAW)) {
        candidates.extend(draw(course).and_then(|input| candidate(&options, input)));
    }
    let lines = |it: &Candidate| it.case.input.split(|&byte| byte == b'\n').count();
    // Short cases are the easiest to read, but if there are too many, each must show more.
    let short = choose(&candidates, count, |it, new| 1000 * new / (8 + lines(it)));
    let long = choose(&candidates, count, |_, new| new);
    let worth = |cases: &[&Candidate]| -> usize {
        let all: BTreeSet<&String> = cases.iter().flat_map(|it| &it.worth).collect();
        all.len()
    };
    let chosen = if worth(&short) < worth(&long) {
        long
    } else {
        short
    };
    let usual = course.program.starts();
    let mut known: BTreeSet<String> = usual
        .iter()
        .take(1)
        .flat_map(|it| set(course, it))
        .collect();
    let mut cases: Vec<Case> = Vec::new();
    for Candidate { case, reached, .. } in chosen {
        let mut case = case.clone();
        let setup = course.setup(&case.input);
        let settings: BTreeSet<String> = setup.iter().flat_map(|it| set(course, it)).collect();
        let fresh =
            |all: &BTreeSet<String>| -> Vec<_> { all.difference(&known).cloned().collect() };
        let mut words = fresh(reached);
        if words.is_empty() {
            words = fresh(&settings);
        }
        if words.is_empty() {
            // It finds a mistake that no other case finds.
            words = reached.iter().cloned().collect();
        }
        name(&mut case, words, &cases);
        known.extend(reached.iter().chain(&settings).cloned());
        cases.push(case);
    }
    cases.sort_by_cached_key(|case| natural_order(&case.name));
    cases
}

/// Returns up to `count` candidates, each with the highest `score`, a function of the number of
/// new things that it shows. Among equals, the shortest wins.
fn choose(
    candidates: &[Candidate],
    count: usize,
    score: impl Fn(&Candidate, usize) -> usize,
) -> Vec<&Candidate> {
    let mut known = BTreeSet::new();
    let mut chosen = Vec::new();
    while chosen.len() < count {
        let new = |it: &Candidate| it.worth.difference(&known).count();
        let rest = candidates.iter().filter(|it| new(it) > 0);
        let length = |it: &Candidate| usize::MAX - it.case.input.len();
        let Some(best) = rest.max_by_key(|it| (score(it, new(it)), length(it))) else {
            break;
        };
        known.extend(best.worth.iter().cloned());
        chosen.push(best);
    }
    chosen
}

fn inputs(course: &'static Course) -> BTreeSet<Vec<u8>> {
    let starts = spread(course.program.starts());
    let mut inputs = BTreeSet::new();
    for (seed, start) in (0..GAMES).zip(starts.iter().cycle()) {
        let input = random_game(course, start, seed, |input, observer| {
            // A game that the lines do not finish is a case, too.
            let _ = course.observed(&[], input, Some(observer));
        });
        let lines: Vec<&[u8]> = input.split_inclusive(|&byte| byte == b'\n').collect();
        let short = start.lines + SHORT;
        if seed % 3 == 0 && lines.len() > short {
            inputs.insert(lines[..short].concat());
        } else {
            inputs.insert(input);
        }
    }
    inputs
}

/// Returns a draw, which is rare on large boards.
fn draw(course: &'static Course) -> Option<Vec<u8>> {
    let starts = course.program.starts();
    let smallest = starts.iter().min_by_key(|it| it.rules.size.area())?;
    let game = |seed| {
        random_game(course, smallest, seed, |input, observer| {
            let _ = course.observed(&[], input, Some(observer));
        })
    };
    (0..DRAWS)
        .map(game)
        .find(|input| reached(course, &Case::new("draw", input.clone())).contains(DRAW))
}

/// Alternates the default game with the others, small boards first: their games are short, and
/// reach all ends.
fn spread(mut starts: Vec<Setup>) -> Vec<Setup> {
    if starts.len() <= 2 {
        return starts;
    }
    let usual = starts.remove(0);
    starts.sort_by_key(|start| start.rules.size.area());
    starts.truncate(40);
    starts
        .into_iter()
        .flat_map(|start| [start, usual.clone()])
        .collect()
}

fn candidate(options: &MarkOptions, input: Vec<u8>) -> Option<Candidate> {
    let course = options.course;
    let outcome = course.outcome(&[], &input).ok()?;
    let mut case = Case::new("candidate", input);
    case.truncated_input = outcome.status != 0;
    case.expected = Some(Expected {
        stdout: outcome.stdout,
        files: outcome.files,
        status: None,
    });
    let reached = reached(course, &case);
    let mut worth = reached.clone();
    worth.extend(course.setup(&case.input).iter().flat_map(answers));
    worth.extend(found_by(options, &case));
    Some(Candidate {
        case,
        reached,
        worth,
    })
}

/// Returns what the answers before the game have set, so that each has a case.
fn answers(setup: &Setup) -> Vec<String> {
    let rules = setup.rules;
    vec![
        format!("computer {:?}", setup.computer),
        format!("first {:?}", rules.first),
        format!("opening {:?}", rules.opening),
        format!("winner {:?}", rules.winner),
    ]
}

/// Returns the settings of a game in words.
fn set(course: &Course, setup: &Setup) -> Vec<String> {
    let (rules, size) = (setup.rules, setup.rules.size);
    let mut words = vec![
        format!("a board of {}x{} squares", size.rows(), size.cols()),
        format!("{} moves first", course.side_name(rules.first)),
    ];
    let computer = |side| format!("{} is the computer", course.side_name(side));
    words.extend(setup.computer.map(computer));
    words.extend(match rules.winner {
        Winner::Fewest => Some("the fewest discs win".to_owned()),
        _ => None,
    });
    words
}

/// Names the case after the first of `words`, the things that it shows.
fn name(case: &mut Case, mut words: Vec<String>, others: &[Case]) {
    // Many cases have a direction; few have an end or a refusal.
    words.sort_by_key(|words| words.starts_with("flips") || words.starts_with(LIKE));
    let slug = words
        .first()
        .map_or("a game", String::as_str)
        .trim_start_matches("a ")
        .trim_start_matches("an ")
        .to_lowercase();
    let letters = slug.split(|c: char| !c.is_ascii_alphanumeric());
    let letters: Vec<&str> = letters.filter(|word| !word.is_empty()).collect();
    let slug = letters.join("-");
    let is_taken = |name: &String| others.iter().any(|other| other.name == *name);
    let numbered = (2..).map(|number| format!("{slug}-{number}"));
    let mut names = std::iter::once(slug.clone()).chain(numbered);
    case.name = names.find(|name| !is_taken(name)).expect("there are many");
    words.truncate(3);
    case.handout = Some(words.join(", ")).filter(|words| !words.is_empty());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutants::mistakes;

    #[test]
    fn each_answer_to_a_question_before_the_game_has_a_case() {
        for name in ["kse", "ics32-corner"] {
            let examples = course_file::EXAMPLES.into_iter();
            let mut text = examples.filter_map(|(of, text)| (of == name).then_some(text));
            let text = text.next().expect("it is an example");
            let course = course_file::read(name, text)
                .expect("it is a course")
                .course;
            let starts = course.program.starts();
            let all = starts.iter().flat_map(answers);
            let cases = generate(course, CASES);
            let is_named = |case: &Case| {
                let words = case.handout.as_deref().unwrap_or_default();
                !words.is_empty() && !words.contains("mistake")
            };
            assert!(cases.iter().all(is_named), "{name}");
            assert!(
                cases.is_sorted_by_key(|case| natural_order(&case.name)),
                "{name}"
            );
            let cases = cases.into_iter();
            let used = cases.filter_map(|case| course.setup(&case.input));
            let used: BTreeSet<String> = used.flat_map(|setup| answers(&setup)).collect();
            assert_eq!(used, all.collect(), "{name}");
        }
    }

    /// The five courses have larger sets, which take longer.
    #[test]
    fn as_many_generated_cases_find_as_many_mistakes_as_those_made_by_hand() {
        let course = courses::by_name("utoronto-a1").expect("it is a course");
        let options = MarkOptions::new(course);
        let own = courses::cases::for_students(course).expect("it has cases");
        let generated = generate(course, own.len());
        let found = |cases: &[Case]| {
            let all = mistakes(&options, cases);
            all.into_iter().filter(|it| it.found_by.is_some()).count()
        };
        let (by_hand, by_chance) = (found(&own), found(&generated));
        assert!(by_chance >= by_hand, "{by_chance} of {by_hand}");
        let claim = format!(
            "{}: {by_hand} | {}: {by_chance}",
            own.len(),
            generated.len()
        );
        assert!(include_str!("../CASES.md").contains(&claim), "{claim}");
    }
}
