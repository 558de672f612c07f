//! A player's page.

use std::fmt::Write;

use reversi_core::Disc;

use super::html::{self, Escaped};
use super::{Site, player_link, time};
use crate::game::colour;
use crate::pairing::Stage;
use crate::record::Record;
use crate::score::{NEEDED, Standing, worth};
use crate::table::Row;

pub(super) fn page(site: &Site<'_>, standing: &Standing) -> String {
    let row = Row::of(site.plan, standing);
    let mut body = String::new();
    let status = match (row.status, row.place) {
        ("course", _) => "One of the course’s own players, whom everybody meets in the \
                          qualification."
            .to_owned(),
        (_, Some(place)) => format!(
            "Place {place} of the finals, with a score of {:.3}: {} won, {} tied, {} lost.",
            row.score, row.wins, row.ties, row.losses
        ),
        _ => format!(
            "Not qualified: {} of the four games against smarter and smartest won, and {NEEDED} \
             are needed.",
            row.qualification_wins
        ),
    };
    add(
        &mut body,
        format_args!("<p><strong>{status}</strong></p>\n"),
    );
    add(
        &mut body,
        format_args!(
            "<p>Rating {:.0} ± {:.0}. {} moves{}.</p>\n",
            row.rating,
            row.rating_margin,
            row.moves,
            row.ms_a_move
                .map_or(String::new(), |time| format!(", {time:.2} ms each"))
        ),
    );
    for stage in Stage::ALL.into_iter().rev() {
        games(&mut body, site, standing, stage);
    }
    html::page(&row.player, "../", &body)
}

fn games(body: &mut String, site: &Site<'_>, standing: &Standing, stage: Stage) {
    let mut rows = String::new();
    for record in site.records.iter().filter(|one| one.game.stage() == stage) {
        for disc in [Disc::Black, Disc::White] {
            if record.game.side(disc) == standing.side {
                game(&mut rows, site, record, disc);
            }
        }
    }
    if rows.is_empty() {
        return;
    }
    let caption = match stage {
        Stage::Qualification => "Games of the qualification",
        Stage::Finals => "Games of the finals",
    };
    let head = [
        "Game",
        "Colour",
        "Opponent",
        "Result",
        "Score",
        "Discs",
        "Time",
        "Opponent’s",
        "Reason",
    ];
    body.push_str(&html::table(caption, &head, &rows));
}

fn game(rows: &mut String, site: &Site<'_>, record: &Record, disc: Disc) {
    let (result, class) = match record.result.winner() {
        Some(winner) if winner == disc => ("won", "good"),
        Some(_) => ("lost", "bad"),
        None => ("tied", "tied"),
    };
    let discs = match disc {
        Disc::Black => (record.black_discs, record.white_discs),
        Disc::White => (record.white_discs, record.black_discs),
    };
    let score = match record.game.stage() {
        Stage::Finals => format!("{:.3}", worth(record, disc)),
        Stage::Qualification => String::new(),
    };
    add(
        rows,
        format_args!(
            "<tr><td><a href=\"../games/{id}.html\">replay</a></td><td>{}</td><td>{}</td>\
             <td class=\"{class}\">{result}</td><td>{score}</td><td>{}–{}</td><td>{}</td>\
             <td>{}</td><td class=\"reason\">{}</td></tr>\n",
            colour(disc),
            player_link(site.plan, record.game.side(disc.opponent()), "../"),
            discs.0,
            discs.1,
            time(record.time(disc)),
            time(record.time(disc.opponent())),
            Escaped(&record.reason),
            id = record.game,
        ),
    );
}

fn add(text: &mut String, more: std::fmt::Arguments<'_>) {
    text.write_fmt(more).expect("a String takes it all");
}
