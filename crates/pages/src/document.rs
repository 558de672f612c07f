//! A whole HTML document.

use maud::{Markup, html};

#[derive(Clone, Copy, Debug)]
pub enum Style<'a> {
    /// CSS inside the document, which must not contain `</style`.
    Inline(&'a str),
    /// The address of a file of CSS.
    File(&'a str),
}

/// An HTML document whose policy allows only its own style and script.
#[derive(Debug)]
pub struct Document<'a> {
    /// The title, which is also the main heading.
    pub title: &'a str,
    pub style: Style<'a>,
    pub script: Option<&'a str>,
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
        let scripts = self.script.map_or("", |_| "; script-src 'self'");
        let head = html! {
            title { (self.title) } "\n"
            @match self.style {
                Style::Inline(css) => style { "\n" (maud::PreEscaped(css)) },
                Style::File(file) => link rel="stylesheet" href=(file);,
            }
            "\n"
            @if let Some(script) = self.script { script src=(script) defer {} "\n" }
        };
        let body = html! {
            (self.navigation)
            main { "\n" h1 { (self.title) } "\n" (self.body) }
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
        let site = document(Style::File("style.css"), Some("script.js"));
        assert!(site.contains("style-src 'self'; script-src 'self'; base-uri"));
        for page in [single, site] {
            assert!(page.contains("<title>a &lt; b</title>"));
            assert!(page.contains("<h1>a &lt; b</h1>"));
        }
    }
}
