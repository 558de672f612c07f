//! The number of games of a tournament, and the time that they take.

use std::fmt::Write;
use std::time::Duration;

use crate::contestant::READY;
use crate::finals;
use crate::pairing::Pairing;
use crate::plan::Plan;

/// The part of the time limit that an average move is assumed to take.
const LIKELY: u32 = 10;

/// Returns the number of games of each stage, with the longest and a likely time if
/// `jobs` games are played at once, as text.
pub(crate) fn text(plan: &Plan, jobs: usize) -> String {
    let players = plan.players.len();
    let finals = |finalists: usize| finals::number(plan, finalists);
    let rows = [
        (
            "qualification".to_owned(),
            Pairing::qualification(players).len(),
        ),
        (format!("finals of all {players}"), finals(players)),
        (
            format!("finals of {}, the half", players / 2),
            finals(players / 2),
        ),
    ];
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text = format!(
        "{players} players\n{:width$}  {:>8}  {:>9}  {:>8}\n",
        "", "games", "longest", "likely"
    );
    for (name, games) in rows {
        writeln!(
            text,
            "{name:width$}  {games:>8}  {:>9}  {:>8}",
            hours(time(plan, games, jobs, 1)),
            hours(time(plan, games, jobs, LIKELY))
        )
        .expect("a String takes it all");
    }
    writeln!(
        text,
        "{jobs} at once, one core each and one core free; likely if moves take a tenth of \
         the limit"
    )
    .expect("a String takes it all");
    text
}

/// Returns the time of `games` games, of which `jobs` are played at once, if every square
/// is filled and every move takes one `share`-th of the limit.
fn time(plan: &Plan, games: usize, jobs: usize, share: u32) -> Duration {
    let settings = &plan.settings;
    let moves = u32::from(settings.size) * u32::from(settings.size) - 4;
    let game = (settings.move_time() * moves + 2 * READY) / share;
    let rounds = games.div_ceil(jobs.max(1));
    game.saturating_mul(u32::try_from(rounds).unwrap_or(u32::MAX))
}

/// As in `0.3 h`.
fn hours(time: Duration) -> String {
    format!("{:.1} h", time.as_secs_f64() / 3600.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    #[test]
    fn a_class_of_300_takes_days() {
        let plan = samples::plan(300, 8);
        let text = text(&plan, 8);
        let lines: Vec<Vec<&str>> = text
            .lines()
            .map(|line| line.split_whitespace().collect())
            .collect();
        // 60 moves of a second, and 20 s for the start of both players.
        let hours = |games: usize| format!("{:.1}", games.div_ceil(8) as f64 * 80.0 / 3600.0);
        assert_eq!(
            lines[2],
            ["qualification", "1200", &hours(1200), "h", "0.3", "h"]
        );
        assert_eq!(lines[4][5..7], ["22350", &hours(22350)]);
        assert!(lines[3].contains(&"89700"), "{text}");
    }
}
