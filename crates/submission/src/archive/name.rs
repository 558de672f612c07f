//! Names of entries, and the paths that they may become.

use std::path::PathBuf;

use crate::clutter::is_clutter;

/// The upper half of code page 437, which zip files without UTF-8 use for names (APPNOTE.TXT,
/// appendix D).
const CODE_PAGE_437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Decodes a name in a zip file. Many programs write UTF-8 without setting its flag.
pub(super) fn of_zip(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| of_code_page_437(byte)).collect(),
    }
}

fn of_code_page_437(byte: u8) -> char {
    let upper = usize::from(byte).checked_sub(128);
    upper
        .and_then(|index| CODE_PAGE_437.chars().nth(index))
        .unwrap_or(char::from(byte))
}

/// Decodes a name in a tar file: UTF-8, or else Latin-1, in which no two names are the same.
pub(super) fn of_tar(bytes: &[u8]) -> String {
    match str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

pub(crate) fn shown(name: &str) -> String {
    const LONGEST: usize = 120;
    let mut shown = String::new();
    for letter in name.chars().take(LONGEST) {
        match letter {
            '\'' | '"' | '\\' => shown.push(letter),
            _ => shown.extend(letter.escape_debug()),
        }
    }
    if name.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// Returns the path of the entry `name` below the folder: empty for the folder itself, `None`
/// for a file that a system added. `windows` is set if the path is for Windows.
pub(super) fn path(name: &str, windows: bool) -> Result<Option<PathBuf>, String> {
    const LONGEST: usize = 1024;
    const DEEPEST: usize = 40;
    if name.len() > LONGEST {
        return Err(format!("the path has more than {LONGEST} bytes"));
    }
    let path = parse(name, windows)?;
    if path
        .as_ref()
        .is_some_and(|path| path.iter().count() > DEEPEST)
    {
        return Err(format!("the path has more than {DEEPEST} folders"));
    }
    Ok(path)
}

pub(super) fn any_path(name: &str) -> Option<PathBuf> {
    parse(name, cfg!(windows)).ok().flatten()
}

fn parse(name: &str, windows: bool) -> Result<Option<PathBuf>, String> {
    if name.contains('\0') {
        return Err("the path contains a zero byte".to_owned());
    }
    let is_drive = matches!(name.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    if name.starts_with(['/', '\\']) || is_drive {
        return Err("the path is absolute".to_owned());
    }
    let mut path = PathBuf::new();
    for part in name.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => return Err("the path leads out of the folder".to_owned()),
            _ if windows && !is_possible_on_windows(part) => {
                return Err("Windows does not allow this name".to_owned());
            }
            _ if is_clutter(part.as_ref()) => return Ok(None),
            _ => path.push(part),
        }
    }
    Ok(Some(path))
}

/// Returns `true` for a name that means a device on Windows, whatever its extension.
pub fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    let stem = stem.to_lowercase();
    let is_numbered = |device: &str| {
        let number = stem.strip_prefix(device).unwrap_or_default();
        number.chars().count() == 1 && number.contains(|it| "0123456789¹²³".contains(it))
    };
    DEVICES.contains(&&*stem) || is_numbered("com") || is_numbered("lpt")
}

fn is_possible_on_windows(part: &str) -> bool {
    !is_device(part)
        && !part.ends_with(['.', ' '])
        && !part.contains(['<', '>', ':', '"', '|', '?', '*'])
        && !part.contains(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_has_fewer_names() {
        for name in [
            "con",
            "a/NUL.txt",
            "com1.c",
            "a.",
            "b ",
            "a:b",
            "x?",
            "aux .c",
        ] {
            assert!(path(name, true).is_err(), "{name}");
        }
        for name in ["console.c", "common.h", "com.c", "nullable.py", "a b.c"] {
            assert_eq!(path(name, true), Ok(Some(name.into())), "{name}");
        }
    }
}
