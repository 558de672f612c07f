//! What every page has.

use std::fmt::{self, Display};

/// Text for the inside of an element or of a quoted attribute.
pub(super) struct Escaped<T>(pub(super) T);

impl<T: Display> Display for Escaped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.to_string().chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                _ => write!(f, "{character}")?,
            }
        }
        Ok(())
    }
}

/// A page with `title` and, as HTML, `body`. `root` leads to the folder of the
/// site: it is empty or `../`.
pub(super) fn page(title: &str, root: &str, body: &str) -> String {
    let title = Escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'\">\n\
         <title>{title}</title>\n<link rel=\"stylesheet\" href=\"{root}style.css\">\n\
         <script src=\"{root}replay.js\" defer></script>\n</head>\n<body>\n\
         <nav aria-label=\"Site\"><a href=\"{root}index.html\">Leaderboard</a> \
         <a href=\"{root}cross.html\">Cross table</a></nav>\n\
         <main>\n<h1>{title}</h1>\n{body}</main>\n</body>\n</html>\n"
    )
}

/// A table that can be scrolled where it is too wide.
pub(super) fn table(caption: &str, head: &[&str], rows: &str) -> String {
    let mut cells = String::new();
    for cell in head {
        cells.push_str("<th scope=\"col\">");
        cells.push_str(&Escaped(cell).to_string());
        cells.push_str("</th>");
    }
    format!(
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{caption}\">\
         <table>\n<caption>{caption}</caption>\n\
         <thead><tr>{cells}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n",
        caption = Escaped(caption)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_name_can_end_the_text_it_stands_in(name in any::<String>()) {
            let escaped = Escaped(&name).to_string();
            prop_assert!(!escaped.contains(['<', '>', '"', '\'']));
            let back = escaped
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&amp;", "&");
            prop_assert_eq!(back, name);
        }
    }
}
