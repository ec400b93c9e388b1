//! Debug tools touch nothing of the user's, also when they are killed with SIGKILL at any moment, and
//! the next start finds nothing of theirs.
//!
//! `UNBREAK_SAFETY_KILLS` is how often they are killed (`cargo xtask bench safety --kills N`),
//! `UNBREAK_SAFETY_SEED` where the random moments begin.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::harness::{Running, Site, Snapshot, wait_for};

/// In the suite; the whole protocol makes 200.
const KILLS: u64 = 10;

/// The command of most calls: it fails, and leaves a process behind that has left its group.
const CHECK: [&str; 3] = ["--", "sh", "check.sh"];

/// Every debug tool, as it is called.
const TOOLS: &[(&str, &[&str])] = &[
    ("repro", &["repro", "--attempts", "5"]),
    ("bisect", &["bisect", "--good", "good", "--bad", "bad"]),
    (
        "bisect --flaky",
        &["bisect", "--good", "good", "--bad", "bad", "--flaky"],
    ),
    ("instrument", &["instrument", "lib.py:2", "--expr", "n"]),
    ("trace", &["trace"]),
    ("diff", &["diff", "--before", "good"]),
    ("flaky", &["flaky", "--runs", "5", "--jobs", "2"]),
    ("recall", &["recall"]),
    ("debug auto", &["debug", "auto", "--good", "good"]),
    (
        "minimize",
        &["minimize", "input.txt", "--", "sh", "pick.sh", "{}"],
    ),
    (
        "isolate_change",
        &[
            "tool",
            "isolate_change",
            "--json",
            r#"{"command": ["sh", "check.sh"], "commit": "culprit"}"#,
        ],
    ),
    (
        "isolate_change of the work tree",
        &[
            "tool",
            "isolate_change",
            "--json",
            r#"{"command": ["sh", "check.sh"]}"#,
        ],
    ),
    (
        "localise_fault",
        &[
            "tool",
            "localise_fault",
            "--json",
            r#"{"command": ["sh", "check.sh"]}"#,
        ],
    ),
];

/// Where HEAD may be, beside changes of every kind.
const STATES: [&str; 3] = ["on a branch", "detached", "in the middle of a rebase"];

/// A repository in an awkward state, and how it was before anything was called in it.
struct Repository {
    site: Site,
    state: &'static str,
    before: Snapshot,
    said: String,
}

impl Repository {
    fn new(state: &'static str) -> Self {
        let site = Site::with(&[
            (
                "check.sh",
                "setsid sleep 60 >/dev/null 2>&1 &\nexec python3 -B check.py\n",
            ),
            (
                "check.py",
                "import time\n\nimport lib\n\ntime.sleep(0.02)\nfor n in range(3):\n    assert lib.double(n) == 2 * n\n",
            ),
            ("lib.py", "def double(n):\n    return n * 2\n"),
            (
                "pick.sh",
                "! grep -q needle \"$1\" || { echo 'error: found'; exit 1; }\n",
            ),
            ("input.txt", &format!("{0}needle\n{0}", "hay\n".repeat(40))),
            (".gitignore", "ignored/\n"),
        ]);
        site.git(&["init", "--quiet", "--initial-branch", "main"]);
        for number in 0..12 {
            if number == 7 {
                site.write("lib.py", "def double(n):\n    return n * 3\n");
            }
            site.write("number", &format!("{number}\n"));
            site.git(&["add", "."]);
            site.git(&["commit", "--quiet", "-m", &format!("change {number}")]);
            for (tag, at) in [("good", 0), ("culprit", 7), ("bad", 11)] {
                if number == at {
                    site.git(&["tag", tag]);
                }
            }
        }
        for text in ["first", "second"] {
            site.write("number", text);
            site.git(&["stash", "--quiet"]);
        }
        match state {
            "detached" => site.git(&["checkout", "--quiet", "--detach", "HEAD~1"]),
            "in the middle of a rebase" => begin_rebase(&site),
            _ => {}
        }
        make_changes(&site);
        let said = git_says(&site);
        Self {
            before: Snapshot::of(&site.root()),
            said,
            site,
            state,
        }
    }

    /// Fails when anything is not as it was.
    #[track_caller]
    fn assert_untouched(&self, after: &str) {
        let changed = self.site.snapshot().changed_since(&self.before);
        assert_eq!(changed, [""; 0], "{}, {after}", self.state);
        assert_eq!(git_says(&self.site), self.said, "{}, {after}", self.state);
    }

    /// Starts the program once more, and fails when anything of the killed one is left then.
    #[track_caller]
    fn assert_nothing_left(&self, after: &str) {
        let next = [
            "tool",
            "repro_attempt",
            "--json",
            r#"{"command": ["true"], "attempts": 1}"#,
        ];
        self.site.run(next).with_code(0);
        let left = scratch(&self.site.beside("state"));
        assert!(left.is_empty(), "{}, {after}: {left:?}", self.state);
        // What was killed may take a moment to be gone.
        let state = self.site.beside("state");
        wait_for(&format!("no process is left, {after}"), || {
            processes_with(&state).is_empty()
        });
    }
}

/// Conflicting changes of one line, replayed onto each other.
fn begin_rebase(site: &Site) {
    site.git(&["checkout", "--quiet", "-b", "side", "good"]);
    site.write("lib.py", "def double(n):\n    return n + n\n");
    site.git(&["commit", "--quiet", "--all", "-m", "another way"]);
    let rebase = Running::start(&mut site.git_command(&["rebase", "--quiet", "main"])).end();
    assert_ne!(rebase.code, 0, "the rebase does not stop");
    assert!(site.root().join(".git/rebase-merge").is_dir());
}

/// Staged, staged and changed again, not staged, deleted, untracked and ignored.
fn make_changes(site: &Site) {
    site.write("staged.txt", "staged\n");
    site.write("twice.txt", "staged\n");
    site.git(&["add", "staged.txt", "twice.txt"]);
    site.write("twice.txt", "and changed again\n");
    site.write("number", "not staged\r\n");
    fs::remove_file(site.root().join("pick.sh")).unwrap();
    site.write(
        "pick.sh",
        "! grep -q 'needle' \"$1\" || { echo 'error: found'; exit 1; }\n",
    );
    site.write("untracked/deep/file.txt", "untracked\n");
    site.write("ignored/cache.bin", "ignored\n");
    std::os::unix::fs::symlink("nowhere", site.root().join("dangling")).unwrap();
}

/// The output of git about the state, without rewriting its index.
fn git_says(site: &Site) -> String {
    let questions: [&[&str]; 4] = [
        &[
            "--no-optional-locks",
            "status",
            "--porcelain=v2",
            "--branch",
            "--ignored",
        ],
        &["rev-parse", "HEAD"],
        &["ls-files", "--stage"],
        &["stash", "list"],
    ];
    let answers = questions.map(|question| Running::start(&mut site.git_command(question)).end().stdout);
    answers.concat()
}

/// The content of scratch directories below the state.
fn scratch(state: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![state.to_owned()];
    while let Some(directory) = open.pop() {
        for path in fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            let is_scratch = path.parent().is_some_and(|parent| parent.ends_with("scratch"));
            match path.is_dir() {
                _ if is_scratch && !path.ends_with("lock") => found.push(path),
                true => open.push(path),
                false => {}
            }
        }
    }
    found
}

/// Processes that the program started, or was, with this state directory.
fn processes_with(state: &Path) -> Vec<PathBuf> {
    let mark = format!("UNBREAK_STATE_DIR={}\0", state.display());
    let processes = fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap().path());
    processes
        .filter(|process| {
            let environ = fs::read(process.join("environ")).unwrap_or_default();
            environ
                .windows(mark.len())
                .any(|window| window == mark.as_bytes())
        })
        .collect()
}

fn start(site: &Site, tool: &[&str]) -> Running {
    let mut command = site.unbreak(tool.iter().copied());
    if !tool.contains(&"--") && !tool.contains(&"--json") {
        command.args(CHECK);
    }
    Running::start(&mut command)
}

/// Numbers that look random: Steele, Lea and Flood's SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit.max(1)
    }
}

fn setting(name: &str, otherwise: u64) -> u64 {
    env::var(name).map_or(otherwise, |value| value.parse().expect("a number"))
}

#[test]
fn a_debug_tool_that_is_killed_leaves_everything_as_it_was() {
    let kills = setting("UNBREAK_SAFETY_KILLS", KILLS);
    let mut random = Random(setting("UNBREAK_SAFETY_SEED", 1));
    let repositories = STATES.map(Repository::new);
    let mut whole = BTreeMap::new();
    let (mut hit, mut counts) = (0, BTreeMap::<_, u32>::new());
    for kill in 0..kills {
        let (name, tool) = TOOLS[usize::try_from(kill).unwrap() % TOOLS.len()];
        let repository = &repositories[usize::try_from(random.below(STATES.len() as u64)).unwrap()];
        let whole = *whole.entry((name, repository.state)).or_insert_with(|| {
            let since = Instant::now();
            start(&repository.site, tool).end();
            repository.assert_untouched(&format!("after {name}"));
            since.elapsed()
        });
        let micros = u64::try_from(whole.as_micros()).unwrap();
        let delay = Duration::from_micros(random.below(micros));
        let running = start(&repository.site, tool);
        thread::sleep(delay);
        running.signal(Signal::KILL);
        hit += u32::from(running.end().code == -9);
        *counts.entry(name).or_default() += 1;
        let after = format!("{name} killed after {delay:?} of {whole:?}");
        repository.assert_untouched(&after);
        repository.assert_nothing_left(&after);
        repository.assert_untouched(&format!("the start after {after}"));
    }
    println!("{kills} kills, {hit} of them before the end: everything as before, nothing left");
    for (name, count) in counts {
        println!("  {count:>4}  {name}");
    }
    assert!(u64::from(hit) * 2 >= kills, "most kills came after the end");
}
