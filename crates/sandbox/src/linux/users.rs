//! The users of a sandbox's namespace.

use std::fs;
use std::io;

use nix::unistd::{getegid, geteuid};

use super::message::Confine;
use super::supervisor::INNER_ID;

/// Maps the users of the namespace of the process `supervisor`, a child of this one: its
/// own user, and that of its programs. They are the same one if this process has no
/// other to give.
pub(crate) fn map_users(supervisor: u32, confine: &Confine) -> io::Result<()> {
    let file = |name: &str| format!("/proc/{supervisor}/{name}");
    let (own_user, own_group) = (geteuid().as_raw(), getegid().as_raw());
    if let Some(user) = confine.user {
        fs::write(
            file("uid_map"),
            format!("0 {own_user} 1\n{INNER_ID} {user} 1"),
        )?;
        fs::write(
            file("gid_map"),
            format!("0 {own_group} 1\n{INNER_ID} {user} 1"),
        )
    } else {
        fs::write(file("setgroups"), "deny")?;
        fs::write(file("uid_map"), format!("{INNER_ID} {own_user} 1"))?;
        fs::write(file("gid_map"), format!("{INNER_ID} {own_group} 1"))
    }
}
