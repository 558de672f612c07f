//! The files of the site, and the parts that both forms of the page are made of.

use std::fmt;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use crate::assets::Assets;
use crate::bind::Bound;

/// A file of the site.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) name: &'static str,
    pub(crate) contents: Vec<u8>,
}

impl File {
    pub(crate) fn new(name: &'static str, contents: impl Into<Vec<u8>>) -> Self {
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
    pub(crate) bytes: Vec<u8>,
    /// The same, compressed.
    pub(crate) gzip: Vec<u8>,
}

/// The compiled crates.
#[derive(Debug)]
pub(crate) struct AllBound {
    pub(crate) courses: Bound,
    pub(crate) cases: Bound,
    pub(crate) engine: Bound,
}

/// The parts that both forms of the page are made of.
#[derive(Debug)]
pub(crate) struct Parts {
    /// The script of the page.
    pub(crate) script: String,
    /// The script of the worker.
    pub(crate) worker: String,
    pub(crate) courses: Wasm,
    pub(crate) cases: Wasm,
    pub(crate) engine: Wasm,
}

impl Parts {
    /// Joins the page's own files with the crates.
    pub(crate) fn new(assets: &Assets, bound: &AllBound) -> Self {
        let AllBound {
            courses,
            cases,
            engine,
        } = bound;
        let wasm = |bound: &Bound| Wasm {
            bytes: bound.wasm.clone(),
            gzip: gzip(&bound.wasm),
        };
        Self {
            script: format!("{}\n{}\n{}", courses.glue, cases.glue, assets.script),
            worker: format!("{}\n{}\n{}", courses.glue, engine.glue, assets.worker),
            courses: wasm(courses),
            cases: wasm(cases),
            engine: wasm(engine),
        }
    }

    /// Returns the compressed size of what the page needs to show a board, without its
    /// style, in bytes.
    pub(crate) fn first_size(&self) -> usize {
        self.courses.gzip.len() + gzip(self.script.as_bytes()).len()
    }
}

/// Compresses `bytes`.
fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("a Vec takes it all")
}
