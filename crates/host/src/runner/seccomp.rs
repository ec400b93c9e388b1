//! Denies a process the network, and the creation of processes.
//!
//! A filter of system calls (seccomp) refuses it every socket except those of this machine's own file system,
//! or every new process, and cannot be removed again. The loopback interface is denied too. If it can create
//! no process, a limit on its memory limits all of it, and nothing of it outlives it. Code that runs with the
//! user's rights can still change the user's files, and so make other programs act for it.

/// Denies the network to this thread and everything that it starts.
///
/// # Errors
/// If this system has no way to do so, in words. The network is then still available.
pub(crate) fn without_network() -> Result<(), String> {
    filter::install()?;
    match std::net::UdpSocket::bind(("127.0.0.1", 0)) {
        Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => Ok(()),
        _ => Err("the filter of system calls does not hold".to_owned()),
    }
}

/// Denies this thread, and all threads that it starts, the creation of processes.
///
/// # Errors
/// As for [`without_network`].
#[cfg(feature = "plugins")]
pub(crate) fn without_processes() -> Result<(), String> {
    filter::forbid_processes()
}

/// Checks whether this system can deny a process the network, by trying it on a thread.
///
/// # Errors
/// The reason why not, in words.
pub fn can_withhold_network() -> Result<(), String> {
    let tried = std::thread::spawn(without_network).join();
    tried.unwrap_or_else(|_| Err("it could not be tried".to_owned()))
}

#[cfg(target_os = "linux")]
mod filter {
    use std::collections::BTreeMap;

    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
        SeccompRule, TargetArch,
    };

    /// The bit in the numbers of the same calls in the x32 form of x86-64.
    const X32: i64 = 0x4000_0000;

    pub(super) fn install() -> Result<(), String> {
        apply(rules(), libc::EACCES)
    }

    #[cfg(feature = "plugins")]
    pub(super) fn forbid_processes() -> Result<(), String> {
        apply(processes(), libc::EPERM)?;
        // A filter cannot see its flags. The C library then falls back to `clone`, which makes threads.
        let clone3 = in_each_form(&[(libc::SYS_clone3, Vec::new())]);
        apply(Ok(clone3), libc::ENOSYS)
    }

    type Rules = BTreeMap<i64, Vec<SeccompRule>>;

    /// Makes calls fail.
    fn apply(rules: Result<Rules, seccompiler::BackendError>, errno: i32) -> Result<(), String> {
        let program = rules.and_then(|rules| program(rules, errno));
        let program = program.map_err(|error| error.to_string())?;
        seccompiler::apply_filter(&program).map_err(|error| error.to_string())
    }

    fn program(rules: Rules, errno: i32) -> Result<BpfProgram, seccompiler::BackendError> {
        let arch = TargetArch::try_from(std::env::consts::ARCH)?;
        let denied = SeccompAction::Errno(errno.unsigned_abs());
        SeccompFilter::new(rules, SeccompAction::Allow, denied, arch)?.try_into()
    }

    /// Every call that makes a process, but not a thread.
    #[cfg(feature = "plugins")]
    fn processes() -> Result<Rules, seccompiler::BackendError> {
        let thread = u64::from(libc::CLONE_THREAD.unsigned_abs());
        let is_process =
            SeccompCondition::new(0, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(thread), 0)?;
        let mut calls = vec![(libc::SYS_clone, vec![SeccompRule::new(vec![is_process])?])];
        #[cfg(target_arch = "x86_64")]
        calls.extend([(libc::SYS_fork, Vec::new()), (libc::SYS_vfork, Vec::new())]);
        Ok(in_each_form(&calls))
    }

    fn in_each_form(native: &[(i64, Vec<SeccompRule>)]) -> Rules {
        let native = native.iter().cloned();
        let x32 = native.clone().map(|(number, rules)| (number | X32, rules));
        native
            .chain(x32.filter(|_| cfg!(target_arch = "x86_64")))
            .collect()
    }

    /// Sockets of every family but the file system's; and io_uring, which makes sockets without `socket`.
    fn rules() -> Result<Rules, seccompiler::BackendError> {
        let family = SeccompCondition::new(
            0,
            SeccompCmpArgLen::Dword,
            SeccompCmpOp::Ne,
            u64::from(libc::AF_UNIX.unsigned_abs()),
        )?;
        let abroad = vec![SeccompRule::new(vec![family])?];
        Ok(in_each_form(&[
            (libc::SYS_socket, abroad.clone()),
            (libc::SYS_socketpair, abroad),
            (libc::SYS_io_uring_setup, Vec::new()),
        ]))
    }
}

#[cfg(not(target_os = "linux"))]
mod filter {
    pub(super) fn install() -> Result<(), String> {
        Err("only Linux can be told to".to_owned())
    }

    #[cfg(feature = "plugins")]
    pub(super) fn forbid_processes() -> Result<(), String> {
        install()
    }
}
