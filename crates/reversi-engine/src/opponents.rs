//! Two simple players for boards of any size, to measure the engine by:
//! [`smarter`] beats who flips the most discs, and [`smartest`] beats
//! [`smarter`].
//!
//! They share nothing with the engine, so that neither can have its mistakes.

use reversi_core::{Board, Disc, Square};

/// Looks one move ahead: a corner is good, a square next to a free corner bad,
/// the edge better than the line inside it, and few replies are better than
/// many. `None` if `mover` has no move. Among equals it takes the lowest row,
/// then the lowest column.
pub fn smarter(board: &Board, mover: Disc) -> Option<Square> {
    let grid = Grid::new(board, mover);
    let mut best = None;
    for (at, flips) in grid.moves(1) {
        let replies = grid.after(at, &flips).moves(1).len() as i32;
        let worth = grid.place(at) - 2 * replies;
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, at));
        }
    }
    best.map(|(_, at)| grid.square(at))
}

/// Looks up to four moves ahead, as far as 4000 positions reach, and judges by
/// mobility, the squares at the corners, and the edge discs that corners
/// protect. `None` if `mover` has no move.
pub fn smartest(board: &Board, mover: Disc) -> Option<Square> {
    let grid = Grid::new(board, mover);
    let mut moves: Vec<usize> = grid.moves(1).into_iter().map(|(at, _)| at).collect();
    moves.sort_by_key(|&at| -grid.place(at));
    let mut left = 4000;
    for depth in 0..4 {
        let mut most = -LIMIT;
        let mut best = 0;
        for (index, &at) in moves.iter().enumerate() {
            let next = grid.after(at, &grid.flips(at, 1));
            let Some(worth) = next.negamax(depth, -LIMIT, -most, &mut left) else {
                return moves.first().map(|&at| grid.square(at));
            };
            if -worth > most {
                (most, best) = (-worth, index);
            }
        }
        moves.get_mut(..=best)?.rotate_right(1);
    }
    moves.first().map(|&at| grid.square(at))
}

/// More than any position is worth.
const LIMIT: i32 = 1_000_000;

/// The squares with a rim around them, so that no step leaves the array: 1 for
/// a disc of the side to move, −1 for its opponent's, 0 where there is none.
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

    /// The eight steps to the next square.
    fn steps(&self) -> [isize; 8] {
        let down = self.cols as isize + 2;
        [-down - 1, -down, -down + 1, -1, 1, down - 1, down, down + 1]
    }

    /// Every square, row by row.
    fn places(&self) -> impl Iterator<Item = usize> + use<> {
        let (rows, cols) = (self.rows, self.cols);
        (1..=rows).flat_map(move |row| (1..=cols).map(move |col| row * (cols + 2) + col))
    }

    /// What `side` flips by playing on the empty square `at`.
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

    /// The moves of `side`, row by row, with what they flip.
    fn moves(&self, side: i8) -> Vec<(usize, Vec<usize>)> {
        self.places()
            .filter(|&at| self.cells[at] == 0)
            .map(|at| (at, self.flips(at, side)))
            .filter(|(_, flips)| !flips.is_empty())
            .collect()
    }

    /// After the side to move has played, seen by the other.
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

    /// What a disc on `at` is worth while the nearest corner is free.
    fn place(&self, at: usize) -> i32 {
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

    /// The corner of the quarter in which `square` lies.
    fn corner(&self, square: Square) -> usize {
        let end = |at: u8, side: usize| if usize::from(at) < side / 2 { 1 } else { side };
        end(square.row, self.rows) * (self.cols + 2) + end(square.col, self.cols)
    }

    /// What the position is worth to the side to move, `depth` moves ahead;
    /// `None` as soon as `left` positions have been looked at.
    fn negamax(&self, depth: u32, mut alpha: i32, beta: i32, left: &mut u32) -> Option<i32> {
        *left = left.checked_sub(1)?;
        let mut moves = self.moves(1);
        if moves.is_empty() && self.moves(-1).is_empty() {
            let margin: i32 = self.cells.iter().map(|&cell| i32::from(cell)).sum();
            return Some(1000 * margin);
        }
        if depth == 0 {
            return Some(self.worth(moves.len() as i32 - self.moves(-1).len() as i32));
        }
        if moves.is_empty() {
            let worth = self
                .clone()
                .pass()
                .negamax(depth - 1, -beta, -alpha, left)?;
            return Some(-worth);
        }
        moves.sort_by_key(|&(at, _)| -self.place(at));
        let mut most = -LIMIT;
        for (at, flips) in moves {
            let worth = -self
                .after(at, &flips)
                .negamax(depth - 1, -beta, -alpha, left)?;
            most = most.max(worth);
            alpha = alpha.max(worth);
            if alpha >= beta {
                break;
            }
        }
        Some(most)
    }

    /// What the position is worth to a side that has so many moves more.
    fn worth(&self, mobility: i32) -> i32 {
        let places: i32 = self
            .places()
            .map(|at| i32::from(self.cells[at]) * self.place(at))
            .sum();
        5 * mobility + places + 15 * self.protected()
    }

    /// The edge discs that reach a corner of their colour over such discs.
    fn protected(&self) -> i32 {
        let down = self.cols as isize + 2;
        let (top, bottom) = (self.cols + 3, self.rows * (self.cols + 2) + 1);
        let across = self.cols - 1;
        let edges = [
            (top, 1),
            (top, down),
            (top + across, -1),
            (top + across, down),
            (bottom, 1),
            (bottom, -down),
            (bottom + across, -1),
            (bottom + across, -down),
        ];
        let mut sum = 0;
        for (corner, step) in edges {
            let mut at = corner;
            while self.cells[corner] != 0 && self.cells[at] == self.cells[corner] {
                sum += i32::from(self.cells[at]);
                at = at.wrapping_add_signed(step);
            }
        }
        sum
    }
}
