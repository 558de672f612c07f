//! Executable files and command lines.

use std::env;
use std::ffi::{OsStr, OsString};
use std::os::windows::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The extensions to try, in this order, as `cmd` does. The first is for a name that has one.
const EXTENSIONS: [&str; 5] = ["", "com", "exe", "bat", "cmd"];

pub(in crate::fallback) fn executable(path: &Path) -> Option<PathBuf> {
    let with = |extension: &&str| {
        let mut name = path.as_os_str().to_owned();
        if !extension.is_empty() {
            name.push(".");
            name.push(extension);
        }
        PathBuf::from(name)
    };
    let has_extension = path.extension().is_some();
    let mut candidates = EXTENSIONS.iter().map(with);
    candidates.find(|path| {
        // A file without an extension cannot be executed.
        (has_extension || path.extension().is_some()) && path.is_file()
    })
}

/// Returns the command line of the file `path` with `args`, ended by 0, and the file to execute,
/// which is `cmd` for a script.
pub(super) fn command_line(path: &Path, args: &[OsString]) -> (PathBuf, Vec<u16>) {
    let is = |extension: &str| {
        path.extension()
            .is_some_and(|one| one.eq_ignore_ascii_case(extension))
    };
    let is_script = is("bat") || is("cmd");
    let is_shell = path
        .file_stem()
        .is_some_and(|name| name.eq_ignore_ascii_case("cmd"));
    let mut line = Vec::new();
    if is_script {
        line.extend(r#"cmd /d /s /c ""#.encode_utf16());
    }
    quote(path.as_os_str(), &mut line);
    match args {
        // `cmd` has its own quoting rules: with /s it takes everything between the first and the
        // last quote as it is.
        [flag, command] if is_shell && !is_script && flag.eq_ignore_ascii_case("/C") => {
            line.extend(r#" /d /s /c ""#.encode_utf16());
            line.extend(command.encode_wide());
            line.push(u16::from(b'"'));
        }
        args => {
            for arg in args {
                line.push(u16::from(b' '));
                quote(arg, &mut line);
            }
        }
    }
    let mut file = path.to_owned();
    if is_script {
        line.push(u16::from(b'"'));
        let shell = env::var_os("COMSPEC");
        file = shell.map_or_else(|| r"C:\Windows\System32\cmd.exe".into(), PathBuf::from);
    }
    line.push(0);
    (file, line)
}

/// Appends `arg` so that the C library reads it back as one argument.
fn quote(arg: &OsStr, line: &mut Vec<u16>) {
    const QUOTE: u16 = b'"' as u16;
    const BACKSLASH: u16 = b'\\' as u16;
    line.push(QUOTE);
    let mut backslashes = 0;
    for unit in arg.encode_wide() {
        // Backslashes count twice before a quote, and once elsewhere.
        if unit == BACKSLASH {
            backslashes += 1;
        } else {
            if unit == QUOTE {
                line.extend(std::iter::repeat_n(BACKSLASH, backslashes + 1));
            }
            backslashes = 0;
        }
        line.push(unit);
    }
    line.extend(std::iter::repeat_n(BACKSLASH, backslashes));
    line.push(QUOTE);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(path: &str, args: &[&str]) -> String {
        let args: Vec<OsString> = args.iter().map(OsString::from).collect();
        let (_, line) = command_line(Path::new(path), &args);
        String::from_utf16(&line).expect("it is text")
    }

    #[test]
    fn each_argument_is_quoted() {
        assert_eq!(
            line(r"C:\a b\x.exe", &["", "c d", r#"e"f"#, r"g\", r#"h\"i"#]),
            "\"C:\\a b\\x.exe\" \"\" \"c d\" \"e\\\"f\" \"g\\\\\" \"h\\\\\\\"i\"\0"
        );
    }

    #[test]
    fn a_shell_gets_its_command_as_it_is() {
        assert_eq!(
            line(r"C:\cmd.exe", &["/C", r#"gcc -o "a b" c.c"#]),
            "\"C:\\cmd.exe\" /d /s /c \"gcc -o \"a b\" c.c\"\0"
        );
        assert_eq!(
            line(r"C:\run.bat", &["x"]),
            "cmd /d /s /c \"\"C:\\run.bat\" \"x\"\"\0"
        );
    }
}
