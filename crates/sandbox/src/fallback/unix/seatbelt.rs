//! The profile of `sandbox-exec`, in Apple's language of sandbox profiles.

use std::fs;
#[cfg(target_os = "macos")]
use std::path::Path;
use std::path::PathBuf;

use crate::Policy;

#[cfg(target_os = "macos")]
const COMMAND: &str = "/usr/bin/sandbox-exec";

/// Returns the command that confines what follows it: no network, and nothing that
/// the policy hides or forbids.
#[cfg(target_os = "macos")]
pub(super) fn wrapper(policy: &Policy) -> Result<Vec<String>, String> {
    if !Path::new(COMMAND).exists() {
        return Err(format!("there is no {COMMAND}"));
    }
    Ok(vec![COMMAND.into(), "-p".into(), profile(policy)?])
}

fn profile(policy: &Policy) -> Result<String, String> {
    // The last rule that matches decides.
    let mut profile = "(version 1)(allow default)(deny network*)".to_owned();
    for path in policy.hidden.iter().chain(&policy.forbidden) {
        // Rules name files by their real paths: /tmp is a link to /private/tmp.
        let path = fs::canonicalize(path).unwrap_or_else(|_| PathBuf::from(path));
        let text = path
            .to_str()
            .filter(|text| !text.contains(['"', '\\']))
            .ok_or_else(|| format!("no rule can name {}", path.display()))?;
        profile.extend(["(deny file-read* file-write* (subpath \"", text, "\"))"]);
    }
    Ok(profile)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_or_forbidden_is_refused() {
        let policy = Policy {
            hidden: vec!["/no/such/cases".into()],
            forbidden: vec!["/no/such/reference".into()],
            ..Policy::default()
        };
        assert_eq!(
            profile(&policy).as_deref(),
            Ok(concat!(
                "(version 1)(allow default)(deny network*)",
                "(deny file-read* file-write* (subpath \"/no/such/cases\"))",
                "(deny file-read* file-write* (subpath \"/no/such/reference\"))"
            ))
        );
        let strange = Policy {
            hidden: vec!["/a\"b".into()],
            ..Policy::default()
        };
        assert!(profile(&strange).is_err());
    }
}
