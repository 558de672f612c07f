//! The cells of a board as the bits of a word, and the lines of the board.

use reversi_core::{Direction, Placement, Rules, Size, Square};

/// The relations between the cells of a board of up to 64 cells. Cell number
/// `row * cols + col` is the bit with that number in a word.
#[derive(Debug)]
pub(super) struct Geometry {
    size: Size,
    /// Every cell.
    pub(super) cells: u64,
    /// The cells at an end of some line.
    pub(super) edge: u64,
    /// The cells of the safe area.
    pub(super) safe: u64,
    /// The cells at most two king's steps from a cell, including the cell itself.
    pub(super) near: [u64; 64],
    /// The cells one king's step from a cell.
    pub(super) adjacent: [u64; 64],
    /// The cells from a cell to the edge, in the four directions to higher bits.
    pub(super) rising: [[u64; 4]; 64],
    /// The cells from a cell to the edge, in the four directions to lower bits.
    pub(super) falling: [[u64; 4]; 64],
    /// The axes along which a line has more than one cell.
    pub(super) axes: Vec<Axis>,
    /// The number of doubling steps that a fill along the longest line needs.
    pub(super) doublings: u32,
}

/// Two opposite directions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    /// The difference between the bit numbers of a cell and the next one.
    pub(super) shift: u32,
    /// The cells that have a next cell.
    pub(super) has_next: u64,
    /// The cells that have a previous cell.
    pub(super) has_previous: u64,
}

impl Geometry {
    /// Creates the geometry of a board of at most 64 cells on which stones are
    /// placed near each other.
    pub(super) fn new(rules: &Rules) -> Self {
        let size = rules.size;
        let Placement::Near { safe, reach } = rules.placement else {
            unreachable!("ReverGo places stones near each other")
        };
        let set = |keep: &dyn Fn(Square) -> bool| {
            size.squares()
                .filter(|&square| keep(square))
                .fold(0, |cells, square| cells | 1 << index(size, square))
        };
        let mut geometry = Self {
            size,
            cells: set(&|_| true),
            safe: set(&|square| safe.contains(square)),
            edge: 0,
            near: [0; 64],
            adjacent: [0; 64],
            rising: [[0; 4]; 64],
            falling: [[0; 4]; 64],
            axes: Vec::new(),
            doublings: size.rows().max(size.cols()).ilog2(),
        };
        // Row by row, the four directions after the middle one rise.
        let rising = &Direction::ALL[4..];
        for square in size.squares() {
            let cell = index(size, square);
            geometry.near[cell] = set(&|other| square.king_steps(other) <= reach);
            geometry.adjacent[cell] = set(&|other| square.king_steps(other) == 1);
            for (which, &direction) in rising.iter().enumerate() {
                let mut next = square;
                while let Some(further) = next.step(direction).filter(|&at| size.contains(at)) {
                    next = further;
                    let other = index(size, next);
                    geometry.rising[cell][which] |= 1 << other;
                    geometry.falling[other][which] |= 1 << cell;
                }
            }
        }
        for (which, &direction) in rising.iter().enumerate() {
            let with_ray =
                |rays: &[[u64; 4]; 64]| set(&|square| rays[index(size, square)][which] != 0);
            let has_next = with_ray(&geometry.rising);
            let has_previous = with_ray(&geometry.falling);
            let pair = size.squares().find_map(|square| {
                let next = square.step(direction).filter(|&at| size.contains(at))?;
                Some((index(size, square), index(size, next)))
            });
            if let Some((one, next)) = pair {
                geometry.edge |= geometry.cells & !(has_next & has_previous);
                geometry.axes.push(Axis {
                    shift: u32::try_from(next - one).expect("at most 64 cells"),
                    has_next,
                    has_previous,
                });
            }
        }
        geometry
    }

    /// The bit of `square`.
    pub(super) fn bit(&self, square: Square) -> u64 {
        1 << index(self.size, square)
    }

    /// The square of bit number `cell`.
    pub(super) fn square(&self, cell: u32) -> Square {
        let cell = u8::try_from(cell).expect("at most 64 cells");
        Square::new(cell / self.size.cols(), cell % self.size.cols())
    }

    /// Returns the cells that `seeds` reach along `axis` towards higher bits by
    /// steps onto `through`, including the seeds.
    pub(super) fn fill_up(&self, axis: Axis, seeds: u64, through: u64) -> u64 {
        let mut filled = seeds;
        let mut open = through & axis.has_previous;
        let mut shift = axis.shift;
        for _ in 0..self.doublings {
            filled |= open & (filled << shift);
            open &= open << shift;
            shift *= 2;
        }
        filled
    }

    /// Does the same as [`fill_up`](Self::fill_up), towards lower bits.
    pub(super) fn fill_down(&self, axis: Axis, seeds: u64, through: u64) -> u64 {
        let mut filled = seeds;
        let mut open = through & axis.has_next;
        let mut shift = axis.shift;
        for _ in 0..self.doublings {
            filled |= open & (filled >> shift);
            open &= open >> shift;
            shift *= 2;
        }
        filled
    }
}

impl Axis {
    /// The cells whose next one is in `cells`.
    pub(super) fn before(self, cells: u64) -> u64 {
        (cells >> self.shift) & self.has_next
    }

    /// The cells whose previous one is in `cells`.
    pub(super) fn after(self, cells: u64) -> u64 {
        (cells << self.shift) & self.has_previous
    }
}

fn index(size: Size, square: Square) -> usize {
    usize::from(square.row) * usize::from(size.cols()) + usize::from(square.col)
}
