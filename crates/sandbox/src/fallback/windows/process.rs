//! Starting a process in a job.
//!
//! `std::process::Command` can neither put it into a job before it runs nor pass the
//! marks of an interactive session.
#![expect(unsafe_code, reason = "the calls of Windows")]

use std::ffi::{OsStr, OsString, c_void};
use std::fs::File;
use std::io;
use std::mem::size_of;
use std::os::windows::ffi::OsStrExt;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr::{null, null_mut};
use std::time::Duration;

use windows_sys::Win32::Foundation::{
    HANDLE, HANDLE_FLAG_INHERIT, SetHandleInformation, WAIT_OBJECT_0,
};
use windows_sys::Win32::System::Threading::{
    CREATE_NO_WINDOW, CREATE_SUSPENDED, CREATE_UNICODE_ENVIRONMENT, CreateProcessW,
    DeleteProcThreadAttributeList, EXTENDED_STARTUPINFO_PRESENT, GetExitCodeProcess,
    InitializeProcThreadAttributeList, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, PROCESS_INFORMATION,
    ResumeThread, STARTF_USESTDHANDLES, STARTUPINFOEXW, TerminateProcess,
    UpdateProcThreadAttribute, WaitForSingleObject,
};

use super::job::Job;
use super::line::command_line;
use crate::fallback::launch::Start;

/// What a C library is told about an open file: that it is open, and that it is a
/// device such as a terminal, to which it writes at once. Without the second it keeps
/// what is printed into a pipe until the end.
const OPEN_DEVICE: u8 = 0x01 | 0x40;
/// The same of a file in text mode, in which lines end with CRLF.
const TEXT: u8 = 0x80;

/// Starts a process in `job` with these standard streams, which it alone inherits.
pub(super) fn start(
    start: &Start,
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
    let mut info = STARTUPINFOEXW::default();
    info.StartupInfo.cb = u32::try_from(size_of::<STARTUPINFOEXW>()).expect("it is small");
    info.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    [
        info.StartupInfo.hStdInput,
        info.StartupInfo.hStdOutput,
        info.StartupInfo.hStdError,
    ] = handles;
    if is_session {
        info.StartupInfo.cbReserved2 = u16::try_from(marks.len()).expect("they are few");
        info.StartupInfo.lpReserved2 = marks.as_mut_ptr();
    }
    let mut made = PROCESS_INFORMATION::default();
    // SAFETY: All strings end with 0 and live until the call returns, as do the
    // attributes and the handles in them.
    with_inherited(&handles, |attributes| unsafe {
        info.lpAttributeList = attributes;
        for handle in handles {
            SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
        }
        CreateProcessW(
            path.as_ptr(),
            line.as_mut_ptr(),
            null(),
            null(),
            1,
            CREATE_SUSPENDED
                | CREATE_NO_WINDOW
                | CREATE_UNICODE_ENVIRONMENT
                | EXTENDED_STARTUPINFO_PRESENT,
            environment.as_mut_ptr().cast(),
            directory.as_ptr(),
            (&raw const info).cast(),
            &raw mut made,
        )
    })?;
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

/// Waits for the end of a process, but for no longer than `patience`.
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

/// The block of an environment, sorted as the system expects it.
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

/// What the C library of a program takes its open files from: their number, a byte
/// about each, their handles. Microsoft's (`lowio/ioinit.cpp`) and Wine's read it.
fn marks(handles: &[HANDLE; 3]) -> Vec<u8> {
    let mut bytes = 3_i32.to_ne_bytes().to_vec();
    bytes.extend([OPEN_DEVICE | TEXT; 3]);
    for handle in handles {
        bytes.extend((*handle as usize).to_ne_bytes());
    }
    bytes
}

/// Calls `create` with a list of attributes that names the only handles that a process
/// inherits.
fn with_inherited(
    handles: &[HANDLE; 3],
    create: impl FnOnce(*mut c_void) -> i32,
) -> io::Result<()> {
    let mut size = 0;
    // SAFETY: Without a list the first call only reports how long one is. The second gets as
    // much memory, aligned as it must be, and the list refers to `handles`, which outlive it.
    unsafe {
        InitializeProcThreadAttributeList(null_mut(), 1, 0, &raw mut size);
        let mut memory = vec![0_usize; size.div_ceil(size_of::<usize>())];
        let list: *mut c_void = memory.as_mut_ptr().cast();
        if InitializeProcThreadAttributeList(list, 1, 0, &raw mut size) == 0 {
            return Err(io::Error::last_os_error());
        }
        let done = UpdateProcThreadAttribute(
            list,
            0,
            PROC_THREAD_ATTRIBUTE_HANDLE_LIST as usize,
            handles.as_ptr().cast(),
            size_of_val(handles),
            null_mut(),
            null(),
        ) != 0
            && create(list) != 0;
        let error = io::Error::last_os_error();
        DeleteProcThreadAttributeList(list);
        if done { Ok(()) } else { Err(error) }
    }
}
