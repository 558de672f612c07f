//! The files of packages, apart from the programs.

use std::collections::BTreeSet;
use std::path::Path;

use regex_lite::{Captures, Regex};

use crate::archive::{ArchiveEntry, files, read};
use crate::{Result, VERSION, programs};

pub(crate) struct PackageContents {
    pub(crate) programs: Vec<ArchiveEntry>,
    pub(crate) extras: Vec<ArchiveEntry>,
    pub(crate) documents: Vec<ArchiveEntry>,
    pub(crate) licences: Vec<ArchiveEntry>,
    pub(crate) readme: ArchiveEntry,
    pub(crate) pages: Vec<ArchiveEntry>,
    pub(crate) fixtures: Vec<ArchiveEntry>,
}

impl PackageContents {
    pub(crate) fn read(workspace: &Path) -> Result<Self> {
        let licence = |name: &str| read(&workspace.join(".github").join(name), name);
        let readme = include_str!("../templates/README.md");
        Ok(Self {
            programs: Vec::new(),
            extras: Vec::new(),
            documents: programs::documents()?,
            licences: vec![licence("LICENSE-APACHE")?, licence("LICENSE-MIT")?],
            readme: ArchiveEntry::file("README.md", fill(readme, &[("version", VERSION)])),
            pages: pages(workspace)?,
            fixtures: files(&workspace.join("fixtures"), "fixtures", &["in", "out"])?,
        })
    }
}

pub(crate) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let replace =
        |text: String, (name, value): &(&str, &str)| text.replace(&format!("{{{name}}}"), value);
    values.iter().fold(template.to_owned(), replace)
}

/// Returns the pages about cases and platforms, and the example of the former. Replaces links
/// to files that are in no package with their text.
fn pages(workspace: &Path) -> Result<Vec<ArchiveEntry>> {
    let automarker = workspace.join("crates/automarker");
    let mut pages = vec![read(&automarker.join("CASES.md"), "docs/CASES.md")?];
    pages.extend(files(&automarker.join("docs"), "docs", &["md"])?);
    let example = files(&automarker.join("example"), "docs/example", &[])?;
    let names: BTreeSet<String> = pages.iter().map(|page| page.path.clone()).collect();
    for page in &mut pages {
        let text = String::from_utf8(std::mem::take(&mut page.content))?.replace("](../", "](");
        let is_there = |address: &str| {
            let file = address.split('#').next().unwrap_or_default();
            address.starts_with("http")
                || address.starts_with('#')
                || file == "example"
                || names.contains(&format!("docs/{file}"))
        };
        page.content = keep_links(&text, is_there).into_bytes();
    }
    pages.extend(example);
    Ok(pages)
}

/// Replaces each Markdown link with its text, unless its address is `kept`.
fn keep_links(text: &str, kept: impl Fn(&str) -> bool) -> String {
    let link = Regex::new(r"\[([^\[\]]*)\]\(([^)]*)\)").expect("it is an expression");
    let replaced = link.replace_all(text, |found: &Captures<'_>| {
        let part = usize::from(!kept(&found[2]));
        found[part].to_owned()
    });
    replaced.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_to_a_file_that_is_not_there_loses_its_address() {
        let text = "[a](https://a.org) [b](b.md#c) [d](#d) [e](../e.md), [f]";
        let kept = |address: &str| !address.starts_with("..");
        let expected = "[a](https://a.org) [b](b.md#c) [d](#d) e, [f]";
        assert_eq!(keep_links(text, kept), expected);
    }

    #[test]
    fn no_page_needs_a_clone() {
        for page in pages(&course_tests::workspace()).expect("they can be read") {
            let text = String::from_utf8_lossy(&page.content);
            for words in ["cargo ", "crates/", "](../"] {
                assert!(!text.contains(words), "{}: {words}", page.path);
            }
        }
    }
}
