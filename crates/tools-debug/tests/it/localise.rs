//! `localise_fault`, with real tests.

use std::path::Path;

use serde_json::{Value, json};

use crate::world::World;

const MATHS: &str = "\
def add(a, b):
    return a + b


def mean(numbers):
    total = 0
    for number in numbers:
        total = add(total, number)
    if len(numbers) > 2:
        return total / 2
    return total / len(numbers)


def show(number):
    return f'<{number}>'
";

const TESTS: &str = "\
import unittest

from maths import add, mean, show


class Maths(unittest.TestCase):
    def test_add(self):
        self.assertEqual(add(1, 2), 3)

    def test_short(self):
        self.assertEqual(mean([1, 3]), 2)

    def test_long(self):
        self.assertEqual(mean([1, 2, 3]), 2)

    def test_show(self):
        self.assertEqual(show(1), '<1>')
";

/// Python with pytest, as `cargo xtask setup` makes it.
fn python() -> String {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools/venv/bin/python");
    assert!(
        python.exists(),
        "there is no {}: run `cargo xtask setup` first",
        python.display()
    );
    python.display().to_string()
}

fn localise(world: &World, arguments: &[&str]) -> Value {
    call(world, arguments, false)
}

fn call(world: &World, arguments: &[&str], without_trace: bool) -> Value {
    let mut command = vec![python()];
    command.extend(arguments.iter().map(|word| (*word).to_owned()));
    let input = json!({ "command": command, "without_trace": without_trace });
    world.call("localise_fault", input).unwrap()
}

#[test]
fn the_line_that_only_the_failing_test_runs_comes_first() {
    for (runner, module) in [("unittest", "test_maths"), ("pytest", "test_maths.py")] {
        let world = World::new(&[
            ("maths.py", MATHS),
            ("test_maths.py", TESTS),
            // The hook must give no warning.
            ("pytest.ini", "[pytest]\nfilterwarnings = error\n"),
        ]);
        let output = localise(&world, &["-m", runner, module]);
        let first = &output["suspects"][0];
        assert_eq!(
            (&first["file"], &first["function"], &first["line"]),
            (&json!("maths.py"), &json!("mean"), &json!(10)),
            "{runner}: {output:#}"
        );
        assert_eq!((&output["passed"], &output["failed"]), (&json!(3), &json!(1)));
        let functions: Vec<&Value> = output["suspects"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| &one["function"])
            .collect();
        assert_eq!(
            functions,
            ["mean", "add"],
            "a test's own functions, or what it does not run, are not suspects"
        );
    }
}

#[test]
fn the_stack_of_the_failure_counts() {
    let source = "def inner(x):\n    return 1 / x\n\n\ndef outer(x):\n    return inner(x)\n";
    let tests = "from work import outer\n\n\ndef test_zero():\n    assert outer(0) == 0\n\n\ndef test_one():\n    assert True\n";
    let world = World::new(&[("work.py", source), ("test_work.py", tests)]);
    let output = localise(&world, &["-m", "pytest", "-q"]);
    assert_eq!(output["suspects"][0]["function"], "inner", "{output:#}");
    assert_eq!(output["basis"], "coverage_and_trace");
    let without = call(&world, &["-m", "pytest", "-q"], true);
    assert_eq!(without["suspects"][0]["trace"], 0.0);
}

#[test]
fn what_was_called_right_before_the_failure_is_more_suspicious() {
    let source = "\
def begin():
    return 1


def wrong(x):
    y = x + 1
    return y + 1


def unused(x):
    return x
";
    let tests = "\
from work import begin, unused, wrong


def test_late():
    one = begin()
    assert unused(one) == 1
    two = wrong(one)
    assert two == 2


def test_other():
    assert True
";
    let unittest = "\
import unittest

from work import begin, unused, wrong


class Late(unittest.TestCase):
    def test_late(self):
        one = begin()
        self.assertEqual(unused(one), 1)
        two = wrong(one)
        self.assertEqual(two, 2)

    def test_other(self):
        pass
";
    for (tests, runner) in [(tests, "pytest"), (unittest, "pytest"), (unittest, "unittest")] {
        let world = World::new(&[("work.py", source), ("test_work.py", tests)]);
        let output = localise(&world, &["-m", runner, "-q"]);
        let ranked = output["suspects"].as_array().unwrap().iter();
        let functions: Vec<&Value> = ranked.map(|one| &one["function"]).collect();
        assert_eq!(functions, ["wrong", "unused", "begin"], "{runner}: {output:#}");
    }
}

#[test]
fn what_describes_a_failure_is_not_suspected_of_it() {
    let source = "\
class Number:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value is other

    def __repr__(self):
        return 'Number'
";
    let tests = "from work import Number\n\n\ndef test_number():\n    assert Number(1000) == 1000.0\n\n\ndef test_other():\n    assert True\n";
    let unittest = "import unittest\n\nfrom work import Number\n\n\nclass Numbers(unittest.TestCase):\n    def test_number(self):\n        self.assertEqual(Number(1000), 1000.0)\n\n    def test_other(self):\n        pass\n";
    for (tests, runner) in [(tests, "pytest"), (unittest, "unittest")] {
        let world = World::new(&[("work.py", source), ("test_work.py", tests)]);
        let output = localise(&world, &["-m", runner, "-q"]);
        let ranked = output["suspects"].as_array().unwrap().iter();
        let functions: Vec<&Value> = ranked.map(|one| &one["function"]).collect();
        assert_eq!(functions.len(), 2, "{runner}: {output:#}");
        assert!(
            !functions.contains(&&json!("Number.__repr__")),
            "{runner}: {output:#}"
        );
    }
}

#[test]
fn without_tests_the_stack_alone_is_ranked() {
    let source = "def inner(x):\n    return 1 / x\n\n\ndef outer(x):\n    return inner(x)\n\n\nouter(0)\n";
    let world = World::new(&[("work.py", source)]);
    let output = localise(&world, &["work.py"]);
    let functions: Vec<&Value> = output["suspects"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["function"])
        .collect();
    assert_eq!(functions[..2], ["inner", "outer"], "{output:#}");
    assert_eq!(output["basis"], "trace");
    let output = localise(&world, &["-c", "pass"]);
    assert_eq!(
        (&output["basis"], &output["failed"]),
        (&json!("nothing"), &json!(0))
    );
}
