//! Many failures of one cause are one analysis; many causes are verified together.

use std::fmt::Write as _;

use unbreak_core::EventKind;

use crate::harness::{Ended, Site};

const PYTEST: [&str; 4] = ["python3", "-m", "pytest", "-q"];

/// How many root causes the first iteration found.
fn first_analyses(ended: &Ended) -> usize {
    let analyses = ended.events().into_iter().find_map(|event| match event {
        EventKind::Analyze { analyses } => Some(analyses.len()),
        _ => None,
    });
    analyses.expect("an analysis")
}

#[test]
fn forty_tests_that_miss_one_import_are_one_analysis_and_one_fix() {
    let mut tests = String::from("from circle import area\n");
    for number in 0..40 {
        write!(
            tests,
            "\n\ndef test_{number}():\n    assert area({number}) >= {number}\n"
        )
        .unwrap();
    }
    let circle = "def area(radius):\n    return math.pi * radius**2\n";
    let site = Site::with(&[("circle.py", circle), ("test_circle.py", &tests)]);

    let ended = site.repair(PYTEST).with_code(0);

    let report = ended.report();
    assert_eq!(first_analyses(&ended), 1);
    assert_eq!(report.fixed.len(), 1);
    assert_eq!(report.fixed[0].also, 39);
    // A failing command that is quick runs twice before anything is changed.
    assert!(report.runs <= 3, "{} runs", report.runs);
    assert_eq!(site.read("circle.py"), format!("import math\n\n\n{circle}"));
}

/// Modules with one fault each, and a test for each.
const INDEPENDENT: [(&str, &str, &str); 8] = [
    (
        "weekday",
        "def name(day):\n    return datetime.date(2026, 1, day).strftime('%A')\n",
        "name(5) == 'Monday'",
    ),
    (
        "total",
        "from functols import reduce\n\n\ndef total(items):\n    return reduce(lambda a, b: a + b, items)\n",
        "total([1, 2]) == 3",
    ),
    (
        "mean",
        "def mean(values):\n    return sum(valeus) / len(values)\n",
        "mean([1, 3]) == 2",
    ),
    (
        "sign",
        "def sign(number):\n    if number < 0\n        return -1\n    return int(number > 0)\n",
        "sign(-3) == -1",
    ),
    (
        "clamp",
        "def clamp(value, low, high):\n    return max(low, min(value, high)\n",
        "clamp(9, 0, 5) == 5",
    ),
    (
        "greet",
        "def phrase(word, *, punctuation):\n    return word + punctuation\n\n\ndef greet():\n    return phrase('hello', punctation='!')\n",
        "greet() == 'hello!'",
    ),
    (
        "counter",
        "class Counter:\n    def __init__(self):\n        self.count = 0\n\n    def add(self):\n        self.cuont += 1\n        return self.count\n\n\ndef counted():\n    return Counter().add()\n",
        "counted() == 1",
    ),
    (
        "quote",
        "def quote(text):\n    return '\"' + text.strip() + '\"\n",
        "quote(' a ') == '\"a\"'",
    ),
];

#[test]
fn eight_independent_faults_need_far_fewer_than_eight_verifications() {
    let site = Site::empty();
    for (module, source, expectation) in INDEPENDENT {
        let function = expectation.split('(').next().unwrap();
        site.write(&format!("{module}.py"), source);
        let test =
            format!("from {module} import {function}\n\n\ndef test_{module}():\n    assert {expectation}\n");
        site.write(&format!("test_{module}.py"), &test);
    }

    // Collection errors must not keep the tests of sound modules from running.
    let report = site
        .repair([&PYTEST[..], &["--continue-on-collection-errors"]].concat())
        .with_code(0)
        .report();

    let verifications = report.runs - 2;
    assert_eq!(report.fixed.len(), 8);
    assert!(verifications <= 3, "{verifications} verifications");
}
