//! Tests of the opponents: each beats the one before it.

use std::cell::RefCell;

use opponents::{positional, prescribed, smarter, smartest};
use reversi_core::{Board, Disc, Game, Rules, Size, Square, Turn};
use reversi_engine::{Options, Player, SearchLimits};

type MoveFn<'a> = &'a dyn Fn(&Game) -> Option<Square>;

fn rules(size: Size) -> Rules {
    Rules {
        size,
        ..Rules::OTHELLO
    }
}

/// Returns the final disc difference for black. Each number of `opening` selects one of the first
/// moves.
fn play(side: usize, opening: &[usize], black: MoveFn, white: MoveFn) -> i64 {
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
                    None => chooser(&game).expect("there is a move"),
                };
                assert!(moves.contains(&at), "{at:?}\n{}", game.board());
                game.play(at).expect("the move is legal");
            }
        }
    }
}

/// Plays four openings on each board size with both colours. Returns the numbers of games that
/// `better` and `worse` win.
fn matches(better: MoveFn, worse: MoveFn, sides: &[usize]) -> (usize, usize) {
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
fn each_simple_player_beats_the_one_before() {
    let mut worse: MoveFn = &prescribed;
    // The smallest ratio of wins to losses.
    let players: [(MoveFn, usize); 3] = [(&positional, 4), (&smarter, 1), (&smartest, 4)];
    for (better, times) in players {
        let (won, lost) = matches(better, worse, &[6, 8, 10]);
        assert!(won > times * lost, "{won} won, {lost} lost");
        worse = better;
    }
}

#[test]
fn the_engine_beats_every_other_opponent() {
    let (mut won, mut lost) = (0, 0);
    let small: [MoveFn; 3] = [&prescribed, &smarter, &smartest];
    // The deeper search meets the players that the weaker one has not beaten on that board.
    for (side, depth, opponents) in [
        (6, 4, &small[..2]),
        (6, 6, &small[2..]),
        (8, 6, &small),
        (10, 4, &small),
        (22, 2, &small[..2]),
    ] {
        let limits = SearchLimits {
            depth: Some(depth),
            time: None,
        };
        let size = Size::square(side).expect("the sizes exist");
        let options = Options {
            table: 64,
            ..Options::default()
        };
        let player = RefCell::new(Player::new(size, options).expect("an even size"));
        let engine = |game: &Game| {
            let mut player = player.borrow_mut();
            let found = player.choose(game, &limits);
            found.expect("the board has the player's size")
        };
        for opponent in opponents {
            let (more, fewer) = matches(&engine, opponent, &[side]);
            assert!(more > 2 * fewer, "{side}: {more} won, {fewer} lost");
            (won, lost) = (won + more, lost + fewer);
        }
    }
    assert!(won > 10 * lost, "{won} won, {lost} lost");
}

#[test]
fn a_blocked_side_has_no_move() {
    let board: Board = "OOOO\nOOOO\nOOOO\nOOO-".parse().expect("a board");
    for mover in [Disc::Black, Disc::White] {
        let game = Game::resume(rules(board.size()), board.clone(), mover).expect("a game");
        for chooser in [prescribed, positional, smarter, smartest] {
            assert_eq!(chooser(&game), None);
        }
    }
}
