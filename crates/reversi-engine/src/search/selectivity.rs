//! How much a search dares to leave out.

/// How sure a cut must be that is no proof, from 73 to 100 percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Selectivity(u8);

/// Of each level: the chance in percent that a cut is right, were errors
/// distributed normally, and the number of standard deviations that gives it.
const LEVELS: [(u32, f32); 6] = [
    (73, 1.1),
    (87, 1.5),
    (95, 2.0),
    (98, 2.6),
    (99, 3.3),
    (100, f32::INFINITY),
];

impl Selectivity {
    /// Proofs only.
    pub(crate) const EXACT: Self = Self(LEVELS.len() as u8 - 1);

    /// The level that cuts the most.
    pub(crate) const BOLDEST: Self = Self(0);

    pub(crate) fn from_level(level: u8) -> Self {
        Self(level.min(Self::EXACT.0))
    }

    pub(crate) fn level(self) -> u8 {
        self.0
    }

    pub(crate) fn percent(self) -> u32 {
        LEVELS[usize::from(self.0)].0
    }

    #[inline(always)]
    pub(crate) fn deviations(self) -> f32 {
        LEVELS[usize::from(self.0)].1
    }
}
