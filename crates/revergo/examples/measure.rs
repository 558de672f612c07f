//! Plays the strong computer against weak opponents on both boards and prints
//! the results and the slowest move: `measure [games on each board]`.

use std::time::{Duration, Instant};

use revergo::{HUMAN, RULES_1X16, RULES_8X8, Skill};
use reversi_core::{Disc, Game, Rules, RulesError, Square, Turn};

/// Moves at random, by a linear congruential generator (Knuth's MMIX), so
/// that every run plays the same games.
struct Random(u64);

impl Random {
    fn choose(&mut self, game: &Game) -> Option<Square> {
        let moves: Vec<Square> = game.legal_moves().collect();
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let number = usize::try_from(self.0 >> 33).ok()?;
        moves.get(number % moves.len().max(1)).copied()
    }
}

/// The strong computer's move, and how long it took.
fn timed(game: &Game) -> (Option<Square>, Duration) {
    let start = Instant::now();
    let at = Skill::Strong.choose(game);
    (at, start.elapsed())
}

#[derive(Default)]
struct Record {
    won: u32,
    drawn: u32,
    lost: u32,
    moves: u32,
    total: Duration,
    slowest: Duration,
}

/// One game: the human's side moves at random first, and goes on as `greedy`
/// says.
fn play(
    rules: Rules,
    greedy: bool,
    random: &mut Random,
    record: &mut Record,
) -> Result<(), RulesError> {
    let mut game = Game::new(rules)?;
    let outcome = loop {
        let at = match game.turn() {
            Turn::Move(HUMAN) => {
                let opening = game.board().occupied().count() < 4;
                if greedy && !opening {
                    Skill::Greedy.choose(&game)
                } else {
                    random.choose(&game)
                }
            }
            Turn::Move(_) => {
                // The same move twice: whatever else the machine does
                // seldom interrupts both.
                let (at, once) = timed(&game);
                let (again, twice) = timed(&game);
                assert_eq!(at, again, "the computer is deterministic");
                let time = once.min(twice);
                record.moves += 1;
                record.total += time;
                record.slowest = record.slowest.max(time);
                at
            }
            Turn::Over(outcome) => break outcome,
            Turn::Pass(_) => unreachable!("ReverGo has no passes"),
        };
        let at = at.expect("the game is not over");
        game.play(at).expect("players make legal moves");
    };
    match outcome.winner() {
        Some(Disc::Black) => record.won += 1,
        Some(Disc::White) => record.lost += 1,
        None => record.drawn += 1,
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "an example that exists to print")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let games: u32 = std::env::args()
        .nth(1)
        .map_or(Ok(20), |text| text.parse())?;
    for (board, rules) in [("1x16", RULES_1X16), ("8x8", RULES_8X8)] {
        for (opponent, greedy) in [("random", false), ("greedy", true)] {
            let mut random = Random(1);
            let mut record = Record::default();
            for _ in 0..games {
                play(rules, greedy, &mut random, &mut record)?;
            }
            let Record {
                won,
                drawn,
                lost,
                moves,
                total,
                slowest,
            } = record;
            println!(
                "{board} against {opponent}: {won} won, {drawn} drawn, {lost} lost; \
                 a move took {:.0?} on average and {slowest:.0?} at most",
                total / moves.max(1),
            );
        }
    }
    Ok(())
}
