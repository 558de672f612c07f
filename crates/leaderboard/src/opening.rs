//! The openings that the finals are played from.

use reversi_core::{Game, Square, Turn};
use reversi_engine::openings::Openings;

use crate::failure::Failure;
use crate::settings::Settings;
use crate::square;

/// The seed of the openings.
const SEED: u64 = 1;

/// Returns `count` balanced openings for the board of `settings`, each as its moves:
/// `cdee` is cd, then ee.
pub(crate) fn generate(settings: &Settings, count: usize) -> Result<Vec<String>, Failure> {
    let openings = Openings::new(settings.rules().size, None, SEED)
        .map_err(|error| Failure::Refused(error.to_string()))?;
    let texts: Vec<String> = openings
        .take(count)
        .map(|opening| opening.moves().iter().copied().map(square::name).collect())
        .collect();
    if texts.len() < count {
        return Err(Failure::Refused(format!(
            "there are only {1} balanced openings on {0}×{0}, not {count}",
            settings.size,
            texts.len()
        )));
    }
    Ok(texts)
}

/// Returns the game after the moves `text`, and its plies, of which `None` is a pass.
/// The error is the reason why a game cannot go on from there.
pub(crate) fn play(settings: &Settings, text: &str) -> Result<(Game, Vec<Option<Square>>), String> {
    let mut game = Game::new(settings.rules()).expect("the rules of a plan can be played");
    let mut plies = Vec::new();
    let pass = |game: &mut Game, plies: &mut Vec<Option<Square>>| {
        if let Turn::Pass(_) = game.turn() {
            game.pass().expect("the turn is a pass");
            plies.push(None);
        }
    };
    for name in text.as_bytes().chunks(2) {
        pass(&mut game, &mut plies);
        let square = square::read(name)
            .ok_or_else(|| format!("{:?} is not a square", String::from_utf8_lossy(name)))?;
        game.play(square)
            .map_err(|error| format!("{}: {error}", square::name(square)))?;
        plies.push(Some(square));
    }
    pass(&mut game, &mut plies);
    match game.turn() {
        Turn::Over(_) => Err("the game is over after it".to_owned()),
        _ => Ok((game, plies)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_can_be_played_on_every_size() {
        for size in [4, 6, 8, 10, 26] {
            let settings = Settings {
                size,
                ..Settings::default()
            };
            let openings = generate(&settings, 3).expect("there are enough");
            for text in &openings {
                let (game, plies) = play(&settings, text).expect(text);
                assert!(matches!(game.turn(), Turn::Move(_)), "{text}");
                assert_eq!(plies.iter().flatten().count() * 2, text.len());
            }
            assert_eq!(openings, generate(&settings, 3).expect("the same"));
        }
    }

    #[test]
    fn an_impossible_opening_is_an_error() {
        let settings = Settings {
            size: 4,
            ..Settings::default()
        };
        for (text, word) in [
            ("a", "\"a\" is not a square"),
            ("aa", "aa: the move flips nothing"),
            ("zz", "zz: the square is off the board"),
        ] {
            let error = play(&settings, text).expect_err(text);
            assert!(error.contains(word), "{error}");
        }
        let error = generate(&settings, 1000).expect_err("the board is small");
        assert!(error.to_string().contains("only"), "{error}");
    }
}
