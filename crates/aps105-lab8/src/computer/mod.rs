//! Who the human plays against.

mod prescribed;

pub use prescribed::prescribed;
use reversi_core::{Game, Size, Square, Turn};
use reversi_engine::{SearchLimits, Options, Player, opponents};

/// The memory, in MiB, for what the strongest player has found on 8×8.
const MEMORY: usize = 64;

/// The computer's player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Computer {
    /// Part 1's: it flips the most tiles.
    Prescribed,
    /// A little better: it looks one move ahead, for corners and mobility.
    Smarter,
    /// A little better again: it looks up to four moves ahead.
    Smartest,
    /// Part 2's "best computer player possible": the engine, within these
    /// limits a move; Part 2's is one second.
    Strongest(SearchLimits),
}

/// A computer at a board.
pub(crate) enum Seated {
    Alone(Computer),
    Engine(Box<Player>, SearchLimits),
}

impl Computer {
    /// Sits down at a board of `size`, one of the handout's.
    pub(crate) fn sit_down(self, size: Size) -> Seated {
        let Self::Strongest(limits) = self else {
            return Seated::Alone(self);
        };
        Seated::Engine(Box::new(engine(size)), limits)
    }
}

/// The engine for boards of `size`, one of the handout's.
pub(crate) fn engine(size: Size) -> Player {
    let options = Options {
        threads: 1,
        table: MEMORY,
        ..Options::default()
    };
    Player::new(size, options).expect("the engine plays every board of the handout")
}

impl Seated {
    /// Its move; `None` where the side to move has none.
    pub(crate) fn choose(&mut self, game: &Game) -> Option<Square> {
        let Turn::Move(mover) = game.turn() else {
            return None;
        };
        match self {
            Self::Alone(Computer::Smarter) => opponents::smarter(game.board(), mover),
            Self::Alone(Computer::Smartest) => opponents::smartest(game.board(), mover),
            Self::Alone(_) => prescribed(game),
            Self::Engine(player, limits) => player
                .choose(game.board(), mover, limits)
                .expect("the board is the one that it sat down at"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_core::{Disc, Rules};

    /// The game between `black` and `white` on a board of `side`, and the side
    /// that wins.
    fn winner(side: usize, black: Computer, white: Computer) -> Option<Disc> {
        let size = Size::square(side).expect("a small board");
        let mut game = Game::new(Rules {
            size,
            ..Rules::OTHELLO
        })
        .expect("it can be played");
        let (mut black, mut white) = (black.sit_down(size), white.sit_down(size));
        loop {
            match game.turn() {
                Turn::Over(outcome) => return outcome.winner(),
                Turn::Pass(_) => game.pass().expect("the turn is a pass"),
                Turn::Move(mover) => {
                    let computer = match mover {
                        Disc::Black => &mut black,
                        Disc::White => &mut white,
                    };
                    let at = computer.choose(&game).expect("the turn is a move");
                    game.play(at).expect("a computer plays legal moves");
                }
            }
        }
    }

    #[test]
    fn the_strongest_beats_every_other_with_both_colours() {
        let strongest = Computer::Strongest(SearchLimits {
            depth: Some(6),
            time: None,
        });
        for side in [6, 8, 10] {
            for other in [Computer::Prescribed, Computer::Smarter, Computer::Smartest] {
                assert_eq!(
                    winner(side, strongest, other),
                    Some(Disc::Black),
                    "{side} {other:?}"
                );
                assert_eq!(
                    winner(side, other, strongest),
                    Some(Disc::White),
                    "{side} {other:?}"
                );
            }
        }
    }
}
