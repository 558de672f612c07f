//! Lists of moves in a program's output: pairs of numbers, or of a number and
//! a letter, with whatever punctuation.

use reversi_core::{Size, Square};

/// The number of pairs beyond the legal moves in a list that is still compared with
/// them square by square.
const MOST_EXTRA: usize = 64;

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

/// Returns `line` and a newline, without an example of a move; `None` for the labels
/// of a board's columns.
fn without_labels(line: &str) -> Option<String> {
    let lower = line.to_ascii_lowercase();
    let examples = ["e.g", "eg.", "example", "format", " like ", "such as"];
    let example = examples.iter().filter_map(|word| lower.find(word)).min();
    let line = format!("{}\n", &line[..example.unwrap_or(line.len())]);
    let tokens = tokens(&line);
    let mut labels = tokens.iter().filter_map(|token| match token {
        Token::Number(number) => Some(*number),
        Token::Letter(letter) => Some(usize::from(*letter)),
        _ => None,
    });
    let first = labels.next()?;
    let mut count = 1;
    let ascending = labels.all(|label| {
        count += 1;
        label + 1 == first + count
    });
    let bare = |token: &Token| !matches!(token, Token::Word | Token::Mark('(' | '[' | '{' | '<'));
    (count < 4 || !ascending || !tokens.iter().all(bare)).then_some(line)
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

    const SIZE: Size = Size::EIGHT;

    fn legal() -> Vec<Square> {
        [(2, 3), (3, 2), (4, 5), (5, 4)]
            .map(|(row, col)| Square::new(row, col))
            .to_vec()
    }

    fn found(text: &str, legal: &[Square]) -> ListMatch {
        find(text, legal, SIZE, &Reading::all(1))
    }

    #[test]
    fn text_without_a_list_has_none() {
        for text in [
            "",
            "Player Alice choose you next move: \n",
            "Enter row and column, e.g. 3,d: ",
            "Your move (for example (3,d)): ",
            "Type a move like (3,d): ",
            "Move (row 1-8, column a-h): ",
            "Alice 1, enter row (1-8): ",
            "    1   2   3   4   5   6   7   8   \nAlice, your move: ",
            "  a b c d e f g h\nrow and column? ",
            "Score 4-3\nYour move: ",
            "Player 1: 2 discs, player 2: 2 discs. Your move: ",
        ] {
            assert_eq!(
                found(text, &legal()),
                ListMatch::Wrong(Vec::new()),
                "{text}"
            );
        }
    }

    #[test]
    fn a_list_of_which_all_is_wrong_is_a_list() {
        for text in [
            "1. (3,e) 2. (4,d) 3. (5,g) 4. (6,f)",
            "1) 3 e\n2) 4 d\n3) 5 g\n4) 6 f\n",
            "move 1: (3,e)\nmove 2: (4,d)\nmove 3: (5,g)\nmove 4: (6,f)\n",
            "[(3, e), (4, d), (5, g), (6, f)]",
        ] {
            let ListMatch::Wrong(listed) = found(text, &legal()) else {
                panic!("{text}")
            };
            assert_eq!(listed.len(), 4, "{text}: {listed:?}");
        }
    }

    #[test]
    fn a_list_of_one_move_is_a_list() {
        let one = found("choose: 1. (3,d)", &legal());
        assert_eq!(one, ListMatch::Wrong(vec![Square::new(2, 3)]));
        let wrong = found("choose: 1. (3,e)", &legal()[..1]);
        assert_eq!(wrong, ListMatch::Wrong(vec![Square::new(2, 4)]));
    }

    #[test]
    fn an_example_beside_a_right_list_does_no_harm() {
        let text = "1. (3,d) 2. (4,c) 3. (5,f) 4. (6,e)\nfor example 1 or (8,h): ";
        assert!(matches!(found(text, &legal()), ListMatch::Right(..)));
    }

    #[test]
    fn of_several_lists_the_last_one_counts() {
        let right = "1. (3,d) 2. (4,c) 3. (5,f) 4. (6,e)";
        for text in [
            format!("{right}\nAlice has 2 discs, Bob 2 - pick a number (1-4): "),
            format!("not (1,a) (2,b), but:\n{right}\nPlayer 1 (2 - 2): "),
            format!("{right}\nthe last move was (3,d)\n> "),
        ] {
            assert!(
                matches!(found(&text, &legal()), ListMatch::Right(..)),
                "{text}"
            );
        }
        for text in [
            format!("{right} or maybe (1,a) (8,h)\n> "),
            format!("{right} or (1,a) or (8,h)\n> "),
        ] {
            let ListMatch::Wrong(listed) = found(&text, &legal()) else {
                panic!("{text}")
            };
            assert_eq!(listed.len(), 6, "{text}");
        }
    }
}
