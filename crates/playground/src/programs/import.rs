//! Games from texts: moves in the notation of Othello or of the course, boards, GGF, and the input
//! of a program. [`session`](crate::cases::session) reads a copied terminal, and
//! [`address`](crate::programs::address) a link.

use course::{Course, Setup};
use pages::board::rows_of_letters;
use reversi_core::ggf::{Property, properties};
use reversi_core::{Disc, Game, Square, Turn};

use crate::position::Placed;
use crate::programs::run::{Memory, RunEnd, play};
use crate::programs::state::{Naming, OpponentChoice, State, course, rules_of};
use crate::programs::view::played;

const LONGEST: usize = 1 << 20;

/// An error message lists up to this many legal moves.
const NAMED: usize = 20;

enum ImportedMove<'a> {
    At(Square),
    /// In the notation of the course, or no square.
    Text(&'a str),
    /// A text may also leave a pass out.
    Pass,
    /// The side whose move is the next one.
    Side(Disc),
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
    let text = without_headers(&text);
    if let Some(placed) = board(&text) {
        return from_placed(course, placed?, &[]);
    }
    let moves = othello(&text);
    let as_othello = from_any_start(course, Naming::Othello, &moves);
    if let Some(ImportedMove::At(_) | ImportedMove::Pass) = moves.last() {
        return as_othello;
    }
    let input = State {
        course: course.name.to_owned(),
        input: format!("{}\n", text.trim_end()),
        ..State::default()
    };
    if is_game(&input, memory) {
        return Ok(input);
    }
    let lines = course.lines(text.as_bytes()).map(|line| &text[line]);
    let lines = lines
        .filter(|line| !line.is_empty())
        .map(ImportedMove::Text);
    let own = from_any_start(course, Naming::Course, &lines.collect::<Vec<_>>());
    own.map_err(|error| match (moves.first(), as_othello) {
        (Some(ImportedMove::At(_)), Err(error)) => error,
        _ => format!(
            "{error} Expected a game like f5d6c3, in GGF, as typed lines or moves of {}, a board \
             with the side to move, a link, or a copied terminal.",
            course.name
        ),
    })
}

/// Removes PGN's lines with the players' names, such as `[Black "Ann"]`.
fn without_headers(text: &str) -> String {
    let is_header = |line: &&str| line.starts_with('[') && line.trim_end().ends_with("\"]");
    let lines = text.split_inclusive('\n');
    lines.filter(|line| !is_header(line)).collect()
}

/// Returns `true` if the program reads all of the input, accepts it, and plays.
fn is_game(state: &State, memory: &mut Memory) -> bool {
    play(state, memory).is_ok_and(|played| {
        let typed = played.typed.len();
        let moves = played.shown.len().saturating_sub(1);
        let failed = matches!(played.end, RunEnd::Failed(_));
        !failed && played.read == state.input.len() && 0 < moves && typed < moves + 8
    })
}

/// Reads moves such as `f5 d6 c3`, optionally with numbers, passes and a result, up to the first
/// word that is not a move.
fn othello(text: &str) -> Vec<ImportedMove<'_>> {
    let mut moves = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(char::is_alphanumeric) {
        rest = &rest[start..];
        let digits = rest.trim_start_matches(char::is_alphabetic);
        let after = digits.trim_start_matches(char::is_numeric);
        let is_start = |pass: &&&str| {
            let start = rest.get(..pass.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(pass))
        };
        if let Some(pass) = ["pass", "pa", "ps"].iter().find(is_start) {
            rest = &rest[pass.len()..];
            moves.push(ImportedMove::Pass);
        } else if digits.len() == rest.len() && after.starts_with(['.', ')', '-']) {
            // The number of a move, or the discs of both sides.
            rest = after.trim_start_matches(|one: char| one == '-' || one.is_numeric());
        } else {
            let word = &rest[..rest.len() - after.len()];
            let Ok(at) = word.parse() else {
                moves.push(ImportedMove::Text(word));
                break;
            };
            moves.push(ImportedMove::At(at));
            rest = after;
        }
    }
    moves
}

fn ggf(course: &Course, text: &str) -> Result<State, String> {
    let bad = |what: &str| format!("This is not a game in GGF: {what}.");
    let end = text.find(";)").ok_or_else(|| bad("it has no end \";)\""))?;
    let properties = properties(&text[..end + 2]).map_err(|error| bad(&error.to_string()))?;
    let mut moves = Vec::new();
    let mut start = None;
    for Property { name, value, .. } in &properties {
        match name.as_str() {
            "BO" => start = Some(value),
            "B" | "W" => {
                let at = value.split('/').next().unwrap_or_default().trim();
                let is_black = name.as_str() == "B";
                moves.push(ImportedMove::Side(if is_black {
                    Disc::Black
                } else {
                    Disc::White
                }));
                moves.push(match at.parse() {
                    _ if at.to_ascii_lowercase().starts_with("pa") => ImportedMove::Pass,
                    Ok(at) => ImportedMove::At(at),
                    Err(_) => ImportedMove::Text(at),
                });
            }
            _ => {}
        }
    }
    let start = start.ok_or_else(|| bad("it has no board BO"))?;
    let placed = board(start).and_then(Result::ok);
    let placed = placed.ok_or_else(|| bad("its board is damaged"))?;
    from_placed(course, placed, &moves)
}

fn is_at(game: &Game, placed: &Placed) -> bool {
    usize::from(game.rules().size.cols()) == placed.cols
        && rows_of_letters(game.board()).replace(' ', "") == placed.board
        && game.to_move().name() == placed.mover
}

/// Reads a board, a sign per square, followed by the side to move: a line of OBF, optionally with a
/// number such as `#40`, or rows, or the value of GGF, which begins with the size. Returns `None`
/// if the text does not start with a board.
fn board(text: &str) -> Option<Result<Placed, String>> {
    let digits = text.trim_start().trim_start_matches('#');
    let signs = digits.trim_start_matches(|one: char| one.is_ascii_digit());
    let letters = signs.chars().filter(|sign| !sign.is_whitespace());
    let letters = letters.map_while(|sign| match sign {
        'X' | '*' | 'B' => Some('B'),
        'O' | 'W' => Some('W'),
        '-' | '.' | 'U' => Some('U'),
        _ => None,
    });
    let mut board: String = letters.collect();
    // The smallest one has 4×4 squares.
    if board.len() < 16 || !board.contains(['B', 'W']) {
        return None;
    }
    let mover = board.pop();
    let side = board.len().isqrt();
    let mover = match mover.filter(|_| side.pow(2) == board.len() && side.is_multiple_of(2)) {
        Some('B') => "black",
        Some('W') => "white",
        _ => {
            return Some(Err(format!(
                "This board has {} signs. Expected one for each of its squares, which are 64 or \
                 the square of another even number, and one for the side to move, X or O.",
                board.len() + 1
            )));
        }
    };
    Some(Ok(Placed {
        rows: side,
        cols: side,
        board,
        mover: mover.to_owned(),
    }))
}

/// Plays moves from a position: the opening of a game of the course, or else a new one.
fn from_placed(
    course: &Course,
    placed: Placed,
    moves: &[ImportedMove<'_>],
) -> Result<State, String> {
    let is_start = |setup: &&Setup| Game::new(setup.rules).is_ok_and(|game| is_at(&game, &placed));
    let naming = Naming::Othello;
    if let Some(setup) = course.program.starts().iter().find(is_start) {
        return from_start(course, setup, naming, moves).map_err(|(_, error)| error);
    }
    let game = placed.game(rules_of(course, placed.rows, placed.cols))?;
    let mut state = State {
        course: course.name.to_owned(),
        position: Some(placed),
        ..State::default()
    };
    add(&mut state, None, game, naming, moves).map_err(|(_, error)| error)?;
    Ok(state)
}

/// Plays moves from the first of the course's openings from which all are legal. If there is none,
/// returns the error from the opening with the most legal moves.
fn from_any_start(
    course: &Course,
    naming: Naming,
    moves: &[ImportedMove<'_>],
) -> Result<State, String> {
    let mut wrong = None;
    if moves.is_empty() {
        return Err("There is no move.".to_owned());
    }
    for start in course.program.starts() {
        match from_start(course, &start, naming, moves) {
            Ok(state) => return Ok(state),
            Err(other) if wrong.as_ref().is_none_or(|(most, _)| other.0 > *most) => {
                wrong = Some(other);
            }
            Err(_) => {}
        }
    }
    Err(wrong.expect("each course has a start").1)
}

/// The number of legal moves before the first wrong one, and the sentence about that one.
type WrongMove = (usize, String);

fn from_start(
    course: &Course,
    setup: &Setup,
    naming: Naming,
    moves: &[ImportedMove<'_>],
) -> Result<State, WrongMove> {
    let game = Game::new(setup.rules).map_err(|error| (0, format!("{error}.")))?;
    let mut state = State {
        course: course.name.to_owned(),
        input: String::from_utf8_lossy(&setup.answers.concat()).into_owned(),
        ..State::default()
    };
    if setup.computer.is_some() {
        state.opponent = OpponentChoice::Asked;
    }
    add(&mut state, setup.computer, game, naming, moves)?;
    Ok(state)
}

/// Returns `state` with moves on these squares added after its last position, including those of
/// the program's computer. The error is a sentence.
pub fn follow(state: &State, squares: &[usize], memory: &mut Memory) -> Result<State, String> {
    let before = play(state, memory)?;
    let waits =
        matches!(before.end, RunEnd::Entry | RunEnd::Reply) && before.read == state.input.len();
    let last = before.shown.last().filter(|_| waits);
    let (last, setup) = last.zip(state.setup()).ok_or("No move can follow here.")?;
    let size = last.game.rules().size;
    let moves = squares.iter().map(|&number| {
        let at = size.squares().nth(number).map(ImportedMove::At);
        at.ok_or_else(|| format!("There is no square number {number}."))
    });
    let moves: Vec<ImportedMove<'_>> = moves.collect::<Result<_, _>>()?;
    let mut next = state.clone();
    if !next.input.is_empty() && !next.input.ends_with('\n') {
        next.input.push('\n');
    }
    let pairs = before.shown.iter().zip(&before.shown[1..]);
    let replies = pairs.filter(|(one, other)| one.replies < other.replies);
    let replies = replies.filter_map(|(one, other)| played(&one.game, &other.game));
    next.replies = replies.map(|at| size.index(at)).collect();
    let game = last.game.clone();
    add(&mut next, setup.computer, game, state.notation, &moves).map_err(|(_, error)| error)?;
    Ok(next)
}

/// Adds moves to `state`, whose last position is `game`, with the passes between them.
fn add(
    state: &mut State,
    computer: Option<Disc>,
    mut game: Game,
    naming: Naming,
    moves: &[ImportedMove<'_>],
) -> Result<(), WrongMove> {
    let course = state.course().expect("the game is one of a course");
    let size = game.rules().size;
    for (index, token) in moves.iter().enumerate() {
        let next = match token {
            ImportedMove::Side(_) => moves.get(index + 1),
            _ => Some(token),
        };
        while let Turn::Pass(_) = game.turn()
            && !matches!(next, Some(ImportedMove::Pass))
        {
            game.pass().expect("the turn is a pass");
        }
        let number = || {
            let before = moves[..index].iter();
            1 + before
                .filter(|one| !matches!(one, ImportedMove::Side(_)))
                .count()
        };
        match (token, game.turn()) {
            (ImportedMove::Side(side), Turn::Move(mover) | Turn::Pass(mover)) if *side != mover => {
                let [side, mover] = [*side, mover].map(|side| {
                    if side == Disc::Black {
                        "Black"
                    } else {
                        "White"
                    }
                });
                return Err((
                    index,
                    format!(
                        "Move {} is a move of {side}, but {mover} is to move.",
                        number()
                    ),
                ));
            }
            (ImportedMove::Side(_), _) | (ImportedMove::Pass, Turn::Over(_)) => continue,
            (ImportedMove::Pass, Turn::Pass(_)) => {
                game.pass().expect("the turn is a pass");
                continue;
            }
            _ => {}
        }
        let legal: Vec<Square> = game.legal_moves().collect();
        let name = |at| naming.square(course, size, at);
        let at = match *token {
            ImportedMove::At(at) => Some(at),
            ImportedMove::Text(text) if naming == Naming::Course => {
                let named = legal.iter().copied().find(|&at| name(at) == text);
                named.or_else(|| course.square(text.as_bytes(), size, &legal))
            }
            ImportedMove::Text(_) | ImportedMove::Pass | ImportedMove::Side(_) => None,
        };
        let choice = legal.iter().position(|&other| Some(other) == at);
        let (Some(at), Some(choice)) = (at, choice) else {
            let what = match at {
                _ if legal.is_empty() => "comes after the end of the game",
                None if !matches!(token, ImportedMove::Pass) => "names no square",
                _ => "is not legal",
            };
            let text = match token {
                ImportedMove::At(at) => name(*at),
                ImportedMove::Text(text) => shortened(text),
                ImportedMove::Pass | ImportedMove::Side(_) => "pass".to_owned(),
            };
            let there = legal.iter().map(|&at| name(at)).collect::<Vec<_>>();
            let error = format!("Move {}, {text:?}, {what}.", number());
            return Err((index, error + &named(&there)));
        };
        if computer == Some(game.to_move()) {
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
    Ok(())
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(NAMED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn named(moves: &[String]) -> String {
    let more = moves.len().saturating_sub(NAMED);
    let first = moves[..moves.len() - more].join(", ");
    match more {
        _ if moves.is_empty() => String::new(),
        0 => format!(" Legal there: {first}."),
        _ => format!(" Legal there: {first} and {more} more."),
    }
}
