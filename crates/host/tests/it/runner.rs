//! The runner, with real processes.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use unbreak_core::capability::CapabilityError;
use unbreak_core::{Command, Completed, ExitState, Runner as _};

use unbreak_host::runner::{CancelToken, Limits, Owner, ProcessRunner, Streamed, kill_leftovers};

/// Longer than any test may take: a process that sleeps so long and is gone was ended.
const FOR_EVER: &str = "100000";

fn runner(root: &Path, limits: Limits) -> ProcessRunner {
    ProcessRunner::new(root, limits, CancelToken::new())
}

fn shell(script: &str) -> Command {
    Command::new("sh", ["-c", script])
}

async fn run(script: &str) -> Completed {
    let directory = tempfile::tempdir().unwrap();
    let runner = runner(directory.path(), Limits::default());
    runner.run(&shell(script)).await.unwrap()
}

async fn stream(runner: &ProcessRunner, command: &Command) -> (Streamed, Vec<u8>) {
    let mut output = Vec::new();
    let mut sink = |bytes: &[u8]| output.extend_from_slice(bytes);
    let streamed = runner.stream(command, &mut sink).await.unwrap();
    (streamed, output)
}

#[tokio::test]
async fn an_end_is_told_as_it_was() {
    for (script, exit) in [
        ("exit 0", ExitState::Code(0)),
        ("exit 3", ExitState::Code(3)),
        ("kill -KILL $$", ExitState::Signal(9)),
        ("kill -TERM $$", ExitState::Signal(15)),
        ("kill -SEGV $$", ExitState::Signal(11)),
    ] {
        assert_eq!(run(script).await.exit, exit, "{script}");
    }
}

#[tokio::test]
async fn both_streams_come_in_the_order_written() {
    let directory = tempfile::tempdir().unwrap();
    let runner = runner(directory.path(), Limits::default());
    let script = "for i in 1 2 3 4 5; do echo out $i; echo err $i >&2; done";
    let (streamed, output) = stream(&runner, &shell(script)).await;
    let expected: String = (1..=5).map(|i| format!("out {i}\nerr {i}\n")).collect();
    assert_eq!(String::from_utf8(output).unwrap(), expected);
    assert_eq!(streamed.bytes, expected.len() as u64);
}

#[tokio::test]
async fn streams_are_told_apart_and_bytes_kept() {
    let completed = run(r"printf 'out\377'; printf 'err\0' >&2").await;
    assert_eq!(completed.stdout, b"out\xff");
    assert_eq!(completed.stderr, b"err\0");
    assert!(!completed.truncated);
}

#[tokio::test]
async fn standard_input_is_empty_or_what_was_given() {
    assert_eq!(run("cat").await.stdout, b"");
    let directory = tempfile::tempdir().unwrap();
    let text = "line\n".repeat(100_000);
    let command = Command {
        stdin: Some(text.clone()),
        ..shell("cat")
    };
    let completed = runner(directory.path(), Limits::default())
        .run(&command)
        .await
        .unwrap();
    assert_eq!(completed.stdout, text.as_bytes());
}

#[tokio::test]
async fn a_command_that_does_not_read_its_input_is_no_error() {
    let directory = tempfile::tempdir().unwrap();
    let command = Command {
        stdin: Some("x".repeat(1 << 20)),
        ..shell("exit 4")
    };
    let completed = runner(directory.path(), Limits::default())
        .run(&command)
        .await
        .unwrap();
    assert_eq!(completed.exit, ExitState::Code(4));
}

#[tokio::test]
async fn directory_and_environment_are_the_commands_own() {
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir_all(directory.path().join("a b/ü")).unwrap();
    let command = Command {
        directory: Some("a b/ü".to_owned().try_into().unwrap()),
        env: [("WORD".to_owned(), "x=y z".to_owned())].into(),
        ..shell("pwd; echo $WORD")
    };
    let completed = runner(directory.path(), Limits::default())
        .run(&command)
        .await
        .unwrap();
    let root = directory.path().canonicalize().unwrap();
    assert_eq!(
        completed.stdout_text(),
        format!("{}/a b/ü\nx=y z\n", root.display())
    );
}

#[tokio::test]
async fn what_cannot_be_started_says_why() {
    let directory = tempfile::tempdir().unwrap();
    let script = |name: &str, text: &str, mode: u32| {
        use std::os::unix::fs::PermissionsExt as _;
        let path = directory.path().join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    };
    script("plain", "#!/bin/sh\n", 0o644);
    script("orphan", "#!/no/such/interpreter\n", 0o755);
    let nowhere = Command {
        directory: Some("nowhere".to_owned().try_into().unwrap()),
        ..shell("true")
    };
    let command = |program: &str| Command::new(program, [""; 0]);
    for (command, reason) in [
        (command("no-such-program-anywhere"), "no such program in PATH"),
        (command("./missing"), "there is no such file in"),
        (command("./plain"), "not executable (chmod +x ./plain"),
        (
            command("./orphan"),
            "interpreter that its first line names does not exist",
        ),
        (nowhere, "nowhere does not exist"),
    ] {
        let runner = runner(directory.path(), Limits::default());
        let error = runner.run(&command).await.unwrap_err();
        assert!(matches!(error, CapabilityError::Start { .. }), "{error:?}");
        assert!(error.to_string().contains(reason), "{command}: {error}");
        // Whether the interpreter is there tells the kernel alone.
        if command.program != "./orphan" {
            let looked_up = runner.look_up(&command).unwrap_err();
            assert_eq!(looked_up.to_string(), error.to_string(), "{command}");
        }
    }
    let own_path = Command {
        env: [("PATH".to_owned(), ".".to_owned())].into(),
        ..command("tool")
    };
    script("tool", "#!/bin/sh\n", 0o755);
    for command in [command("sh"), command("./tool"), own_path] {
        let runner = runner(directory.path(), Limits::default());
        runner.look_up(&command).unwrap();
        runner.run(&command).await.unwrap();
    }
}

#[tokio::test]
async fn output_is_kept_from_both_ends() {
    let completed = run("printf begin; head -c 40000000 /dev/zero; printf end").await;
    assert!(completed.truncated);
    assert!(completed.stdout.len() < (16 << 20) + 100);
    assert!(completed.stdout.starts_with(b"begin"));
    assert!(completed.stdout.ends_with(b"end"));
    let notice = format!("[... {} bytes left out ...]", 40_000_008 - (16 << 20));
    let middle = String::from_utf8_lossy(&completed.stdout[(8 << 20)..(8 << 20) + 100]).into_owned();
    assert!(middle.contains(&notice), "{middle:?}");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_gigabyte_of_output_costs_no_memory() {
    let directory = tempfile::tempdir().unwrap();
    let mut bytes = 0;
    let streamed = runner(directory.path(), Limits::default())
        .stream(&shell("head -c 1000000000 /dev/zero"), &mut |chunk| {
            bytes += chunk.len();
        })
        .await
        .unwrap();
    assert_eq!((streamed.bytes, bytes), (1_000_000_000, 1_000_000_000));
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .unwrap();
    let peak: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(peak < 200_000, "{peak} kB");
}

#[tokio::test]
async fn too_much_output_ends_the_command() {
    let directory = tempfile::tempdir().unwrap();
    let limits = Limits {
        output_bytes: Some(100_000),
        ..Limits::default()
    };
    let runner = runner(directory.path(), limits);
    let (streamed, output) = stream(&runner, &shell("yes; yes >&2")).await;
    assert_eq!(streamed.exit, ExitState::OutputLimit);
    assert_eq!(output.len(), 100_000);
    let completed = runner.run(&shell("yes >&2")).await.unwrap();
    assert_eq!(completed.exit, ExitState::OutputLimit);
    assert_eq!(completed.stderr.len(), 100_000);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn memory_is_limited() {
    let directory = tempfile::tempdir().unwrap();
    let allocate = Command::new("python3", ["-c", "bytearray(300 << 20)"]);
    let limits = Limits {
        memory_bytes: Some(200 << 20),
        ..Limits::default()
    };
    let limited = runner(directory.path(), limits).run(&allocate).await.unwrap();
    assert!(String::from_utf8_lossy(&limited.stderr).contains("MemoryError"));
    let free = runner(directory.path(), Limits::default())
        .run(&allocate)
        .await
        .unwrap();
    assert_eq!(free.exit, ExitState::Code(0));
}

/// Scripts whose background processes would outlive them. `spawned` notes a process.
const DAEMONS: &[(&str, &str)] = &[
    ("in the group", "sleep FOR_EVER & spawned $!"),
    ("without the pipe", "sleep FOR_EVER >/dev/null 2>&1 & spawned $!"),
    (
        "deaf to hang-ups",
        "nohup sleep FOR_EVER >/dev/null 2>&1 & spawned $!",
    ),
    (
        "deaf to TERM",
        "sh -c 'trap \"\" TERM; while :; do sleep 1; done' & spawned $!",
    ),
    ("without the environment", "env -i sleep FOR_EVER & spawned $!"),
    (
        "without the environment, in a session of its own",
        "(env -i setsid sh -c 'echo $$ >>pids; exec sleep FOR_EVER' >/dev/null 2>&1 &)
        while [ ! -s pids ]; do sleep 0.01; done",
    ),
    ("stopped", "sleep FOR_EVER & spawned $!; kill -STOP $!"),
    (
        "in a session of its own",
        "(setsid sh -c 'echo $$ >>pids; exec sleep FOR_EVER' >/dev/null 2>&1 &)
        while [ ! -s pids ]; do sleep 0.01; done",
    ),
];

/// How the main process comes to its end, and what the runner calls that.
const ENDS: &[(&str, &str, ExitState)] = &[
    ("by itself", "exit 5", ExitState::Code(5)),
    ("at its time limit", "exec sleep FOR_EVER", ExitState::TimedOut),
    ("at its output limit", "exec yes", ExitState::OutputLimit),
    (
        "interrupted",
        "touch interrupt; exec sleep FOR_EVER",
        ExitState::Cancelled,
    ),
];

#[cfg(target_os = "linux")]
#[tokio::test]
async fn nothing_is_left_behind() {
    let mut cases = tokio::task::JoinSet::new();
    for (daemon, start) in DAEMONS {
        for (end, last, exit) in ENDS {
            cases.spawn(leaves_nothing(format!("{daemon}, {end}"), start, last, *exit));
        }
    }
    let count = cases.join_all().await.len();
    assert_eq!(count, DAEMONS.len() * ENDS.len());
}

async fn leaves_nothing(case: String, start: &str, last: &str, exit: ExitState) {
    let directory = tempfile::tempdir().unwrap();
    let script = format!("spawned() {{ echo $1 >>pids; }}\n{start}\necho said\n{last}");
    let script = script.replace("FOR_EVER", FOR_EVER);
    let (seen, output) = run_to_its_end(directory.path(), &script, exit).await;
    assert_eq!(seen, exit, "{case}");
    assert!(output.starts_with(b"said\n"), "{case}: output is lost");
    let pids = fs::read_to_string(directory.path().join("pids")).unwrap();
    assert!(!pids.is_empty(), "{case}: nothing was started");
    let left: Vec<&str> = pids.lines().filter(|pid| is_alive(pid)).collect();
    assert!(left.is_empty(), "{case}: {left:?} live on");
}

async fn run_to_its_end(directory: &Path, script: &str, exit: ExitState) -> (ExitState, Vec<u8>) {
    let limits = Limits {
        // Enough for the script to come to its last line on a busy machine.
        timeout: (exit == ExitState::TimedOut).then_some(Duration::from_secs(3)),
        silence: None,
        output_bytes: (exit == ExitState::OutputLimit).then_some(10_000),
        memory_bytes: None,
        grace: Duration::from_millis(200),
        deadline: None,
    };
    let cancel = CancelToken::new();
    let runner = ProcessRunner::new(directory, limits, cancel.clone());
    let command = shell(script);
    let interrupt = async {
        if exit == ExitState::Cancelled {
            cancel_when(directory.join("interrupt"), cancel).await;
        }
    };
    let ((streamed, output), ()) = tokio::join!(stream(&runner, &command), interrupt);
    (streamed.exit, output)
}

async fn cancel_when(file: PathBuf, cancel: CancelToken) {
    while !file.exists() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    cancel.cancel();
}

/// Returns whether a process is there and has not ended.
fn is_alive(pid: &str) -> bool {
    match fs::read_to_string(format!("/proc/{pid}/stat")) {
        Ok(stat) => !stat.contains(") Z "),
        Err(_) => false,
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_dropped_run_is_ended() {
    let directory = tempfile::tempdir().unwrap();
    let runner = runner(directory.path(), Limits::default());
    let script = format!("setsid sleep {FOR_EVER} & echo $! >>pids; echo $$ >>pids; touch interrupt; wait");
    let command = shell(&script);
    let seen = cancel_when(directory.path().join("interrupt"), CancelToken::new());
    tokio::select! {
        ended = runner.run(&command) => panic!("{ended:?}"),
        () = seen => {}
    }
    let pids = fs::read_to_string(directory.path().join("pids")).unwrap();
    assert_eq!(pids.lines().count(), 2);
    // A process that was killed is gone when the system comes round to it.
    let gone = async {
        while pids.lines().any(is_alive) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let gone = tokio::time::timeout(Duration::from_secs(60), gone).await;
    assert!(gone.is_ok(), "{pids}");
}

#[tokio::test]
async fn a_command_may_tidy_up_before_it_is_killed() {
    let directory = tempfile::tempdir().unwrap();
    let limits = Limits {
        timeout: Some(Duration::from_millis(300)),
        grace: Duration::from_secs(60),
        ..Limits::default()
    };
    let script = format!("trap 'echo tidy; exit 7' TERM; sleep {FOR_EVER} & wait");
    let (streamed, output) = stream(&runner(directory.path(), limits), &shell(&script)).await;
    assert_eq!(streamed.exit, ExitState::TimedOut);
    assert_eq!(output, b"tidy\n");
}

#[tokio::test]
async fn a_command_that_writes_nothing_any_more_hangs() {
    let directory = tempfile::tempdir().unwrap();
    let limits = Limits {
        silence: Some(Duration::from_secs(3)),
        ..Limits::default()
    };
    let runner = runner(directory.path(), limits);
    let script = format!("echo said; exec sleep {FOR_EVER}");
    let (streamed, output) = stream(&runner, &shell(&script)).await;
    assert_eq!(streamed.exit, ExitState::TimedOut);
    assert_eq!(output, b"said\n");
    let (streamed, _) = stream(
        &runner,
        &shell("for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.5; done"),
    )
    .await;
    assert_eq!(
        streamed.exit,
        ExitState::Code(0),
        "it is slow, but says something"
    );
}

#[tokio::test]
async fn a_commands_own_time_limit_goes_before_the_hosts() {
    let directory = tempfile::tempdir().unwrap();
    let command = Command {
        timeout: Some(Duration::from_millis(50)),
        ..Command::new("sleep", [FOR_EVER])
    };
    let completed = runner(directory.path(), Limits::default())
        .run(&command)
        .await
        .unwrap();
    assert_eq!(completed.exit, ExitState::TimedOut);
}

#[tokio::test]
async fn after_an_interrupt_nothing_is_started() {
    let directory = tempfile::tempdir().unwrap();
    let cancel = CancelToken::new();
    let runner = ProcessRunner::new(directory.path(), Limits::default(), cancel.clone());
    cancel.cancel();
    let error = runner.run(&shell("touch started")).await.unwrap_err();
    assert!(matches!(error, CapabilityError::Cancelled));
    assert!(!directory.path().join("started").exists());
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn what_a_dead_owner_left_is_found_by_its_name() {
    let directory = tempfile::tempdir().unwrap();
    let started = |mark: &str| {
        #[expect(
            clippy::disallowed_methods,
            reason = "stands for a process whose runner was killed"
        )]
        std::process::Command::new("sleep")
            .arg(FOR_EVER)
            .env("UNBREAK_RUN", mark)
            .current_dir(directory.path())
            .spawn()
            .unwrap()
    };
    let mut orphan = started(":1f-abc.3.:2f-def.0.");
    let mut other = started(":1f-abcd.3.");
    let owner: Owner = "1f-abc".parse().unwrap();
    kill_leftovers(&owner);
    use std::os::unix::process::ExitStatusExt as _;
    assert_eq!(orphan.wait().unwrap().signal(), Some(9));
    assert_eq!(other.try_wait().unwrap(), None);
    other.kill().unwrap();
    other.wait().unwrap();
    assert!("".parse::<Owner>().is_err());
    assert_eq!(Owner::current().to_string().parse(), Ok(Owner::current()));
}

/// Set for this test binary when it plays the run inside the run.
const INNER: &str = "UNBREAK_TEST_INNER";

#[tokio::test]
async fn a_run_inside_a_run_carries_the_marks_of_both() {
    if std::env::var_os(INNER).is_some() {
        print!("{}", run("echo MARKS=$UNBREAK_RUN").await.stdout_text());
        return;
    }
    let test = "runner::a_run_inside_a_run_carries_the_marks_of_both";
    let program = std::env::current_exe().unwrap().into_os_string();
    let command = Command {
        env: [(INNER.to_owned(), "1".to_owned())].into(),
        ..Command::new(program.into_string().unwrap(), ["--exact", test, "--nocapture"])
    };
    let directory = tempfile::tempdir().unwrap();
    let completed = runner(directory.path(), Limits::default())
        .run(&command)
        .await
        .unwrap();
    let output = completed.stdout_text();
    let marks = output
        .lines()
        .find_map(|line| line.split_once("MARKS="))
        .unwrap()
        .1;
    let marks: Vec<&str> = marks.split(':').filter(|mark| !mark.is_empty()).collect();
    let ours = format!("{}.", Owner::current());
    let outer = marks.iter().position(|mark| mark.starts_with(&ours)).unwrap();
    assert_eq!(marks.len(), outer + 2, "{marks:?}");
}
