//! Keeping a process from the network.
//!
//! A filter of system calls (seccomp) refuses it every socket but those of this machine's own file
//! system, and cannot be taken off again. The loopback interface is withheld too.

/// Takes the network away from this thread and all that it will start.
///
/// # Errors
/// In words, when this system has no way to do so. The network is there then as before.
pub(crate) fn without_network() -> Result<(), String> {
    filter::install()?;
    match std::net::UdpSocket::bind(("127.0.0.1", 0)) {
        Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => Ok(()),
        _ => Err("the filter of system calls does not hold".to_owned()),
    }
}

/// Whether a process can be kept from the network on this system; found out by doing it to a thread.
///
/// # Errors
/// Why not, in words.
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

    /// Bit of the numbers by which x86-64 can be asked for the same calls in its x32 form.
    const X32: i64 = 0x4000_0000;

    pub(super) fn install() -> Result<(), String> {
        let program = program().map_err(|error| error.to_string())?;
        seccompiler::apply_filter(&program).map_err(|error| error.to_string())
    }

    fn program() -> Result<BpfProgram, seccompiler::BackendError> {
        let arch = TargetArch::try_from(std::env::consts::ARCH)?;
        let denied = SeccompAction::Errno(libc::EACCES.unsigned_abs());
        SeccompFilter::new(rules()?, SeccompAction::Allow, denied, arch)?.try_into()
    }

    /// Sockets of every family but the file system's; and io_uring, which makes sockets without `socket`.
    fn rules() -> Result<BTreeMap<i64, Vec<SeccompRule>>, seccompiler::BackendError> {
        let family = SeccompCondition::new(
            0,
            SeccompCmpArgLen::Dword,
            SeccompCmpOp::Ne,
            u64::from(libc::AF_UNIX.unsigned_abs()),
        )?;
        let abroad = vec![SeccompRule::new(vec![family])?];
        let native = [
            (libc::SYS_socket, abroad.clone()),
            (libc::SYS_socketpair, abroad),
            (libc::SYS_io_uring_setup, Vec::new()),
        ];
        let x32 = native.clone().map(|(number, rules)| (number | X32, rules));
        let other_form = x32.into_iter().filter(|_| cfg!(target_arch = "x86_64"));
        Ok(native.into_iter().chain(other_form).collect())
    }
}

#[cfg(not(target_os = "linux"))]
mod filter {
    pub(super) fn install() -> Result<(), String> {
        Err("only Linux can be told to".to_owned())
    }
}
