//! Wrong results, scores and counters.

use reversi_core::{ByDisc, Disc, Outcome};

use super::mistake::{AnnouncedScores, Mistake};
use crate::read::results::{PrintedScores, ResultClaim, SideWords};

pub(crate) fn wrong_winner(text: &str, sides: &SideWords, winner: Option<Disc>) -> Option<Mistake> {
    let announced = ResultClaim::read(text, sides);
    let is_right = match announced {
        ResultClaim::Winner(disc) => winner == Some(disc),
        ResultClaim::Namesake => winner.is_some(),
        ResultClaim::Draw => winner.is_none(),
        ResultClaim::Unclear | ResultClaim::Nothing => false,
    };
    (!is_right).then_some(Mistake::ResultWrong { winner, announced })
}

pub(crate) fn names_another_winner(
    text: &str,
    sides: &SideWords,
    winner: Option<Disc>,
) -> Option<Mistake> {
    let is_named = |mistake: &Mistake| {
        let Mistake::ResultWrong { announced, .. } = mistake else {
            return false;
        };
        matches!(announced, ResultClaim::Winner(_) | ResultClaim::Draw)
    };
    wrong_winner(text, sides, winner).filter(is_named)
}

/// Finds another winner or another margin in a closing line.
pub(crate) fn wrong_closing_line(
    expected: &str,
    printed: &str,
    sides: &SideWords,
    outcome: Outcome,
) -> Option<Mistake> {
    let mistake = names_another_winner(printed, sides, outcome.winner());
    if mistake.is_some() {
        return mistake;
    }
    let expected = PrintedScores::read(expected, sides, 0);
    let has_margin = expected.of_winner == [outcome.margin()];
    wrong_margin(printed, sides, outcome).filter(|_| has_margin)
}

/// Checks the number in the line with the winner.
pub(crate) fn wrong_margin(text: &str, sides: &SideWords, outcome: Outcome) -> Option<Mistake> {
    let margin = outcome.margin();
    let is_negative = text.contains(&format!(" -{margin} "));
    match PrintedScores::read(text, sides, 0).of_winner[..] {
        [announced] if outcome.winner().is_some() && (announced != margin || is_negative) => {
            let sign = if is_negative { "-" } else { "" };
            let announced = format!("{sign}{announced}");
            Some(Mistake::MarginWrong { margin, announced })
        }
        _ => None,
    }
}

/// Checks the numbers beside the names of the sides, or two numbers without names. If scores are
/// `required`, there must be both.
pub(crate) fn wrong_scores(
    text: &str,
    sides: &SideWords,
    discs: ByDisc<usize>,
    required: bool,
) -> Option<Mistake> {
    let wrong = |announced| Some(Mistake::ScoreWrong { discs, announced });
    let scores = PrintedScores::read(text, sides, discs.black + discs.white);
    for (side, numbers) in &scores.named {
        if let [number] = numbers[..]
            && number != discs[*side]
        {
            return wrong(AnnouncedScores::Of(*side, number));
        }
    }
    let of = |disc: Disc| {
        let named = scores.named.iter().filter(move |(side, _)| *side == disc);
        named.map(|(_, numbers)| numbers)
    };
    // The score has the same place among the numbers of both sides.
    let are_right = |(black, white): (&Vec<usize>, &Vec<usize>)| {
        let mut both = black.iter().zip(white);
        both.any(|both| both == (&discs.black, &discs.white))
            || black.len() != white.len()
                && black.contains(&discs.black)
                && white.contains(&discs.white)
    };
    let mut named = of(Disc::Black).flat_map(|black| of(Disc::White).map(move |it| (black, it)));
    let are_named = named.clone().next().is_some();
    let sorted = |[one, other]: [usize; 2]| [one.min(other), one.max(other)];
    let right = sorted([discs.black, discs.white]);
    let mut beside_winner = scores.beside_winner.iter();
    if let Some(score) = beside_winner.find(|score| sorted(**score) != right) {
        return wrong(AnnouncedScores::Numbers(score.to_vec()));
    }
    if named.any(are_right)
        || !are_named && scores.pairs == [right]
        || (!required && scores.all.len() < 2)
    {
        return None;
    }
    // Where lines name a side, other numbers are no scores.
    let named: Vec<usize> = scores
        .named
        .into_iter()
        .flat_map(|(_, numbers)| numbers)
        .collect();
    wrong(AnnouncedScores::Numbers(if named.is_empty() {
        scores.all
    } else {
        named
    }))
}

/// Checks a counter of the discs of `side`, or of those of both sides.
pub(crate) fn wrong_counter(
    counter: &'static str,
    side: Option<Disc>,
    discs: ByDisc<usize>,
    printed: usize,
) -> Option<Mistake> {
    let expected = side.map_or(discs.black + discs.white, |side| discs[side]);
    (printed != expected).then_some(Mistake::CounterWrong {
        counter,
        expected,
        printed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_in_the_line_with_the_winner_is_checked_too() {
        let course = courses::by_name("comp10050").expect("it is a course");
        let setup = course.setup(b"Alice\nBob\n").expect("it is a case");
        let sides = SideWords::new(course, &setup);
        let discs = ByDisc {
            black: 29,
            white: 35,
        };
        for (line, is_right) in [
            ("Bob wins 35 to 29", true),
            ("Bob wins (29-35)", true),
            ("Bob wins with 35", true),
            ("Bob wins by 6, after 60 moves", true),
            ("Player 2 wins 36 - 28", false),
            ("Bob wins 27 to 0", false),
        ] {
            let text = format!("Alice: 29\nBob: 35\n{line}\n");
            let mistake = wrong_scores(&text, &sides, discs, true);
            assert_eq!(mistake.is_none(), is_right, "{line}");
        }
    }
}
