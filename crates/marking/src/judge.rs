//! The two judges. The judge by [`text`] compares what was printed with what is
//! expected. The judge by rules is for courses whose words are free: it reads
//! the boards, the lists of moves and the result out of whatever a program
//! prints, plays with it move by move, and checks everything by the rules of the
//! game. Both find the same [`Mistake`](crate::diagnose::Mistake)s.

mod answers;
mod counters;
mod finding;
mod form;
mod lenient;
mod plan;
mod recorded;
mod rules;
mod steer;
pub mod text;
mod turn;

pub use crate::read::boards::Palette;
pub use finding::{Finding, GamePlace};
pub use lenient::leniencies;
pub use recorded::{Recorded, judge_recorded};
pub use rules::{JudgedGame, judge, judge_towards};
pub use turn::{Interactive, Status};
