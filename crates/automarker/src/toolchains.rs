//! The tools that a machine needs to build and run programs in a language.

use std::path::PathBuf;

use course::Language;

/// The commands that a language needs.
pub(crate) fn commands(language: Language) -> &'static [&'static str] {
    match language {
        Language::C => &["gcc", "make"],
        Language::Java => &["javac", "java"],
        Language::Python => &["python3"],
        Language::Rust => &["cargo", "rustc"],
    }
}

/// A command that a language needs and that is not installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{command}` is not installed here, and programs in {language} need it")]
pub(crate) struct MissingTool {
    command: &'static str,
    language: Language,
}

/// Fails if a command that one of `languages` needs is in no folder of `path`.
pub(crate) fn check(languages: &[Language], path: &[PathBuf]) -> Result<(), MissingTool> {
    for &language in languages {
        for command in commands(language) {
            let mut folders = path.iter();
            if !folders.any(|folder| folder.join(command).is_file()) {
                return Err(MissingTool { command, language });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_missing_command_is_named_with_its_language() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        fs::write(folder.path().join("gcc"), "").expect("a file can be written");
        let checked = |languages: &[Language]| check(languages, &[folder.path().to_owned()]);
        assert_eq!(checked(&[]), Ok(()));
        let error = checked(&[Language::C]).expect_err("make is missing");
        let message = "`make` is not installed here, and programs in C need it";
        assert_eq!(error.to_string(), message);
        fs::write(folder.path().join("make"), "").expect("a file can be written");
        assert_eq!(checked(&[Language::C]), Ok(()));
        assert!(checked(&[Language::C, Language::Rust]).is_err());
    }
}
