//! The engine in the page's worker, compared with the native engine.

use playground::cases::suite;
use playground::engine::analysis::{AnalysisStep, start, step};
use playground::engine::players::Players;
use playground::engine::question;
use playground::programs::address;
use playground::programs::run::Memory;
use playground::programs::state::State;
use playground::programs::view::view;
use serde_json::json;

use crate::page::{Page, browse};

async fn open(page: &Page, size: usize) {
    page.play("v=1&c=aps105-lab8").await;
    let start = format!("{size}\\a W\\a ");
    page.choose("#start", &start).await;
    let squares = format!("#board [data-square='{}']", size * size - 1);
    page.wait(&format!("body:not([data-busy]) {squares}")).await;
}

/// Returns the native engine's evaluation of a position to `depth`, or to the end of the game if
/// that is not farther.
pub(crate) fn evaluate(
    board: &str,
    size: usize,
    mover: &str,
    depth: u32,
    players: &mut Players,
) -> AnalysisStep {
    let game = question::read(board, size, size, mover).expect("it is a position");
    let mut analysis = start(&game, players).expect("it can be played");
    let is_near = board.matches('U').count() <= depth as usize;
    loop {
        let step = step(&mut analysis, players).expect("it can be played");
        let step = step.expect("the last step is done");
        if step.done || !is_near && step.depth >= depth {
            return step;
        }
    }
}

#[test]
fn it_evaluates_every_move_as_the_native_engine() {
    browse("playground", async |page| {
        for size in [8, 6] {
            open(page, size).await;
            page.click("#side-engine").await;
            page.choose("#depth", "6").await;
            page.click("#analyse").await;
            page.wait("body[data-analysed='0'] #analysis tbody tr")
                .await;
            let state = State {
                course: "aps105-lab8".to_owned(),
                input: format!("{size}\nW\n"),
                ..State::default()
            };
            let shown = view(&state, 0, &mut Memory::default()).expect("it is a game");
            let start = &shown.positions[0].board;
            let step = evaluate(start, size, "black", 6, &mut Players::default());
            let caption = page.text("#analysis caption").await;
            let nodes = format!(" {} nodes", step.nodes);
            assert!(caption.replace(',', "").contains(&nodes), "{caption}");
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
        page.click("#side-engine").await;
        page.choose("#depth", "18").await;
        page.click("#analyse").await;
        page.wait(&format!("body[data-analysed='{index}']")).await;
        let caption = page.text("#analysis caption").await;
        assert!(caption.starts_with("Solved"), "{caption}");
    });
}

#[test]
fn a_computer_that_thinks_longer_than_a_task_may_take_still_moves() {
    browse("playground", async |page| {
        page.play("v=1&c=aps105-lab8").await;
        page.choose_text("#start", "12×12, you play black").await;
        page.wait_for_turn(0).await;
        page.play_legal(2).await;
        page.play_legal(4).await;
        page.click("#side-engine").await;
        page.choose("#player-white", "depth:12").await;
        page.click("#board .legal").await;
        page.wait("body[data-turn='5'][data-busy]").await;
        page.click("#analyse").await;
        page.click("#analyse").await;
        page.wait_for_turn(6).await;
    });
}
