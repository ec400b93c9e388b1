//! The system's `bwrap`: runs each command in its own namespaces.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::sync::OnceLock;

use unbreak_core::Command;

use super::Walls;
use crate::runner::spawn;

/// Its usual directories; `PATH` is searched after these.
const PLACES: [&str; 3] = ["/usr/bin", "/usr/local/bin", "/run/current-system/sw/bin"];

/// The capabilities that root keeps: the rights over files that builds in containers rely on. The mounts hold
/// in spite of them; rights to change mounts, devices or other processes are dropped.
const KEPT: &[(u32, &str)] = &[
    (0, "CAP_CHOWN"),
    (1, "CAP_DAC_OVERRIDE"),
    (3, "CAP_FOWNER"),
    (4, "CAP_FSETID"),
    (5, "CAP_KILL"),
    (6, "CAP_SETGID"),
    (7, "CAP_SETUID"),
    (10, "CAP_NET_BIND_SERVICE"),
];

/// Files of the kernel that change the whole system: their modes let root write them.
const KERNEL: [&str; 3] = ["/proc/sys", "/proc/sysrq-trigger", "/proc/fs"];

/// Services of the system that act for any process that reaches their sockets.
const SERVICES: &[&str] = &[
    "/run/docker.sock",
    "/run/podman",
    "/run/containerd",
    "/run/crio",
    "/run/dbus",
    "/run/systemd/private",
    "/run/libvirt",
    "/run/snapd.socket",
    "/run/user",
];

/// The most entries of a temporary directory that are shown in its private replacement.
const MOST_SHOWN: usize = 32;

/// The content of a path in the sandbox.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Mount {
    /// The same as outside, read-only.
    ReadOnly,
    /// The same as outside.
    Writable,
    /// Another directory, or an empty one.
    Private(Option<PathBuf>),
    /// Nothing.
    Hidden,
}

/// The `bwrap` of the system, if it can be trusted and works here.
///
/// # Errors
/// The reason why there is none, in words.
pub(super) fn find(workspace: &Path, network: bool) -> Result<PathBuf, String> {
    match found(network) {
        Ok(program) if program.starts_with(workspace) => {
            Err(format!("{} lies in the workspace", program.display()))
        }
        found => found.clone(),
    }
}

/// Returns whether there is one, wherever the workspace lies.
pub(super) fn is_there(network: bool) -> bool {
    found(network).is_ok()
}

fn found(network: bool) -> &'static Result<PathBuf, String> {
    static WORKS: [OnceLock<Result<PathBuf, String>>; 2] = [OnceLock::new(), OnceLock::new()];
    WORKS[usize::from(network)].get_or_init(|| {
        let program = look()?;
        try_out(&program, network).map(|()| program)
    })
}

fn look() -> Result<PathBuf, String> {
    let path = env::var_os("PATH").unwrap_or_default();
    let places = PLACES.iter().map(PathBuf::from).chain(env::split_paths(&path));
    let programs = places
        .filter(|place| place.is_absolute())
        .map(|place| place.join("bwrap"));
    let mut reason = "bwrap is not installed".to_owned();
    for program in programs.filter(|program| program.is_file()) {
        match program.canonicalize() {
            Ok(program) if is_the_systems(&program) => return Ok(program),
            _ => reason = format!("{} can be changed by others than root", program.display()),
        }
    }
    Err(reason)
}

/// Returns whether only root can change or replace a file.
fn is_the_systems(program: &Path) -> bool {
    program
        .ancestors()
        .all(|part| fs::metadata(part).is_ok_and(|about| about.uid() == 0 && about.mode() & 0o022 == 0))
}

fn try_out(program: &Path, network: bool) -> Result<(), String> {
    let mut arguments = base(network);
    arguments.extend(["--".into(), program.into(), "--version".into()]);
    let mut trial = spawn::command(program.as_os_str(), Path::new("/"));
    let tried = trial.args(arguments).stdin(Stdio::null()).output();
    match tried {
        Ok(Output { status, .. }) if status.success() => Ok(()),
        Ok(Output { stderr, .. }) => {
            let said = String::from_utf8_lossy(&stderr);
            let said = said.trim().trim_start_matches("bwrap: ");
            Err(format!("bwrap does not work here: {said}"))
        }
        Err(error) => Err(format!("bwrap does not start: {error}")),
    }
}

/// The arguments for every command.
fn base(network: bool) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = [
        "--unshare-pid",
        "--unshare-ipc",
        "--die-with-parent",
        "--new-session",
        "--cap-drop",
        "ALL",
    ]
    .map(OsString::from)
    .to_vec();
    if rustix::process::geteuid().is_root() {
        let own = capabilities();
        let kept = KEPT.iter().filter(|(bit, _)| own & (1 << bit) != 0);
        arguments.extend(kept.flat_map(|(_, name)| ["--cap-add".into(), OsString::from(*name)]));
    }
    if !network {
        arguments.push("--unshare-net".into());
    }
    arguments.extend(["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"].map(OsString::from));
    for settings in KERNEL {
        arguments.extend(["--ro-bind-try", settings, settings].map(OsString::from));
    }
    arguments
}

/// The capabilities of this process (`proc_pid_status(5)`).
fn capabilities() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("CapEff:"));
    line.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok())
        .unwrap_or(0)
}

/// The arguments with which `bwrap` runs a command in a directory.
pub(super) fn arguments(walls: &Walls, command: &Command, directory: &Path) -> Vec<OsString> {
    let mut arguments = base(walls.network);
    for device in walls.devices() {
        arguments.extend(["--dev-bind-try".into(), device.into(), device.into()]);
    }
    for (place, mount) in mounts(walls, command) {
        arguments.extend(mount.arguments(&place));
    }
    arguments.extend(["--chdir".into(), directory.into(), "--".into()]);
    arguments.extend(command.words().map(OsString::from));
    arguments
}

/// The mounts, directories before their contents.
fn mounts(walls: &Walls, command: &Command) -> BTreeMap<PathBuf, Mount> {
    let mut mounts = BTreeMap::new();
    let writable = walls.own_writable();
    let named = named(walls, command);
    for (number, temporary) in walls.temporaries().enumerate() {
        let own = walls
            .temporary
            .as_ref()
            .map(|place| place.join(number.to_string()));
        let shown = writable.iter().chain(walls.protected()).chain(&named);
        let shown = shown
            .filter_map(|place| entry(temporary, place))
            .chain(sockets(temporary));
        mounts.extend(shown.take(MOST_SHOWN).map(|place| (place, Mount::ReadOnly)));
        mounts.insert(temporary.to_owned(), Mount::Private(own));
    }
    if walls.sealed {
        mounts.extend(services().map(|place| (place, Mount::Hidden)));
    }
    // Paths outside of these are read-only anyway.
    let open = writable.clone();
    let protected = walls
        .protected()
        .filter(|place| open.iter().any(|writable| place.starts_with(writable)));
    mounts.extend(writable.into_iter().map(|place| (place, Mount::Writable)));
    mounts.extend(protected.cloned().map(|place| (place, Mount::ReadOnly)));
    mounts
}

/// Paths that the command and its environment name.
fn named(walls: &Walls, command: &Command) -> Vec<PathBuf> {
    let variables = env::vars_os().map(|(_, value)| value);
    let own = command.env.values().map(OsString::from);
    let words = command.words().map(OsString::from);
    let texts = variables.chain(own).chain(words);
    let paths = texts.flat_map(|text| env::split_paths(&text).collect::<Vec<_>>());
    let paths = paths.map(|path| match path.to_string_lossy().split_once('=') {
        // `--config=/tmp/x`
        Some((_, value)) => PathBuf::from(value),
        None => path,
    });
    paths
        .filter(|path| path.is_absolute())
        .chain(walls.readable.iter().cloned())
        .collect()
}

/// The entry of a directory that a path leads through.
fn entry(directory: &Path, path: &Path) -> Option<PathBuf> {
    let name = path.strip_prefix(directory).ok()?.components().next()?;
    let std::path::Component::Normal(name) = name else {
        return None;
    };
    Some(directory.join(name)).filter(|entry| entry.exists())
}

/// The sockets in a directory, of a database or a display.
fn sockets(directory: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let sockets = entries.filter(|entry| {
        entry.file_type().is_ok_and(|kind| kind.is_socket()) || entry.file_name() == ".X11-unix"
    });
    sockets.map(|entry| entry.path())
}

/// The services that there are.
pub(super) fn services() -> impl Iterator<Item = PathBuf> {
    let session = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    let services = SERVICES.iter().map(PathBuf::from).chain(session);
    services.filter_map(|place| place.canonicalize().ok())
}

impl Mount {
    fn arguments(&self, place: &Path) -> Vec<OsString> {
        match self {
            Self::ReadOnly => vec!["--ro-bind-try".into(), place.into(), place.into()],
            Self::Writable => vec!["--bind-try".into(), place.into(), place.into()],
            Self::Private(Some(other)) => vec!["--bind".into(), other.into(), place.into()],
            Self::Private(None) => vec!["--tmpfs".into(), place.into()],
            Self::Hidden if place.is_dir() => vec!["--tmpfs".into(), place.into()],
            Self::Hidden => vec!["--ro-bind".into(), "/dev/null".into(), place.into()],
        }
    }
}
