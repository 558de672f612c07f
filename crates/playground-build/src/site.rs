//! The files of the site.

use std::fmt;
use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use crate::Result;
use crate::assets::Assets;
use crate::bind::Bound;
use crate::html;

/// The name of the page as one file.
pub(crate) const ONE_FILE: &str = "playground.html";

/// A file of the site.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) name: &'static str,
    pub(crate) contents: Vec<u8>,
}

impl File {
    fn new(name: &'static str, contents: impl Into<Vec<u8>>) -> Self {
        let contents = contents.into();
        Self { name, contents }
    }

    /// Returns its address, seen from the page. It changes with the contents, so that
    /// a browser does not mix files of two builds.
    pub(crate) fn address(&self) -> String {
        let hash = Sha256::digest(&self.contents);
        let [a, b, c, d] = [hash[0], hash[1], hash[2], hash[3]];
        format!("{}?{a:02x}{b:02x}{c:02x}{d:02x}", self.name)
    }
}

/// Shows the name and the sizes, as it is and compressed.
impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (size, gzip) = (self.contents.len(), gzip(&self.contents).len());
        write!(f, "{:<18}{size:>9} bytes, {gzip:>9} compressed", self.name)
    }
}

/// A file of WebAssembly.
#[derive(Debug)]
pub(crate) struct Wasm {
    bytes: Vec<u8>,
    /// The same, compressed.
    pub(crate) gzip: Vec<u8>,
}

/// The parts that both forms of the page are made of.
#[derive(Debug)]
pub(crate) struct Parts {
    /// The script of the page.
    pub(crate) script: String,
    /// The script of the worker.
    pub(crate) worker: String,
    pub(crate) courses: Wasm,
    pub(crate) engine: Wasm,
    glue: String,
}

impl Parts {
    /// Joins the page's own files with the crates.
    pub(crate) fn new(assets: &Assets, courses: &Bound, engine: &Bound) -> Self {
        let wasm = |bound: &Bound| Wasm {
            bytes: bound.wasm.clone(),
            gzip: gzip(&bound.wasm),
        };
        Self {
            script: format!("{}\n{}", courses.glue, assets.script),
            worker: format!("{}\n{}\n{}", courses.glue, engine.glue, assets.worker),
            courses: wasm(courses),
            engine: wasm(engine),
            glue: courses.glue.clone(),
        }
    }

    /// Returns the compressed size of the courses and their glue, in bytes.
    pub(crate) fn first_size(&self) -> usize {
        self.courses.gzip.len() + gzip(self.glue.as_bytes()).len()
    }
}

/// Returns the files of the site, the page as one file among them.
pub(crate) fn files(assets: &Assets, parts: &Parts) -> Result<Vec<File>> {
    let style = File::new("playground.css", assets.style.as_str());
    let script = File::new("playground.js", parts.script.as_str());
    let worker = File::new("worker.js", parts.worker.as_str());
    let courses = File::new("courses.wasm", parts.courses.bytes.as_slice());
    let engine = File::new("engine.wasm", parts.engine.bytes.as_slice());
    let beside = [
        ("worker", &worker),
        ("courses", &courses),
        ("engine", &engine),
    ];
    let page = File::new("index.html", html::site(assets, &style, &script, &beside)?);
    let one_file = File::new(ONE_FILE, html::one_file(assets, parts)?);
    Ok(vec![page, one_file, style, script, worker, courses, engine])
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

/// Compresses `bytes`.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("a Vec takes it all")
}
