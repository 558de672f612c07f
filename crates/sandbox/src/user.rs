use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::HostError;

/// An unprivileged user of the system for one submission: it owns nothing on the machine but the
/// submission's files. Dropping the last clone releases it.
#[derive(Clone, Debug)]
pub struct User(Arc<UserClaim>);

#[derive(Debug)]
struct UserClaim {
    id: u32,
    /// Released by the system when this process ends in any way.
    #[cfg(target_os = "linux")]
    _lock: std::os::unix::net::UnixDatagram,
}

impl PartialEq for User {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for User {}

impl User {
    /// The number of the user, and of its group.
    pub fn id(&self) -> u32 {
        self.0.id
    }

    /// Claims a user that no other marker uses. `None` if this process cannot change its user: if
    /// it is not root, in some containers, and on systems other than Linux.
    pub fn claim() -> Result<Option<Self>, HostError> {
        #[cfg(target_os = "linux")]
        return linux::claim();
        #[cfg(not(target_os = "linux"))]
        Ok(None)
    }

    /// Makes this user the owner of `path` and of everything below it, which no program may change
    /// meanwhile. Follows no link.
    #[cfg(target_os = "linux")]
    pub fn own(&self, path: &Path) -> io::Result<()> {
        linux::own(path, self.id())
    }

    /// Does nothing: no user can be claimed here.
    #[cfg(not(target_os = "linux"))]
    pub fn own(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use super::{Arc, HostError, Path, User, UserClaim};

    use std::env;
    use std::fs;
    use std::io;
    use std::ops::RangeInclusive;
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::fs::lchown;
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    use caps::CapSet;
    use caps::Capability::{CAP_CHOWN, CAP_SETGID, CAP_SETUID};
    use nix::unistd::geteuid;

    const SANDBOX_USERS: &str = "SANDBOX_USERS";

    /// Users that no system assigns, according to systemd's list (<https://systemd.io/UIDS-GIDS>):
    /// many, and some for containers without those.
    const RANGES: [RangeInclusive<u32>; 2] = [1_900_000_000..=1_900_065_535, 60_706..=61_183];

    pub(super) fn claim() -> Result<Option<User>, HostError> {
        let own = caps::read(None, CapSet::Effective).unwrap_or_default();
        let needed = [CAP_CHOWN, CAP_SETGID, CAP_SETUID];
        let may_change = needed.iter().all(|capability| own.contains(capability));
        let Some(range) = range()?.filter(|_| may_change && geteuid().is_root()) else {
            return Ok(None);
        };
        for id in range {
            // A name that only one process at a time can have. It is no file, so nothing remains if
            // this process is killed.
            let name = format!("automarker-user-{id}");
            let lock = SocketAddr::from_abstract_name(name)
                .and_then(|address| UnixDatagram::bind_addr(&address));
            match lock {
                Ok(lock) => return Ok(Some(User(Arc::new(UserClaim { id, _lock: lock })))),
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
                Err(error) => return Err(HostError::of("cannot claim a user", &error)),
            }
        }
        Err(HostError::Setup(format!(
            "all users for programs are in use: set {SANDBOX_USERS} to a larger range"
        )))
    }

    pub(super) fn own(path: &Path, owner: u32) -> io::Result<()> {
        lchown(path, Some(owner), Some(owner))?;
        if path.symlink_metadata()?.is_dir() {
            for entry in fs::read_dir(path)? {
                own(&entry?.path(), owner)?;
            }
        }
        Ok(())
    }

    fn range() -> Result<Option<RangeInclusive<u32>>, HostError> {
        if let Ok(text) = env::var(SANDBOX_USERS) {
            let range = text.split_once('-').and_then(|(first, last)| {
                let (first, last) = (first.parse().ok()?, last.parse().ok()?);
                (0 < first && first <= last).then_some(first..=last)
            });
            let range = range.filter(is_mapped);
            return range.map(Some).ok_or_else(|| {
                HostError::Setup(format!(
                    "{SANDBOX_USERS} is {text:?}, which is no range of users of this system, such \
                     as `60706-61183`"
                ))
            });
        }
        Ok(RANGES.into_iter().find(is_mapped))
    }

    fn is_mapped(range: &RangeInclusive<u32>) -> bool {
        let map = fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
        map.lines().any(|line| {
            let numbers: Vec<u32> = line
                .split_whitespace()
                .filter_map(|word| word.parse().ok())
                .collect();
            matches!(numbers[..], [first, _, count]
                if first <= *range.start() && *range.end() - first < count)
        })
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn no_two_claims_have_the_same_user_until_it_is_free_again() {
        // Root may become another user.
        let Some(one) = User::claim().expect("there are some") else {
            assert!(!nix::unistd::geteuid().is_root());
            return;
        };
        let claim = || User::claim().expect("there are some").expect("as before");
        let two = claim();
        assert_ne!(one.id(), two.id());
        let id = one.id();
        let clone = one.clone();
        drop(one);
        assert_ne!(claim().id(), id);
        drop(clone);
        let mut later = std::iter::repeat_with(claim).take(100);
        assert!(later.any(|user| user.id() == id));
    }
}
