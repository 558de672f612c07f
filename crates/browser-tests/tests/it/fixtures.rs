//! The programs in the page: compiled to WebAssembly.

use course::Course;
use courses::ALL;
use playground::cases::session::computer_moves;
use playground::cases::suite::{ShownCase, show};
use playground::programs::run::Memory;
use playground::programs::state::{OpponentChoice, State};
use serde_json::{Value, json};
use transcript::Case;

use crate::page::browse;

/// Runs the states in a worker of the page. Returns the output, the message if the program has
/// ended, and the saved files of each.
const RUN: &str = "
    const [states, done] = arguments;
    const file = (name) => document.querySelector(`#part-${name}`).dataset.file;
    const worker = new Worker(file('worker'));
    const ask = (message) => new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => ('ok' in data ? resolve(data.ok) : reject(data.error));
        worker.postMessage({ id: 0, ...message });
    });
    const printed = (view) => [
        view.segments.filter((part) => !part.typed).map((part) => part.text).join(''),
        view.awaits === null ? view.stderr : null,
        Object.fromEntries(view.files.map(({ name, text }) => [name, text])),
    ];
    (async () => {
        const module = await WebAssembly.compileStreaming(fetch(file('courses')));
        await ask({ op: 'load', name: 'courses', module });
        const views = [];
        for (const state of states) {
            views.push(printed(await ask({ op: 'view', state: JSON.stringify(state) })));
        }
        worker.terminate();
        done(views);
    })().catch((error) => done(String(error)));
";

/// Returns the state of a case. The page does not have the engine that is Lab 8's strongest player,
/// so the state contains its moves.
fn state(course: &Course, case: &Case, shown: &ShownCase) -> State {
    let output = &case.expected.as_ref().expect("it has a snapshot").stdout;
    let mut state = shown.state.clone();
    if case.args.iter().any(|arg| arg == "--part") {
        state.opponent = OpponentChoice::Asked;
        state.replies = computer_moves(course, &case.input, &String::from_utf8_lossy(output));
    }
    state
}

#[test]
fn every_fixture_is_printed_as_in_its_snapshot() {
    browse("playground", async |page| {
        page.play("v=1&c=cmsc201").await;
        let (mut count, mut memory) = (0, Memory::default());
        for course in ALL {
            let cases = courses::cases::of(course).expect("the fixtures are a suite");
            let is_text = |case: &Case| std::str::from_utf8(&case.input).is_ok();
            let cases: Vec<_> = cases.into_iter().filter(is_text).collect();
            let show = |case: &Case| show(course.name, &case.name, &mut memory);
            let shown: Result<Vec<_>, _> = cases.iter().map(show).collect();
            let shown = shown.expect("they are cases");
            let states = cases.iter().zip(&shown);
            let states: Vec<_> = states
                .map(|(case, shown)| state(course, case, shown))
                .collect();
            let views = page.run_async(RUN, vec![json!(states)]).await;
            let views = views.as_array().unwrap_or_else(|| panic!("{views}"));
            assert_eq!(views.len(), cases.len());
            for ((case, shown), view) in cases.iter().zip(&shown).zip(views) {
                let name = format!("{}/{}", course.name, case.name);
                let expected = case.expected.as_ref().expect(&name);
                assert_eq!(
                    view[0].as_str().map(str::as_bytes),
                    Some(&expected.stdout[..]),
                    "{name}"
                );
                // A program whose input ends early fails; on the page it waits.
                let ended = shown.view.awaits.is_none();
                let message = ended.then_some(shown.view.stderr.as_str());
                assert_eq!(view[1].as_str(), message, "{name}");
                let files = expected.files.iter();
                let files =
                    files.map(|(file, text)| (file.clone(), String::from_utf8_lossy(text).into()));
                assert_eq!(view[2], Value::Object(files.collect()), "{name}");
                count += 1;
            }
        }
        assert!(count > 100);
    });
}

#[test]
fn the_player_that_is_the_engine_is_refused_where_there_is_none() {
    browse("playground", async |page| {
        page.play("v=1&c=cmsc201").await;
        let part_2 = |computer: &str| State {
            course: "aps105-lab8".to_owned(),
            args: ["--part", "2", "--computer", computer]
                .map(str::to_owned)
                .to_vec(),
            input: "4\nB\n".to_owned(),
            ..State::default()
        };
        let states = ["strongest", "", "smartest"].map(part_2);
        let views = page.run_async(RUN, vec![json!(states)]).await;
        let refusal = "error: the computer player strongest needs the engine, and this program \
            was built without it: choose one of prescribed, smarter, smartest with --computer\n";
        assert_eq!([&views[0][1], &views[1][1]], [refusal, refusal]);
        // It waits for a move.
        assert!(views[2][1].is_null(), "{views}");
    });
}
