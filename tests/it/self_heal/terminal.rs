//! The agent has the terminal.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};

use rustix::process::{Pid, Signal, kill_process_group};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use super::{said, scripted, supervise};
use crate::harness::{Site, wait_for};

/// A program on a terminal of its own, with a keyboard.
struct OnTerminal {
    child: Child,
    keys: File,
    screen: Option<JoinHandle<String>>,
}

impl OnTerminal {
    /// Starts a command as the leader of a session that has the terminal.
    fn start(site: &Site, command: &Command) -> Self {
        let keys = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&keys).unwrap();
        unlockpt(&keys).unwrap();
        let name = ptsname(&keys, Vec::new()).unwrap();
        let open = || {
            let mut options = OpenOptions::new();
            options
                .read(true)
                .write(true)
                .open(name.to_str().unwrap())
                .unwrap()
        };
        let mut leader = site.program("setsid");
        leader
            .args(["--ctty", "--wait"])
            .arg(command.get_program())
            .args(command.get_args());
        leader.envs(
            command
                .get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        );
        let leader = leader.stdin(Stdio::from(open())).stdout(open()).stderr(open());
        let child = leader.spawn().unwrap();
        let keys = File::from(keys);
        let mut reader = keys.try_clone().unwrap();
        let screen = thread::spawn(move || {
            let (mut text, mut bytes) = (Vec::new(), [0; 4096]);
            // The terminal of a session that has ended cannot be read.
            while let Ok(length @ 1..) = reader.read(&mut bytes) {
                text.extend(&bytes[..length]);
            }
            String::from_utf8_lossy(&text).into_owned()
        });
        Self {
            child,
            keys,
            screen: Some(screen),
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Its exit code, and what was on the screen.
    fn end(mut self) -> (i32, String) {
        let code = self.child.wait().unwrap().code().unwrap();
        (code, self.screen.take().unwrap().join().unwrap())
    }
}

impl Drop for OnTerminal {
    fn drop(&mut self) {
        let pid = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        let _ = pid.map(|pid| kill_process_group(pid, Signal::KILL));
        let _ = self.child.kill();
    }
}

const CTRL_C: &str = "\x03";
const CTRL_Z: &str = "\x1a";

#[test]
fn keys_and_ctrl_c_reach_the_agent_alone() {
    let script = "test -t 0 && test -t 1 && test -t 2 || exit 9\n\
         trap 'echo interrupted >> \"$BESIDE/heard\"' INT\n\
         echo run > \"$BESIDE/runs\"\n\
         while [ ! -e \"$BESIDE/heard\" ]; do sleep 0.02; done\n\
         read line; echo \"$line\" > \"$BESIDE/line\"\n\
         exit 5\n";
    let site = scripted(script);
    let mut terminal = OnTerminal::start(&site, &supervise(&site, &[]));
    wait_for("the agent", || !said(&site, "runs").is_empty());
    terminal.press(CTRL_C);
    wait_for("Ctrl-C", || !said(&site, "heard").is_empty());
    terminal.press("hello\n");
    let (code, screen) = terminal.end();
    assert_eq!((code, said(&site, "line").as_str()), (5, "hello\n"), "{screen}");
    assert_eq!(said(&site, "heard"), "interrupted\n");
}

#[test]
fn an_agent_that_is_started_again_has_the_terminal_again() {
    let script = "read line; echo \"$line\" >> \"$BESIDE/lines\"\n\
         [ \"$line\" = again ] && exit 42\n\
         exit 5\n";
    let site = scripted(script);
    let mut terminal = OnTerminal::start(&site, &supervise(&site, &[]));
    terminal.press("again\n");
    wait_for("the first line", || said(&site, "lines") == "again\n");
    terminal.press("end\n");
    let (code, screen) = terminal.end();
    assert_eq!(
        (code, said(&site, "lines").as_str()),
        (5, "again\nend\n"),
        "{screen}"
    );
}

#[test]
fn the_terminal_is_set_as_it_was_when_the_agent_is_started_again() {
    let script = "[ -e \"$BESIDE/runs\" ] && { stty -a > \"$BESIDE/settings\"; exit 5; }\n\
         stty -a | grep -qw -e '-icanon' && exit 9\n\
         touch \"$BESIDE/runs\"\nstty raw -echo\nexit 42\n";
    let site = scripted(script);
    let (code, screen) = OnTerminal::start(&site, &supervise(&site, &[])).end();
    let settings = said(&site, "settings");
    let is_set = |word: &str| settings.split_whitespace().any(|set| set == word);
    assert_eq!(code, 5, "{screen}");
    assert!(is_set("icanon") && is_set("echo"), "{settings}");
}

#[test]
fn ctrl_z_stops_both_and_fg_continues_both() {
    let script = "echo run > \"$BESIDE/runs\"\nread line; echo \"$line\" > \"$BESIDE/line\"\nexit 5\n";
    let site = scripted(script);
    let supervise = supervise(&site, &[]);
    let words = std::iter::once(supervise.get_program()).chain(supervise.get_args());
    let words: Vec<String> = words.map(|word| word.to_string_lossy().into_owned()).collect();
    let mut shell = site.program("bash");
    shell.args(["--norc", "--noprofile", "--noediting", "-i"]);
    shell.envs(
        supervise
            .get_envs()
            .filter_map(|(name, value)| Some((name, value?))),
    );
    let mut terminal = OnTerminal::start(&site, &shell);
    terminal.press(&format!("{}; echo \"$?\" > \"$BESIDE/code\"\n", words.join(" ")));
    wait_for("the agent", || !said(&site, "runs").is_empty());
    terminal.press(CTRL_Z);
    // The shell has the terminal again, and says how the job is.
    wait_for("the shell", || !said(&site, "code").is_empty());
    assert_eq!(said(&site, "code"), "148\n", "128 + SIGTSTP");
    terminal.press("fg\n");
    terminal.press("hello\n");
    wait_for("the agent", || said(&site, "line") == "hello\n");
    terminal.press("exit $?\n");
    let (code, screen) = terminal.end();
    assert_eq!(code, 5, "{screen}");
}
