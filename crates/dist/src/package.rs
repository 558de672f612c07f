//! The packages for one system, and for all systems.

mod debian;
mod manifests;
mod npm;
mod wheel;

use crate::Result;
use crate::archive::{self, ArchiveEntry};
use crate::contents::PackageContents;
use crate::programs::NAME;
use crate::target::{System, Target};
use crate::{REPOSITORY, VERSION};

pub(crate) use manifests::manifests;
pub(crate) use npm::launcher;

pub(crate) type Package = (String, Vec<u8>);

const SUMMARY: &str = "Mark students' Reversi programs, play them, and run tournaments";

const LICENCES: &str = "MIT OR Apache-2.0";

/// Returns the packages for `target`. `time` is the time of all files, in seconds since 1970.
pub(crate) fn packages(
    target: &Target,
    contents: &PackageContents,
    time: u32,
) -> Result<Vec<Package>> {
    let mut packages = vec![
        archive(target, contents, time)?,
        wheel::wheel(target, contents, time)?,
        npm::platform(target, contents, time)?,
    ];
    if let Some(architecture) = target.debian {
        packages.push(debian::package(architecture, contents, time)?);
    }
    Ok(packages)
}

fn archive_name(target: &Target) -> (String, &'static str) {
    let suffix = match target.system {
        System::Windows => "zip",
        System::Linux | System::Mac => "tgz",
    };
    (format!("{NAME}-{}-v{VERSION}", target.triple), suffix)
}

fn archive(target: &Target, contents: &PackageContents, time: u32) -> Result<Package> {
    let (folder, suffix) = archive_name(target);
    let entries: Vec<ArchiveEntry> = [
        &contents.programs,
        &contents.documents,
        &contents.licences,
        &contents.pages,
        &contents.fixtures,
        &contents.extras,
    ]
    .into_iter()
    .flatten()
    .chain([&contents.readme])
    .map(|entry| entry.within(&folder))
    .collect();
    let pack = match target.system {
        System::Windows => archive::zip,
        System::Linux | System::Mac => archive::tgz,
    };
    Ok((format!("{folder}.{suffix}"), pack(&entries, time)?))
}

fn address() -> Option<&'static str> {
    (!REPOSITORY.contains("/OWNER/")).then_some(REPOSITORY)
}
