//! Marking by rules: what was printed, held against the rules of the game.

use std::path::Path;

use transcript::Case;
use transcript::process::{Limits, Program};

use crate::mark::Marker;
use crate::marked::Marked;

pub(crate) fn mark(
    marker: &Marker,
    case: &Case,
    program: &Program,
    limits: &Limits,
    scratch: &Path,
) -> Marked {
    crate::by_text::mark(marker, case, program, limits, scratch)
}
