//! Exports whose names match no platform's form, or several.

use std::collections::BTreeSet;
use std::fs;

use proptest::prelude::*;
use submission::export::Class;

use super::folder;

const FILE: &str = "[a-c]{1,2}(_LATE)?_[1-3]_[1-9](_main)?(-1)?\\.(c|zip)\
    |[A-C] [a-b]_[1-3]_assignsubmission_(file|onlinetext)(/main\\.c)?\
    |Lab 8_[a-c]_attempt_2026-0[1-3]-0[1-9]-12-00-0[0-9](_main\\.c|\\.txt)\
    |submission_[1-3](/(main\\.c|metadata\\.yml))?\
    |(submission_metadata|[a-c]/timestamp)\\.(yml|txt)\
    |[^/\u{0}.]{1,6}(/[a-z]{1,3}(\\.c)?)?";

proptest! {
    #[test]
    fn any_export_has_each_file_once_or_is_refused(
        names in prop::collection::btree_set(FILE, 0..12),
    ) {
        let export = folder();
        for name in &names {
            let path = export.path().join(name);
            // A name may also be that of another submission's folder.
            let above = path.parent().expect("it is in the folder");
            if fs::create_dir_all(above).is_ok() && !path.is_dir() {
                fs::write(&path, "int main(void) { return 0; }\n").expect("a file");
            }
        }
        let class = Class::read(export.path(), None).expect("it can be read");
        let submissions: BTreeSet<_> = class.submissions.iter().map(|one| &one.name).collect();
        prop_assert_eq!(submissions.len(), class.submissions.len());
        let mut parts = BTreeSet::new();
        for part in class.submissions.iter().flat_map(|one| &one.parts) {
            prop_assert!(part.path.starts_with(export.path()) && part.path.exists());
            prop_assert!(parts.insert(&part.path), "{:?} is there twice", part.path);
            prop_assert!(!part.name.contains('/') && part.name != "..", "{}", part.name);
        }
    }
}
