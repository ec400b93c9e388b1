//! A fix is repeated in another workspace from memory alone.

use std::fs;
use std::path::Path;

use async_trait::async_trait;
use unbreak_core::{
    Analysis, Candidate, Command, Confidence, Descriptor, DeterminedBy, Diagnostic, Edit, Fix, FixContext,
    FixStrategy, Outcome, RelPath, Report, StrategyError,
};
use unbreak_host::{Agent, CancelToken, Learnt, RunOptions, Silent, Store};

/// Proposes one text for one file, whatever the failure is.
struct Maker {
    file: &'static str,
    text: &'static str,
}

#[async_trait]
impl FixStrategy for Maker {
    fn descriptor(&self) -> &Descriptor {
        static DESCRIPTOR: Descriptor = Descriptor::new("maker", "1.0.0", "makes the first fix");
        &DESCRIPTOR
    }

    fn assess(&self, _: &Diagnostic) -> Option<Candidate> {
        Some(Candidate::new("maker", "fix", "fix it", 0.9))
    }

    async fn propose(&self, _: &Analysis, context: &FixContext<'_>) -> Result<Vec<Fix>, StrategyError> {
        let file = RelPath::new(self.file).unwrap();
        let now = context.workspace.read_text(&file)?;
        let edit = Edit::replace(&file, &now, 0..now.len(), self.text)?;
        let fix = Fix::new("maker", "the first fix", Confidence::new(0.9));
        Ok(vec![fix.evidence(DeterminedBy::Resolution).edit(edit)])
    }
}

/// Files of a workspace.
type Files = &'static [(&'static str, &'static str)];

struct Pair {
    name: &'static str,
    command: &'static [&'static str],
    first: Files,
    /// The file that is fixed, and its text then.
    fixed: (&'static str, &'static str),
    second: Files,
    /// The same in the second workspace; `None` for a decoy.
    expected: Option<(&'static str, &'static str)>,
}

const PAIRS: &[Pair] = &[
    Pair {
        name: "an index past the end",
        command: &["python3", "-m", "unittest", "-q"],
        first: &[
            (
                "shop.py",
                "def total(prices):\n    result = 0\n    for i in range(len(prices) + 1):\n        result += prices[i]\n    return result\n",
            ),
            (
                "test_shop.py",
                "import unittest\nfrom shop import total\n\nclass Shop(unittest.TestCase):\n    def test_total(self):\n        self.assertEqual(total([1, 2]), 3)\n",
            ),
        ],
        fixed: (
            "shop.py",
            "def total(prices):\n    result = 0\n    for i in range(len(prices)):\n        result += prices[i]\n    return result\n",
        ),
        second: &[
            (
                "test_book.py",
                "import unittest\nfrom pages import Book\n\nclass Books(unittest.TestCase):\n    def test_letters(self):\n        self.assertEqual(Book(['a', 'b']).letters(), 'ab')\n",
            ),
            (
                "pages.py",
                "class Book:\n  def __init__(self, pages):\n    self.pages = pages\n\n  def letters(self):\n    text = ''\n    for page in range(len(self.pages) + 1):\n      text += self.pages[page]\n    return text\n",
            ),
        ],
        expected: Some((
            "pages.py",
            "class Book:\n  def __init__(self, pages):\n    self.pages = pages\n\n  def letters(self):\n    text = ''\n    for page in range(len(self.pages)):\n      text += self.pages[page]\n    return text\n",
        )),
    },
    Pair {
        name: "a wrong end, found by a test in another file",
        command: &["python3", "-m", "unittest", "-q"],
        first: &[
            (
                "sums.py",
                "def sum_to(n):\n    result = 0\n    for i in range(1, n):\n        result += i\n    return result\n",
            ),
            (
                "test_sums.py",
                "import unittest\nfrom sums import sum_to\n\nclass Sums(unittest.TestCase):\n    def test_sum(self):\n        self.assertEqual(sum_to(4), 10)\n",
            ),
        ],
        fixed: (
            "sums.py",
            "def sum_to(n):\n    result = 0\n    for i in range(1, n + 1):\n        result += i\n    return result\n",
        ),
        second: &[
            (
                "products.py",
                "def product(limit):\n    value = 1\n    # all factors\n    for factor in range(1, limit):\n        value *= factor\n    return value\n",
            ),
            (
                "test_products.py",
                "import unittest\nimport products\n\nclass Products(unittest.TestCase):\n    def test_product(self):\n        self.assertEqual(products.product(5), 120)\n",
            ),
        ],
        expected: Some((
            "products.py",
            "def product(limit):\n    value = 1\n    # all factors\n    for factor in range(1, limit + 1):\n        value *= factor\n    return value\n",
        )),
    },
    Pair {
        name: "the wrong fix for a test of another mistake",
        command: &["python3", "-m", "unittest", "-q"],
        first: &[
            (
                "sums.py",
                "def sum_to(n):\n    result = 0\n    for i in range(1, n):\n        result += i\n    return result\n",
            ),
            (
                "test_sums.py",
                "import unittest\nfrom sums import sum_to\n\nclass Sums(unittest.TestCase):\n    def test_sum(self):\n        self.assertEqual(sum_to(4), 10)\n",
            ),
        ],
        fixed: (
            "sums.py",
            "def sum_to(n):\n    result = 0\n    for i in range(1, n + 1):\n        result += i\n    return result\n",
        ),
        second: &[
            (
                "below.py",
                "def below(n):\n    found = 0\n    for i in range(1, n):\n        found -= i\n    return found\n",
            ),
            (
                "test_below.py",
                "import unittest\nfrom below import below\n\nclass Below(unittest.TestCase):\n    def test_below(self):\n        self.assertEqual(below(4), 6)\n",
            ),
        ],
        expected: None,
    },
    Pair {
        name: "a reduction of nothing",
        command: &["node", "--test"],
        first: &[
            (
                "sum.js",
                "module.exports = function sum(values) {\n  return values.reduce((a, b) => a + b);\n};\n",
            ),
            (
                "sum.test.js",
                "const test = require('node:test');\nconst assert = require('node:assert');\nconst sum = require('./sum');\ntest('sum', () => {\n  assert.strictEqual(sum([]), 0);\n});\n",
            ),
        ],
        fixed: (
            "sum.js",
            "module.exports = function sum(values) {\n  return values.reduce((a, b) => a + b, 0);\n};\n",
        ),
        second: &[
            (
                "cart.js",
                "class Cart {\n  constructor() {\n    this.items = [];\n  }\n  total() {\n    return this.items.reduce((x, y) => x + y);\n  }\n}\nmodule.exports = Cart;\n",
            ),
            (
                "cart.test.js",
                "const test = require('node:test');\nconst assert = require('node:assert');\nconst Cart = require('./cart');\ntest('total', () => {\n  assert.strictEqual(new Cart().total(), 0);\n});\n",
            ),
        ],
        expected: Some((
            "cart.js",
            "class Cart {\n  constructor() {\n    this.items = [];\n  }\n  total() {\n    return this.items.reduce((x, y) => x + y, 0);\n  }\n}\nmodule.exports = Cart;\n",
        )),
    },
    Pair {
        name: "a subtraction below zero",
        command: &["sh", "-c", "rustc --test tests.rs -o t && ./t"],
        first: &[
            (
                "gap.rs",
                "pub fn gap(a: usize, b: usize) -> usize {\n    a - b\n}\n",
            ),
            (
                "tests.rs",
                "mod gap;\n#[test]\nfn small() {\n    assert_eq!(gap::gap(1, 2), 0);\n}\n#[test]\nfn large() {\n    assert_eq!(gap::gap(5, 2), 3);\n}\n",
            ),
        ],
        fixed: (
            "gap.rs",
            "pub fn gap(a: usize, b: usize) -> usize {\n    a.saturating_sub(b)\n}\n",
        ),
        second: &[
            (
                "room.rs",
                "/// What is left.\npub fn room(limit: usize, used: usize) -> usize {\n    limit - used\n}\n",
            ),
            (
                "tests.rs",
                "mod room;\n#[test]\nfn none() {\n    assert_eq!(room::room(1, 2), 0);\n}\n#[test]\nfn some() {\n    assert_eq!(room::room(5, 2), 3);\n}\n",
            ),
        ],
        expected: Some((
            "room.rs",
            "/// What is left.\npub fn room(limit: usize, used: usize) -> usize {\n    limit.saturating_sub(used)\n}\n",
        )),
    },
];

fn workspace(files: Files) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(directory.path().join(name), text).unwrap();
    }
    directory
}

fn block<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.unwrap().block_on(work)
}

fn agent(directory: &Path, state: &Path, maker: Option<Maker>) -> Agent {
    let builder = Agent::builder()
        .directory(directory)
        .state_directory(state)
        .with_linked();
    match maker {
        Some(maker) => builder.strategy(maker),
        None => builder,
    }
    .build()
    .unwrap()
}

fn run(agent: &Agent, command: &[&str]) -> Report {
    let options = RunOptions {
        assume_yes: true,
        ..RunOptions::default()
    };
    let command = Command::new(command[0], command[1..].iter().copied());
    block(agent.run(&command, &options, &mut Silent, &CancelToken::new())).unwrap()
}

#[test]
fn what_was_fixed_once_is_fixed_again_in_another_workspace() {
    for pair in PAIRS {
        let (first, second, state) = (
            workspace(pair.first),
            workspace(pair.second),
            tempfile::tempdir().unwrap(),
        );
        let (file, text) = pair.fixed;
        let taught = run(
            &agent(first.path(), state.path(), Some(Maker { file, text })),
            pair.command,
        );
        assert_eq!(
            taught.outcome,
            Outcome::Fixed,
            "{}: {:#?}",
            pair.name,
            taught.unresolved
        );
        let again = run(&agent(second.path(), state.path(), None), pair.command);
        let store = Store::in_state(state.path());
        let patterns = store.patterns().unwrap();
        match pair.expected {
            Some((file, expected)) => {
                let now = fs::read_to_string(second.path().join(file)).unwrap();
                assert_eq!(now, expected, "{}: {again:#?}", pair.name);
                assert_eq!(again.fixed[0].strategy, "learned", "{}", pair.name);
                assert_eq!(again.fixed[0].evidence.determined_by, DeterminedBy::Learned);
                assert_eq!((patterns.len(), patterns[0].successes), (1, 2), "{}", pair.name);
            }
            None => {
                for (file, before) in pair.second {
                    assert_eq!(&fs::read_to_string(second.path().join(file)).unwrap(), before);
                }
                assert_ne!(again.outcome, Outcome::Fixed, "{}", pair.name);
                assert_eq!(
                    (patterns[0].successes, patterns[0].failures),
                    (1, 1),
                    "{}",
                    pair.name
                );
            }
        }
    }
}

const BROKEN: &str =
    "def mean(values):\n    return sum(values) / len(values)\n\nprint(mean([1]))\nprint(mean([]))\n";
const EDITED: &str = "# The mean of some values.\ndef mean(values):\n    if not values:\n        return 0.0\n    return sum(values) / len(values)\n\nprint(mean([1]))\nprint(mean([]))  # nothing\n";
const FIXED: &str = "def mean(values):\n    if not values:\n        return 0.0\n    return sum(values) / len(values)\n\nprint(mean([1]))\nprint(mean([]))\n";
const OTHER: Files = &[
    (
        "grades.py",
        "def average(marks):\n  total = 0\n  return sum(marks) / len(marks)\n",
    ),
    (
        "test_grades.py",
        "import unittest\nfrom grades import average\n\nclass Grades(unittest.TestCase):\n    def test_some(self):\n        self.assertEqual(average([3]), 3)\n\n    def test_none(self):\n        self.assertEqual(average([]), 0)\n",
    ),
];

fn learn(agent: &Agent) -> Learnt {
    block(agent.learn(&Command::new("python3", ["main.py"]), None, &CancelToken::new())).unwrap()
}

/// The pattern learned from the script fixes another module.
fn applies(state: &Path) {
    let other = workspace(OTHER);
    let report = run(
        &agent(other.path(), state, None),
        &["python3", "-m", "unittest", "-q"],
    );
    let now = fs::read_to_string(other.path().join("grades.py")).unwrap();
    let expected = "def average(marks):\n  total = 0\n  if not marks:\n    return 0.0\n  return sum(marks) / len(marks)\n";
    assert_eq!(now, expected, "{report:#?}");
}

#[test]
fn the_needed_part_of_a_persons_edit_is_learned() {
    let (mine, state) = (workspace(&[("main.py", BROKEN)]), tempfile::tempdir().unwrap());
    let agent = agent(mine.path(), state.path(), None);
    assert_eq!(learn(&agent), Learnt::Noted { errors: 1 });
    fs::write(mine.path().join("main.py"), EDITED).unwrap();
    let learnt = learn(&agent);
    let Learnt::Learned { hunks, of, file, .. } = &learnt else {
        panic!("{learnt:?}")
    };
    assert_eq!((*hunks, *of, file.as_str()), (1, 3, "main.py"));
    assert_eq!(fs::read_to_string(mine.path().join("main.py")).unwrap(), EDITED);
    assert_eq!(learn(&agent), Learnt::NothingKnown);
    applies(state.path());
}

#[test]
fn a_run_learns_by_itself_from_an_edit_of_one_hunk() {
    let (mine, state) = (workspace(&[("main.py", BROKEN)]), tempfile::tempdir().unwrap());
    let agent = agent(mine.path(), state.path(), None);
    let failed = run(&agent, &["python3", "main.py"]);
    assert_eq!(failed.outcome, Outcome::NoFix, "{failed:#?}");
    fs::write(mine.path().join("main.py"), FIXED).unwrap();
    let passed = run(&agent, &["python3", "main.py"]);
    assert_eq!(passed.outcome, Outcome::AlreadyPassing);
    assert!(
        passed
            .warnings
            .iter()
            .any(|said| said.starts_with("learned from the edit of main.py")),
        "{passed:#?}"
    );
    applies(state.path());
}

#[test]
fn what_the_pass_does_not_need_is_not_learned() {
    let (mine, state) = (
        workspace(&[("main.py", "import os\nopen('there')\n")]),
        tempfile::tempdir().unwrap(),
    );
    let agent = agent(mine.path(), state.path(), None);
    assert_eq!(learn(&agent), Learnt::Noted { errors: 1 });
    fs::write(mine.path().join("there"), "").unwrap();
    assert_eq!(learn(&agent), Learnt::Unchanged);
    fs::remove_file(mine.path().join("there")).unwrap();
    assert_eq!(learn(&agent), Learnt::Noted { errors: 1 });
    fs::write(mine.path().join("there"), "").unwrap();
    fs::write(mine.path().join("main.py"), "import sys\nopen('there')\n").unwrap();
    assert!(matches!(learn(&agent), Learnt::Unclear { .. }));
    assert_eq!(Store::in_state(state.path()).patterns().unwrap(), []);
}
