//! Which processes there are, and which are left.

use std::fs;
use std::path::Path;

use rustix::process::{Pid, Signal};

use super::{said, scripted, supervise, supervised};
use crate::harness::{Running, wait_for};

fn processes() -> impl Iterator<Item = Pid> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    entries.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
}

/// State and parent of a process.
fn stat(pid: Pid) -> Option<(char, i32)> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    Some((fields.next()?.chars().next()?, fields.next()?.parse().ok()?))
}

/// A child of a process, if it has one.
pub(super) fn child_of(parent: Pid) -> Option<Pid> {
    let parent = parent.as_raw_nonzero().get();
    processes().find(|pid| stat(*pid).is_some_and(|(_, of)| of == parent))
}

/// Processes that live and have this in their environment.
pub(super) fn with_variable(name: &str, value: &Path) -> Vec<Pid> {
    let wanted = format!("{name}={}", value.display());
    let carries = |pid: &Pid| {
        let environment = fs::read(format!("/proc/{}/environ", pid.as_raw_nonzero())).unwrap_or_default();
        environment
            .split(|byte| *byte == 0)
            .any(|entry| entry == wanted.as_bytes())
    };
    processes().filter(carries).collect()
}

/// Returns whether the process lives whose number a file beside the workspace holds.
fn lives(number: &str) -> bool {
    let pid = number.trim().parse().ok().and_then(Pid::from_raw);
    pid.and_then(stat)
        .is_some_and(|(state, _)| !matches!(state, 'Z' | 'X'))
}

/// Leaves a process that has a session and an environment of its own.
const LEAVES_ONE: &str = "setsid env -i sh -c 'echo $$ > \"$1/left\"; exec sleep 1000' sh \"$BESIDE\" &\n\
     while [ ! -s \"$BESIDE/left\" ]; do sleep 0.02; done\n";

#[test]
fn nothing_is_left_when_the_agent_ends() {
    let site = scripted(&format!("{LEAVES_ONE}exit 3\n"));
    supervised(&site).with_code(3);
    assert!(!lives(&said(&site, "left")));
}

#[test]
fn nothing_is_left_when_the_agent_is_started_again() {
    let script = format!(
        "if [ -e \"$BESIDE/again\" ]; then kill -0 \"$(cat \"$BESIDE/left\")\" && exit 9; exit 0; fi\n\
         touch \"$BESIDE/again\"\n{LEAVES_ONE}exit 42\n"
    );
    let site = scripted(&script);
    supervised(&site).with_code(0);
}

#[test]
fn the_agent_dies_with_its_supervisor_and_the_rest_with_the_next_one() {
    let leaves_one = LEAVES_ONE.replace("env -i ", "");
    let script = format!(
        "[ -e \"$BESIDE/left\" ] && exit 5\n{leaves_one}echo $$ > \"$BESIDE/agent\"\nexec sleep 1000\n"
    );
    let site = scripted(&script);
    let running = Running::start(&mut supervise(&site, &[]));
    wait_for("the agent", || !said(&site, "agent").is_empty());
    running.signal(Signal::KILL);
    wait_for("the agent's end", || !lives(&said(&site, "agent")));
    supervised(&site).with_code(5);
    assert!(!lives(&said(&site, "left")));
    // Its output was held by what was left.
    running.end();
}

#[test]
fn the_first_process_of_a_container_takes_orphans_off_the_list() {
    // Twenty orphans that end; then the agent looks for processes that no one has asked for their end.
    let script = "for number in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do\n\
           sh -c 'sh -c \"exit 0\" & exit 0'\n\
         done\n\
         [ \"$(cat /proc/1/comm)\" = unbreak ] || exit 8\n\
         tries=0\n\
         while grep -l '^State:.Z' /proc/[0-9]*/status > \"$BESIDE/zombies\" 2> /dev/null; do\n\
           tries=$((tries + 1)); [ $tries -gt 500 ] && exit 9; sleep 0.02\n\
         done\n\
         exit 7\n";
    let site = scripted(script);
    let supervise = supervise(&site, &[]);
    let mut contained = site.program("unshare");
    contained.args(["--user", "--map-root-user", "--pid", "--fork", "--mount-proc"]);
    let allowed = Running::start(contained.arg("true")).end().code == 0;
    if !allowed {
        println!("skipped: the system allows no namespaces here");
        return;
    }
    let mut contained = site.program("unshare");
    contained.args(["--user", "--map-root-user", "--pid", "--fork", "--mount-proc"]);
    contained.arg(supervise.get_program()).args(supervise.get_args());
    contained.envs(
        supervise
            .get_envs()
            .filter_map(|(name, value)| Some((name, value?))),
    );
    let ended = Running::start(&mut contained).end();
    assert_eq!(ended.code, 7, "{}\n{}", ended.stderr, said(&site, "zombies"));
}
