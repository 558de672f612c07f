//! The games of a tournament: each a pairing of two sides.

use std::fmt;
use std::str::FromStr;

use reversi_core::Disc;
use serde::{Deserialize, Serialize};

/// The course's own players, whom every player meets in the qualification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gatekeeper {
    /// The handout's library's `findSmarterMove`.
    Smarter,
    /// The handout's library's `findSmartestMove`.
    Smartest,
}

impl Gatekeeper {
    /// Both gatekeepers.
    pub const ALL: [Self; 2] = [Self::Smarter, Self::Smartest];

    /// Returns its name, as in the tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Smarter => "smarter",
            Self::Smartest => "smartest",
        }
    }
}

/// A side of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The player of this number in the plan.
    Entrant(usize),
    /// One of the course's own players.
    Gatekeeper(Gatekeeper),
}

/// A stage of the tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Stage {
    /// Every player against smarter and smartest, with both colours.
    Qualification,
    /// Every pair of finalists twice, each with black once, or that from each opening.
    Finals,
}

impl Stage {
    /// Both stages, in order.
    pub const ALL: [Self; 2] = [Self::Qualification, Self::Finals];
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Qualification => "qualification",
            Self::Finals => "finals",
        })
    }
}

/// A game of the tournament. Written as `q-3-smarter-black`, player 3 with
/// black against smarter, `f-3-7`, player 3 with black against player 7, or `f-3-7-o2`,
/// the same from opening 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Pairing {
    /// A game of the qualification.
    Qualification {
        /// The number of the player.
        player: usize,
        /// Its opponent.
        against: Gatekeeper,
        /// If set, the player has white.
        has_white: bool,
    },
    /// A game of the finals.
    Final {
        /// The number of the player with black.
        black: usize,
        /// The number of the player with white.
        white: usize,
    },
    /// A game of the finals that starts from an opening.
    Opened {
        /// The number of the player with black.
        black: usize,
        /// The number of the player with white.
        white: usize,
        /// The number of the opening in the plan, counted from 0.
        opening: usize,
    },
}

impl Pairing {
    /// Returns the stage it belongs to.
    pub fn stage(self) -> Stage {
        match self {
            Self::Qualification { .. } => Stage::Qualification,
            Self::Final { .. } | Self::Opened { .. } => Stage::Finals,
        }
    }

    /// Returns the side that plays `disc`.
    pub fn side(self, disc: Disc) -> Side {
        match self {
            Self::Qualification {
                player,
                against,
                has_white,
            } => {
                if has_white == (disc == Disc::White) {
                    Side::Entrant(player)
                } else {
                    Side::Gatekeeper(against)
                }
            }
            Self::Final { black, white } | Self::Opened { black, white, .. } => {
                Side::Entrant(match disc {
                    Disc::Black => black,
                    Disc::White => white,
                })
            }
        }
    }

    /// Returns the number of its opening, counted from 0; `None` if it begins at the
    /// start position.
    pub fn opening(self) -> Option<usize> {
        match self {
            Self::Opened { opening, .. } => Some(opening),
            _ => None,
        }
    }

    /// Returns the game with the other colours from the same opening. The two are one
    /// observation of the players' strengths.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Qualification {
                player,
                against,
                has_white,
            } => Self::Qualification {
                player,
                against,
                has_white: !has_white,
            },
            Self::Final { black, white } => Self::Final {
                black: white,
                white: black,
            },
            Self::Opened {
                black,
                white,
                opening,
            } => Self::Opened {
                black: white,
                white: black,
                opening,
            },
        }
    }

    /// Returns the qualification games of that many players.
    pub fn qualification(players: usize) -> Vec<Self> {
        let mut games = Vec::new();
        for player in 0..players {
            for against in Gatekeeper::ALL {
                for has_white in [false, true] {
                    games.push(Self::Qualification {
                        player,
                        against,
                        has_white,
                    });
                }
            }
        }
        games
    }

    /// Returns the games between `finalists`: from each of `openings` openings, or from
    /// the start position if there are none.
    pub fn finals(finalists: &[usize], openings: usize) -> Vec<Self> {
        let mut games = Vec::new();
        for &black in finalists {
            for &white in finalists {
                if black != white {
                    games.extend(Self::between(black, white, openings));
                }
            }
        }
        games
    }

    /// Returns the games of the finals in which `black` has black against `white`.
    pub fn between(black: usize, white: usize, openings: usize) -> Vec<Self> {
        if openings == 0 {
            return vec![Self::Final { black, white }];
        }
        (0..openings)
            .map(|opening| Self::Opened {
                black,
                white,
                opening,
            })
            .collect()
    }
}

impl fmt::Display for Pairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Qualification {
                player,
                against,
                has_white,
            } => {
                let colour = if *has_white { "white" } else { "black" };
                write!(f, "q-{player}-{}-{colour}", against.name())
            }
            Self::Final { black, white } => write!(f, "f-{black}-{white}"),
            Self::Opened {
                black,
                white,
                opening,
            } => write!(f, "f-{black}-{white}-o{opening}"),
        }
    }
}

impl From<Pairing> for String {
    fn from(pairing: Pairing) -> Self {
        pairing.to_string()
    }
}

impl TryFrom<String> for Pairing {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl FromStr for Pairing {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let parts: Vec<&str> = text.split('-').collect();
            match parts.as_slice() {
                ["q", player, against, colour] => Some(Self::Qualification {
                    player: player.parse().ok()?,
                    against: *Gatekeeper::ALL.iter().find(|one| one.name() == *against)?,
                    has_white: match *colour {
                        "black" => false,
                        "white" => true,
                        _ => return None,
                    },
                }),
                ["f", black, white] => Some(Self::Final {
                    black: black.parse().ok()?,
                    white: white.parse().ok()?,
                }),
                ["f", black, white, opening] => Some(Self::Opened {
                    black: black.parse().ok()?,
                    white: white.parse().ok()?,
                    opening: opening.strip_prefix('o')?.parse().ok()?,
                }),
                _ => None,
            }
        };
        read()
            .filter(|pairing| pairing.to_string() == text)
            .ok_or_else(|| format!("{text:?} is not a game"))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_game_is_read_as_it_is_written(
            players in 1..12_usize,
            openings in 0..4_usize,
            game in any::<prop::sample::Index>(),
        ) {
            let mut games = Pairing::qualification(players);
            games.extend(Pairing::finals(&(0..players).collect::<Vec<_>>(), openings));
            let pairs = players * (players - 1) * openings.max(1);
            prop_assert_eq!(games.len(), players * 4 + pairs);
            let distinct: BTreeSet<_> = games.iter().map(Pairing::to_string).collect();
            prop_assert_eq!(distinct.len(), games.len());
            let game = *game.get(&games);
            prop_assert_eq!(game.to_string().parse(), Ok(game));
            let other = game.reversed();
            prop_assert!(games.contains(&other) && other != game);
            prop_assert_eq!(other.reversed(), game);
            prop_assert_eq!(other.side(Disc::Black), game.side(Disc::White));
            prop_assert_eq!(other.opening(), game.opening());
        }

        #[test]
        fn other_texts_are_no_games(text in "[qf]?-?[0-9]{0,2}-[a-z0-9]{0,9}(-[a-z]{0,6}[0-9]?)?") {
            if let Ok(game) = text.parse::<Pairing>() {
                prop_assert_eq!(game.to_string(), text);
            }
        }
    }
}
