//! UTF-16, which Windows calls "Unicode text".

/// The byte order of UTF-16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Utf16 {
    LittleEndian,
    BigEndian,
}

impl Utf16 {
    /// Decodes lines of UTF-16 and keeps their byte order mark. Without a mark, every other
    /// byte must be zero, as in English.
    pub fn decode(bytes: &[u8]) -> Option<(Self, String)> {
        let are_zero = |start| bytes.iter().skip(start).step_by(2).all(|&byte| byte == 0);
        let order = match bytes {
            [0xff, 0xfe, ..] => Self::LittleEndian,
            [0xfe, 0xff, ..] => Self::BigEndian,
            [first, 0, ..] if *first != 0 && are_zero(1) => Self::LittleEndian,
            [0, second, ..] if *second != 0 && are_zero(0) => Self::BigEndian,
            _ => return None,
        };
        let (units, []) = bytes.as_chunks() else {
            return None;
        };
        let unit = |&unit: &[u8; 2]| match order {
            Self::LittleEndian => u16::from_le_bytes(unit),
            Self::BigEndian => u16::from_be_bytes(unit),
        };
        let text = char::decode_utf16(units.iter().map(unit));
        let text: String = text.collect::<Result<_, _>>().ok()?;
        // A case may begin with any bytes.
        text.contains('\n').then_some((order, text))
    }

    pub fn encode(self, text: &str) -> Vec<u8> {
        let bytes = |unit: u16| match self {
            Self::LittleEndian => unit.to_le_bytes(),
            Self::BigEndian => unit.to_be_bytes(),
        };
        text.encode_utf16().flat_map(bytes).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_text_with_a_byte_order_mark_is_read_back(text in "\\PC{0,8}", is_big in any::<bool>()) {
            let order = if is_big { Utf16::BigEndian } else { Utf16::LittleEndian };
            let text = format!("\u{feff}{text}\n");
            prop_assert_eq!(Utf16::decode(&order.encode(&text)), Some((order, text)));
        }

        #[test]
        fn a_text_without_zeros_is_not_utf16(text in "[a-z\r\nß]{0,8}") {
            prop_assert_eq!(Utf16::decode(text.as_bytes()), None);
        }
    }
}
