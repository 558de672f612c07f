//! The evaluation: mobility, corners and stable discs, with hand-set values.

use super::rows::{Rows, SideDiscs};

pub(super) struct Shape<const R: usize> {
    pub(super) area: u32,
    pub(super) all: Rows<R>,
    pub(super) corners: Rows<R>,
    /// The squares diagonal to the corners, and those next to them.
    diagonal: Rows<R>,
    beside: Rows<R>,
    /// The squares on the edge, except the corners and those next to them.
    edges: Rows<R>,
    /// The squares next to the edge, except those near the corners.
    inner_edges: Rows<R>,
    /// The first and the last column, and the first and the last row.
    sides: Rows<R>,
    ends: Rows<R>,
    quadrants: [Rows<R>; 4],
}

impl<const R: usize> Shape<R> {
    pub(super) fn new(side: u8) -> Self {
        let out = |at: u8| at.min(side - 1 - at);
        let ring = |row: u8, col: u8| (out(row).min(out(col)), out(row).max(out(col)));
        let quadrant = |number: usize| {
            let (lower, right) = (number > 1, number % 2 == 1);
            Rows::all(side, |row, col| {
                (row >= side / 2) == lower && (col >= side / 2) == right
            })
        };
        Self {
            area: u32::from(side) * u32::from(side),
            all: Rows::all(side, |_, _| true),
            corners: Rows::all(side, |row, col| ring(row, col) == (0, 0)),
            diagonal: Rows::all(side, |row, col| ring(row, col) == (1, 1)),
            beside: Rows::all(side, |row, col| ring(row, col) == (0, 1)),
            edges: Rows::all(side, |row, col| matches!(ring(row, col), (0, 2..))),
            inner_edges: Rows::all(side, |row, col| matches!(ring(row, col), (1, 2..))),
            sides: Rows::all(side, |_, col| out(col) == 0),
            ends: Rows::all(side, |row, _| out(row) == 0),
            quadrants: std::array::from_fn(quadrant),
        }
    }

    /// Returns the expected final disc difference for the side to move, in hundredths of a
    /// disc; `None` if neither side has a move.
    #[inline(always)]
    pub(super) fn evaluate(&self, discs: SideDiscs<R>) -> Option<i32> {
        let SideDiscs { player, opponent } = discs;
        let free = discs.free(self.all);
        let [moves, replies] = discs.moves(free);
        let (mine, theirs) = (moves.count() as i32, replies.count() as i32);
        if mine + theirs == 0 {
            return None;
        }
        let both = |of: &dyn Fn(Rows<R>) -> u32| of(player) as i32 - of(opponent) as i32;
        let on = |squares: Rows<R>| both(&|own| (own & squares).count());
        // Only these are worth less while the corner is free.
        let near_free = (self.corners & free).spread();
        let stable = |own: Rows<R>| {
            if (own & self.corners).is_none() {
                0
            } else {
                own.stable(self.sides, self.ends).count()
            }
        };
        let corner_moves =
            (moves & self.corners).count() as i32 - (replies & self.corners).count() as i32;
        let empties = free.count() as i32;
        let (margin, count) = (discs.margin(), self.area as i32 - empties);
        // Discs count in the last fifth of the game.
        let last = self.area as i32 / 5;
        let value = 20 * (mine - theirs)
            // A difference matters more if both sides have few moves.
            + 200 * (mine - theirs) / (mine + theirs + 2)
            - 40 * on(free.spread())
            + 400 * corner_moves
            + 600 * on(self.corners)
            - 300 * on(self.diagonal & near_free)
            - 100 * on(self.beside & near_free)
            + 100 * both(&stable)
            + 60 * on(self.edges)
            - 10 * on(self.inner_edges)
            + 100 * margin * (last - empties).max(0) / last
            + 500 * self.scarcity(count, margin);
        Some(value)
    }

    /// Returns how many discs the opponent is short of, minus the number that the side to move is
    /// short of, to be safe from losing all discs soon. Otherwise few discs are an advantage in the
    /// first half of a game.
    #[inline(always)]
    fn scarcity(&self, count: i32, margin: i32) -> i32 {
        let scarce = if self.area < 144 { 8 } else { 4 };
        let enough = (count / scarce + 3).min(24);
        let lacking = |own: i32| (enough - own).max(0);
        let mine = i32::midpoint(count, margin);
        lacking(count - mine) - lacking(mine)
    }

    /// Returns the squares of `free` in quarters with an odd number of them: the side that moves
    /// next also moves last there.
    #[inline(always)]
    pub(super) fn odd(&self, free: Rows<R>) -> Rows<R> {
        let quadrants = self.quadrants.iter();
        quadrants
            .map(|&quadrant| free & quadrant)
            .filter(|own| !own.count().is_multiple_of(2))
            .fold(Rows::NONE, |odd, own| odd | own)
    }
}

#[cfg(test)]
mod tests {
    use reversi_core::{Board, Disc};

    use super::*;

    #[test]
    fn an_evaluation_has_the_opposite_sign_for_the_other_side() {
        let rows = ["XX--------", "-O--------", "--X-------"];
        let picture = [&rows[..], &["----------"; 6], &["-------XO-"]].concat();
        let board: Board = picture.join("\n").parse().expect("a board");
        let value = |mover| Shape::<10>::new(10).evaluate(SideDiscs::of(&board, mover));
        let [black, white] = [Disc::Black, Disc::White].map(|mover| value(mover).expect("moves"));
        assert_eq!(black, -white);
        assert!(black > 600, "a corner and a move to one");
    }

    #[test]
    fn a_side_with_few_discs_is_in_danger() {
        let shape = Shape::<26>::new(26);
        assert_eq!(shape.scarcity(160, 0), 0);
        assert_eq!(shape.scarcity(160, -156), -22);
        assert_eq!(Shape::<6>::new(6).scarcity(10, -6), -2);
    }
}
