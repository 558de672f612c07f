//! Who a program says has won, and with how many discs.

use reversi_core::{ByDisc, Disc, Outcome};

use super::fault::Fault;
use crate::read::words::{DRAW, LOSE, WIN, words};

/// The words by which a program names the two sides, in lower case. A word
/// matches a whole word; words of several parts match as they stand.
pub(crate) type Sides = ByDisc<Vec<String>>;

/// What a text says about the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    Winner(Disc),
    Draw,
    /// Somebody won, or nobody: it cannot be told who.
    Unclear,
    Nothing,
}

/// Where each of `names` stands in `text`, as pairs of start and end.
fn places(text: &str, names: &[impl AsRef<str>]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for name in names {
        let name = words(name.as_ref());
        if name.len() < 2 {
            continue;
        }
        // Two neighbours share a space, so each search starts on the last.
        let mut from = 0;
        while let Some(at) = text.get(from..).and_then(|rest| rest.find(&name)) {
            found.push((from + at, from + at + name.len()));
            from += at + name.len() - 1;
        }
    }
    found
}

/// Removes the places that lie within a longer one of the other side: `player`
/// in `player 2`.
fn without_inner(own: &mut Vec<(usize, usize)>, other: &[(usize, usize)]) {
    own.retain(|&(start, end)| {
        !other
            .iter()
            .any(|&(from, to)| from <= start && end <= to && to - from > end - start)
    });
}

/// What `text` says about the winner.
pub(crate) fn claim(text: &str, sides: &Sides) -> Claim {
    let mut claims = Vec::new();
    for line in text.lines() {
        let line = words(line);
        let (win, lose) = (places(&line, WIN), places(&line, LOSE));
        if !places(&line, DRAW).is_empty() {
            claims.push(Claim::Draw);
            continue;
        }
        if win.is_empty() && lose.is_empty() {
            continue;
        }
        let mut black = places(&line, &sides.black);
        let mut white = places(&line, &sides.white);
        let (black_all, white_all) = (black.clone(), white.clone());
        without_inner(&mut black, &white_all);
        without_inner(&mut white, &black_all);
        let named = match (black.is_empty(), white.is_empty()) {
            (false, true) => Some(Disc::Black),
            (true, false) => Some(Disc::White),
            _ => None,
        };
        claims.push(match named {
            Some(disc) if lose.is_empty() => Claim::Winner(disc),
            Some(disc) if win.is_empty() => Claim::Winner(disc.opponent()),
            _ => Claim::Unclear,
        });
    }
    let clear: Vec<Claim> = claims
        .iter()
        .copied()
        .filter(|claim| *claim != Claim::Unclear)
        .collect();
    match (clear.first(), claims.first()) {
        (Some(first), _) if clear.iter().all(|claim| claim == first) => *first,
        (Some(_), _) | (None, Some(_)) => Claim::Unclear,
        (None, None) => Claim::Nothing,
    }
}

/// Every whole number of `text`.
fn numbers(text: &str) -> Vec<usize> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter_map(|digits| digits.parse().ok())
        .collect()
}

fn told(winner: Option<Disc>, sides: &Sides) -> String {
    match winner {
        None => "a draw".to_owned(),
        Some(disc) => format!(
            "a win of {}",
            sides[disc].first().map_or("one side", String::as_str)
        ),
    }
}

/// Holds the closing `text` to `winner`.
pub(crate) fn check_winner(text: &str, sides: &Sides, winner: Option<Disc>) -> Result<(), Fault> {
    let printed = match claim(text, sides) {
        Claim::Nothing => "nothing of it".to_owned(),
        Claim::Winner(disc) if winner != Some(disc) => told(Some(disc), sides),
        Claim::Draw if winner.is_some() => told(None, sides),
        Claim::Unclear | Claim::Winner(_) | Claim::Draw => return Ok(()),
    };
    Err(Fault::ResultWrong {
        expected: told(winner, sides),
        printed,
    })
}

/// Holds the scores of the closing `text` to `outcome`: a line that names one
/// side and has a number beside the side's own name has that side's; where
/// there are two numbers or more, both counts are among them.
/// `required` says whether there must be any.
pub(crate) fn check_scores(
    text: &str,
    sides: &Sides,
    outcome: Outcome,
    required: bool,
) -> Result<(), Fault> {
    let discs = outcome.discs();
    let expected = || {
        format!(
            "{} for {} and {} for {}",
            discs.black,
            sides.black.first().map_or("black", String::as_str),
            discs.white,
            sides.white.first().map_or("white", String::as_str)
        )
    };
    let mut all = Vec::new();
    let mut of_sides = Vec::new();
    for line in text.lines() {
        let line = words(line);
        let mut black = places(&line, &sides.black);
        let mut white = places(&line, &sides.white);
        let (black_all, white_all) = (black.clone(), white.clone());
        without_inner(&mut black, &white_all);
        without_inner(&mut white, &black_all);
        let mut rest = line.clone();
        // The 2 of `player 2` is no score.
        for (start, end) in black.iter().chain(&white) {
            rest.replace_range(start + 1..end - 1, &" ".repeat(end - start - 2));
        }
        let found = numbers(&rest);
        let side = match (black.is_empty(), white.is_empty()) {
            (false, true) => Some(Disc::Black),
            (true, false) => Some(Disc::White),
            _ => None,
        };
        // "Bob wins by 3 points" names a margin.
        let margin = !places(&line, WIN).is_empty() || !places(&line, LOSE).is_empty();
        if let (Some(side), [number], false) = (side, &found[..], margin)
            && *number != discs[side]
        {
            return Err(Fault::ScoreWrong {
                expected: expected(),
                printed: format!(
                    "{number} for {}",
                    sides[side].first().map_or("one side", String::as_str)
                ),
            });
        }
        if side.is_some() {
            of_sides.extend(&found);
        }
        all.extend(found);
    }
    let enough = all.len() >= 2 && all.contains(&discs.black) && all.contains(&discs.white);
    if enough || (!required && all.len() < 2) {
        return Ok(());
    }
    // Where lines name a side, other numbers are no scores.
    let told = if of_sides.is_empty() { all } else { of_sides };
    let listed: Vec<String> = told.iter().map(usize::to_string).collect();
    Err(Fault::ScoreWrong {
        expected: expected(),
        printed: if listed.is_empty() {
            "no numbers".to_owned()
        } else {
            listed.join(", ")
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::plan::Plan;
    use courses::by_name;

    fn claimed(course: &str, input: &str, text: &str) -> Claim {
        let course = by_name(course).expect("it is a course");
        let plan = Plan::new(course, input.as_bytes()).expect("it is a case");
        claim(text, &plan.sides)
    }

    #[test]
    fn a_winner_is_understood_in_other_languages() {
        for (text, winner) in [
            ("Black wins!", Disc::Black),
            ("Les noirs gagnent", Disc::Black),
            ("Le joueur Blanc a gagné !", Disc::White),
            ("Ganan las blancas", Disc::White),
            ("El negro ganó", Disc::Black),
            ("Vencedor: PRETO", Disc::Black),
            ("As brancas venceu", Disc::White),
            ("Weiß gewinnt mit 40 Steinen", Disc::White),
            ("Schwarz hat verloren", Disc::White),
            ("Kazanan: SİYAH", Disc::Black),
            ("BEYAZ KAZANDI", Disc::White),
            ("Beyaz kaybetti.", Disc::Black),
            ("游戏结束,黑方获胜!", Disc::Black),
            ("白棋赢了", Disc::White),
            ("黑方输了", Disc::White),
        ] {
            let claimed = claimed("utoronto-a1", "", text);
            assert_eq!(claimed, Claim::Winner(winner), "{text}");
        }
        for (text, winner) in [
            ("Bilgisayar kazandı", Disc::Black),
            ("Oyuncu kazandi", Disc::White),
            ("Der Mensch gewinnt", Disc::White),
            ("L'ordinateur a gagné", Disc::Black),
            ("电脑获胜", Disc::Black),
        ] {
            let claimed = claimed("revergo", "2\n", text);
            assert_eq!(claimed, Claim::Winner(winner), "{text}");
        }
        let second = claimed("comp10050", "Al\nBo\n", "Oyuncu 2 kazandı");
        assert_eq!(second, Claim::Winner(Disc::White));
    }

    #[test]
    fn a_draw_is_understood_in_other_languages() {
        for text in [
            "It's a tie!",
            "Match nul",
            "Égalité entre noir et blanc",
            "Hay un empate",
            "Unentschieden!",
            "Oyun berabere bitti",
            "平局",
            "黑白不分胜负",
        ] {
            assert_eq!(claimed("utoronto-a1", "", text), Claim::Draw, "{text}");
        }
    }

    #[test]
    fn other_words_claim_nothing() {
        for text in ["Game over", "Fin de la partie", "Oyun bitti", "游戏结束"] {
            assert_eq!(claimed("utoronto-a1", "", text), Claim::Nothing, "{text}");
        }
    }
}
