//! How scores and depths are written.

use std::fmt;

use crate::{Depth, Score};

/// Discs with two decimals, `1.50`; with a plus sign where `{:+}` asks for it.
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

/// `12`, `12@95%` where cuts may be wrong, `100%` and `95%` at the end of the
/// game: the words of NBoard and of its engines.
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
    fn a_depth_is_written_as_nboard_has_it() {
        for (depth, text) in [
            (Depth::Plies(12, 100), "12"),
            (Depth::Plies(12, 95), "12@95%"),
            (Depth::End(100), "100%"),
            (Depth::End(73), "73%"),
        ] {
            assert_eq!(depth.to_string(), text);
        }
    }
}
