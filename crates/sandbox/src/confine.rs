//! Taking away what a marked program has no need of.

use std::fmt;
use std::path::Path;

/// How far the calling thread is confined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confinement {
    /// In every way [`confine_this_thread`] speaks of.
    Full,
    /// Not in every way: what is missing and why, in words.
    Partial(String),
    /// Not at all: why, in words.
    None(String),
}

impl fmt::Display for Confinement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => f.write_str("confined"),
            Self::Partial(missing) => write!(f, "confined in part: {missing}"),
            Self::None(why) => write!(f, "not confined: {why}"),
        }
    }
}

/// Restricts the calling thread, and every program that it starts from now on,
/// with [Landlock](https://docs.kernel.org/userspace-api/landlock.html): they
/// read and execute what they could before, but
///
/// - write only below `scratch`, and to `/dev/null`, `/dev/zero` and
///   `/dev/full`;
/// - neither connect to a TCP port nor open one (UDP is not covered);
/// - send signals only to what they have started themselves, and connect to
///   no abstract Unix socket of others.
///
/// There is no way back: call it in a thread that does nothing else than run
/// programs. The kernel may know less than all of that.
#[cfg(target_os = "linux")]
pub fn confine_this_thread(scratch: &Path) -> Confinement {
    use landlock::LandlockStatus;

    crate::monitor::start();
    crate::terminal::start();
    match restrict(scratch) {
        Err(error) => Confinement::None(error.to_string()),
        Ok(LandlockStatus::NotImplemented) => {
            Confinement::None("the kernel has no Landlock (it came with Linux 5.13)".to_owned())
        }
        Ok(LandlockStatus::NotEnabled) => {
            Confinement::None("Landlock is switched off in this kernel".to_owned())
        }
        Ok(LandlockStatus::Available { effective_abi, .. }) => missing(effective_abi),
    }
}

/// As on Linux, but that there is no such thing here.
#[cfg(not(target_os = "linux"))]
pub fn confine_this_thread(_: &Path) -> Confinement {
    Confinement::None("there is a sandbox on Linux only".to_owned())
}

#[cfg(target_os = "linux")]
fn restrict(scratch: &Path) -> Result<landlock::LandlockStatus, landlock::RulesetError> {
    use landlock::{
        ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreatedAttr, Scope,
        path_beneath_rules,
    };

    // The newest whose rights are known to leave ordinary programs alone.
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

/// What a kernel with `abi` leaves open.
#[cfg(target_os = "linux")]
fn missing(abi: landlock::ABI) -> Confinement {
    use landlock::ABI;

    let missing: Vec<&str> = [
        (
            ABI::V3,
            "files outside of its folder can be cut short (until Linux 6.2)",
        ),
        (ABI::V4, "the network is open (until Linux 6.7)"),
        (ABI::V5, "devices can be controlled (until Linux 6.10)"),
        (
            ABI::V6,
            "signals to other processes are allowed (until Linux 6.12)",
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
    fn what_an_older_kernel_leaves_open_is_said() {
        assert_eq!(missing(ABI::V7), Confinement::Full);
        let Confinement::Partial(words) = missing(ABI::V3) else {
            panic!("the third version knows no network");
        };
        assert!(words.contains("network") && words.contains("signals"));
        assert!(!words.contains("cut short"));
    }
}
