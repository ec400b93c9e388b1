//! Information of Linux about the machine in `/proc` and `/sys` (proc(5), cgroups(7)).

use std::fs;
use std::path::Path;

use unbreak_core::Listener;

/// The state of a socket that listens, in `/proc/net/tcp` (`TCP_LISTEN` of the kernel).
const LISTENS: &str = "0A";

pub(super) fn listener(port: u16) -> Option<Listener> {
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"];
    let texts = tables.iter().filter_map(|table| fs::read_to_string(table).ok());
    let inode = texts.into_iter().find_map(|table| inode_of(&table, port))?;
    Some(owner(&inode).unwrap_or_default())
}

/// The inode of the socket that listens on a port, in a table of sockets.
fn inode_of(table: &str, port: u16) -> Option<String> {
    let end = format!(":{port:04X}");
    table.lines().skip(1).find_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [_, local, _, state, _, _, _, _, _, inode, ..] = fields.as_slice() else {
            return None;
        };
        (*state == LISTENS && local.ends_with(&end)).then(|| (*inode).to_owned())
    })
}

/// The process that holds a socket. Other users' processes do not show their files.
fn owner(inode: &str) -> Option<Listener> {
    let link = format!("socket:[{inode}]");
    let holds = |process: &u32| {
        let files = fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten();
        let mut targets = files.flatten().filter_map(|file| fs::read_link(file.path()).ok());
        targets.any(|target| target == Path::new(&link))
    };
    let processes = fs::read_dir("/proc").ok()?.flatten();
    let mut numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let process = numbers.find(holds)?;
    let name = fs::read_to_string(format!("/proc/{process}/comm")).ok();
    Some(Listener {
        process: Some(process),
        program: name.map(|name| name.trim_end().to_owned()),
    })
}

/// The memory of the machine, or of the control group if that has less.
pub(super) fn memory() -> Option<u64> {
    let limits = [
        "/sys/fs/cgroup/memory.max",
        "/sys/fs/cgroup/memory/memory.limit_in_bytes",
    ];
    let read = |file: &&str| fs::read_to_string(file).ok()?.trim().parse().ok();
    let limits = limits.iter().filter_map(read);
    limits.chain(installed()).min()
}

fn installed() -> Option<u64> {
    let table = fs::read_to_string("/proc/meminfo").ok()?;
    let line = table.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kibibytes * 1024)
}
