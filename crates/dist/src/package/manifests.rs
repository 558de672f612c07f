//! Manifests for package managers that install a release's archives: Homebrew, Scoop, Nix.

use std::collections::BTreeMap;

use super::{Package, SUMMARY, address, archive_name};
use crate::contents::fill;
use crate::programs::PROGRAMS;
use crate::target;
use crate::{Result, VERSION};

/// Returns the manifests for the archives of a release, with `sums` as its SHA-256 sums by file
/// name. Fails if an archive is missing.
pub(crate) fn manifests(sums: &BTreeMap<String, String>) -> Result<Vec<Package>> {
    let address = address().ok_or("the `repository` in Cargo.toml is a placeholder")?;
    manifests_at(address, sums)
}

fn manifests_at(address: &str, sums: &BTreeMap<String, String>) -> Result<Vec<Package>> {
    let mut values = vec![
        ("version".to_owned(), VERSION.to_owned()),
        ("address".to_owned(), address.to_owned()),
        ("summary".to_owned(), SUMMARY.to_owned()),
        (
            "programs".to_owned(),
            PROGRAMS.map(|(name, _)| name).join(" "),
        ),
    ];
    for target in &target::ALL {
        let (folder, suffix) = archive_name(target);
        let archive = format!("{folder}.{suffix}");
        let sum = sums
            .get(&archive)
            .ok_or_else(|| format!("there is no {archive}"))?;
        let url = format!("{address}/releases/download/v{VERSION}/{archive}");
        values.push((format!("folder {}", target.triple), folder));
        values.push((format!("sum {}", target.triple), sum.clone()));
        values.push((format!("url {}", target.triple), url));
    }
    let values: Vec<(&str, &str)> = values
        .iter()
        .map(|(name, value)| (&**name, &**value))
        .collect();
    let manifests = [
        (
            "reversi-courses.rb",
            include_str!("../../templates/reversi-courses.rb"),
        ),
        (
            "reversi-courses.json",
            include_str!("../../templates/reversi-courses.json"),
        ),
        ("flake.nix", include_str!("../../templates/flake.nix")),
    ];
    Ok(manifests
        .map(|(name, text)| (name.to_owned(), fill(text, &values).into_bytes()))
        .into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_name_each_archive_with_its_sum() {
        let mut sums = BTreeMap::new();
        for (index, target) in target::ALL.iter().enumerate() {
            let (folder, suffix) = archive_name(target);
            sums.insert(format!("{folder}.{suffix}"), format!("sum{index}"));
        }
        let made = manifests_at("https://example.org/reversi", &sums).expect("all are there");
        let text = |index: usize| String::from_utf8(made[index].1.clone()).expect("text");
        let all = [text(0), text(1), text(2)].concat();
        for (archive, sum) in &sums {
            assert!(all.contains(archive) && all.contains(sum), "{archive}");
        }
        for name in [
            "{sum",
            "{url",
            "{version",
            "{address",
            "{programs",
            "{summary",
        ] {
            assert!(!all.contains(name), "{name}");
        }
        for (program, _) in PROGRAMS {
            assert!(text(1).contains(&format!("\"{program}.exe\"")), "{program}");
        }
        let (missing, _) = sums.pop_last().expect("an archive");
        let error = manifests_at("https://example.org/reversi", &sums).expect_err("one is away");
        assert!(error.to_string().contains(&missing));
    }
}
