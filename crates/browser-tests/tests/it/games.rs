//! Whole games of every course, by clicks and by keys.

use course::Course;
use courses::ALL;
use playground::programs::run::Memory;
use playground::programs::state::State;
use playground::programs::view::view;
use serde_json::{Value, json};
use thirtyfour::Key;

use crate::page::{Page, browse};

const LOOK: &str = "
    const numbers = (selector) =>
        [...document.querySelectorAll(selector)].map((cell) => Number(cell.dataset.square));
    return {
        waits: document.querySelector('#entry') !== null,
        lines: Number(document.body.dataset.lines),
        legal: numbers('#board .legal'),
        stop: numbers('#board [tabindex=\"0\"]'),
        focused: document.activeElement.closest('#board [data-square]') !== null,
        columns: document.querySelector('#board [role=row]').querySelectorAll('[data-square]').length,
    };
";

/// Returns the terminal's text: all of it, what was typed, and what was printed.
const TERMINAL: &str = "
    const text = (nodes) => [...nodes].map((node) => node.textContent).join('');
    const pre = document.querySelector('#terminal');
    return [
        pre.textContent,
        text(pre.querySelectorAll('.typed')),
        text(pre.querySelectorAll(':not(.typed)')),
        document.querySelectorAll('#saved button').length,
    ];
";

async fn play_by_keys(page: &Page, look: &Value, square: i64) {
    let mut keys = String::new();
    let columns = look["columns"].as_i64().expect("it is a number");
    let stop = look["stop"][0].as_i64().expect("a square is a tab stop");
    let [down, right] = [
        square / columns - stop / columns,
        square % columns - stop % columns,
    ];
    let mut push = |steps: i64, forward: Key, back: Key| {
        let key = if steps > 0 { forward } else { back };
        let steps = usize::try_from(steps.abs()).expect("a board is small");
        keys.extend(std::iter::repeat_n(char::from(key), steps));
    };
    push(down, Key::Down, Key::Up);
    push(right, Key::Right, Key::Left);
    keys.push(Key::Enter.into());
    if look["focused"] == false {
        focus_board(page).await;
    }
    page.press(keys).await;
}

async fn focus_board(page: &Page) {
    let focused = "return document.activeElement.closest('#board [data-square]') !== null";
    for _ in 0..60 {
        if page.run(focused, vec![]).await == true {
            return;
        }
        page.press(Key::Tab).await;
    }
    panic!("the tab key does not lead to the board");
}

/// Plays the usual game of `course` to its end, always the last legal move, and compares the
/// terminal with the output of the program on the typed lines.
async fn play_a_game(page: &Page, course: &Course) {
    page.play(&format!("v=1&c={}", course.name)).await;
    loop {
        let look = page.run(LOOK, vec![]).await;
        if look["waits"] == false {
            break;
        }
        let legal = look["legal"].as_array().expect("it is a list");
        let square = legal.last().and_then(Value::as_i64);
        let square = square.expect("a program that waits for a move has a legal one");
        let lines = look["lines"].as_i64().expect("it is a number") + 1;
        // Keys take ten times as long as a click.
        if lines % 8 == 0 {
            play_by_keys(page, &look, square).await;
        } else {
            page.click(&format!("#board [data-square='{square}']"))
                .await;
        }
        page.wait(&format!("body[data-lines='{lines}']:not([data-busy])"))
            .await;
    }
    let terminal = page.run(TERMINAL, vec![]).await;
    let [all, typed, printed] = [0, 1, 2].map(|part| terminal[part].as_str().expect("it is text"));
    let outcome = course
        .outcome(&[], typed.as_bytes())
        .expect("it has no arguments");
    assert_eq!(printed.as_bytes(), outcome.stdout, "{}", course.name);
    assert_eq!(outcome.status, 0, "{}", course.name);
    assert_eq!(terminal[3], json!(outcome.files.len()), "{}", course.name);
    let state = State {
        course: course.name.to_owned(),
        input: typed.to_owned(),
        ..State::default()
    };
    let shown = view(&state, 0, &mut Memory::default()).expect("it is a game");
    let shown: String = shown.segments.into_iter().map(|part| part.text).collect();
    assert_eq!(all, shown, "{}", course.name);
    assert!(shown.len() > 3000, "{} ended early", course.name);
}

#[test]
fn a_whole_game_of_every_course_by_clicks_and_keys() {
    browse("playground", async |page| {
        for course in ALL {
            play_a_game(page, course).await;
        }
    });
}
