//! The file names of a batch's submissions.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};
use submission::archive::is_device;

/// The longest name without its digest and extension, in bytes. File systems allow 255.
const LONGEST: usize = 120;

/// Precedes a digest, and is in no name without one.
const BEFORE_DIGEST: char = '~';

const OURS: [&str; 2] = ["index", "marks"];

/// Returns a file name for each of `names`, which are untrusted and distinct: the name itself
/// if it is safe on every operating system, otherwise a similar one with a digest. Names that a
/// file system could confuse get digests, too.
pub(crate) fn file_names<'a>(names: impl IntoIterator<Item = &'a str>) -> BTreeMap<String, String> {
    let names: Vec<_> = names.into_iter().collect();
    let mut same = BTreeMap::<String, usize>::new();
    for name in &names {
        *same.entry(folded(name)).or_default() += 1;
    }
    let file_name = |name: &&str| {
        let safe = safe(name);
        let is_reserved = is_device(name) || OURS.contains(&&*name.to_lowercase());
        let kept = safe == *name && !is_reserved && same[&folded(name)] == 1;
        let file = if kept {
            safe
        } else {
            let digest = format!("{:x}", Sha256::digest(name));
            format!("{safe}{BEFORE_DIGEST}{}", &digest[..16])
        };
        ((*name).to_owned(), file)
    };
    names.iter().map(file_name).collect()
}

/// Replaces every character that could be special to a file system, a shell or a link with `_`.
fn safe(name: &str) -> String {
    let character = |character: char| {
        let plain = character.is_alphanumeric() && !has_equivalent(character);
        let kept = plain || " ._-,()+@'".contains(character);
        if kept { character } else { '_' }
    };
    let mut safe: String = name.chars().map(character).collect();
    while safe.len() > LONGEST {
        safe.pop();
    }
    // A dot hides a file, a hyphen makes it an option, and Windows removes dots and spaces at
    // the end.
    let safe = safe.trim_start_matches(['.', '-', ' ', '\'']);
    let safe = safe.trim_end_matches(['.', ' ']);
    let safe = if safe.is_empty() { "_" } else { safe };
    safe.to_owned()
}

/// Returns `true` for characters that macOS maps to others, so that names with them cannot be
/// compared as they are. Combining marks are not alphanumeric and so replaced before.
fn has_equivalent(character: char) -> bool {
    matches!(character, '\u{f900}'..='\u{faff}' | '\u{fb1d}'..='\u{fb4f}' | '\u{2f800}'..='\u{2fa1f}')
}

fn folded(name: &str) -> String {
    safe(name).to_uppercase().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use std::path::{Component, Path};

    fn name(name: &str) -> String {
        file_names([name])[name].clone()
    }

    #[test]
    fn an_ordinary_name_stays_as_it_is() {
        for ordinary in [
            "alice",
            "Öykü Çelik",
            "Smith, John (123).tar.gz",
            "王小明",
            "o'neil",
        ] {
            assert_eq!(name(ordinary), ordinary);
        }
    }

    #[test]
    fn hostile_names_become_safe_ones() {
        for (hostile, safe) in [
            ("../x", "_x~"),
            ("a/b", "a_b~"),
            ("a\\b:c", "a_b_c~"),
            ("", "_~"),
            ("..", "_~"),
            ("-rf", "rf~"),
            ("x.", "x~"),
            ("CON", "CON~"),
            ("aux.c", "aux.c~"),
            ("com1", "com1~"),
            ("COM².txt", "COM².txt~"),
            ("Index", "Index~"),
            ("a~0123456789abcdef", "a_0123456789abcdef~"),
            ("a\nb", "a_b~"),
            ("50%?#", "50___~"),
            ("O\u{308}", "O_~"),
        ] {
            let name = name(hostile);
            let is_safe = name.starts_with(safe) && name.len() == safe.len() + 16;
            assert!(is_safe, "{name}");
        }
        assert_eq!(name("common"), "common");
    }

    fn hostile() -> impl Strategy<Value = String> {
        prop_oneof![
            "[aAbß./\\\\~ ]{0,3}",
            "(CON|com1|index|\\.\\./|~|a|A|\u{0}|é|É|e\u{301}){0,3}",
            "[a-zé]{100,300}",
            any::<String>(),
        ]
    }

    proptest! {
        #[test]
        fn every_name_is_safe_and_none_is_taken_for_another(
            names in proptest::collection::btree_set(hostile(), 1..12)
        ) {
            let files = file_names(names.iter().map(String::as_str));
            let folded: BTreeSet<_> = files.values().map(|file| file.to_lowercase()).collect();
            prop_assert_eq!(folded.len(), names.len(), "{:?}", files);
            for file in files.values() {
                let file = format!("{file}.json");
                prop_assert!(file.len() <= 200);
                let parts: Vec<_> = Path::new(&file).components().collect();
                prop_assert!(matches!(parts.as_slice(), [Component::Normal(_)]), "{}", file);
                prop_assert!(!file.starts_with(['.', '-', ' ']));
                prop_assert!(!file.contains(['/', '\\', ':', '%', '?', '#', '<', '>', '"', '|', '*', '\0']));
            }
        }
    }
}
