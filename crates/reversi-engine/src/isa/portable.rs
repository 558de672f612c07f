use super::rays::RAYS;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl super::Isa for Portable {
    #[inline(always)]
    fn moves(self, player: u64, opponent: u64) -> u64 {
        // Rows and diagonals must not wrap around the edge. The six inner
        // squares of a line are filled in three doubling steps.
        const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;
        let mut moves = 0;
        for (shift, between) in [
            (1, opponent & INNER),
            (8, opponent),
            (7, opponent & INNER),
            (9, opponent & INNER),
        ] {
            let mut up = between & (player << shift);
            let mut down = between & (player >> shift);
            up |= between & (up << shift);
            down |= between & (down >> shift);
            let pairs_up = between & (between << shift);
            let pairs_down = pairs_up >> shift;
            up |= pairs_up & (up << (2 * shift));
            down |= pairs_down & (down >> (2 * shift));
            up |= pairs_up & (up << (2 * shift));
            down |= pairs_down & (down >> (2 * shift));
            moves |= (up << shift) | (down >> shift);
        }
        moves & !(player | opponent)
    }

    #[inline(always)]
    fn flips(self, square: u32, player: u64, opponent: u64) -> u64 {
        let rays = &RAYS[square as usize & 63];
        let mut flips = 0;
        for ray in rays.up {
            // The nearest square of the ray without an opponent's disc.
            let stop = ray & !opponent;
            let nearest = stop & stop.wrapping_neg() & player;
            flips |= ray & nearest.wrapping_sub(u64::from(nearest != 0));
        }
        for ray in rays.down {
            let stop = (ray & !opponent) | 1;
            let nearest = (1 << 63 >> stop.leading_zeros()) & player & ray;
            flips |= ray & (nearest.wrapping_neg() ^ nearest);
        }
        flips
    }
}
