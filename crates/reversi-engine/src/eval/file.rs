//! The weights file; its format is described in the README beside.

use std::error::Error;
use std::fmt;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::patterns::fingerprint;
use super::{Fold, STAGES};
use crate::hash::fnv1a;

const MAGIC: [u8; 4] = *b"rwts";
const VERSION: u16 = 1;

/// Where the parts of a file begin.
const AT_VERSION: usize = 4;
const AT_FINGERPRINT: usize = 6;
const AT_STAGES: usize = 14;
const AT_LENGTH: usize = AT_STAGES + STAGES;
const AT_COMPRESSED: usize = AT_LENGTH + 4;
const AT_CHECKSUM: usize = AT_COMPRESSED + 4;
const AT_PAYLOAD: usize = AT_CHECKSUM + 8;

/// What a file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct File {
    pub(super) stage_of: [u8; STAGES],
    pub(super) biases: [i16; STAGES],
    pub(super) stages: Vec<Vec<i16>>,
}

/// Why bytes are no weights file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// It ends before its header or its payload does.
    TooShort {
        /// How many bytes there must be at least.
        needed: usize,
        /// How many there are.
        found: usize,
    },
    /// It goes on after its payload.
    TooLong {
        /// Where the payload ends.
        end: usize,
        /// How many bytes there are.
        found: usize,
    },
    /// It does not begin as a weights file does.
    Magic {
        /// The first byte that is wrong.
        at: usize,
    },
    /// It has another version than this program reads.
    Version {
        /// The version it has.
        found: u16,
    },
    /// Its weights are for another set of patterns.
    Fingerprint {
        /// The fingerprint of this program's patterns.
        expected: u64,
        /// The fingerprint of the file's.
        found: u64,
    },
    /// Some byte was changed.
    Checksum {
        /// The sum of what is there.
        expected: u64,
        /// The sum that the file names.
        found: u64,
    },
    /// The table of stages names a stage before the ones up to it were named.
    Stage {
        /// The byte that does.
        at: usize,
    },
    /// The payload cannot be decompressed.
    Compression,
    /// The decompressed payload has another length than the header says.
    PayloadLength {
        /// What the header says.
        expected: usize,
        /// How long it is.
        found: usize,
    },
    /// A number of the decompressed payload is cut off or too large.
    Number {
        /// The byte of the decompressed payload where it begins.
        at: usize,
    },
    /// The decompressed payload goes on after the last weight.
    Surplus {
        /// The byte of the decompressed payload where it should have ended.
        at: usize,
    },
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort { needed, found } => {
                write!(f, "it has {found} bytes where {needed} are needed")
            }
            Self::TooLong { end, found } => {
                write!(f, "it has {found} bytes where it should end after {end}")
            }
            Self::Magic { at } => write!(f, "byte {at} is not that of a weights file"),
            Self::Version { found } => write!(
                f,
                "it has version {found} at byte {AT_VERSION}, not {VERSION}"
            ),
            Self::Fingerprint { expected, found } => write!(
                f,
                "its weights are for the patterns {found:016x}, by byte {AT_FINGERPRINT}, not for {expected:016x}"
            ),
            Self::Checksum { expected, found } => write!(
                f,
                "its checksum at byte {AT_CHECKSUM} is {found:016x}, its bytes' {expected:016x}"
            ),
            Self::Stage { at } => write!(f, "the stage at byte {at} leaves out another"),
            Self::Compression => {
                write!(f, "what is compressed from byte {AT_PAYLOAD} on is damaged")
            }
            Self::PayloadLength { expected, found } => write!(
                f,
                "decompressed it has {found} bytes, not {expected} as byte {AT_LENGTH} says"
            ),
            Self::Number { at } => write!(f, "there is no weight at decompressed byte {at}"),
            Self::Surplus { at } => write!(
                f,
                "the weights end at decompressed byte {at}, but not the file"
            ),
        }
    }
}

impl Error for WeightsError {}

/// The sum over everything but itself.
fn checksum(bytes: &[u8]) -> u64 {
    let header = bytes[..AT_CHECKSUM].iter();
    fnv1a(header.chain(&bytes[AT_PAYLOAD..]).copied())
}

/// The `N` bytes at `at`, of which it is known that they are there.
fn array<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    *bytes[at..].first_chunk().expect("the length was checked")
}

pub(super) fn read(bytes: &[u8]) -> Result<File, WeightsError> {
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
        fingerprint(),
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

    let expected = u32::from_le_bytes(array(bytes, AT_LENGTH)) as usize;
    let fold = Fold::new();
    // No payload of this many numbers is longer, whatever the header claims.
    let limit = expected.min(3 * (STAGES + stages * fold.len()));
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
    let mut biases = [0; STAGES];
    for bias in &mut biases {
        *bias = numbers.next()?;
    }
    let stages = (0..stages)
        .map(|_| (0..fold.len()).map(|_| numbers.next()).collect())
        .collect::<Result<_, _>>()?;
    if numbers.at != payload.len() {
        return Err(WeightsError::Surplus { at: numbers.at });
    }
    Ok(File {
        stage_of,
        biases,
        stages,
    })
}

pub(super) fn write(file: &File) -> Vec<u8> {
    let mut payload = Vec::new();
    for &number in file.biases.iter().chain(file.stages.iter().flatten()) {
        push(&mut payload, number);
    }
    let compressed = compress_to_vec(&payload, 9);
    let length = |bytes: &[u8]| u32::try_from(bytes.len()).expect("it is a few megabytes");
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(fingerprint().to_le_bytes());
    bytes.extend(file.stage_of);
    bytes.extend(length(&payload).to_le_bytes());
    bytes.extend(length(&compressed).to_le_bytes());
    bytes.extend([0; 8]);
    bytes.extend(compressed);
    let sum = checksum(&bytes);
    bytes[AT_CHECKSUM..AT_PAYLOAD].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// Appends a number so that one near zero takes a byte: the sign goes to the
/// lowest bit, and of each byte seven bits are used, the lowest first, while
/// the highest says whether there are more.
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

    use super::*;

    fn small() -> File {
        let len = Fold::new().len();
        let mut stage_of = [0; STAGES];
        stage_of[30..].fill(1);
        File {
            stage_of,
            biases: std::array::from_fn(|index| 7 * index as i16 - 200),
            stages: vec![
                vec![0; len],
                (0..len).map(|index| (index % 101) as i16 - 50).collect(),
            ],
        }
    }

    static SMALL: LazyLock<Vec<u8>> = LazyLock::new(|| write(&small()));

    /// A file with this payload, and everything else as it should be.
    fn with_payload(payload: &[u8], length: usize) -> Vec<u8> {
        let compressed = compress_to_vec(payload, 1);
        let mut bytes = SMALL[..AT_PAYLOAD].to_vec();
        bytes[AT_LENGTH..AT_COMPRESSED].copy_from_slice(&(length as u32).to_le_bytes());
        bytes[AT_COMPRESSED..AT_CHECKSUM].copy_from_slice(&(compressed.len() as u32).to_le_bytes());
        bytes.extend(compressed);
        summed(bytes)
    }

    fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
        let sum = checksum(&bytes);
        bytes[AT_CHECKSUM..AT_PAYLOAD].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        assert_eq!(read(&SMALL), Ok(small()));
    }

    #[test]
    fn every_number_is_read_as_it_was_written() {
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
    fn a_fault_is_named_by_its_kind_and_place() {
        let changed = |at: usize, byte: u8| {
            let mut bytes = SMALL.clone();
            bytes[at] = byte;
            bytes
        };
        let mut found = Vec::new();
        for bytes in [
            b"rwtz".to_vec(),
            SMALL[..50].to_vec(),
            changed(AT_VERSION, 2),
            [&SMALL[..], b"!"].concat(),
            SMALL[..SMALL.len() - 1].to_vec(),
            summed(changed(AT_STAGES + 3, 9)),
            summed(changed(AT_FINGERPRINT, SMALL[AT_FINGERPRINT] ^ 1)),
            changed(AT_PAYLOAD, !SMALL[AT_PAYLOAD]),
            summed(changed(AT_PAYLOAD, 0xff)),
            with_payload(&[0; 10], 11),
            with_payload(&[0; 10], 10),
            with_payload(&[0xff; 100], 100),
            with_payload(&vec![0; 1 << 20], 1 << 20),
        ] {
            found.push(read(&bytes).expect_err("it has a fault"));
        }
        let (end, len) = (SMALL.len(), Fold::new().len());
        let sum = |bytes: &[u8], at: usize| u64::from_le_bytes(array(bytes, at));
        assert_eq!(
            found,
            [
                WeightsError::Magic { at: 3 },
                WeightsError::TooShort {
                    needed: AT_PAYLOAD,
                    found: 50
                },
                WeightsError::Version { found: 2 },
                WeightsError::TooLong {
                    end,
                    found: end + 1
                },
                WeightsError::TooShort {
                    needed: end,
                    found: end - 1
                },
                WeightsError::Stage { at: AT_STAGES + 3 },
                WeightsError::Fingerprint {
                    expected: fingerprint(),
                    found: fingerprint() ^ 1
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
                WeightsError::Surplus {
                    at: STAGES + 2 * len
                },
            ]
        );
        for error in found {
            assert!(error.to_string().len() > 20);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn any_bytes_are_an_error(tail in proptest::collection::vec(any::<u8>(), 0..300), known in 0..AT_PAYLOAD) {
            prop_assert!(read(&tail).is_err());
            let bytes = [&SMALL[..known], &tail].concat();
            prop_assert!(read(&bytes).is_err());
        }

        #[test]
        fn any_payload_is_an_error_or_weights(tail in proptest::collection::vec(any::<u8>(), 0..300), known in 0..1000_usize) {
            let mut bytes = SMALL[..(AT_PAYLOAD + known).min(SMALL.len())].to_vec();
            bytes.extend(tail);
            let compressed = (bytes.len() - AT_PAYLOAD) as u32;
            bytes[AT_COMPRESSED..AT_CHECKSUM].copy_from_slice(&compressed.to_le_bytes());
            prop_assert!(read(&summed(bytes)).is_err());
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
