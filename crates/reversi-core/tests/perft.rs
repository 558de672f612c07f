//! Every `tests/perft/*.perft`: a line that names the rules, then a line
//! `depth leaves` for each depth. `#` begins a comment line.

mod common;

use std::fs;
use std::path::Path;

use reversi_core::{Game, Rules, perft};

fn rules(name: &str) -> Rules {
    match name {
        "othello 8x8" => Rules::OTHELLO,
        "othello 4x4" => common::othello(4),
        "othello 6x6" => common::othello(6),
        "othello 10x10" => common::othello(10),
        "cmsc201 8x8" => common::CMSC201,
        "revergo 1x16" => common::REVERGO_1X16,
        "revergo 8x8" => common::REVERGO_8X8,
        _ => panic!("no rules are called {name:?}"),
    }
}

#[test]
fn every_variant_has_the_counted_leaves() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let mut files = 0;
    for entry in fs::read_dir(&folder).expect("tests/perft is there") {
        let path = entry.expect("it can be listed").path();
        let text = fs::read_to_string(&path).expect("it can be read");
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let name = lines
            .next()
            .and_then(|line| line.strip_prefix("rules "))
            .unwrap_or_else(|| panic!("{}: the first line names the rules", path.display()));
        let game = Game::new(rules(name)).expect("the rules can be played");
        for line in lines {
            let (depth, leaves) = line.split_once(' ').expect("depth and leaves");
            let depth = depth.parse().expect("a depth");
            let leaves: u64 = leaves.parse().expect("a count");
            assert_eq!(perft(&game, depth), leaves, "{name} at depth {depth}");
        }
        files += 1;
    }
    assert_eq!(files, 7, "every file was read");
}
