//! The weights file. The README in this folder describes its format.

use std::error::Error;
use std::fmt;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::STAGES;
use crate::hash::fnv1a;

const MAGIC: [u8; 4] = *b"rwts";
const VERSION: u16 = 2;

/// The offsets of the parts of a file.
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
pub(crate) struct File {
    pub(crate) stage_of: [u8; STAGES],
    /// The numbers for each number of empty squares.
    pub(crate) heads: Vec<Vec<i16>>,
    pub(crate) stages: Vec<Vec<i16>>,
}

/// The properties of the weights files of one set of patterns and terms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Format {
    /// The hash of the patterns and terms.
    pub(crate) fingerprint: u64,
    /// The number of numbers for each number of empty squares.
    pub(crate) head: usize,
    /// The number of weights of a stage.
    pub(crate) weights: usize,
    /// The number of other numbers of a stage, which follow its weights.
    pub(crate) factors: usize,
}

impl Format {
    /// The number of numbers of a stage.
    fn stage(&self) -> usize {
        self.weights + self.factors
    }
}

/// The error for bytes that are not a valid weights file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// The header or the payload is truncated.
    TooShort {
        /// The least possible length in bytes.
        needed: usize,
        /// The actual length in bytes.
        found: usize,
    },
    /// There are bytes after the payload.
    TooLong {
        /// The offset of the end of the payload.
        end: usize,
        /// The actual length in bytes.
        found: usize,
    },
    /// The first bytes are not those of a weights file.
    Magic {
        /// The offset of the first wrong byte.
        at: usize,
    },
    /// The version is not supported.
    Version {
        /// The version of the file.
        found: u16,
    },
    /// The weights are for other patterns or terms.
    Fingerprint {
        /// The fingerprint of this program's patterns and terms.
        expected: u64,
        /// The fingerprint of the file's patterns and terms.
        found: u64,
    },
    /// The checksum does not match.
    Checksum {
        /// The checksum of the file's bytes.
        expected: u64,
        /// The checksum stored in the file.
        found: u64,
    },
    /// The table of stages skips a stage number.
    Stage {
        /// The offset of the stage number.
        at: usize,
    },
    /// The unit of the weights is zero.
    Unit {
        /// The offset of the unit.
        at: usize,
    },
    /// The payload cannot be decompressed.
    Compression,
    /// The length of the decompressed payload does not match the header.
    PayloadLength {
        /// The length in the header.
        expected: usize,
        /// The actual length.
        found: usize,
    },
    /// A number in the decompressed payload is truncated or too large.
    Number {
        /// The offset of the number in the decompressed payload.
        at: usize,
    },
    /// There are bytes after the last weight in the decompressed payload.
    Surplus {
        /// The offset of the first of these bytes.
        at: usize,
    },
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort { needed, found } => {
                write!(f, "truncated: {found} bytes, expected at least {needed}")
            }
            Self::TooLong { end, found } => {
                write!(f, "too long: {found} bytes, expected {end}")
            }
            Self::Magic { at } => write!(f, "not a weights file: wrong byte at offset {at}"),
            Self::Version { found } => write!(
                f,
                "unsupported version {found} at offset {AT_VERSION}, expected {VERSION}"
            ),
            Self::Fingerprint { expected, found } => write!(
                f,
                "weights for other patterns: fingerprint {found:016x} at offset {AT_FINGERPRINT}, expected {expected:016x}"
            ),
            Self::Checksum { expected, found } => write!(
                f,
                "wrong checksum {found:016x} at offset {AT_CHECKSUM}, expected {expected:016x}"
            ),
            Self::Stage { at } => write!(f, "the stage number at offset {at} skips a stage"),
            Self::Unit { at } => write!(f, "the unit of the weights at offset {at} is zero"),
            Self::Compression => {
                write!(f, "damaged compressed data from offset {AT_PAYLOAD} on")
            }
            Self::PayloadLength { expected, found } => write!(
                f,
                "{found} bytes after decompression, expected {expected} (offset {AT_LENGTH})"
            ),
            Self::Number { at } => {
                write!(f, "no valid weight at offset {at} of the decompressed data")
            }
            Self::Surplus { at } => write!(
                f,
                "extra bytes after the last weight, at offset {at} of the decompressed data"
            ),
        }
    }
}

impl Error for WeightsError {}

/// Returns the checksum of all bytes except the checksum itself.
fn checksum(bytes: &[u8]) -> u64 {
    let header = bytes[..AT_CHECKSUM].iter();
    fnv1a(header.chain(&bytes[AT_PAYLOAD..]).copied())
}

/// Returns the `N` bytes at `at`, which must exist.
fn array<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    *bytes[at..].first_chunk().expect("the length was checked")
}

/// Reads a file of this format.
pub(crate) fn read(bytes: &[u8], format: &Format) -> Result<File, WeightsError> {
    let found = bytes.len();
    if let Some(at) = (0..found.min(MAGIC.len())).find(|&at| bytes[at] != MAGIC[at]) {
        return Err(WeightsError::Magic { at });
    }
    if found < AT_PAYLOAD {
        let needed = AT_PAYLOAD;
        return Err(WeightsError::TooShort { needed, found });
    }
    let version = u16::from_le_bytes(array(bytes, AT_VERSION));
    if version != VERSION {
        return Err(WeightsError::Version { found: version });
    }
    let compressed = u32::from_le_bytes(array(bytes, AT_COMPRESSED)) as usize;
    let end = AT_PAYLOAD.saturating_add(compressed);
    if found < end {
        return Err(WeightsError::TooShort { needed: end, found });
    }
    if found > end {
        return Err(WeightsError::TooLong { end, found });
    }
    let (expected, found) = (
        checksum(bytes),
        u64::from_le_bytes(array(bytes, AT_CHECKSUM)),
    );
    if expected != found {
        return Err(WeightsError::Checksum { expected, found });
    }
    let (expected, found) = (
        format.fingerprint,
        u64::from_le_bytes(array(bytes, AT_FINGERPRINT)),
    );
    if expected != found {
        return Err(WeightsError::Fingerprint { expected, found });
    }
    let stage_of: [u8; STAGES] = array(bytes, AT_STAGES);
    let mut stages = 0;
    for (index, &stage) in stage_of.iter().enumerate() {
        if usize::from(stage) > stages {
            let at = AT_STAGES + index;
            return Err(WeightsError::Stage { at });
        }
        stages = stages.max(usize::from(stage) + 1);
    }

    let unit = i16::from(bytes[AT_UNIT]);
    if unit == 0 {
        return Err(WeightsError::Unit { at: AT_UNIT });
    }

    let expected = u32::from_le_bytes(array(bytes, AT_LENGTH)) as usize;
    // Each number takes at most 3 bytes, whatever length the header claims.
    let limit = expected.min(3 * (STAGES * format.head + stages * format.stage()));
    let payload = decompress_to_vec_with_limit(&bytes[AT_PAYLOAD..], limit)
        .map_err(|_| WeightsError::Compression)?;
    if payload.len() != expected {
        let found = payload.len();
        return Err(WeightsError::PayloadLength { expected, found });
    }
    let mut numbers = Numbers {
        bytes: &payload,
        at: 0,
    };
    let mut heads = vec![vec![0; format.head]; STAGES];
    for number in heads.iter_mut().flatten() {
        *number = numbers.next()?;
    }
    let mut stages = vec![vec![0; format.stage()]; stages];
    for number in 0..format.weights {
        let mut weight = 0_i16;
        for stage in &mut stages {
            let at = numbers.at;
            weight = numbers
                .next()?
                .checked_mul(unit)
                .and_then(|change| weight.checked_add(change))
                .ok_or(WeightsError::Number { at })?;
            stage[number] = weight;
        }
    }
    for stage in &mut stages {
        for factor in &mut stage[format.weights..] {
            *factor = numbers.next()?;
        }
    }
    if numbers.at != payload.len() {
        return Err(WeightsError::Surplus { at: numbers.at });
    }
    Ok(File {
        stage_of,
        heads,
        stages,
    })
}

/// Returns the bytes of a file of this format.
pub(crate) fn write(file: &File, format: &Format) -> Vec<u8> {
    let mut payload = Vec::new();
    for &number in file.heads.iter().flatten() {
        push(&mut payload, number);
    }
    let unit = unit(&file.stages.iter().map(|stage| &stage[..format.weights]));
    for number in 0..format.weights {
        let mut before = 0;
        for stage in &file.stages {
            let change = stage[number]
                .checked_sub(before)
                .expect("a weight is far below 163 discs");
            push(&mut payload, change / i16::from(unit));
            before = stage[number];
        }
    }
    for &factor in file
        .stages
        .iter()
        .flat_map(|stage| &stage[format.weights..])
    {
        push(&mut payload, factor);
    }
    let compressed = compress_to_vec(&payload, 9);
    let length = |bytes: &[u8]| u32::try_from(bytes.len()).expect("it is a few megabytes");
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(format.fingerprint.to_le_bytes());
    bytes.extend(file.stage_of);
    bytes.push(unit);
    bytes.extend(length(&payload).to_le_bytes());
    bytes.extend(length(&compressed).to_le_bytes());
    bytes.extend([0; 8]);
    bytes.extend(compressed);
    let sum = checksum(&bytes);
    bytes[AT_CHECKSUM..AT_PAYLOAD].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// Returns the greatest number, up to 255, that divides all weights.
fn unit<'a>(stages: &(impl Iterator<Item = &'a [i16]> + Clone)) -> u8 {
    let divides = |unit: &u8| {
        let mut weights = stages.clone().flatten();
        weights.all(|weight| weight % i16::from(*unit) == 0)
    };
    (1..=u8::MAX).rev().find(divides).unwrap_or(1)
}

/// Appends a number in a form that is short for numbers near zero: the sign is
/// moved to the lowest bit, and the number is written in groups of seven bits, the
/// lowest first. The highest bit of a byte is set if another byte follows.
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
    fn next(&mut self) -> Result<i16, WeightsError> {
        let wrong = WeightsError::Number { at: self.at };
        let mut value = 0_u32;
        for shift in [0, 7, 14] {
            let byte = *self.bytes.get(self.at).ok_or(wrong)?;
            self.at += 1;
            value |= u32::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                let value = u16::try_from(value).map_err(|_| wrong)?;
                return Ok((value >> 1).cast_signed() ^ -(value & 1).cast_signed());
            }
        }
        Err(wrong)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::super::{Fold, weights};
    use super::*;

    fn read(bytes: &[u8]) -> Result<File, WeightsError> {
        super::read(bytes, &format())
    }

    fn write(file: &File) -> Vec<u8> {
        super::write(file, &format())
    }

    fn format() -> Format {
        weights::format(&Fold::new())
    }

    fn small() -> File {
        let len = format().stage();
        let mut stage_of = [0; STAGES];
        stage_of[30..].fill(1);
        File {
            stage_of,
            heads: (0..STAGES)
                .map(|index| vec![7 * index as i16 - 200; format().head])
                .collect(),
            stages: vec![
                vec![0; len],
                (0..len).map(|index| (index % 101) as i16 - 50).collect(),
            ],
        }
    }

    static SMALL: LazyLock<Vec<u8>> = LazyLock::new(|| write(&small()));

    /// Returns a file with this payload and a valid header.
    fn with_payload(payload: &[u8], length: usize) -> Vec<u8> {
        let compressed = compress_to_vec(payload, 1);
        let mut bytes = SMALL[..AT_PAYLOAD].to_vec();
        bytes[AT_LENGTH..AT_COMPRESSED].copy_from_slice(&(length as u32).to_le_bytes());
        bytes[AT_COMPRESSED..AT_CHECKSUM].copy_from_slice(&(compressed.len() as u32).to_le_bytes());
        bytes.extend(compressed);
        with_checksum(bytes)
    }

    /// Returns the file with a valid checksum.
    fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
        let sum = checksum(&bytes);
        bytes[AT_CHECKSUM..AT_PAYLOAD].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    #[test]
    fn a_written_file_is_read_back() {
        assert_eq!(read(&SMALL), Ok(small()));
    }

    #[test]
    fn a_greater_unit_makes_a_smaller_file_of_the_same_weights() {
        let mut file = small();
        let weights = format().weights;
        for weight in file.stages.iter_mut().flat_map(|it| &mut it[..weights]) {
            *weight *= 12;
        }
        let bytes = write(&file);
        assert_eq!(bytes[AT_UNIT], 12);
        assert_eq!(bytes.len(), SMALL.len());
        assert_eq!(read(&bytes), Ok(file));
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
        let at = bytes.len();
        assert_eq!(numbers.next(), Err(WeightsError::Number { at }));
    }

    #[test]
    fn every_error_names_its_kind_and_offset() {
        let changed = |at: usize, byte: u8| {
            let mut bytes = SMALL.clone();
            bytes[at] = byte;
            bytes
        };
        let numbers = STAGES * format().head + 2 * format().stage();
        let mut found = Vec::new();
        for bytes in [
            b"rwtz".to_vec(),
            SMALL[..50].to_vec(),
            changed(AT_VERSION, 1),
            [&SMALL[..], b"!"].concat(),
            SMALL[..SMALL.len() - 1].to_vec(),
            with_checksum(changed(AT_STAGES + 3, 9)),
            with_checksum(changed(AT_UNIT, 0)),
            with_checksum(changed(AT_FINGERPRINT, SMALL[AT_FINGERPRINT] ^ 1)),
            changed(AT_PAYLOAD, !SMALL[AT_PAYLOAD]),
            with_checksum(changed(AT_PAYLOAD, 0xff)),
            with_payload(&[0; 10], 11),
            with_payload(&[0; 10], 10),
            with_payload(&[0xff; 100], 100),
            with_payload(&vec![0; numbers + 5], numbers + 5),
        ] {
            found.push(read(&bytes).expect_err("the file is invalid"));
        }
        let end = SMALL.len();
        let sum = |bytes: &[u8], at: usize| u64::from_le_bytes(array(bytes, at));
        assert_eq!(
            found,
            [
                WeightsError::Magic { at: 3 },
                WeightsError::TooShort {
                    needed: AT_PAYLOAD,
                    found: 50
                },
                WeightsError::Version { found: 1 },
                WeightsError::TooLong {
                    end,
                    found: end + 1
                },
                WeightsError::TooShort {
                    needed: end,
                    found: end - 1
                },
                WeightsError::Stage { at: AT_STAGES + 3 },
                WeightsError::Unit { at: AT_UNIT },
                WeightsError::Fingerprint {
                    expected: format().fingerprint,
                    found: format().fingerprint ^ 1
                },
                WeightsError::Checksum {
                    expected: checksum(&changed(AT_PAYLOAD, !SMALL[AT_PAYLOAD])),
                    found: sum(&SMALL, AT_CHECKSUM)
                },
                WeightsError::Compression,
                WeightsError::PayloadLength {
                    expected: 11,
                    found: 10
                },
                WeightsError::Number { at: 10 },
                WeightsError::Number { at: 0 },
                WeightsError::Surplus { at: numbers },
            ]
        );
        for error in found {
            assert!(error.to_string().len() > 20);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn random_bytes_are_an_error(tail in proptest::collection::vec(any::<u8>(), 0..300), known in 0..AT_PAYLOAD) {
            prop_assert!(read(&tail).is_err());
            let bytes = [&SMALL[..known], &tail].concat();
            prop_assert!(read(&bytes).is_err());
        }

        #[test]
        fn a_random_payload_is_an_error(tail in proptest::collection::vec(any::<u8>(), 0..300), known in 0..1000_usize) {
            let mut bytes = SMALL[..(AT_PAYLOAD + known).min(SMALL.len())].to_vec();
            bytes.extend(tail);
            let compressed = (bytes.len() - AT_PAYLOAD) as u32;
            bytes[AT_COMPRESSED..AT_CHECKSUM].copy_from_slice(&compressed.to_le_bytes());
            prop_assert!(read(&with_checksum(bytes)).is_err());
        }

        #[test]
        fn any_truncation_is_an_error(cut in any::<proptest::sample::Index>()) {
            prop_assert!(read(&SMALL[..cut.index(SMALL.len())]).is_err());
        }

        #[test]
        fn any_changed_byte_is_an_error(at in any::<proptest::sample::Index>(), change in 1..=255_u8) {
            let mut bytes = SMALL.clone();
            bytes[at.index(SMALL.len())] ^= change;
            prop_assert!(read(&bytes).is_err());
        }
    }
}
