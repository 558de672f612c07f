//! The simple players, each a little better than the one before.

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

use reversi_core::{Board, Disc, Game, Rules, Size, Square, Turn};
use reversi_engine::SearchLimits;
use reversi_engine::opponents::{smarter, smartest};
use reversi_engine::wide::Player;

type Chooser<'a> = &'a dyn Fn(&Board, Disc) -> Option<Square>;

/// APS105 Lab 8 prescribes it: the move that flips the most discs, among
/// equals the lowest row, then the lowest column.
fn prescribed(board: &Board, mover: Disc) -> Option<Square> {
    let game = Game::resume(rules(board.size()), board.clone(), mover).ok()?;
    let flips = |&at: &Square| game.flips(at).map_or(0, |flips| flips.count());
    let mut moves: Vec<Square> = game.legal_moves().collect();
    moves.reverse();
    moves.into_iter().max_by_key(flips)
}

fn rules(size: Size) -> Rules {
    Rules {
        size,
        ..Rules::OTHELLO
    }
}

/// By how many discs `black` wins from `opening`, whose choices are taken
/// modulo the number of moves.
fn play(side: usize, opening: &[usize], black: Chooser, white: Chooser) -> i64 {
    let size = Size::square(side).expect("the sizes exist");
    let mut game = Game::new(rules(size)).expect("an even board");
    let mut opening = opening.iter();
    loop {
        match game.turn() {
            Turn::Over(outcome) => {
                let discs = outcome.discs();
                let of = |disc| i64::try_from(discs[disc]).expect("few");
                return of(Disc::Black) - of(Disc::White);
            }
            Turn::Pass(_) => game.pass().expect("the turn is a pass"),
            Turn::Move(mover) => {
                let moves: Vec<Square> = game.legal_moves().collect();
                let chooser = if mover == Disc::Black { black } else { white };
                let at = match opening.next() {
                    Some(choice) => moves[choice % moves.len()],
                    None => chooser(game.board(), mover).expect("there is a move"),
                };
                assert!(moves.contains(&at), "{at:?}\n{}", game.board());
                game.play(at).expect("the move is legal");
            }
        }
    }
}

/// Of each opening, played with both colours, how many games `better` wins and
/// how many `worse` does.
fn matches(better: Chooser, worse: Chooser, sides: &[usize]) -> (usize, usize) {
    let (mut won, mut lost) = (0, 0);
    for &side in sides {
        for opening in 0..4 {
            let opening = [opening, 2 * opening + 1, opening / 2, opening / 3, opening];
            for margin in [
                play(side, &opening, better, worse),
                -play(side, &opening, worse, better),
            ] {
                won += usize::from(margin > 0);
                lost += usize::from(margin < 0);
            }
        }
    }
    (won, lost)
}

#[test]
fn the_smarter_player_beats_the_prescribed_one() {
    let (won, lost) = matches(&smarter, &prescribed, &[6, 8, 10]);
    assert!(won > 4 * lost, "{won} won, {lost} lost");
}

#[test]
fn the_smartest_player_beats_the_smarter_one() {
    let (won, lost) = matches(&smartest, &smarter, &[6, 8, 10]);
    assert!(won > 4 * lost, "{won} won, {lost} lost");
}

#[test]
fn the_engine_beats_them_with_both_colours() {
    for (side, depth) in [(6, 4), (10, 4), (22, 3)] {
        let limits = SearchLimits {
            depth: Some(depth),
            time: None,
        };
        let size = Size::square(side).expect("the sizes exist");
        let player = RefCell::new(Player::new(size).expect("an even size"));
        let engine = |board: &Board, mover| {
            let stop = AtomicBool::new(false);
            let found = player.borrow_mut().choose(board, mover, &limits, &stop);
            found.expect("the board is of the player's size").best
        };
        for opponent in [prescribed, smarter] {
            assert!(play(side, &[], &engine, &opponent) > 0, "{side} as black");
            assert!(play(side, &[], &opponent, &engine) < 0, "{side} as white");
        }
    }
}

#[test]
fn without_a_move_they_have_none() {
    let board = Board::from_picture("OOOO\nOOOO\nOOOO\nOOO-").expect("a board");
    for chooser in [smarter, smartest] {
        assert_eq!(chooser(&board, Disc::Black), None);
        assert_eq!(chooser(&board, Disc::White), None);
    }
}
