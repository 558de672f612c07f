//! Submissions of every kind play their games to the end.

use std::fs;
use std::process::Command;

use crate::bench::{Bench, of, read, tests};
use opponents::{Chooser, smarter, smartest};
use pages::board::letter;
use reversi_core::Game;
use serde_json::{Value, json};

fn qualify(bench: &Bench, options: &str) {
    let run = "run submissions --time 10 --stage qualification";
    bench.ok("t", &format!("{run} {options}"));
}

fn finished(bench: &Bench, name: &str) -> Vec<Value> {
    let records = bench.records("t");
    let mut games: Vec<Value> = of(&records, name).into_iter().cloned().collect();
    assert!(games.len() >= 4, "{name}");
    games.sort_by_key(|game| {
        let is_black = game["black"]["name"] == name;
        let opponent = if is_black { "white" } else { "black" };
        (game[opponent]["name"].to_string(), is_black)
    });
    for game in &games {
        assert_eq!(game["end"], "finished", "{game}");
    }
    games
}

#[test]
fn a_program_for_part_1_plays_like_the_prescribed_algorithm() {
    let bench = Bench::new();
    let python = tests().join("../../automarker/tests/zoo/aps105-lab8/correct.py");
    let python = fs::read(python).expect("it is there");
    bench.add("python.py", &python);
    // The name of the file does not matter.
    bench.add("configured/bot.txt", &python);
    let settings = "build = \"mv bot.txt bot\"\ncommand = [\"python3\", \"bot\"]\n";
    bench.add("configured/leaderboard.toml", settings);
    qualify(&bench, "--size 6 --with prescribed");
    let moves = |games: Vec<Value>| -> Vec<Vec<Value>> {
        let squares = |game: Value| {
            let moves = game["moves"].as_array().cloned().unwrap_or_default();
            moves.iter().map(|moved| moved[0].clone()).collect()
        };
        games.into_iter().map(squares).collect()
    };
    let prescribed = moves(finished(&bench, "prescribed"));
    for name in ["python", "configured"] {
        assert_eq!(moves(finished(&bench, name)), prescribed, "{name}");
    }
}

#[test]
fn part_1_beside_part_2_is_ignored_and_a_library_of_the_submission_takes_precedence() {
    let bench = Bench::new();
    bench.player("both", "first.c", 0);
    bench.add(
        "both/part1.c",
        "int flips;\nint main(void) { return 0; }\nvoid helper(void) {}\n",
    );
    bench.add("both/part1-old.c", "void helper(void) {}\n");
    // A stand-in for the course's own library: its smarter move is the first legal move.
    bench.add("own/part2.c", read("players/smarter.c"));
    let library = read("players/first.c").replace("makeMove", "findSmarterMove");
    let library = library.replace("int main(", "int unused(");
    bench.add("library/lib.c", library);
    bench.add("library/rules.h", read("players/rules.h"));
    let from = bench.path("submissions/library");
    let headers = tests().join("../../aps105-lab8/c");
    let status = Command::new("sh")
        .args([
            "-c",
            "gcc -c lib.c -I$0 && ar rcs ../own/liblab8part2.a lib.o",
        ])
        .arg(headers)
        .current_dir(&from)
        .status();
    assert!(status.is_ok_and(|status| status.success()));
    fs::remove_dir_all(from).expect("it is not needed any more");
    qualify(&bench, "--size 6 --allow-staff-players");
    let discs = |name: &str| -> Vec<Value> {
        let games = finished(&bench, name).into_iter();
        games.map(|game| game["black"]["discs"].clone()).collect()
    };
    assert_eq!(discs("both"), discs("own"));
}

/// The handout's folders, with a Lab 7 that does not compile and products of a student's own
/// compiler.
#[test]
fn of_a_repository_the_last_part_plays() {
    let bench = Bench::new();
    bench.add("clone/lab7/lab7.c", "#include \"reversi.h\"\n");
    bench.add("clone/lab8part1/part1.c", "int main(void) {}\n");
    bench.add("clone/lab8part2/part2.c", read("players/own-smarter.c"));
    bench.add("clone/lab8part3/lab8part3.c", read("players/copy.c"));
    bench.add("clone/lab8part3/lab8part3.o", "no object");
    bench.player("part2", "own-smarter.c", 0);
    bench.player("part3", "comment.c", 0);
    bench.ok("t", "build submissions");
    assert_eq!(bench.table("t")["identical"], json!([["clone", "part3"]]));
    fs::remove_dir_all(bench.path("submissions/clone/lab8part3")).expect("it is there");
    bench.ok("t", "build submissions");
    assert_eq!(bench.table("t")["identical"], json!([["clone", "part2"]]));
}

#[test]
fn a_submission_that_calls_the_courses_players_is_refused_and_an_own_function_is_not() {
    let bench = Bench::new();
    for name in "calls-by-macro comment copy own-smarter smarter".split(' ') {
        bench.player(&format!("my-{name}"), &format!("{name}.c"), 0);
    }
    let refused = |options: &str| -> Vec<Value> {
        let run = "run submissions --size 4 --stage qualification";
        bench.ok("t", &format!("{run} {options}"));
        let table = bench.table("t");
        assert_eq!(table["identical"], json!([["my-comment", "my-copy"]]));
        let players = table["players"].as_array().cloned().unwrap_or_default();
        let fault = "You should not be using findSmarter and findSmartest in your submitted code";
        let is_refused = |player: &&Value| player["fault"] == fault && player["rating"].is_null();
        let refused = players.iter().filter(is_refused);
        refused.map(|player| player["player"].clone()).collect()
    };
    assert_eq!(refused(""), ["my-calls-by-macro", "my-smarter"]);
    assert!(refused("--allow-staff-players").is_empty());
    assert_eq!(refused("--allow-staff-players=false").len(), 2);
}

#[test]
fn variables_keep_their_values_from_move_to_move_and_not_from_game_to_game() {
    let bench = Bench::new();
    bench.player("remembers", "remembers.c", 0);
    qualify(&bench, "--size 6");
    finished(&bench, "remembers");
}

/// The library is compiled as the tournament compiles it.
#[test]
fn the_library_for_submissions_plays_like_the_courses_players() {
    let bench = Bench::new();
    let games = games();
    let driver = tests().join("../driver");
    for (name, choose) in [("smarter", smarter as Chooser), ("smartest", smartest)] {
        let program = bench.path(name);
        let status = Command::new("gcc")
            .args(["-O2", "-std=gnu99", "-o"])
            .arg(&program)
            .arg("-I")
            .arg(tests().join("../../aps105-lab8/c"))
            .arg(tests().join(format!("players/{name}.c")))
            .args(["driver.c", "liblab8part2.c"].map(|file| driver.join(file)))
            .status();
        assert!(status.is_ok_and(|status| status.success()), "{name}");
        let (mut positions, mut answers) = (Vec::new(), vec!["ready".to_owned()]);
        for game in &games {
            let (board, turn) = (game.board(), letter(Some(game.to_move())));
            let (side, squares) = (board.size().rows(), board.size().squares());
            let squares: String = squares.map(|square| letter(board.disc(square))).collect();
            positions.push(format!("{turn} {side} {squares}\n"));
            let at = choose(game).expect("it has a move");
            answers.push(format!("move {} {}", at.row, at.col));
        }
        let mut asked = assert_cmd::Command::new(program);
        let asked = asked.write_stdin(positions.concat()).assert();
        asked.success().stdout(answers.join("\n") + "\n");
    }
}

fn games() -> Vec<Game> {
    let mut games = Vec::new();
    for side in [4, 6, 8, 10, 26] {
        let rules = aps105_lab8::rules(side).expect("it is a size");
        let mut game = Game::new(rules).expect("it can be played");
        // On a large board, a few moves take as long as all on a small one.
        for number in 0..if side > 10 { 6 } else { 80 } {
            let moves: Vec<_> = game.legal_moves().collect();
            if let Some(&at) = moves.get(number * 7 % moves.len().max(1)) {
                games.push(game.clone());
                game.play(at).expect("it is legal");
            } else if game.pass().is_err() {
                break;
            }
        }
    }
    games
}
