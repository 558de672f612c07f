//! The table.

use std::fmt::Write;

use super::html::{self, Escaped};
use super::{Site, player_link};
use crate::table::Row;

pub(super) fn page(site: &Site<'_>) -> String {
    let settings = &site.plan.settings;
    let mut body = format!(
        "<p>Reversi on {n}×{n} squares, {} a move. Who wins at least three of the four games \
         against smarter and smartest plays two games against everybody else who does: a win \
         counts 2, and a tie, shared out by the time both have used, 1 for both together.</p>\n",
        seconds(settings.move_ms),
        n = settings.size
    );
    if let Some(unfinished) = &site.unfinished {
        writeln!(
            body,
            "<p class=\"note\"><strong>The tournament is not over:</strong> {}.</p>",
            Escaped(unfinished)
        )
        .expect("a String takes it all");
    }
    let mut rows = String::new();
    for standing in &site.standings {
        row(&mut rows, site, &Row::of(site.plan, standing), standing);
    }
    let head = [
        "Place",
        "Player",
        "Score",
        "W",
        "D",
        "L",
        "Qualification",
        "Time a move",
        "Rating",
    ];
    body.push_str(&html::table("The table", &head, &rows));
    body.push_str(
        "<p>W, D, L: games of the finals won, tied and lost. Qualification: the same of its four \
         games. The rating is by all games, 1500 being the average; the truth lies in the \
         interval with a probability of 95 %.</p>\n\
         <p>Downloads: <a href=\"table.csv\">table as CSV</a>, \
         <a href=\"table.json\">table as JSON</a>, <a href=\"games.txt\">all games as text</a>, \
         <a href=\"games.jsonl\">all games as JSON, one a line</a>.</p>\n",
    );
    html::page("Leaderboard", "", &body)
}

fn row(rows: &mut String, site: &Site<'_>, row: &Row, standing: &crate::score::Standing) {
    let is_finalist = row.place.is_some();
    let finals = |text: String| if is_finalist { text } else { String::new() };
    let qualification = if row.status == "course" {
        "the course’s".to_owned()
    } else {
        format!(
            "{} – {} – {}",
            row.qualification_wins, row.qualification_ties, row.qualification_losses
        )
    };
    let time = row.ms_a_move;
    writeln!(
        rows,
        "<tr class=\"{}\"><td>{}</td><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td>\
         <td>{}</td><td>{qualification}</td><td>{}</td><td>{:.0} <small>± {:.0}</small></td></tr>",
        if is_finalist { "finalist" } else { "other" },
        row.place.map_or(String::new(), |place| place.to_string()),
        player_link(site.plan, standing.side, ""),
        finals(format!("{:.3}", row.score)),
        finals(row.wins.to_string()),
        finals(row.ties.to_string()),
        finals(row.losses.to_string()),
        time.map_or(String::new(), |time| format!("{time:.2} ms")),
        row.rating,
        row.rating_margin,
    )
    .expect("a String takes it all");
}

/// As in `1 second` or `0.5 seconds`.
fn seconds(milliseconds: u32) -> String {
    if milliseconds == 1000 {
        "1 second".to_owned()
    } else {
        format!("{} seconds", f64::from(milliseconds) / 1e3)
    }
}
