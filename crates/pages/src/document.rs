//! A whole HTML document.

use maud::{Markup, html};

#[derive(Clone, Copy, Debug)]
pub enum Style<'a> {
    /// CSS inside the document, which must not contain `</style`.
    Inline(&'a str),
    /// The address of a file of CSS.
    File(&'a str),
}

#[derive(Clone, Copy, Debug)]
pub enum Script<'a> {
    /// JavaScript inside the document, which must not contain `</script`, and its digest in the
    /// form of the policy: `sha256-` and base 64.
    Inline { code: &'a str, digest: &'a str },
    /// The address of a file.
    File(&'a str),
}

/// An HTML document whose policy allows only its own style and script.
#[derive(Debug)]
pub struct Document<'a> {
    /// The title, which is also the main heading.
    pub title: &'a str,
    pub style: Style<'a>,
    pub script: Option<Script<'a>>,
    /// The part above the heading, such as links to other pages.
    pub navigation: Markup,
    /// The part below the heading.
    pub body: Markup,
}

impl Document<'_> {
    pub fn to_html(&self) -> String {
        let styles = match self.style {
            Style::Inline(_) => "'unsafe-inline'",
            Style::File(_) => "'self'",
        };
        let scripts = match self.script {
            Some(Script::Inline { digest, .. }) => format!("; script-src '{digest}'"),
            Some(Script::File(_)) => "; script-src 'self'".to_owned(),
            None => String::new(),
        };
        let head = html! {
            title { (self.title) } "\n"
            @match self.style {
                Style::Inline(css) => style { "\n" (maud::PreEscaped(css)) },
                Style::File(file) => link rel="stylesheet" href=(file);,
            }
            "\n"
            @if let Some(Script::File(file)) = self.script { script src=(file) defer {} "\n" }
        };
        let body = html! {
            (self.navigation)
            main { "\n" h1 { (self.title) } "\n" (self.body) }
            @if let Some(Script::Inline { code, .. }) = self.script {
                script { (maud::PreEscaped(code)) }
            }
        };
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
             style-src {styles}{scripts}; base-uri 'none'; form-action 'none'\">\n\
             {}</head>\n<body>\n{}\n</body>\n</html>\n",
            head.into_string(),
            body.into_string(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_may_use_its_own_style_and_script_only() {
        let document = |style, script| {
            let navigation = html! {};
            let body = html! { p { "text" } };
            Document {
                title: "a < b",
                style,
                script,
                navigation,
                body,
            }
            .to_html()
        };
        let single = document(Style::Inline("p { color: red; }"), None);
        assert!(single.contains("style-src 'unsafe-inline'; base-uri 'none'"));
        assert!(single.contains("<style>\np { color: red; }</style>"));
        let site = document(Style::File("style.css"), Some(Script::File("script.js")));
        assert!(site.contains("style-src 'self'; script-src 'self'; base-uri"));
        for page in [single, site] {
            assert!(page.contains("<title>a &lt; b</title>"));
            assert!(page.contains("<h1>a &lt; b</h1>"));
        }
    }
}
