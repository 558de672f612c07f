#![doc = include_str!("eval/README.md")]

mod factors;
mod features;
mod file;
mod fold;
mod patterns;
mod regions;
mod terms;
mod view;
mod weights;

pub use factors::{FACTORS, Head, Row};
pub use features::Features;
pub use file::Contents;
pub use fold::Fold;
pub use regions::{BESIDE_CORNER, REGIONS, REST, regions_of_weights};
pub use view::View;
pub use weights::{MAX_SCORE, STAGES, Weights};

#[cfg(test)]
pub(crate) mod tests;
