//! Squares as the handout writes them: `cd` is row c, column d.

use reversi_core::Square;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

pub(crate) fn name(square: Square) -> String {
    let letter = |number: u8| char::from(b'a'.saturating_add(number));
    [letter(square.row), letter(square.col)].iter().collect()
}

pub(crate) fn read(name: &[u8]) -> Option<Square> {
    match *name {
        [row @ b'a'..=b'z', col @ b'a'..=b'z'] => Some(Square::new(row - b'a', col - b'a')),
        _ => None,
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
pub(crate) fn serialize<S: Serializer>(square: &Square, to: S) -> Result<S::Ok, S::Error> {
    name(*square).serialize(to)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Square, D::Error> {
    let text = <&str>::deserialize(from)?;
    let square = read(text.as_bytes());
    square.ok_or_else(|| de::Error::custom(format_args!("{text:?} is not a square")))
}
