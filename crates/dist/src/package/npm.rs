//! npm packages: one per system with its programs, and `automarker`, which depends on
//! all of them, of which npm installs the one for its system, and starts its programs.

use serde_json::{Map, Value, json};

use super::{LICENCES, Package, SUMMARY, address};
use crate::archive::{self, Entry};
use crate::contents::Contents;
use crate::programs::{NAME, PROGRAMS};
use crate::target::{self, Target};
use crate::{Result, VERSION};

pub(super) fn platform(target: &Target, contents: &Contents, time: u32) -> Result<Package> {
    let [platform, processor] = target.node;
    let name = name(target);
    let mut manifest = manifest(&name);
    manifest.insert("os".to_owned(), json!([platform]));
    manifest.insert("cpu".to_owned(), json!([processor]));
    let programs = contents.programs.iter().map(|entry| entry.within("bin"));
    pack(&name, manifest, programs.collect(), contents, time)
}

/// Returns the package that starts the programs of the others.
pub(crate) fn launcher(contents: &Contents, time: u32) -> Result<Package> {
    let mut manifest = manifest(NAME);
    let systems = target::ALL
        .iter()
        .map(|target| (name(target), VERSION.into()));
    let bin = PROGRAMS.iter().map(|program| {
        let path = format!("bin/{}.js", program.name);
        (program.name.to_owned(), path.into())
    });
    manifest.insert("bin".to_owned(), Value::Object(bin.collect()));
    manifest.insert(
        "optionalDependencies".to_owned(),
        Value::Object(systems.collect()),
    );
    let mut entries = vec![Entry::file(
        "run.js",
        include_str!("../../templates/run.js"),
    )];
    for program in &PROGRAMS {
        let script = format!(
            "#!/usr/bin/env node\nrequire(\"../run.js\")(\"{}\");\n",
            program.name
        );
        entries.push(Entry {
            executable: true,
            ..Entry::file(format!("bin/{}.js", program.name), script)
        });
    }
    pack(NAME, manifest, entries, contents, time)
}

/// Returns the name of the package for `target`, which `run.js` makes again from
/// `process.platform` and `process.arch`.
fn name(target: &Target) -> String {
    format!("{NAME}-{}", target.node.join("-"))
}

fn manifest(name: &str) -> Map<String, Value> {
    let mut manifest = Map::new();
    let fields = [
        ("name", name),
        ("version", VERSION),
        ("description", SUMMARY),
        ("license", LICENCES),
    ];
    for (key, value) in fields {
        manifest.insert(key.to_owned(), value.into());
    }
    if let Some(address) = address() {
        let repository = json!({"type": "git", "url": format!("git+{address}.git")});
        manifest.insert("repository".to_owned(), repository);
    }
    manifest
}

fn pack(
    name: &str,
    manifest: Map<String, Value>,
    mut entries: Vec<Entry>,
    contents: &Contents,
    time: u32,
) -> Result<Package> {
    let manifest = serde_json::to_string_pretty(&Value::Object(manifest))?;
    entries.push(Entry::file("package.json", manifest + "\n"));
    entries.push(contents.readme.clone());
    entries.extend(contents.licences.iter().cloned());
    let entries: Vec<Entry> = entries
        .iter()
        .map(|entry| entry.within("package"))
        .collect();
    let name = format!("{name}-{VERSION}.npm.tgz");
    Ok((name, archive::tgz(&entries, time)?))
}
