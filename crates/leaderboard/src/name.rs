//! The names of players, which are untrusted input.

use std::collections::BTreeSet;

/// The longest name, in characters; a longer one is cut.
const LONGEST: usize = 64;

/// Returns `text` with U+FFFD in place of each control character and each
/// character that changes the direction of writing: a terminal or a page would
/// interpret them instead of showing them.
pub fn plain(text: &str) -> String {
    let plain = text.chars().map(|character| {
        let changes_direction = matches!(u32::from(character),
            0x200e..=0x200f | 0x2028..=0x202e | 0x2066..=0x2069);
        if character.is_control() || changes_direction {
            char::REPLACEMENT_CHARACTER
        } else {
            character
        }
    });
    plain.collect()
}

/// Returns a name for the file `file` that is not in `taken`: `stem`, the name
/// without its extension, if that is free.
pub(crate) fn unique(file: &str, stem: &str, taken: &BTreeSet<String>) -> String {
    let cut = |text: &str| plain(text).chars().take(LONGEST).collect::<String>();
    let numbered = (2..).map(|number| format!("{} ({number})", cut(file)));
    [cut(stem), cut(file)]
        .into_iter()
        .chain(numbered)
        .find(|name| !name.trim().is_empty() && !taken.contains(name))
        .expect("the numbers do not end")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_name_has_no_extension_unless_the_rest_is_taken() {
        let mut taken = BTreeSet::new();
        for expected in ["alice", "alice.c", "alice.c (2)", "alice.c (3)"] {
            let name = unique("alice.c", "alice", &taken);
            assert_eq!(name, expected);
            taken.insert(name);
        }
    }

    proptest! {
        #[test]
        fn no_name_has_a_control_character(text in any::<String>()) {
            let name = unique(&text, &text, &BTreeSet::new());
            prop_assert!(!name.chars().any(char::is_control));
            prop_assert!(name.chars().count() <= LONGEST + 4);
            prop_assert!(!name.trim().is_empty());
        }
    }
}
