//! The laws of every position of every game.

use proptest::prelude::*;
use proptest::sample::select;
use reversi_core::{
    Area, Game, GameRecord, IllegalMove, Placement, Ply, Rules, Size, Square, Symmetry, Turn,
    Winner,
};

use crate::games;

/// Generates a position of a random game after random moves. Each choice is
/// taken modulo the number of moves.
fn positions() -> impl Strategy<Value = Game> {
    (
        select(games()),
        proptest::collection::vec(any::<u16>(), 0..90),
    )
        .prop_map(|(rules, choices)| {
            let mut game = Game::new(rules).expect("the rules can be played");
            for choice in choices {
                advance(&mut game, choice.into());
            }
            game
        })
}

/// Plays the move or pass that `choice` selects; does nothing in a finished game.
fn advance(game: &mut Game, choice: usize) {
    match game.turn() {
        Turn::Move(_) => {
            let moves: Vec<Square> = game.legal_moves().collect();
            game.play(moves[choice % moves.len()])
                .expect("the generator gives legal moves");
        }
        Turn::Pass(_) => game.pass().expect("the turn is a pass"),
        Turn::Over(_) => {}
    }
}

fn discs(game: &Game) -> usize {
    game.board().occupied().count()
}

proptest! {
    #[test]
    fn a_legal_move_adds_one_disc_and_flips_the_opponents(game in positions(), choice: u16) {
        let moves: Vec<Square> = game.legal_moves().collect();
        prop_assume!(!moves.is_empty());
        let at = moves[usize::from(choice) % moves.len()];
        let mover = game.to_move();
        let mut next = game.clone();
        let flips = next.play(at).expect("the generator gives legal moves");

        if game.rules().placement == Placement::Flipping {
            prop_assert!(flips.count() > 0);
        }
        let (before, after) = (game.board().count(), next.board().count());
        prop_assert_eq!(after[mover], before[mover] + 1 + flips.count());
        prop_assert_eq!(after[mover.opponent()], before[mover.opponent()] - flips.count());
        for square in game.rules().size.squares() {
            let expected = if square == at || flips.squares().contains(&square) {
                Some(mover)
            } else {
                game.board().disc(square)
            };
            prop_assert_eq!(next.board().disc(square), expected);
        }
        prop_assert_eq!(next.to_move(), mover.opponent());
    }

    #[test]
    fn the_check_agrees_with_the_generator_on_every_square(game in positions()) {
        let moves: Vec<Square> = game.legal_moves().collect();
        let off_board = [Square::new(0, 26), Square::new(26, 0), Square::new(255, 255)];
        for square in game.rules().size.squares().chain(off_board) {
            prop_assert_eq!(game.check(square).is_ok(), moves.contains(&square));
            prop_assert_eq!(game.flips(square).is_ok(), moves.contains(&square));
        }
        for square in off_board {
            prop_assert_eq!(game.check(square), Err(IllegalMove::OffBoard));
        }
        for square in game.board().occupied() {
            prop_assert_eq!(game.check(square), Err(IllegalMove::Occupied));
        }
    }

    #[test]
    fn an_illegal_move_changes_nothing(game in positions()) {
        for square in game.rules().size.squares() {
            let mut next = game.clone();
            if next.play(square).is_err() {
                prop_assert_eq!(&next, &game);
            }
        }
    }

    #[test]
    fn a_turn_is_what_the_moves_say(game in positions()) {
        let mut other = Game::resume(
            *game.rules(),
            game.board().clone(),
            game.to_move().opponent(),
        ).expect("the same rules");
        let (mine, theirs) = (game.legal_moves().count(), other.legal_moves().count());
        match game.turn() {
            Turn::Move(disc) => {
                prop_assert_eq!(disc, game.to_move());
                prop_assert!(mine > 0);
                prop_assert!(game.clone().pass().is_err());
            }
            Turn::Pass(disc) => {
                prop_assert_eq!(disc, game.to_move());
                prop_assert!(mine == 0 && theirs > 0);
                let mut next = game.clone();
                next.pass().expect("the turn is a pass");
                prop_assert_eq!(&next, &other);
                prop_assert!(other.pass().is_err());
            }
            Turn::Over(outcome) => {
                prop_assert_eq!(mine, 0);
                prop_assert!(game.clone().pass().is_err());
                let count = game.board().count();
                prop_assert_eq!(outcome.discs(), count);
                let winner = outcome.winner();
                prop_assert_eq!(winner.is_none(), outcome.margin() == 0);
                if let Some(disc) = winner {
                    let has_fewest = game.rules().winner == Winner::Fewest;
                    let disc = if has_fewest { disc.opponent() } else { disc };
                    prop_assert_eq!(count[disc], count[disc.opponent()] + outcome.margin());
                }
            }
        }
    }

    #[test]
    fn a_game_ends_within_a_pass_for_each_move(choices in proptest::collection::vec(any::<u16>(), 1400), rules in select(games())) {
        let mut game = Game::new(rules).expect("the rules can be played");
        let mut played = discs(&game);
        for choice in choices {
            if let Turn::Over(_) = game.turn() {
                return Ok(());
            }
            let passing = matches!(game.turn(), Turn::Pass(_));
            advance(&mut game, choice.into());
            played += usize::from(!passing);
            prop_assert_eq!(discs(&game), played);
        }
        prop_assert!(matches!(game.turn(), Turn::Over(_)));
    }

    #[test]
    fn the_symmetries_commute_with_play(game in positions(), which in 0..8usize) {
        let symmetry = Symmetry::ALL[which];
        let size = game.rules().size;
        let rules = Rules {
            size: symmetry.size(size),
            placement: match game.rules().placement {
                Placement::Near { safe, reach } => {
                    let (one, two) = (symmetry.square(size, safe.first), symmetry.square(size, safe.last));
                    Placement::Near {
                        safe: Area {
                            first: Square::new(one.row.min(two.row), one.col.min(two.col)),
                            last: Square::new(one.row.max(two.row), one.col.max(two.col)),
                        },
                        reach,
                    }
                }
                other => other,
            },
            ..*game.rules()
        };
        let image = Game::resume(rules, symmetry.board(game.board()), game.to_move())
            .expect("the image can be played too");
        let mut moves: Vec<Square> = game.legal_moves().map(|at| symmetry.square(size, at)).collect();
        moves.sort();
        prop_assert_eq!(&moves, &image.legal_moves().collect::<Vec<_>>());
        for at in game.legal_moves() {
            let (mut next, mut image) = (game.clone(), image.clone());
            next.play(at).expect("legal here");
            image.play(symmetry.square(size, at)).expect("legal there");
            prop_assert_eq!(&symmetry.board(next.board()), image.board());
            prop_assert_eq!(next.to_move(), image.to_move());
        }
    }

    #[test]
    fn a_picture_is_read_as_it_was_written(game in positions()) {
        let board = game.board().to_string().parse();
        prop_assert_eq!(board.as_ref(), Ok(game.board()));
    }

    #[test]
    fn a_record_is_undone_and_its_transcript_is_read_back(
        choices in proptest::collection::vec(any::<u16>(), 0..90), rules in select(games()),
    ) {
        let start = GameRecord::new(Game::new(rules).expect("the rules can be played"));
        let mut record = start.clone();
        for choice in choices {
            let moves: Vec<Square> = record.now().legal_moves().collect();
            let ply = match record.now().turn() {
                Turn::Move(_) => Ply::Place(moves[usize::from(choice) % moves.len()]),
                Turn::Pass(_) => Ply::Pass,
                Turn::Over(_) => break,
            };
            record.play(ply).expect("it is the turn");
        }
        let text = record.to_string();
        let read = |text: &str| {
            let mut record = start.clone();
            record.play_moves(text).map(|()| record)
        };
        prop_assert_eq!(read(&text.to_uppercase()), Ok(record.clone()));
        // A pass at the end is implied by no move.
        if !text.ends_with("pa") {
            prop_assert_eq!(read(&text.replace("pa", "")), Ok(record.clone()));
        }
        while record.undo().is_some() {}
        prop_assert_eq!(record, start);
    }

    #[test]
    fn no_size_and_no_rules_panic(rows in 0..40usize, cols in 0..40usize, rules in select(games()), at in (any::<u8>(), any::<u8>())) {
        let Ok(size) = Size::new(rows, cols) else {
            prop_assert!(rows == 0 || cols == 0 || rows > 26 || cols > 26);
            return Ok(());
        };
        if let Ok(mut game) = Game::new(Rules { size, ..rules }) {
            let _ = game.turn();
            let _ = game.play(Square::new(at.0, at.1));
            let _ = game.pass();
        }
    }
}
