//! Restarts: how many, and with which program.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use super::{REPOSITORY, heal_directory, said, scripted, supervise, supervised, tasks, write_script};
use crate::harness::{Running, Site, wait_for};

#[test]
fn the_fourth_restart_within_an_hour_is_not_made() {
    let site = scripted("echo run >> \"$BESIDE/runs\"\nexit 42\n");
    let halted = supervised(&site).with_code(43);
    assert_eq!(said(&site, "runs").lines().count(), 4);
    assert!(
        halted
            .stderr
            .contains("restart storm: 3 restarts in the last hour"),
        "{}",
        halted.stderr
    );
    assert!(
        halted.stderr.contains("the next restart is allowed at"),
        "{}",
        halted.stderr
    );
    // The count survives its supervisor.
    supervised(&site).with_code(43);
    assert_eq!(said(&site, "runs").lines().count(), 5);
}

#[test]
fn a_damaged_count_is_an_error_and_no_excuse() {
    let site = scripted("echo run >> \"$BESIDE/runs\"\nexit 42\n");
    supervised(&site).with_code(43);
    let file = heal_directory(&site).join("restarts.json");
    let damaged = fs::read_to_string(&file).unwrap().replace("times_ms", "times_no");
    fs::write(&file, &damaged).unwrap();
    let refused = supervised(&site).with_code(1);
    assert!(
        refused.stderr.contains("restarts.json is damaged"),
        "{}",
        refused.stderr
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), damaged);
    assert_eq!(said(&site, "runs").lines().count(), 5);
}

#[test]
fn other_ends_are_those_of_the_agent() {
    let cases = [
        ("exit 0", 0),
        ("exit 1", 1),
        ("exit 41", 41),
        ("exit 255", 255),
        ("kill -9 $$", 137),
        ("kill -TERM $$", 143),
    ];
    for (script, code) in cases {
        let site = scripted(&format!("echo run >> \"$BESIDE/runs\"\n{script}\n"));
        supervised(&site).with_code(code);
        assert_eq!(said(&site, "runs"), "run\n", "{script}");
    }
}

#[test]
fn an_agent_that_cannot_be_started_is_named() {
    let site = Site::empty();
    let refused = supervised(&site).with_code(2);
    assert!(refused.stderr.contains("./agent.sh"), "{}", refused.stderr);
}

#[test]
fn one_supervisor_attends_an_agent() {
    let site = scripted("touch \"$BESIDE/runs\"\nwhile [ ! -e \"$BESIDE/go\" ]; do sleep 0.02; done\n");
    let first = Running::start(&mut supervise(&site, &[]));
    wait_for("the agent", || site.beside("runs").exists());
    let second = supervised(&site).with_code(4);
    assert!(
        second
            .stderr
            .contains("another supervisor attends this agent: process"),
        "{}",
        second.stderr
    );
    fs::write(site.beside("go"), "").unwrap();
    first.end().with_code(0);
    supervised(&site).with_code(0);
}

/// Rebuilds itself with another program, once, and asks to be started again. Later it says that it runs.
const REBUILDS: &str = "echo good >> \"$BESIDE/runs\"\n\
    [ -e \"$BESIDE/rebuilt\" ] && exit 0\n\
    touch \"$BESIDE/rebuilt\"\n\
    cp \"$BESIDE/new.sh\" agent.new && mv agent.new agent.sh\n\
    exit 42\n";

/// An agent in a repository that replaces itself with another program.
fn rebuilding(new: &str) -> Site {
    let site = scripted(REBUILDS);
    site.git(&["init", "--quiet"]);
    site.git(&["remote", "add", "origin", REPOSITORY]);
    write_script(&site.beside("new.sh"), new);
    site
}

#[test]
fn a_new_program_that_dies_at_once_twice_is_replaced_by_the_last_good_one() {
    let site = rebuilding("echo bad >> \"$BESIDE/runs\"\nexit 1\n");
    let good = site.read("agent.sh");
    let ended = supervised(&site).with_code(0);
    assert_eq!(said(&site, "runs"), "good\nbad\nbad\ngood\n");
    assert_eq!(site.read("agent.sh"), good);
    assert!(
        ended
            .stderr
            .contains("the new program died at once (exit code 1)"),
        "{}",
        ended.stderr
    );
    let kept = ended
        .stderr
        .lines()
        .find_map(|line| line.split_once("is kept as ").map(|(_, file)| file));
    assert!(fs::read_to_string(kept.unwrap()).unwrap().contains("echo bad"));
    let log = site.run(["dev", "log"]).with_code(0).stdout;
    assert!(log.contains("put back the last"), "{log}");
}

/// Resumes the task if there is one, and otherwise pauses it before it rebuilds itself.
const PAUSES: &str = r#"
if [ -n "$UNBREAK_RESUME" ]; then
    "$UNBREAK" heal resume > "$BESIDE/resumed" && exec "$UNBREAK" heal finish
fi
"$UNBREAK" heal pause <<END
{"directory": "$PWD", "prompt": "p", "reason": "r"}
END
"#;

#[test]
fn the_last_good_program_resumes_the_task_for_which_the_new_one_was_made() {
    let site = rebuilding("exit 1\n");
    write_script(&site.root().join("agent.sh"), &format!("{PAUSES}{REBUILDS}"));
    supervised(&site).with_code(0);
    assert!(said(&site, "resumed").contains("\"prompt\": \"p\""));
    assert_eq!(tasks(&site)[0].1, "done");
}

#[test]
fn a_new_program_that_dies_by_a_signal_is_replaced_as_well() {
    let site = rebuilding("echo bad >> \"$BESIDE/runs\"\nkill -SEGV $$\n");
    supervised(&site).with_code(0);
    assert_eq!(said(&site, "runs"), "good\nbad\nbad\ngood\n");
}

#[test]
fn a_new_program_that_runs_for_the_start_time_is_a_good_one() {
    let site = rebuilding("echo new >> \"$BESIDE/runs\"\nsleep 0.5\nexit 1\n");
    let mut supervise = supervise(&site, &["--start-time", "50ms"]);
    Running::start(&mut supervise).end().with_code(1);
    assert_eq!(said(&site, "runs"), "good\nnew\n");
    assert!(site.read("agent.sh").contains("echo new"));
}

#[test]
fn a_new_program_that_cannot_be_started_is_replaced_at_once() {
    let breaks: [fn(&Site); 3] = [
        |site| fs::set_permissions(site.beside("new.sh"), fs::Permissions::from_mode(0o600)).unwrap(),
        |site| fs::write(site.beside("new.sh"), "#!/absent/interpreter\n").unwrap(),
        |site| {
            let removes = REBUILDS.replace(
                "cp \"$BESIDE/new.sh\" agent.new && mv agent.new agent.sh",
                "rm agent.sh",
            );
            write_script(&site.root().join("agent.sh"), &removes);
        },
    ];
    for breaks in breaks {
        let site = rebuilding("echo bad >> \"$BESIDE/runs\"\n");
        breaks(&site);
        let good = site.read("agent.sh");
        supervised(&site).with_code(0);
        assert_eq!(said(&site, "runs"), "good\ngood\n");
        assert_eq!(site.read("agent.sh"), good);
    }
}

#[test]
fn a_new_program_that_is_interrupted_has_not_died() {
    let site = rebuilding("echo new >> \"$BESIDE/runs\"\nkill -INT $$\n");
    supervised(&site).with_code(130);
    assert_eq!(said(&site, "runs"), "good\nnew\n");
}

#[test]
fn a_storm_leaves_the_last_good_program() {
    let site = rebuilding("echo bad >> \"$BESIDE/runs\"\nexit 1\n");
    // Two restarts are used up before the one with the new program.
    let asks_twice = "echo good >> \"$BESIDE/runs\"\n[ \"$(wc -l < \"$BESIDE/runs\")\" -lt 3 ] && exit 42\n";
    write_script(
        &site.root().join("agent.sh"),
        &format!("{asks_twice}{REBUILDS}").replacen("echo good >>", "echo asks >>", 1),
    );
    let good = site.read("agent.sh");
    supervised(&site).with_code(43);
    assert_eq!(said(&site, "runs"), "asks\nasks\nasks\ngood\nbad\n");
    assert_eq!(site.read("agent.sh"), good);
}

#[test]
fn a_program_outside_the_repository_is_not_touched() {
    let site = rebuilding("echo bad >> \"$BESIDE/runs\"\nexit 1\n");
    fs::remove_dir_all(site.root().join(".git")).unwrap();
    supervised(&site).with_code(1);
    assert_eq!(said(&site, "runs"), "good\nbad\n");
    assert!(site.read("agent.sh").contains("echo bad"));
}
