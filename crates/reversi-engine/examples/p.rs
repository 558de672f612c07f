use reversi_engine::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    if a[1] == "perft" {
        let t = std::time::Instant::now();
        let n = perft::perft(Position::START, a[2].parse().unwrap());
        println!(
            "{n} {:?} {:.1} M/s",
            t.elapsed(),
            n as f64 / t.elapsed().as_secs_f64() / 1e6
        );
        return;
    }
    let (from, to): (usize, usize) = (a[2].parse().unwrap(), a[3].parse().unwrap());
    let text = std::fs::read_to_string(&a[1]).unwrap();
    let lines: Vec<&str> = text
        .lines()
        .filter(|l| !l.starts_with('%') && l.len() > 60)
        .collect();
    let (mut nodes, mut time) = (0, 0.0);
    for (i, l) in lines.iter().enumerate().take(to + 1 - 40).skip(from - 40) {
        let mut e = Engine::new(Options {
            threads: a.get(4).map_or(1, |t| t.parse().unwrap()),
            ..Options::default()
        });
        let p: Position = l.split(';').next().unwrap().parse().unwrap();
        let best = l
            .split(';')
            .skip(1)
            .filter_map(|m| m.split(':').nth(1)?.trim().parse::<i32>().ok())
            .max();
        let verbose = a.len() > 5;
        let t = std::time::Instant::now();
        let line = e.search(p, &Limits::default(), &mut |l| {
            if verbose {
                println!(
                    "   {:?} {:?} {} {:?} {:?}",
                    l.depth, l.score, l.nodes, l.time, l.moves
                )
            }
        });
        nodes += line.nodes;
        let dt = t.elapsed().as_secs_f64();
        time += dt;
        println!(
            "{} {:2} {:5} {:?} {:10} {:.2}s {:.1}M/s {:?}",
            i + 40,
            p.empties(),
            line.score.0,
            best,
            line.nodes,
            dt,
            line.nodes as f64 / dt / 1e6,
            line.moves
        );
    }
    println!(
        "total {nodes} {time:.2}s {:.1} M/s",
        nodes as f64 / time / 1e6
    );
}
