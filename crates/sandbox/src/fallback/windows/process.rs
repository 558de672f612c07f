//! Starting a process in a job.
//!
//! `std::process::Command` can neither put a process into a job before it runs nor mark its pipes
//! as terminals.
#![expect(unsafe_code, reason = "the calls of Windows")]

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::mem::size_of;
use std::os::windows::ffi::OsStrExt;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr::null;
use std::sync::Mutex;
use std::time::Duration;

use windows_sys::Win32::Foundation::{
    HANDLE, HANDLE_FLAG_INHERIT, SetHandleInformation, WAIT_OBJECT_0,
};
use windows_sys::Win32::System::Threading::{
    CREATE_NO_WINDOW, CREATE_SUSPENDED, CREATE_UNICODE_ENVIRONMENT, CreateProcessW,
    GetExitCodeProcess, PROCESS_INFORMATION, ResumeThread, STARTF_USESTDHANDLES, STARTUPINFOW,
    TerminateProcess, WaitForSingleObject,
};

use super::job::{Job, succeeded};
use super::line::command_line;
use crate::fallback::launch::LaunchRequest;
use crate::lock;

/// Tells a C library that a file is open and a device such as a terminal, so that it writes at
/// once. Otherwise it buffers what is printed into a pipe.
const OPEN_DEVICE: u8 = 0x01 | 0x40;
/// As [`OPEN_DEVICE`], for a file in text mode, in which lines end with CRLF.
const TEXT: u8 = 0x80;

/// Locked while the handles of a process can be inherited: another process that starts meanwhile
/// would keep them open.
static STARTING: Mutex<()> = Mutex::new(());

pub(super) fn start(
    start: &LaunchRequest,
    args: &[OsString],
    streams: &[File; 3],
    is_session: bool,
    job: &Job,
) -> io::Result<OwnedHandle> {
    let (path, mut line) = command_line(&start.command, args);
    let path = wide(path.as_os_str());
    let directory = wide(start.scratch.working.as_os_str());
    let mut environment = environment(&start.env);
    let handles: [HANDLE; 3] = streams.each_ref().map(AsRawHandle::as_raw_handle);
    let mut marks = marks(&handles);
    let mut info = STARTUPINFOW {
        cb: u32::try_from(size_of::<STARTUPINFOW>()).expect("it is small"),
        dwFlags: STARTF_USESTDHANDLES,
        hStdInput: handles[0],
        hStdOutput: handles[1],
        hStdError: handles[2],
        ..STARTUPINFOW::default()
    };
    if is_session {
        info.cbReserved2 = u16::try_from(marks.len()).expect("they are few");
        info.lpReserved2 = marks.as_mut_ptr();
    }
    let mut made = PROCESS_INFORMATION::default();
    let inherit = |flags| {
        for handle in handles {
            // SAFETY: The handle is open.
            unsafe { SetHandleInformation(handle, HANDLE_FLAG_INHERIT, flags) };
        }
    };
    let starting = lock(&STARTING);
    inherit(HANDLE_FLAG_INHERIT);
    // SAFETY: All strings end with 0 and live until the call returns, as do the handles.
    let done = succeeded(unsafe {
        CreateProcessW(
            path.as_ptr(),
            line.as_mut_ptr(),
            null(),
            null(),
            1,
            CREATE_SUSPENDED | CREATE_NO_WINDOW | CREATE_UNICODE_ENVIRONMENT,
            environment.as_mut_ptr().cast(),
            directory.as_ptr(),
            &raw const info,
            &raw mut made,
        )
    });
    inherit(0);
    drop(starting);
    done?;
    // SAFETY: The call has made these handles for us.
    let (process, thread) = unsafe {
        (
            OwnedHandle::from_raw_handle(made.hProcess),
            OwnedHandle::from_raw_handle(made.hThread),
        )
    };
    if let Err(error) = job.assign(&process) {
        // SAFETY: The handle is open. The process has not run yet.
        unsafe { TerminateProcess(process.as_raw_handle(), 1) };
        return Err(error);
    }
    // SAFETY: The handle is open.
    unsafe { ResumeThread(thread.as_raw_handle()) };
    Ok(process)
}

pub(super) fn exit_status(process: &OwnedHandle, patience: Duration) -> io::Result<Option<i32>> {
    let mut status = 0;
    let patience = u32::try_from(patience.as_micros().div_ceil(1000)).unwrap_or(u32::MAX);
    // SAFETY: The handle is open, and the status is written to memory that is ours.
    unsafe {
        if WaitForSingleObject(process.as_raw_handle(), patience) != WAIT_OBJECT_0 {
            return Ok(None);
        }
        if GetExitCodeProcess(process.as_raw_handle(), &raw mut status) == 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(Some(status.cast_signed()))
}

fn wide(text: &OsStr) -> Vec<u16> {
    text.encode_wide().chain([0]).collect()
}

fn environment(variables: &[(OsString, OsString)]) -> Vec<u16> {
    let mut sorted: Vec<_> = variables.iter().collect();
    sorted.sort_by_key(|(name, _)| name.to_ascii_uppercase());
    let mut block = Vec::new();
    for (name, value) in sorted {
        block.extend(name.encode_wide());
        block.push(u16::from(b'='));
        block.extend(value.encode_wide().chain([0]));
    }
    block.push(0);
    block
}

/// Returns the open files for a C library: their number, a flag byte each, their handles.
/// Microsoft's (`lowio/ioinit.cpp`) and Wine's read it.
fn marks(handles: &[HANDLE; 3]) -> Vec<u8> {
    let mut bytes = 3_i32.to_ne_bytes().to_vec();
    bytes.extend([OPEN_DEVICE | TEXT; 3]);
    for handle in handles {
        bytes.extend((*handle as usize).to_ne_bytes());
    }
    bytes
}
