//! A game's page: the board in the end and the moves, which `replay.js` makes
//! a board to play through.

use std::fmt::Write;

use reversi_core::{Board, Disc, Game};

use super::html::{self, Escaped};
use super::{Site, player_link, time};
use crate::game::colour;
use crate::record::{Ending, Move, Record, Step, square_name};

pub(super) fn page(site: &Site<'_>, record: &Record) -> String {
    let settings = &site.plan.settings;
    let steps = record.replay(settings).unwrap_or_default();
    let start = Game::new(settings.rules()).expect("the rules of a plan can be played");
    let last = steps.last().map_or(start.board(), |step| &step.board);
    let mut body = String::new();
    let result = capital(&record.result.to_string());
    let told = match record.end {
        Ending::Finished => format!(
            "<strong>{result}, {} discs to {}.</strong>",
            record.black_discs.max(record.white_discs),
            record.black_discs.min(record.white_discs)
        ),
        _ => format!(
            "<strong>{result}.</strong> {}.",
            Escaped(capital(&record.reason))
        ),
    };
    add(&mut body, format_args!("<p>{told}</p>\n"));
    for disc in [Disc::Black, Disc::White] {
        let name = colour(disc);
        add(
            &mut body,
            format_args!(
                "<p class=\"side\"><span class=\"sign {name}\"></span> {}: {}, {} in all</p>\n",
                capital(name),
                player_link(site.plan, record.game.side(disc), "../"),
                time(record.time(disc)),
            ),
        );
    }
    add(
        &mut body,
        format_args!(
            "<div class=\"game\">\n<div id=\"replay\" data-size=\"{}\">\n",
            settings.size
        ),
    );
    board(&mut body, last);
    body.push_str(
        "<p id=\"told\" aria-live=\"polite\">The board in the end</p>\n\
         <div id=\"controls\" hidden>\n\
         <button type=\"button\" data-go=\"first\" aria-label=\"To the start\">«</button>\n\
         <button type=\"button\" data-go=\"back\" aria-label=\"One move back\">‹</button>\n\
         <button type=\"button\" data-go=\"play\">Play</button>\n\
         <button type=\"button\" data-go=\"on\" aria-label=\"One move on\">›</button>\n\
         <button type=\"button\" data-go=\"last\" aria-label=\"To the end\">»</button>\n\
         <input type=\"range\" min=\"0\" aria-label=\"Move\">\n\
         <p class=\"quiet\">Keys: ← → Home End, space to play. Touch: swipe over the board, or \
         tap its left or right half.</p>\n</div>\n</div>\n",
    );
    moves(&mut body, &steps);
    body.push_str("</div>\n");
    if !record.stderr.is_empty() {
        add(
            &mut body,
            format_args!(
                "<h2>The end of its standard error</h2>\n<pre tabindex=\"0\">{}</pre>\n",
                Escaped(&record.stderr)
            ),
        );
    }
    add(
        &mut body,
        format_args!(
            "<p>This game <a href=\"{id}.txt\" download>as text</a>, \
             <a href=\"{id}.json\" download>as JSON</a>.</p>\n",
            id = record.game
        ),
    );
    let title = format!("{} – {}", record.black, record.white);
    html::page(&title, "../", &body)
}

fn board(body: &mut String, board: &Board) {
    let size = board.size();
    add(
        body,
        format_args!("<table class=\"board\">\n<caption>Board</caption>\n<thead><tr><td></td>"),
    );
    for col in 0..size.cols() {
        let letter = char::from(b'a' + col);
        add(body, format_args!("<th scope=\"col\">{letter}</th>"));
    }
    body.push_str("</tr></thead>\n<tbody>");
    for square in size.squares() {
        if square.col == 0 {
            let letter = char::from(b'a' + square.row);
            add(body, format_args!("\n<tr><th scope=\"row\">{letter}</th>"));
        }
        let (class, letter) = match board.disc(square) {
            Some(Disc::Black) => ("black", 'B'),
            Some(Disc::White) => ("white", 'W'),
            None => ("empty", 'U'),
        };
        add(
            body,
            format_args!("<td class=\"{class}\"><span>{letter}</span></td>"),
        );
        if square.col + 1 == size.cols() {
            body.push_str("</tr>");
        }
    }
    body.push_str("\n</tbody>\n</table>\n");
}

fn moves(body: &mut String, steps: &[Step]) {
    if steps.is_empty() {
        body.push_str("<p>There were no moves.</p>\n");
        return;
    }
    body.push_str("<ol class=\"moves\" aria-label=\"Moves\">\n");
    for Step { mover, moved, .. } in steps {
        let by = colour(*mover);
        match moved {
            Some(Move(square, micros)) => {
                let at = square_name(*square);
                let time = time(*micros);
                add(
                    body,
                    format_args!(
                        "<li data-by=\"{by}\" data-at=\"{at}\">{by} <b>{at}</b> \
                         <small>{time}</small></li>\n"
                    ),
                );
            }
            None => add(
                body,
                format_args!("<li data-by=\"{by}\">{by} passes</li>\n"),
            ),
        }
    }
    body.push_str("</ol>\n");
}

/// `text` with a large first letter.
fn capital(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

fn add(text: &mut String, more: std::fmt::Arguments<'_>) {
    text.write_fmt(more).expect("a String takes it all");
}
