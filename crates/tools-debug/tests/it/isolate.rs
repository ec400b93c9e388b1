//! `isolate_change`, on repositories made here.

use std::path::Path;

use git2::Oid;
use serde_json::{Value, json};
use unbreak_core::fix::apply_edits;
use unbreak_core::{Edit, Fix};

use crate::world::{World, commit};

/// Commits one after the other, each with these files.
fn history(root: &Path, commits: &[&[(&str, &str)]]) -> Vec<Oid> {
    let mut made: Vec<Oid> = Vec::new();
    for files in commits {
        let files: Vec<(&str, String)> = files
            .iter()
            .map(|(name, text)| (*name, (*text).to_owned()))
            .collect();
        for (name, _) in &files {
            std::fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
        }
        let parents: Vec<Oid> = made.last().copied().into_iter().collect();
        made.push(commit(root, &files, &parents));
    }
    made
}

fn isolate(world: &World, commit: Option<Oid>) -> Value {
    let mut input = json!({ "command": ["sh", "check.sh"] });
    if let Some(commit) = commit {
        input["commit"] = json!(commit.to_string());
    }
    world.call("isolate_change", input).unwrap()
}

/// The texts of the hunks that are guilty.
fn guilty(output: &Value) -> Vec<&str> {
    let hunks = output["hunks"].as_array().unwrap();
    let guilty = hunks.iter().filter(|hunk| hunk["guilty"] == true);
    guilty.map(|hunk| hunk["text"].as_str().unwrap()).collect()
}

/// A file of the workspace with the fix made.
fn fixed(world: &World, output: &Value, file: &str) -> String {
    let fix: Fix = serde_json::from_value(output["fix"].clone()).expect("a fix");
    let text = std::fs::read_to_string(world.root().join(file)).unwrap();
    let edits: Vec<&Edit> = fix
        .edits
        .iter()
        .filter(|edit| edit.file.as_str() == file)
        .collect();
    assert!(!edits.is_empty(), "{output:#}");
    apply_edits(&text, edits).unwrap()
}

/// Lines `1` to `count`, some of them otherwise.
fn numbered(count: usize, otherwise: &[(usize, &str)]) -> String {
    let line = |number: usize| {
        let other = otherwise.iter().find(|(at, _)| *at == number);
        other.map_or(format!("line {number}\n"), |(_, text)| format!("{text}\n"))
    };
    (1..=count).map(line).collect()
}

const CHECK: &str = "if grep -q BAD *.txt; then echo 'error: it is bad'; exit 1; fi\n";

#[test]
fn of_many_hunks_the_one_that_matters_is_found() {
    let world = World::new(&[]);
    let otherwise: Vec<(usize, String)> = (1..=20).map(|at| (at * 5, format!("changed {at}"))).collect();
    let mut changes: Vec<(usize, &str)> = otherwise.iter().map(|(at, text)| (*at, text.as_str())).collect();
    changes[12].1 = "BAD";
    let (before, after) = (numbered(110, &[]), numbered(110, &changes));
    let later = after.clone() + "more\n";
    let commits = history(
        world.root(),
        &[
            &[("a.txt", &before), ("check.sh", CHECK)],
            &[("a.txt", &after), ("b.txt", "new\n")],
            &[("a.txt", &later)],
        ],
    );
    let output = isolate(&world, Some(commits[1]));
    assert_eq!(output["hunks"].as_array().unwrap().len(), 21, "{output:#}");
    assert_eq!(guilty(&output), ["-line 65\n+BAD"], "{output:#}");
    assert_eq!(output["isolated"], true);
    assert_eq!(output["sufficient"], true);
    assert_eq!(fixed(&world, &output, "a.txt"), later.replace("BAD", "line 65"));
    assert!(output["runs"].as_u64().unwrap() <= 20, "{}", output["runs"]);
}

#[test]
fn parts_that_only_do_it_together_are_found_together() {
    let world = World::new(&[]);
    let check = "test $(cat *.txt | grep -c BAD) -lt 2 || { echo 'error: two are bad'; exit 1; }\n";
    let (before, after) = (
        numbered(20, &[]),
        numbered(20, &[(3, "BAD"), (9, "fine"), (15, "fine too")]),
    );
    let commits = history(
        world.root(),
        &[
            &[("a.txt", &before), ("b.txt", "line\n"), ("check.sh", check)],
            &[("a.txt", &after), ("b.txt", "BAD\n")],
        ],
    );
    let output = isolate(&world, Some(commits[1]));
    // Without either of the two it passes: one of them is enough to revert.
    assert_eq!(guilty(&output).len(), 1, "{output:#}");
    assert_eq!(output["sufficient"], false, "{output:#}");
    let either = "test $(cat *.txt | grep -c BAD) -lt 1 || { echo 'error: bad'; exit 1; }\n";
    std::fs::write(world.root().join("check.sh"), either).unwrap();
    let both = history(
        world.root(),
        &[
            &[("a.txt", &before), ("b.txt", "line\n"), ("check.sh", either)],
            &[("a.txt", &after), ("b.txt", "BAD\n")],
        ],
    );
    let output = isolate(&world, Some(both[1]));
    assert_eq!(guilty(&output).len(), 2, "{output:#}");
}

#[test]
fn what_is_suspected_is_asked_about_first() {
    let world = World::new(&[]);
    let changed: Vec<(usize, &str)> = (1..=40).map(|number| (number * 3, "changed")).collect();
    let (before, after) = (numbered(125, &[]), numbered(125, &changed));
    let bad = numbered(20, &[(5, "changed"), (10, "BAD"), (15, "changed")]);
    let commits = history(
        world.root(),
        &[
            &[
                ("a.txt", &before),
                ("b.txt", &numbered(20, &[])),
                ("c.txt", &before),
                ("check.sh", CHECK),
            ],
            &[("a.txt", &after), ("b.txt", &bad), ("c.txt", &after)],
        ],
    );
    let runs = |suspects: Value| {
        let commit = commits[1].to_string();
        let input = json!({ "command": ["sh", "check.sh"], "commit": commit, "suspects": suspects });
        let output = world.call("isolate_change", input).unwrap();
        assert_eq!(guilty(&output), ["-line 10\n+BAD"], "{output:#}");
        output["runs"].as_u64().unwrap()
    };
    let blind = runs(json!([]));
    let right = runs(json!([{ "file": "b.txt" }]));
    let wrong = runs(json!([{ "file": "a.txt" }]));
    assert!(right + 4 <= blind, "{right} runs instead of {blind}");
    assert!(wrong <= blind + 7, "{wrong} runs instead of {blind}");
}

#[test]
fn of_a_long_hunk_only_the_lines_that_matter_are_taken_back() {
    let world = World::new(&[]);
    let after = "one\ntwo\nBAD\nfour\nfive\n";
    let commits = history(
        world.root(),
        &[
            &[("a.txt", "1\n2\n3\n4\n5\n"), ("check.sh", CHECK)],
            &[("a.txt", after)],
        ],
    );
    let output = isolate(&world, Some(commits[1]));
    assert_eq!(output["hunks"].as_array().unwrap().len(), 1);
    assert_eq!(fixed(&world, &output, "a.txt"), "one\ntwo\n3\nfour\nfive\n");
}

#[test]
fn lines_that_were_moved_since_are_found_where_they_went() {
    let world = World::new(&[]);
    let (before, after) = (numbered(8, &[]), numbered(8, &[(4, "BAD idea")]));
    let moved = "header\n".to_owned()
        + &after
            .lines()
            .map(|line| format!("    {line}\n"))
            .collect::<String>();
    let check = "if grep -q BAD *.txt; then echo 'error: it is bad'; exit 1; fi\n";
    let commits = history(
        world.root(),
        &[
            &[("a.txt", &before), ("check.sh", check)],
            &[("a.txt", &after)],
            &[("a.txt", "nothing is here\n"), ("b.txt", &moved)],
        ],
    );
    let output = isolate(&world, Some(commits[1]));
    assert_eq!(
        fixed(&world, &output, "b.txt"),
        moved.replace("BAD idea", "line 4")
    );
}

#[test]
fn what_cannot_be_taken_back_any_more_is_said() {
    let world = World::new(&[]);
    let commits = history(
        world.root(),
        &[
            &[("a.txt", "one\ntwo\n"), ("check.sh", CHECK)],
            &[("a.txt", "one\nBAD\n")],
            &[("a.txt", "one\nstill BAD, and otherwise\n")],
        ],
    );
    let output = isolate(&world, Some(commits[1]));
    assert_eq!(output["isolated"], true);
    assert!(output["fix"].is_null(), "{output:#}");
    let obstacle = output["obstacles"][0].as_str().unwrap();
    assert!(obstacle.starts_with("a.txt: later changes"), "{obstacle}");
}

#[test]
fn what_is_not_committed_is_a_change_too() {
    let world = World::new(&[]);
    history(
        world.root(),
        &[&[("a.txt", "one\ntwo\nthree\n"), ("check.sh", CHECK)]],
    );
    std::fs::write(world.root().join("a.txt"), "ONE\ntwo\nBAD\n").unwrap();
    std::fs::write(world.root().join("untracked.txt"), "fine\n").unwrap();
    let output = isolate(&world, None);
    assert_eq!(output["hunks"].as_array().unwrap().len(), 3, "{output:#}");
    assert_eq!(guilty(&output), ["-three\n+BAD"]);
    assert_eq!(fixed(&world, &output, "a.txt"), "ONE\ntwo\nthree\n");
}

#[test]
fn changes_to_tests_stay_unless_nothing_else_helps() {
    let test = |value: &str| format!("assert '{value}' in open('a.txt').read(), 'no {value}'\n");
    let command = |world: &World, commit: Oid| {
        let input = json!({ "command": ["python3", "tests/test_a.py"], "commit": commit.to_string() });
        world.call("isolate_change", input).unwrap()
    };
    let world = World::new(&[]);
    let commits = history(
        world.root(),
        &[
            &[("a.txt", "both old and new\n"), ("tests/test_a.py", &test("old"))],
            &[("a.txt", "only old\n"), ("tests/test_a.py", &test("new"))],
        ],
    );
    let output = command(&world, commits[1]);
    assert_eq!(
        (output["needs_tests"].clone(), guilty(&output).len()),
        (json!(false), 1),
        "{output:#}"
    );
    assert!(guilty(&output)[0].contains("only old"));

    let world = World::new(&[]);
    let commits = history(
        world.root(),
        &[
            &[("a.txt", "old\n"), ("tests/test_a.py", &test("old"))],
            &[("a.txt", "old, too\n"), ("tests/test_a.py", &test("new"))],
        ],
    );
    let output = command(&world, commits[1]);
    assert_eq!(output["needs_tests"], true, "{output:#}");
    assert!(output["fix"].is_null());
}

#[test]
fn files_that_came_or_went_are_parts_too() {
    let world = World::new(&[]);
    let check = "test ! -e bad.txt && test -e good.txt || { echo 'error: files'; exit 1; }\n";
    let commits = history(
        world.root(),
        &[&[("good.txt", "x\n"), ("other.txt", "y\n"), ("check.sh", check)]],
    );
    let added = commit(
        world.root(),
        &[("bad.txt", "z\n".to_owned()), ("other.txt", "yy\n".to_owned())],
        &[commits[0]],
    );
    let output = isolate(&world, Some(added));
    assert_eq!(guilty(&output), ["a new file"]);
    let fix: Fix = serde_json::from_value(output["fix"].clone()).unwrap();
    assert_eq!(
        serde_json::to_value(&fix.files).unwrap(),
        json!([{ "op": "delete", "file": "bad.txt" }])
    );
}

#[test]
fn what_is_not_to_blame_is_not_blamed() {
    let world = World::new(&[]);
    let always = "echo 'error: always'; exit 1\n";
    let commits = history(
        world.root(),
        &[
            &[("a.txt", "x\n"), ("check.sh", always)],
            &[("a.txt", "y\n")],
            &[("check.sh", "exit 0\n")],
        ],
    );
    let output = isolate(&world, Some(commits[1]));
    assert_eq!(output["isolated"], false);
    assert!(
        output["note"]
            .as_str()
            .unwrap()
            .contains("fails without the change too")
    );
    let passes = json!({ "command": ["sh", "check.sh"], "commit": commits[2].to_string() });
    assert!(world.refused("isolate_change", passes).contains("passes with"));
    let clean = world.refused("isolate_change", json!({ "command": ["sh", "check.sh"] }));
    assert!(clean.contains("changes no file"), "{clean}");
}
