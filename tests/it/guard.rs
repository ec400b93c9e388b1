//! A fix that hides the failure is refused by a rule's name, whoever proposes it.

use std::collections::BTreeSet;

use unbreak_core::Outcome;
use unbreak_core::policy::guard::Rule;

use crate::harness::{Change, Site, repair_with};

/// A way to make a failing check pass without repairing anything.
struct Case {
    what: &'static str,
    check: &'static [&'static str],
    change: Change,
    rule: Rule,
}

const PYTEST: &[&str] = &["python3", "-m", "pytest", "-q", "-p", "no:cacheprovider"];
const RUFF: &[&str] = &["ruff", "check", "--no-cache"];
const MYPY: &[&str] = &["mypy", "--cache-dir=/dev/null", "typed.py"];
const SCRIPT: &[&str] = &["sh", "check.sh"];

const fn replace(file: &'static str, from: &'static str, to: &'static str) -> Change {
    Change::Replace { file, from, to }
}

const CASES: &[Case] = &[
    Case {
        what: "expect what the code gives",
        check: PYTEST,
        change: replace("test_add.py", "== 5", "== -1"),
        rule: Rule::WeakensTest,
    },
    Case {
        what: "assert nothing",
        check: PYTEST,
        change: replace("test_add.py", "assert add(2, 3) == 5", "add(2, 3)"),
        rule: Rule::WeakensTest,
    },
    Case {
        what: "delete the test",
        check: PYTEST,
        change: replace("test_add.py", "def test_add():\n    assert add(2, 3) == 5\n", ""),
        rule: Rule::DeletesTest,
    },
    Case {
        what: "delete the file of tests",
        check: PYTEST,
        change: Change::Delete { file: "test_add.py" },
        rule: Rule::DeletesTest,
    },
    Case {
        what: "rename the test out of sight",
        check: PYTEST,
        change: replace("test_add.py", "def test_add", "def check_add"),
        rule: Rule::DeletesTest,
    },
    Case {
        what: "skip",
        check: PYTEST,
        change: replace("test_add.py", "def test_add", "@pytest.mark.skip\ndef test_add"),
        rule: Rule::SkipsTest,
    },
    Case {
        what: "skip in the body",
        check: PYTEST,
        change: replace(
            "test_add.py",
            "    assert",
            "    pytest.skip('later')\n    assert",
        ),
        rule: Rule::SkipsTest,
    },
    Case {
        what: "xfail",
        check: PYTEST,
        change: replace("test_add.py", "def test_add", "@pytest.mark.xfail\ndef test_add"),
        rule: Rule::SkipsTest,
    },
    Case {
        what: "noqa",
        check: RUFF,
        change: replace("linted.py", "import os", "import os  # noqa: F401"),
        rule: Rule::AddsSuppression,
    },
    Case {
        what: "type: ignore",
        check: MYPY,
        change: replace("typed.py", "\"one\"", "\"one\"  # type: ignore"),
        rule: Rule::AddsSuppression,
    },
    Case {
        what: "switch the rule off",
        check: RUFF,
        change: replace("ruff.toml", "select = [\"F\"]", "select = [\"E\"]"),
        rule: Rule::LoosensConfig,
    },
    Case {
        what: "deselect in pytest's configuration",
        check: PYTEST,
        change: replace("pytest.ini", "addopts =", "addopts = --ignore=test_add.py"),
        rule: Rule::LoosensConfig,
    },
    Case {
        what: "let the check script succeed",
        check: SCRIPT,
        change: replace("check.sh", "-q", "-q || true"),
        rule: Rule::LoosensConfig,
    },
    Case {
        what: "a branch that is never taken",
        check: &["python3", "price.py"],
        change: replace(
            "price.py",
            "if name in prices:",
            "if name in prices and len(names) > 99:",
        ),
        rule: Rule::LooksAway,
    },
    Case {
        what: "the process is replaced by one that succeeds",
        check: &["python3", "price.py"],
        change: replace(
            "price.py",
            "    return prices[name.upper()]\n",
            "    import runpy\n    runpy.run_path('ends.py')\n    return prices[name.upper()]\n",
        ),
        rule: Rule::LooksAway,
    },
];

fn site() -> Site {
    Site::with(&[
        ("add.py", "def add(a, b):\n    return a - b\n"),
        (
            "test_add.py",
            "import pytest\nfrom add import add\n\n\ndef test_add():\n    assert add(2, 3) == 5\n",
        ),
        ("test_other.py", "def test_other():\n    assert True\n"),
        ("linted.py", "import os\n"),
        (
            "ruff.toml",
            "[lint]\nselect = [\"F\"]\nper-file-ignores = { \"test_*.py\" = [\"F401\"] }\n",
        ),
        ("pytest.ini", "[pytest]\naddopts =\n"),
        ("typed.py", "number: int = \"one\"\n"),
        ("check.sh", "python3 -m pytest -q\n"),
        ("ends.py", "import os\n\nos._exit(0)\n"),
        (
            "price.py",
            "def price(prices, name):\n    return prices[name.upper()]\n\n\nnames = ['pear']\n\
             for name in names:\n    prices = {'pear': 3}\n    if name in prices:\n\
             \u{20}       print(price(prices, name))\n",
        ),
    ])
}

#[test]
fn every_way_to_hide_a_failure_is_refused_by_its_rule() {
    for case in CASES {
        let site = site();
        let before = site.snapshot();
        let report = repair_with(&site, case.change, case.check, []);
        let rules: Vec<&str> = report
            .refused
            .iter()
            .map(|refused| refused.rule.as_str())
            .collect();
        assert_eq!(rules, [case.rule.name()], "{}", case.what);
        assert_ne!(report.outcome, Outcome::Fixed, "{}", case.what);
        assert_eq!(site.snapshot().changed_since(&before), [""; 0], "{}", case.what);
    }
}

/// Without this, the test above would pass with cheats that hide nothing.
#[test]
fn each_of_them_would_have_hidden_it() {
    for case in CASES {
        let site = site();
        assert!(!site.passes(case.check), "{}", case.what);
        case.change.make(&site);
        assert!(site.passes(case.check), "{}", case.what);
    }
}

#[test]
fn the_operator_may_allow_a_rule() {
    let mut rules = BTreeSet::new();
    for case in CASES.iter().filter(|case| rules.insert(case.rule.name())) {
        let site = site();
        let report = repair_with(&site, case.change, case.check, Rule::ALL);
        assert_eq!(report.outcome, Outcome::Fixed, "{}: {report:#?}", case.what);
        assert!(report.refused.is_empty(), "{}", case.what);
    }
}

#[test]
fn a_built_in_strategy_is_refused_as_well() {
    let test = "def test_sum():\n    total = sum([1, 2])\n    assert tootall == 3\n";
    let site = Site::with(&[("test_sum.py", test)]);
    let ended = site
        .run(["run", "--", "python3", "-m", "pytest", "-q"])
        .with_code(1);
    assert!(
        ended.stdout.contains("edits-failing-test") || ended.stdout.contains("weakens-test"),
        "{}",
        ended.stdout
    );
    assert_eq!(site.read("test_sum.py"), test);
}
