//! Weights and their factors: a factorization machine, which values how features occur
//! together (Rendle, "Factorization Machines", ICDM 2010).

use std::iter::repeat_n;
use std::sync::Arc;

use wide::{f32x8, i16x8, i32x8};

use super::patterns::{CLASS_COUNT, LAYOUT_CONST};
use super::regions::{BESIDE_CORNER, LANES_OF, REGIONS, REST};
use super::{Features, View, terms};

/// The number of factors of a weight.
pub const FACTORS: usize = 7;

/// A weight in units of four hundredths of a disc, then its factors.
pub type Row = [i16; FACTORS + 1];

/// The unit of the weights, in hundredths of a disc.
const UNIT: i16 = 4;

/// The unit of a [`Head`]'s values: the square of a sum has 2^-20 hundredths of a disc.
const VALUE_UNIT: f32 = 1.0 / 1_048_576.0;

/// The product of a squared sum and its value is rounded to this many binary digits after the
/// point, in hundredths of a disc. Then the result does not depend on the order of summation.
const PRODUCT_DIGITS: u32 = 3;

/// The rows of one stage in the order of [`Fold`](super::Fold), one per configuration, then those
/// of the terms. The padding makes every offset plus a 16-bit index valid, so that the compiler
/// omits all bounds checks.
type WeightRows = [i16x8; LAYOUT_CONST.classes[CLASS_COUNT - 1].offset + (1 << 16)];

/// The numbers that turn the sums of rows into an evaluation, for one number of empty squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The sums of the weight and of the factors before any row is added.
    pub start: Row,
    /// The value of the squared sum of each factor over the whole board, in 2^-20
    /// hundredths of a disc. The first number is not used.
    pub board: Row,
    /// The same for the sum over each corner and the sides beside it.
    pub corner: Row,
    /// The sums around the corners before any row is added.
    pub offset: Row,
}

pub(super) const HEAD: usize = 4 * (FACTORS + 1);

impl Head {
    /// The unit of factors: 1 in a fit is this many here.
    pub const FACTOR_UNIT: f32 = 128.0;

    /// Returns the weight of one `discs` discs.
    pub fn weight_unit(discs: f32) -> f32 {
        100.0 * discs / f32::from(UNIT)
    }

    /// Returns the value with which the square of a sum of 1 is worth `discs` discs.
    pub fn value_unit(discs: f32) -> f32 {
        100.0 * discs / VALUE_UNIT / (Self::FACTOR_UNIT * Self::FACTOR_UNIT)
    }

    /// Adds this many discs to the evaluation.
    pub fn add_discs(&mut self, discs: f64) {
        let units = (100.0 * discs / f64::from(UNIT)).round() as i16;
        self.start[0] = self.start[0].saturating_add(units);
    }

    pub(super) fn numbers(&mut self) -> impl Iterator<Item = &mut i16> {
        let rows = [
            &mut self.start,
            &mut self.board,
            &mut self.corner,
            &mut self.offset,
        ];
        rows.into_iter().flatten()
    }
}

#[derive(Clone, Copy)]
pub(super) struct PreparedHead {
    start: i16x8,
    offset: i16x8,
    /// In the unit of the products.
    board: f32x8,
    corner: f32x8,
}

impl PreparedHead {
    pub(super) fn new(head: &Head) -> Self {
        let values = |row: &Row| {
            let scale = VALUE_UNIT * f32::from(1_u8 << PRODUCT_DIGITS);
            f32x8::new(std::array::from_fn(|lane| match lane {
                // The weights themselves.
                0 => 0.0,
                _ => f32::from(row[lane]) * scale,
            }))
        };
        Self {
            start: i16x8::new(head.start),
            offset: i16x8::new(head.offset),
            board: values(&head.board),
            corner: values(&head.corner),
        }
    }
}

#[derive(Clone)]
pub(super) struct StageRows(Arc<WeightRows>);

impl StageRows {
    pub(super) fn new(numbers: &[u32], rows: &[Row]) -> Self {
        let padding = size_of::<WeightRows>() / size_of::<i16x8>() - numbers.len();
        let own = numbers
            .iter()
            .map(|&number| i16x8::new(rows[number as usize]));
        let rows: Arc<[i16x8]> = own.chain(repeat_n(i16x8::default(), padding)).collect();
        Self(rows.try_into().expect("it has the length of the rows"))
    }

    /// In hundredths of a disc. Sums wrap around with weights that no fit makes.
    #[inline(always)]
    pub(super) fn evaluate(&self, head: &PreparedHead, features: &Features, view: &View) -> i32 {
        let rows = &*self.0;
        let mut sums = [i16x8::default(); REGIONS];
        macro_rules! sum {
            ($($region:literal)*) => {
                $(
                    // A constant, so that the compiler unrolls the loop.
                    let lanes = const { LANES_OF.of($region) };
                    for &(lane, offset) in lanes {
                        sums[$region] += rows[offset + usize::from(features.0[lane])];
                    }
                )*
            };
        }
        sum!(0 1 2 3 4 5 6 7 8);
        for number in terms::weights_of(view) {
            sums[REST] += rows[LAYOUT_CONST.weights + number];
        }
        let board = sums.iter().fold(head.start, |board, &sum| board + sum);
        let mut around_corners = i32x8::default();
        for (corner, sides) in BESIDE_CORNER.iter().enumerate() {
            around_corners += squares(head.offset + sums[corner] + sums[sides[0]] + sums[sides[1]]);
        }
        let products =
            squares(board).round_float() * head.board + around_corners.round_float() * head.corner;
        let products = products.fast_trunc_int().reduce_add();
        i32::from(UNIT) * i32::from(board.as_array()[0]) + (products >> PRODUCT_DIGITS)
    }
}

#[inline(always)]
fn squares(sum: i16x8) -> i32x8 {
    sum.widening_mul(sum)
}
