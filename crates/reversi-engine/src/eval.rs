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

pub use weights::Weights;

#[doc(hidden)] // For the training, which fits the weights.
pub use self::{
    factors::{FACTORS, Head, Row},
    features::Features,
    file::Contents,
    fold::Fold,
    regions::{BESIDE_CORNER, REGIONS, REST, regions_of_weights},
    view::View,
    weights::{MAX_SCORE, STAGES},
};

#[cfg(test)]
pub(crate) mod tests;
