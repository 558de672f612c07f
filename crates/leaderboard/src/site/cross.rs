//! Who scored what against whom.

use std::fmt::Write;

use reversi_core::Disc;

use super::html::{self, Escaped};
use super::{Site, player_link};
use crate::pairing::{Pairing, Side};
use crate::score::worth;

pub(super) fn page(site: &Site<'_>) -> String {
    let finalists: Vec<(usize, usize)> = site
        .standings
        .iter()
        .filter_map(|one| match (one.place, one.side) {
            (Some(place), Side::Entrant(player)) => Some((place, player)),
            _ => None,
        })
        .collect();
    if finalists.is_empty() {
        return html::page("Cross table", "", "<p>There are no finalists.</p>\n");
    }
    let mut rows = String::new();
    for &(place, player) in &finalists {
        let link = player_link(site.plan, Side::Entrant(player), "");
        add(
            &mut rows,
            format_args!("<tr><td>{place}</td><th scope=\"row\">{link}</th>"),
        );
        for &(_, other) in &finalists {
            if player == other {
                rows.push_str("<td class=\"self\"><span>itself</span></td>");
                continue;
            }
            rows.push_str("<td>");
            cell(&mut rows, site, player, other);
            rows.push_str("</td>");
        }
        rows.push_str("</tr>\n");
    }
    let head: Vec<String> = ["Place", "Player"]
        .into_iter()
        .map(str::to_owned)
        .chain(finalists.iter().map(|&(_, player)| {
            // The longer the names, the wider is a table of all.
            let name = site.plan.name(Side::Entrant(player));
            match name.char_indices().nth(12) {
                Some((end, _)) => format!("{}…", &name[..end]),
                None => name.to_owned(),
            }
        }))
        .collect();
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let mut body = String::from(
        "<p>What the player of the row scored against that of the column, first with black (●) \
         and then with white (○).</p>\n",
    );
    body.push_str(&html::table("Cross table", &head, &rows));
    html::page("Cross table", "", &body)
}

fn cell(rows: &mut String, site: &Site<'_>, player: usize, other: usize) {
    let games = [
        (Disc::Black, '●', player, other),
        (Disc::White, '○', other, player),
    ];
    for (disc, sign, black, white) in games {
        let game = Pairing::Final { black, white };
        match site.records.get(game) {
            Some(record) => {
                let worth = worth(record, disc);
                let shown = if record.result.winner().is_some() {
                    format!("{worth:.0}")
                } else {
                    format!("{worth:.2}")
                };
                add(
                    rows,
                    format_args!(
                        "<a href=\"games/{game}.html\" title=\"{}\">{sign}&nbsp;{shown}</a> ",
                        Escaped(&record.reason)
                    ),
                );
            }
            None => add(rows, format_args!("{sign}&nbsp;? ")),
        }
    }
}

fn add(text: &mut String, more: std::fmt::Arguments<'_>) {
    text.write_fmt(more).expect("a String takes it all");
}
