//! Measures the differences between shallow and deep searches, for ProbCut.
//!
//! ```text
//! cargo run --release -p reversi-engine --example errors -- 100
//! ```
//!
//! prints one line per number of empty squares, depth and shallower depth: the mean
//! difference and its standard deviation, in hundredths of a disc. The positions,
//! here 100 per number of empty squares, come from games of the engine against
//! itself in which one move in five is random. A depth equal to the number of empty
//! squares is an exact search.

#![allow(missing_docs, reason = "an example has no public items")]
#![allow(clippy::print_stdout, reason = "the example prints a table")]

use std::collections::BTreeMap;

use reversi_engine::eval::{Features, Weights};
use reversi_engine::{Depth, Engine, Options, Position, Random, SearchLimits, Square};

/// The depth of searches that are not exact.
const DEPTH: u32 = 9;

/// The most empty squares at which positions are also solved.
const SOLVED: u32 = 20;

fn main() {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok());
    let count: usize = count.expect("usage: errors POSITIONS");
    let mut player = Engine::new(Options {
        table: 16,
        ..Options::default()
    });
    let mut judge = Engine::new(Options {
        table: 64,
        confidence: 100,
        ..Options::default()
    });
    let mut random = Random::new(1);
    for empties in (12..=52).step_by(4) {
        let mut sums: BTreeMap<(u32, u32), (f64, f64)> = BTreeMap::new();
        for _ in 0..count {
            let position = loop {
                if let Some(position) = play_to(empties, &mut player, &mut random) {
                    break position;
                }
            };
            let scores = scores(position, &mut judge);
            for (&depth, &deep) in &scores {
                for (&probe, &shallow) in scores.range(..depth) {
                    let error = f64::from(shallow - deep);
                    let sum = sums.entry((depth, probe)).or_default();
                    sum.0 += error;
                    sum.1 += error * error;
                }
            }
        }
        for ((depth, probe), (sum, squares)) in sums {
            #[expect(clippy::cast_precision_loss, reason = "there are few positions")]
            let count = count as f64;
            let mean = sum / count;
            let deviation = (squares / count - mean * mean).sqrt();
            println!("{empties} {depth} {probe} {mean:.0} {deviation:.0}");
        }
    }
}

/// Plays a game down to `empties` empty squares. Returns `None` if the side to move
/// has no legal move then.
fn play_to(empties: u32, player: &mut Engine, random: &mut Random) -> Option<Position> {
    let limits = SearchLimits {
        depth: Some(2),
        time: None,
    };
    let mut position = Position::START;
    while position.empties() > empties {
        let moves: Vec<Square> = Square::all_in(position.moves()).collect();
        if moves.is_empty() {
            if position.is_over() {
                return None;
            }
            position = position.pass();
            continue;
        }
        let at = if position.empties() > 52 || random.below(5) == 0 {
            random.choose(&moves)?
        } else {
            player.search(position, &limits, &mut |_| {}).moves[0]
        };
        position = position.play(at)?;
    }
    (position.moves() != 0).then_some(position)
}

/// Returns the score at each depth; depth 0 is the evaluation.
fn scores(position: Position, judge: &mut Engine) -> BTreeMap<u32, i32> {
    let features = Features::of(position.player(), position.opponent());
    let empties = position.empties();
    let mut scores = BTreeMap::from([(0, Weights::builtin().evaluate(&features, empties))]);
    for depth in [Some(DEPTH.min(empties - 1)), None] {
        if depth.is_none() && empties > SOLVED {
            break;
        }
        judge.clear();
        let limits = SearchLimits { depth, time: None };
        judge.search(position, &limits, &mut |line| {
            match line.depth {
                Depth::Plies(depth, _) if depth <= DEPTH => scores.insert(depth, line.score.0),
                Depth::End(_) => scores.insert(empties, line.score.0),
                Depth::Plies(..) => None,
            };
        });
    }
    scores
}
