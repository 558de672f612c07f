//! Cases in one compressed file, which the build script writes and the page reads.

use std::collections::BTreeMap;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec;
use serde::{Deserialize, Serialize};
use transcript::{Case, Expected, Spelling};

type Packed = BTreeMap<String, Vec<PackedCase>>;

#[derive(Serialize, Deserialize)]
struct PackedCase {
    name: String,
    args: Vec<String>,
    /// Bytes, one character each: as text, they take less space than as numbers.
    input: String,
    stdout: String,
    files: BTreeMap<String, String>,
    status: Option<i32>,
    weight: f64,
    hidden: bool,
    unspecified: bool,
    truncated_input: bool,
    spelling: Spelling,
    criterion: Option<String>,
    handout: Option<String>,
}

fn characters(bytes: Vec<u8>) -> String {
    bytes.into_iter().map(char::from).collect()
}

fn bytes(characters: &str) -> Vec<u8> {
    let bytes = characters.chars().map(u8::try_from);
    bytes.map(|byte| byte.expect("it was a byte")).collect()
}

/// Packs the cases by the name of their course. Limits are left out.
#[allow(dead_code, reason = "only the build script packs")]
pub(crate) fn pack(courses: impl Iterator<Item = (String, Vec<Case>)>) -> Vec<u8> {
    let packed: Packed = courses
        .map(|(name, cases)| (name, cases.into_iter().map(packed_case).collect()))
        .collect();
    let json = serde_json::to_vec(&packed).expect("it has only strings as keys");
    compress_to_vec(&json, 10)
}

fn packed_case(case: Case) -> PackedCase {
    let expected = case.expected.unwrap_or_default();
    let files = expected.files.into_iter();
    PackedCase {
        name: case.name,
        args: case.args,
        input: characters(case.input),
        stdout: characters(expected.stdout),
        files: files.map(|(name, text)| (name, characters(text))).collect(),
        status: expected.status,
        weight: case.weight,
        hidden: case.hidden,
        unspecified: case.unspecified,
        truncated_input: case.truncated_input,
        spelling: case.spelling,
        criterion: case.criterion,
        handout: case.handout,
    }
}

/// Reads the result of [`pack`]; `None` if it is damaged.
#[allow(dead_code, reason = "the build script does not read")]
pub(crate) fn unpack(packed: &[u8]) -> Option<BTreeMap<String, Vec<Case>>> {
    let json = decompress_to_vec(packed).ok()?;
    let all: Packed = serde_json::from_slice(&json).ok()?;
    let unpacked = all.into_iter();
    let unpacked = unpacked.map(|(name, cases)| (name, cases.into_iter().map(case).collect()));
    Some(unpacked.collect())
}

fn case(packed: PackedCase) -> Case {
    let files = packed.files.into_iter();
    Case {
        args: packed.args,
        expected: Some(Expected {
            stdout: bytes(&packed.stdout),
            files: files.map(|(name, text)| (name, bytes(&text))).collect(),
            status: packed.status,
        }),
        weight: packed.weight,
        hidden: packed.hidden,
        unspecified: packed.unspecified,
        truncated_input: packed.truncated_input,
        spelling: packed.spelling,
        criterion: packed.criterion,
        handout: packed.handout,
        ..Case::new(packed.name, bytes(&packed.input))
    }
}
