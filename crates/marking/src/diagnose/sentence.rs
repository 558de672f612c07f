//! One sentence for each mistake: that of its row in `mistakes.txt`, with the words of its fields.

use reversi_core::Square;

use super::mistake::{
    AnnouncedScores, FlipCounts, GoesOn, Mistake, SpaceChange, Unread, WrongSquares,
};
use super::names::{CaseNames, FieldValue, values};
use super::quote::short;
use crate::read::results::ResultClaim;

/// The most squares that a sentence names; of more it has the number.
const MOST_SQUARES: usize = 8;

const MOST_NUMBERS: usize = 8;

/// Returns the sentence about `mistake`, without a full stop.
pub fn sentence(mistake: &Mistake, names: &CaseNames<'_>) -> String {
    let fields = mistake.fields();
    let value = |field: &str| {
        let opponent = field.strip_prefix("opponent of ");
        let name = opponent.unwrap_or(field);
        let Some((_, value)) = fields.iter().find(|(field, _)| *field == name) else {
            return names.of_course(name);
        };
        match opponent {
            Some(_) => value.words(&names.of_opponents()),
            None => value.words(names),
        }
    };
    let parts = mistake.template().split(['[', ']']).enumerate();
    let parts = parts.filter_map(|(index, part)| match index % 2 {
        0 => filled(part, |field| Some(value(field).unwrap_or_default())),
        _ => part.split('|').find_map(|part| filled(part, value)),
    });
    parts.collect()
}

/// Returns `part` with its fields filled in; `None` if one has no value.
fn filled(part: &str, value: impl Fn(&str) -> Option<String>) -> Option<String> {
    let words = part.split(['{', '}']).enumerate();
    let words = words.map(|(index, words)| match index % 2 {
        0 => Some(words.to_owned()),
        _ => value(words),
    });
    words.collect()
}

values! {
    SpaceChange: |it, _| Some(it.to_string());
    GoesOn: |it, _| Some(it.to_string());
    WrongSquares: |it, names| {
        let parts = [
            ("a disc is missing on", &it.missing),
            ("there should be no disc on", &it.added),
            ("the disc has the wrong colour on", &it.recoloured),
        ];
        let count: usize = parts.iter().map(|(_, squares)| squares.len()).sum();
        if count > MOST_SQUARES {
            return Some(format!("{count} squares differ"));
        }
        let part = |(words, squares): (_, &Vec<Square>)| {
            Some(format!("{words} {}", squares.words(names)?))
        };
        let parts: Vec<String> = parts.into_iter().filter_map(part).collect();
        Some(parts.join("; "))
    };
    FlipCounts: |it, names| {
        let computer = names.course.computer.prescribed();
        computer.filter(|computer| computer.counts_flips)?;
        let flips = counted(it.expected, "disc");
        Some(if it.expected == it.made {
            format!(": a tie, because both flip {flips}")
        } else {
            format!(", which flips {flips} instead of {}", it.made)
        })
    };
    ResultClaim: |it, names| match it {
        ResultClaim::Winner(winner) => Some(format!("a win for {}", names.sides[*winner])),
        ResultClaim::Draw => Some("a draw".to_owned()),
        ResultClaim::Namesake | ResultClaim::Unclear => {
            Some("an unclear one: it names both sides, or neither, as the winner".to_owned())
        }
        ResultClaim::Nothing => None,
    };
    AnnouncedScores: |it, names| Some(match it {
        AnnouncedScores::Of(disc, number) => format!("{number} for {}", names.sides[*disc]),
        AnnouncedScores::Numbers(numbers) if numbers.is_empty() => "no scores".to_owned(),
        AnnouncedScores::Numbers(numbers) if numbers.len() > MOST_NUMBERS => {
            format!("{} numbers", numbers.len())
        }
        AnnouncedScores::Numbers(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
            numbers.join(", ")
        }
    });
    Unread: |it, _| {
        let at_least = if it.at_least { "at least " } else { "" };
        let (lines, from, first) = (counted(it.lines, "line"), it.from, &it.first);
        Some(format!(
            "ended with {at_least}{lines} of its input unread, starting at line {from} (`{}`)",
            short(first)
        ))
    };
}

/// Returns `1 case` or `2 cases`.
pub fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests;
