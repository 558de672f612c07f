//! A game in the address of the page, so that it can be shared.
//!
//! The fragment is `v=1&c=COURSE&i=INPUT`: the input is deflated and then encoded in base64 for
//! addresses. Three other keys, encoded in the same way, appear only if needed: `a` has one
//! argument per line. `r` has the moves of the computer's side, one square per line; somebody else
//! plays them unless the first line is `own`. `b` has the position that the game begins with, if it
//! was set up: a line for the side to move, then the rows of the board. Other keys are left to the
//! page.
//!
//! Links from other pages ([`pages::playground`]) have the input as `l`, or the moves of Othello as
//! `t`, both in percent-encoding.

use std::fmt::Write;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use crate::position::Placed;
use crate::programs::import;
use crate::programs::run::Memory;
use crate::programs::state::{Naming, OpponentChoice, State};

const VERSION: &str = "1";

/// The longest fragment, in bytes: servers and chat programs truncate longer addresses.
pub const LONGEST: usize = 8 << 10;

/// The longest text in a fragment, in bytes.
const LONGEST_TEXT: usize = 256 << 10;

const LEVEL: u8 = 10;

/// The line before replies after which the program's own computer continues.
const OWN: &str = "own";

/// Returns the fragment of `state`, without the `#`. The error is a sentence.
pub fn write(state: &State) -> Result<String, String> {
    let course = state.course()?;
    let mut fragment = format!("v={VERSION}&c={}", course.name);
    let mut push = |key: &str, text: &str| {
        let packed = URL_SAFE_NO_PAD.encode(compress_to_vec(text.as_bytes(), LEVEL));
        write!(fragment, "&{key}={packed}").expect("a String takes it all");
    };
    if !state.args.is_empty() {
        push("a", &state.args.join("\n"));
    }
    if !state.input.is_empty() {
        push("i", &state.input);
    }
    let own = (state.opponent == OpponentChoice::Own).then_some(OWN);
    if own.is_none() || !state.replies.is_empty() {
        let replies = state.replies.iter().map(ToString::to_string);
        let lines = own.into_iter().map(str::to_owned).chain(replies);
        push("r", &lines.collect::<Vec<_>>().join("\n"));
    }
    if let Some(placed) = &state.position {
        push("b", &placed.to_lines());
    }
    if fragment.len() > LONGEST {
        return Err("The game is too long for an address; download its input instead.".to_owned());
    }
    Ok(fragment)
}

/// Reads a fragment, without the `#`. The error is a sentence.
pub fn read(fragment: &str) -> Result<State, String> {
    let bad = |what: &str| format!("This address is not a game: {what}.");
    if fragment.len() > LONGEST {
        return Err(bad("it is too long"));
    }
    let value = |key: &str| {
        let mut parts = fragment.split('&').filter_map(|part| part.split_once('='));
        parts.find(|part| part.0 == key).map(|part| part.1)
    };
    match value("v") {
        Some(VERSION) => {}
        Some(_) => return Err(bad("it was made by another version of this page")),
        None => return Err(bad("it has no version")),
    }
    let name = value("c").ok_or_else(|| bad("it names no course"))?;
    let course = courses::by_name(name).ok_or_else(|| bad("it names an unknown course"))?;
    let damaged = || bad("a part of it is damaged");
    let text = |key: &str, read: fn(&str) -> Option<String>| {
        let text = value(key).map(|text| read(text).ok_or_else(damaged));
        text.transpose()
    };
    if let Some(moves) = text("t", percent_decoded)? {
        return import::import(name, &moves, &mut Memory::default())
            .map_err(|error| bad(error.trim_end_matches('.')));
    }
    let args = text("a", unpack)?.map(|args| args.lines().map(str::to_owned).collect());
    let args: Vec<String> = args.unwrap_or_default();
    let environment = course.environment().with_args(&args);
    environment.map_err(|error| bad(&error.to_string()))?;
    let replies = text("r", unpack)?;
    let lines = replies.as_deref().unwrap_or(OWN);
    let (opponent, numbers) = match lines.strip_prefix(OWN) {
        Some(numbers) => (OpponentChoice::Own, numbers.trim_start()),
        None => (OpponentChoice::Asked, lines),
    };
    let numbers: Result<_, _> = numbers.lines().map(str::parse).collect();
    let state = State {
        course: course.name.to_owned(),
        args,
        input: text("i", unpack)?
            .or(text("l", percent_decoded)?)
            .unwrap_or_default(),
        opponent,
        replies: numbers.map_err(|_| damaged())?,
        position: text("b", unpack)?.as_deref().map(Placed::from_lines),
        notation: Naming::default(),
    };
    match state.placed() {
        Some(Err(error)) => Err(error),
        _ => Ok(state),
    }
}

/// Reads the first link to the page in a text, to any course; `None` if there is none.
pub fn linked(text: &str) -> Option<Result<State, String>> {
    let mut words = text.split_whitespace();
    let word = words.find(|word| word.contains("#v=") || word.starts_with("v="))?;
    let fragment = word.split_once('#').map_or(word, |(_, fragment)| fragment);
    Some(read(fragment.trim_end_matches(['>', ')', '.', ',', '"'])))
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).ok()
}

fn unpack(packed: &str) -> Option<String> {
    let deflated = URL_SAFE_NO_PAD.decode(packed).ok()?;
    let bytes = decompress_to_vec_with_limit(&deflated, LONGEST_TEXT).ok()?;
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_fragment_that_is_no_game_is_refused_with_the_reason() {
        let error = |fragment: &str| read(fragment).expect_err(fragment);
        for (fragment, what) in [
            ("", "it has no version"),
            (
                "v=2&c=cmsc201",
                "it was made by another version of this page",
            ),
            ("v=1", "it names no course"),
            ("v=1&c=chess", "it names an unknown course"),
            ("v=1&c=cmsc201&i=%%%", "a part of it is damaged"),
            ("v=1&c=cmsc201&i=AAAA", "a part of it is damaged"),
        ] {
            assert_eq!(
                error(fragment),
                format!("This address is not a game: {what}.")
            );
        }
        let long = format!("v=1&c=cmsc201&i={}", "A".repeat(LONGEST));
        assert_eq!(error(&long), "This address is not a game: it is too long.");
    }

    #[test]
    fn a_link_of_another_page_is_a_game() {
        use pages::playground::{SharedGame, link};
        let read = |course: &str, game| {
            let link = link("https://example.org/", course, game);
            read(link.split_once('#').expect("it has a fragment").1)
        };
        let lines = read("cmsc201", SharedGame::Lines("3 5\né %\n")).expect("it is a game");
        assert_eq!(lines.input, "3 5\né %\n");
        let moves = read("aps105-lab8", SharedGame::Moves("d3c3")).expect("it is a game");
        assert_eq!(
            (moves.input.as_str(), moves.replies),
            ("8\nW\ncd\n", vec![18])
        );
        let error = read("aps105-lab8", SharedGame::Moves("a1")).expect_err("it is illegal");
        assert_eq!(
            error,
            "This address is not a game: Move 1, \"a1\", is not legal. Legal there: d3, c4, f5, e6."
        );
    }

    #[test]
    fn a_position_that_cannot_be_played_on_is_refused() {
        for (lines, reason) in [
            ("black\nBBB", "This board cannot be played on: "),
            ("red\nUUUU\nUWBU\nUBWU\nUUUU", "The side to move is \"red\""),
        ] {
            let packed = URL_SAFE_NO_PAD.encode(compress_to_vec(lines.as_bytes(), LEVEL));
            let error = read(&format!("v=1&c=comp10050&b={packed}")).expect_err(lines);
            assert!(error.starts_with(reason), "{error}");
        }
    }

    #[test]
    fn a_text_that_would_unpack_to_gigabytes_is_refused() {
        let bomb = compress_to_vec(&vec![b'a'; 4 * LONGEST_TEXT], LEVEL);
        let fragment = format!("v=1&c=cmsc201&i={}", URL_SAFE_NO_PAD.encode(bomb));
        assert!(fragment.len() < LONGEST);
        assert!(read(&fragment).is_err());
    }

    #[test]
    fn a_game_too_long_for_an_address_is_refused() {
        let mut random = 1_u32;
        let mut letter = || {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            char::from(b'a' + u8::try_from(random >> 24).expect("a byte") % 26)
        };
        let state = State {
            course: "cmsc201".to_owned(),
            input: (0..20_000).map(|_| letter()).collect(),
            ..State::default()
        };
        assert!(write(&state).expect_err("it is long").contains("too long"));
    }

    proptest! {
        #[test]
        fn a_state_comes_back(
            input in "[a-h0-9 \né]{0,80}",
            board in proptest::option::of("[BWU]{16}"),
            asked: bool,
            replies in proptest::collection::vec(0_usize..700, 0..30),
            args in proptest::sample::select(vec![vec![], vec!["--spelling", "colour"]]),
        ) {
            let state = State {
                course: "aps105-lab8".to_owned(),
                args: args.into_iter().map(str::to_owned).collect(),
                input,
                opponent: if asked { OpponentChoice::Asked } else { OpponentChoice::Own },
                replies,
                position: board.map(|board| Placed {
                    rows: 2,
                    cols: 8,
                    board,
                    mover: "white".to_owned(),
                }),
                notation: Naming::default(),
            };
            let fragment = write(&state).expect("it is short");
            prop_assert!(fragment.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_=&".contains(&byte)));
            prop_assert_eq!(read(&fragment), Ok(state));
        }

        #[test]
        fn no_fragment_panics(fragment in "(v=1&c=cmsc201&[air]=)?[ -~]{0,60}") {
            let _ = read(&fragment);
        }
    }
}
