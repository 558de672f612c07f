//! The kinds of processor that the search is compiled for.

use std::error::Error;
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

impl FromStr for Processor {
    type Err = ProcessorError;

    fn from_str(text: &str) -> Result<Self, ProcessorError> {
        Self::all()
            .find(|processor| processor.0.name() == text)
            .ok_or(ProcessorError)
    }
}

/// The error for an unknown or unsupported kind of processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessorError;

impl fmt::Display for ProcessorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown or unsupported kind of processor: expected one of")?;
        for (index, kind) in Processor::all().enumerate() {
            write!(f, "{} {kind}", if index == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl Error for ProcessorError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_supported_kind_is_read_from_its_name() {
        for processor in Processor::all() {
            let found: Processor = processor.to_string().parse().expect("it is there");
            assert_eq!(found.to_string(), processor.to_string());
        }
        let error = "z80"
            .parse::<Processor>()
            .expect_err("it is not one of them");
        assert!(error.to_string().contains("portable"), "{error}");
    }
}
