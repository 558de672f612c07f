//! Simple players for boards of any size. Each of [`positional`], [`smarter`] and [`smartest`]
//! beats the one before it, and the first beats the prescribed algorithm.

use reversi_core::{Board, Disc, Game, Square};

/// Returns the move on the best square, ignoring the discs that it flips; `None` if the side to
/// move has no move. Squares and ties are as in [`smarter`].
pub fn positional(game: &Game) -> Option<Square> {
    let grid = Grid::new(game.board(), game.to_move());
    let moves = grid.moves(1).into_iter().rev();
    let best = moves.max_by_key(|&(at, _)| grid.square_value(at));
    best.map(|(at, _)| grid.square(at))
}

/// Returns the best move of a search one move ahead; `None` if there is no move.
///
/// A corner is good, a square next to a free corner is bad, the edge is better than the line inside
/// it, and few replies are better than many. Ties go to the lowest row, then to the lowest column.
pub fn smarter(game: &Game) -> Option<Square> {
    let grid = Grid::new(game.board(), game.to_move());
    let best = grid.moves(1).into_iter().rev().max_by_key(|(at, flips)| {
        let replies = grid.after(*at, flips).moves(1).len() as i32;
        grid.square_value(*at) - 2 * replies
    });
    best.map(|(at, _)| grid.square(at))
}

/// Returns the best move of a search up to four moves ahead that visits at most 4000 positions;
/// `None` if the side to move has no move.
///
/// It evaluates mobility, the squares at the corners, and the edge discs that corners protect.
pub fn smartest(game: &Game) -> Option<Square> {
    let grid = Grid::new(game.board(), game.to_move());
    let mut moves: Vec<usize> = grid.moves(1).into_iter().map(|(at, _)| at).collect();
    moves.sort_by_key(|&at| -grid.square_value(at));
    let mut left = 4000;
    for depth in 0..4 {
        let mut most = -LIMIT;
        let mut best = 0;
        for (index, &at) in moves.iter().enumerate() {
            let next = grid.after(at, &grid.flips(at, 1));
            let Some(value) = next.negamax(depth, -LIMIT, -most, &mut left) else {
                return moves.first().map(|&at| grid.square(at));
            };
            if -value > most {
                (most, best) = (-value, index);
            }
        }
        moves.get_mut(..=best)?.rotate_right(1);
    }
    moves.first().map(|&at| grid.square(at))
}

const LIMIT: i32 = 1_000_000;

/// The board with a border of empty cells, so that no step leaves the array. A
/// cell is 1 for a disc of the side to move, −1 for its opponent's, else 0.
#[derive(Clone)]
struct Grid {
    rows: usize,
    cols: usize,
    cells: Vec<i8>,
}

impl Grid {
    fn new(board: &Board, mover: Disc) -> Self {
        let size = board.size();
        let (rows, cols) = (usize::from(size.rows()), usize::from(size.cols()));
        let mut grid = Self {
            rows,
            cols,
            cells: vec![0; (rows + 2) * (cols + 2)],
        };
        for square in board.occupied() {
            let at = (usize::from(square.row) + 1) * (cols + 2) + usize::from(square.col) + 1;
            grid.cells[at] = if board.disc(square) == Some(mover) {
                1
            } else {
                -1
            };
        }
        grid
    }

    fn square(&self, at: usize) -> Square {
        let (row, col) = (at / (self.cols + 2), at % (self.cols + 2));
        Square::new((row - 1) as u8, (col - 1) as u8)
    }

    fn steps(&self) -> [isize; 8] {
        let down = self.cols as isize + 2;
        [-down - 1, -down, -down + 1, -1, 1, down - 1, down, down + 1]
    }

    fn squares(&self) -> impl Iterator<Item = usize> + use<> {
        let (rows, cols) = (self.rows, self.cols);
        (1..=rows).flat_map(move |row| (1..=cols).map(move |col| row * (cols + 2) + col))
    }

    fn flips(&self, at: usize, side: i8) -> Vec<usize> {
        let mut flips = Vec::new();
        for step in self.steps() {
            let known = flips.len();
            let mut next = at.wrapping_add_signed(step);
            while self.cells[next] == -side {
                flips.push(next);
                next = next.wrapping_add_signed(step);
            }
            if self.cells[next] != side {
                flips.truncate(known);
            }
        }
        flips
    }

    fn moves(&self, side: i8) -> Vec<(usize, Vec<usize>)> {
        self.squares()
            .filter(|&at| self.cells[at] == 0)
            .map(|at| (at, self.flips(at, side)))
            .filter(|(_, flips)| !flips.is_empty())
            .collect()
    }

    fn after(&self, at: usize, flips: &[usize]) -> Self {
        let mut next = self.clone();
        next.cells[at] = 1;
        for &flip in flips {
            next.cells[flip] = 1;
        }
        next.pass()
    }

    fn pass(mut self) -> Self {
        for cell in &mut self.cells {
            *cell = -*cell;
        }
        self
    }

    /// The squares beside a corner count against a disc only while the corner is free.
    fn square_value(&self, at: usize) -> i32 {
        let square = self.square(at);
        let out = |at: u8, side: usize| usize::from(at).min(side - 1 - usize::from(at));
        let (row, col) = (out(square.row, self.rows), out(square.col, self.cols));
        let corner = self.corner(square);
        match (row.min(col), row.max(col)) {
            (0, 0) => 100,
            (0, 1) if self.cells[corner] == 0 => -30,
            (1, 1) if self.cells[corner] == 0 => -60,
            (0, _) => 10,
            (1, _) => -5,
            _ => 0,
        }
    }

    fn corner(&self, square: Square) -> usize {
        let end = |at: u8, side: usize| if usize::from(at) < side / 2 { 1 } else { side };
        end(square.row, self.rows) * (self.cols + 2) + end(square.col, self.cols)
    }

    /// Returns the value for the side to move of a search `depth` moves deep; `None` once `left`
    /// positions have been visited.
    fn negamax(&self, depth: u32, mut alpha: i32, beta: i32, left: &mut u32) -> Option<i32> {
        *left = left.checked_sub(1)?;
        let mut moves = self.moves(1);
        if moves.is_empty() && self.moves(-1).is_empty() {
            let margin: i32 = self.cells.iter().map(|&cell| i32::from(cell)).sum();
            return Some(1000 * margin);
        }
        if depth == 0 {
            return Some(self.evaluate(moves.len() as i32 - self.moves(-1).len() as i32));
        }
        if moves.is_empty() {
            let passed = self.clone().pass();
            return Some(-passed.negamax(depth - 1, -beta, -alpha, left)?);
        }
        moves.sort_by_key(|&(at, _)| -self.square_value(at));
        let mut most = -LIMIT;
        for (at, flips) in moves {
            let next = self.after(at, &flips);
            let value = -next.negamax(depth - 1, -beta, -alpha, left)?;
            most = most.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Some(most)
    }

    /// The side to move has `mobility` more moves.
    fn evaluate(&self, mobility: i32) -> i32 {
        let squares: i32 = self
            .squares()
            .map(|at| i32::from(self.cells[at]) * self.square_value(at))
            .sum();
        5 * mobility + squares + 15 * self.protected()
    }

    /// Counts own edge discs connected to a corner of their colour, less the opponent's.
    fn protected(&self) -> i32 {
        let down = self.cols as isize + 2;
        let (top, bottom) = (self.cols + 3, self.rows * (self.cols + 2) + 1);
        let across = self.cols - 1;
        let edges = [
            (top, [1, down]),
            (top + across, [-1, down]),
            (bottom, [1, -down]),
            (bottom + across, [-1, -down]),
        ];
        let mut sum = 0;
        for (corner, steps) in edges {
            for step in steps {
                let mut at = corner;
                while self.cells[corner] != 0 && self.cells[at] == self.cells[corner] {
                    sum += i32::from(self.cells[at]);
                    at = at.wrapping_add_signed(step);
                }
            }
        }
        sum
    }
}
