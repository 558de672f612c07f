//! A forced move before the built-in weights are ready.
//!
//! This file has one test, since any other search in its process would decompress the
//! weights.

use std::time::Duration;

use reversi_engine::{Depth, Engine, Options, Position, SearchLimits};

#[test]
fn a_forced_move_with_limited_time_does_not_wait_for_the_weights() {
    let position: Position = "-----X-O----XXOO---XOOOO--XXOOXO--XOOX-O--XXXXXO--XX------------ X"
        .parse()
        .expect("it is a position");
    assert_eq!(position.moves().count_ones(), 1);
    let mut engine = Engine::new(Options {
        table: 1,
        ..Options::default()
    });
    let mut search = |time| {
        let limits = SearchLimits {
            depth: Some(4),
            time,
        };
        engine.search(position, &limits, &mut |_| {})
    };
    let day = Some(Duration::from_secs(86_400));
    let at_once = search(day);
    assert_eq!((at_once.depth, at_once.nodes), (Depth::Plies(0, 100), 0));
    let searched = search(None);
    assert_eq!(searched.depth, Depth::Plies(4, 100));
    assert_eq!(at_once.moves, searched.moves[..1]);
    // Now they are ready.
    assert_eq!(search(day).depth, searched.depth);
}
