//! The names of players, which strangers have chosen.

use std::collections::BTreeSet;

/// The longest name, in characters; a longer one is cut.
const LONGEST: usize = 64;

/// `text` without what a terminal or a page would obey instead of show:
/// control characters and those that turn the direction of writing. Each
/// becomes U+FFFD.
pub fn plain(text: &str) -> String {
    let plain = text.chars().map(|character| {
        let turns = matches!(u32::from(character),
            0x200e..=0x200f | 0x2028..=0x202e | 0x2066..=0x2069);
        if character.is_control() || turns {
            char::REPLACEMENT_CHARACTER
        } else {
            character
        }
    });
    plain.collect()
}

/// A name for the file `file` that none of `taken` has: without its ending if
/// that will do.
pub(crate) fn unique(file: &str, stem: &str, taken: &BTreeSet<String>) -> String {
    let cut = |text: &str| plain(text).chars().take(LONGEST).collect::<String>();
    let numbered = (2..).map(|number| format!("{} ({number})", cut(file)));
    [cut(stem), cut(file)]
        .into_iter()
        .chain(numbered)
        .find(|name| !name.trim().is_empty() && !taken.contains(name))
        .expect("one of so many numbers is free")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_name_loses_its_ending_unless_it_is_taken_then() {
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
