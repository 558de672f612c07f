//! Debian packages (<https://manpages.debian.org/stable/dpkg-dev/deb.5>).

use std::fmt::Write as _;

use ar::{Builder, Header};
use chrono::DateTime;
use md5::{Digest, Md5};

use super::{Package, address};
use crate::archive::{ArchiveEntry, gzip, tgz};
use crate::contents::{PackageContents, fill};
use crate::{Result, VERSION};

const PACKAGE: &str = "reversi-courses";

pub(super) fn package(
    architecture: &str,
    contents: &PackageContents,
    time: u32,
) -> Result<Package> {
    let data = data(contents, time)?;
    let size: usize = data.iter().map(|entry| entry.content.len()).sum();
    let homepage = address().map_or(String::new(), |address| format!("Homepage: {address}\n"));
    let control = fill(
        include_str!("../../templates/debian/control"),
        &[
            ("version", VERSION),
            ("architecture", architecture),
            ("size", &size.div_ceil(1024).to_string()),
            ("homepage", &homepage),
        ],
    );
    let mut sums = String::new();
    for entry in &data {
        let sum = Md5::digest(&entry.content);
        writeln!(sums, "{sum:x}  {}", entry.path)?;
    }
    let control = [
        ArchiveEntry::file("control", control),
        ArchiveEntry::file("md5sums", sums),
    ];
    let mut package = Builder::new(Vec::new());
    for (name, content) in [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", tgz(&control, time)?),
        ("data.tar.gz", tgz(&data, time)?),
    ] {
        let mut header = Header::new(name.into(), content.len() as u64);
        header.set_mode(0o100_644);
        header.set_mtime(time.into());
        package.append(&header, &*content)?;
    }
    let name = format!("{PACKAGE}_{VERSION}_{architecture}.deb");
    Ok((name, package.into_inner()?))
}

fn data(contents: &PackageContents, time: u32) -> Result<Vec<ArchiveEntry>> {
    let share = |folder: &str| format!("usr/share/{folder}/{PACKAGE}");
    let mut entries: Vec<ArchiveEntry> = contents
        .programs
        .iter()
        .map(|entry| entry.within("usr/bin"))
        .collect();
    for document in &contents.documents {
        if document.path.starts_with("man/") {
            let path = format!("usr/share/{}", document.path);
            entries.push(compressed(&path, &document.content)?);
            continue;
        }
        let name = document.path.rsplit('/').next().unwrap_or_default();
        let path = match name.rsplit_once('.') {
            Some((program, "bash")) => format!("usr/share/bash-completion/completions/{program}"),
            Some((_, "fish")) => format!("usr/share/fish/vendor_completions.d/{name}"),
            None => format!("usr/share/zsh/vendor-completions/{name}"),
            // Debian has no folder for other shells.
            Some(_) => continue,
        };
        entries.push(ArchiveEntry::file(path, document.content.clone()));
    }
    let mut copyright = include_bytes!("../../templates/debian/copyright").to_vec();
    for licence in contents
        .licences
        .iter()
        .filter(|entry| entry.path.ends_with("MIT"))
    {
        copyright.extend(indented(&licence.content));
    }
    let date = DateTime::from_timestamp(time.into(), 0)
        .unwrap_or_default()
        .to_rfc2822();
    let changes = fill(
        include_str!("../../templates/debian/changelog"),
        &[("version", VERSION), ("date", &date)],
    );
    let doc = share("doc");
    entries.extend([
        ArchiveEntry::file(format!("{doc}/copyright"), copyright),
        compressed(&format!("{doc}/changelog"), changes.as_bytes())?,
        contents.readme.within(&doc),
        ArchiveEntry::file(
            share("lintian/overrides"),
            include_str!("../../templates/debian/overrides"),
        ),
    ]);
    entries.extend(contents.pages.iter().map(|entry| entry.within(&doc)));
    entries.extend(
        contents
            .fixtures
            .iter()
            .map(|entry| entry.within(&format!("usr/share/{PACKAGE}"))),
    );
    Ok(entries)
}

fn compressed(path: &str, content: &[u8]) -> Result<ArchiveEntry> {
    Ok(ArchiveEntry::file(format!("{path}.gz"), gzip(content)?))
}

fn indented(text: &[u8]) -> Vec<u8> {
    let lines = String::from_utf8_lossy(text);
    let lines = lines.lines().map(|line| {
        if line.is_empty() {
            " .\n".to_owned()
        } else {
            format!(" {line}\n")
        }
    });
    lines.collect::<String>().into_bytes()
}
