//! The fastest problems of the FFO endgame test (`positions/ffo-40-59.obf`).

use reversi_engine::{Depth, Engine, Options, Position, Score, SearchLimits};

const PROBLEMS: &str = include_str!("../../positions/ffo-40-59.obf");

/// Returns the problem with this number and its score.
fn problem(number: usize) -> (Position, i32) {
    let mut lines = PROBLEMS.lines().filter(|line| !line.starts_with('%'));
    let line = lines.nth(number - 40).expect("there are #40 to #59");
    let (position, moves) = line.split_once(';').expect("moves come after the position");
    let score = |text: &str| text.split_once(':')?.1.trim().parse::<i32>().ok();
    let best = moves.split(';').filter_map(score).max();
    (
        position.parse().expect("a position"),
        best.expect("a score of the best move"),
    )
}

#[test]
fn problems_are_solved_with_one_and_two_threads() {
    for number in [40, 42] {
        let (position, score) = problem(number);
        for threads in [1, 2] {
            let mut engine = Engine::new(Options {
                threads,
                table: 64,
                ..Options::default()
            });
            let line = engine.search(position, &SearchLimits::default(), &mut |_| {});
            assert_eq!(
                line.score,
                Score(100 * score),
                "#{number}, {threads} threads"
            );
            assert_eq!(line.depth, Depth::End(100));
        }
    }
}
