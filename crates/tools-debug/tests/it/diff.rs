//! `diff_behavior`

use serde_json::{Value, json};

use crate::world::{World, commit};

/// A repository with a script in two versions.
fn diff(before: &str, after: &str, more: &[(&str, Value)]) -> Value {
    let world = World::new(&[]);
    let first = commit(world.root(), &[("run.sh", before.to_owned())], &[]);
    let second = commit(world.root(), &[("run.sh", after.to_owned())], &[first]);
    let mut input = json!({
        "command": ["sh", "run.sh"], "before": first.to_string(), "after": second.to_string(),
    });
    for (name, value) in more {
        input[*name] = value.clone();
    }
    world.call("diff_behavior", input).unwrap()
}

/// Replaces what varies between runs: an id, a time, a place.
const VOLATILE: &str = "echo \"job $$ took $(date +%N) ns in $PWD\"\necho always\n";

#[test]
fn what_changes_anyway_is_no_difference() {
    let output = diff(VOLATILE, &format!("# a comment\n{VOLATILE}"), &[]);
    assert_eq!(output["same"], true, "{output:#}");
    assert_eq!(output["stdout"]["masked"], 1);
}

#[test]
fn a_number_changes_as_a_whole() {
    // Its first digits are the same in the runs of one side only.
    let script = "echo \"at $(date +%s.%N) of 3\"; sleep 0.6\n";
    let output = diff(script, &format!("# a comment\n{script}"), &[]);
    assert_eq!(
        (&output["same"], &output["stdout"]["masked"]),
        (&json!(true), &json!(1)),
        "{output:#}"
    );
}

#[test]
fn what_a_change_does_is_seen_beside_it() {
    let output = diff(
        VOLATILE,
        &format!("{VOLATILE}echo more\necho 'error: bad' >&2\nexit 3\n"),
        &[],
    );
    assert_eq!(
        (&output["same"], &output["exit_changed"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(
        (&output["before"]["exit"], &output["after"]["exit"]),
        (&json!({"code": 0}), &json!({"code": 3}))
    );
    assert_eq!(
        (&output["stdout"]["added"], &output["stdout"]["removed"]),
        (&json!(1), &json!(0)),
        "{output:#}"
    );
    assert!(
        output["stdout"]["diff"]
            .as_str()
            .unwrap()
            .ends_with(" always\n+more\n")
    );
    assert_eq!(output["new"].as_array().unwrap().len(), 1);
    assert!(output["gone"].as_array().unwrap().is_empty());
}

#[test]
fn files_that_are_named_are_compared() {
    let script = |value: u32| format!("echo total {value} > out.txt\n");
    let output = diff(&script(1), &script(2), &[("files", json!(["out.txt"]))]);
    assert_eq!(
        (&output["same"], &output["stdout"]["same"]),
        (&json!(false), &json!(true))
    );
    assert!(
        output["files"][0]["diff"]
            .as_str()
            .unwrap()
            .contains("-total 1\n+total 2\n")
    );
}

#[test]
fn without_a_second_commit_the_work_tree_is_compared() {
    let world = World::new(&[]);
    let first = commit(world.root(), &[("run.sh", "echo committed\n".to_owned())], &[]);
    std::fs::write(world.root().join("run.sh"), "echo changed\n").unwrap();
    let input = json!({ "command": ["sh", "run.sh"], "before": first.to_string() });
    let output = world.call("diff_behavior", input).unwrap();
    assert!(
        output["stdout"]["diff"]
            .as_str()
            .unwrap()
            .contains("-committed\n+changed\n"),
        "{output:#}"
    );
    assert!(output["after"]["commit"].is_null());
    assert_eq!(
        std::fs::read_to_string(world.root().join("run.sh")).unwrap(),
        "echo changed\n"
    );
}

#[test]
fn slower_is_said_only_when_every_run_is() {
    let output = diff("sleep 0.01\n", "sleep 1\n", &[]);
    assert_eq!(
        (&output["same"], &output["time"]["changed"]),
        (&json!(true), &json!(true)),
        "{output:#}"
    );
}
