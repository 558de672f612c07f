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

/// What the two parts of a pair are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    NumberNumber,
    NumberLetter,
    LetterNumber,
}

/// One way to read a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    kind: Kind,
    /// Whether only pairs within brackets count.
    bracketed: bool,
    /// Whether a number before `.`, `)`, `:` or `]` is the number of an entry.
    indexed: bool,
    /// What the first row or column is called.
    pub(crate) base: u8,
    /// Whether the column comes where the handout has the row.
    pub(crate) swapped: bool,
}

impl Reading {
    /// Every way, those of the handouts first.
    pub(crate) fn all(first_base: u8) -> Vec<Self> {
        let mut all = Vec::new();
        for swapped in [false, true] {
            for base in [first_base, 1 - first_base] {
                for kind in [Kind::NumberLetter, Kind::NumberNumber, Kind::LetterNumber] {
                    for bracketed in [true, false] {
                        for indexed in [false, true] {
                            all.push(Self {
                                kind,
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
        let (row, col) = match self.kind {
            Kind::NumberNumber => (number(first)?, number(second)?),
            Kind::NumberLetter => (number(first)?, letter(second)?),
            Kind::LetterNumber => (number(second)?, letter(first)?),
        };
        let square = if self.swapped {
            Square::new(col, row)
        } else {
            Square::new(row, col)
        };
        size.contains(square).then_some(square)
    }

    /// Every pair of `text` in this reading.
    fn entries(self, tokens: &[Token], size: Size) -> Vec<Entry> {
        let mut found = Vec::new();
        let mut number = None;
        let mut group = 0;
        let mut position = 0;
        while position < tokens.len() {
            if let Some((square, end)) = self.pair(tokens, position, size) {
                found.push(Entry {
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
pub(crate) struct Entry {
    pub(crate) square: Square,
    /// The number before it, in a menu.
    pub(crate) number: Option<usize>,
    group: usize,
}

/// A list held against the legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    /// It is right in these readings; the entries are those of the first.
    Right(Vec<Reading>, Vec<Entry>),
    /// It is right only with rows and columns swapped.
    Swapped,
    /// The closest there is.
    Wrong {
        missing: Vec<Square>,
        extra: Vec<Square>,
        twice: Vec<Square>,
        found_any: bool,
    },
}

/// Looks in `text` for a list that is exactly `legal`.
pub(crate) fn hold(text: &str, legal: &[Square], size: Size, readings: &[Reading]) -> Held {
    let tokens = tokens(text);
    let mut right = Vec::new();
    let mut entries_of_first = Vec::new();
    let mut best: Option<(usize, Held)> = None;
    for &reading in readings {
        let all = reading.entries(&tokens, size);
        let mut lists: Vec<Vec<Entry>> = all
            .chunk_by(|a, b| a.group == b.group)
            .map(<[Entry]>::to_vec)
            .collect();
        if lists.len() != 1 {
            lists.push(all);
        }
        for list in lists {
            let held = against(&list, legal);
            let Held::Wrong {
                missing,
                extra,
                twice,
                ..
            } = &held
            else {
                if right.is_empty() {
                    entries_of_first = list;
                }
                right.push(reading);
                break;
            };
            let off = 2 * (missing.len() + extra.len()) + twice.len();
            if best.as_ref().is_none_or(|(least, _)| off < *least) {
                best = Some((off, held));
            }
        }
    }
    if right.iter().any(|reading| !reading.swapped) {
        Held::Right(right, entries_of_first)
    } else if !right.is_empty() {
        Held::Swapped
    } else {
        best.map_or_else(|| against(&[], legal), |(_, held)| held)
    }
}

fn against(list: &[Entry], legal: &[Square]) -> Held {
    let has = |square: &Square| list.iter().any(|entry| entry.square == *square);
    let missing: Vec<Square> = legal
        .iter()
        .copied()
        .filter(|square| !has(square))
        .collect();
    let mut extra = Vec::new();
    let mut twice = Vec::new();
    for (index, entry) in list.iter().enumerate() {
        let before = list[..index].iter().any(|e| e.square == entry.square);
        if before {
            twice.push(entry.square);
        } else if !legal.contains(&entry.square) {
            extra.push(entry.square);
        }
    }
    if missing.is_empty() && extra.is_empty() && twice.is_empty() {
        Held::Right(Vec::new(), Vec::new())
    } else {
        Held::Wrong {
            missing,
            extra,
            twice,
            found_any: !list.is_empty(),
        }
    }
}
