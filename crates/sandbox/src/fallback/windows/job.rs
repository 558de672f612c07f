//! Job objects. `win32job` sets no limit of memory, processes or CPU time.
#![expect(unsafe_code, reason = "the calls of Windows")]

use std::ffi::c_void;
use std::io;
use std::mem::size_of;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr::{null, null_mut};
use std::time::Duration;

use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_ACTIVE_PROCESS,
    JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION, JOB_OBJECT_LIMIT_JOB_MEMORY,
    JOB_OBJECT_LIMIT_JOB_TIME, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, JOB_OBJECT_UILIMIT_DESKTOP,
    JOB_OBJECT_UILIMIT_DISPLAYSETTINGS, JOB_OBJECT_UILIMIT_EXITWINDOWS,
    JOB_OBJECT_UILIMIT_GLOBALATOMS, JOB_OBJECT_UILIMIT_HANDLES, JOB_OBJECT_UILIMIT_READCLIPBOARD,
    JOB_OBJECT_UILIMIT_SYSTEMPARAMETERS, JOB_OBJECT_UILIMIT_WRITECLIPBOARD,
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION, JOBOBJECT_BASIC_UI_RESTRICTIONS,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JOBOBJECTINFOCLASS, JobObjectBasicAccountingInformation,
    JobObjectBasicProcessIdList, JobObjectBasicUIRestrictions, JobObjectExtendedLimitInformation,
    QueryInformationJobObject, SetInformationJobObject, TerminateJobObject,
};
use windows_sys::Win32::System::ProcessStatus::{K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};
use windows_sys::Win32::System::Threading::{OpenProcess, PROCESS_QUERY_LIMITED_INFORMATION};

use crate::Limits;
use crate::launched::Usage;

/// The exit status of processes that the system ends for the job's CPU time:
/// `ERROR_NOT_ENOUGH_QUOTA`.
pub(super) const OUT_OF_QUOTA: u32 = 1816;

const NO_DESKTOP: u32 = JOB_OBJECT_UILIMIT_DESKTOP
    | JOB_OBJECT_UILIMIT_DISPLAYSETTINGS
    | JOB_OBJECT_UILIMIT_EXITWINDOWS
    | JOB_OBJECT_UILIMIT_GLOBALATOMS
    | JOB_OBJECT_UILIMIT_HANDLES
    | JOB_OBJECT_UILIMIT_READCLIPBOARD
    | JOB_OBJECT_UILIMIT_SYSTEMPARAMETERS
    | JOB_OBJECT_UILIMIT_WRITECLIPBOARD;

const MOST: usize = 1024;

/// A job object. All its processes end when it is closed, at the latest by the system when this
/// process ends.
#[derive(Debug)]
pub(super) struct Job(OwnedHandle);

#[repr(C)]
struct ProcessIds {
    assigned: u32,
    listed: u32,
    ids: [usize; MOST],
}

impl Job {
    /// Creates a job with twice the `limits` of memory and processes and one more second of CPU
    /// time. The marker checks every few milliseconds and knows which limit was exceeded; the
    /// system ends a program that is faster than that. With `no_desktop`, programs reach neither
    /// the clipboard nor the windows of others.
    pub(super) fn new(limits: &Limits, no_desktop: bool) -> io::Result<Self> {
        // SAFETY: Both pointers may be null, and the handle is ours if it is not.
        let job = unsafe {
            let handle = CreateJobObjectW(null(), null());
            if handle.is_null() {
                return Err(io::Error::last_os_error());
            }
            Self(OwnedHandle::from_raw_handle(handle))
        };
        let mut extended = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        let basic = &mut extended.BasicLimitInformation;
        basic.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
            | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION
            | JOB_OBJECT_LIMIT_JOB_MEMORY
            | JOB_OBJECT_LIMIT_ACTIVE_PROCESS
            | JOB_OBJECT_LIMIT_JOB_TIME;
        let time = (limits.cpu + Duration::from_secs(1)).as_nanos() / 100;
        basic.PerJobUserTimeLimit = i64::try_from(time).unwrap_or(i64::MAX);
        basic.ActiveProcessLimit =
            u32::try_from(limits.processes.saturating_mul(2)).unwrap_or(u32::MAX);
        extended.JobMemoryLimit =
            usize::try_from(limits.memory.saturating_mul(2)).unwrap_or(usize::MAX);
        job.set(JobObjectExtendedLimitInformation, &extended)?;
        if no_desktop {
            let restrictions = JOBOBJECT_BASIC_UI_RESTRICTIONS {
                UIRestrictionsClass: NO_DESKTOP,
            };
            job.set(JobObjectBasicUIRestrictions, &restrictions)?;
        }
        Ok(job)
    }

    pub(super) fn assign(&self, process: &OwnedHandle) -> io::Result<()> {
        // SAFETY: Both handles are open.
        let done =
            unsafe { AssignProcessToJobObject(self.0.as_raw_handle(), process.as_raw_handle()) };
        succeeded(done)
    }

    pub(super) fn terminate(&self) {
        // SAFETY: The handle is open. It fails only if nothing is left.
        unsafe { TerminateJobObject(self.0.as_raw_handle(), 1) };
    }

    /// The CPU time includes that of ended processes. Wine 8 does not report the CPU time of other
    /// processes.
    pub(super) fn usage(&self) -> Usage {
        let mut accounting = JOBOBJECT_BASIC_ACCOUNTING_INFORMATION::default();
        // A value that cannot be read counts as zero; the system's limits remain.
        let _ = self.query(JobObjectBasicAccountingInformation, &mut accounting);
        let intervals = accounting.TotalUserTime + accounting.TotalKernelTime;
        let mut list = Box::new(ProcessIds {
            assigned: 0,
            listed: 0,
            ids: [0; MOST],
        });
        let _ = self.query(JobObjectBasicProcessIdList, &mut *list);
        let ids = list.ids.iter().take(list.listed as usize);
        Usage {
            processes: accounting.ActiveProcesses as usize,
            memory: ids.map(|id| memory(*id)).sum(),
            // An interval has 100 ns.
            cpu: Duration::from_micros(intervals.cast_unsigned() / 10),
            ..Usage::default()
        }
    }

    fn set<T>(&self, class: JOBOBJECTINFOCLASS, value: &T) -> io::Result<()> {
        let pointer = std::ptr::from_ref(value).cast::<c_void>();
        // SAFETY: `T` is the structure of this class, and is only read.
        let done = unsafe {
            SetInformationJobObject(self.0.as_raw_handle(), class, pointer, length::<T>())
        };
        succeeded(done)
    }

    fn query<T>(&self, class: JOBOBJECTINFOCLASS, value: &mut T) -> io::Result<()> {
        let pointer = std::ptr::from_mut(value).cast::<c_void>();
        // SAFETY: `T` is the structure of this class, of which every content is
        // valid, and no more than its length is written.
        let done = unsafe {
            QueryInformationJobObject(
                self.0.as_raw_handle(),
                class,
                pointer,
                length::<T>(),
                null_mut(),
            )
        };
        succeeded(done)
    }
}

fn length<T>() -> u32 {
    u32::try_from(size_of::<T>()).expect("a structure is small")
}

pub(super) fn succeeded(done: i32) -> io::Result<()> {
    match done {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

fn memory(id: usize) -> u64 {
    let mut counters = PROCESS_MEMORY_COUNTERS::default();
    let length = length::<PROCESS_MEMORY_COUNTERS>();
    let id = u32::try_from(id).unwrap_or_default();
    // SAFETY: The handle is closed once, and the counters are written to memory that
    // is ours and as long as the call is told.
    unsafe {
        let handle = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, 0, id);
        if !handle.is_null() {
            let process = OwnedHandle::from_raw_handle(handle);
            K32GetProcessMemoryInfo(process.as_raw_handle(), &raw mut counters, length);
        }
    }
    u64::try_from(counters.PagefileUsage).unwrap_or(u64::MAX)
}
