//! Lists of moves in a program's output: pairs of numbers, or of a number and
//! a letter, with whatever punctuation and names.

use reversi_core::{Game, Size, Square};

use super::words::Axis;

/// The most pairs beyond the legal moves in a list that is compared square by square.
const MOST_EXTRA: usize = 64;

const LABELS: usize = 6;
/// The most marks between a coordinate and its name.
const MOST_MARKS: usize = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ListToken {
    Number(usize),
    Letter(u8),
    Axis(Axis),
    Word,
    Mark(char),
    Space,
}

fn tokens(text: &str) -> Vec<ListToken> {
    let mut tokens = Vec::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        tokens.push(if c.is_ascii_digit() {
            let mut number = digit(c);
            while let Some(next) = rest.next_if(char::is_ascii_digit) {
                number = number.saturating_mul(10).saturating_add(digit(next));
            }
            ListToken::Number(number)
        } else if c.is_alphabetic() {
            let mut word = c.to_string();
            while let Some(next) = rest.next_if(|next| next.is_alphabetic()) {
                word.push(next);
            }
            match word.to_lowercase().as_bytes() {
                [letter @ b'a'..=b'z'] => ListToken::Letter(letter - b'a'),
                _ => Axis::named(&word.to_lowercase(), false)
                    .map_or(ListToken::Word, ListToken::Axis),
            }
        } else if c.is_whitespace() {
            while rest.next_if(|next| next.is_whitespace()).is_some() {}
            ListToken::Space
        } else {
            ListToken::Mark(c)
        });
    }
    tokens
}

fn digit(c: char) -> usize {
    c.to_digit(10).map_or(0, |digit| digit as usize)
}

/// The tokens of `text`, in which a pair with names, such as `row 3, column d` or `c4r2`, is
/// written `(3,d)`. Some programs call the row `x`, so that there may be two readings.
fn readable(text: &str) -> Vec<Vec<ListToken>> {
    let tokens = tokens(text);
    let named = |x| {
        let mut all = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            if let Some(([row, column], end)) = named_pair(&tokens, at, x) {
                all.extend([
                    ListToken::Mark('('),
                    row,
                    ListToken::Mark(','),
                    column,
                    ListToken::Mark(')'),
                ]);
                at = end;
            } else {
                all.push(tokens[at]);
                at += 1;
            }
        }
        all
    };
    let mut all = vec![named(Axis::Column), named(Axis::Row)];
    all.dedup();
    all
}

fn named_pair(tokens: &[ListToken], at: usize, x: Axis) -> Option<([ListToken; 2], usize)> {
    let axis = |at: usize| match *tokens.get(at)? {
        ListToken::Axis(axis) => Some(axis),
        ListToken::Letter(letter) => match letter + b'a' {
            b'x' => Some(x),
            b'y' => Some(x.other()),
            letter => Axis::named(char::from(letter).encode_utf8(&mut [0; 4]), true),
        },
        _ => None,
    };
    // What stands between a name and its coordinate, or between two pairs: `=`, `: `, ` and `.
    let skip = |at: usize| {
        let marks = tokens[at.min(tokens.len())..].iter().take(MOST_MARKS);
        let is_between = |token: &&ListToken| {
            matches!(
                token,
                ListToken::Space | ListToken::Mark(_) | ListToken::Word
            )
        };
        at + marks.take_while(is_between).count()
    };
    let coordinate = |at: usize| {
        let token = tokens.get(at).copied();
        token.filter(|token| matches!(token, ListToken::Number(_) | ListToken::Letter(_)))
    };
    let first = axis(at)?;
    let at = skip(at + 1);
    let one = coordinate(at)?;
    let at = skip(at + 1);
    axis(at).filter(|axis| *axis == first.other())?;
    let at = skip(at + 1);
    let other = coordinate(at)?;
    let pair = match first {
        Axis::Row => [one, other],
        Axis::Column => [other, one],
    };
    Some((pair, at + 1))
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
}

impl Reading {
    /// Every way, those of the handouts first.
    pub(crate) fn all(first_base: u8) -> Vec<Self> {
        let mut all = Vec::new();
        for base in [first_base, 1 - first_base] {
            for coordinates in [
                Coordinates::NumberLetter,
                Coordinates::NumberNumber,
                Coordinates::LetterNumber,
            ] {
                for (bracketed, indexed) in [(true, false), (false, false), (false, true)] {
                    all.push(Self {
                        coordinates,
                        bracketed,
                        indexed,
                        base,
                    });
                }
            }
        }
        all
    }

    fn square(self, first: ListToken, second: ListToken, size: Size) -> Option<Square> {
        let number = |token| match token {
            ListToken::Number(n) => u8::try_from(n).ok()?.checked_sub(self.base),
            _ => None,
        };
        let letter = |token| match token {
            ListToken::Letter(l) => Some(l),
            _ => None,
        };
        let (row, col) = match self.coordinates {
            Coordinates::NumberNumber => (number(first)?, number(second)?),
            Coordinates::NumberLetter => (number(first)?, letter(second)?),
            Coordinates::LetterNumber => (number(second)?, letter(first)?),
        };
        let square = Square::new(row, col);
        size.contains(square).then_some(square)
    }

    /// Returns the pairs between two words as lists, and all together as the last.
    fn lists(self, tokens: &[ListToken], size: Size) -> Vec<Vec<ListedMove>> {
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

    /// Returns the last list that is exactly `legal`, and the squares after it.
    fn last_right(
        self,
        tokens: &[ListToken],
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

    fn moves(self, tokens: &[ListToken], size: Size) -> Vec<ListedMove> {
        let mut found: Vec<ListedMove> = Vec::new();
        // The first number behind each move.
        let mut behind: Vec<Option<usize>> = Vec::new();
        let (mut number, mut group, mut unread) = (None, 0, 0);
        let mut position = 0;
        while position < tokens.len() {
            if let Some((square, end)) = self.pair(tokens, position, size) {
                found.push(ListedMove {
                    square,
                    number: number.take(),
                    group,
                    unread,
                });
                behind.push(None);
                unread = 0;
                position = end;
                continue;
            }
            match tokens[position] {
                ListToken::Number(n) => {
                    number = Some(n);
                    unread += 1;
                    if let Some(behind) = behind.last_mut() {
                        behind.get_or_insert(n);
                    }
                }
                ListToken::Letter(_) => unread += 1,
                ListToken::Word | ListToken::Axis(_) => group += 1,
                ListToken::Mark(_) | ListToken::Space => {}
            }
            position += 1;
        }
        // `(3,d) = 1, (4,c) = 2`
        if !counts(found.iter().map(|it| it.number)) && counts(behind.iter().copied()) {
            for (listed, number) in found.iter_mut().zip(behind) {
                listed.number = number;
            }
        }
        found
    }

    fn pair(self, tokens: &[ListToken], position: usize, size: Size) -> Option<(Square, usize)> {
        let token = |at: usize| tokens.get(at).copied();
        let is_mark = |at: usize, marks: &str| match token(at) {
            Some(ListToken::Mark(mark)) => marks.contains(mark),
            _ => false,
        };
        // Spaces in a row are one token.
        let skip_space = |at: usize| at + usize::from(token(at) == Some(ListToken::Space));
        let skip_quotes = |mut at: usize| {
            while is_mark(at, "'\"") {
                at += 1;
            }
            at
        };
        // The number of an entry is followed by one of these and never by a comma.
        let is_index = |at: usize| {
            let is_number = matches!(token(at), Some(ListToken::Number(_)));
            let mark = skip_space(at + 1);
            self.indexed && !self.bracketed && is_number && is_mark(mark, ".):]=-|>")
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
    /// The numbers and letters between the move before it and itself.
    unread: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ListMatch {
    /// It is right in these readings; the moves are those of the first.
    Right(Vec<Reading>, Vec<ListedMove>),
    /// Other lists: the closest one in the handout's coordinates, if there is one, and the
    /// closest of all.
    Wrong(Vec<Vec<Square>>),
    /// There may be one, but in a form that is not known.
    Unreadable,
    Nothing,
}

/// Finds the last list, and whether it is exactly the legal moves.
pub(crate) fn find(text: &str, game: &Game, readings: &[Reading]) -> ListMatch {
    let legal: Vec<Square> = game.legal_moves().collect();
    let size = game.board().size();
    let listing: String = text.lines().filter_map(without_labels).collect();
    let mut longer = None;
    for tokens in [text, &listing].into_iter().flat_map(readable) {
        let mut right = Vec::new();
        let mut moves_of_first = Vec::new();
        for &reading in readings {
            let Some((list, after)) = reading.last_right(&tokens, &legal, size) else {
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
        if !right.is_empty() {
            return ListMatch::Right(right, moves_of_first);
        }
    }
    if let Some(longer) = longer {
        return ListMatch::Wrong(vec![longer]);
    }
    let is_own = |reading: &&Reading| reading.base == readings[0].base;
    let own: Vec<Reading> = readings.iter().filter(is_own).copied().collect();
    let [own, closest] = [&own, readings].map(|all| closest(&listing, game, &legal, all));
    match closest {
        // In coordinates from another first number, the squares have other names than were printed.
        Some(closest) if errors(&closest, &legal) > legal.len() => {
            ListMatch::Wrong(vec![own.unwrap_or(closest)])
        }
        Some(closest) => ListMatch::Wrong(own.into_iter().chain([closest]).collect()),
        None if may_have_list(&without_made(&listing, game, readings), legal.len()) => {
            ListMatch::Unreadable
        }
        None => ListMatch::Nothing,
    }
}

/// Returns all numbers but those that label the columns of a board.
pub(crate) fn numbers(text: &str) -> Vec<usize> {
    let listing: String = text.lines().filter_map(without_labels).collect();
    let numbers = tokens(&listing)
        .into_iter()
        .filter_map(|token| match token {
            ListToken::Number(number) => Some(number),
            _ => None,
        });
    numbers.collect()
}

/// Returns the list closest to `legal`; `None` if nothing in `text` can be one.
fn closest(text: &str, game: &Game, legal: &[Square], readings: &[Reading]) -> Option<Vec<Square>> {
    let size = game.board().size();
    let texts = readable(text);
    let all = texts.iter().flat_map(|tokens| {
        let lists = readings.iter();
        lists.flat_map(move |reading| {
            let lists = reading.lists(tokens, size).into_iter();
            lists.filter(|list| may_be_list(list, reading.bracketed, legal))
        })
    });
    // A move that was made, in a message, is no list.
    let is_made = |listed: &ListedMove| game.board().disc(listed.square).is_some();
    let lists = all.filter(|list| !list.iter().all(is_made));
    // A list without numbers is taken only if none has numbers.
    let best = lists.min_by_key(|list| (!is_menu(list), errors(&squares(list), legal)));
    best.map(|list| squares(&list))
}

fn without_made(text: &str, game: &Game, readings: &[Reading]) -> String {
    let is_made = |line: &&str| {
        let tokens = tokens(line);
        let mut lists = readings
            .iter()
            .map(|it| it.moves(&tokens, game.board().size()));
        lists.any(|list| {
            let mut squares = list.iter().map(|listed| listed.square);
            !list.is_empty() && squares.all(|at| game.board().disc(at).is_some())
        })
    };
    let lines: Vec<_> = text.lines().filter(|line| !is_made(line)).collect();
    lines.join("\n") + "\n"
}

/// Counts a number or letter per move above the prompt, or two with names of rows and columns.
fn may_have_list(text: &str, moves: usize) -> bool {
    let count = |text: &str, wanted: fn(&ListToken) -> bool| {
        tokens(text).iter().filter(|it| wanted(it)).count()
    };
    let coordinates = |text: &str| {
        // Ranges, such as `0-7`, are none.
        let tokens = tokens(text);
        let ranges = tokens
            .windows(3)
            .filter(|three| three[1] == ListToken::Mark('-'));
        let all = count(text, |token| {
            matches!(token, ListToken::Number(_) | ListToken::Letter(_))
        });
        all.saturating_sub(2 * ranges.count())
    };
    let names = count(text, |token| matches!(token, ListToken::Axis(_)));
    let above = text.trim_end().rfind('\n').map_or("", |end| &text[..end]);
    coordinates(above) >= moves.max(2) || coordinates(text) + names >= 2 * moves.max(2)
}

fn squares(list: &[ListedMove]) -> Vec<Square> {
    list.iter().map(|listed| listed.square).collect()
}

/// Cuts an example off. Returns `None` for the labels of columns: no list counts so far.
fn without_labels(line: &str) -> Option<String> {
    let lower = line.to_ascii_lowercase();
    let examples = ["e.g", "eg.", "example", "format", " like ", "such as"];
    let example = examples.iter().filter_map(|word| lower.find(word)).min();
    let line = format!("{}\n", &line[..example.unwrap_or(line.len())]);
    let tokens = tokens(&line);
    let (mut run, mut longest, mut last) = (0, 0, None);
    for token in &tokens {
        let label = match token {
            ListToken::Number(number) => *number,
            ListToken::Letter(letter) => usize::from(*letter),
            ListToken::Word | ListToken::Axis(_) | ListToken::Mark('(' | '[' | '{' | '<') => {
                last = None;
                continue;
            }
            ListToken::Mark(_) | ListToken::Space => continue,
        };
        let follows = last.is_some_and(|last: usize| last.checked_add(1) == Some(label));
        run = if follows { run + 1 } else { 1 };
        longest = longest.max(run);
        last = Some(label);
    }
    (longest < LABELS).then_some(line)
}

/// Excludes scores, limits and the two parts of a prompt.
fn may_be_list(list: &[ListedMove], bracketed: bool, legal: &[Square]) -> bool {
    let is_legal = |listed: &ListedMove| legal.contains(&listed.square);
    let is_marked = |listed: &ListedMove| bracketed || listed.number.is_some();
    match list {
        [] => false,
        [only] => is_marked(only) && (is_legal(only) || legal.len() == 1),
        _ => {
            let in_one_place = list.windows(2).any(|two| two[0].group == two[1].group);
            // Of a list that is read in part, more than the number of the next move is left.
            let is_whole = list[1..].iter().all(|listed| listed.unread <= 1);
            is_whole && (in_one_place || is_menu(list) || list.iter().any(is_legal))
        }
    }
}

/// Returns `true` if the moves are numbered from 0 or 1 on.
fn is_menu(list: &[ListedMove]) -> bool {
    list.len() > 1 && counts(list.iter().map(|listed| listed.number))
}

pub(crate) fn numbered_from_one(menu: &[ListedMove]) -> bool {
    let numbers: Option<Vec<usize>> = menu.iter().map(|listed| listed.number).collect();
    numbers.is_none_or(|mut numbers| {
        numbers.sort_unstable();
        numbers.into_iter().eq(1..=menu.len())
    })
}

/// Returns `true` if `numbers` count up from 0 or 1.
fn counts(numbers: impl Iterator<Item = Option<usize>>) -> bool {
    let numbers: Option<Vec<usize>> = numbers.collect();
    let counts = |numbers: &Vec<usize>| {
        let first = numbers.first().copied().unwrap_or(2);
        first < 2 && numbers.iter().copied().eq(first..first + numbers.len())
    };
    numbers.as_ref().is_some_and(counts)
}

/// Counts a wrong move twice, and one that is repeated once.
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
        let find = |course: &str, text: &str| {
            let course = courses::by_name(course).expect("it is a course");
            let game = Game::new(course.program.rules()[0]).expect("it can be played");
            find(text, &game, &Reading::all(course.notation.base()))
        };
        for [expected, text] in rows(include_str!("lists.txt")) {
            let (course, expected) = expected.split_once(' ').unwrap_or(("comp10050", &expected));
            let found = match find(course, &text) {
                ListMatch::Right(_, list) if numbered_from_one(&list) => "right".to_owned(),
                ListMatch::Right(..) => "misnumbered".to_owned(),
                ListMatch::Wrong(lists) => lists[0].len().to_string(),
                ListMatch::Unreadable => "unreadable".to_owned(),
                ListMatch::Nothing => "0".to_owned(),
            };
            assert_eq!(found, expected, "{text}");
        }
        // The closest one that can be named as it was printed.
        for (text, list) in [
            ("1. (3,e) 2. (4,d)", vec![[2, 4], [3, 3]]),
            (
                "(3,3) (4,2) (5,5) (6,4)",
                vec![[2, 2], [3, 1], [4, 4], [5, 3]],
            ),
        ] {
            let squares = list.into_iter().map(|[row, col]| Square::new(row, col));
            let wrong = find("comp10050", &format!("choose: {text}\n"));
            assert_eq!(wrong, ListMatch::Wrong(vec![squares.collect()]));
        }
    }
}
