//! The files of the site.

use std::fs;
use std::path::Path;

use crate::Result;
use crate::assets::Assets;
use crate::html;
use crate::parts::{File, Parts};

/// The name of the page as one file.
pub(crate) const ONE_FILE: &str = "playground.html";

/// Returns the files of the site, the page as one file among them.
pub(crate) fn files(assets: &Assets, parts: &Parts) -> Result<Vec<File>> {
    let style = File::new("playground.css", assets.style.as_str());
    let script = File::new("playground.js", parts.script.as_str());
    let worker = File::new("worker.js", parts.worker.as_str());
    let courses = File::new("courses.wasm", parts.courses.bytes.as_slice());
    let cases = File::new("cases.wasm", parts.cases.bytes.as_slice());
    let engine = File::new("engine.wasm", parts.engine.bytes.as_slice());
    let beside = [
        ("worker", &worker),
        ("courses", &courses),
        ("cases", &cases),
        ("engine", &engine),
    ];
    let page = File::new("index.html", html::site(assets, &style, &script, &beside)?);
    let one_file = File::new(ONE_FILE, html::one_file(assets, parts)?);
    Ok(vec![
        page, one_file, style, script, worker, courses, cases, engine,
    ])
}

/// Writes `files` to `folder`, which is created if it is missing.
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
