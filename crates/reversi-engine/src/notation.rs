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
        let scores = [0, -5, 1250, -6400].map(Score);
        let plain = ["0.00", "-0.05", "12.50", "-64.00"];
        assert_eq!(scores.map(|score| score.to_string()), plain);
        let signed = ["+0.00", "-0.05", "+12.50", "-64.00"];
        assert_eq!(scores.map(|score| format!("{score:+}")), signed);
        assert_eq!(Score(i32::MIN).to_string(), "-21474836.48");
    }

    #[test]
    fn a_depth_is_written_in_the_notation_of_nboard() {
        let plies = [100, 95].map(|percent| Depth::Plies(12, percent).to_string());
        let end = [100, 63].map(|percent| Depth::End(percent).to_string());
        assert_eq!(plies, ["12", "12@95%"]);
        assert_eq!(end, ["100%", "63%"]);
    }
}
