//! Finds the mistakes of a program. Both judges use these functions, so that
//! one mistake has one name and one sentence however it was found.

mod boards;
mod first_board;
mod history;
mod mistake;
mod names;
mod quote;
mod results;
mod sentence;
mod squares;
mod text;
mod turns;

pub use crate::read::results::ResultClaim;
pub(crate) use boards::{differences, disguised, placed};
pub use first_board::{BoardPair, board_pairs};
pub(crate) use history::{History, PlayedMove};
pub use mistake::{
    AnnouncedScores, FlipCounts, GoesOn, Mistake, SpaceChange, Unread, WrongSquares,
};
pub use names::CaseNames;
pub(crate) use quote::shortened;
pub(crate) use results::{
    names_another_winner, wrong_closing_line, wrong_counter, wrong_margin, wrong_scores,
    wrong_winner,
};
pub use sentence::{counted, sentence};
pub(crate) use squares::{transpose, without};
pub(crate) use text::{ends_as_prompt, wrong_end, wrong_line, wrong_prompt, wrong_text};
pub(crate) use turns::wrong_move;
