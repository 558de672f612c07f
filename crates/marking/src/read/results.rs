//! Reads a program's closing words: who has won, and with how many discs.

use course::{Course, Setup};
use reversi_core::{ByDisc, Disc};

use super::words::{DRAW, LOSE, WIN, translated, words};

/// The lines that are searched for closing words.
const MOST_LINES: usize = 500;

/// The words by which a program names the two sides, in lower case. A word
/// matches a whole word; words of several parts match as they stand.
#[derive(Clone, Debug)]
pub(crate) struct SideWords(ByDisc<Vec<String>>);

impl SideWords {
    /// The words of `course`, in all languages, and the names that a case
    /// gives the sides.
    pub(crate) fn new(course: &Course, setup: &Setup) -> Self {
        let words = |disc: Disc| {
            let name = setup.names.iter().map(|names| names[disc].clone());
            let called = course.called[disc].iter().copied().map(str::to_owned);
            let translated = course.called[disc].iter().flat_map(|name| translated(name));
            name.chain(called).chain(translated).collect()
        };
        Self(ByDisc {
            black: words(Disc::Black),
            white: words(Disc::White),
        })
    }

    /// The words of `line` that name each side, as pairs of start and end.
    fn places(&self, line: &str) -> ByDisc<Vec<(usize, usize)>> {
        let (black, white) = (places(line, &self.0.black), places(line, &self.0.white));
        ByDisc {
            black: without_inner(&black, &white),
            white: without_inner(&white, &black),
        }
    }
}

/// One line of a program's closing words.
#[derive(Clone, Debug)]
pub(crate) struct ClosingLine {
    /// The side that it names, if it names one only.
    pub(crate) side: Option<Disc>,
    wins: bool,
    loses: bool,
    draws: bool,
    /// Its numbers: not the 2 of `player 2`.
    pub(crate) numbers: Vec<usize>,
}

impl ClosingLine {
    pub(crate) fn read(text: &str, sides: &SideWords) -> Vec<Self> {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let lines = lines.take(MOST_LINES);
        lines.map(|line| Self::new(line, sides)).collect()
    }

    fn new(line: &str, sides: &SideWords) -> Self {
        let line = words(line);
        let named = sides.places(&line);
        let mut rest = line.clone();
        for &(start, end) in named.black.iter().chain(&named.white) {
            rest.replace_range(start + 1..end - 1, &" ".repeat(end - start - 2));
        }
        let has = |some: &[&str]| !places(&line, some).is_empty();
        Self {
            side: match (named.black.is_empty(), named.white.is_empty()) {
                (false, true) => Some(Disc::Black),
                (true, false) => Some(Disc::White),
                _ => None,
            },
            wins: has(WIN),
            loses: has(LOSE),
            draws: has(DRAW),
            numbers: rest
                .split(|c: char| !c.is_ascii_digit())
                .filter_map(|digits| digits.parse().ok())
                .collect(),
        }
    }

    /// Returns `true` if it names the winner: then a number is a margin, not a score.
    pub(crate) fn names_winner(&self) -> bool {
        self.wins || self.loses
    }

    fn claim(&self) -> Claim {
        match self.side {
            _ if self.draws => Claim::Draw,
            _ if !self.names_winner() => Claim::Nothing,
            Some(disc) if !self.loses => Claim::Winner(disc),
            Some(disc) if !self.wins => Claim::Winner(disc.opponent()),
            _ => Claim::Unclear,
        }
    }
}

/// The winner that a text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// This side.
    Winner(Disc),
    /// Neither side.
    Draw,
    /// The text announces a result, but the winner is unclear.
    Unclear,
    /// The text announces no result.
    Nothing,
}

impl Claim {
    /// Returns the winner that `text` names.
    pub(crate) fn read(text: &str, sides: &SideWords) -> Self {
        let mut claims: Vec<Self> = ClosingLine::read(text, sides)
            .iter()
            .map(ClosingLine::claim)
            .filter(|claim| *claim != Self::Nothing)
            .collect();
        if claims.is_empty() {
            return Self::Nothing;
        }
        claims.retain(|claim| *claim != Self::Unclear);
        claims.dedup();
        match claims[..] {
            [claim] => claim,
            _ => Self::Unclear,
        }
    }
}

/// The places of `names` in `text`, as pairs of start and end.
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

/// The places that do not lie within a longer one of the other side, as
/// `player` in `player 2` does.
fn without_inner(own: &[(usize, usize)], other: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let is_inner = |&&(start, end): &&(usize, usize)| {
        other
            .iter()
            .any(|&(from, to)| from <= start && end <= to && to - from > end - start)
    };
    own.iter()
        .filter(|place| !is_inner(place))
        .copied()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use courses::by_name;

    fn claimed(course: &str, input: &str, text: &str) -> Claim {
        let course = by_name(course).expect("it is a course");
        let setup = course.setup(input.as_bytes()).expect("it is a case");
        Claim::read(text, &SideWords::new(course, &setup))
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
