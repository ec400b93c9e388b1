//! `flake_check`

use serde_json::{Value, json};

use crate::world::World;

fn check(world: &World, script: &str, more: &[(&str, Value)]) -> Value {
    let mut input = json!({ "command": ["sh", "-c", script] });
    for (name, value) in more {
        input[*name] = value.clone();
    }
    world.call("flake_check", input).unwrap()
}

/// Fails in every third run.
const EVERY_THIRD: &str =
    "echo x >> n; test $(( $(wc -l < n) % 3 )) != 0 || { echo 'error: third'; exit 1; }";

#[test]
fn what_fails_sometimes_is_flaky() {
    for (script, runs, verdict, failures) in [
        ("exit 0", 6, "passes", 0),
        ("exit 1", 6, "fails", 6),
        (EVERY_THIRD, 6, "flaky", 2),
    ] {
        let world = World::new(&[]);
        let output = check(&world, script, &[("runs", json!(runs))]);
        assert_eq!(
            (&output["verdict"], &output["failures"]["count"]),
            (&json!(verdict), &json!(failures))
        );
        assert_eq!(output["flaky"], verdict == "flaky");
    }
}

#[test]
fn the_threshold_is_a_setting() {
    let output = check(
        &World::new(&[]),
        EVERY_THIRD,
        &[("runs", json!(6)), ("threshold", json!(0.5))],
    );
    assert_eq!(
        (&output["flaky"], &output["failures"]["count"]),
        (&json!(false), &json!(2))
    );
}

#[test]
fn a_sequential_check_ends_when_it_is_clear() {
    for (script, at_least, at_most) in [("exit 0", 30, 32), (EVERY_THIRD, 3, 12), ("exit 1", 5, 5)] {
        let output = check(&World::new(&[]), script, &[("sequential", json!(true))]);
        let runs = output["failures"]["of"].as_u64().unwrap();
        assert!((at_least..=at_most).contains(&runs), "{script}: {runs} runs");
    }
}

#[test]
fn failures_are_counted_for_each_test() {
    let test = "import os, unittest\n\n\nclass Cart(unittest.TestCase):\n    def test_broken(self):\n        self.assertEqual(1, 2)\n\n    def test_third(self):\n        with open('n', 'a') as file:\n            file.write('x')\n        self.assertNotEqual(os.path.getsize('n') % 3, 0)\n\n    def test_solid(self):\n        self.assertTrue(True)\n";
    let world = World::new(&[("test_cart.py", test)]);
    let output = check(&world, "python3 -m unittest -q test_cart", &[("runs", json!(3))]);
    let rows: Vec<_> = output["tests"]
        .as_array()
        .unwrap()
        .iter()
        .map(|test| {
            let name = test["test"].as_str().unwrap();
            (
                name.contains("test_third"),
                test["failures"]["count"].clone(),
                test["flaky"].clone(),
            )
        })
        .collect();
    assert_eq!(
        rows,
        [(false, json!(3), json!(false)), (true, json!(1), json!(true))],
        "{output:#}"
    );
}

#[test]
fn experiments_name_what_it_depends_on() {
    for (program, cause) in [
        (
            "import random, sys\nsys.exit(random.random() < 0.5)\n",
            "random numbers",
        ),
        ("import sys\nsys.exit(hash('text') % 2)\n", "the order of hashes"),
    ] {
        let world = World::new(&[("flaky.py", program)]);
        let input = json!({ "command": ["python3", "flaky.py"], "runs": 24, "experiments": true });
        let output = world.call("flake_check", input).unwrap();
        // Chance may add another one, once in a hundred times.
        assert!(
            output["causes"].as_array().unwrap().contains(&json!(cause)),
            "{output:#}"
        );
    }
}
