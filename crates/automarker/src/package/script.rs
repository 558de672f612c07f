//! The common parts of the scripts in packages. They are for any POSIX shell.

use std::borrow::Cow;

use course::Language;

use crate::toolchains::commands;

/// Returns `word` as a word of a shell script.
pub(crate) fn quoted(word: &str) -> String {
    // No argument of a process has a NUL byte in it.
    shlex::try_quote(word)
        .unwrap_or(Cow::Borrowed("''"))
        .into_owned()
}

/// The beginning of a script that marks. `what` says what it does, in lines of
/// comments.
///
/// The rest is between braces, so that the shell reads all of it before it starts
/// anything: no program that is marked can change what is still to be read.
pub(crate) fn marking(what: &str, body: &str) -> String {
    format!("#!/bin/sh\n{what}{{\n{body}exit 0\n}}\n")
}

/// Lines of a script that run `command` and write `otherwise` to the file `result` if
/// it fails: it does not start, or it is killed.
pub(crate) fn guarded(command: &str, result: &str, otherwise: &str) -> String {
    format!(
        "if ! {command}; then\n\
         echo 'error: the autograder could not run: see above' >&2\n\
         cat > {result}.part <<'END_OF_RESULT'\n\
         {otherwise}END_OF_RESULT\n\
         mv {result}.part {result}\n\
         fi\n"
    )
}

/// Lines of a script that run `command`, which writes the file `result`, and print that
/// file. If the command fails, they run the lines `otherwise`: it does not start, or it
/// is killed, or the disk is full.
pub(crate) fn printed(command: &str, result: &str, otherwise: &str) -> String {
    format!(
        "if {command} > /dev/null && [ -s {result} ]; then\n\
         cat {result}\n\
         else\n\
         echo 'error: the autograder could not run: see above' >&2\n\
         {otherwise}fi\n"
    )
}

/// Returns a line of a script that prints `text`.
pub(crate) fn print(text: &str) -> String {
    format!("printf %s {}\n", quoted(text))
}

/// Lines of a script with the command `copy_submission`, which copies the current folder
/// to the new one `"$work"/submission`, but for what fits one of `others`.
pub(crate) fn copy_submission(others: &[&str]) -> String {
    format!(
        "copy_submission() {{\n    \
             mkdir \"$work\"/submission || return\n    \
             for entry in * .[!.]*; do\n        \
                 case $entry in {}) continue ;; esac\n        \
                 # A pattern that nothing fits stands for itself.\n        \
                 [ ! -e \"$entry\" ] || cp -RP \"./$entry\" \"$work\"/submission || return\n    \
             done\n\
         }}\n",
        others.join(" | ")
    )
}

/// Lines of a script that let commands find Rust where [`install`] installs it.
pub(crate) const RUST_PATH: &str = "export HOME=\"${HOME:-/root}\"\n\
                                    export PATH=\"$PATH:$HOME/.cargo/bin\"\n";

/// Lines of a script that install the compilers of `languages` on Debian or Ubuntu,
/// as root, unless they are there. They fail with a message that names what is
/// missing.
pub(crate) fn install(languages: &[Language]) -> String {
    let mut lines = String::from(
        "missing=\n\
         need() {\n    \
             command -v \"$1\" > /dev/null 2>&1 || missing=\"$missing $2\"\n\
         }\n",
    );
    for language in languages {
        lines.push_str(match language {
            Language::C => "need gcc 'gcc libc6-dev'\nneed make make\n",
            Language::Java => "need javac default-jdk-headless\n",
            Language::Python => "need python3 python3\n",
            // Distributions have old versions; rustup installs the current one.
            Language::Rust => {
                "command -v cargo > /dev/null 2>&1 || need curl 'curl ca-certificates'\n\
                 need gcc 'gcc libc6-dev'\n"
            }
        });
    }
    lines.push_str(
        "if [ -n \"$missing\" ]; then\n    \
             command -v apt-get > /dev/null 2>&1 || {\n        \
                 echo \"error: install$missing: this system has no apt-get\" >&2\n        \
                 exit 1\n    \
             }\n    \
             export DEBIAN_FRONTEND=noninteractive\n    \
             apt-get update\n    \
             # shellcheck disable=SC2086\n    \
             apt-get install -y --no-install-recommends $missing\n\
         fi\n",
    );
    if languages.contains(&Language::Rust) {
        lines.push_str(
            "command -v cargo > /dev/null 2>&1 ||\n    \
                 curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs |\n    \
                 sh -s -- -y --profile minimal --no-modify-path\n",
        );
        lines.push_str(RUST_PATH);
    }
    for command in languages.iter().flat_map(|&it| commands(it)) {
        // A failed download does not end the script.
        lines.extend([
            "command -v ",
            command,
            " > /dev/null 2>&1 || {\n    echo 'error: ",
            command,
            " could not be installed' >&2\n    exit 1\n}\n",
        ]);
    }
    lines
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::process::Command;

    fn shell(script: &str, folder: &std::path::Path) -> (bool, String) {
        let output = Command::new("/bin/sh")
            .args(["-euc", script])
            .current_dir(folder)
            .env("PATH", folder)
            .env("HOME", folder)
            .output()
            .expect("there is a shell");
        let printed = [output.stdout, output.stderr].concat();
        (
            output.status.success(),
            String::from_utf8(printed).expect("it prints text"),
        )
    }

    #[test]
    fn a_word_is_one_word() {
        let here = tempfile::tempdir().expect("a folder can be made");
        for word in [
            "a", "", "a b", "it's", "$HOME", "`x`", "\\", "a\nb", "*", "-n",
        ] {
            let script = format!("printf '%s' {}", quoted(word));
            assert_eq!(shell(&script, here.path()), (true, word.to_owned()));
        }
    }

    #[test]
    fn a_missing_compiler_is_named_where_it_cannot_be_installed() {
        let here = tempfile::tempdir().expect("a folder can be made");
        let (ok, printed) = shell(&install(&Language::ALL), here.path());
        assert!(!ok);
        let missing = "error: install gcc libc6-dev make default-jdk-headless python3 \
                       curl ca-certificates gcc libc6-dev: this system has no apt-get\n";
        assert_eq!(printed, missing);
    }

    #[test]
    fn a_compiler_that_could_not_be_installed_is_named() {
        use std::os::unix::fs::PermissionsExt;
        let here = tempfile::tempdir().expect("a folder can be made");
        // They do nothing: there is no network.
        for command in ["apt-get", "curl", "gcc", "sh"] {
            let path = here.path().join(command);
            fs::write(&path, "#!/bin/sh\n").expect("a file can be written");
            let mode = fs::Permissions::from_mode(0o755);
            fs::set_permissions(&path, mode).expect("a mode can be set");
        }
        let (ok, printed) = shell(&install(&[Language::Rust]), here.path());
        assert_eq!(
            (ok, &*printed),
            (false, "error: cargo could not be installed\n")
        );
        let (ok, printed) = shell(&install(&[Language::C]), here.path());
        assert_eq!(
            (ok, &*printed),
            (false, "error: make could not be installed\n")
        );
    }

    #[test]
    fn nothing_is_installed_where_everything_is_there() {
        use std::os::unix::fs::PermissionsExt;
        let here = tempfile::tempdir().expect("a folder can be made");
        for command in ["gcc", "make", "javac", "java", "python3", "cargo", "rustc"] {
            let path = here.path().join(command);
            fs::write(&path, "").expect("a file can be written");
            let mode = fs::Permissions::from_mode(0o755);
            fs::set_permissions(&path, mode).expect("a mode can be set");
        }
        let done = shell(&install(&Language::ALL), here.path());
        assert_eq!(done, (true, String::new()));
    }
}
