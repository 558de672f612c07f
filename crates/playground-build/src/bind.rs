//! Making a compiled crate callable from JavaScript.

use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

use crate::Result;
use crate::compile::Module;

#[derive(Debug)]
pub(crate) struct Bound {
    /// The script that defines the variable with the crate's functions.
    pub(crate) glue: String,
    pub(crate) wasm: Vec<u8>,
}

pub(crate) fn bind(module: &Module, compiled: &Path) -> Result<Bound> {
    let failed = |error| format!("wasm-bindgen cannot read {}: {error:#}", compiled.display());
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(compiled)
        // A classic script: a page from a disk cannot start a worker with modules.
        .no_modules(true)
        .and_then(|bindgen| bindgen.no_modules_global(module.global))
        .map_err(failed)?
        .typescript(false)
        .omit_default_module_path(true)
        // The compiler's strip option would also remove the processor features, which wasm-bindgen
        // reads.
        .remove_name_section(true)
        .remove_producers_section(true);
    let mut output = bindgen.generate_output().map_err(failed)?;
    Ok(Bound {
        glue: output.js().to_owned(),
        wasm: output.wasm_mut().emit_wasm(),
    })
}
