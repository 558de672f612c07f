//! Links into the playground, which opens a game from the end of its address.

use std::fmt::Write;

#[derive(Clone, Copy, Debug)]
pub enum SharedGame<'a> {
    /// The typed lines of the course's program.
    Lines(&'a str),
    /// The moves from the opening as `f5d6c3`, without passes.
    Moves(&'a str),
}

/// Returns the link to a game in the playground whose page has the address `page`. Append `&n=5`
/// for the position number 5.
pub fn link(page: &str, course: &str, game: SharedGame<'_>) -> String {
    let (key, text) = match game {
        SharedGame::Lines(text) => ('l', text),
        SharedGame::Moves(text) => ('t', text),
    };
    let mut link = format!("{page}#v=1&c={course}&{key}=");
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) {
            link.push(char::from(byte));
        } else {
            write!(link, "%{byte:02X}").expect("a String takes it all");
        }
    }
    link
}

/// Checks that `text` can be the address of a page, which may be relative.
pub fn page(text: &str) -> Result<String, String> {
    let is_page = ["https://", "http://", "file://"]
        .iter()
        .any(|scheme| text.starts_with(scheme));
    let is_relative = !text.contains(':');
    if (is_page || is_relative) && !text.contains(['#', '"', '<', ' ']) {
        Ok(text.to_owned())
    } else {
        Err("expected the address of a page, such as `https://example.org/playground/`".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_has_the_game_and_no_character_that_ends_it() {
        let page = page("https://example.org/p/").expect("it is an address");
        let link = link(&page, "cmsc201", SharedGame::Lines("3 5\n\"é&\n"));
        let expected = "https://example.org/p/#v=1&c=cmsc201&l=3%205%0A%22%C3%A9%26%0A";
        assert_eq!(link, expected);
    }

    #[test]
    fn a_script_is_no_page() {
        assert!(page("../../").is_ok());
        assert!(page("javascript:alert(1)").is_err());
        assert!(page("https://example.org/#x").is_err());
        assert!(page("\"><script>").is_err());
    }
}
