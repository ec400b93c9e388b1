//! `repro_attempt`

use serde_json::json;

use crate::world::{World, commit};

/// Commands in the shell's language, and how many of three attempts match.
const CASES: &[(&str, u32)] = &[
    ("exit 0", 0),
    ("echo 'error: always the same'; exit 1", 3),
    // Numbers, addresses and other lines do not matter.
    (
        "date +%N; for i in $(seq $$); do echo line $i; done | head -40; echo \"error: at 0x7f00$$: got $$ of 3\"; exit 1",
        3,
    ),
    (
        "echo x >> n; test $(wc -l < n) != 2 || exit 0; echo 'error: sometimes'; exit 1",
        2,
    ),
    (
        "echo x >> n; test $(wc -l < n) != 2 || { echo 'error: another thing'; exit 1; }; echo 'error: one thing'; exit 1",
        2,
    ),
    ("kill -SEGV $$", 3),
];

#[test]
fn attempts_are_compared_by_what_failed() {
    for (script, matching) in CASES {
        let world = World::new(&[]);
        let input = json!({ "command": ["sh", "-c", script] });
        let output = world.call("repro_attempt", input).unwrap();
        assert_eq!(output["matches"]["count"], *matching, "{script}: {output:#}");
        assert_eq!(output["reproduced"], *matching == 3, "{script}");
    }
}

#[test]
fn names_in_a_message_must_be_the_same_and_in_the_same_order() {
    let program =
        |left: &str, right: &str| format!("def add(a, b):\n    return a + b\n\n\nadd({left}, {right})\n");
    let expected = "Traceback (most recent call last):\n  File \"sum.py\", line 9, in <module>\n    add(1, '2')\n  File \"sum.py\", line 2, in add\n    return a + b\nTypeError: unsupported operand type(s) for +: 'int' and 'str'\n";
    for (left, right, reproduced) in [("3", "'x'", true), ("None", "[]", false)] {
        let world = World::new(&[("sum.py", &program(left, right))]);
        let input = json!({ "command": ["python3", "sum.py"], "expected": expected, "attempts": 2 });
        let output = world.call("repro_attempt", input).unwrap();
        assert_eq!(output["reproduced"], reproduced, "{output:#}");
        assert_eq!(output["attempts"][0]["other"].is_null(), reproduced);
    }
}

#[test]
fn another_commit_is_run_in_a_work_tree_of_its_own() {
    let world = World::new(&[]);
    let first = commit(world.root(), &[("check.sh", "exit 0\n".to_owned())], &[]);
    let broken = "echo \"error: in $PWD\"; exit 1\n";
    commit(world.root(), &[("check.sh", broken.to_owned())], &[first]);
    for (commit, count, exit) in [("HEAD", 2, 1), ("HEAD~1", 0, 0)] {
        let input = json!({ "command": ["sh", "check.sh"], "attempts": 2, "commit": commit });
        let output = world.call("repro_attempt", input).unwrap();
        assert_eq!(output["matches"]["count"], count, "{output:#}");
        assert_eq!(output["attempts"][0]["exit"]["code"], exit);
        // Scratch directories have no name of their own.
        let said = output["expected"]["message"].as_str().unwrap_or_default();
        assert_eq!(
            said.contains(world.root().to_str().unwrap()),
            count == 2,
            "{said}"
        );
    }
    let nowhere = json!({ "command": ["true"], "commit": "HEAD~9" });
    assert!(
        world
            .refused("repro_attempt", nowhere)
            .contains("is not a commit")
    );
}

#[test]
fn three_of_three_is_said_to_prove_little() {
    let output = World::new(&[])
        .call("repro_attempt", json!({ "command": ["false"] }))
        .unwrap();
    // 1 - 0.975 ^ (1 / 3): the lower bound of Clopper and Pearson for three of three.
    let low = output["matches"]["low"].as_f64().unwrap();
    assert!((low - 0.025_f64.powf(1.0 / 3.0)).abs() < 1e-6, "{low}");
    assert!(
        output["note"].as_str().unwrap().contains("only 29 %"),
        "{output:#}"
    );
}

#[test]
fn what_cannot_be_tried_is_refused() {
    for (input, reason) in [
        (json!({ "command": [] }), "no command"),
        (json!({ "command": ["false"], "attempts": 0 }), "at least one"),
        (json!({ "command": ["false"], "timeout_seconds": -1 }), "positive"),
        (
            json!({ "command": ["no-such-program-anywhere"] }),
            "could not be started",
        ),
    ] {
        let said = World::new(&[]).refused("repro_attempt", input);
        assert!(said.contains(reason), "{said:?} does not say {reason:?}");
    }
}

#[test]
fn what_attempts_prove_is_told_with_its_chance() {
    for (attempts, chance) in [(3, "34 %"), (10, "3 %")] {
        let input = json!({ "command": ["sh", "-c", "echo 'error: bad'; exit 1"], "attempts": attempts });
        let output = World::new(&[]).call("repro_attempt", input).unwrap();
        let note = output["note"].as_str().unwrap();
        assert!(note.ends_with(&format!("with a chance of {chance}")), "{note}");
    }
}
