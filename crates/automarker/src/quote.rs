//! Words for a shell.

use std::borrow::Cow;

/// Returns `words` as words of a shell script.
pub(crate) fn quoted_all(words: &[String]) -> String {
    // No argument of a process has a NUL byte in it.
    let quoted = |word| shlex::try_quote(word).unwrap_or(Cow::Borrowed("''"));
    let words: Vec<_> = words.iter().map(|word| quoted(word)).collect();
    words.join(" ")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn a_word_is_one_word() {
        let words = [
            "a", "", "a b", "it's", "$HOME", "`x`", "\\", "a\nb", "*", "-n",
        ];
        let words = words.map(str::to_owned);
        let script = format!("printf '%s|' {}", quoted_all(&words));
        let output = Command::new("/bin/sh").args(["-euc", &script]).output();
        let output = output.expect("there is a shell");
        assert!(output.status.success());
        let printed = String::from_utf8(output.stdout).expect("it prints text");
        assert_eq!(printed, words.join("|") + "|");
    }
}
