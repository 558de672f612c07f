//! The weights file. The README in this folder describes its format.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::factors::{FACTORS, HEAD, Head, Row};
use super::{STAGES, patterns, terms};
use crate::ReadError;
use crate::hash::fnv1a;

const MAGIC: [u8; 4] = *b"rwts";
const VERSION: u16 = 2;

const UNIT: u8 = 1;

const AT_VERSION: usize = 4;
const AT_FINGERPRINT: usize = 6;
const AT_STAGES: usize = 14;
const AT_UNIT: usize = AT_STAGES + STAGES;
const AT_LENGTH: usize = AT_UNIT + 1;
const AT_COMPRESSED: usize = AT_LENGTH + 4;
const AT_CHECKSUM: usize = AT_COMPRESSED + 4;
const AT_PAYLOAD: usize = AT_CHECKSUM + 8;

/// The contents of a weights file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The stage for each number of empty squares.
    pub stage_of: [u8; STAGES],
    /// The head for each number of empty squares.
    pub heads: [Head; STAGES],
    /// The rows of each stage, in the order of [`Fold`](super::Fold).
    pub stages: Vec<Vec<Row>>,
}

fn fingerprint() -> u64 {
    let (patterns, terms) = (patterns::description(), terms::description());
    fnv1a(format!("{patterns} {terms} factors {FACTORS}").into_bytes())
}

fn checksum(bytes: &[u8]) -> [u8; 8] {
    let header = bytes[..AT_CHECKSUM].iter();
    fnv1a(header.chain(&bytes[AT_PAYLOAD..]).copied()).to_le_bytes()
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    *bytes[at..].first_chunk().expect("the length was checked")
}

pub(super) fn read(bytes: &[u8], len: usize) -> Result<Contents, ReadError> {
    let (stage_of, count) = read_header(bytes)?;
    let payload = decompress(bytes, len, count)?;
    let mut numbers = Numbers {
        bytes: &payload,
        at: 0,
    };
    let mut heads = [Head::default(); STAGES];
    for number in heads.iter_mut().flat_map(Head::numbers) {
        *number = numbers.next()?;
    }
    let stages = read_stages(&mut numbers, len, count)?;
    if numbers.at != payload.len() {
        return wrong(numbers.at, "extra numbers in the decompressed data");
    }
    Ok(Contents {
        stage_of,
        heads,
        stages,
    })
}

fn wrong<T>(at: usize, message: &str) -> Result<T, ReadError> {
    Err(ReadError::new(at, message))
}

fn length(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(array(bytes, at)) as usize
}

/// Returns the stage of each number of empty squares, and the number of stages.
fn read_header(bytes: &[u8]) -> Result<([u8; STAGES], usize), ReadError> {
    if let Some(at) = (0..bytes.len().min(4)).find(|&at| bytes[at] != MAGIC[at]) {
        return wrong(at, "not a weights file");
    }
    if bytes.len() < AT_PAYLOAD {
        return wrong(bytes.len(), "truncated header");
    }
    let version = u16::from_le_bytes(array(bytes, AT_VERSION));
    if version != VERSION {
        let message = format!("unsupported version {version}, expected {VERSION}");
        return wrong(AT_VERSION, &message);
    }
    let end = AT_PAYLOAD.saturating_add(length(bytes, AT_COMPRESSED));
    if bytes.len() < end {
        return wrong(bytes.len(), "truncated payload");
    }
    if bytes.len() > end {
        return wrong(end, "extra bytes after the payload");
    }
    if array(bytes, AT_CHECKSUM) != checksum(bytes) {
        return wrong(AT_CHECKSUM, "wrong checksum");
    }
    if array(bytes, AT_FINGERPRINT) != fingerprint().to_le_bytes() {
        return wrong(AT_FINGERPRINT, "weights for other patterns or terms");
    }
    let stage_of: [u8; STAGES] = array(bytes, AT_STAGES);
    let mut count = 0;
    for (index, &stage) in stage_of.iter().enumerate() {
        if usize::from(stage) > count {
            return wrong(AT_STAGES + index, "a stage is skipped");
        }
        count = count.max(usize::from(stage) + 1);
    }
    if bytes[AT_UNIT] != UNIT {
        return wrong(AT_UNIT, "unsupported unit of the weights");
    }
    Ok((stage_of, count))
}

fn decompress(bytes: &[u8], len: usize, count: usize) -> Result<Vec<u8>, ReadError> {
    let expected = length(bytes, AT_LENGTH);
    // Each number takes at most 3 bytes, whatever length the header claims.
    let limit = expected.min(3 * (STAGES * HEAD + count * (FACTORS + 1) * len));
    let Ok(payload) = decompress_to_vec_with_limit(&bytes[AT_PAYLOAD..], limit) else {
        return wrong(AT_PAYLOAD, "damaged compressed data");
    };
    if payload.len() != expected {
        return wrong(AT_LENGTH, "the decompressed data have another length");
    }
    Ok(payload)
}

fn read_stages(
    numbers: &mut Numbers<'_>,
    len: usize,
    count: usize,
) -> Result<Vec<Vec<Row>>, ReadError> {
    let mut stages = vec![vec![Row::default(); len]; count];
    for number in 0..len {
        let mut weight = 0_i16;
        for stage in &mut stages {
            let at = numbers.at;
            let change = numbers.next()?;
            weight = weight
                .checked_add(change)
                .ok_or_else(|| invalid_number(at))?;
            stage[number][0] = weight;
        }
    }
    for stage in &mut stages {
        for lane in 1..=FACTORS {
            for row in &mut *stage {
                row[lane] = numbers.next()?;
            }
        }
    }
    Ok(stages)
}

impl Contents {
    /// Returns the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut payload = Vec::new();
        for number in self.heads.clone().iter_mut().flat_map(Head::numbers) {
            push(&mut payload, *number);
        }
        for number in 0..self.stages[0].len() {
            let mut before = 0_i16;
            for stage in &self.stages {
                let change = stage[number][0].checked_sub(before);
                let change = change.expect("a weight is far below 163 discs");
                push(&mut payload, change);
                before = stage[number][0];
            }
        }
        // Lane by lane, since the numbers of a lane are similar.
        for stage in &self.stages {
            for lane in 1..=FACTORS {
                for row in stage {
                    push(&mut payload, row[lane]);
                }
            }
        }
        let compressed = compress_to_vec(&payload, 9);
        let length = |bytes: &[u8]| u32::try_from(bytes.len()).expect("it is a few megabytes");
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(fingerprint().to_le_bytes());
        bytes.extend(self.stage_of);
        bytes.push(UNIT);
        bytes.extend(length(&payload).to_le_bytes());
        bytes.extend(length(&compressed).to_le_bytes());
        bytes.extend([0; 8]);
        bytes.extend(compressed);
        let sum = checksum(&bytes);
        bytes[AT_CHECKSUM..AT_PAYLOAD].copy_from_slice(&sum);
        bytes
    }
}

/// Appends a number in a form that is short for numbers near zero: the sign is moved to the lowest
/// bit, and the number is written in groups of seven bits, lowest first. The highest bit of a byte
/// is set if another byte follows.
fn push(bytes: &mut Vec<u8>, number: i16) {
    let mut rest = ((number << 1) ^ (number >> 15)).cast_unsigned();
    while rest >= 0x80 {
        bytes.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
}

struct Numbers<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Numbers<'_> {
    fn next(&mut self) -> Result<i16, ReadError> {
        let begin = self.at;
        let mut value = 0_u32;
        for shift in [0, 7, 14] {
            let byte = self.bytes.get(self.at);
            let byte = *byte.ok_or_else(|| invalid_number(begin))?;
            self.at += 1;
            value |= u32::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                let value = u16::try_from(value).map_err(|_| invalid_number(begin))?;
                return Ok((value >> 1).cast_signed() ^ -(value & 1).cast_signed());
            }
        }
        Err(invalid_number(begin))
    }
}

fn invalid_number(at: usize) -> ReadError {
    ReadError::new(at, "no valid number in the decompressed data")
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::*;
    use crate::eval::{Fold, Weights};

    static LEN: LazyLock<usize> = LazyLock::new(|| Fold::new().len());

    fn read(bytes: &[u8]) -> Result<Contents, ReadError> {
        super::read(bytes, *LEN)
    }

    static SMALL: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let mut stage_of = [0; STAGES];
        stage_of[30..].fill(1);
        let number = |number: usize| (number % 101) as i16 - 50;
        let head = |empties: usize| Head {
            start: [number(empties); FACTORS + 1],
            offset: [number(7 * empties); FACTORS + 1],
            ..Head::default()
        };
        let row = |index: usize| -> Row { std::array::from_fn(|lane| number(3 * index + lane)) };
        let stages = vec![vec![Row::default(); *LEN], (0..*LEN).map(row).collect()];
        let heads = std::array::from_fn(head);
        let contents = Contents {
            stage_of,
            heads,
            stages,
        };
        contents.to_bytes()
    });

    fn with_payload(payload: &[u8], length: usize) -> Vec<u8> {
        let compressed = compress_to_vec(payload, 1);
        let mut bytes = SMALL[..AT_PAYLOAD].to_vec();
        bytes[AT_LENGTH..AT_COMPRESSED].copy_from_slice(&(length as u32).to_le_bytes());
        bytes[AT_COMPRESSED..AT_CHECKSUM].copy_from_slice(&(compressed.len() as u32).to_le_bytes());
        bytes.extend(compressed);
        with_checksum(bytes)
    }

    fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
        let sum = checksum(&bytes);
        bytes[AT_CHECKSUM..AT_PAYLOAD].copy_from_slice(&sum);
        bytes
    }

    #[test]
    fn the_built_in_file_is_written_byte_for_byte() {
        let file = Weights::builtin_file();
        let read = read(file).expect("it is valid");
        assert!(read.to_bytes() == file);
    }

    #[test]
    fn every_written_number_is_read_back() {
        let mut bytes = Vec::new();
        for number in i16::MIN..=i16::MAX {
            push(&mut bytes, number);
        }
        let mut numbers = Numbers {
            bytes: &bytes,
            at: 0,
        };
        for number in i16::MIN..=i16::MAX {
            assert_eq!(numbers.next(), Ok(number));
        }
        assert_eq!(numbers.next(), Err(invalid_number(bytes.len())));
    }

    #[test]
    fn every_error_names_its_offset() {
        let changed = |at: usize, byte: u8| {
            let mut bytes = SMALL.clone();
            bytes[at] = byte;
            bytes
        };
        let checked = |at, byte| with_checksum(changed(at, byte));
        let other = SMALL[AT_FINGERPRINT] ^ 1;
        let numbers = STAGES * HEAD + 2 * (FACTORS + 1) * *LEN;
        let long = vec![0; numbers + 5];
        let size = SMALL.len();
        for (bytes, at, message) in [
            (b"rwtz".to_vec(), 3, "not a weights file"),
            (SMALL[..50].to_vec(), 50, "truncated header"),
            (changed(AT_VERSION, 1), 4, "unsupported version 1"),
            ([&SMALL[..], b"!"].concat(), size, "extra bytes"),
            (SMALL[..size - 1].to_vec(), size - 1, "truncated payload"),
            (changed(AT_PAYLOAD, !SMALL[92]), 84, "wrong checksum"),
            (checked(AT_FINGERPRINT, other), 6, "weights for other"),
            (checked(AT_STAGES + 3, 9), 17, "a stage is skipped"),
            (checked(AT_UNIT, 2), 75, "unsupported unit"),
            (checked(AT_PAYLOAD, 0xff), 92, "damaged"),
            (with_payload(&[0; 10], 11), 76, "the decompressed data"),
            (with_payload(&[0; 10], 10), 10, "no valid number"),
            (with_payload(&[0xff; 100], 100), 0, "no valid number"),
            (with_payload(&long, long.len()), numbers, "extra numbers"),
        ] {
            let error = read(&bytes).expect_err(message);
            assert_eq!(error.byte, at, "{error}");
            assert!(error.message.starts_with(message), "{error}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn random_bytes_are_an_error(tail in proptest::collection::vec(any::<u8>(), 0..300), known in 0..1000_usize) {
            let mut bytes = [&SMALL[..known.min(SMALL.len())], &tail].concat();
            prop_assert!(read(&bytes).is_err());
            if let Some(compressed) = bytes.len().checked_sub(AT_PAYLOAD) {
                bytes[AT_COMPRESSED..AT_CHECKSUM].copy_from_slice(&(compressed as u32).to_le_bytes());
                prop_assert!(read(&with_checksum(bytes)).is_err());
            }
        }

        #[test]
        fn any_changed_byte_is_an_error(at in any::<proptest::sample::Index>(), change in 1..=255_u8) {
            let mut bytes = SMALL.clone();
            bytes[at.index(SMALL.len())] ^= change;
            prop_assert!(read(&bytes).is_err());
        }
    }
}
