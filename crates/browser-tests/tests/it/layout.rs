//! The layout of the playground in windows of many sizes.

use playground::programs::address;
use playground::programs::state::State;
use serde_json::{Value, json};

use crate::looks::{emulate, media, resize, resize_to};
use crate::page::{Page, browse};

/// From a phone's to a large one.
const WINDOWS: [(u32, u32); 6] = [
    (320, 640),
    (390, 844),
    (820, 1180),
    (1024, 768),
    (1280, 900),
    (2560, 1440),
];

async fn number(page: &Page, script: &str) -> f64 {
    let number = page.run(script, vec![]).await;
    number.as_f64().expect("it is a number")
}

#[test]
fn the_board_is_as_large_as_the_window_allows() {
    browse("playground", async |page| {
        page.play("v=1&c=utoronto-a1").await;
        assert_eq!(page.text("#step-text").await, "start");
        for (width, height) in WINDOWS {
            resize_to(page, width, height).await;
            let of = |part| format!("return document.querySelector('{part}')");
            let board = of("#board svg") + ".getBoundingClientRect().width";
            let board = number(page, &board).await;
            let steps = of("#step-last") + ".getBoundingClientRect().bottom";
            let steps = number(page, &steps).await;
            let fills_width = board > 0.8 * f64::from(width);
            let fills_height = board > f64::from(height) - 340.0;
            // On a small screen in landscape, the terminal is beside the board.
            let shares_width = board > 0.4 * f64::from(width);
            assert!(
                fills_width || fills_height || shares_width,
                "{board} in {width} x {height}"
            );
            assert!(
                fills_width || steps <= f64::from(height),
                "{steps} in {width} x {height}"
            );
        }
    });
}

#[test]
fn names_are_not_cut_and_moves_stand_in_two_columns_at_every_width() {
    browse("playground", async |page| {
        let state = State {
            course: "comp10050".to_owned(),
            input: "Bartholomew the Magnificent\nMaximilianaFeatherstonehaugh\n1\n1\n1\n"
                .to_owned(),
            ..State::default()
        };
        page.play(&address::write(&state).expect("it is short"))
            .await;
        for (width, _) in WINDOWS {
            resize(page, width).await;
            let cut = "return [...document.querySelectorAll('.side-name')]
                .filter((name) => name.scrollWidth > name.clientWidth + 1).length";
            assert_eq!(page.run(cut, vec![]).await, 0, "{width}");
            let columns = "
                const boxes = [...document.querySelectorAll('#moves li')]
                    .map((item) => item.getBoundingClientRect());
                return [boxes[0].top === boxes[1].top, boxes[0].left === boxes[2].left,
                    boxes[2].top > boxes[0].top];";
            assert_eq!(
                page.run(columns, vec![]).await,
                json!([true, true, true]),
                "{width}"
            );
        }
    });
}

#[test]
fn each_evaluated_move_has_one_line_so_that_the_table_does_not_jump() {
    browse("playground", async |page| {
        page.play("v=1&c=utoronto-a1").await;
        let mut heights = Vec::new();
        for depth in ["4", "10"] {
            page.click("#side-engine").await;
            page.click(&format!("#depth option[value='{depth}']")).await;
            page.click("#analyse").await;
            page.wait("body[data-analysed] #analysis tbody tr").await;
            let script = "return document.querySelector('#analysis').offsetHeight";
            heights.push(number(page, script).await);
            page.click("#analyse").await;
        }
        assert!((heights[0] - heights[1]).abs() < 1.0, "{heights:?}");
    });
}

#[test]
fn stones_that_are_printed_as_circles_are_dark_on_light_in_every_scheme() {
    browse("playground", async |page| {
        let brightness = "
            const { color, backgroundColor } =
                getComputedStyle(document.querySelector('#terminal-frame'));
            const sum = (text) => text.match(/\\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0);
            return sum(backgroundColor) - sum(color);";
        for dark in [false, true] {
            emulate(page, media(dark, false)).await;
            page.play("v=1&c=revergo").await;
            assert!(number(page, brightness).await > 300.0, "dark: {dark}");
            page.play("v=1&c=utoronto-a1").await;
            assert!(number(page, brightness).await < -300.0, "dark: {dark}");
        }
    });
}

#[test]
fn a_players_first_screen_has_all_and_nothing_moves_while_the_page_loads() {
    browse("playground", async |page| {
        page.play("v=1&c=aps105-lab8").await;
        for (width, height) in [(360, 740), (740, 360), (683, 384), (1366, 768)] {
            resize_to(page, width, height).await;
            let lowest = "return Math.max(...['#score', '#board svg', '#says', '#step-back', '#undo', '#hint']
                .map((one) => document.querySelector(one).getBoundingClientRect().bottom))";
            let lowest = number(page, lowest).await;
            assert!(
                lowest <= f64::from(height),
                "{lowest} in {width} x {height}"
            );
            page.play("v=1&c=aps105-lab8").await;
            let shift = "
                const [done] = arguments;
                new PerformanceObserver((list) => done(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
                    .observe({ type: 'layout-shift', buffered: true });
                setTimeout(() => done(0), 200);";
            let shift = page.run_async(shift, vec![]).await;
            let shift = shift.as_f64().expect("it is a number");
            assert!(shift < 0.02, "{shift} in {width} x {height}");
        }
    });
}

fn motion(reduced: bool) -> Value {
    let value = if reduced { "reduce" } else { "no-preference" };
    json!({ "features": [{ "name": "prefers-reduced-motion", "value": value }] })
}

#[test]
fn discs_turn_and_a_game_plays_itself_unless_the_reader_wants_no_motion() {
    browse("playground", async |page| {
        page.play("v=1&c=utoronto-a1").await;
        let turning = "
            const disc = document.querySelector('#board .flipped .disc');
            const { animationName, animationDuration } = getComputedStyle(disc);
            return [animationName, parseFloat(animationDuration) <= 0.2];";
        let mut names = Vec::new();
        for turn in 1..=2 {
            page.play_legal(turn).await;
            let found = page.run(turning, vec![]).await;
            assert_eq!(found[1], true);
            names.push(found[0].clone());
        }
        // Another name restarts the animation of a disc that has just turned.
        assert_eq!(json!(names), json!(["turn-again", "turn"]));
        page.click("#step-play").await;
        page.wait("body[data-position='1']").await;
        page.wait("body[data-position='2']").await;
        assert_eq!(page.text("#step-play").await, "Autoplay");
        emulate(page, motion(true)).await;
        assert_eq!(page.run(turning, vec![]).await[0], "none");
        let hidden = "return document.querySelector('#step-play').checkVisibility()";
        assert_eq!(page.run(hidden, vec![]).await, false);
    });
}

#[test]
fn a_small_board_is_not_enlarged_after_a_large_one() {
    browse("playground", async |page| {
        page.play("v=1&c=aps105-lab8").await;
        page.choose_text("#start", "26×26, you play black").await;
        page.wait("#board [data-square='675']").await;
        page.wait_for_turn(0).await;
        page.click("#zoom-in").await;
        let is_larger = "
            const width = (selector) => document.querySelector(selector).getBoundingClientRect().width;
            return width('#board svg') > width('#board');";
        assert_eq!(page.run(is_larger, vec![]).await, true);
        page.choose_text("#start", "8×8, you play black").await;
        page.wait("#board:not(:has([data-square='64']))").await;
        page.wait_for_turn(0).await;
        assert_eq!(page.run(is_larger, vec![]).await, false);
    });
}

#[test]
fn the_start_can_be_read_and_a_long_name_does_not_widen_the_page() {
    browse("playground", async |page| {
        for (width, height) in [(1280, 900), (640, 450), (320, 640)] {
            let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
            page.devtools("Emulation.setDeviceMetricsOverride", size)
                .await;
            let name = "W".repeat(200);
            page.play(&format!("v=1&c=comp10050&l={name}%0ABen%0A"))
                .await;
            page.play_legal(1).await;
            page.run("document.querySelector('#side-setup').click()", vec![])
                .await;
            let found = "
                const select = document.querySelector('#start');
                const text = document.createElement('canvas').getContext('2d');
                text.font = getComputedStyle(select).font;
                const { scrollWidth, clientWidth } = document.documentElement;
                return [scrollWidth <= clientWidth,
                    text.measureText('8×8, you play black').width < select.clientWidth];";
            assert_eq!(
                page.run(found, vec![]).await,
                json!([true, true]),
                "{width}"
            );
        }
    });
}
