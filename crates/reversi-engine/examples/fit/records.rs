//! Positions with their final disc difference, 17 bytes each: the words of the side
//! to move and of its opponent, and the score for the side to move.

use std::collections::HashMap;
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::ops::RangeInclusive;

use reversi_engine::eval::Weights;
use reversi_engine::{Position, Solver};

const SIZE: usize = 17;

#[derive(Clone, Copy)]
pub(crate) struct Record {
    pub(crate) position: Position,
    pub(crate) score: f32,
}

pub(crate) fn write(out: &mut impl Write, position: Position, score: i32) -> io::Result<()> {
    out.write_all(&position.player().to_le_bytes())?;
    out.write_all(&position.opponent().to_le_bytes())?;
    out.write_all(&[(score as i8).cast_unsigned()])
}

/// Returns the records of a file in order.
pub(crate) fn read(file: &str) -> Result<Vec<Record>, Box<dyn Error>> {
    fs::read(file)?
        .chunks(SIZE)
        .map(|bytes| {
            let word =
                |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
            let record = || {
                Some(Record {
                    position: Position::new(word(0)?, word(8)?)?,
                    score: f32::from(bytes.get(16)?.cast_signed()),
                })
            };
            record().ok_or_else(|| format!("{file}: invalid record {bytes:?}").into())
        })
        .collect()
}

/// Copies the records of a file, with exact scores for positions with `empties`
/// empty squares.
pub(crate) fn label(
    file: &str,
    empties: RangeInclusive<u32>,
    out: &str,
) -> Result<(), Box<dyn Error>> {
    let mut solver = Solver::new();
    let mut out = BufWriter::new(File::create(out)?);
    for record in read(file)? {
        let mut score = record.score as i32;
        if empties.contains(&record.position.empties()) {
            score = solver.score(record.position, score);
        }
        write(&mut out, record.position, score)?;
    }
    Ok(())
}

/// Returns each position once, with the mean of its scores.
pub(crate) fn without_duplicates(records: &[Record]) -> Vec<Record> {
    let mut first: HashMap<Position, (usize, f32, f32)> = HashMap::with_capacity(records.len());
    for (index, record) in records.iter().enumerate() {
        let sum = first.entry(record.position).or_insert((index, 0.0, 0.0));
        sum.1 += record.score;
        sum.2 += 1.0;
    }
    let mut distinct: Vec<(usize, Record)> = first
        .into_iter()
        .map(|(position, (index, sum, count))| {
            let score = sum / count;
            (index, Record { position, score })
        })
        .collect();
    distinct.sort_unstable_by_key(|&(index, _)| index);
    distinct.into_iter().map(|(_, record)| record).collect()
}

pub(crate) fn weights(file: &str) -> Result<Weights, Box<dyn Error>> {
    Weights::from_bytes(&fs::read(file)?).map_err(|error| format!("{file}: {error}").into())
}
