//! The rules and edge cases of a course that cases cover.

use std::cell::Cell;
use std::collections::BTreeSet;

use course::{Course, Notation, Observer};
use reversi_core::{Blocked, Direction, Disc, Game, IllegalMove, Placement, Square, Turn};
use transcript::Case;

use crate::line_by_line::LineByLine;

pub(crate) type Reached = BTreeSet<String>;

const SEVERAL_WAYS: &str = "flips in several directions at once";
const LONG_FLIP: &str = "flips several discs in a row";
const OCCUPIED: &str = "a move to an occupied square";
const FLIPS_NOTHING: &str = "a move that flips nothing";
const TOO_FAR: &str = "a move too far from the other discs";
const NO_SQUARE: &str = "a line that is not a move on the board";
/// The beginning of the words for a way to type a move.
pub(crate) const LIKE: &str = "a move like";
const FULL: &str = "an end with a full board";
const EARLY: &str = "an end with empty squares";
const WIPE_OUT: &str = "a wipe-out";
pub(crate) const DRAW: &str = "a draw";
const QUIT: &str = "a line that ends the program";
const TIE: &str = "a tie between moves of the computer";

pub(crate) fn all(course: &Course) -> Reached {
    let mut all: Reached = [NO_SQUARE, EARLY, DRAW].map(str::to_owned).into();
    if !course.chooses_by_number() {
        all.insert(OCCUPIED.to_owned());
    }
    if !course.program.quits().is_empty() {
        all.insert(QUIT.to_owned());
    }
    all.extend(ways(course));
    for rules in course.program.rules() {
        let sides = [Disc::Black, Disc::White];
        all.extend(sides.map(|side| win(course, side)));
        all.extend(rules.directions.iter().map(|&way| direction(way)));
        all.extend([SEVERAL_WAYS, LONG_FLIP].map(str::to_owned));
        match rules.placement {
            Placement::Flipping => {
                all.insert(WIPE_OUT.to_owned());
                if !course.chooses_by_number() {
                    all.insert(FLIPS_NOTHING.to_owned());
                }
            }
            Placement::Near { .. } => all.extend([TOO_FAR.to_owned()]),
            _ => {}
        }
        // If a side without moves ends the game, a full board is very rare.
        if rules.blocked == Blocked::Pass {
            all.insert(FULL.to_owned());
        }
        if rules.blocked == Blocked::Pass && matches!(rules.placement, Placement::Flipping) {
            all.extend(sides.map(|side| pass(course, side)));
        }
    }
    if course
        .computer
        .prescribed()
        .is_some_and(|rule| rule.counts_flips)
    {
        all.insert(TIE.to_owned());
    }
    all
}

/// Returns the ways to type a move, if there are several.
fn ways(course: &Course) -> Vec<String> {
    match course.notation {
        Notation::Pattern(pattern) if pattern.typed.len() > 1 => {
            let lines = pattern.spellings(Square::new(2, 3));
            let words = |line: String| format!("{LIKE} `{}`", line.replace('\n', " "));
            lines.map(words).collect()
        }
        _ => Vec::new(),
    }
}

fn way(course: &Course, line: &[u8]) -> Option<String> {
    let Notation::Pattern(pattern) = course.notation else {
        return None;
    };
    let way = pattern.way(str::from_utf8(line).ok()?)?;
    ways(course).into_iter().nth(way)
}

fn win(course: &Course, side: Disc) -> String {
    format!("a win for {}", course.side_name(side))
}

fn pass(course: &Course, side: Disc) -> String {
    format!("a pass by {}", course.side_name(side))
}

pub(crate) fn direction(way: Direction) -> String {
    format!("flips {way}")
}

pub(crate) fn reached(course: &Course, case: &Case) -> Reached {
    let at = Cell::new(0);
    let mut follower = CoverageFollower {
        at: &at,
        turns: Vec::new(),
    };
    let mut lines = LineByLine::new(case.input.as_slice(), &at);
    // A program that does not know the arguments covers nothing.
    let _ = course.observed(&case.args, &mut lines, Some(&mut follower));
    let turns = follower.turns;
    let mut all = Reached::new();
    for (index, (game, from)) in turns.iter().enumerate() {
        let next = turns.get(index + 1);
        let to = next.map_or(at.get(), |(_, to)| *to);
        let legal: Vec<_> = game.legal_moves().collect();
        let typed = &case.input[*from..to];
        for line in course
            .moves(typed, 0)
            .into_iter()
            .map(|range| &typed[range])
        {
            all.extend(typed_line(course, game, line, &legal));
        }
        match game.turn() {
            Turn::Pass(side) => all.extend([pass(course, side)]),
            Turn::Over(outcome) => {
                all.extend([outcome
                    .winner()
                    .map_or(DRAW.to_owned(), |it| win(course, it))]);
                let discs = outcome.discs();
                let size = game.board().size();
                let is_full = discs.black + discs.white == size.squares().count();
                all.insert(if is_full { FULL } else { EARLY }.to_owned());
                if discs.black == 0 || discs.white == 0 {
                    all.insert(WIPE_OUT.to_owned());
                }
            }
            Turn::Move(_) => {
                let board = |next: &&(Game, usize), at| next.0.board().disc(at).is_some();
                let made = next.and_then(|next| {
                    let mut new = legal.iter();
                    new.find(|&&at| game.board().disc(at).is_none() && board(&next, at))
                });
                if let Some(&made) = made {
                    all.extend(flips(game, made));
                    // A move that nobody typed is the computer's.
                    if typed.is_empty() && is_tie(game, made, &legal) {
                        all.insert(TIE.to_owned());
                    }
                }
            }
        }
    }
    all.intersection(&self::all(course)).cloned().collect()
}

fn flips(game: &Game, at: Square) -> Vec<String> {
    let flips = game
        .flips(at)
        .map_or(Vec::new(), |flips| flips.squares().to_vec());
    let count = |way: &Direction| {
        let mut ahead = std::iter::successors(at.step(*way), |square| square.step(*way));
        ahead
            .by_ref()
            .take_while(|square| flips.contains(square))
            .count()
    };
    let ways = game.rules().directions.iter().map(|way| (way, count(way)));
    let ways: Vec<_> = ways.filter(|(_, count)| *count > 0).collect();
    let mut all: Vec<_> = ways.iter().map(|(way, _)| direction(**way)).collect();
    let several = (ways.len() > 1).then_some(SEVERAL_WAYS);
    let long = ways
        .iter()
        .any(|(_, count)| *count > 1)
        .then_some(LONG_FLIP);
    all.extend(several.into_iter().chain(long).map(str::to_owned));
    all
}

fn is_tie(game: &Game, made: Square, legal: &[Square]) -> bool {
    let flips = |at: Square| game.flips(at).map_or(0, |flips| flips.count());
    let most = legal.iter().map(|&at| flips(at)).max();
    let best = legal.iter().filter(|&&at| Some(flips(at)) == most);
    most == Some(flips(made)) && best.count() > 1
}

fn typed_line(course: &Course, game: &Game, line: &[u8], legal: &[Square]) -> Option<String> {
    if course.quits(line) {
        return Some(QUIT.to_owned());
    }
    let at = course.square(line, game.board().size(), legal);
    let reason = match at.map(|at| game.check(at)) {
        Some(Ok(())) => return way(course, line),
        Some(Err(IllegalMove::Occupied)) => OCCUPIED,
        Some(Err(IllegalMove::FlipsNothing)) => FLIPS_NOTHING,
        Some(Err(IllegalMove::TooFar)) => TOO_FAR,
        None | Some(Err(_)) => NO_SQUARE,
    };
    Some(reason.to_owned())
}

struct CoverageFollower<'a> {
    at: &'a Cell<usize>,
    turns: Vec<(Game, usize)>,
}

impl Observer for CoverageFollower<'_> {
    fn turn(&mut self, game: &Game) {
        self.turns.push((game.clone(), self.at.get()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use course::Computer;
    use courses::{ALL, by_name};

    fn of(course: &str, input: &str) -> Reached {
        let course = by_name(course).expect("it is a course");
        reached(course, &Case::new("a", input))
    }

    #[test]
    fn the_moves_of_a_case_reach_what_they_show() {
        let all = of("utoronto-a1", "aa\ndd\nzz\ncd\nce\n");
        let expected = [OCCUPIED, FLIPS_NOTHING, NO_SQUARE, "flips down"];
        assert_eq!(all, expected.map(str::to_owned).into());
        assert_eq!(of("utoronto-a1", ""), Reached::new());
        let all = of("aps105-lab8", "4\nW\nba\n");
        assert!(all.contains(TIE), "{all:?}");
    }

    #[test]
    fn each_way_to_type_a_move_is_reached_on_its_own() {
        let examples = course_file::EXAMPLES.into_iter();
        let mut text = examples.filter_map(|(name, text)| (name == "x-first").then_some(text));
        let text = text.next().expect("it is an example");
        let course = course_file::read("ways", text)
            .expect("it is a course")
            .course;
        let of = |input: &str| {
            let mut reached = reached(course, &Case::new("a", input));
            reached.retain(|words| words.starts_with(LIKE));
            Vec::from_iter(reached)
        };
        assert_eq!(ways(course), ["a move like `3d`", "a move like `d3`"]);
        assert_eq!(of("3d\n"), ["a move like `3d`"]);
        assert_eq!(of("d3\n"), ["a move like `d3`"]);
    }

    #[test]
    fn the_built_in_cases_reach_everything_that_can_be() {
        // If the computer is free, its moves decide the game.
        let is_free = |course: &&Course| matches!(course.computer, Computer::Free);
        for course in ALL.iter().filter(|course| !is_free(course)) {
            let cases = courses::cases::for_students(course).expect("it has cases");
            let reached: Reached = cases.iter().flat_map(|it| reached(course, it)).collect();
            let missing: Vec<_> = all(course).difference(&reached).cloned().collect();
            assert_eq!(missing, Vec::<String>::new(), "{}", course.name);
        }
    }
}
