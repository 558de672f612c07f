//! What a confined program cannot do.

use std::fs;
use std::net::TcpListener;
use std::thread;

use sandbox::{Confinement, End, Limits, Program, Run, confine_this_thread, run};

use super::Bench;

/// Runs `program` in a thread that is confined to its scratch folder.
fn confined(bench: &Bench, program: &Program) -> Run {
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let confinement = confine_this_thread(bench.scratch());
            assert!(
                !matches!(confinement, Confinement::None(_)),
                "this test needs a kernel with Landlock: {confinement}"
            );
            run(program, b"", &Limits::default(), bench.scratch())
        });
        let run = worker.join().expect("it does not panic");
        bench.assert_nothing_is_left();
        run
    })
}

#[test]
fn it_writes_in_its_folder_and_nowhere_else() {
    let bench = Bench::new();
    let outside = bench.folder.path().join("outside");
    fs::write(&outside, "kept").expect("a file can be written");
    let script = format!(
        "echo a > inside && echo inside; mkdir d && mv inside d/inside; echo x > /dev/null && echo null
         echo b > {0} || echo refused; rm -f {0} || echo refused; echo c > {0}2 || echo refused
         cat {0}",
        outside.display()
    );
    let run = confined(&bench, &bench.sh(&script));
    let printed = String::from_utf8_lossy(&run.stdout);
    assert_eq!(printed, "inside\nnull\nrefused\nrefused\nrefused\nkept");
    assert_eq!(run.files["d/inside"], b"a\n");
    assert_eq!(fs::read(&outside).expect("it is there"), b"kept");
}

#[test]
fn it_has_no_network() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = listener.local_addr().expect("it is bound").port();
    let bench = Bench::new();
    let script = format!(
        "import socket
try:
    socket.create_connection(('127.0.0.1', {port}), 5)
    print('connected')
except PermissionError:
    print('refused')"
    );
    let program = bench.python(&script);
    let free = bench.run(&program, b"", &Limits::default());
    assert_eq!(free.stdout, b"connected\n");
    assert_eq!(confined(&bench, &program).stdout, b"refused\n");
}

#[test]
fn it_cannot_signal_the_marker() {
    let bench = Bench::new();
    let script = "kill -0 $PPID 2>/dev/null && echo free || echo refused";
    let program = bench.sh(script);
    assert_eq!(
        bench.run(&program, b"", &Limits::default()).stdout,
        b"free\n"
    );
    assert_eq!(confined(&bench, &program).stdout, b"refused\n");
}

#[test]
fn its_tree_is_ended_all_the_same() {
    for script in [
        "setsid sh -c 'sleep 60; exit 0' $0 & echo out",
        "setsid sh -c 'sh -c \"sleep 60; exit 0\" $0 & exit 0' $0; echo out",
    ] {
        let bench = Bench::new();
        let run = confined(&bench, &bench.sh(script));
        assert_eq!((run.end, run.stdout), (End::Exited(0), b"out\n".to_vec()));
    }
}

#[test]
fn limits_hold_for_it_too() {
    let bench = Bench::new();
    let limits = super::short();
    let run = thread::scope(|scope| {
        let worker = scope.spawn(|| {
            confine_this_thread(bench.scratch());
            run(&bench.sh("sleep 60; exit 0"), b"", &limits, bench.scratch())
        });
        worker.join().expect("it does not panic")
    });
    assert_eq!(run.end, End::WallTime);
    bench.assert_nothing_is_left();
}
