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

#[test]
fn the_principal_variation_of_a_solved_problem_leads_to_its_score() {
    let (position, score) = problem(40);
    let line =
        Engine::new(Options::default()).search(position, &SearchLimits::default(), &mut |_| {});
    let (mut now, mut side) = (position, 1);
    for square in line.moves {
        if now.moves() == 0 {
            (now, side) = (now.pass(), -side);
        }
        now = now.play(square).expect("the line has legal moves");
        side = -side;
    }
    assert!(now.is_over());
    assert_eq!(side * now.final_score(), score);
}
