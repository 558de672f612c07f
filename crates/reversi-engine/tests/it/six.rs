//! Random positions on 6×6 that `solve` takes seconds for.

use std::fs;
use std::process::Command;

/// Found by this engine, and by the version before, whose search to the end has other
/// windows and no threads.
const POSITIONS: &str = "\
O--XO--O-XO---OXO--OOX----OXX----O-- X; +6;\n\
O-O---O--O--OXOOO---XX-----XXX------ X; -26;\n\
-O--X--O-X--OOXO---XOXX--O----O----- X; -8;\n\
";

#[test]
fn positions_on_6x6_are_solved() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("six.obf");
    fs::write(&file, POSITIONS).expect("it can be written");
    for threads in ["1", "2"] {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("reversi-engine"));
        command.args(["--hash", "64", "--threads", threads, "solve"]);
        let output = command.arg(&file).output().expect("it can be started");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{text}");
        let solved = text.matches("  100%  ").count();
        assert_eq!(solved, POSITIONS.lines().count(), "{text}");
    }
}
