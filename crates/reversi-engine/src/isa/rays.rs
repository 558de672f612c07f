//! Tables of the rays from each square and of the squares beside it.

/// The rays from a square, without the square itself: four towards higher bits (east,
/// south, south-west, south-east) and the four opposite ones.
#[repr(C, align(64))]
pub(crate) struct Rays {
    pub(crate) up: [u64; 4],
    pub(crate) down: [u64; 4],
}

pub(crate) static RAYS: [Rays; 64] = {
    let mut all = [const {
        Rays {
            up: [0; 4],
            down: [0; 4],
        }
    }; 64];
    let mut square = 0;
    while square < 64 {
        let steps = [(0, 1), (1, 0), (1, -1), (1, 1)];
        let mut line = 0;
        while line < 4 {
            let (rows, cols) = steps[line];
            all[square].up[line] = ray(square, rows, cols);
            all[square].down[line] = ray(square, -rows, -cols);
            line += 1;
        }
        square += 1;
    }
    all
};

/// Returns all squares beside one of `squares`, in any direction, even if in `squares`.
pub(crate) const fn beside(squares: u64) -> u64 {
    const NOT_WEST: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_EAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let sides = (squares << 1 & NOT_WEST) | (squares >> 1 & NOT_EAST);
    let rows = squares | sides;
    sides | rows << 8 | rows >> 8
}

pub(crate) static ADJACENT: [u64; 64] = {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        all[square] = beside(1 << square);
        square += 1;
    }
    all
};

const fn ray(from: usize, rows: i32, cols: i32) -> u64 {
    let mut word = 0;
    let mut row = from as i32 / 8 + rows;
    let mut col = from as i32 % 8 + cols;
    while row >= 0 && row < 8 && col >= 0 && col < 8 {
        word |= 1 << (row * 8 + col);
        row += rows;
        col += cols;
    }
    word
}
