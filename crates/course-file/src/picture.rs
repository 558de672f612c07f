//! Draws the board like the handout.

use course::Glyphs;
use course::pattern::Index;
use reversi_core::{Game, Size};

use crate::template::TextPart;

#[derive(Clone, Debug)]
pub(crate) enum PicturePart {
    Cells,
    Row(Index),
    Columns(Index),
    /// This text per column, with the column's name in the middle.
    EachColumn(String, Option<Index>),
}

impl PicturePart {
    pub(crate) const NAMES: &[&str] = &[
        "cells", "row:a", "row:A", "row:0", "row:1", "row: 1", "cols:a", "cols:A", "cols:0",
        "cols:1",
    ];

    pub(crate) fn of(name: &str) -> Option<Self> {
        match name.split_once(':') {
            None => (name == "cells").then_some(Self::Cells),
            Some(("row", first)) => Index::of(first).map(Self::Row),
            Some(("cols", text)) => {
                let index = Index::of(text.trim());
                Some(match index.filter(|_| text.trim() == text) {
                    Some(index) => Self::Columns(index),
                    None => Self::EachColumn(text.to_owned(), index),
                })
            }
            Some(_) => None,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub(crate) glyphs: Glyphs,
    pub(crate) above: Option<Vec<TextPart<PicturePart>>>,
    pub(crate) row: Vec<TextPart<PicturePart>>,
    pub(crate) between: String,
    pub(crate) below: Option<Vec<TextPart<PicturePart>>>,
}

impl Picture {
    pub(crate) fn of(&self, game: &Game) -> String {
        let size = game.board().size();
        let rows = (0..size.rows()).map(|row| {
            let cells = (0..size.cols()).map(|col| self.cell(game, row, col).to_string());
            let cells: Vec<String> = cells.collect();
            self.line(&self.row, size, row, &cells.join(&self.between))
        });
        let edge = |parts: &Vec<TextPart<PicturePart>>| self.line(parts, size, 0, "");
        let above = self.above.iter().map(edge);
        let lines: Vec<String> = above
            .chain(rows)
            .chain(self.below.iter().map(edge))
            .collect();
        lines.join("\n")
    }

    fn cell(&self, game: &Game, row: u8, col: u8) -> char {
        let at = reversi_core::Square::new(row, col);
        let disc = game.board().disc(at);
        let is_legal = || disc.is_none() && game.check(at).is_ok();
        let legal = self.glyphs.legal.filter(|_| is_legal());
        legal.unwrap_or_else(|| self.glyphs.cell(disc))
    }

    fn line(&self, parts: &[TextPart<PicturePart>], size: Size, row: u8, cells: &str) -> String {
        let mut line = String::new();
        for part in parts {
            match part {
                TextPart::Text(text) => line.push_str(text),
                TextPart::Slot(PicturePart::Cells) => line.push_str(cells),
                TextPart::Slot(PicturePart::Row(index)) => line.push_str(&index.name(row)),
                TextPart::Slot(PicturePart::Columns(index)) => {
                    let names: Vec<String> = (0..size.cols()).map(|col| index.name(col)).collect();
                    line.push_str(&names.join(&self.between));
                }
                TextPart::Slot(PicturePart::EachColumn(text, None)) => {
                    line.push_str(&text.repeat(size.cols().into()));
                }
                TextPart::Slot(PicturePart::EachColumn(text, Some(index))) => {
                    // The name replaces the spaces before it.
                    let (name, after) = text.split_at(text.trim_end().len());
                    let width = name.len();
                    line.extend((0..size.cols()).map(|col| {
                        let name = index.name(col);
                        format!("{name:>width$}{after}")
                    }));
                }
            }
        }
        line
    }

    pub(crate) fn header(&self, size: Size) -> String {
        let above = self.above.as_ref();
        let above = above.map_or_else(String::new, |parts| self.line(parts, size, 0, ""));
        let last = above.trim_end().lines().last();
        last.unwrap_or_default().trim().to_owned()
    }
}
