//! Lists of moves in a program's output: pairs of numbers, or of a number and
//! a letter, with whatever punctuation.

use reversi_core::{Size, Square};

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

/// The kinds of the two parts of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coordinates {
    NumberNumber,
    NumberLetter,
    LetterNumber,
}

/// One way to read a list.
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

    /// Every pair of `text` in this reading.
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

    /// The pair that begins at `position`, and where it ends.
    fn pair(self, tokens: &[Token], position: usize, size: Size) -> Option<(Square, usize)> {
        let is_open = |t: Option<&Token>| matches!(t, Some(Token::Mark('(' | '[' | '{' | '<')));
        let is_close = |t: Option<&Token>| matches!(t, Some(Token::Mark(')' | ']' | '}' | '>')));
        let skip_space = |mut at: usize| {
            while tokens.get(at) == Some(&Token::Space) {
                at += 1;
            }
            at
        };
        let mut at = position;
        if self.bracketed {
            if !is_open(tokens.get(at)) {
                return None;
            }
            at = skip_space(at + 1);
        }
        let first = *tokens.get(at)?;
        at += 1;
        // A number of an entry is followed by one of these and never by a
        // comma.
        let index_mark = matches!(
            tokens.get(at),
            Some(Token::Mark('.' | ')' | ':' | ']' | '='))
        );
        if self.indexed && index_mark && matches!(first, Token::Number(_)) && !self.bracketed {
            return None;
        }
        let quote = |t: Option<&Token>| matches!(t, Some(Token::Mark('\'' | '"')));
        while quote(tokens.get(at)) {
            at += 1;
        }
        at = skip_space(at);
        if matches!(
            tokens.get(at),
            Some(Token::Mark(',' | ';' | '-' | '/' | ':' | '|'))
        ) {
            at = skip_space(at + 1);
        }
        while quote(tokens.get(at)) {
            at += 1;
        }
        let second = *tokens.get(at)?;
        at += 1;
        if self.indexed
            && !self.bracketed
            && matches!(second, Token::Number(_))
            && matches!(
                tokens.get(at),
                Some(Token::Mark('.' | ')' | ':' | ']' | '='))
            )
        {
            return None;
        }
        while quote(tokens.get(at)) {
            at += 1;
        }
        if self.bracketed {
            at = skip_space(at);
            if !is_close(tokens.get(at)) {
                return None;
            }
            at += 1;
        }
        Some((self.square(first, second, size)?, at))
    }
}

/// One move of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ListedMove {
    pub(crate) square: Square,
    /// The number before it, in a menu.
    pub(crate) number: Option<usize>,
    group: usize,
}

/// The list of moves that fits the legal moves best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ListMatch {
    /// It is right in these readings; the moves are those of the first.
    Right(Vec<Reading>, Vec<ListedMove>),
    /// It is right only with rows and columns swapped.
    Transposed,
    /// The closest that there is, in its order.
    Wrong(Vec<Square>),
}

/// Looks in `text` for a list that is exactly `legal`.
pub(crate) fn find(text: &str, legal: &[Square], size: Size, readings: &[Reading]) -> ListMatch {
    let tokens = tokens(text);
    let mut right = Vec::new();
    let mut moves_of_first = Vec::new();
    let mut best: Option<(usize, Vec<Square>)> = None;
    for &reading in readings {
        let all = reading.moves(&tokens, size);
        let mut lists: Vec<Vec<ListedMove>> = all
            .chunk_by(|a, b| a.group == b.group)
            .map(<[ListedMove]>::to_vec)
            .collect();
        if lists.len() != 1 {
            lists.push(all);
        }
        for list in lists {
            let squares: Vec<Square> = list.iter().map(|listed| listed.square).collect();
            let errors = errors(&squares, legal);
            if errors == 0 {
                if right.is_empty() {
                    moves_of_first = list;
                }
                right.push(reading);
                break;
            }
            if best.as_ref().is_none_or(|(least, _)| errors < *least) {
                best = Some((errors, squares));
            }
        }
    }
    if right.iter().any(|reading| !reading.swapped) {
        ListMatch::Right(right, moves_of_first)
    } else if right.is_empty() {
        ListMatch::Wrong(best.map_or_else(Vec::new, |(_, squares)| squares))
    } else {
        ListMatch::Transposed
    }
}

/// The distance of a list from the right one: a wrong move counts twice, one
/// that is repeated once.
fn errors(list: &[Square], legal: &[Square]) -> usize {
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
