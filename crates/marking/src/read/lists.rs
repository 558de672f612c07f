//! Lists of moves in a program's output: pairs of numbers, or of a number and
//! a letter, with whatever punctuation.

use reversi_core::{Size, Square};

/// The number of pairs beyond the legal moves in a list that is still compared with
/// them square by square.
const MOST_EXTRA: usize = 64;

const LABELS: usize = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Number(usize),
    Letter(u8),
    Word,
    Mark(char),
    Space,
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        tokens.push(if c.is_ascii_digit() {
            let mut number = digit(c);
            while let Some(next) = rest.next_if(char::is_ascii_digit) {
                number = number.saturating_mul(10).saturating_add(digit(next));
            }
            Token::Number(number)
        } else if c.is_alphabetic() {
            let mut letters = 1;
            while rest.next_if(|next| next.is_alphabetic()).is_some() {
                letters += 1;
            }
            match u8::try_from(c.to_ascii_lowercase()) {
                Ok(letter @ b'a'..=b'z') if letters == 1 => Token::Letter(letter - b'a'),
                _ => Token::Word,
            }
        } else if c.is_whitespace() {
            while rest.next_if(|next| next.is_whitespace()).is_some() {}
            Token::Space
        } else {
            Token::Mark(c)
        });
    }
    tokens
}

fn digit(c: char) -> usize {
    c.to_digit(10).map_or(0, |digit| digit as usize)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coordinates {
    NumberNumber,
    NumberLetter,
    LetterNumber,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    coordinates: Coordinates,
    /// Set if only pairs within brackets count.
    bracketed: bool,
    /// Set if a number before `.`, `)`, `:` or `]` is the number of a move.
    indexed: bool,
    /// The number of the first row or column.
    pub(crate) base: u8,
    /// Set if the column comes where the handout has the row.
    pub(crate) swapped: bool,
}

impl Reading {
    /// Every way, those of the handouts first.
    pub(crate) fn all(first_base: u8) -> Vec<Self> {
        let mut all = Vec::new();
        for swapped in [false, true] {
            for base in [first_base, 1 - first_base] {
                for coordinates in [
                    Coordinates::NumberLetter,
                    Coordinates::NumberNumber,
                    Coordinates::LetterNumber,
                ] {
                    for bracketed in [true, false] {
                        for indexed in [false, true] {
                            all.push(Self {
                                coordinates,
                                bracketed,
                                indexed,
                                base,
                                swapped,
                            });
                        }
                    }
                }
            }
        }
        all
    }

    fn square(self, first: Token, second: Token, size: Size) -> Option<Square> {
        let number = |token| match token {
            Token::Number(n) => u8::try_from(n).ok()?.checked_sub(self.base),
            _ => None,
        };
        let letter = |token| match token {
            Token::Letter(l) => Some(l),
            _ => None,
        };
        let (row, col) = match self.coordinates {
            Coordinates::NumberNumber => (number(first)?, number(second)?),
            Coordinates::NumberLetter => (number(first)?, letter(second)?),
            Coordinates::LetterNumber => (number(second)?, letter(first)?),
        };
        let square = if self.swapped {
            Square::new(col, row)
        } else {
            Square::new(row, col)
        };
        size.contains(square).then_some(square)
    }

    /// The lists in this reading: the pairs that no word parts, and all together.
    fn lists(self, tokens: &[Token], size: Size) -> Vec<Vec<ListedMove>> {
        let all = self.moves(tokens, size);
        let mut lists: Vec<Vec<ListedMove>> = all
            .chunk_by(|a, b| a.group == b.group)
            .map(<[ListedMove]>::to_vec)
            .collect();
        if lists.len() != 1 {
            lists.push(all);
        }
        lists
    }

    /// The last list in this reading that is exactly `legal`, and the squares after it.
    fn last_right(
        self,
        tokens: &[Token],
        legal: &[Square],
        size: Size,
    ) -> Option<(Vec<ListedMove>, Vec<Square>)> {
        let mut lists = self.lists(tokens, size);
        let is_right = |list: &Vec<ListedMove>| errors(&squares(list), legal) == 0;
        // All pairs together come last.
        let right = lists.iter().rposition(is_right)?;
        let last = right + 1 == lists.len();
        let after = lists.get(right + 1..lists.len() - 1).unwrap_or_default();
        let after = if last {
            Vec::new()
        } else {
            squares(&after.concat())
        };
        Some((lists.swap_remove(right), after))
    }

    fn moves(self, tokens: &[Token], size: Size) -> Vec<ListedMove> {
        let mut found = Vec::new();
        let mut number = None;
        let mut group = 0;
        let mut position = 0;
        while position < tokens.len() {
            if let Some((square, end)) = self.pair(tokens, position, size) {
                found.push(ListedMove {
                    square,
                    number: number.take(),
                    group,
                });
                position = end;
                continue;
            }
            match tokens[position] {
                Token::Number(n) => number = Some(n),
                Token::Word => group += 1,
                _ => {}
            }
            position += 1;
        }
        found
    }

    fn pair(self, tokens: &[Token], position: usize, size: Size) -> Option<(Square, usize)> {
        let token = |at: usize| tokens.get(at).copied();
        let is_mark = |at: usize, marks: &str| match token(at) {
            Some(Token::Mark(mark)) => marks.contains(mark),
            _ => false,
        };
        // Spaces in a row are one token.
        let skip_space = |at: usize| at + usize::from(token(at) == Some(Token::Space));
        let skip_quotes = |mut at: usize| {
            while is_mark(at, "'\"") {
                at += 1;
            }
            at
        };
        // The number of an entry is followed by one of these and never by a comma.
        let is_index = |at: usize| {
            let is_number = matches!(token(at), Some(Token::Number(_)));
            self.indexed && !self.bracketed && is_number && is_mark(at + 1, ".):]=")
        };
        let mut at = position;
        if self.bracketed {
            if !is_mark(at, "([{<") {
                return None;
            }
            at = skip_space(at + 1);
        }
        let first = token(at).filter(|_| !is_index(at))?;
        at = skip_space(skip_quotes(at + 1));
        if is_mark(at, ",;-/:|") {
            at = skip_space(at + 1);
        }
        at = skip_quotes(at);
        let second = token(at).filter(|_| !is_index(at))?;
        at = skip_quotes(at + 1);
        if self.bracketed {
            at = skip_space(at);
            if !is_mark(at, ")]}>") {
                return None;
            }
            at += 1;
        }
        Some((self.square(first, second, size)?, at))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ListedMove {
    pub(crate) square: Square,
    pub(crate) number: Option<usize>,
    group: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ListMatch {
    /// It is right in these readings; the moves are those of the first.
    Right(Vec<Reading>, Vec<ListedMove>),
    /// It is right only with rows and columns swapped.
    Transposed,
    /// The closest that there is, in its order.
    Wrong(Vec<Square>),
}

/// Looks in `text` for a list that is exactly `legal`. Of several lists the last one counts.
pub(crate) fn find(text: &str, legal: &[Square], size: Size, readings: &[Reading]) -> ListMatch {
    let listing: String = text.lines().filter_map(without_labels).collect();
    let mut longer = None;
    for text in [text, &listing] {
        let tokens = tokens(text);
        let mut right = Vec::new();
        let mut moves_of_first = Vec::new();
        for &reading in readings {
            let Some((list, after)) = reading.last_right(&tokens, legal, size) else {
                continue;
            };
            if after.iter().any(|at| *at != after[0]) {
                // Another list follows, or the right moves are only a part of the list.
                longer.get_or_insert_with(|| [squares(&list), after].concat());
                continue;
            }
            if right.is_empty() {
                moves_of_first = list;
            }
            right.push(reading);
        }
        if right.iter().any(|reading| !reading.swapped) {
            return ListMatch::Right(right, moves_of_first);
        }
        if !right.is_empty() {
            return ListMatch::Transposed;
        }
    }
    ListMatch::Wrong(longer.unwrap_or_else(|| closest(&listing, legal, size, readings)))
}

/// The squares of the list in `text` that is closest to `legal`; none if nothing in
/// it can be a list of moves.
fn closest(text: &str, legal: &[Square], size: Size, readings: &[Reading]) -> Vec<Square> {
    let tokens = tokens(text);
    let lists = readings.iter().flat_map(|reading| {
        let lists = reading.lists(&tokens, size).into_iter();
        lists.filter(|list| may_be_list(list, reading.bracketed, legal))
    });
    // A list without numbers is taken only if none has numbers.
    let best = lists.min_by_key(|list| (!is_menu(list), errors(&squares(list), legal)));
    best.map_or_else(Vec::new, |list| squares(&list))
}

fn squares(list: &[ListedMove]) -> Vec<Square> {
    list.iter().map(|listed| listed.square).collect()
}

/// Returns `line` and a newline, without an example of a move; `None` if it has the labels
/// of a board's columns: in no list are there so many numbers in a row.
fn without_labels(line: &str) -> Option<String> {
    let lower = line.to_ascii_lowercase();
    let examples = ["e.g", "eg.", "example", "format", " like ", "such as"];
    let example = examples.iter().filter_map(|word| lower.find(word)).min();
    let line = format!("{}\n", &line[..example.unwrap_or(line.len())]);
    let tokens = tokens(&line);
    let (mut run, mut longest, mut last) = (0, 0, None);
    for token in &tokens {
        let label = match token {
            Token::Number(number) => *number,
            Token::Letter(letter) => usize::from(*letter),
            Token::Word | Token::Mark('(' | '[' | '{' | '<') => {
                last = None;
                continue;
            }
            Token::Mark(_) | Token::Space => continue,
        };
        let follows = last.is_some_and(|last: usize| last.checked_add(1) == Some(label));
        run = if follows { run + 1 } else { 1 };
        longest = longest.max(run);
        last = Some(label);
    }
    (longest < LABELS).then_some(line)
}

/// Returns `true` if these pairs can be a list of moves. Other pairs are scores,
/// limits or the two parts of a prompt.
fn may_be_list(list: &[ListedMove], bracketed: bool, legal: &[Square]) -> bool {
    let is_legal = |listed: &ListedMove| legal.contains(&listed.square);
    let is_marked = |listed: &ListedMove| bracketed || listed.number.is_some();
    match list {
        [] => false,
        [only] => is_marked(only) && (is_legal(only) || legal.len() == 1),
        _ => {
            let in_one_place = list.windows(2).any(|two| two[0].group == two[1].group);
            in_one_place || is_menu(list) || list.iter().any(is_legal)
        }
    }
}

/// Returns `true` if the moves of a list, two or more, are numbered from 0 or 1 on.
fn is_menu(list: &[ListedMove]) -> bool {
    let follow = |two: &[ListedMove]| {
        let next = two[0].number.and_then(|number| number.checked_add(1));
        next.is_some() && next == two[1].number
    };
    matches!(list, [first, _, ..] if first.number.is_some_and(|number| number < 2))
        && list.windows(2).all(follow)
}

/// The distance of a list from the right one: a wrong move counts twice, one
/// that is repeated once.
fn errors(list: &[Square], legal: &[Square]) -> usize {
    // So long a list is no longer compared square by square.
    if list.len() > legal.len() + MOST_EXTRA {
        return 2 * list.len();
    }
    let missing = legal.iter().filter(|at| !list.contains(at)).count();
    let listed = list.iter().enumerate().map(|(index, at)| {
        if list[..index].contains(at) {
            1
        } else if legal.contains(at) {
            0
        } else {
            2
        }
    });
    2 * missing + listed.sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::rows;

    #[test]
    fn the_listed_texts_have_the_listed_lists() {
        let legal = [(2, 3), (3, 2), (4, 5), (5, 4)];
        let legal = legal.map(|(row, col)| Square::new(row, col));
        let find = |text: &str, legal: &[_]| find(text, legal, Size::EIGHT, &Reading::all(1));
        for [expected, text] in rows(include_str!("lists.txt")) {
            let found = match find(&text, &legal) {
                ListMatch::Right(..) => "right".to_owned(),
                ListMatch::Transposed => "transposed".to_owned(),
                ListMatch::Wrong(listed) => listed.len().to_string(),
            };
            assert_eq!(found, expected, "{text}");
        }
        let wrong = find("choose: 1. (3,e)", &legal[..1]);
        assert_eq!(wrong, ListMatch::Wrong(vec![Square::new(2, 4)]));
    }
}
