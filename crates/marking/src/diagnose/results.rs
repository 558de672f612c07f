//! Wrong results, scores and counters.

use reversi_core::{ByDisc, Disc, Outcome};

use super::mistake::{Announced, AnnouncedScores, Mistake};
use crate::read::results::{Claim, ClosingLine, SideWords};

/// Returns the mistake in the closing `text` of a game that `winner` has won.
pub(crate) fn wrong_winner(text: &str, sides: &SideWords, winner: Option<Disc>) -> Option<Mistake> {
    let announced = match Claim::read(text, sides) {
        Claim::Nothing => None,
        Claim::Winner(disc) if winner != Some(disc) => Some(Announced::Winner(disc)),
        Claim::Draw if winner.is_some() => Some(Announced::Draw),
        Claim::Unclear | Claim::Winner(_) | Claim::Draw => return None,
    };
    Some(Mistake::ResultWrong { winner, announced })
}

/// Returns the mistake in `printed`, a line of the closing words that should be
/// `expected`: it names another winner or another margin.
pub(crate) fn wrong_closing_line(
    expected: &str,
    printed: &str,
    sides: &SideWords,
    outcome: Outcome,
) -> Option<Mistake> {
    let mistake = wrong_winner(printed, sides, outcome.winner());
    if let Some(Mistake::ResultWrong {
        announced: Some(_), ..
    }) = mistake
    {
        return mistake;
    }
    let numbers = |text: &str| -> Vec<usize> {
        let lines = ClosingLine::read(text, sides).into_iter();
        let naming = lines.filter(ClosingLine::names_winner);
        naming.flat_map(|line| line.numbers).collect()
    };
    match (&numbers(expected)[..], &numbers(printed)[..]) {
        (&[margin], &[announced]) if margin == outcome.margin() && margin != announced => {
            Some(Mistake::MarginWrong { margin, announced })
        }
        _ => None,
    }
}

/// Returns the mistake in the scores of the closing `text`. A line that names
/// one side and has one number beside the side's own name has that side's
/// score; if there are two numbers or more, both scores must be among them. If
/// scores are `required`, there must be two.
pub(crate) fn wrong_scores(
    text: &str,
    sides: &SideWords,
    discs: ByDisc<usize>,
    required: bool,
) -> Option<Mistake> {
    let wrong = |announced| Some(Mistake::ScoreWrong { discs, announced });
    let lines = ClosingLine::read(text, sides);
    for line in &lines {
        if let (Some(side), [number], false) = (line.side, &line.numbers[..], line.names_winner())
            && *number != discs[side]
        {
            return wrong(AnnouncedScores::Of(side, *number));
        }
    }
    let numbers = |lines: &mut dyn Iterator<Item = &ClosingLine>| -> Vec<usize> {
        lines.flat_map(|line| line.numbers.clone()).collect()
    };
    let all = numbers(&mut lines.iter());
    let both = all.len() >= 2 && all.contains(&discs.black) && all.contains(&discs.white);
    if both || (!required && all.len() < 2) {
        return None;
    }
    // Where lines name a side, other numbers are no scores.
    let of_sides = numbers(&mut lines.iter().filter(|line| line.side.is_some()));
    wrong(AnnouncedScores::Numbers(if of_sides.is_empty() {
        all
    } else {
        of_sides
    }))
}

/// Returns the mistake of a counter that shows `printed` and should show the
/// discs of `side`, or those of both sides.
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
