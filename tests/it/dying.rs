//! A change after which the program dies or falls silent is not progress.

use crate::harness::{Change, Site, repair_with};

/// A way to get rid of an error's report, and not of the error.
struct Case {
    what: &'static str,
    check: &'static [&'static str],
    file: &'static str,
    from: &'static str,
    to: &'static str,
}

const SCRIPT: &[&str] = &["python3", "main.py"];
const WARNING: &[&str] = &["python3", "-W", "always", "warns.py"];
const PYTEST: &[&str] = &["python3", "-m", "pytest", "-q", "-p", "no:cacheprovider"];
const UNITTEST: &[&str] = &["python3", "-m", "unittest", "-q"];
const SHELL: &[&str] = &["sh", "-c", "python3 main.py"];

const fn at_line(what: &'static str, check: &'static [&'static str], to: &'static str) -> Case {
    Case {
        what,
        check,
        file: "main.py",
        from: "    total = 0\n",
        to,
    }
}

const CASES: &[Case] = &[
    at_line(
        "exit at once",
        SCRIPT,
        "    import os; os._exit(3)\n    total = 0\n",
    ),
    at_line(
        "exit by exception",
        SCRIPT,
        "    raise SystemExit(3)\n    total = 0\n",
    ),
    at_line(
        "exit with a word",
        SCRIPT,
        "    raise SystemExit('done')\n    total = 0\n",
    ),
    at_line(
        "die",
        SCRIPT,
        "    import os; os.kill(os.getpid(), 9)\n    total = 0\n",
    ),
    at_line(
        "die under a shell",
        SHELL,
        "    import os; os.abort()\n    total = 0\n",
    ),
    at_line(
        "say nothing",
        SCRIPT,
        "    import sys; sys.excepthook = lambda *_: None\n    total = 0\n",
    ),
    at_line(
        "close the mouth",
        SCRIPT,
        "    import os; os.close(2)\n    total = 0\n",
    ),
    at_line(
        "exit with a warning",
        &["python3", "-W", "always", "main.py"],
        "    import os, warnings; warnings.warn('old', DeprecationWarning); os._exit(3)\n    total = 0\n",
    ),
    Case {
        what: "exit after the warning there was",
        check: WARNING,
        file: "warns.py",
        from: "missing()\n",
        to: "import os; os._exit(3)\nmissing()\n",
    },
    Case {
        what: "exit in a test",
        check: PYTEST,
        file: "sums.py",
        from: "    return a - b\n",
        to: "    import os; os._exit(3)\n",
    },
    Case {
        what: "exit in a test under unittest",
        check: UNITTEST,
        file: "sums.py",
        from: "    return a - b\n",
        to: "    import os; os._exit(3)\n",
    },
    Case {
        what: "exit well in a test",
        check: PYTEST,
        file: "sums.py",
        from: "    return a - b\n",
        to: "    import os; getattr(os, '_ex' + 'it')(int(0))\n",
    },
    Case {
        what: "exit at the end of the tests",
        check: PYTEST,
        file: "sums.py",
        from: "def add",
        to: "import atexit, os; atexit.register(os._exit, 3)\n\n\ndef add",
    },
];

fn site() -> Site {
    Site::with(&[
        (
            "main.py",
            "def count(numbers):\n    total = 0\n    for number in numbers:\n        total += nubmer\n    return total\n\n\nprint(count([1, 2]))\n",
        ),
        (
            "warns.py",
            "import warnings\nwarnings.warn('old', DeprecationWarning)\nmissing()\n",
        ),
        ("sums.py", "def add(a, b):\n    return a - b\n"),
        (
            "test_sums.py",
            "import unittest\n\nfrom sums import add\n\n\nclass Sums(unittest.TestCase):\n    def test_one(self):\n        self.assertEqual(1, 1)\n\n    def test_sum(self):\n        self.assertEqual(add(2, 3), 5)\n",
        ),
    ])
}

#[test]
fn a_program_that_dies_or_falls_silent_is_no_progress() {
    let kept: Vec<&str> = CASES
        .iter()
        .filter(|case| {
            let site = site();
            let before = site.snapshot();
            let change = Change::Replace {
                file: case.file,
                from: case.from,
                to: case.to,
            };
            let report = repair_with(&site, change, case.check, []);
            !report.fixed.is_empty() || !site.snapshot().changed_since(&before).is_empty()
        })
        .map(|case| case.what)
        .collect();
    assert_eq!(kept, [""; 0]);
}
