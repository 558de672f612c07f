//! The analysis of a game: the loss of each move, the graph, and playing on from a position.

use playground::cases::suite;
use playground::engine::players::Players;
use playground::engine::review::{Choice, EvaluatedMove, Review, Side, review};
use playground::programs::address;
use playground::programs::run::Memory;
use playground::programs::view::GamePosition;
use serde_json::json;

use crate::engine::evaluate;
use crate::page::browse;

const DEPTH: u32 = 4;

fn game(course: &str, case: &str) -> (String, Vec<GamePosition>) {
    let case = suite::show(course, case, &mut Memory::default()).expect("it is a case");
    let fragment = address::write(&case.state).expect("it is short");
    (fragment, case.view.positions)
}

fn native(positions: &[GamePosition]) -> Review {
    let mut players = Players::default();
    let turns = positions.windows(2).map(|pair| {
        let square = pair[1].played?;
        let side = pair[0].turn.expect("it is not over");
        let step = evaluate(&pair[0].board, 8, side, DEPTH, &mut players);
        let moves = step.moves.into_iter();
        let by = if side == "black" {
            Side::Black
        } else {
            Side::White
        };
        Some(EvaluatedMove {
            by,
            square,
            moves: moves
                .map(|one| Choice {
                    square: one.square,
                    score: one.score,
                })
                .collect(),
        })
    });
    review(&turns.collect::<Vec<_>>())
}

#[test]
fn a_game_is_reviewed_as_the_native_engine_does() {
    browse("playground", async |page| {
        let (fragment, positions) = game("aps105-lab8", "8x8-human-black-wins");
        page.play(&fragment).await;
        page.click("#side-engine").await;
        page.choose("#depth", &DEPTH.to_string()).await;
        page.click("#review").await;
        page.wait("body[data-reviewed]").await;
        let Review {
            moves,
            black,
            white,
        } = native(&positions);
        let rows = page
            .run(
                "return [...document.querySelectorAll('#review-rows tr')]
                    .map((row) => [...row.cells].map((cell) => cell.textContent))",
                vec![],
            )
            .await;
        let row = |name: &str, side: &playground::engine::review::Summary| {
            json!([
                name,
                format!("{:.0} %", side.accuracy.expect("it had a choice")),
                // JavaScript rounds halves up, and Rust to even.
                format!("{:.1}", side.lost + 1e-6),
                side.mistakes.to_string(),
                side.blunders.to_string(),
            ])
        };
        assert_eq!(rows, json!([row("black", &black), row("white", &white)]));
        let marked = |class| {
            let script = format!("return document.querySelectorAll('#moves .{class}').length");
            async move { page.run(&script, vec![]).await }
        };
        assert_eq!(marked("mistake").await, black.mistakes + white.mistakes);
        assert_eq!(marked("blunder").await, black.blunders + white.blunders);
        let dots = "return document.querySelectorAll('#graph .mark').length";
        let all = moves.iter().flatten().filter(|one| one.mark.is_some());
        assert_eq!(page.run(dots, vec![]).await, all.count());

        // The graph leads to a position, which shows the loss of its move.
        page.click("#graph svg").await;
        let middle = (positions.len() - 1) / 2;
        let shown = page
            .run("return Number(document.body.dataset.position)", vec![])
            .await;
        let shown = shown.as_u64().expect("it is a number");
        let shown = usize::try_from(shown).expect("it is small");
        assert!(
            shown.abs_diff(middle) <= 1,
            "{shown} of {}",
            positions.len()
        );
        let judged = moves[shown - 1].expect("it is a move");
        let words = if judged.lost > 0.0 {
            format!("loses {:.1}", judged.lost)
        } else {
            "loses nothing".to_owned()
        };
        let sentence = page.text("#judged").await;
        assert!(sentence.contains(&words), "{sentence}");

        // Another game has no review.
        page.click("#new").await;
        page.wait("body[data-turn='0']:not([data-reviewed])").await;
        page.wait("#review-box[hidden]").await;
    });
}

#[test]
fn a_person_plays_on_from_a_position_against_an_engine_of_a_named_strength() {
    browse("playground", async |page| {
        // In one course the engine replies for the program's computer, in the other it types.
        for (course, case, person) in [
            ("aps105-lab8", "8x8-human-black-wins", "black"),
            ("comp10050", "full-game-black-wins", "white"),
        ] {
            let (fragment, positions) = game(course, case);
            let at = positions
                .iter()
                .position(|one| one.turn == Some(person) && one.board.matches('U').count() < 40);
            let at = at.expect("it is a long game");
            page.play(&fragment).await;
            page.run(
                "const slider = document.querySelector('#step-slider');
                 slider.value = arguments[0];
                 slider.dispatchEvent(new Event('input'));",
                vec![json!(at)],
            )
            .await;
            page.wait(&format!("body[data-position='{at}']")).await;
            let other = if person == "black" { "white" } else { "black" };
            page.choose(&format!("#player-{other}"), "depth:1").await;
            page.wait(&format!(
                "body[data-position='{at}']:not([data-busy]) #board .legal"
            ))
            .await;
            // A move that is not in the game at that point.
            let next = positions[at + 1].played.expect("it is a move");
            page.click(&format!("#board .legal:not([data-square='{next}'])"))
                .await;
            page.wait(&format!(
                "body[data-turn='{}']:not([data-busy]) #moves .variation",
                at + 2
            ))
            .await;
            // The whole game is still there.
            page.click("#moves .variation").await;
            page.wait(&format!("body[data-turn='{}']", positions.len() - 1))
                .await;
        }
    });
}
