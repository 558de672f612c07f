//! What is probably wrong, told by the rules of the game.

use reversi_core::{Board, Direction, Disc, Game, Rules, Size, Square};
use transcript::{Difference, Strictness};

use super::replay::{Step, replay};
use crate::read::output::{Item, What, read};
use course::{Course, Setup};

/// What is probably wrong with `got`, in one or two sentences, where `expected`
/// should have been printed for `input`; `None` where nothing differs by the
/// `strictness`, or where nothing fits.
///
/// The case is replayed by the course's rules to tell a wrong board, list or
/// move from its text; where that says nothing, the texts may
/// ([`transcript::hint`]).
pub fn hint(
    course: &Course,
    strictness: Strictness,
    input: &[u8],
    unread: usize,
    expected: &[u8],
    got: &[u8],
) -> Option<String> {
    let difference = strictness.first_difference(expected, got)?;
    let text = transcript::hint(strictness, difference, input, unread);
    by_rules(course, input, difference, text.is_some()).or(text)
}

fn by_rules(
    course: &Course,
    input: &[u8],
    Difference { expected, got }: Difference<'_>,
    text_tells: bool,
) -> Option<String> {
    let setup = course.setup(input)?;
    let size = setup.rules.size;
    let (theirs, ours) = (
        read(course, size, expected.text()),
        read(course, size, got.text()),
    );
    let case = Case {
        course,
        setup,
        steps: replay(course, input).unwrap_or_default(),
        text_tells,
    };
    let i = theirs
        .iter()
        .position(|item| item.end > expected.offset())?;
    let j = ours.iter().position(|item| item.end > got.offset())?;
    case.compare(&theirs, i, &ours, j, expected.offset())
}

/// The case that a program was run on.
struct Case<'a> {
    course: &'a Course,
    setup: Setup,
    steps: Vec<Step>,
    /// Whether the texts alone tell what is wrong: then a right board is not
    /// to be blamed for what is around it.
    text_tells: bool,
}

impl Case<'_> {
    /// What the items `i` and `j` tell, the first that differ: at the offset
    /// `at` of the expected text.
    fn compare(
        &self,
        theirs: &[Item],
        i: usize,
        ours: &[Item],
        j: usize,
        at: usize,
    ) -> Option<String> {
        let (wanted, found) = (&theirs[i].what, &ours[j].what);
        let now = self.now(&theirs[..i]);
        match (wanted, found) {
            (What::Board { board, rows }, What::Board { board: printed, .. }) => {
                if board == printed {
                    return (!self.text_tells).then(|| frame(at < *rows));
                }
                Some(self.wrong_board(&theirs[..i], board, printed))
            }
            (What::Board { board, rows }, What::Text(_) | What::Pass | What::Computer(_))
                if at < *rows && next_board(ours, j + 1) == Some(board) =>
            {
                (!self.text_tells).then(|| frame(true))
            }
            (_, What::Board { board: printed, .. }) => {
                let before = j.checked_sub(1).map(|before| &ours[before].what);
                let again = last_board(&ours[..j]) == Some(printed);
                match (wanted, before) {
                    (_, Some(What::Pass)) if again => Some(
                        "The board is printed again after the message that a side has no valid \
                         move; the prompt or the next move follows at once."
                            .to_owned(),
                    ),
                    (What::Pass, _) => Some(self.no_pass(now.as_ref())),
                    (What::Refusal, _) => Some(
                        "The program plays a move that should be refused: it is not legal by \
                         this course's rules."
                            .to_owned(),
                    ),
                    _ if again => {
                        Some("The board is printed once more than it should be.".to_owned())
                    }
                    _ => None,
                }
            }
            (What::Board { .. }, What::Refusal) => {
                let played = self.played(&theirs[..i])?;
                let step = self.steps.get(played)?;
                Some(format!(
                    "The move {} is legal, but it is refused.{}",
                    self.name(step.at),
                    self.why_refused(step, self.flips_rightly(played))
                ))
            }
            (What::Pass, What::Pass) => None,
            (What::Pass, _) => Some(self.no_pass(now.as_ref())),
            (_, What::Pass) => Some(
                "The program says that a side has no valid move, although it has one or the \
                 game is over."
                    .to_owned(),
            ),
            (What::Computer(wanted), What::Computer(found)) if wanted != found => {
                Some(self.other_choice(theirs, i, *wanted, *found))
            }
            (What::Moves(wanted), What::Moves(found)) if wanted != found => {
                Some(self.other_moves(wanted, found, last_board(&theirs[..i])))
            }
            (What::Text(Some(wanted)), What::Text(Some(found))) if wanted != found => {
                Some(format!(
                    "It is {}'s turn, but the program asks {}.",
                    self.course.side_name(*wanted),
                    self.course.side_name(*found)
                ))
            }
            _ => None,
        }
    }

    fn name(&self, at: Square) -> String {
        self.course.square_name(self.size(), at)
    }

    fn names(&self, squares: &[Square]) -> String {
        let names: Vec<String> = squares.iter().map(|&at| self.name(at)).collect();
        names.join(", ")
    }

    fn size(&self) -> Size {
        self.setup.rules.size
    }

    /// How many moves were made before the board that was printed last.
    fn played(&self, before: &[Item]) -> Option<usize> {
        let boards = before.iter().filter_map(|item| match &item.what {
            What::Board { board, .. } => Some(board),
            _ => None,
        });
        let mut played = 0;
        for board in boards {
            let first = self.steps.first()?;
            let here = |played: usize| match played {
                0 => first.before.board(),
                _ => &self.steps[played - 1].after,
            };
            played = (played..=self.steps.len()).find(|&played| here(played) == board)?;
        }
        Some(played)
    }

    /// The move that is made after the items `before`.
    fn step_after(&self, before: &[Item]) -> Option<&Step> {
        self.steps.get(self.played(before)?)
    }

    /// The game after the items `before`, if a move follows.
    fn now(&self, before: &[Item]) -> Option<Game> {
        self.step_after(before).map(|step| step.before.clone())
    }

    fn no_pass(&self, next: Option<&Game>) -> String {
        // The game before the next move is already past the pass.
        let blocked = next.map(|game| self.course.side_name(game.to_move().opponent()));
        match blocked {
            Some(side) => format!(
                "{side} has no valid move here; the program should say so and let the other \
                 side go on."
            ),
            None => "A message that a side has no valid move is missing.".to_owned(),
        }
    }

    /// The rules that have diagonals if these have none, and none if they have.
    fn other_directions(&self) -> (Rules, &'static str) {
        let (directions, words) = if self.setup.rules.directions.len() == Direction::ALL.len() {
            (
                Direction::ORTHOGONAL,
                "along rows and columns only; here the diagonals count too",
            )
        } else {
            (
                Direction::ALL,
                "along diagonals too; in this course's game there are none",
            )
        };
        let rules = Rules {
            directions,
            ..self.setup.rules
        };
        (rules, words)
    }

    fn why_refused(&self, step: &Step, flips_rightly: bool) -> String {
        let (rules, words) = self.other_directions();
        let game = Game::resume(rules, step.before.board().clone(), step.mover());
        if !flips_rightly && game.is_ok_and(|game| game.check(step.at).is_err()) {
            return format!(" It looks as if the program flips {words}.");
        }
        let crossed = Square::new(step.at.col, step.at.row);
        if step.before.check(crossed).is_err() {
            return " Perhaps it is read with row and column swapped.".to_owned();
        }
        String::new()
    }

    /// `board` should have been printed, but `printed` was.
    fn wrong_board(&self, before: &[Item], board: &Board, printed: &Board) -> String {
        let size = self.size();
        if *printed == recoloured(board) {
            return "The colours are swapped: each disc is printed as the other side's.".to_owned();
        }
        if size.rows() == size.cols() && *printed == transposed(board) {
            return "Rows and columns are swapped: the board printed is the right one mirrored \
                    along its diagonal."
                .to_owned();
        }
        let Some(played) = self.played(before) else {
            return self.squares_that_differ(board, printed);
        };
        let until = (played..self.steps.len()).find(|&index| self.steps[index].after == *board);
        let Some(until) = until else {
            return self.squares_that_differ(board, printed);
        };
        let (rules, words) = self.other_directions();
        let by_others = self.by_other_rules(rules, played, until);
        if by_others.as_ref() == Some(printed) && !self.flips_rightly(played) {
            return format!("The board is that of a game in which discs are flipped {words}.");
        }
        if played == until {
            self.wrong_step(played, printed)
        } else {
            self.squares_that_differ(board, printed)
        }
    }

    /// The board after the moves `played..=until` by other rules: the entries
    /// are the same, the computer's moves need not be.
    fn by_other_rules(&self, rules: Rules, played: usize, until: usize) -> Option<Board> {
        let first = &self.steps[played];
        let mut game = Game::resume(rules, first.before.board().clone(), first.mover()).ok()?;
        for step in &self.steps[played..=until] {
            let at = match self.course.computer {
                Some(computer) if step.by_computer => (computer.choose)(&game)?,
                _ => step.at,
            };
            game.play(at).ok()?;
        }
        Some(game.board().clone())
    }

    /// Whether one of the first `played` moves, whose boards were all right,
    /// would have gone otherwise by the other directions.
    fn flips_rightly(&self, played: usize) -> bool {
        let (rules, _) = self.other_directions();
        (0..played).any(|index| {
            self.by_other_rules(rules, index, index).as_ref() != Some(&self.steps[index].after)
        })
    }

    /// `printed` is not the board after the move that follows the first
    /// `played`.
    fn wrong_step(&self, played: usize, printed: &Board) -> String {
        let step = &self.steps[played];
        let Step { before, at, .. } = step;
        let mover = step.mover();
        let (name, side) = (self.name(*at), self.course.side_name(mover));
        if printed == before.board() {
            return format!("{side}'s move {name} leaves the board as it was.");
        }
        let board_after = |disc: Disc, at: Square| {
            let mut game = Game::resume(self.setup.rules, before.board().clone(), disc).ok()?;
            game.play(at).ok()?;
            Some(game.board().clone())
        };
        let crossed = Square::new(at.col, at.row);
        if crossed != *at {
            let mut bare = before.board().clone();
            if self.size().contains(crossed) {
                bare.put(crossed, mover);
            }
            if board_after(mover, crossed).as_ref() == Some(printed) || bare == *printed {
                return format!(
                    "Rows and columns are swapped: the move {name} is read as {}.",
                    self.name(crossed)
                );
            }
        }
        if board_after(mover.opponent(), *at).as_ref() == Some(printed)
            || printed.disc(*at) == Some(mover.opponent())
        {
            return format!(
                "The wrong side moves: {name} is {side}'s move, but a disc of {} is placed.",
                self.course.side_name(mover.opponent())
            );
        }
        let Ok(flips) = before.flips(*at) else {
            return self.squares_that_differ(&step.after, printed);
        };
        let flipped = |square: Square| printed.disc(square) == Some(mover);
        let missed: Vec<Square> = flips
            .squares()
            .iter()
            .copied()
            .filter(|&at| !flipped(at))
            .collect();
        let extra: Vec<Square> = self
            .size()
            .squares()
            .filter(|&square| {
                before.board().disc(square) == Some(mover.opponent())
                    && flipped(square)
                    && !flips.squares().contains(&square)
            })
            .collect();
        // Every difference is a flip that is missed or too much?
        let mut mended = printed.clone();
        for &square in &missed {
            mended.put(square, mover);
        }
        for &square in &extra {
            mended.put(square, mover.opponent());
        }
        if mended != step.after || missed.is_empty() && extra.is_empty() {
            return self.squares_that_differ(&step.after, printed);
        }
        let mut sentences = Vec::new();
        if !missed.is_empty() {
            sentences.push(format!(
                "{side}'s move {name} should also flip {}.",
                self.names(&missed)
            ));
            let diagonal = |flip: &&Square| flip.row != at.row && flip.col != at.col;
            let all = missed.iter().eq(flips.squares().iter().filter(diagonal));
            if all && !self.flips_rightly(played) {
                sentences.push("It seems to leave out the diagonals, which count.".to_owned());
            }
        }
        if !extra.is_empty() {
            sentences.push(format!(
                "{side}'s move {name} should not flip {}.",
                self.names(&extra)
            ));
        }
        sentences.join(" ")
    }

    fn squares_that_differ(&self, board: &Board, printed: &Board) -> String {
        let squares: Vec<Square> = self
            .size()
            .squares()
            .filter(|&at| board.disc(at) != printed.disc(at))
            .collect();
        match squares.len() {
            0..=8 => format!("The board is wrong at {}.", self.names(&squares)),
            count => format!("The board is wrong at {count} squares."),
        }
    }

    fn other_choice(&self, theirs: &[Item], i: usize, wanted: Square, found: Square) -> String {
        let (wanted_name, found_name) = (self.name(wanted), self.name(found));
        let rule = self
            .course
            .computer
            .map_or("its rule", |computer| computer.rule);
        let step = self.played(&theirs[..i]).and_then(|played| {
            let steps = self.steps.get(played..)?;
            steps
                .iter()
                .find(|step| step.by_computer && step.at == wanted)
        });
        let count = |at| {
            step.and_then(|step| step.before.flips(at).ok())
                .map(|flips| flips.count())
        };
        let why = match (count(wanted), count(found)) {
            (Some(_), None) => format!(", and {found_name} is not a legal move"),
            (Some(most), Some(fewer)) if most > fewer => {
                format!(": {wanted_name} flips {most}, {found_name} only {fewer}")
            }
            (Some(same), Some(other)) if same == other => {
                format!(": both flip {same}, so the tie is broken otherwise than by the rule")
            }
            _ => String::new(),
        };
        format!("The computer should play {wanted_name}, not {found_name}{why}. It takes {rule}.")
    }

    fn other_moves(&self, wanted: &[Square], found: &[Square], board: Option<&Board>) -> String {
        let mut sorted = found.to_vec();
        sorted.sort_unstable();
        let mut right = wanted.to_vec();
        right.sort_unstable();
        if sorted == right {
            return "The list has the right moves in another order; they go row by row, then \
                    column by column."
                .to_owned();
        }
        let mut crossed: Vec<Square> = found.iter().map(|at| Square::new(at.col, at.row)).collect();
        crossed.sort_unstable();
        if crossed == right {
            return "Rows and columns are swapped in the list of moves.".to_owned();
        }
        sorted.dedup();
        if sorted == right {
            return "A move stands in the list more than once.".to_owned();
        }
        let (rules, words) = self.other_directions();
        let by_others = board.is_some_and(|board| {
            [Disc::Black, Disc::White].into_iter().any(|disc| {
                Game::resume(rules, board.clone(), disc)
                    .is_ok_and(|game| game.legal_moves().eq(sorted.iter().copied()))
            })
        });
        if by_others {
            return format!(
                "The list of moves is that of a game in which discs are flipped {words}."
            );
        }
        let without = |all: &[Square], some: &[Square]| -> Vec<Square> {
            all.iter()
                .copied()
                .filter(|at| !some.contains(at))
                .collect()
        };
        let (missing, extra) = (without(&right, &sorted), without(&sorted, &right));
        let mut sentences = Vec::new();
        if !missing.is_empty() {
            sentences.push(format!("The list of moves lacks {}.", self.names(&missing)));
        }
        if !extra.is_empty() {
            sentences.push(format!(
                "{} in the list is no legal move.",
                self.names(&extra)
            ));
        }
        sentences.join(" ")
    }
}

fn frame(header: bool) -> String {
    if header {
        "The board is right, but its header is not."
    } else {
        "The board is right, but the labels or the spaces of its rows are not."
    }
    .to_owned()
}

fn last_board(items: &[Item]) -> Option<&Board> {
    items.iter().rev().find_map(|item| match &item.what {
        What::Board { board, .. } => Some(board),
        _ => None,
    })
}

/// The board of the item `index`, if it is one.
fn next_board(items: &[Item], index: usize) -> Option<&Board> {
    match &items.get(index)?.what {
        What::Board { board, .. } => Some(board),
        _ => None,
    }
}

/// `board` with the discs of `change`'s making.
fn changed(board: &Board, change: impl Fn(Square) -> Option<Disc>) -> Board {
    let mut changed = Board::empty(board.size());
    for at in board.size().squares() {
        if let Some(disc) = change(at) {
            changed.put(at, disc);
        }
    }
    changed
}

fn recoloured(board: &Board) -> Board {
    changed(board, |at| board.disc(at).map(Disc::opponent))
}

fn transposed(board: &Board) -> Board {
    changed(board, |at| board.disc(Square::new(at.col, at.row)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use courses::{ALL, by_name};
    use proptest::prelude::*;
    use reversi_core::Turn;
    use std::fmt::Write;
    use transcript::Suite;

    fn course(name: &str) -> &'static Course {
        by_name(name).expect("it is a course")
    }

    fn reference(name: &str, input: &str) -> String {
        let outcome = course(name).outcome(&[], input.as_bytes());
        String::from_utf8(outcome.expect("no options").stdout).expect("it is text")
    }

    fn told(name: &str, input: &str, got: &str) -> String {
        let expected = reference(name, input);
        let hint = hint(
            course(name),
            course(name).strictness,
            input.as_bytes(),
            0,
            expected.as_bytes(),
            got.as_bytes(),
        );
        hint.unwrap_or_default()
    }

    /// A Toronto program with mistakes: `rules`, what a move does to the board,
    /// and how a board is printed.
    struct Wrong {
        rules: Rules,
        flip: fn(&Game, Square) -> Vec<Square>,
        reads: fn(Square) -> Square,
        print: fn(&Board) -> Board,
        board_after_pass: bool,
        tells_pass: bool,
    }

    const RIGHT: Wrong = Wrong {
        rules: Rules::OTHELLO,
        flip: |game, at| {
            game.flips(at)
                .map_or(Vec::new(), |flips| flips.squares().to_vec())
        },
        reads: |at| at,
        print: Board::clone,
        board_after_pass: false,
        tells_pass: true,
    };

    impl Wrong {
        fn run(&self, input: &str) -> String {
            let course = course("utoronto-a1");
            let mut game = Game::new(self.rules).expect("it can be played");
            let mut out = String::new();
            let board = |out: &mut String, game: &Game| {
                let board = (self.print)(game.board());
                out.push_str("  abcdefgh");
                for at in board.size().squares() {
                    if at.col == 0 {
                        write!(out, "\n{} ", char::from(b'a' + at.row))
                            .expect("a String takes it all");
                    }
                    out.push_str(board.disc(at).map_or(".", |disc| course.side_name(disc)));
                }
                out.push('\n');
            };
            board(&mut out, &game);
            let mut entries = input.lines();
            loop {
                match game.turn() {
                    Turn::Move(mover) => {
                        let side = course.side_name(mover);
                        write!(out, "Enter move for colour {side} (RowCol): ")
                            .expect("a String takes it all");
                        let Some(entry) = entries.next() else {
                            return out;
                        };
                        let at = course
                            .square(entry.as_bytes(), Size::EIGHT, &[])
                            .map(self.reads);
                        match at {
                            Some(at) if game.check(at).is_ok() => {
                                let mut next = game.board().clone();
                                next.put(at, mover);
                                for square in (self.flip)(&game, at) {
                                    next.put(square, mover);
                                }
                                game = Game::resume(self.rules, next, mover.opponent())
                                    .expect("it can be played");
                            }
                            _ => out.push_str("Invalid move. Try again.\n"),
                        }
                        board(&mut out, &game);
                    }
                    Turn::Pass(blocked) => {
                        if self.tells_pass {
                            let side = course.side_name(blocked);
                            writeln!(out, "{side} player has no valid move.")
                                .expect("a String takes it all");
                        }
                        game.pass().expect("it is a pass");
                        if self.board_after_pass {
                            board(&mut out, &game);
                        }
                    }
                    Turn::Over(outcome) => {
                        let next = game.to_move();
                        for side in [next, next.opponent()] {
                            let side = course.side_name(side);
                            writeln!(out, "{side} player has no valid move.")
                                .expect("a String takes it all");
                        }
                        let result = outcome.winner().map_or("Draw!".to_owned(), |winner| {
                            format!("{winner:?} wins by {} points!", outcome.margin())
                        });
                        out.push_str(&result);
                        out.push('\n');
                        return out;
                    }
                }
            }
        }
    }

    const ONE_PASS: &str = include_str!("../../../../fixtures/utoronto-a1/one-pass.in");

    #[test]
    fn a_right_program_gets_no_hint() {
        assert_eq!(RIGHT.run(ONE_PASS), reference("utoronto-a1", ONE_PASS));
        let expected = reference("utoronto-a1", ONE_PASS);
        assert_eq!(told("utoronto-a1", ONE_PASS, expected.trim_end()), "");
        let aps105 = reference("aps105-lab8", "4\nW\nba\n");
        assert_eq!(
            told("aps105-lab8", "4\nW\nba\n", &aps105.replace('\n', " \r\n")),
            ""
        );
    }

    #[test]
    fn wrong_boards_are_explained() {
        let cases: [(&str, Wrong, &str); 8] = [
            (
                "cd\ncc\n",
                Wrong {
                    rules: Rules {
                        directions: Direction::ORTHOGONAL,
                        ..Rules::OTHELLO
                    },
                    ..RIGHT
                },
                "The move cc is legal, but it is refused. It looks as if the program flips along rows and \
                 columns only; here the diagonals count too.",
            ),
            (
                "cd\nce\ndf\n",
                Wrong {
                    flip: |_, _| Vec::new(),
                    ..RIGHT
                },
                "B's move cd should also flip dd.",
            ),
            (
                "cd\n",
                Wrong {
                    flip: |game, at| {
                        let mut flips = (RIGHT.flip)(game, at);
                        flips.push(Square::new(4, 4));
                        flips
                    },
                    ..RIGHT
                },
                "B's move cd should not flip ee.",
            ),
            (
                "cd\n",
                Wrong {
                    reads: |at| Square::new(at.col, at.row),
                    ..RIGHT
                },
                "Rows and columns are swapped: the board printed is the right one mirrored along \
                 its diagonal.",
            ),
            (
                "cd\ncc\n",
                Wrong {
                    flip: |game, at| {
                        let flips = (RIGHT.flip)(game, at).into_iter();
                        flips
                            .filter(|flip| flip.row == at.row || flip.col == at.col)
                            .collect()
                    },
                    ..RIGHT
                },
                "W's move cc should also flip dd. It seems to leave out the diagonals, which count.",
            ),
            (
                "cd\nce\n",
                Wrong {
                    reads: |at| match at {
                        Square { row: 2, col: 4 } => Square::new(4, 2),
                        at => at,
                    },
                    ..RIGHT
                },
                "Rows and columns are swapped: the move ce is read as ec.",
            ),
            (
                "cd\n",
                Wrong {
                    print: |board| {
                        let at = Square::new(2, 3);
                        let mut printed = board.clone();
                        if board.disc(at).is_some() {
                            printed.put(at, Disc::White);
                        }
                        printed
                    },
                    ..RIGHT
                },
                "The wrong side moves: cd is B's move, but a disc of W is placed.",
            ),
            (
                "cd\n",
                Wrong {
                    print: recoloured,
                    ..RIGHT
                },
                "The colours are swapped: each disc is printed as the other side's.",
            ),
        ];
        for (input, wrong, words) in cases {
            assert_eq!(told("utoronto-a1", input, &wrong.run(input)), words);
        }
    }

    #[test]
    fn the_board_of_a_game_without_diagonals_is_told_unless_earlier_ones_counted() {
        let cases: [(&str, Wrong, &str); 2] = [
            (
                "cd\nce\ncf\n",
                Wrong {
                    rules: Rules {
                        directions: Direction::ORTHOGONAL,
                        ..Rules::OTHELLO
                    },
                    ..RIGHT
                },
                "The board is that of a game in which discs are flipped along rows and columns \
                 only; here the diagonals count too.",
            ),
            (
                "cd\ncc\ncb\nce\ncf\n",
                Wrong {
                    flip: |game, at| {
                        let flips = (RIGHT.flip)(game, at).into_iter();
                        let early = game.board().occupied().count() < 8;
                        flips
                            .filter(|flip| early || flip.row == at.row || flip.col == at.col)
                            .collect()
                    },
                    ..RIGHT
                },
                "B's move cf should also flip de.",
            ),
        ];
        for (input, wrong, words) in cases {
            assert_eq!(told("utoronto-a1", input, &wrong.run(input)), words);
        }
    }

    #[test]
    fn wrong_turns_are_explained() {
        let cases: [(&str, Wrong, &str); 3] = [
            (
                ONE_PASS,
                Wrong {
                    board_after_pass: true,
                    ..RIGHT
                },
                "The board is printed again after the message that a side has no valid move; the \
                 prompt or the next move follows at once.",
            ),
            (
                ONE_PASS,
                Wrong {
                    tells_pass: false,
                    ..RIGHT
                },
                "B has no valid move here; the program should say so and let the other side go on.",
            ),
            (
                "cd\n",
                Wrong {
                    rules: Rules {
                        first: Disc::White,
                        ..Rules::OTHELLO
                    },
                    ..RIGHT
                },
                "It is B's turn, but the program asks W.",
            ),
        ];
        for (input, wrong, words) in cases {
            assert_eq!(told("utoronto-a1", input, &wrong.run(input)), words);
        }
    }

    #[test]
    fn the_frame_of_a_right_board_is_told_from_the_board() {
        let expected = reference("utoronto-a1", "cd\ncc\n");
        for (got, words) in [
            (expected.replace("abcdefgh", "12345678"), frame(true)),
            (expected.replace("  abcdefgh\n", ""), frame(true)),
            (expected.replace("\na ", "\n1 "), frame(false)),
        ] {
            assert_eq!(told("utoronto-a1", "cd\ncc\n", &got), words);
        }
    }

    #[test]
    fn a_board_printed_once_more_is_told() {
        let expected = reference("utoronto-a1", "cd\n");
        let first = &expected[..expected.find("Enter").expect("it has a prompt")];
        let got = format!("{first}{expected}");
        let words = "The board is printed once more than it should be.";
        assert_eq!(told("utoronto-a1", "cd\n", &got), words);
    }

    #[test]
    fn another_choice_of_the_computer_is_held_to_its_rule() {
        let input = "4\nW\nba\n";
        let expected = reference("aps105-lab8", input);
        let at = expected.find("places W at aa").expect("it plays aa");
        let got = expected[..at].to_owned() + "places W at ac.\n";
        assert_eq!(
            told("aps105-lab8", input, &got),
            "The computer should play aa, not ac: both flip 1, so the tie is broken otherwise \
             than by the rule. It takes the most flips, among equals the lower row and then the \
             lower column."
        );
        let got = expected[..at].to_owned() + "places W at dd.\n";
        assert!(told("aps105-lab8", input, &got).contains("dd is not a legal move"));
    }

    #[test]
    fn diagonals_in_a_list_of_moves_are_told() {
        // After 3 5 and the computer's 2 3 a diagonal game has more moves.
        let expected = reference("cmsc201", "3 5\n");
        let list = expected.rfind("Valid moves are: ").expect("it has a list");
        let boards = read(course("cmsc201"), Size::EIGHT, expected.as_bytes());
        let board = last_board(&boards).expect("it has boards");
        let othello = Rules {
            directions: Direction::ALL,
            ..cmsc201::RULES
        };
        let game = Game::resume(othello, board.clone(), cmsc201::RULES.first).expect("a game");
        let moves: Vec<String> = game
            .legal_moves()
            .map(|at| course("cmsc201").square_name(Size::EIGHT, at))
            .collect();
        let got = format!(
            "{}Valid moves are: [{}]\n",
            &expected[..list],
            moves.join(", ")
        );
        assert_eq!(
            told("cmsc201", "3 5\n", &got),
            "The list of moves is that of a game in which discs are flipped along diagonals too; \
             in this course's game there are none."
        );
        let got = expected.replacen("[2, 4], ", "", 1);
        assert_eq!(
            told("cmsc201", "3 5\n", &got),
            "The list of moves lacks [2, 4]."
        );
    }

    #[test]
    fn where_the_rules_say_nothing_the_text_does() {
        let input = "4\nW\nba\n";
        let expected = reference("aps105-lab8", input);
        for (got, words) in [
            (expected.replace("color", "colour"), "spells \"colour\""),
            (expected.replace("): ", "):\n"), "is followed by a newline"),
            (expected.replace("): ", "): \n"), "is followed by a newline"),
            (
                expected.replacen("): ", "): ba\n", 1),
                "prints what it reads (\"ba\")",
            ),
            (expected.replace("abcd", "ABCD"), "upper and lower case"),
            (expected.replacen("Enter move", "Your move", 1), ""),
            (expected[..60].to_owned(), "stops early"),
        ] {
            let hint = told("aps105-lab8", input, &got);
            assert!(
                hint.contains(words) && hint.is_empty() == words.is_empty(),
                "{hint}"
            );
        }
    }

    /// Every board that a fixture has is one that the replay comes to, so the
    /// hints speak of the move that was made.
    #[test]
    fn the_replay_comes_to_every_board_of_every_fixture() {
        for course in &ALL {
            let folder = course_tests::fixtures(course.name);
            if course.name == "revergo" {
                // The computer's moves are its own, so there is no replay.
                continue;
            }
            let suite = Suite::load(&folder).expect("the fixtures can be read");
            let mut boards = 0;
            for case in suite.cases() {
                // Against another computer than the handout's nothing can be
                // replayed.
                let other = |arg: &String| arg == "--part" || arg == "--computer";
                if case.args.iter().any(other) {
                    continue;
                }
                let Some(setup) = course.setup(&case.input) else {
                    continue;
                };
                let expected = case.expected.as_ref().expect("a fixture has a snapshot");
                assert_eq!(
                    hint(
                        course,
                        course.strictness,
                        &case.input,
                        0,
                        &expected.stdout,
                        &expected.stdout
                    ),
                    None
                );
                let items = read(course, setup.rules.size, &expected.stdout);
                let all = Case {
                    course,
                    setup,
                    steps: replay(course, &case.input).expect("it can be replayed"),
                    text_tells: false,
                };
                boards += items
                    .iter()
                    .filter(|item| matches!(item.what, What::Board { .. }))
                    .count();
                let place = format!("{}/{}", course.name, case.name);
                if !all.steps.is_empty() {
                    assert!(all.played(&items).is_some(), "{place}");
                }
            }
            assert!(boards > 100, "{}: {boards} boards", course.name);
        }
    }

    proptest! {
        #[test]
        fn any_input_and_any_output_will_do(
            index in 0..ALL.len(),
            input in "([1248BW]\n)?([12 a-h]{0,3}\n){0,6}",
            start in 0usize..400, length in 0usize..40,
            junk in proptest::collection::vec(any::<u8>(), 0..20),
        ) {
            let expected = reference("utoronto-a1", ONE_PASS).into_bytes();
            let mut got = expected.clone();
            let start = start.min(got.len());
            got.splice(start..(start + length).min(expected.len()), junk.iter().copied());
            let course = &ALL[index];
            for input in [input.as_bytes(), ONE_PASS.as_bytes(), &junk] {
                let told = hint(course, course.strictness, input, 0, &expected, &got);
                let differs = course.strictness.first_difference(&expected, &got).is_some();
                prop_assert!(differs || told.is_none());
            }
        }
    }
}
