//! Whole dialogues, held against what the course's words and rules say.

use course::{Console, Error};
use proptest::prelude::*;
use revergo::view::BoardView;
use revergo::{COURSE, HUMAN, OPPONENT, RULES_1X16, RULES_8X8, Skill, run, safe_area, words};
use reversi_core::{Game, Rules, Square, Turn};

/// Returns what the program prints for `input`, and `true` if it came to the
/// end.
fn play(mut input: &[u8], skill: Skill, colour: bool) -> (String, bool) {
    let mut output = Vec::new();
    let mut environment = COURSE.environment().with(OPPONENT, skill.name());
    environment.colour = colour;
    let mut console = Console::new(&mut input, &mut output);
    let ended = match run(&mut console, &mut environment) {
        Ok(()) => true,
        Err(Error::InputEnded) => false,
        Err(error) => panic!("{error}"),
    };
    (String::from_utf8(output).expect("text"), ended)
}

/// Returns the output for the typed lines `entries` after the choice of `board`, up
/// to the next prompt.
fn after_choice(board: &str, entries: &[&str]) -> String {
    let input = format!("{board}\n{}\n", entries.join("\n"));
    let (output, _) = play(input.as_bytes(), Skill::Greedy, false);
    let (start, _) = play(format!("{board}\n").as_bytes(), Skill::Greedy, false);
    output
        .strip_prefix(&start)
        .expect("the same start")
        .to_owned()
}

#[test]
fn a_move_is_answered_by_two_boards_and_the_computers_words() {
    let expected = "
   0 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1\u{20}
   1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6\u{20}      \n\
\u{20}+ - - - - - - - - - - - - - - - - +   Round   :  1
 | . . . . . . . ○ . . . . . . . . |   Human   :  1
 + - - - - - - - - - - - - - - - - +   Computer:  0

Computer plays 5.

   0 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1\u{20}
   1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6\u{20}      \n\
\u{20}+ - - - - - - - - - - - - - - - - +   Round   :  2
 | . . . . ● . . ○ . . . . . . . . |   Human   :  1
 + - - - - - - - - - - - - - - - - +   Computer:  1

Your move (column): ";
    assert_eq!(after_choice("1", &["8"]), expected);
}

#[test]
fn a_bad_choice_of_board_is_asked_again() {
    let (output, ended) = play(b"3\n\xff\n\n", Skill::Greedy, false);
    let refused = format!("{}{}\n", words::choose_board(), words::INVALID_CHOICE);
    assert_eq!(output, refused.repeat(3) + &words::choose_board());
    assert!(!ended);
}

#[test]
fn a_bad_move_is_answered_by_one_line_that_says_why() {
    for (board, entry, why) in [
        ("1", "x", "not a number"),
        ("1", "", "one number is needed"),
        ("1", "8 8", "one number is needed"),
        ("1", "17", "off the board"),
        ("1", "-1", "off the board"),
        ("1", "4", "too far from the stones"),
        ("2", "3 x", "not a number"),
        ("2", "3", "two numbers are needed"),
        ("2", "3 9", "off the board"),
        ("2", "0 3", "off the board"),
        ("2", "2 3", "too far from the stones"),
    ] {
        let prompt = if board == "1" {
            "Your move (column): "
        } else {
            "Your move (row column): "
        };
        assert_eq!(
            after_choice(board, &[entry]),
            format!("Invalid move: {why}. Try again.\n{prompt}"),
            "{entry:?}"
        );
    }
    for (board, cell) in [("1", "8"), ("2", "4 4")] {
        let once = after_choice(board, &[cell]);
        let twice = after_choice(board, &[cell, cell]);
        let answer = twice.strip_prefix(&once).expect("the same start");
        assert!(answer.starts_with("Invalid move: occupied. Try again.\nYour move"));
    }
}

#[test]
fn input_that_ends_leaves_the_prompt_last() {
    for (input, last) in [
        (&b""[..], "Choose the board (1: 1x16, 2: 8x8): "),
        (b"1", "Your move (column): "),
        (b"2\r\n3 3\r\n", "Your move (row column): "),
    ] {
        let (output, ended) = play(input, Skill::Greedy, false);
        assert!(output.ends_with(last), "{output}");
        assert!(!ended);
    }
}

/// Plays a game to the end with the human's first moves, and says what it
/// should print, by the rules and the computer.
fn whole_game(rules: Rules, grey: bool) -> (String, String) {
    let mut game = Game::new(rules).expect("the rules can be played");
    let board = |game: &Game| {
        let view = BoardView {
            board: game.board(),
            grey: grey.then(|| safe_area(&rules)),
        };
        format!("{view}\n")
    };
    let mut input = if rules == RULES_1X16 { "1\n" } else { "2\n" }.to_owned();
    let mut output = words::choose_board() + &board(&game);
    loop {
        let at = match game.turn() {
            Turn::Move(HUMAN) => {
                let at = game.legal_moves().next().expect("a move");
                output += &words::your_move(rules.size);
                input += &COURSE.notation.line(at, rules.size);
                input += "\n";
                at
            }
            Turn::Move(_) => {
                let at: Square = Skill::Greedy.choose(&game).expect("a move");
                output += &words::computer_plays(rules.size, at);
                output += "\n";
                at
            }
            Turn::Pass(_) => panic!("ReverGo has no passes"),
            Turn::Over(outcome) => {
                output += words::result(outcome.winner());
                output += "\n";
                return (input, output);
            }
        };
        game.play(at).expect("a legal move");
        output += "\n";
        output += &board(&game);
    }
}

#[test]
fn a_game_to_the_end_prints_every_board_and_the_result() {
    for rules in [RULES_1X16, RULES_8X8] {
        for grey in [false, true] {
            let (input, expected) = whole_game(rules, grey);
            let with_more = input + "what is left is not read";
            let (output, ended) = play(with_more.as_bytes(), Skill::Greedy, grey);
            assert_eq!(output, expected);
            assert!(ended);
        }
    }
}

/// Bytes, now and then some that mean something.
fn input() -> impl Strategy<Value = Vec<u8>> {
    let part = prop_oneof![
        4 => (1_u8..=16).prop_map(|col| format!("{col}\n").into_bytes()),
        4 => (1_u8..=8, 1_u8..=8).prop_map(|(row, col)| format!("{row} {col}\n").into_bytes()),
        1 => proptest::collection::vec(any::<u8>(), 0..8),
    ];
    let choice = proptest::sample::select(vec!["", "1\n", "2\n"]);
    (choice, proptest::collection::vec(part, 0..150))
        .prop_map(|(choice, parts)| [choice.as_bytes(), &parts.concat()].concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_input_on_1x16_is_answered_by_the_strong_computer(input in input()) {
        let input = [b"1\n", &input[..]].concat();
        let (output, ended) = play(&input, Skill::Strong, false);
        prop_assert!(output.starts_with(&words::choose_board()));
        if ended {
            prop_assert!(output.ends_with("Computer wins!\n"));
        }
    }
}
