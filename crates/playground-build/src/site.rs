//! The files of the site.

use std::fs;
use std::path::Path;

use crate::Result;
use crate::assets::{Assets, LANGUAGES};
use crate::html;
use crate::parts::{File, Parts};

pub(crate) const ONE_FILE: &str = "playground.html";

pub(crate) fn files(assets: &Assets, parts: &Parts) -> Result<Vec<File>> {
    let style = File::new("playground.css", assets.style.as_str());
    let script = File::new("playground.js", parts.script.as_str());
    let worker = File::new("worker.js", parts.worker.as_str());
    let courses = File::new("courses.wasm", parts.courses.bytes.as_slice());
    let cases = File::new("cases.wasm", parts.cases.bytes.as_slice());
    let glue = File::new("cases.js", parts.cases_glue.as_str());
    let engine = File::new("engine.wasm", parts.engine.bytes.as_slice());
    let languages = assets.languages.iter().zip(LANGUAGES);
    let languages: Vec<File> = languages
        .map(|((_, table), (_, file))| File::new(file, table.as_str()))
        .collect();
    let mut beside = vec![
        ("worker", &worker),
        ("courses", &courses),
        ("cases", &cases),
        ("cases-glue", &glue),
        ("engine", &engine),
    ];
    let names = assets.languages.iter().map(|(name, _)| *name);
    beside.extend(names.zip(&languages));
    let page = File::new("index.html", html::site(assets, &style, &script, &beside)?);
    let one_file = File::new(ONE_FILE, html::one_file(assets, parts)?);
    let manifest = File::new("manifest.webmanifest", assets.manifest.as_str());
    let icon = File::new("icon.svg", assets.icon.as_str());
    let beside = beside.iter().map(|(_, file)| *file);
    let first = [&style, &script, &worker, &courses];
    let offline = service_worker(assets, &page, &first, beside);
    let mut files = vec![
        page, one_file, style, script, worker, courses, cases, glue, engine, manifest, icon,
        offline,
    ];
    files.extend(languages);
    Ok(files)
}

/// Returns the service worker, which stores the page and the `first` files on the device at once,
/// and the files `beside` it on demand.
fn service_worker<'a>(
    assets: &Assets,
    page: &File,
    first: &[&'a File],
    beside: impl Iterator<Item = &'a File>,
) -> File {
    let addresses = |files: &[&File]| {
        let addresses = files.iter().map(|file| format!("{:?}", file.address()));
        let all: Vec<String> = ["\"./\"".to_owned()].into_iter().chain(addresses).collect();
        all.join(", ")
    };
    let rest = beside.filter(|file| !first.iter().any(|one| one.name == file.name));
    let all: Vec<&File> = first.iter().copied().chain(rest).collect();
    let text = format!(
        "const FIRST = [{}];\nconst FILES = [{}];\nconst CACHE = \"reversi-playground-{}\";\n{}",
        addresses(first),
        addresses(&all),
        page.hash(),
        assets.service_worker
    );
    File::new("service-worker.js", text)
}

/// Creates the folder if it is missing.
pub(crate) fn write(files: &[File], folder: &Path) -> Result<()> {
    let at =
        |path: &Path, error: std::io::Error| format!("cannot write {}: {error}", path.display());
    fs::create_dir_all(folder).map_err(|error| at(folder, error))?;
    for file in files {
        let path = folder.join(file.name);
        fs::write(&path, &file.contents).map_err(|error| at(&path, error))?;
    }
    Ok(())
}
