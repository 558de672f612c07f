//! The page's own files: `crates/playground/web`.

use std::fs;
use std::path::Path;

use crate::Result;

/// The scripts of the page, in the order in which they run.
const SCRIPTS: &[&str] = &[
    "dom.js",
    "settings.js",
    "parts.js",
    "courses.js",
    "suite.js",
    "workers.js",
    "board.js",
    "terminal.js",
    "list.js",
    "moves.js",
    "steps.js",
    "graph.js",
    "engine.js",
    "analysis.js",
    "players.js",
    "play.js",
    "cases.js",
    "check.js",
    "tabs.js",
    "main.js",
];

/// The styles, in the order in which they apply.
const STYLES: &[&str] = &["page.css"];

/// The page's own files.
#[derive(Debug)]
pub(crate) struct Assets {
    /// The HTML with the marks that [`html`](crate::html) replaces.
    pub(crate) page: String,
    /// The script of the page, without the glue.
    pub(crate) script: String,
    /// The script of the worker, without the glue.
    pub(crate) worker: String,
    /// The style of the page.
    pub(crate) style: String,
}

/// Reads the files in `folder`.
pub(crate) fn read(folder: &Path) -> Result<Assets> {
    let text = |name: &str| -> Result<String> {
        let path = folder.join(name);
        let text = fs::read_to_string(&path);
        // A checkout on Windows may have other line ends.
        let text = text.map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        Ok(text.replace("\r\n", "\n"))
    };
    let join = |names: &[&str]| -> Result<String> {
        let texts: Result<Vec<String>> = names.iter().map(|name| text(name)).collect();
        Ok(texts?.join("\n"))
    };
    Ok(Assets {
        page: text("page.html")?,
        // One scope for all files of the page, and no names in the browser's.
        script: format!(
            "(() => {{\n\"use strict\";\n{}{}}})();\n",
            pages::LISTBOX,
            join(SCRIPTS)?
        ),
        worker: text("worker.js")?,
        style: format!("{}{}{}", pages::COLOURS, pages::grid::STYLE, join(STYLES)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_script_and_style_in_the_folder_is_on_the_page() {
        let folder = course_tests::workspace().join("crates/playground/web");
        let mut found: Vec<String> = fs::read_dir(&folder)
            .expect("the folder is there")
            .map(|entry| entry.expect("it can be read").file_name())
            .map(|name| name.into_string().expect("names are text"))
            .filter(|name| {
                Path::new(name)
                    .extension()
                    .is_some_and(|kind| kind == "js" || kind == "css")
            })
            .collect();
        found.sort_unstable();
        let mut used = [SCRIPTS, STYLES, &["worker.js"]].concat();
        used.sort_unstable();
        assert_eq!(found, used);
    }
}
