//! The agent at work.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

const CHECK: &str = "#!/bin/sh\ngrep -nH '\t' notes.txt | sed 's/^\\([^:]*:[0-9]*\\):.*/\\1: house rule: no-tabs/'\n! grep -q '\t' notes.txt\n";

#[test]
fn it_keeps_the_rules_of_the_house() {
    let scratch = tempfile::tempdir().unwrap();
    let work = scratch.path().join("work");
    fs::create_dir(&work).unwrap();
    fs::write(work.join("notes.txt"), "one\ntwo\tthree\n\tfour\n").unwrap();
    fs::write(work.join("check.sh"), CHECK).unwrap();
    fs::set_permissions(work.join("check.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    #[expect(
        clippy::disallowed_methods,
        reason = "the test drives the built program as a user would"
    )]
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_custom-agent"))
        .arg("./check.sh")
        .current_dir(&work)
        .env("UNBREAK_STATE_DIR", scratch.path().join("state"))
        .env("UNBREAK_PLUGIN_DIR", scratch.path().join("plugins"))
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.ends_with("Fixed\n"), "{said}");
    let kept = fs::read_to_string(work.join("notes.txt")).unwrap();
    assert_eq!(kept, "one\ntwo    three\n    four\n");
}
