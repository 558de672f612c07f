//! Games from texts: moves in the notation of Othello or of the course, GGF, and the input of
//! a program. [`session`](crate::cases::session) reads a copied terminal.

use course::{Course, Setup};
use pages::board::{colour, rows_of_letters};
use reversi_core::{Game, Square, Turn};

use crate::position::Placed;
use crate::programs::run::{End, Memory, play};
use crate::programs::state::{Opponent, State, course, rules_of};

const LONGEST: usize = 1 << 20;

/// A move as it was found in a text.
enum Token<'a> {
    At(Square),
    /// In the notation of the course.
    Own(&'a str),
}

/// Reads a game of the course with this name from a text. The error is a sentence.
pub fn import(course_name: &str, text: &str, memory: &mut Memory) -> Result<State, String> {
    let course = course(course_name)?;
    if text.len() > LONGEST {
        return Err("This is too long for a game.".to_owned());
    }
    let text = text.replace("\r\n", "\n");
    if let Some(start) = text.find("(;") {
        return ggf(course, &text[start..]);
    }
    if let Some(moves) = othello(&text) {
        return from_any_start(course, &moves);
    }
    let input = State {
        course: course.name.to_owned(),
        input: format!("{}\n", text.trim_end()),
        ..State::default()
    };
    if is_game(&input, memory) {
        return Ok(input);
    }
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let moves: Vec<Token<'_>> = lines.map(Token::Own).collect();
    from_any_start(course, &moves).map_err(|error| {
        format!(
            "{error} Expected a game as f5d6c3, in GGF, as typed lines or moves of {}, or a \
             copied terminal.",
            course.name
        )
    })
}

/// Returns `true` if the program reads all of the input, accepts it, and plays.
fn is_game(state: &State, memory: &mut Memory) -> bool {
    play(state, memory).is_ok_and(|played| {
        let typed = played.typed.len();
        let moves = played.shown.len().saturating_sub(1);
        let failed = matches!(played.end, End::Failed(_));
        !failed && played.read == state.input.len() && 0 < moves && typed < moves + 8
    })
}

/// Reads moves as `f5 d6 c3`, perhaps with numbers and passes between them.
fn othello(text: &str) -> Option<Vec<Token<'static>>> {
    let text = text.to_ascii_lowercase();
    let mut moves = Vec::new();
    let mut rest = text.trim_start();
    let is_between = |one: char| one.is_ascii_whitespace() || ".,;:-".contains(one);
    while !rest.is_empty() {
        // A number without a dot is part of a damaged move.
        let unnumbered = rest.trim_start_matches(|one: char| one.is_ascii_digit());
        let passes = ["pass", "pa", "ps"];
        let passed = passes.iter().find_map(|pass| rest.strip_prefix(pass));
        if let Some(after) = passed.or_else(|| rest.strip_prefix(is_between)) {
            rest = after;
        } else if unnumbered.starts_with('.') {
            rest = unnumbered;
        } else {
            let digits = rest.trim_start_matches(char::is_alphabetic);
            let after = digits.trim_start_matches(|one: char| one.is_ascii_digit());
            let at = &rest[..rest.len() - after.len()];
            moves.push(Token::At(at.parse().ok()?));
            rest = after;
        }
    }
    (!moves.is_empty()).then_some(moves)
}

fn ggf(course: &Course, text: &str) -> Result<State, String> {
    let bad = |what: &str| format!("This is no game in GGF: {what}.");
    let end = text.find(";)").ok_or_else(|| bad("it has no end \";)\""))?;
    let mut moves = Vec::new();
    let mut start = None;
    let mut rest = &text[2..end];
    while let Some((tag, after)) = rest.split_once('[') {
        let (value, after) = after
            .split_once(']')
            .ok_or_else(|| bad("a \"]\" is missing"))?;
        match tag.trim() {
            "BO" => start = Some(value),
            "B" | "W" => {
                let at = value.split('/').next().unwrap_or_default().trim();
                if !at.to_ascii_lowercase().starts_with("pa") {
                    let at = at.parse().map_err(|_| bad(&format!("{value:?}")))?;
                    moves.push(Token::At(at));
                }
            }
            _ => {}
        }
        rest = after;
    }
    let start = start.ok_or_else(|| bad("it has no board BO"))?;
    let placed = board(start).ok_or_else(|| bad("its board is damaged"))?;
    // The opening of a game of the course, or else a position of its own.
    let is_start = |setup: &&Setup| Game::new(setup.rules).is_ok_and(|game| is_at(&game, &placed));
    let starts = course.program.starts();
    match starts.iter().find(is_start) {
        Some(setup) => follow(course, setup, &moves).map_err(|(_, error)| error),
        None => from_placed(course, placed, &moves),
    }
}

fn is_at(game: &Game, placed: &Placed) -> bool {
    usize::from(game.rules().size.cols()) == placed.cols
        && rows_of_letters(game.board()).replace(' ', "") == placed.board
        && colour(game.to_move()) == placed.mover
}

/// Reads the board of GGF: the size, a sign per square, and the side to move.
fn board(text: &str) -> Option<Placed> {
    let (side, rest) = text.trim().split_once(' ')?;
    let side = side.parse().ok()?;
    let letters = rest.chars().filter_map(|sign| match sign {
        '*' => Some('B'),
        'O' => Some('W'),
        '-' => Some('U'),
        _ => None,
    });
    let mut board: String = letters.collect();
    let mover = match board.pop()? {
        'B' => "black",
        'W' => "white",
        _ => return None,
    };
    Some(Placed {
        rows: side,
        cols: side,
        board,
        mover: mover.to_owned(),
    })
}

fn from_placed(course: &Course, placed: Placed, moves: &[Token<'_>]) -> Result<State, String> {
    let game = placed.game(rules_of(course, placed.rows, placed.cols))?;
    let setup = Setup::at_once(*game.rules(), None);
    let mut state = follow_from(course, &setup, game, moves).map_err(|(_, error)| error)?;
    state.position = Some(placed);
    Ok(state)
}

/// Plays moves from the first of the course's openings from which all are legal. If there is
/// none, the error is that of the opening from which the most are.
fn from_any_start(course: &Course, moves: &[Token<'_>]) -> Result<State, String> {
    let mut error = (0, "There is no move.".to_owned());
    if moves.is_empty() {
        return Err(error.1);
    }
    for start in course.program.starts() {
        match follow(course, &start, moves) {
            Ok(state) => return Ok(state),
            Err(other) if other.0 >= error.0 => error = other,
            Err(_) => {}
        }
    }
    Err(error.1)
}

/// The number of legal moves before the first wrong one, and the sentence about that.
type Wrong = (usize, String);

fn follow(course: &Course, setup: &Setup, moves: &[Token<'_>]) -> Result<State, Wrong> {
    let game = Game::new(setup.rules).map_err(|error| (0, format!("{error}.")))?;
    follow_from(course, setup, game, moves)
}

/// Returns the state of the program of `course` after `setup` in which these moves were made.
fn follow_from(
    course: &Course,
    setup: &Setup,
    mut game: Game,
    moves: &[Token<'_>],
) -> Result<State, Wrong> {
    let size = game.rules().size;
    let mut state = State {
        course: course.name.to_owned(),
        input: String::from_utf8_lossy(&setup.answers.concat()).into_owned(),
        ..State::default()
    };
    if setup.computer.is_some() {
        state.opponent = Opponent::Asked;
    }
    for (index, token) in moves.iter().enumerate() {
        let wrong = |what: &str| {
            let name = match token {
                Token::At(at) => course.square_name(size, *at),
                Token::Own(text) => (*text).to_owned(),
            };
            (index, format!("Move {}, {name:?}, {what}.", index + 1))
        };
        while let Turn::Pass(_) = game.turn() {
            game.pass().expect("the turn is a pass");
        }
        let legal: Vec<Square> = game.legal_moves().collect();
        let at = match *token {
            Token::At(at) => Some(at),
            Token::Own(text) => legal
                .iter()
                .copied()
                .find(|&at| course.square_name(size, at) == text)
                .or_else(|| course.square(text.as_bytes(), size, &legal)),
        };
        let at = at.ok_or_else(|| wrong("names no square"))?;
        if let Turn::Over(_) = game.turn() {
            return Err(wrong("comes after the end of the game"));
        }
        let choice = legal.iter().position(|&other| other == at);
        let choice = choice.ok_or_else(|| wrong("is not legal"))?;
        if setup.computer == Some(game.to_move()) {
            state.replies.push(size.index(at));
        } else {
            state.input += &if course.chooses_by_number() {
                (choice + 1).to_string()
            } else {
                course.notation.line(at, size)
            };
            state.input.push('\n');
        }
        game.play(at).expect("it is legal");
    }
    Ok(state)
}
