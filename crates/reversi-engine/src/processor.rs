//! The kinds of processor that the search is compiled for.

use std::fmt;
use std::str::FromStr;

use crate::isa::Kind;

/// A kind of processor that the search is compiled for and that this processor
/// supports. A processor may be of several kinds.
#[derive(Clone, Copy, Debug)]
pub struct Processor(Kind);

impl Processor {
    /// Returns the kinds that this processor supports, the fastest last.
    pub fn all() -> impl Iterator<Item = Self> {
        Kind::all().into_iter().map(Self)
    }

    /// Returns the fastest kind that this processor supports.
    pub fn best() -> Self {
        Self(Kind::best())
    }

    pub(crate) fn kind(self) -> Kind {
        self.0
    }
}

/// Writes `portable`, `avx2` or `avx512`.
impl fmt::Display for Processor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

/// The error is a message.
impl FromStr for Processor {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::all().find(|one| one.0.name() == text);
        found.ok_or_else(|| {
            let all: Vec<&str> = Self::all().map(|one| one.0.name()).collect();
            let all = all.join(", ");
            format!("unknown or unsupported kind of processor: expected one of {all}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_supported_kind_is_read_from_its_name() {
        for processor in Processor::all() {
            let found = processor.to_string().parse::<Processor>();
            assert_eq!(found.map(|it| it.to_string()), Ok(processor.to_string()));
        }
        let error = "z80".parse::<Processor>().expect_err("it is none");
        assert!(error.contains("expected one of portable"), "{error}");
    }
}
