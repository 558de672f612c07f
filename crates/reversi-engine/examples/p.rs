fn main() {
    let d: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let t = std::time::Instant::now();
    let n = reversi_engine::perft(reversi_engine::Position::START, d);
    println!(
        "{n} {:?} {:.1} M/s",
        t.elapsed(),
        n as f64 / t.elapsed().as_secs_f64() / 1e6
    );
}
