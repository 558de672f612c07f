//! Wheels: the programs as scripts of a Python package without Python code
//! (<https://packaging.python.org/en/latest/specifications/binary-distribution-format/>).

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use super::{LICENCES, Package, SUMMARY, address};
use crate::archive::{self, ArchiveEntry};
use crate::contents::{PackageContents, fill};
use crate::target::Target;
use crate::{Result, VERSION};

pub(super) fn wheel(target: &Target, contents: &PackageContents, time: u32) -> Result<Package> {
    let root = format!("reversi_courses-{VERSION}");
    let scripts = format!("{root}.data/scripts");
    let info = format!("{root}.dist-info");
    let programs = contents.programs.iter().map(|entry| entry.within(&scripts));
    let mut entries: Vec<ArchiveEntry> = programs.collect();
    for licence in &contents.licences {
        entries.push(licence.within(&format!("{info}/licenses")));
    }
    let source = address().map(|address| format!("Project-URL: Source, {address}\n"));
    let tags = target
        .wheel
        .iter()
        .map(|tag| format!("Tag: py3-none-{tag}"));
    let values = [
        ("version", VERSION),
        ("summary", SUMMARY),
        ("licences", LICENCES),
        ("source", &source.unwrap_or_default()),
        ("tags", &tags.collect::<Vec<_>>().join("\n")),
        ("readme", str::from_utf8(&contents.readme.content)?),
    ];
    for (name, template) in [
        ("METADATA", include_str!("../../templates/wheel/METADATA")),
        ("WHEEL", include_str!("../../templates/wheel/WHEEL")),
    ] {
        entries.push(ArchiveEntry::file(
            format!("{info}/{name}"),
            fill(template, &values),
        ));
    }
    let record = record(&entries, &format!("{info}/RECORD"))?;
    entries.push(record);
    let name = format!("{root}-py3-none-{}.whl", target.wheel.join("."));
    Ok((name, archive::zip(&entries, time)?))
}

/// Lists the entries with their sums, and the list itself without one.
fn record(entries: &[ArchiveEntry], path: &str) -> Result<ArchiveEntry> {
    let mut lines = String::new();
    for entry in entries {
        let sum = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(&entry.content));
        writeln!(lines, "{},sha256={sum},{}", entry.path, entry.content.len())?;
    }
    Ok(ArchiveEntry::file(path, lines + path + ",,\n"))
}
