//! Reads `tests/perft/*.perft`: a line `rules`, a name and the size of the board,
//! then a line `depth leaves` for each depth. `#` begins a comment line.

use std::fs;
use std::path::Path;

use reversi_core::{Game, Rules, Size, perft};

/// Compares the leaves of every file in the folder of `package` with those of
/// the game that `rules` returns for a name and a size. Returns the number of
/// files.
pub(crate) fn check_files(package: &Path, rules: impl Fn(&str, Size) -> Rules) -> usize {
    let folder = package.join("tests/perft");
    let files = fs::read_dir(&folder).expect("tests/perft is there");
    let check = |path: &Path| {
        let text = fs::read_to_string(path).expect("it can be read");
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let heading = lines.next().expect("a line with the rules");
        let words: Vec<&str> = heading.split(' ').collect();
        let ["rules", name, size] = words[..] else {
            panic!("{}: {heading:?} does not name rules", path.display());
        };
        let rules = rules(name, size.parse().expect("a size"));
        let game = Game::new(rules).expect("the rules can be played");
        for line in lines {
            let (depth, leaves) = line.split_once(' ').expect("depth and leaves");
            let depth = depth.parse().expect("a depth");
            let leaves: u64 = leaves.parse().expect("a count");
            assert_eq!(perft(&game, depth), leaves, "{heading} at depth {depth}");
        }
    };
    files
        .map(|file| check(&file.expect("it can be listed").path()))
        .count()
}
