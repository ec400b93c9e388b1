//! Commands and fixes cannot act outside the workspace, and ordinary commands work
//! all the same. Both barriers are tried; that bubblewrap is missing is a failure (`cargo xtask setup`
//! installs it). Where it cannot be installed, `UNBREAK_TEST_BARRIERS=landlock` leaves it out.

mod attempts;
mod projects;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, symlink};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::process::getpid;
use serde_json::Value;
use tempfile::TempDir;
use unbreak_core::policy::guard::Rule;
use unbreak_core::{Barrier, Command, ExitState, Report, SandboxMode};
use unbreak_host::{Agent, AgentErrorKind, CancelToken, RunOptions, SandboxOptions, Silent};

use self::attempts::{ATTEMPTS, Landlock};
use self::projects::PROJECTS;
use crate::harness::{Change, Running, Site, path_with_tools, repair_with, repository, wait_for};

/// The barriers that are tried.
fn barriers() -> &'static [Barrier] {
    match std::env::var("UNBREAK_TEST_BARRIERS").as_deref() {
        Ok("landlock") => &[Barrier::Landlock],
        _ => &[Barrier::Bubblewrap, Barrier::Landlock],
    }
}

/// The best of them.
fn best() -> Barrier {
    barriers()[0]
}

/// A workspace with a repository, and a directory outside, neither in a temporary directory of the system: commands may
/// write there, so in a clone below `/tmp` these tests fail.
struct Ground {
    place: TempDir,
    /// A time to sleep that no one else sleeps.
    nap: String,
}

impl Ground {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let nap = 80_000 + NEXT.fetch_add(1, Ordering::Relaxed);
        let ground = Self {
            place: TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap(),
            nap: format!("{nap}.{}", getpid().as_raw_nonzero()),
        };
        for directory in [
            "work/.git/hooks",
            "work/.git/objects",
            "work/.git/refs/heads",
            "outside/empty",
        ] {
            fs::create_dir_all(ground.path(directory)).unwrap();
        }
        let head = "ref: refs/heads/main\n";
        let settings = "[core]\nrepositoryformatversion = 0\nbare = false\n";
        for (file, text) in [
            ("work/.git/HEAD", head),
            ("work/.git/config", settings),
            ("work/unbreak.toml", "[sandbox]\n"),
            ("outside/victim", "kept\n"),
        ] {
            fs::write(ground.path(file), text).unwrap();
        }
        ground
    }

    fn path(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(words[0], words[1..].iter().copied());
        let modules = repository().join(".tools/node/node_modules/.bin");
        let path = std::env::join_paths(
            [modules]
                .into_iter()
                .chain(std::env::split_paths(&path_with_tools())),
        );
        let variables = [
            ("OUT", self.path("outside").into_os_string()),
            ("PARENT", getpid().as_raw_nonzero().to_string().into()),
            ("NAP", self.nap.clone().into()),
            ("PATH", path.unwrap()),
            ("GIT_CONFIG_GLOBAL", "/dev/null".into()),
        ];
        let variables = variables.map(|(name, value)| (name.to_owned(), value.into_string().unwrap()));
        command.env.extend(variables);
        command
    }

    fn run(&self, command: &Command, sandbox: SandboxOptions) -> Report {
        let agent = Agent::builder()
            .directory(self.path("work"))
            .state_directory(self.path("state"))
            .sandbox(sandbox)
            .build()
            .unwrap();
        block_on(agent.run(
            command,
            &RunOptions::default(),
            &mut Silent,
            &CancelToken::default(),
        ))
        .unwrap()
    }

    /// The files that must stay unchanged: files outside, and files that control the repository.
    fn seen(&self) -> BTreeMap<PathBuf, String> {
        let mut seen = BTreeMap::new();
        for place in ["outside", "work/.git", "work/unbreak.toml"] {
            look(&self.path(place), &mut seen);
        }
        seen
    }
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.unwrap().block_on(future)
}

fn look(place: &Path, seen: &mut BTreeMap<PathBuf, String>) {
    let Ok(about) = fs::symlink_metadata(place) else {
        return;
    };
    // Nobody writes into a pipe that should not be there.
    let text = match about.file_type().is_fifo() {
        true => Ok("a pipe".to_owned()),
        false => fs::read(place).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
    };
    let times = if about.is_dir() { 0 } else { about.mtime() };
    let said = format!(
        "{:o} {} {times} {}",
        about.mode(),
        about.uid(),
        text.unwrap_or_default()
    );
    seen.insert(place.to_owned(), said);
    if about.is_dir() {
        let entries = fs::read_dir(place).unwrap();
        entries.for_each(|entry| look(&entry.unwrap().path(), seen));
    }
}

fn only(barrier: Barrier) -> SandboxOptions {
    let mut options = SandboxOptions::default();
    options.barrier = Some(barrier);
    options
}

/// Returns whether a process lives that was started with a word.
fn lives(word: &str) -> bool {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let mut lines = entries.map(|entry| fs::read(entry.path().join("cmdline")).unwrap_or_default());
    lines.any(|line| line.split(|byte| *byte == 0).any(|part| part == word.as_bytes()))
}

#[test]
fn commands_do_not_escape() {
    let mut failures = Vec::new();
    for &barrier in barriers() {
        for (name, script, landlock) in ATTEMPTS {
            let ground = Ground::new();
            let before = ground.seen();
            let script = format!("{script}\nexit 0");
            let report = ground.run(&ground.command(&["sh", "-c", &script]), only(barrier));
            let sandbox = report.sandbox.as_ref().unwrap();
            assert_eq!(sandbox.by, barrier, "{name}");
            let after = ground.seen();
            let has_escaped = after != before || ground.path("work/escaped").exists() || lives(&ground.nap);
            let is_known = barrier == Barrier::Landlock
                && match landlock {
                    Landlock::Holds => false,
                    Landlock::Reports => report
                        .warnings
                        .iter()
                        .any(|warning| warning.contains("something changed")),
                    Landlock::Says(gap) => sandbox.unconfined.iter().any(|said| said.contains(gap)),
                };
            if has_escaped && !is_known {
                let changed: Vec<_> = after
                    .iter()
                    .filter(|(path, said)| before.get(*path) != Some(said))
                    .collect();
                failures.push(format!("{barrier}: {name}: {changed:?} {:?}", report.warnings));
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} escaped:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn ordinary_commands_work() {
    let mut failures = Vec::new();
    for project in PROJECTS {
        let ground = Ground::new();
        for (file, text) in project.files {
            let path = ground.path("work").join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let command = ground.command(project.command);
        let mut off = SandboxOptions::default();
        off.mode = SandboxMode::Off;
        let mut tries = vec![("off".to_owned(), off)];
        tries.extend(
            barriers()
                .iter()
                .map(|barrier| (barrier.to_string(), only(*barrier))),
        );
        if best() == Barrier::Bubblewrap {
            let mut strict = SandboxOptions::default();
            strict.mode = SandboxMode::Strict;
            tries.push(("strict".to_owned(), strict));
        }
        for (how, options) in tries {
            let report = ground.run(&command, options);
            if report.first_exit != ExitState::Code(0) {
                failures.push(format!(
                    "{}, {how}: {}\n{}",
                    project.name, report.first_exit, report.output_tail
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The obstacle, and the change that a fix makes.
const FIXES: &[(&str, &str, Change)] = &[
    (
        "dot dot",
        "",
        Change::Create {
            file: "../outside/new",
        },
    ),
    (
        "dot dot from below",
        "mkdir a",
        Change::Create {
            file: "a/../../outside/new",
        },
    ),
    ("an absolute path", "", Change::Create { file: "/outside/new" }),
    (
        "another way to write it",
        "",
        Change::Create {
            file: "..\\outside\\new",
        },
    ),
    (
        "a link to a directory",
        "ln -s ../outside link",
        Change::Create { file: "link/new" },
    ),
    (
        "a chain of links",
        "ln -s ../outside a; ln -s a b",
        Change::Create { file: "b/new" },
    ),
    (
        "a link that leads nowhere",
        "ln -s ../outside/new link",
        Change::Create { file: "link" },
    ),
    (
        "removing through a link",
        "ln -s ../outside link",
        Change::Delete { file: "link/victim" },
    ),
    (
        "editing through a link",
        "ln -s ../outside/victim link",
        Change::Replace {
            file: "link",
            from: "kept",
            to: "lost",
        },
    ),
    (
        "editing a hard link",
        "ln ../outside/victim hard",
        Change::Replace {
            file: "hard",
            from: "kept",
            to: "lost",
        },
    ),
    (
        "a pipe",
        "mkfifo pipe",
        Change::Replace {
            file: "pipe",
            from: "x",
            to: "y",
        },
    ),
    (
        "in place of a pipe",
        "mkfifo pipe",
        Change::Create { file: "pipe" },
    ),
    ("below a pipe", "mkfifo pipe", Change::Create { file: "pipe/new" }),
    (
        "a device",
        "ln -s /dev/full device",
        Change::Create { file: "device" },
    ),
    (
        "a hook",
        "",
        Change::Create {
            file: ".git/hooks/pre-commit",
        },
    ),
    (
        "a hook in capitals",
        "",
        Change::Create {
            file: ".GIT/hooks/pre-commit",
        },
    ),
    (
        "a hook with an invisible letter",
        "",
        Change::Create {
            file: ".g\u{200c}it/hooks/pre-commit",
        },
    ),
    (
        "a hook through a dot",
        "",
        Change::Create {
            file: "./.git/./hooks/pre-commit",
        },
    ),
    (
        "a hook through a link",
        "ln -s .git git",
        Change::Create {
            file: "git/hooks/pre-commit",
        },
    ),
    (
        "the settings",
        "",
        Change::Replace {
            file: ".git/config",
            from: "bare",
            to: "hooksPath",
        },
    ),
    ("the head", "", Change::Delete { file: ".git/HEAD" }),
    (
        "a directory that the command swaps for a link",
        "echo 'rm -rf d; mkdir d; touch d/here; rm -rf d; ln -s ../outside d' > swap.sh",
        Change::Create { file: "d/new" },
    ),
];

#[test]
fn fixes_do_not_escape() {
    for (name, setup, change) in FIXES {
        let site = Site::with(&[
            (".git/HEAD", "ref: refs/heads/main\n"),
            (".git/config", "[core]\nbare = false\n"),
        ]);
        fs::create_dir_all(site.beside("outside")).unwrap();
        fs::create_dir_all(site.root().join(".git/hooks")).unwrap();
        fs::write(site.beside("outside/victim"), "kept\n").unwrap();
        assert!(site.passes(&["sh", "-c", &format!("{setup}\ntrue")]), "{name}");
        let seen = || {
            let mut seen = BTreeMap::new();
            look(&site.beside("outside"), &mut seen);
            look(&site.root().join(".git"), &mut seen);
            seen
        };
        let before = seen();
        // It passes as soon as anything is written anywhere: what is kept is kept.
        let check = "test -f swap.sh && sh swap.sh; test \"$(cat ../outside/victim)\" = kept && test ! -e ../outside/new && test ! -e .git/hooks/pre-commit && test -e .git/HEAD && grep -q bare .git/config && exit 1; exit 0";
        let report = repair_with(&site, *change, &["sh", "-c", check], Rule::ALL);
        let after = seen();
        assert_eq!(before, after, "{name}: {:?}", report.fixed);
    }
}

#[test]
fn a_repository_elsewhere_is_protected_too() {
    if best() != Barrier::Bubblewrap {
        return;
    }
    let ground = Ground::new();
    let store = ground.path("outside/store");
    fs::create_dir_all(store.join("worktrees/w")).unwrap();
    fs::write(store.join("worktrees/w/commondir"), "../..\n").unwrap();
    fs::write(store.join("config"), "[core]\n").unwrap();
    fs::remove_dir_all(ground.path("work/.git")).unwrap();
    let pointer = format!("gitdir: {}\n", store.join("worktrees/w").display());
    fs::write(ground.path("work/.git"), pointer).unwrap();
    let before = ground.seen();
    let mut options = only(Barrier::Bubblewrap);
    options.writable = vec![ground.path("outside/store")];
    let script = "echo x > $OUT/store/config; echo x > $OUT/store/worktrees/w/HEAD; echo x > .git; echo ok > $OUT/store/../work; exit 0";
    ground.run(&ground.command(&["sh", "-c", script]), options);
    assert_eq!(ground.seen(), before);
}

#[test]
fn strict_is_full_or_nothing() {
    if best() != Barrier::Bubblewrap {
        return;
    }
    let ground = Ground::new();
    let agent = |barrier| {
        let mut options = SandboxOptions::default();
        (options.mode, options.barrier) = (SandboxMode::Strict, barrier);
        let agent = Agent::builder()
            .directory(ground.path("work"))
            .state_directory(ground.path("state"));
        agent.sandbox(options).build().unwrap()
    };
    let command = ground.command(&["sh", "-c", "touch ran"]);
    let landlock = agent(Some(Barrier::Landlock));
    let refused = block_on(landlock.run(
        &command,
        &RunOptions::default(),
        &mut Silent,
        &CancelToken::default(),
    ));
    let error = refused.unwrap_err();
    assert_eq!(error.kind(), AgentErrorKind::Refused);
    assert!(error.to_string().contains("strict sandbox"), "{error}");
    assert!(!ground.path("work/ran").exists());
    // Without the network there is still the loopback interface.
    let script = "import errno, socket\nserver = socket.create_server(('127.0.0.1', 0))\nsocket.create_connection(server.getsockname())\ntry:\n    socket.create_connection(('192.0.2.1', 9), 5)\nexcept OSError as error:\n    assert error.errno == errno.ENETUNREACH, error\n";
    let command = ground.command(&["python3", "-c", script]);
    let full = agent(None);
    let report = block_on(full.run(
        &command,
        &RunOptions::default(),
        &mut Silent,
        &CancelToken::default(),
    ))
    .unwrap();
    assert_eq!(report.exit, ExitState::Code(0), "{}", report.output_tail);
    let sandbox = report.sandbox.unwrap();
    assert_eq!(
        (sandbox.by, sandbox.network, sandbox.unconfined.len()),
        (Barrier::Bubblewrap, false, 0)
    );
}

#[test]
fn the_report_says_how_commands_were_confined() {
    if best() != Barrier::Bubblewrap {
        return;
    }
    let site = Site::with(&[]);
    for (flags, by, network) in [
        (&[][..], "bubblewrap", true),
        (&["--no-net"], "bubblewrap", false),
        (&["--sandbox", "strict"], "bubblewrap", false),
        (&["--sandbox", "strict", "--net"], "bubblewrap", true),
        (&["--sandbox", "off"], "none", true),
    ] {
        let words = [&["run", "--format", "jsonl"], flags, &["--", "true"]].concat();
        let ended = site.run(words).with_code(0);
        let lines: Vec<Value> = ended
            .stdout
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(lines[0]["event"], "start");
        for sandbox in [&lines[0]["sandbox"], &lines[lines.len() - 1]["sandbox"]] {
            assert_eq!(
                (&sandbox["by"], &sandbox["network"]),
                (&by.into(), &network.into()),
                "{flags:?}"
            );
        }
        let text = site
            .run([&["run"], flags, &["--", "true"]].concat())
            .with_code(0)
            .stdout;
        assert!(text.contains("sandbox: "), "{text}");
    }
}

#[test]
fn a_project_can_set_the_sandbox() {
    if best() != Barrier::Bubblewrap {
        return;
    }
    let site = Site::empty();
    for (settings, flags, mode) in [
        ("mode = \"off\"", &[][..], "off"),
        ("mode = \"strict\"", &[][..], "strict"),
        ("mode = \"off\"", &["--sandbox", "auto"], "auto"),
    ] {
        site.write("unbreak.toml", &format!("[sandbox]\n{settings}\n"));
        let words = [&["run", "--format", "jsonl"], flags, &["--", "true"]].concat();
        let report = site.run(words).with_code(0).report();
        assert_eq!(report.sandbox.unwrap().mode.name(), mode, "{settings}");
    }
    for (settings, hint) in [
        ("mod = \"off\"", "mode"),
        ("mode = \"of\"", "unbreak.toml"),
        ("writable = [\"none\"]", "does not exist"),
    ] {
        site.write("unbreak.toml", &format!("[sandbox]\n{settings}\n"));
        let said = site.run(["run", "--", "true"]).with_code(2).stderr;
        assert!(said.contains(hint), "{settings}: {said}");
    }
}

#[test]
fn caches_are_writable_and_programs_beside_them_are_not() {
    let ground = Ground::new();
    let home = ground.path("outside/home");
    for part in [".cargo/bin", ".cargo/registry", ".m2/repository"] {
        fs::create_dir_all(home.join(part)).unwrap();
    }
    let site = Site::empty();
    let script = "for f in .cargo/bin/x .cargo/config.toml .m2/settings.xml .bashrc .ssh; do echo x > $HOME/$f; done; for f in .cargo/registry/x .m2/repository/x .cache/x; do echo x > $HOME/$f || exit 1; done";
    let mut command = site.unbreak(["run", "--", "sh", "-c", script]);
    for variable in ["CARGO_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"] {
        command.env_remove(variable);
    }
    Running::start(command.env("HOME", &home)).end().with_code(0);
    let is_there = |file: &str| home.join(file).exists();
    for file in [
        ".cargo/bin/x",
        ".cargo/config.toml",
        ".m2/settings.xml",
        ".bashrc",
        ".ssh",
    ] {
        assert!(!is_there(file), "{file}");
    }
    for file in [".cargo/registry/x", ".m2/repository/x", ".cache/x"] {
        assert!(is_there(file), "{file}");
    }
}

#[test]
fn no_process_is_left_whatever_it_does_to_its_environment() {
    let ways = [
        "env -i setsid sleep $NAP",
        "env -i setsid sh -c \"sleep $NAP & exit\"",
        "env -i setsid prlimit --locks=unlimited: sleep $NAP",
        "env -i setsid sh -c \"(prlimit --locks=unlimited: sleep $NAP &) & exit\"",
    ];
    for mode in ["off", "auto"] {
        for way in ways {
            let ground = Ground::new();
            let site = Site::empty();
            let script = format!("({way} >/dev/null 2>&1 &)\nsleep 0.2");
            let mut command = site.unbreak(["run", "--sandbox", mode, "--", "sh", "-c", &script]);
            Running::start(command.env("NAP", &ground.nap)).end().with_code(0);
            wait_for(way, || !lives(&ground.nap));
        }
    }
}

#[test]
fn a_copy_of_the_tree_leads_nowhere_else() {
    if best() != Barrier::Bubblewrap {
        return;
    }
    // The command of a debug tool runs in a copy; the workspace itself is read-only then.
    let ground = Ground::new();
    let work = ground.path("work");
    fs::create_dir_all(work.join("node_modules/p")).unwrap();
    symlink("nowhere", work.join("dangling")).unwrap();
    let sandbox = unbreak_host::runner::Sandbox::open(&only(Barrier::Bubblewrap), &work).unwrap();
    let copy = ground.path("copy");
    fs::create_dir_all(&copy).unwrap();
    symlink(work.join("node_modules"), copy.join("node_modules")).unwrap();
    let runner = unbreak_host::runner::ProcessRunner::new(
        &work,
        unbreak_host::runner::Limits::default(),
        CancelToken::default(),
    );
    let runner = runner.within(sandbox);
    let script = format!(
        "echo x > here; echo x > node_modules/p/x; echo x > {}/there; exit 0",
        work.display()
    );
    block_on(async {
        use unbreak_core::Runner as _;
        let there = runner.elsewhere(&copy).unwrap();
        there.run(&Command::new("sh", ["-c", &script])).await.unwrap();
    });
    assert!(copy.join("here").exists() && work.join("node_modules/p/x").exists());
    assert!(!work.join("there").exists());
}

#[test]
fn a_failure_that_may_be_the_sandboxes_doing_is_named() {
    let site = Site::empty();
    for (flags, script, advice) in [
        (&[][..], "echo x > /etc/unbreak-test", "--sandbox off"),
        (
            &["--no-net"],
            "echo 'Could not resolve host: x' >&2; exit 1",
            "--net",
        ),
    ] {
        let words = [&["run", "--format", "jsonl"], flags, &["--", "sh", "-c", script]].concat();
        let warnings = site.run(words).with_code(1).report().warnings;
        let is_named = warnings.iter().any(|warning| warning.contains(advice));
        assert!(
            is_named || best() != Barrier::Bubblewrap,
            "{script}: {warnings:?}"
        );
    }
}
