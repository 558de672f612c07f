//! The HTML documents: the site's page and the page as one file.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

use crate::Result;
use crate::assets::Assets;
use crate::parts::{File, Parts, gzip};

const LINK: &str = "<!-- link -->";
const HEAD: &str = "<!-- head -->";
const SCRIPTS: &str = "<!-- scripts -->";

/// Returns the page that loads `style`, `script` and the parts from its own folder.
pub(crate) fn site(
    assets: &Assets,
    style: &File,
    script: &File,
    parts: &[(&str, &File)],
) -> Result<String> {
    let policy = policy(
        "'self'",
        "'self'",
        "worker-src 'self'; connect-src 'self'; manifest-src 'self'; img-src 'self' data:",
    );
    let mut head = vec![
        policy,
        "<link rel=\"manifest\" href=\"manifest.webmanifest\">".to_owned(),
        format!("<link rel=\"stylesheet\" href=\"{}\">", style.address()),
    ];
    // The script asks for the courses at once, so they are loaded in parallel.
    let first = parts.iter().filter(|(name, _)| *name == "courses");
    head.extend(first.map(|(_, file)| {
        let address = file.address();
        format!("<link rel=\"preload\" href=\"{address}\" as=\"fetch\" crossorigin>")
    }));
    let mut scripts: Vec<String> = parts
        .iter()
        .map(|(name, file)| {
            let (id, address) = (format!("part-{name}"), file.address());
            format!(
                "<script type=\"application/octet-stream\" id=\"{id}\" \
                 data-file=\"{address}\"></script>"
            )
        })
        .collect();
    scripts.push(format!("<script src=\"{}\"></script>", script.address()));
    let page = fill(&assets.page, HEAD, &head.join("\n"))?;
    fill(&page, SCRIPTS, &scripts.join("\n"))
}

/// Returns the page as one file, which opens from a disk.
pub(crate) fn one_file(assets: &Assets, parts: &Parts) -> Result<String> {
    let script = [parts.cases_glue.as_str(), &parts.script].join("\n");
    let (style, script) = (element_text(&assets.style)?, element_text(&script)?);
    let policy = policy(
        &hash(&script),
        &hash(&style),
        "worker-src blob:; img-src data:",
    );
    let head = format!("{policy}\n<style>{style}</style>");
    let data = |name: &str, gzip: &[u8]| {
        let text = BASE64_STANDARD.encode(gzip);
        format!("<script type=\"application/octet-stream\" id=\"part-{name}\">{text}</script>")
    };
    let mut scripts = vec![
        format!(
            "<script type=\"text/plain\" id=\"part-worker\">{}</script>",
            element_text(&parts.worker)?
        ),
        data("courses", &parts.courses.gzip),
    ];
    let languages = assets.languages.iter();
    scripts.extend(languages.map(|(name, table)| data(name, &gzip(table.as_bytes()))));
    scripts.extend([
        format!("<script>{script}</script>"),
        // The page starts before the browser has read these.
        data("cases", &parts.cases.gzip),
        data("engine", &parts.engine.gzip),
    ]);
    fill(
        &fill(&assets.page, HEAD, &head)?,
        SCRIPTS,
        &scripts.join("\n"),
    )
}

/// Returns the content security policy: only the given sources may be loaded or run.
fn policy(scripts: &str, styles: &str, others: &str) -> String {
    format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         script-src {scripts} 'wasm-unsafe-eval'; style-src {styles}; {others}; \
         base-uri 'none'; form-action 'none'\">"
    )
}

/// Returns the source of a policy that allows exactly `text`.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)))
}

/// Escapes `text` for an element `script` or `style`.
fn element_text(text: &str) -> Result<String> {
    let lower = text.to_ascii_lowercase();
    for forbidden in ["</script", "</style", "<!--"] {
        if lower.contains(forbidden) {
            return Err(format!(
                "a script or style of the page contains `{forbidden}`, which would end it early"
            )
            .into());
        }
    }
    Ok(format!("\n{text}"))
}

pub(crate) fn with_link(page: &str, leaderboard: Option<&str>) -> Result<String> {
    let link = leaderboard.map(|address| format!("<p><a href=\"{address}\">Leaderboard</a></p>"));
    fill(page, LINK, &link.unwrap_or_default())
}

fn fill(page: &str, mark: &str, text: &str) -> Result<String> {
    if page.matches(mark).count() != 1 {
        return Err(format!("page.html must have `{mark}` once").into());
    }
    Ok(page.replacen(mark, text, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_would_end_its_element_is_refused() {
        for text in ["'</SCRIPT>'", "'</style'", "'<!-- '"] {
            let error = element_text(text).expect_err("it ends early");
            assert!(error.to_string().contains("which would end it early"));
        }
    }
}
