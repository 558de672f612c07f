//! Confinement: what a program may do to the rest of the system.

use std::fmt;
use std::path::Path;

/// The result of [`confine_this_thread`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confinement {
    /// All restrictions are in force.
    Full,
    /// Some are not: which, and why.
    Partial(String),
    /// None is, for this reason.
    None(String),
}

impl fmt::Display for Confinement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => f.write_str("confined"),
            Self::Partial(missing) => write!(f, "partly confined: {missing}"),
            Self::None(why) => write!(f, "not confined: {why}"),
        }
    }
}

/// Restricts the calling thread, and every program that it starts from now on,
/// with [Landlock](https://docs.kernel.org/userspace-api/landlock.html). They
/// can still read and execute files, but
///
/// - write only below `scratch`, and to `/dev/null`, `/dev/zero` and
///   `/dev/full`;
/// - neither connect to a TCP port nor listen on one (UDP is not covered);
/// - send signals only to processes that they started, and connect only to
///   abstract Unix sockets of such processes.
///
/// It cannot be undone: call it in a thread that only runs programs. An older
/// kernel may not support all of it.
#[cfg(target_os = "linux")]
pub fn confine_this_thread(scratch: &Path) -> Confinement {
    use landlock::LandlockStatus;

    crate::monitor::start();
    crate::terminal::start();
    match restrict(scratch) {
        Err(error) => Confinement::None(error.to_string()),
        Ok(LandlockStatus::NotImplemented) => {
            Confinement::None("the kernel has no Landlock, which needs Linux 5.13".to_owned())
        }
        Ok(LandlockStatus::NotEnabled) => {
            Confinement::None("Landlock is disabled in this kernel".to_owned())
        }
        Ok(LandlockStatus::Available { effective_abi, .. }) => missing(effective_abi),
    }
}

/// Restricts nothing: confinement needs Linux.
#[cfg(not(target_os = "linux"))]
pub fn confine_this_thread(_: &Path) -> Confinement {
    Confinement::None("confinement needs Linux".to_owned())
}

#[cfg(target_os = "linux")]
fn restrict(scratch: &Path) -> Result<landlock::LandlockStatus, landlock::RulesetError> {
    use landlock::{
        ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreatedAttr, Scope,
        path_beneath_rules,
    };

    // The newest ABI under which ordinary programs are known to run.
    let abi = ABI::V6;
    let device = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev | AccessFs::Truncate;
    let status = Ruleset::default()
        .handle_access(AccessFs::from_all(abi))?
        .handle_access(AccessNet::from_all(abi))?
        .scope(Scope::from_all(abi))?
        .create()?
        .add_rules(path_beneath_rules(["/"], AccessFs::from_read(abi)))?
        .add_rules(path_beneath_rules([scratch], AccessFs::from_all(abi)))?
        .add_rules(path_beneath_rules(
            ["/dev/null", "/dev/zero", "/dev/full"],
            device,
        ))?
        .restrict_self()?;
    Ok(status.landlock)
}

/// The restrictions that a kernel with `abi` cannot enforce.
#[cfg(target_os = "linux")]
fn missing(abi: landlock::ABI) -> Confinement {
    use landlock::ABI;

    let missing: Vec<&str> = [
        (
            ABI::V3,
            "files outside its folder can be truncated (before Linux 6.2)",
        ),
        (ABI::V4, "the network is open (before Linux 6.7)"),
        (ABI::V5, "devices can be controlled (before Linux 6.10)"),
        (
            ABI::V6,
            "signals to other processes are allowed (before Linux 6.12)",
        ),
    ]
    .into_iter()
    .filter_map(|(since, what)| (abi < since).then_some(what))
    .collect();
    if missing.is_empty() {
        Confinement::Full
    } else {
        Confinement::Partial(missing.join("; "))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use landlock::ABI;

    #[test]
    fn what_an_older_kernel_lacks_is_listed() {
        assert_eq!(missing(ABI::V7), Confinement::Full);
        let Confinement::Partial(words) = missing(ABI::V3) else {
            panic!("the third version has no network rules");
        };
        assert!(words.contains("network") && words.contains("signals"));
        assert!(!words.contains("truncated"));
    }
}
