//! npm packages: one with the programs per system, and `automarker`, which depends on all of
//! them and starts the programs. npm installs only the one for its system.

use serde_json::{Value, json};

use super::{LICENCES, Package, SUMMARY, address};
use crate::archive::{self, ArchiveEntry};
use crate::contents::PackageContents;
use crate::programs::{NAME, PROGRAMS};
use crate::target::{self, Target};
use crate::{Result, VERSION};

pub(super) fn platform(target: &Target, contents: &PackageContents, time: u32) -> Result<Package> {
    let [platform, processor] = target.node;
    let name = name(target);
    let mut manifest = manifest(&name);
    manifest["os"] = json!([platform]);
    manifest["cpu"] = json!([processor]);
    let programs = contents.programs.iter().map(|entry| entry.within("bin"));
    pack(&name, &manifest, programs.collect(), contents, time)
}

pub(crate) fn launcher(contents: &PackageContents, time: u32) -> Result<Package> {
    let mut manifest = manifest(NAME);
    let bin = PROGRAMS.map(|(name, _)| (name, format!("bin/{name}.js")));
    manifest["bin"] = bin.into_iter().collect();
    let systems = target::ALL.iter().map(|target| (name(target), VERSION));
    manifest["optionalDependencies"] = systems.collect();
    let mut entries = vec![ArchiveEntry::file(
        "run.js",
        include_str!("../../templates/run.js"),
    )];
    for (program, _) in PROGRAMS {
        let script = format!("#!/usr/bin/env node\nrequire(\"../run.js\")(\"{program}\");\n");
        entries.push(ArchiveEntry {
            executable: true,
            ..ArchiveEntry::file(format!("bin/{program}.js"), script)
        });
    }
    pack(NAME, &manifest, entries, contents, time)
}

/// Returns the name of the package for `target`, which `run.js` makes again from
/// `process.platform` and `process.arch`.
fn name(target: &Target) -> String {
    format!("{NAME}-{}", target.node.join("-"))
}

fn manifest(name: &str) -> Value {
    let mut manifest = json!({
        "name": name, "version": VERSION, "description": SUMMARY, "license": LICENCES,
    });
    if let Some(address) = address() {
        manifest["repository"] = json!({"type": "git", "url": format!("git+{address}.git")});
    }
    manifest
}

fn pack(
    name: &str,
    manifest: &Value,
    mut entries: Vec<ArchiveEntry>,
    contents: &PackageContents,
    time: u32,
) -> Result<Package> {
    let manifest = serde_json::to_string_pretty(manifest)?;
    entries.push(ArchiveEntry::file("package.json", manifest + "\n"));
    entries.push(contents.readme.clone());
    entries.extend(contents.licences.iter().cloned());
    let entries: Vec<ArchiveEntry> = entries
        .iter()
        .map(|entry| entry.within("package"))
        .collect();
    let name = format!("{name}-{VERSION}.npm.tgz");
    Ok((name, archive::tgz(&entries, time)?))
}
