use std::sync::atomic::Ordering;
use std::time::Duration;

use proptest::prelude::*;
use reversi_core::{Board, Disc, Game, Rules, Size, Square, Turn};

use crate::testing::{depth, options};
use crate::{Analysis, Depth, Line, Options, Player, PlayerError, Score, SearchLimits};

fn rules(side: usize) -> Rules {
    Rules {
        size: Size::square(side).expect("a size"),
        ..Rules::OTHELLO
    }
}

fn start(side: usize) -> Game {
    Game::new(rules(side)).expect("an even board")
}

fn player(side: usize) -> Player {
    Player::new(rules(side).size, options()).expect("a supported size")
}

fn late(side: usize, choices: &[usize], empties: usize) -> Game {
    let mut game = start(side);
    for choice in choices {
        let moves: Vec<Square> = game.legal_moves().collect();
        match game.turn() {
            Turn::Over(_) => break,
            Turn::Pass(_) => game.pass().expect("it must"),
            Turn::Move(_) if side * side - game.board().occupied().count() <= empties => break,
            Turn::Move(_) => drop(game.play(moves[choice % moves.len()])),
        }
    }
    game
}

fn minimax(game: &Game) -> i32 {
    let after = |at: Option<Square>| {
        let mut next = game.clone();
        match at {
            Some(at) => drop(next.play(at)),
            None => next.pass().expect("it must"),
        }
        -minimax(&next)
    };
    match game.turn() {
        Turn::Over(outcome) => {
            let (discs, own) = (outcome.discs(), game.to_move());
            discs[own] as i32 - discs[own.opponent()] as i32
        }
        Turn::Pass(_) => after(None),
        Turn::Move(_) => {
            let scores = game.legal_moves().map(|at| after(Some(at)));
            scores.max().expect("there is a move")
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn late_positions_are_solved_exactly_by_search_and_analysis(
        choices in prop::collection::vec(any::<usize>(), 100), empties in 1..8_usize,
        side in prop::sample::select(vec![4_usize, 6, 10]),
    ) {
        let game = late(side, &choices, empties);
        prop_assume!(matches!(game.turn(), Turn::Move(_)));
        let score = Score(100 * minimax(&game));
        let mut player = player(side);
        let line = player.search(&game, &SearchLimits::default()).expect("its size");
        prop_assert_eq!((line.score, line.depth), (score, Depth::End(100)));
        let mut analysis = Analysis::new(&game);
        player.clear();
        while player.deepen(&mut analysis).expect("its size") {}
        prop_assert!(analysis.is_finished());
        prop_assert_eq!(analysis.lines().len(), game.legal_moves().count());
        for line in analysis.lines() {
            let mut next = game.clone();
            next.play(line.moves[0]).expect("it is legal");
            prop_assert_eq!((line.score, line.depth), (Score(-100 * minimax(&next)), Depth::End(100)));
        }
        prop_assert_eq!(analysis.lines()[0].score, score);
    }
}

#[test]
fn a_search_without_a_clock_is_deterministic_and_sees_the_limit() {
    for side in [6, 10, 14, 20, 26] {
        let game = late(side, &[3, 1, 4, 1, 5, 9, 2, 6], 0);
        let mut player = player(side);
        let mut search = |plies| {
            let line = player.search(&game, &depth(plies)).expect("its size");
            let time = Duration::ZERO;
            Line { time, ..line }
        };
        let first = search(3);
        assert_eq!(first.depth, Depth::Plies(3, 100));
        search(4);
        assert_eq!(search(3), first);
    }
}

#[test]
fn a_search_ends_with_its_time_or_by_the_flag() {
    let mut player = player(14);
    let game = start(14);
    let time = Some(Duration::from_millis(30));
    let limits = SearchLimits { time, depth: None };
    let line = player.search(&game, &limits).expect("its size");
    assert!(matches!(line.depth, Depth::Plies(1.., _)), "{line:?}");
    // A search must not lose a flag that was set before it began.
    for side in [8, 14] {
        let (mut player, game) = (self::player(side), start(side));
        player.stop_flag().store(true, Ordering::Relaxed);
        let line = player.search(&game, &SearchLimits::default());
        assert!(game.check(line.expect("its size").moves[0]).is_ok());
    }
}

#[test]
fn a_side_that_is_blocked_or_has_one_move_needs_no_search() {
    let board: Board = "OOOO\nOOOO\nOOOO\nOOO-".parse().expect("a board");
    let game = Game::resume(rules(4), board, Disc::Black).expect("a game");
    let mut player = player(4);
    let line = player
        .search(&game, &SearchLimits::default())
        .expect("its size");
    assert_eq!((line.moves.len(), line.score), (0, Score(-1500)));
    assert!(!player.deepen(&mut Analysis::new(&game)).expect("its size"));
}

#[test]
fn other_boards_are_refused() {
    for (rows, cols) in [(5, 5), (4, 6), (2, 2)] {
        let size = Size::new(rows, cols).expect("a size");
        let refused = Player::new(size, Options::default());
        assert_eq!(refused.err(), Some(PlayerError::Size(size)));
    }
    let found = player(6).choose(&start(10), &depth(1));
    assert!(matches!(found, Err(PlayerError::Board(_))));
}
