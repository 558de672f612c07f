//! The files of the site, and the common parts of both forms of the page.

use std::fmt;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use crate::Result;
use crate::assets::Assets;
use crate::bind::Bound;

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

    /// Returns its address relative to the page. It changes with the contents, so that a browser
    /// does not mix files of two builds.
    pub(crate) fn address(&self) -> String {
        format!("{}?{}", self.name, self.hash())
    }

    pub(crate) fn hash(&self) -> String {
        format!("{:x}", Sha256::digest(&self.contents))[..8].to_owned()
    }
}

/// Shows the name and the sizes, plain and compressed.
impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (size, gzip) = (self.contents.len(), gzip(&self.contents).len());
        write!(f, "{:<18}{size:>9} bytes, {gzip:>9} compressed", self.name)
    }
}

#[derive(Debug)]
pub(crate) struct Wasm {
    pub(crate) bytes: Vec<u8>,
    pub(crate) gzip: Vec<u8>,
}

#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) script: String,
    /// The glue of the cases and the scripts of their panes, which the page loads together with the
    /// cases.
    pub(crate) cases_glue: String,
    pub(crate) worker: String,
    pub(crate) courses: Wasm,
    pub(crate) cases: Wasm,
    pub(crate) engine: Wasm,
}

impl Parts {
    pub(crate) fn new(
        assets: &Assets,
        courses: &Bound,
        cases: &Bound,
        engine: &Bound,
    ) -> Result<Self> {
        let wasm = |bound: &Bound| Wasm {
            bytes: bound.wasm.clone(),
            gzip: gzip(&bound.wasm),
        };
        let script = [&courses.glue, &assets.script];
        let worker = [&courses.glue, &engine.glue, &assets.worker];
        Ok(Self {
            script: minified(&script.map(String::as_str).join("\n"))?,
            cases_glue: minified(&[&cases.glue, &assets.later].map(String::as_str).join("\n"))?,
            worker: minified(&worker.map(String::as_str).join("\n"))?,
            courses: wasm(courses),
            cases: wasm(cases),
            engine: wasm(engine),
        })
    }

    /// Returns the compressed size of everything that the page needs to show a board.
    pub(crate) fn first_size(&self) -> usize {
        self.courses.gzip.len() + gzip(self.script.as_bytes()).len()
    }
}

pub(crate) fn minified(script: &str) -> Result<String> {
    let minified = minifier::js::minify(script);
    let minified = minified.map_err(|error| format!("cannot minify a script: {error}"))?;
    Ok(minified.to_string())
}

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("a Vec takes it all")
}
