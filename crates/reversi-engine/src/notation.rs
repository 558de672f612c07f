//! The notation of scores and depths.

use std::fmt;

use crate::{Depth, Score};

/// Writes discs with two decimals, `1.50`; `{:+}` adds a plus sign.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.0 {
            ..0 => "-",
            _ if f.sign_plus() => "+",
            _ => "",
        };
        let hundredths = self.0.unsigned_abs();
        write!(f, "{sign}{}.{:02}", hundredths / 100, hundredths % 100)
    }
}

/// Writes `12` for an exact search to 12 plies, `12@95%` for one with ProbCut, and
/// `100%` or `95%` for a search to the end of the game, as NBoard does.
impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Plies(plies, 100) => plies.to_string(),
            Self::Plies(plies, chance) => format!("{plies}@{chance}%"),
            Self::End(chance) => format!("{chance}%"),
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_written_in_discs() {
        for (score, plain, signed) in [
            (0, "0.00", "+0.00"),
            (-5, "-0.05", "-0.05"),
            (1250, "12.50", "+12.50"),
            (-6400, "-64.00", "-64.00"),
        ] {
            let score = Score(score);
            assert_eq!(
                (score.to_string(), format!("{score:+}")),
                (plain.into(), signed.into())
            );
        }
        assert_eq!(Score(i32::MIN).to_string(), "-21474836.48");
    }

    #[test]
    fn a_depth_is_written_in_the_notation_of_nboard() {
        for (depth, text) in [
            (Depth::Plies(12, 100), "12"),
            (Depth::Plies(12, 95), "12@95%"),
            (Depth::End(100), "100%"),
            (Depth::End(63), "63%"),
        ] {
            assert_eq!(depth.to_string(), text);
        }
    }
}
