//! The tools that a machine needs to build and run programs in a language.

use std::path::PathBuf;

use course::Language;

pub(crate) fn commands(language: Language) -> &'static [&'static str] {
    match language {
        Language::C => &["gcc", "make"],
        Language::Java => &["javac", "java"],
        Language::Python => &["python3"],
        Language::Rust => &["cargo", "rustc"],
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{command}` is not installed here, and programs in {language} need it")]
pub(crate) struct MissingTool {
    command: &'static str,
    language: Language,
}

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
