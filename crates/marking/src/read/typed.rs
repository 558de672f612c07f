//! Finds the places in an output where the typed lines were read.

use std::collections::BTreeSet;
use std::ops::Range;

use bstr::ByteSlice;
use course::{Course, Notation, Setup};
use reversi_core::{Board, Game, Square};
use transcript::{Difference, TypedLine, is_space};

use super::output::{Event, board_start, read};

/// Returns the typed lines of `input` at the places where the program that printed
/// `output` read them; `None` if a place is uncertain.
///
/// The boards show how many lines were read between them, whatever the words are:
/// a line was read before the first board that has its disc. A place is behind a
/// prompt in the course's words, or at the end of a text on whose line a board
/// begins, because a message would have ended its line. Such texts are the
/// program's own prompts, which are found elsewhere by their words.
pub(crate) fn typed_lines(course: &Course, input: &[u8], output: &[u8]) -> Option<Vec<TypedLine>> {
    let mut search = Search {
        course,
        input,
        output,
        lines: course.lines(input).collect(),
        setup_lines: 0,
        places: Vec::new(),
        prompts: BTreeSet::new(),
        captions: BTreeSet::new(),
    };
    let mut start = 0;
    if let Some(setup) = course.setup(input) {
        search.setup_lines = setup.lines;
        let mut before: Option<Board> = None;
        for item in read(course, setup.rules.size, output) {
            if let Event::Board { board, rows, .. } = item.event {
                let gap = start..board_start(course, setup.rules.size, output, start, rows);
                match &before {
                    None => search.read_exactly(setup.lines, gap)?,
                    Some(before) if *before == board => search.read_each(gap)?,
                    Some(before) => {
                        let number = search.read_between(&setup, before, &board);
                        search.read_exactly(number, gap)?;
                    }
                }
                start = item.end;
                before = Some(board);
            }
        }
    }
    search.read_rest(start..output.len())?;
    let words = &search.lines[..search.places.len().min(search.lines.len())];
    if course.notation == Notation::ScannedLetters && !one_word_per_prompt(input, words) {
        return None;
    }
    let typed = course.typed(input).into_iter();
    let lines = search.places.into_iter().zip(typed);
    let lines = lines.map(|(printed, typed)| TypedLine { printed, typed });
    Some(lines.collect())
}

/// Moves places to the printed output, which differs only in white space up to the difference.
pub(crate) fn carried_over(lines: Vec<TypedLine>, difference: Difference<'_>) -> Vec<TypedLine> {
    let Difference { expected, got } = difference;
    let (mut here, mut there) = (0, 0);
    let mut carried = Vec::new();
    for line in lines {
        if line.printed > expected.offset() || line.printed < here {
            break;
        }
        let passed = &expected.text()[here..line.printed];
        here = line.printed;
        let mut blanks = passed.len() - passed.trim_end_with(is_blank).len();
        let mut ink = passed.iter().filter(|&&byte| !is_space(byte)).count();
        while let Some(&byte) = got.text()[..got.offset()].get(there) {
            match (is_space(byte), ink, blanks) {
                (true, 0, 0) | (false, 0, _) => break,
                (true, 0, _) => blanks -= 1,
                (true, ..) => {}
                (false, ..) => ink -= 1,
            }
            there += 1;
        }
        carried.push(TypedLine {
            printed: there,
            ..line
        });
    }
    carried
}

/// Returns `true` if `scanf` reads a word per prompt: a number, a character, then two at a time.
fn one_word_per_prompt(input: &[u8], words: &[Range<usize>]) -> bool {
    let all_but_last = words.split_last().map_or(&[][..], |(_, words)| words);
    all_but_last
        .iter()
        .enumerate()
        .all(|(index, word)| match index {
            0 => {
                let word = &input[word.clone()];
                !word[0].is_ascii_digit() || word.iter().all(u8::is_ascii_digit)
            }
            1 => word.len() == 1,
            _ => word.len() == 2,
        })
}

fn is_blank(character: char) -> bool {
    u8::try_from(character).is_ok_and(is_space)
}

struct Search<'a> {
    course: &'a Course,
    input: &'a [u8],
    output: &'a [u8],
    lines: Vec<Range<usize>>,
    setup_lines: usize,
    places: Vec<usize>,
    prompts: BTreeSet<&'a [u8]>,
    /// Texts before a board that no line was read after.
    captions: BTreeSet<&'a [u8]>,
}

impl<'a> Search<'a> {
    fn left(&self) -> &[Range<usize>] {
        self.lines.get(self.places.len()..).unwrap_or_default()
    }

    /// Counts the lines up to the one whose disc is new.
    fn read_between(&self, setup: &Setup, before: &Board, after: &Board) -> usize {
        let size = setup.rules.size;
        let is_new = |at: &Square| before.disc(*at).is_none() && after.disc(*at).is_some();
        let new: Vec<Square> = size.squares().filter(is_new).collect();
        let mover = new.first().and_then(|&at| after.disc(at));
        let game = mover.and_then(|mover| Game::resume(setup.rules, before.clone(), mover).ok());
        let legal: Vec<Square> = game.iter().flat_map(Game::legal_moves).collect();
        let number = self.course.notation.lines_per_move();
        let places = |lines: &[Range<usize>]| {
            let typed = lines[0].start..lines[number - 1].end;
            let at = self.course.square(&self.input[typed], size, &legal);
            // The only new disc is not a person's if it is the computer's.
            let is_persons = |at| new.len() > 1 || after.disc(at) != setup.computer;
            at.is_some_and(|at| new.contains(&at) && is_persons(at))
        };
        let placed = self.left().windows(number).position(places);
        placed.map_or(0, |index| index + number)
    }

    fn read_exactly(&mut self, number: usize, gap: Range<usize>) -> Option<()> {
        let open = self.open_line(&gap);
        let Some(last) = number.checked_sub(1) else {
            self.captions.extend(open);
            return Some(());
        };
        let number = if open.is_some() { last } else { number };
        let inner = self.inner(&gap, number)?;
        if let Some(open) = open {
            let from = inner.last().map_or(0, |last| {
                (last + open.len()).saturating_sub(gap.end).min(open.len())
            });
            self.prompts.insert(&open[from..]);
        }
        self.places.extend(inner);
        self.places.extend(open.map(|_| gap.end));
        Some(())
    }

    /// Takes each prompt between two equal boards for a place.
    fn read_each(&mut self, gap: Range<usize>) -> Option<()> {
        let found = self.by_words(&gap);
        let found = match found.len() {
            0 if !self.left().is_empty() => self.inner(&gap, 1).or_else(|| {
                // A course's own words would have been found.
                let others = self.course.awaited(self.output).is_empty();
                (!others).then(Vec::new)
            })?,
            _ => found,
        };
        self.places.extend(found);
        Some(())
    }

    fn read_rest(&mut self, gap: Range<usize>) -> Option<()> {
        let left = self.left().len();
        let mut found = self.by_words(&gap);
        let text = self.output[gap.clone()].trim_ascii();
        let no_move_yet = self.places.len() <= self.setup_lines;
        let is_open = self.output.last().is_some_and(|&byte| byte != b'\n');
        if found.is_empty() && left > 0 && no_move_yet && !text.is_empty() && !is_open {
            // Nothing is known of the program's prompt for a move.
            found = self.inner(&gap, 1)?;
        }
        // A message would have ended its line, so the text at the end is a prompt.
        if !text.is_empty() && is_open {
            found.push(gap.end);
            found.dedup();
        }
        // Without a board, nothing shows how many lines were read.
        let is_known = |place: &usize| found.binary_search(place).is_ok();
        if gap.start == 0 && left > 0 && !self.by_marks(&gap).iter().all(is_known) {
            return None;
        }
        found.truncate(left);
        self.places.extend(found);
        Some(())
    }

    fn open_line(&self, gap: &Range<usize>) -> Option<&'a [u8]> {
        let text = &self.output[gap.clone()];
        let line = text.rsplit(|&byte| byte == b'\n').next()?;
        let is_prompt = !line.trim_ascii().is_empty() && !self.captions.contains(line);
        is_prompt.then_some(line)
    }

    fn inner(&self, gap: &Range<usize>, number: usize) -> Option<Vec<usize>> {
        let is_inner = |&place: &usize| {
            self.open_line(gap).is_none() || !self.output[place..gap.end].trim_ascii().is_empty()
        };
        let by_words: Vec<usize> = self.by_words(gap).into_iter().filter(is_inner).collect();
        if by_words.len() == number {
            return Some(by_words);
        }
        let guessed: Vec<usize> = self.by_marks(gap).into_iter().filter(is_inner).collect();
        (guessed.len() == number).then_some(guessed)
    }

    fn by_words(&self, gap: &Range<usize>) -> Vec<usize> {
        let text = &self.output[gap.clone()];
        let mut found: Vec<usize> = self.course.awaited(text);
        for prompt in &self.prompts {
            found.extend(text.find_iter(prompt).map(|start| start + prompt.len()));
        }
        found.sort_unstable();
        found.dedup();
        found.into_iter().map(|place| gap.start + place).collect()
    }

    /// Returns the places after the mark of a question, where text follows on the same line.
    fn by_marks(&self, gap: &Range<usize>) -> Vec<usize> {
        let text = &self.output[gap.clone()];
        let mut found = Vec::new();
        for (index, _) in text
            .iter()
            .enumerate()
            .filter(|(_, byte)| b":?>".contains(byte))
        {
            let rest = &text[index + 1..];
            let blanks = rest.iter().take_while(|&&byte| byte == b' ').count();
            if blanks > 0 && rest.get(blanks).is_some_and(|byte| !b"\r\n".contains(byte)) {
                found.push(gap.start + index + 1 + blanks);
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::rows;
    use proptest::prelude::*;
    use transcript::{Strictness, Suite};

    fn session(course: &str, input: &[u8], output: &[u8]) -> Option<String> {
        let course = courses::by_name(course).expect("it is a course");
        let lines = typed_lines(course, input, output)?;
        Some(transcript::session(input, output, &lines, output.len()))
    }

    #[test]
    fn every_line_of_every_fixture_is_found_where_the_course_reads_it() {
        for course in courses::ALL {
            let folder = course_tests::fixtures(course.name);
            let suite = Suite::load_strict(&folder).expect("the fixtures can be read");
            for case in suite.cases() {
                let place = format!("{}/{}", course.name, case.name);
                let expected = case.expected.as_ref().expect("a fixture has a snapshot");
                let found = typed_lines(course, &case.input, &expected.stdout);
                if case.name == "read-as-scanf-does" {
                    // Two answers in one word: what was read where is unknown.
                    assert_eq!(found, None);
                    continue;
                }
                let printed = found.map(|lines| -> Vec<usize> {
                    lines.into_iter().map(|line| line.printed).collect()
                });
                let mut awaited = course.awaited(&expected.stdout);
                awaited.truncate(course.lines(&case.input).count());
                assert_eq!(printed, Some(awaited), "{place}");
            }
        }
    }

    /// However a program spells its prompts, its lines are found, or none is.
    #[test]
    fn other_words_in_the_prompts_do_not_matter() {
        for [name, from, to] in rows(include_str!("typed.txt")) {
            let suite = Suite::load_strict(&course_tests::fixtures(&name));
            let (mut sure, mut all) = (0, 0);
            for case in suite.expect("they can be read").cases() {
                let expected = case.expected.as_ref().expect("a fixture has a snapshot");
                let printed = expected.stdout.replace(&from, &to);
                let Some(right) = session(&name, &case.input, &expected.stdout) else {
                    continue;
                };
                if let Some(found) = session(&name, &case.input, &printed) {
                    assert_eq!(
                        found,
                        right.replace(&from, &to),
                        "{name}/{}: {to}",
                        case.name
                    );
                    sure += 1;
                }
                all += 1;
            }
            assert!(sure * 5 > all * 4, "{name}: {to}: {sure} of {all}");
        }
    }

    #[test]
    fn a_place_that_is_uncertain_is_not_guessed() {
        // Two lines are read before the board, and two of three places fit.
        let output = b"A: b: c: d\n  abcd\na UUUU\nb UWBU\nc UBWU\nd UUUU\n";
        assert_eq!(session("aps105-lab8", b"4\nW\n", output), None);
    }

    #[test]
    fn a_caption_before_a_board_is_no_prompt() {
        let board = |rows: &str| {
            let rows = rows.split(' ').zip('a'..);
            let rows: Vec<_> = rows.map(|(row, name)| format!("{name} {row}\n")).collect();
            format!("  abcd\n{}", rows.concat())
        };
        let output = [
            "Size: Computer: ".to_owned(),
            board("UUUU UWBU UBWU UUUU"),
            "I play ab: ".to_owned(),
            board("UBUU UBBU UBWU UUUU"),
            "Move: ".to_owned(),
            board("WBUU UWBU UBWU UUUU"),
        ]
        .concat();
        let found = session("aps105-lab8", b"4\nB\naa\n", output.as_bytes());
        let found = found.expect("all places are known");
        assert!(found.contains("Size: 4\nComputer: B\n") && found.contains("\nMove: aa\n"));
        assert!(found.contains("\nI play ab:   abcd\n"));
    }

    #[test]
    fn places_are_carried_over_white_space() {
        let difference = Strictness::Tokens.first_difference(b"a? b\n c? d", b"a? b\n\n  c?  e");
        let difference = difference.expect("they differ");
        let lines = |places: &[usize]| -> Vec<TypedLine> {
            let line = |&printed: &usize| TypedLine {
                printed,
                typed: 0..0,
            };
            places.iter().map(line).collect()
        };
        assert_eq!(
            carried_over(lines(&[3, 9, 10]), difference),
            lines(&[3, 11])
        );
    }

    proptest! {
        #[test]
        fn any_output_will_do(
            input in "(4 W\n)?[ab \n]{0,9}",
            output in "(Enter the board dimension: |  abcd\n|a UUUU\nb UWBU\nc UBWU\nd UUUU\n|a UUUU\nb BBBU\nc UBWU\nd UUUU\n|Move: |\n){0,9}",
        ) {
            for course in courses::ALL {
                if let Some(lines) = typed_lines(course, input.as_bytes(), output.as_bytes()) {
                    prop_assert!(lines.is_sorted_by_key(|line| line.printed));
                    prop_assert!(lines.iter().all(|line| line.printed <= output.len()));
                }
            }
        }
    }
}
