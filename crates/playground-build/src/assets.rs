//! The page's own files: `crates/playground/web`.

use std::fs;
use std::path::Path;

use crate::Result;

/// The scripts of the page, in the order in which they run. They share one scope.
const SCRIPTS: &[&str] = &[
    "dom.js",
    "settings.js",
    "theme.js",
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
    "texts.js",
    "editor.js",
    "exercise.js",
    "tree.js",
    "games.js",
    "setup.js",
    "play.js",
    "tabs.js",
    "language.js",
    "main.js",
];

/// Loaded with the cases.
const LATER: &[&str] = &["files.js", "cases.js", "check.js"];

/// The styles, in the order in which they apply.
const STYLES: &[&str] = &["page.css"];

pub(crate) const LANGUAGES: [(&str, &str); 2] = [("tr", "tr.json"), ("fr", "fr.json")];

#[derive(Debug)]
pub(crate) struct Assets {
    /// The HTML with the placeholders that [`html`](crate::html) replaces.
    pub(crate) page: String,
    /// The page's script, and the scripts loaded with the cases, without the glue.
    pub(crate) script: String,
    pub(crate) later: String,
    pub(crate) worker: String,
    pub(crate) style: String,
    /// The service worker of the site, without the list of files.
    pub(crate) service_worker: String,
    pub(crate) languages: Vec<(&'static str, String)>,
    pub(crate) manifest: String,
    pub(crate) icon: String,
}

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
        script: format!("\"use strict\";\n{}{}", pages::LISTBOX, join(SCRIPTS)?),
        later: join(LATER)?,
        worker: text("worker.js")?,
        service_worker: text("service-worker.js")?,
        languages: LANGUAGES
            .iter()
            .map(|(name, file)| Ok((*name, text(file)?)))
            .collect::<Result<_>>()?,
        manifest: text("manifest.webmanifest")?,
        icon: text("icon.svg")?,
        style: minifier::css::minify(
            &[
                pages::COLOURS,
                pages::grid::STYLE,
                pages::text::STYLE,
                &join(STYLES)?,
            ]
            .concat(),
        )
        .map_err(|error| format!("cannot minify the style: {error}"))?
        .to_string(),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn every_language_has_every_entry() {
        let folder = course_tests::workspace().join("crates/playground/web");
        let tables = LANGUAGES.map(|(name, file)| {
            let text = fs::read_to_string(folder.join(file)).expect("it is there");
            let table: BTreeMap<String, String> = serde_json::from_str(&text).expect(name);
            // A translation has a place for each placeholder.
            for (english, translated) in &table {
                let places = |text: &str| text.matches('{').count();
                assert_eq!(places(english), places(translated), "{name}: {english}");
                assert!(!translated.is_empty(), "{name}: {english}");
            }
            table.into_keys().collect::<Vec<_>>()
        });
        assert_eq!(tables[0], tables[1]);
    }

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
        let mut used = [SCRIPTS, LATER, STYLES, &["service-worker.js", "worker.js"]].concat();
        used.sort_unstable();
        assert_eq!(found, used);
    }
}
