//! The limits of one case.

use sandbox::Limits;
use transcript::Overrides;

/// Returns `limits` with those that a case sets for itself.
pub(crate) fn apply(limits: &Limits, own: &Overrides) -> Limits {
    let output = own
        .output
        .map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    Limits {
        wall: own.wall.unwrap_or(limits.wall),
        cpu: own.cpu.unwrap_or(limits.cpu),
        memory: own.memory.unwrap_or(limits.memory),
        output: output.unwrap_or(limits.output),
        processes: own.processes.unwrap_or(limits.processes),
        ..*limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_case_overrides_what_it_sets_and_nothing_else() {
        let limits = Limits::default();
        assert_eq!(apply(&limits, &Overrides::default()), limits);
        let own = Overrides {
            wall: Some(Duration::from_secs(1)),
            output: Some(7),
            ..Overrides::default()
        };
        let expected = Limits {
            wall: Duration::from_secs(1),
            output: 7,
            ..limits
        };
        assert_eq!(apply(&limits, &own), expected);
    }
}
