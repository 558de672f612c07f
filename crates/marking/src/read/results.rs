//! Reads a program's closing words: who has won, and with how many discs.

use std::collections::BTreeSet;
use std::{iter, mem};

use course::{Course, Setup};
use reversi_core::{Disc, Size};

use super::words::{list, phrases, translated, words};

const MOST_LINES: usize = 500;
/// The most numbers beside a name among which its score may be. More are a list.
const MOST_NUMBERS: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ResultToken {
    /// A name of a side; `None` if both sides have it.
    Name(Option<Disc>, NameKind),
    Number(usize),
    Win,
    Winner,
    Beat,
    Lose,
    Loser,
    Draw,
    Vague,
    Not,
    Link,
    And,
    Other,
    Stop,
}

/// The kinds of names. Beside each other, the later kind says which side is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
enum NameKind {
    /// `player` in a course with one, which is a part of another name beside it.
    Player,
    /// A word of the handout: `player 1`, `black`.
    Role,
    /// The name that a person typed.
    Typed,
}

impl ResultToken {
    fn is_result(self) -> bool {
        matches!(
            self,
            Self::Win | Self::Winner | Self::Beat | Self::Lose | Self::Loser
        )
    }
}

/// The names and words of results, each between two spaces, the longest first.
#[derive(Clone, Debug)]
pub(crate) struct SideWords(Vec<(String, ResultToken)>);

impl SideWords {
    pub(crate) fn new(course: &Course, setup: &Setup) -> Self {
        let of_side = |disc: Disc| -> Vec<String> {
            let name = setup.names.iter().map(|names| names[disc].clone());
            let called = course.side_aliases[disc].iter().copied().map(str::to_owned);
            let translated = course.side_aliases[disc]
                .iter()
                .flat_map(|name| translated(name));
            let all = name.chain(called).chain(translated);
            all.map(|name| words(&name)).collect()
        };
        let [black, white] = [Disc::Black, Disc::White].map(of_side);
        let player = iter::once("player".to_owned()).chain(translated("player"));
        let player: Vec<String> = player.map(|name| words(&name)).collect();
        let mut all: Vec<(String, ResultToken)> = Vec::new();
        for (own, other, disc) in [(&black, &white, Disc::Black), (&white, &black, Disc::White)] {
            all.extend(own.iter().map(|name| {
                let naming = match setup.names.as_ref().map(|names| words(&names[disc])) {
                    _ if player.contains(name) => NameKind::Player,
                    Some(typed) if typed == *name => NameKind::Typed,
                    _ => NameKind::Role,
                };
                let token = ResultToken::Name((!other.contains(name)).then_some(disc), naming);
                (name.clone(), token)
            }));
        }
        for (name, token) in [
            ("win", ResultToken::Win),
            ("winner", ResultToken::Winner),
            ("beat", ResultToken::Beat),
            ("lose", ResultToken::Lose),
            ("loser", ResultToken::Loser),
            ("draw", ResultToken::Draw),
            ("vague", ResultToken::Vague),
            ("not", ResultToken::Not),
            ("link", ResultToken::Link),
            ("and", ResultToken::And),
        ] {
            all.extend(phrases(name).iter().map(|word| (word.clone(), token)));
        }
        all.retain(|(word, _)| word.len() > 2);
        // The sort is stable: a name goes before an equal word.
        all.sort_by_key(|(word, _)| std::cmp::Reverse(word.len()));
        Self(all)
    }

    /// Leaves names, numbers and single letters out, unless nothing else is there.
    pub(crate) fn without_names(&self, line: &str) -> String {
        let mut text = words(line);
        for (word, token) in &self.0 {
            if matches!(token, ResultToken::Name(..)) {
                text = text.replace(word, " ");
            }
        }
        let mut words: Vec<&str> = text.split(' ').collect();
        words.retain(|word| word.chars().count() > 1 && !word.contains(|c: char| c.is_numeric()));
        if words.is_empty() {
            return line.trim().to_owned();
        }
        words.join(" ")
    }

    /// Returns the side named in `text`; `None` if it names both or none.
    pub(crate) fn named(&self, text: &str) -> Option<Disc> {
        let tokens = Self::without(NameKind::Role, &self.tokens(text));
        let mut names = tokens.iter().filter_map(|token| match token {
            ResultToken::Name(name, _) => Some(*name),
            _ => None,
        });
        let first = names.next()??;
        names.all(|name| name == Some(first)).then_some(first)
    }

    /// Returns the sides named in clauses with a phrase of the list `wanted` and none of `unwanted`.
    pub(crate) fn named_where(&self, text: &str, wanted: &str, unwanted: &str) -> Vec<Disc> {
        let has = |clause: &str, name: &str| phrases(name).iter().any(|it| clause.contains(it));
        let clauses = text.split(['\n', ',', ';', '.', '!', '?']).take(MOST_LINES);
        let clauses = clauses.filter(|clause| {
            let words = words(clause);
            has(&words, wanted) && !has(&words, unwanted)
        });
        clauses.filter_map(|clause| self.named(clause)).collect()
    }

    fn lines(&self, text: &str) -> impl Iterator<Item = Vec<ResultToken>> {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        lines.take(MOST_LINES).map(|line| self.tokens(line))
    }

    fn tokens(&self, line: &str) -> Vec<ResultToken> {
        let mut tokens = Vec::new();
        let mut from = 0;
        let mut marks = line.char_indices().peekable();
        while let Some((at, mark)) = marks.next() {
            let ends = marks.peek().is_none_or(|(_, next)| next.is_whitespace());
            let token = match mark {
                ',' | ';' | '.' | '!' if ends => ResultToken::Stop,
                '，' | '。' | '！' => ResultToken::Stop,
                ':' | '=' => ResultToken::Link,
                '/' | '|' | '&' => ResultToken::And,
                _ => continue,
            };
            self.add(&line[from..at], &mut tokens);
            tokens.push(token);
            from = at + mark.len_utf8();
        }
        self.add(&line[from..], &mut tokens);
        // `black player`, `player x`
        Self::without(NameKind::Player, &tokens)
    }

    /// Drops names of this `kind` beside one of a later kind.
    fn without(kind: NameKind, tokens: &[ResultToken]) -> Vec<ResultToken> {
        let is_later = |token: &ResultToken| matches!(token, ResultToken::Name(Some(_), other) if *other > kind);
        let named = tokens.iter().enumerate().map(|(at, &token)| {
            let around = &tokens[at.saturating_sub(1)..tokens.len().min(at + 2)];
            match token {
                ResultToken::Name(_, own) if own == kind && around.iter().any(is_later) => {
                    ResultToken::Link
                }
                token => token,
            }
        });
        named.collect()
    }

    fn add(&self, part: &str, tokens: &mut Vec<ResultToken>) {
        let text = words(part);
        let mut rest = text.as_str();
        while rest.len() > 1 {
            if let Some((word, token)) = self.0.iter().find(|(word, _)| rest.starts_with(word)) {
                tokens.push(*token);
                rest = &rest[word.len() - 1..];
                continue;
            }
            let end = 1 + rest[1..].find(' ').unwrap_or(rest.len() - 1);
            let word = &rest[1..end];
            let before = tokens.len();
            if !["st", "nd", "rd", "th"]
                .iter()
                .any(|ordinal| word.ends_with(ordinal))
            {
                let digits = word.split(|c: char| !c.is_ascii_digit());
                tokens.extend(
                    digits.filter_map(|digits| digits.parse().ok().map(ResultToken::Number)),
                );
            }
            if tokens.len() == before {
                tokens.push(ResultToken::Other);
            }
            rest = &rest[end..];
        }
    }
}

pub(crate) fn offers_another_game(line: &str) -> bool {
    list("again").iter().any(|word| line.contains(word))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultClaim {
    Winner(Disc),
    /// A side whose name the other one has too.
    Namesake,
    Draw,
    Unclear,
    Nothing,
}

impl ResultClaim {
    /// Returns the last claim, in the last consecutive lines that have one.
    pub(crate) fn read(text: &str, sides: &SideWords) -> Self {
        let mut clear: Vec<(usize, Self)> = Vec::new();
        let mut vague: Vec<Self> = Vec::new();
        let mut awaits_name = false;
        for (number, line) in sides.lines(text).enumerate() {
            for clause in line.split(|token| *token == ResultToken::Stop) {
                let results = clause.iter().filter(|token| token.is_result()).count();
                let claims = Self::of_clause(clause);
                if clause.is_empty() {
                    continue;
                }
                if awaits_name && claims.is_empty() {
                    // `The winner is`, and the name on the next line.
                    let name = clause
                        .iter()
                        .position(|token| matches!(token, ResultToken::Name(..)));
                    clear.extend(name.map(|name| (number, Self::named(clause, name))));
                }
                let is_vague = results == 0 || clause.contains(&ResultToken::Vague);
                awaits_name = clause.contains(&ResultToken::Winner) && claims == [Self::Unclear];
                for claim in claims {
                    let names = clause
                        .iter()
                        .any(|token| matches!(token, ResultToken::Name(..)));
                    if claim != Self::Draw && (is_vague || !names) {
                        vague.push(claim);
                    } else {
                        clear.push((number, claim));
                    }
                }
            }
        }
        let mut last = clear.last().map_or(0, |(number, _)| *number);
        let mut claims: Vec<Self> = Vec::new();
        for (number, claim) in clear.into_iter().rev() {
            if number + 1 < last {
                break;
            }
            last = number;
            claims.push(claim);
        }
        if claims.is_empty() {
            claims = vague;
            // `Congratulations Alice, you have won`
            if claims.iter().any(|claim| *claim != Self::Unclear) {
                claims.retain(|claim| *claim != Self::Unclear);
            }
        }
        if claims.iter().any(|claim| matches!(claim, Self::Winner(_))) {
            claims.retain(|claim| *claim != Self::Namesake);
        }
        claims.dedup();
        match claims[..] {
            [] => Self::Nothing,
            [claim] => claim,
            _ => Self::Unclear,
        }
    }

    fn of_clause(clause: &[ResultToken]) -> Vec<Self> {
        if clause.contains(&ResultToken::Draw) {
            return vec![Self::Draw];
        }
        let results = clause.iter().enumerate();
        let mut claims: Vec<Self> = results
            .filter(|(_, token)| token.is_result() || **token == ResultToken::Vague)
            .map(|(at, &result)| {
                let Some(name) = subject(clause, at) else {
                    return Self::Unclear;
                };
                // `The winner is not Alice`, `you did not win`
                let is_denied = [name, at].into_iter().any(|place| {
                    let mut before = clause[..place].iter().rev();
                    before.find(|token| **token != ResultToken::Link) == Some(&ResultToken::Not)
                });
                let is_object = result == ResultToken::Beat && name > at;
                let is_loser =
                    is_object || matches!(result, ResultToken::Lose | ResultToken::Loser);
                let claim = match result {
                    ResultToken::Beat => Self::of_name(clause[name]),
                    _ => Self::named(clause, name),
                };
                match claim {
                    Self::Winner(disc) if is_loser != is_denied => Self::Winner(disc.opponent()),
                    claim => claim,
                }
            })
            .collect();
        claims.dedup();
        claims
    }

    fn of_name(token: ResultToken) -> Self {
        match token {
            ResultToken::Name(Some(disc), _) => Self::Winner(disc),
            _ => Self::Namesake,
        }
    }

    /// Returns the side named at this place and by the names joined to it.
    fn named(clause: &[ResultToken], at: usize) -> Self {
        let joins =
            |token: &&ResultToken| matches!(token, ResultToken::Name(..) | ResultToken::And);
        let before = clause[..at].iter().rev().take_while(joins);
        let after = clause[at..].iter().take_while(joins);
        let names = before.chain(after).filter_map(|token| match token {
            ResultToken::Name(name, _) => *name,
            _ => None,
        });
        let names: Vec<Disc> = names.collect();
        match names[..] {
            [] => Self::Namesake,
            [disc, ref others @ ..] if others.iter().all(|other| *other == disc) => {
                Self::Winner(disc)
            }
            _ => Self::Unclear,
        }
    }
}

fn subject(clause: &[ResultToken], at: usize) -> Option<usize> {
    let is_name = |place: &usize| matches!(clause[*place], ResultToken::Name(..));
    let first = |places: &mut dyn Iterator<Item = usize>| {
        let mut places = places.skip_while(|&place| clause[place] == ResultToken::Link);
        places.next().filter(is_name)
    };
    let (before, after) = (|| (0..at).rev(), || at + 1..clause.len());
    if clause[at] == ResultToken::Beat {
        return (0..clause.len()).find(is_name);
    }
    let is_noun = matches!(
        clause[at],
        ResultToken::Winner | ResultToken::Loser | ResultToken::Vague
    );
    let linked = is_noun && clause.get(at + 1) == Some(&ResultToken::Link);
    first(&mut after())
        .filter(|_| linked)
        .or_else(|| first(&mut before()))
        .or_else(|| first(&mut after()))
        .or_else(|| before().find(is_name))
        .or_else(|| after().find(is_name))
}

#[derive(Clone, Debug, Default)]
pub(crate) struct PrintedScores {
    /// The numbers beside the name of a side, in a line that names no winner.
    pub(crate) named: Vec<(Disc, Vec<usize>)>,
    /// Two numbers that may be the scores, without names.
    pub(crate) pairs: Vec<[usize; 2]>,
    /// The number of points by which a side wins, or its score.
    pub(crate) of_winner: Vec<usize>,
    /// The numbers in `White wins 33 to 31` and `White wins 33-31`, which are the scores.
    pub(crate) beside_winner: Vec<[usize; 2]>,
    pub(crate) all: Vec<usize>,
}

impl PrintedScores {
    pub(crate) fn read(text: &str, sides: &SideWords, discs: usize) -> Self {
        let mut scores = Self::default();
        let mut before: Vec<usize> = Vec::new();
        // Numbers below a line with a name alone, which count where no line has both.
        let (mut above, mut below) = (Vec::new(), Vec::new());
        let printed = text.lines().filter(|line| !line.trim().is_empty());
        for (line, printed) in sides.lines(text).zip(printed) {
            // `Player1 Bob`, whoever is player 1, is Bob.
            let line = SideWords::without(NameKind::Role, &line);
            let numbers = line.iter().filter_map(|token| match token {
                ResultToken::Number(number) => Some(*number),
                _ => None,
            });
            let numbers: Vec<usize> = numbers.collect();
            let is_next = |two: &[usize]| two[0] + 1 == two[1];
            let of_columns = MOST_NUMBERS + 1..=usize::from(Size::LONGEST);
            if of_columns.contains(&numbers.len()) && numbers.windows(2).all(is_next) {
                // The columns of a board are numbered below it.
                continue;
            }
            let names = line.iter().filter_map(|token| match token {
                ResultToken::Name(name, _) => *name,
                _ => None,
            });
            let mut names: Vec<Disc> = names.collect();
            names.dedup();
            let above_line = mem::take(&mut above);
            if line.iter().any(|token| token.is_result()) {
                scores.of_winner.extend(&numbers);
                let is_score = |[first, second]: &[usize; 2]| {
                    let between = [" to ", "-", " - ", "\u{2013}", " \u{2013} "];
                    let mut joined = between.iter().map(|it| format!("{first}{it}{second}"));
                    joined.any(|score| printed.contains(&score))
                };
                scores
                    .beside_winner
                    .extend(numbers[..].try_into().ok().filter(is_score));
            } else {
                match (&names[..], &numbers[..]) {
                    (_, []) => above = names,
                    ([], [_]) if let [side] = above_line[..] => {
                        below.push((side, numbers.clone()));
                    }
                    (&[side], [_, ..]) if numbers.len() <= MOST_NUMBERS => {
                        scores.named.push((side, numbers.clone()));
                    }
                    (&[one, other], &[first, second]) if first + second == discs => {
                        scores
                            .named
                            .extend([(one, vec![first]), (other, vec![second])]);
                    }
                    _ => {}
                }
            }
            match (&before[..], &numbers[..]) {
                (_, &[first, second]) | (&[first], &[second]) => {
                    scores.pairs.push([first, second]);
                }
                _ => {}
            }
            scores.all.extend(&numbers);
            before = numbers;
        }
        if scores.named.is_empty() && below.len() == 2 {
            scores.named = below;
        }
        let pairs = scores.pairs.iter();
        let pairs = pairs.filter(|[first, second]| first + second == discs);
        let pairs: BTreeSet<_> = pairs.map(|&[a, b]| [a.min(b), a.max(b)]).collect();
        scores.pairs = pairs.into_iter().collect();
        scores
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::rows;

    /// Each row has a course, typed lines that end with `/`, a text, and the winner named in it.
    #[test]
    fn the_listed_texts_name_the_listed_winners() {
        for [course, input, text, claim] in rows(include_str!("results.txt")) {
            let course = courses::by_name(&course).expect("it is a course");
            let setup = course.setup(input.replace('/', "\n").as_bytes());
            let sides = SideWords::new(course, &setup.expect("it is a case"));
            let found = ResultClaim::read(&text, &sides);
            assert_eq!(format!("{found:?}"), claim, "{text}");
        }
    }
}
