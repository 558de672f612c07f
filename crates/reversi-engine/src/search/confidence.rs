/// The confidence required of a ProbCut cut, from 63 to 100 percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Confidence(u8);

/// For each level, the probability in percent that a cut is right if errors are
/// normally distributed, and the number of standard deviations that gives it.
const LEVELS: [(u32, f32); 6] = [
    (63, 0.9),
    (87, 1.5),
    (95, 2.0),
    (98, 2.6),
    (99, 3.3),
    (100, f32::INFINITY),
];

impl Confidence {
    /// No ProbCut: every cut is proven.
    pub(crate) const EXACT: Self = Self(LEVELS.len() as u8 - 1);

    pub(crate) const LOWEST: Self = Self(0);

    /// The lowest confidence with at least this probability; [`EXACT`](Self::EXACT) from 100 on.
    pub(crate) fn at_least(percent: u32) -> Self {
        let level = LEVELS.iter().position(|level| level.0 >= percent);
        level.map_or(Self::EXACT, |level| Self(level as u8))
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentage_is_rounded_up_to_a_confidence() {
        let percents = [0, 63, 64, 99, 100, 101].map(|it| Confidence::at_least(it).percent());
        assert_eq!(percents, [63, 63, 87, 99, 100, 100]);
        assert_eq!(Confidence::at_least(100), Confidence::EXACT);
    }
}
