//! Weights with factors, which value combinations of features.
//!
//! A feature has a weight and seven factors. The factors of all features of a position are added,
//! over the whole board and around each corner. The evaluation is the sum of the weights plus the
//! squares of these sums, each multiplied by its own value (Rendle, "Factorization Machines", ICDM
//! 2010). All numbers are fitted together by stochastic gradient descent (Kingma and Ba, "Adam",
//! ICLR 2015).

use rayon::prelude::*;
use reversi_engine::Random;
use reversi_engine::eval::{
    BESIDE_CORNER, Contents, Features, Fold, Head, REGIONS, REST, Row, STAGES, View,
    regions_of_weights,
};

use super::adam::{Adam, LANES, Vector, add};
use crate::samples::Sample;

/// The unit of all numbers, in discs. The descent works best with numbers near one.
const UNIT: f32 = 4.0;

/// The number of samples per step.
const BATCH: usize = 2048;

/// The smallest number of steps, whatever the number of samples.
const LEAST_STEPS: usize = 1000;

/// A feature in fewer samples has no weight.
const LEAST_COUNT: u32 = 8;

/// The range of the initial factors, and the size of the values of their squares.
const FIRST_FACTOR: f32 = 0.087;
const FIRST_VALUE: f32 = 0.2;

#[derive(Clone, Copy, Debug)]
pub(crate) struct FitSettings {
    /// The weight of the square of every number, in positions. It keeps the weights of rare
    /// features near zero.
    pub(crate) lambda: f32,
    /// The number of times that every position is used, or more if there are few positions.
    pub(crate) epochs: usize,
    /// If not set, all factors are zero.
    pub(crate) has_factors: bool,
}

pub(crate) struct SampleRows {
    samples: Vec<Sample>,
    /// The indices of the weights of each sample, [`SampleRows::width`] per sample.
    numbers: Vec<u32>,
    width: usize,
}

impl SampleRows {
    pub(crate) fn new<'a>(fold: &Fold, samples: impl Iterator<Item = &'a Sample>) -> Self {
        let samples: Vec<Sample> = samples.copied().collect();
        let numbers_of = |sample: &Sample| {
            let position = sample.position;
            let features = Features::of(position.player(), position.opponent());
            let view = View::of(position);
            fold.weights_of(&features, &view).collect::<Vec<u32>>()
        };
        let numbers: Vec<Vec<u32>> = samples
            .par_chunks(1 << 12)
            .map(|samples| samples.iter().flat_map(numbers_of).collect())
            .collect();
        let numbers = numbers.concat();
        Self {
            width: numbers.len() / samples.len().max(1),
            numbers,
            samples,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.samples.len()
    }

    /// Replaces the indices of weights by those of the vectors of a machine.
    pub(crate) fn renumber(&mut self, machine: &Machine) {
        for number in &mut self.numbers {
            *number = machine.vector_of[*number as usize];
        }
    }

    fn of(&self, row: usize) -> (&[u32], &Sample) {
        let numbers = &self.numbers[row * self.width..][..self.width];
        (numbers, &self.samples[row])
    }
}

/// The vectors for one number of empty squares, in the order of a [`Head`]: `start`, `board`,
/// `corner` and `offset`.
type Values = [Vector; 4];

/// The sums of the rows of a position: over the whole board, and around each corner.
struct Sums {
    board: Vector,
    corners: [Vector; 4],
}

impl Sums {
    fn value(&self, [_, board, corner, _]: &Values) -> f32 {
        let squares = |sum: &Vector, values: &Vector| -> f32 {
            let terms = sum.iter().zip(values);
            terms.map(|(sum, value)| value * sum * sum).sum()
        };
        let corners = self.corners.iter();
        self.board[0]
            + squares(&self.board, board)
            + corners.map(|sum| squares(sum, corner)).sum::<f32>()
    }
}

/// The numbers of one stage.
#[derive(Clone)]
pub(crate) struct Machine {
    /// The index of the vector of each weight; 0 for weights with few positions.
    vector_of: Vec<u32>,
    /// The weights with their factors. The first vector is zero.
    vectors: Vec<Vector>,
    /// The region of each of a position's weights.
    regions: Vec<usize>,
    /// By number of empty squares. Those without positions are not fitted.
    values: Vec<Values>,
    is_fitted: [bool; STAGES],
}

impl Machine {
    /// Fits a machine to positions, and renumbers their rows. The result depends on the seed.
    pub(crate) fn fit(
        fold: &Fold,
        rows: &mut SampleRows,
        settings: FitSettings,
        seed: u64,
    ) -> Self {
        let mut counts = vec![0_u32; fold.len()];
        for &number in &rows.numbers {
            counts[number as usize] += 1;
        }
        let mut count = 0;
        let number = |occurred| {
            let is_rare = occurred < LEAST_COUNT;
            count += u32::from(!is_rare);
            if is_rare { 0 } else { count }
        };
        let vector_of = counts.into_iter().map(number).collect();
        let (first_factor, first_value) = if settings.has_factors {
            (FIRST_FACTOR, FIRST_VALUE)
        } else {
            (0.0, 0.0)
        };
        let mut random = Random::new(seed);
        let mut vectors = vec![Vector::default(); 1 + count as usize];
        for factor in vectors[1..].iter_mut().flat_map(|vector| &mut vector[1..]) {
            let byte = random.bits().to_le_bytes()[0];
            *factor = first_factor * (f32::from(byte) / 127.5 - 1.0);
        }
        // Every combination of signs occurs.
        let signs = |digit: usize| {
            std::array::from_fn(|lane| match (lane, lane >> digit & 1) {
                (0, _) => 0.0,
                (_, 0) => first_value,
                _ => -first_value,
            })
        };
        let values = [Vector::default(), signs(0), signs(1), Vector::default()];
        let mut is_fitted = [false; STAGES];
        for sample in &rows.samples {
            is_fitted[sample.position.empties() as usize] = true;
        }
        let mut machine = Self {
            vector_of,
            vectors,
            regions: regions_of_weights(),
            values: vec![values; STAGES],
            is_fitted,
        };
        rows.renumber(&machine);
        machine.descend(rows, settings, &mut random);
        machine
    }

    /// Changes all numbers step by step, each time by the gradient of a few positions.
    fn descend(&mut self, seen: &SampleRows, settings: FitSettings, random: &mut Random) {
        let mut order: Vec<u32> = (0..).take(seen.len()).collect();
        let batches = order.len().div_ceil(BATCH).max(1);
        let epochs = LEAST_STEPS.div_ceil(batches).max(settings.epochs);
        let steps = batches * epochs;
        let penalty = settings.lambda / as_f32(seen.len());
        let mut rows = Adam::new(self.vectors.len(), steps, penalty);
        let mut heads = Adam::new(self.values.as_flattened().len(), steps, penalty);
        for _ in 0..epochs {
            for last in (1..order.len()).rev() {
                #[expect(clippy::cast_possible_truncation, reason = "it is an index")]
                order.swap(last, random.below(last as u32 + 1) as usize);
            }
            for batch in order.chunks(BATCH) {
                for &row in batch {
                    let (numbers, sample) = seen.of(row as usize);
                    let scale = sample.importance() / as_f32(batch.len());
                    let target = sample.label / UNIT;
                    let empties = sample.position.empties() as usize;
                    let head = &mut heads.gradients.as_chunks_mut().0[empties];
                    let gradients = self.gradients(numbers, empties, head, |value| {
                        2.0 * scale * (value - target)
                    });
                    for (&number, &region) in numbers.iter().zip(&self.regions) {
                        add(&mut rows.gradients[number as usize], &gradients[region]);
                    }
                }
                rows.step(&mut self.vectors);
                self.vectors[0] = Vector::default();
                heads.step(self.values.as_flattened_mut());
            }
        }
    }

    fn sums(&self, numbers: &[u32], [start, _, _, offset]: &Values) -> Sums {
        let mut regions = [Vector::default(); REGIONS];
        regions[REST] = *start;
        for (&number, &region) in numbers.iter().zip(&self.regions) {
            add(&mut regions[region], &self.vectors[number as usize]);
        }
        let mut board = Vector::default();
        for region in &regions {
            add(&mut board, region);
        }
        let corners = std::array::from_fn(|corner| {
            let mut sum = *offset;
            let [left, right] = BESIDE_CORNER[corner];
            for region in [corner, left, right] {
                add(&mut sum, &regions[region]);
            }
            sum
        });
        Sums { board, corners }
    }

    /// Returns the gradient of the error of one position by the rows of each region, and adds that
    /// by the [`Values`] to `head`. `slope` returns the derivative of the error by the value.
    fn gradients(
        &self,
        numbers: &[u32],
        empties: usize,
        head: &mut Values,
        slope: impl FnOnce(f32) -> f32,
    ) -> [Vector; REGIONS] {
        let values = &self.values[empties];
        let sums = self.sums(numbers, values);
        let slope = slope(sums.value(values));
        let [_, board_values, corner_values, _] = values;
        let [start, board, corner, offset] = head;
        // The numbers in lane 0 are weights, whose sum is not squared, so its values are 0.
        let mut all = [0.0; LANES];
        for lane in 1..LANES {
            board[lane] += slope * sums.board[lane] * sums.board[lane];
            all[lane] = 2.0 * slope * board_values[lane] * sums.board[lane];
        }
        all[0] = slope;
        add(start, &all);
        let mut gradients = [all; REGIONS];
        for (index, (sum, [left, right])) in sums.corners.iter().zip(BESIDE_CORNER).enumerate() {
            let mut own = [0.0; LANES];
            for lane in 1..LANES {
                corner[lane] += slope * sum[lane] * sum[lane];
                own[lane] = 2.0 * slope * corner_values[lane] * sum[lane];
            }
            add(offset, &own);
            for region in [index, left, right] {
                add(&mut gradients[region], &own);
            }
        }
        gradients
    }

    /// Returns the root of the weighted mean of the squared errors, in discs.
    pub(crate) fn rmse(&self, rows: &SampleRows) -> f64 {
        let (mut squares, mut total) = (0.0, 0.0);
        for row in 0..rows.len() {
            let (numbers, sample) = rows.of(row);
            let values = &self.values[sample.position.empties() as usize];
            let error = UNIT * self.sums(numbers, values).value(values) - sample.label;
            let importance = f64::from(sample.importance());
            squares += importance * f64::from(error) * f64::from(error);
            total += importance;
        }
        // Without samples, it is 0.
        (squares / f64::max(total, f64::MIN_POSITIVE)).sqrt()
    }

    /// Returns the rows in the engine's units.
    fn rows(&self) -> Vec<Row> {
        let row = |&vector: &u32| rounded(&self.vectors[vector as usize]);
        self.vector_of.iter().map(row).collect()
    }

    /// Returns the head for a number of empty squares in the engine's units; `None` if no position
    /// has that number.
    fn head(&self, empties: usize) -> Option<Head> {
        let [start, board, corner, offset] = &self.values[empties];
        let value = |number: &f32| saturated(number * Head::value_unit(UNIT));
        self.is_fitted[empties].then(|| Head {
            start: rounded(start),
            board: board.each_ref().map(value),
            corner: corner.each_ref().map(value),
            offset: rounded(offset),
        })
    }
}

/// Returns the weights of machines for stages of `length` numbers of empty squares. The last
/// machine also serves all later stages.
pub(crate) fn contents(machines: &[Machine], length: usize) -> Contents {
    let stage_of = |empties: usize| (empties / length).min(machines.len() - 1);
    let mut heads = [Head::default(); STAGES];
    for empties in 0..STAGES {
        let own = machines[stage_of(empties)].head(empties);
        // Without positions, as in the first plies, a head is the same as with one empty square
        // less.
        heads[empties] = own.unwrap_or(heads[empties.saturating_sub(1)]);
    }
    #[expect(clippy::cast_possible_truncation, reason = "there are few stages")]
    let stage_of = std::array::from_fn(|empties| stage_of(empties) as u8);
    Contents {
        stage_of,
        heads,
        stages: machines.iter().map(Machine::rows).collect(),
    }
}

fn rounded(row: &Vector) -> Row {
    std::array::from_fn(|lane| match lane {
        0 => saturated(row[0] * Head::weight_unit(UNIT)),
        _ => saturated(row[lane] * Head::FACTOR_UNIT),
    })
}

#[expect(clippy::cast_possible_truncation, reason = "it saturates")]
fn saturated(number: f32) -> i16 {
    number.round() as i16
}

#[expect(clippy::cast_precision_loss, reason = "it is approximate")]
fn as_f32(number: usize) -> f32 {
    number.max(1) as f32
}

#[cfg(test)]
mod tests {
    use reversi_engine::Position;

    use super::*;
    use crate::positions::random_moves;

    const SETTINGS: FitSettings = FitSettings {
        lambda: 1.0,
        epochs: 1,
        has_factors: true,
    };

    fn samples(count: u32, label: impl Fn(Position) -> f32) -> Vec<Sample> {
        let mut random = Random::new(1);
        let sample = |_| {
            let position = random_moves(Position::START, 36, &mut random);
            Sample {
                position,
                label: label(position),
                count: 1,
                held_out: false,
            }
        };
        (0..count).map(sample).collect()
    }

    #[expect(clippy::cast_precision_loss, reason = "it is at most 64")]
    fn difference(position: Position, squares: u64) -> f32 {
        let [own, other] = [position.player(), position.opponent()]
            .map(|discs| (discs & squares).count_ones() as f32);
        own - other
    }

    #[test]
    fn squares_are_learned_that_no_sum_of_weights_expresses() {
        let label = |position: Position| {
            let whole = difference(position, u64::MAX);
            (whole * whole - 60.0) / 10.0
        };
        let samples = samples(4000, label);
        let fold = Fold::new();
        let mut rows = SampleRows::new(&fold, samples.iter());
        let mut flat = Machine::fit(&fold, &mut rows, SETTINGS, 1);
        let with = flat.rmse(&rows);
        for [_, board, corner, _] in &mut flat.values {
            (*board, *corner) = Default::default();
        }
        let without = flat.rmse(&rows);
        assert!(with < 2.0 && without > 2.0 * with, "{with} {without}");
        let settings = FitSettings {
            has_factors: false,
            ..SETTINGS
        };
        let mut rows = SampleRows::new(&fold, samples.iter());
        let linear = Machine::fit(&fold, &mut rows, settings, 1).rows();
        assert!(linear.iter().all(|row| row[1..] == [0; LANES - 1]));
        assert!(linear.iter().any(|row| row[0] != 0));
    }

    #[test]
    fn gradients_are_the_slopes_of_the_error() {
        let corner = 0x07_0707;
        let samples = samples(40, |position| difference(position, corner));
        let fold = Fold::new();
        let mut rows = SampleRows::new(&fold, samples.iter());
        let machine = Machine::fit(&fold, &mut rows, SETTINGS, 1);
        let (numbers, empties) = (rows.of(7).0, 24);
        let error = |machine: &Machine| {
            let values = &machine.values[empties];
            machine.sums(numbers, values).value(values).powi(2)
        };
        let mut head = Values::default();
        let gradients = machine.gradients(numbers, empties, &mut head, |value| 2.0 * value);
        let vector = *numbers.iter().max().expect("there are some") as usize;
        let mut slopes = Vector::default();
        for (&number, &region) in numbers.iter().zip(&machine.regions) {
            if number as usize == vector {
                add(&mut slopes, &gradients[region]);
            }
        }
        for (which, slopes) in [slopes].iter().chain(&head).enumerate() {
            // The first numbers of heads other than `start` are not used.
            let first = usize::from(which > 1);
            for (lane, slope) in slopes.iter().enumerate().skip(first) {
                let mut moved = machine.clone();
                match which {
                    0 => moved.vectors[vector][lane] += 1e-3,
                    _ => moved.values[empties][which - 1][lane] += 1e-3,
                }
                let found = (error(&moved) - error(&machine)) / 1e-3;
                let tolerance = 0.02 * slope.abs().max(1.0);
                assert!((found - slope).abs() < tolerance, "{found} {slope}");
            }
        }
    }
}
