//! Tests of the player against the rules of the core.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use reversi_core::{Board, Disc, Game, Rules, Size, Square, Symmetry, Turn};

use super::bitboard::Bitboard;
use super::eval::{Evaluator, Features, Numbering, POINTS, TERMS, Weights, features};
use super::position::{Position, Shape, cell, square};
use super::rows::Rows;
use super::score;
use super::word::Word;
use super::{Analysis, Found, Player, PlayerError};
use crate::isa::{Isa, Kind, Portable, with_isa};
use crate::{Processor, Score, SearchLimits};

fn rules(side: usize) -> Rules {
    Rules {
        size: Size::square(side).expect("the tests name sizes that exist"),
        ..Rules::OTHELLO
    }
}

/// Returns a game on a board of `side` rows after random moves.
fn game(side: usize, choices: &[u16]) -> Game {
    let mut game = Game::new(rules(side)).expect("an even board");
    for &choice in choices {
        let moves: Vec<Square> = game.legal_moves().collect();
        if moves.is_empty() {
            if game.pass().is_err() {
                break;
            }
        } else {
            let at = moves[usize::from(choice) % moves.len()];
            game.play(at).expect("the generator gives legal moves");
        }
    }
    game
}

/// Games of any even size, from the start to the end.
fn games(sides: impl Strategy<Value = usize>) -> impl Strategy<Value = Game> {
    sides.prop_flat_map(|half| {
        let side = 2 * half;
        proptest::collection::vec(any::<u16>(), 0..side * side + 4)
            .prop_map(move |choices| game(side, &choices))
    })
}

fn squares<B: Bitboard>(set: B) -> Vec<Square> {
    set.cells().map(square::<B>).collect()
}

/// Checks all functions of a bitboard against the core, on every kind of processor that
/// this one is.
fn agrees_with_the_core<B: Bitboard>(game: &Game) {
    for kind in Kind::all() {
        with_isa!(kind, isa => agrees_on::<B>(isa, game));
    }
}

fn agrees_on<B: Bitboard>(isa: impl Isa, game: &Game) {
    let board = game.board();
    let shape = Shape::<B>::new(board.size().rows());
    for mover in [Disc::Black, Disc::White] {
        let turned = Game::resume(*game.rules(), board.clone(), mover).expect("the same rules");
        let position = Position::<B>::new(board, mover);
        let free = position.free(shape.all);
        assert_eq!(
            free.count() as usize,
            board.size().area() - board.occupied().count()
        );

        let moves: Vec<Square> = turned.legal_moves().collect();
        assert_eq!(squares(position.moves(isa, free)), moves);
        let (mine, theirs) = B::both_moves(isa, position.player, position.opponent, free);
        assert_eq!(
            (mine, theirs),
            (position.moves(isa, free), position.pass().moves(isa, free))
        );

        for at in squares(free) {
            let flips = B::flips(isa, position.player, position.opponent, cell::<B>(at));
            let mut expected = turned
                .flips(at)
                .map_or(vec![], |flips| flips.squares().to_vec());
            expected.sort_unstable();
            assert_eq!(squares(flips), expected, "{at:?}\n{board}");
        }
        for &at in moves.iter().take(3) {
            let mut next = turned.clone();
            next.play(at).expect("it is legal");
            let expected = Position::<B>::new(next.board(), mover.opponent());
            assert_eq!(position.play(isa, cell::<B>(at)), expected);
            assert_ne!(position.hash(), expected.hash());
        }
        assert_eq!(
            squares(position.player.spread() & shape.all),
            board
                .size()
                .squares()
                .filter(|at| {
                    squares(position.player)
                        .iter()
                        .any(|disc| disc.king_steps(*at) <= 1)
                })
                .collect::<Vec<_>>()
        );
    }
}

/// Checks that no move flips a stable disc.
fn stays_stable<B: Bitboard>(game: &Game, choices: &[u16]) {
    let shape = Shape::<B>::new(game.board().size().rows());
    let mut game = game.clone();
    let stable = |game: &Game| {
        let position = Position::<B>::new(game.board(), Disc::Black);
        B::stable(position.player, &shape.border)
    };
    let mut before = B::NONE;
    for &choice in choices {
        let now = stable(&game);
        assert!((before & !now).is_none(), "{}", game.board());
        before = now;
        let moves: Vec<Square> = game.legal_moves().collect();
        if moves.is_empty() {
            if game.pass().is_err() {
                return;
            }
        } else {
            game.play(moves[usize::from(choice) % moves.len()])
                .expect("it is legal");
        }
    }
}

fn empties(board: &Board) -> u32 {
    (board.size().area() - board.occupied().count()) as u32
}

/// Returns the features of a position, with the configurations in ascending order.
fn sorted_features<B: Bitboard>(board: &Board, mover: Disc) -> Option<Features> {
    let shape = Shape::<B>::new(board.size().rows());
    let mut features = features(Position::<B>::new(board, mover), empties(board), &shape)?;
    features.configurations.sort_unstable();
    Some(features)
}

/// Checks that a position and its mirror images have the same evaluation, also with all
/// discs turned, and that the numeric features of both sides are opposite, except the
/// last one.
fn evaluates_evenly<B: Bitboard>(game: &Game) {
    let size = game.board().size();
    let shape = Shape::<B>::new(size.rows());
    let evaluator = Evaluator::new(size.rows(), Weights::builtin(size.rows()));
    let of = |board: &Board, mover| {
        let position = Position::<B>::new(board, mover);
        evaluator.evaluate_inlined(Portable, position, empties(board), &shape)
    };
    let value = of(game.board(), Disc::Black);
    for symmetry in Symmetry::ALL {
        assert_eq!(of(&symmetry.board(game.board()), Disc::Black), value);
    }
    let mut turned = Board::empty(size);
    for at in game.board().occupied() {
        turned.put(at, game.board().disc(at).expect("occupied").opponent());
    }
    assert_eq!(of(&turned, Disc::White), value);

    let [black, white] =
        [Disc::Black, Disc::White].map(|mover| sorted_features::<B>(game.board(), mover));
    assert_eq!(black.is_some(), value.is_some());
    if let (Some(black), Some(white)) = (black, white) {
        for (mine, theirs) in black.terms[..TERMS - 1].iter().zip(&white.terms) {
            assert_eq!(*mine, -theirs);
        }
    }
}

/// Checks that an evaluation is the sum of the weights that the features name.
fn evaluates_to_the_sum_of_the_features<B: Bitboard>(game: &Game) {
    let size = game.board().size();
    let shape = Shape::<B>::new(size.rows());
    let numbering = Numbering::new();
    let stages = [3, 5].map(|step| {
        let weights = (0..numbering.len()).map(|number| (number * step % 31) as i16 - 15);
        weights.collect::<Vec<_>>()
    });
    let stage_of = std::array::from_fn(|point| u8::from(point > POINTS / 2));
    let biases = std::array::from_fn(|point| point as i16);
    let weights = Weights::from_stages(&stage_of, &biases, &stages);
    let evaluator = Evaluator::new(size.rows(), &weights);
    let position = Position::<B>::new(game.board(), game.to_move());
    let found = evaluator.evaluate_inlined(Portable, position, empties(game.board()), &shape);
    let expected = sorted_features::<B>(game.board(), game.to_move()).map(|features| {
        let stage = &stages[usize::from(stage_of[features.point])];
        let weight = |number: usize| i32::from(stage[number]);
        let configurations = features.configurations.iter();
        let patterns: i32 = configurations
            .map(|&configuration| weight(numbering.number(configuration) as usize))
            .sum();
        let terms: i32 = (numbering.configurations()..)
            .zip(features.terms)
            .map(|(number, term)| weight(number) * term)
            .sum();
        let greatest = 100 * size.area() as i32;
        let sum = i32::from(biases[features.point]) + patterns + terms / 16;
        sum.clamp(-greatest, greatest)
    });
    assert_eq!(found, expected);
}

/// Returns the configurations of all patterns, square by square.
fn configurations(board: &Board, mover: Disc) -> Vec<u32> {
    let side = i32::from(board.size().rows());
    let digit = |(row, col): (i32, i32)| {
        let on_board = (0..side).contains(&row) && (0..side).contains(&col);
        let disc = on_board.then(|| board.disc(Square::new(row as u8, col as u8)));
        match disc.flatten() {
            None => 0,
            Some(disc) => 1 + u32::from(disc != mover),
        }
    };
    let rectangle = |rows: std::ops::Range<i32>, cols: std::ops::Range<i32>| {
        let rows = rows.flat_map(|row| cols.clone().map(move |col| (row, col)));
        rows.collect::<Vec<_>>()
    };
    let classes = [
        rectangle(0..3, 0..3),
        rectangle(0..2, 0..5),
        rectangle(0..1, 0..8),
        rectangle(1..2, 0..8),
        (0..8).map(|at| (at, at)).collect(),
        rectangle(0..2, 0..4),
    ];
    let (mut all, mut offset) = (Vec::new(), 0);
    for (class, squares) in classes.into_iter().enumerate() {
        let starts: Vec<i32> = match class {
            5 => (3..side - 6).step_by(2).collect(),
            _ => vec![0],
        };
        for symmetry in 0..8 {
            // The mirror images of these patterns are the same squares in another order.
            let other_image = match class {
                0 | 4 => symmetry & 4 != 0,
                5 => symmetry & 2 != 0,
                _ => false,
            };
            if other_image {
                continue;
            }
            for start in &starts {
                let image = |&(row, col): &(i32, i32)| {
                    let (row, col) = (row, col + start);
                    let row = if symmetry & 1 == 0 {
                        row
                    } else {
                        side - 1 - row
                    };
                    let col = if symmetry & 2 == 0 {
                        col
                    } else {
                        side - 1 - col
                    };
                    if symmetry & 4 == 0 {
                        (row, col)
                    } else {
                        (col, row)
                    }
                };
                let digits = squares.iter().rev().map(image).map(digit);
                all.push(offset + digits.fold(0, |number, digit| 3 * number + digit));
            }
        }
        offset += 3_u32.pow(squares.len() as u32);
    }
    all.sort_unstable();
    all
}

/// Checks the configurations of all patterns.
fn finds_every_pattern<B: Bitboard>(game: &Game) {
    let numbering = Numbering::new();
    let numbers = |configurations: &[u32]| {
        let mut numbers: Vec<u32> = configurations
            .iter()
            .map(|&configuration| numbering.number(configuration))
            .collect();
        numbers.sort_unstable();
        numbers
    };
    if let Some(features) = sorted_features::<B>(game.board(), game.to_move()) {
        assert_eq!(
            numbers(&features.configurations),
            numbers(&configurations(game.board(), game.to_move()))
        );
    }
}

/// Calls a generic function for the bitboards that are large enough.
macro_rules! for_every_kind {
    ($side:expr, $function:ident($($argument:expr),*)) => {{
        let side: u8 = $side;
        if side <= 8 {
            $function::<Word>($($argument),*);
        }
        if side <= 10 {
            $function::<Rows<10>>($($argument),*);
        }
        if side <= 14 {
            $function::<Rows<14>>($($argument),*);
        }
        if side <= 20 {
            $function::<Rows<20>>($($argument),*);
        }
        $function::<Rows<26>>($($argument),*);
    }};
}

/// Returns the score by plain minimax.
fn minimax(game: &Game) -> i32 {
    match game.turn() {
        Turn::Over(outcome) => {
            let discs = outcome.discs();
            let mover = game.to_move();
            discs[mover] as i32 - discs[mover.opponent()] as i32
        }
        Turn::Pass(_) => {
            let mut next = game.clone();
            next.pass().expect("the turn is a pass");
            -minimax(&next)
        }
        Turn::Move(_) => game
            .legal_moves()
            .map(|at| {
                let mut next = game.clone();
                next.play(at).expect("it is legal");
                -minimax(&next)
            })
            .max()
            .expect("the turn is a move"),
    }
}

fn choose(player: &mut Player, game: &Game, depth: Option<u32>) -> Found {
    let limits = SearchLimits { depth, time: None };
    player
        .choose(
            game.board(),
            game.to_move(),
            &limits,
            &AtomicBool::new(false),
        )
        .expect("the board is of the player's size")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_bitboard_agrees_with_the_core(game in games(2..14_usize)) {
        for_every_kind!(game.board().size().rows(), agrees_with_the_core(&game));
    }

    #[test]
    fn stable_discs_are_never_flipped(
        game in games(2..8_usize),
        choices in proptest::collection::vec(any::<u16>(), 60),
    ) {
        for_every_kind!(game.board().size().rows(), stays_stable(&game, &choices));
    }

    #[test]
    fn the_evaluation_is_symmetric(game in games(2..14_usize)) {
        for_every_kind!(game.board().size().rows(), evaluates_evenly(&game));
    }

    #[test]
    fn an_evaluation_is_the_sum_of_its_features(game in games(2..14_usize)) {
        for_every_kind!(
            game.board().size().rows(),
            evaluates_to_the_sum_of_the_features(&game)
        );
    }

    #[test]
    fn every_pattern_is_found(game in games(2..14_usize)) {
        for_every_kind!(game.board().size().rows(), finds_every_pattern(&game));
    }

    #[test]
    fn the_chosen_move_is_legal(game in games(2..14_usize), depth in 1..3_u32) {
        let mut player = Player::new(game.board().size()).expect("an even size");
        let found = choose(&mut player, &game, Some(depth));
        match game.turn() {
            Turn::Move(_) => prop_assert!(game.check(found.best.expect("a move")).is_ok()),
            Turn::Pass(_) | Turn::Over(_) => prop_assert_eq!(found.best, None),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn solved_scores_are_those_of_minimax(
        half in 2..6_usize,
        choices in proptest::collection::vec(any::<u16>(), 100),
        left in 1..8_usize,
    ) {
        let side = 2 * half;
        let game = game(side, &choices[..side * side - 4 - left]);
        let mut player = Player::new(game.board().size()).expect("an even size");
        let found = choose(&mut player, &game, Some(30));
        if matches!(game.turn(), Turn::Move(_)) {
            prop_assert!(found.exact);
            prop_assert_eq!(found.score, Score(100 * minimax(&game)));
            let mut next = game.clone();
            next.play(found.best.expect("a move")).expect("it is legal");
            prop_assert_eq!(Score(-100 * minimax(&next)), found.score);
        }
    }
}

/// Returns the score of a search to `depth` plies by plain minimax, with the evaluation
/// of `player` at the leaves.
fn minimax_to(player: &mut Player, game: &Game, depth: u32) -> i32 {
    match game.turn() {
        Turn::Over(_) => score::finished(minimax(game)),
        // Even if the side to move must pass.
        _ if depth == 0 => {
            let score = player.evaluate(game.board(), game.to_move());
            score.expect("the board is of the player's size").0
        }
        Turn::Pass(_) => {
            let mut next = game.clone();
            next.pass().expect("the turn is a pass");
            -minimax_to(player, &next, depth)
        }
        Turn::Move(_) => game
            .legal_moves()
            .map(|at| {
                let mut next = game.clone();
                next.play(at).expect("it is legal");
                -minimax_to(player, &next, depth - 1)
            })
            .max()
            .expect("the turn is a move"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_search_that_proves_finds_the_score_of_minimax(
        game in games(3..6_usize),
        depth in 1..4_u32,
    ) {
        let Turn::Move(_) = game.turn() else {
            return Ok(());
        };
        let empties = game.board().size().area() - game.board().occupied().count();
        // Otherwise it goes to the end of the game.
        prop_assume!(empties > depth as usize + 7);
        let mut player = Player::with_table(game.board().size(), 1).expect("an even size");
        player.prove();
        let found = choose(&mut player, &game, Some(depth));
        let expected = minimax_to(&mut player, &game, depth);
        prop_assert_eq!((found.depth, found.score), (depth, score::reported(expected)));
        let mut next = game.clone();
        next.play(found.best.expect("a move")).expect("it is legal");
        prop_assert_eq!(-minimax_to(&mut player, &next, depth - 1), expected);
    }

    #[test]
    fn every_kind_of_processor_searches_the_same(
        game in games(2..5_usize),
        depth in 1..7_u32,
    ) {
        let mut found = Processor::all().map(|processor| {
            let player = Player::with_processor(game.board().size(), processor, 1);
            let mut player = player.expect("an even size");
            // The time differs.
            let value = player.evaluate(game.board(), game.to_move());
            let time = std::time::Duration::ZERO;
            (value, Found { time, ..choose(&mut player, &game, Some(depth)) })
        });
        let first = found.next();
        prop_assert!(found.all(|other| Some(other) == first));
    }

    #[test]
    fn threads_find_the_same_exact_score(
        half in 2..5_usize,
        choices in proptest::collection::vec(any::<u16>(), 100),
        left in 6..12_usize,
    ) {
        let side = 2 * half;
        let game = game(side, &choices[..side * side - 4 - left]);
        let Turn::Move(_) = game.turn() else {
            return Ok(());
        };
        let mut player = Player::with_table(game.board().size(), 1).expect("an even size");
        let alone = choose(&mut player, &game, None);
        player.set_threads(3);
        let together = choose(&mut player, &game, None);
        prop_assert_eq!((together.score, together.exact), (alone.score, true));
        let mut next = game.clone();
        next.play(together.best.expect("a move")).expect("it is legal");
        if let Turn::Pass(_) = next.turn() {
            return Ok(());
        }
        let rest = choose(&mut player, &next, None);
        prop_assert_eq!(Score(-rest.score.0), together.score);
        player.set_threads(1);
        let again = choose(&mut player, &game, None);
        prop_assert_eq!(Found { time: alone.time, ..again }, alone);
    }
}

#[test]
fn moves_that_are_images_of_each_other_are_searched_once() {
    let start = game(6, &[]);
    let mut player = Player::with_table(start.board().size(), 1).expect("an even size");
    // All four first moves are images of each other, so that one is left, which is played
    // without a search.
    let limits = SearchLimits {
        depth: None,
        time: Some(std::time::Duration::from_secs(86_400)),
    };
    let never = AtomicBool::new(false);
    let found = player.choose(start.board(), start.to_move(), &limits, &never);
    let found = found.expect("the board is of the player's size");
    assert_eq!((found.depth, found.nodes), (0, 0));
    assert_eq!(found.best, start.legal_moves().next());
}

#[test]
fn the_second_player_wins_4x4_by_eight_discs() {
    let game = game(4, &[]);
    let mut player = Player::new(game.board().size()).expect("an even size");
    let found = choose(&mut player, &game, None);
    assert_eq!((found.score, found.exact), (Score(-800), true));
}

#[test]
fn a_search_without_a_time_limit_is_deterministic() {
    for side in [6, 8, 10, 16] {
        let game = game(side, &[1, 2, 3, 4, 5, 6]);
        let mut player = Player::new(game.board().size()).expect("an even size");
        let ask = |player: &mut Player, game: &Game| {
            let found = choose(player, game, Some(5));
            (found.best, found.score, found.depth, found.nodes)
        };
        let first = ask(&mut player, &game);
        let other = self::game(side, &[6, 5, 4]);
        ask(&mut player, &other);
        assert_eq!(ask(&mut player, &game), first);
    }
}

#[test]
fn the_built_in_weights_are_at_most_400_kilobytes() {
    let files: BTreeSet<&[u8]> = (4..=26).step_by(2).map(Weights::builtin_file).collect();
    assert!(files.iter().map(|file| file.len()).sum::<usize>() <= 400_000);
    for file in files {
        assert!(Weights::from_bytes(file).is_ok());
    }
}

#[test]
fn a_board_may_have_fewer_discs_than_the_first_position() {
    for side in (4..=26).step_by(2) {
        let size = Size::square(side).expect("the size exists");
        let mut board = Board::empty(size);
        board.put(Square::new(0, 0), Disc::Black);
        board.put(Square::new(0, 1), Disc::White);
        let game = Game::resume(rules(side), board, Disc::Black).expect("it has a side to move");
        let mut player = Player::with_table(size, 1).expect("the size is supported");
        let found = choose(&mut player, &game, Some(3));
        assert_eq!(found.best, Some(Square::new(0, 2)), "{side}");
    }
}

#[test]
fn a_stopped_search_still_returns_a_move() {
    let game = game(26, &[1, 2, 3]);
    let mut player = Player::new(game.board().size()).expect("an even size");
    let found = player
        .choose(
            game.board(),
            game.to_move(),
            &SearchLimits::default(),
            &AtomicBool::new(true),
        )
        .expect("the board is of the player's size");
    assert!(game.check(found.best.expect("a move")).is_ok());
    assert_eq!((found.depth, found.exact), (0, false));
}

#[test]
fn unsupported_board_sizes_are_refused() {
    for (rows, cols) in [(2, 2), (5, 5), (8, 10), (10, 8), (25, 25), (1, 16)] {
        let size = Size::new(rows, cols).expect("a size");
        assert_eq!(Player::new(size).err(), Some(PlayerError::Size(size)));
    }
    let mut player = Player::new(Size::EIGHT).expect("an even size");
    let found = Size::square(10).expect("a size");
    let refused = player.choose(
        &Board::empty(found),
        Disc::Black,
        &SearchLimits::default(),
        &AtomicBool::new(false),
    );
    let expected = Size::EIGHT;
    assert_eq!(refused, Err(PlayerError::Board { found, expected }));
}

/// Returns the score of a fresh player for the position after `at`, for the side that
/// plays there; `depth` is that of the search after it.
fn score_after(game: &Game, at: Square, depth: Option<u32>) -> (Score, bool) {
    let mut next = game.clone();
    next.play(at).expect("the move is legal");
    let limits = SearchLimits { depth, time: None };
    let mut player = Player::with_table(next.board().size(), 1).expect("a supported size");
    // A player whose side must pass does not search.
    let passes = matches!(next.turn(), Turn::Pass(_));
    if passes {
        next.pass().expect("the turn is a pass");
    }
    let stop = AtomicBool::new(false);
    let found = player.choose(next.board(), next.to_move(), &limits, &stop);
    let found = found.expect("the board has the player's size");
    let score = if passes {
        found.score.0
    } else {
        -found.score.0
    };
    (Score(score), found.exact)
}

/// Returns an analysis after `steps` steps, or after all.
fn analysis(game: &Game, steps: usize) -> Analysis {
    let mut player = Player::with_table(game.board().size(), 1).expect("a supported size");
    let mut analysis = Analysis::new(game.board().clone(), game.to_move());
    let stop = AtomicBool::new(false);
    for _ in 0..steps {
        let deeper = player.deepen(&mut analysis, &stop);
        if !deeper.expect("the board has the player's size") {
            break;
        }
    }
    analysis
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn every_move_of_an_analysis_gets_the_score_of_a_search_to_the_same_depth(
        game in games(3..8_usize),
    ) {
        let Turn::Move(_) = game.turn() else {
            return Ok(());
        };
        let empties = game.board().size().area() - game.board().occupied().count();
        // Both go to the end of the game from there.
        prop_assume!(empties > 3 + 7);
        let analysis = analysis(&game, 3);
        prop_assert_eq!((analysis.depth(), analysis.exact()), (3, false));
        let lines = analysis.lines();
        prop_assert_eq!(lines.len(), game.legal_moves().count());
        prop_assert!(lines.is_sorted_by_key(|line| std::cmp::Reverse(line.score)));
        for line in lines {
            let expected = score_after(&game, line.moves[0], Some(2));
            prop_assert_eq!((line.score, false), expected, "{:?}", line);
        }
    }

    #[test]
    fn an_analysis_ends_with_exact_scores_and_with_lines_that_lead_to_them(
        game in games(2..5_usize),
    ) {
        let Turn::Move(mover) = game.turn() else {
            return Ok(());
        };
        let empties = game.board().size().area() - game.board().occupied().count();
        prop_assume!(empties <= 13);
        let analysis = analysis(&game, usize::MAX);
        prop_assert!(analysis.exact());
        prop_assert_eq!(analysis.lines().len(), game.legal_moves().count());
        for line in analysis.lines() {
            prop_assert_eq!((line.score, true), score_after(&game, line.moves[0], None));
            let mut now = game.clone();
            for &at in &line.moves {
                if let Turn::Pass(_) = now.turn() {
                    now.pass().expect("the turn is a pass");
                }
                now.play(at).expect("the line has legal moves");
            }
            let Turn::Over(outcome) = now.turn() else {
                panic!("the line ends before the game: {line:?}");
            };
            let discs = outcome.discs();
            let margin = discs[mover] as i32 - discs[mover.opponent()] as i32;
            prop_assert_eq!(line.score, Score(100 * margin));
        }
    }
}

#[test]
fn an_analysis_without_a_move_has_no_step() {
    let board = Board::from_picture("OOOO\nOOOO\nOOOO\nOOO-").expect("a board");
    let game = Game::resume(rules(4), board, Disc::Black).expect("a game");
    let analysis = analysis(&game, 1);
    assert_eq!((analysis.depth(), analysis.lines().len()), (0, 0));
}
