//! Positions with exact scores, one per line: 64 characters from a1 to h8 (`X`
//! black, `O` white, `-` empty), the side to move, and the final disc difference for
//! it with best play. Lines that begin with `%` are comments.

use std::path::Path;

use reversi_engine::Position;

use crate::Result;

/// A position and its exact score.
pub(super) struct Scored {
    pub(super) position: Position,
    /// The final disc difference for the side to move.
    pub(super) score: i32,
}

pub(super) fn read(path: &Path) -> Result<Vec<Scored>> {
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('%'))
        .map(|(number, line)| {
            parse(line).ok_or_else(|| {
                format!(
                    "{}: line {number}: expected 64 squares, the side to move and a score: `{line}`",
                    path.display()
                )
                .into()
            })
        })
        .collect()
}

fn parse(line: &str) -> Option<Scored> {
    let (position, score) = line.rsplit_once(' ')?;
    let score = score
        .parse()
        .ok()
        .filter(|score| (-64..=64).contains(score))?;
    let position = position.parse().ok()?;
    Some(Scored { position, score })
}
