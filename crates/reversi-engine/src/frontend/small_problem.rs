//! Positions on 4×4 and 6×6 for `solve`, in the format of OBF.

use std::sync::atomic::AtomicBool;

use reversi_core::{Board, Disc, Game, Rules, Size, Turn};

use super::wide_game::WidePly;
use crate::wide::Player;
use crate::{Depth, Line, Options, Score, SearchLimits};

/// A position on a small board, with the scores of moves if they are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SmallProblem {
    pub(super) game: Game,
    /// Moves with their final disc differences, for the side to move.
    pub(super) scores: Vec<(WidePly, i32)>,
    /// The best score, if it is given without a move.
    pub(super) score: Option<i32>,
}

impl SmallProblem {
    /// Reads a line without a comment whose position has 16 or 36 squares; `None` if it
    /// has another number of them.
    pub(super) fn read(line: &str) -> Option<Result<Self, String>> {
        let mut fields = line.split(';');
        let mut words = fields.next().unwrap_or_default().split_whitespace();
        let squares = words.next()?;
        let side = match squares.chars().count() {
            16 => 4,
            36 => 6,
            _ => return None,
        };
        let size = Size::square(side).expect("the size exists");
        Some(Self::read_fields(size, squares, words, fields))
    }

    fn read_fields<'a>(
        size: Size,
        squares: &str,
        mut words: impl Iterator<Item = &'a str>,
        fields: impl Iterator<Item = &'a str>,
    ) -> Result<Self, String> {
        let disc = |one: char| match one {
            'X' | 'x' | '*' => Some(Disc::Black),
            'O' | 'o' | '0' => Some(Disc::White),
            _ => None,
        };
        let mut board = Board::empty(size);
        for (at, one) in size.squares().zip(squares.chars()) {
            match disc(one) {
                Some(disc) => board.put(at, disc),
                None if matches!(one, '-' | '.') => {}
                None => {
                    let at = WidePly::Place(at);
                    return Err(format!("unexpected {one:?} on {at}, expected X, O or -"));
                }
            }
        }
        let side = words.next().unwrap_or_default();
        let mut letters = side.chars();
        let to_move = letters.next().and_then(disc);
        let (Some(to_move), None, None) = (to_move, letters.next(), words.next()) else {
            return Err("expected the side to move, X or O, after the squares".into());
        };
        let rules = Rules {
            size,
            ..Rules::OTHELLO
        };
        let mut problem = Self {
            game: Game::resume(rules, board, to_move).map_err(|error| error.to_string())?,
            scores: Vec::new(),
            score: None,
        };
        let most = size.area() as i32;
        for field in fields.map(str::trim).filter(|field| !field.is_empty()) {
            let wrong = || {
                format!(
                    "{field:?}: expected a score from -{most} to {most}, alone or after a move and \
                     a colon"
                )
            };
            let score = |text: &str| {
                let score = text.trim().parse().ok();
                let score = score.filter(|score| (-most..=most).contains(score));
                score.ok_or_else(wrong)
            };
            match field.split_once(':') {
                Some((ply, text)) => {
                    let ply = match ply.trim() {
                        "pa" | "PA" | "pass" => WidePly::Pass,
                        ply => WidePly::read(ply).ok_or_else(wrong)?,
                    };
                    problem.scores.push((ply, score(text)?));
                }
                None => problem.score = Some(score(field)?),
            }
        }
        Ok(problem)
    }

    /// Returns the best score in the file, if there is one.
    pub(super) fn best(&self) -> Option<i32> {
        let scores = self.scores.iter().map(|&(_, score)| score);
        self.score.or(scores.max())
    }

    /// Returns the score, and the principal variation with passes.
    pub(super) fn solve(&self, player: &mut Player, limits: &SearchLimits) -> (Line, Vec<WidePly>) {
        let mut game = self.game.clone();
        let mut plies = Vec::new();
        if let Turn::Pass(_) = game.turn() {
            game.pass().expect("the turn is a pass");
            plies.push(WidePly::Pass);
        }
        let never = AtomicBool::new(false);
        let found = player
            .choose(game.board(), game.to_move(), limits, &never)
            .expect("the player is for this size");
        let sign = if plies.is_empty() { 1 } else { -1 };
        let line = Line {
            moves: Vec::new(),
            score: Score(sign * found.score.0),
            depth: if found.exact {
                Depth::End(100)
            } else {
                Depth::Plies(found.depth, 100)
            },
            nodes: found.nodes,
            time: found.time,
        };
        for at in found.line {
            if let Turn::Pass(_) = game.turn() {
                game.pass().expect("the turn is a pass");
                plies.push(WidePly::Pass);
            }
            if game.play(at).is_err() {
                break;
            }
            plies.push(WidePly::Place(at));
        }
        (line, plies)
    }
}

/// The players for small boards, which the first position of a size creates.
#[derive(Debug, Default)]
pub(super) struct SmallPlayers(Vec<(Size, Player)>);

impl SmallPlayers {
    /// Returns the player for boards of `size`.
    pub(super) fn get(&mut self, size: Size, options: &Options) -> &mut Player {
        let known = self.0.iter().position(|(own, _)| *own == size);
        let index = known.unwrap_or_else(|| {
            let player = Player::with_processor(size, options.processor, options.table);
            let mut player = player.expect("the size is supported");
            player.set_threads(options.threads);
            self.0.push((size, player));
            self.0.len() - 1
        });
        &mut self.0[index].1
    }
}
