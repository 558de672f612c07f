//! Texts with marks in them: code between backticks, and pictures of control characters.

use maud::{Markup, html};

/// The style of [`with_controls`]; needs [`COLOURS`](crate::COLOURS).
pub const STYLE: &str = include_str!("text.css");

/// Returns a sentence with the text between backticks as code.
pub fn with_code(text: &str) -> Markup {
    html! {
        @for (index, part) in text.split('`').enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// Returns a text in which signs that every font has replace pictures such as `␊`.
pub fn with_controls(text: &str) -> Markup {
    let is_picture = |character| ('\u{2400}'..='\u{2426}').contains(&character);
    html! {
        @for part in text.split_inclusive(is_picture) {
            @match part.chars().next_back().filter(|&last| is_picture(last)) {
                Some(picture) => {
                    (part.strip_suffix(picture).unwrap_or(part))
                    span .control data-sign=(sign(picture)) { (picture) }
                }
                None => (part),
            }
        }
    }
}

/// Returns the usual notation for the control character shown by `picture`.
fn sign(picture: char) -> String {
    match picture {
        '␊' => "\\n".to_owned(),
        '␍' => "\\r".to_owned(),
        '␉' => "\\t".to_owned(),
        '␄' => "end".to_owned(),
        '␡' => "del".to_owned(),
        _ => {
            let letter = char::from_u32(u32::from(picture) - 0x2400 + 0x40);
            format!("^{}", letter.unwrap_or('?'))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_and_control_characters_are_marked_and_the_rest_is_escaped() {
        let code = with_code("the move `<a>` is `b`").into_string();
        assert_eq!(code, "the move <code>&lt;a&gt;</code> is <code>b</code>");
        let text = with_controls("<a>␊b␀").into_string();
        let expected = "&lt;a&gt;<span class=\"control\" data-sign=\"\\n\">␊</span>\
            b<span class=\"control\" data-sign=\"^@\">␀</span>";
        assert_eq!(text, expected);
    }
}
