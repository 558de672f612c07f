//! Progress bars on standard error.

use indicatif::{ProgressBar, ProgressStyle};

use crate::Result;

/// Returns a bar of `length` steps, followed by `text`, which may have the
/// placeholders of [`ProgressStyle`].
pub(crate) fn bar(length: u64, text: &str) -> Result<ProgressBar> {
    let style = ProgressStyle::with_template(&format!("{{bar:30}} {text}"))?;
    Ok(ProgressBar::new(length).with_style(style.progress_chars("=> ")))
}
