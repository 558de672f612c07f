//! The lines of squares that leave each square.

/// The rays of a square, without itself: four towards higher bits (east,
/// south, south-west, south-east), then four towards lower ones.
#[repr(C, align(64))]
pub(crate) struct Rays {
    pub(crate) up: [u64; 4],
    pub(crate) down: [u64; 4],
}

/// One of each square, by its index.
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

/// The squares beside each square: at the beginning of its rays.
pub(crate) static ADJACENT: [u64; 64] = {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < 4 {
            let (up, down) = (RAYS[square].up[line], RAYS[square].down[line]);
            all[square] |= up & up.wrapping_neg();
            if down != 0 {
                all[square] |= 1 << down.ilog2();
            }
            line += 1;
        }
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
