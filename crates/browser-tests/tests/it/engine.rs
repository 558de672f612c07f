//! The engine in the page's worker, against the engine as it is compiled for this system.

use playground::cases::suite;
use playground::engine::analysis::Analysis;
use playground::engine::level::Level;
use playground::engine::players::Players;
use playground::engine::question;
use playground::programs::address;
use playground::programs::run::Memory;
use playground::squares::number;
use serde_json::json;

use crate::page::{Page, browse};

/// Returns the board that is shown as letters, and the number of its rows.
const BOARD: &str = "
    const letter = ({ classList }) =>
        classList.contains('black') ? 'B' : classList.contains('white') ? 'W' : 'U';
    const cells = [...document.querySelectorAll('#board [data-square]')];
    return [cells.map(letter).join(''), document.querySelectorAll('#board [role=row]').length];
";

async fn board(page: &Page) -> (String, usize) {
    let found = page.run(BOARD, vec![]).await;
    let rows = found[1].as_u64().expect("it is a number");
    let board = found[0].as_str().expect("it is text").to_owned();
    (board, usize::try_from(rows).expect("it is small"))
}

async fn square(page: &Page, selector: &str) -> usize {
    let script = "return Number(document.querySelector(arguments[0]).dataset.square)";
    let number = page.run(script, vec![json!(selector)]).await;
    let number = number.as_u64().expect("it is a number");
    usize::try_from(number).expect("it is small")
}

async fn open(page: &Page, size: usize) {
    page.play("v=1&c=aps105-lab8").await;
    let start = format!("{size}\\a W\\a ");
    page.choose("#start", &start).await;
    let squares = format!("#board [data-square='{}']", size * size - 1);
    page.wait(&format!("body:not([data-busy]) {squares}")).await;
    assert_eq!(board(page).await.1, size);
}

#[test]
fn it_moves_as_the_native_engine_at_the_same_depth() {
    browse("playground", async |page| {
        for size in [8, 6] {
            open(page, size).await;
            page.choose("#player-white", "depth:8").await;
            for turn in [2, 4, 6] {
                page.wait("body:not([data-busy]) #board .legal").await;
                let mine = square(page, "#board .legal").await;
                let (before, rows) = board(page).await;
                let game = question::read(&before, rows, rows, "black").expect("it is a position");
                let game = game
                    .legal_moves()
                    .find(|&at| number(game.board().size(), at) == mine)
                    .map(|at| {
                        let mut next = game.clone();
                        next.play(at).expect("it is legal");
                        next
                    })
                    .expect("it is legal");
                page.click(&format!("#board [data-square='{mine}']")).await;
                page.wait(&format!("body[data-turn='{turn}']:not([data-busy])"))
                    .await;
                let level = Level::read(&json!({ "depth": 8 }).to_string()).expect("it is a level");
                let native = level
                    .choose(&game, &mut Players::default())
                    .expect("it has a move");
                let native = number(game.board().size(), native);
                let played = square(page, "#board .played").await;
                assert_eq!(played, native, "{size}, turn {turn}");
            }
        }
    });
}

#[test]
fn it_evaluates_every_move_as_the_native_engine() {
    browse("playground", async |page| {
        for size in [8, 6] {
            open(page, size).await;
            page.choose("#depth", "6").await;
            page.click("#analyse").await;
            page.wait("body[data-analysed='0'] #analysis tbody tr")
                .await;
            let (start, rows) = board(page).await;
            let game = question::read(&start, rows, rows, "black").expect("it is a position");
            let mut players = Players::default();
            let mut analysis = Analysis::new(&game, &mut players).expect("it can be played");
            let mut last = None;
            while last
                .as_ref()
                .is_none_or(|step: &playground::engine::analysis::Step| step.depth < 6)
            {
                last = analysis.step(&mut players).expect("it can be played");
            }
            let step = last.expect("it has a step");
            let caption = page.text("#analysis caption").await;
            let digits: String = caption
                .split("nodes")
                .next()
                .expect("it has words")
                .split(',')
                .skip(1)
                .collect::<String>()
                .chars()
                .filter(char::is_ascii_digit)
                .collect();
            assert_eq!(digits, step.nodes.to_string(), "{caption}");
            let rows = page.run(
                "return [...document.querySelectorAll('#analysis tbody tr')].map((row) => row.cells[1].textContent)",
                vec![],
            ).await;
            let expected: Vec<String> = step
                .moves
                .iter()
                .map(|one| {
                    let sign = if one.score < 0.0 { '−' } else { '+' };
                    format!("{sign}{:.1}", one.score.abs())
                })
                .collect();
            assert_eq!(rows, json!(expected));
            // The page remembers it.
            page.click("#analyse").await;
        }
    });
}

#[test]
fn it_solves_a_position_whose_end_is_within_the_depth() {
    browse("playground", async |page| {
        let case = suite::show(
            "aps105-lab8",
            "8x8-human-black-wins",
            &mut Memory::default(),
        );
        let case = case.expect("it is a case");
        let positions = &case.view.positions;
        let empties = |board: &str| board.chars().filter(|&letter| letter == 'U').count();
        let index = positions.iter().position(|one| empties(&one.board) == 18);
        let index = index.expect("the game passes through all numbers");
        page.play(&address::write(&case.state).expect("it is short"))
            .await;
        for _ in index + 1..positions.len() {
            page.click("#step-back").await;
        }
        page.choose("#depth", "18").await;
        page.click("#analyse").await;
        page.wait(&format!("body[data-analysed='{index}']")).await;
        let caption = page.text("#analysis caption").await;
        assert!(caption.starts_with("Solved"), "{caption}");
    });
}
