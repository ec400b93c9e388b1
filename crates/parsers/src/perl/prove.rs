//! prove and Test::Harness, and Test::More's messages about a test.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;
use rustc_hash::FxHashSet;
use unbreak_core::pattern::pattern;
use unbreak_core::{
    Descriptor, Diagnostic, ErrorParser, ErrorType, Example, Line, Location, ParserState, Severity, Sink,
    Step, register_parser,
};

use crate::format::{self, push_message};

register_parser!(Prove);

const DOCS: &str = r#"
## What it understands

- Tests that failed, as Test::More says it on the standard error: `#   Failed test 'adds'`, `#   at t/a.t line 2.`, and
  what was got and expected. Also Test.pm, its predecessor.
- The summary: a script (`t/shop.t (Wstat: 768 (exited 3) Tests: 1 Failed: 0)`), and below it why it failed: an exit
  status, a plan that was not kept, tests that failed. Where that is all of it (`Failed tests:  1-3`), and the tests
  were told of above, nothing is left to tell.

## Versions seen

Test::Harness 3.44 with Perl 5.36.
"#;

static EXAMPLES: [Example; 4] = [
    Example::new(
        "Test.pm",
        "# Failed test 1 in t/a.t at line 6\n# Test 3 got: \"99\" (t/b.t at line 29)\n#   Expected: \"88\" (the total)\n",
        r#"[{"type": "assertion", "file": "t/a.t", "line": 6, "message": "Failed test 1"},
            {"type": "assertion", "file": "t/b.t", "line": 29, "message": "Test 3 got: \"99\"\nExpected: \"88\" (the total)"}]"#,
    ),
    Example::new(
        "a plan that was not kept",
        r#"t/shop.t (Wstat: 768 (exited 3) Tests: 1 Failed: 0)
  Non-zero exit status: 3
  Parse errors: Bad plan.  You planned 2 tests but ran 1.
"#,
        r#"[{"type": "assertion", "severity": "error", "file": "t/shop.t", "message": "Non-zero exit status: 3\nParse errors: Bad plan.  You planned 2 tests but ran 1."}]"#,
    ),
    Example::new(
        "tests that failed, and the summary",
        "\n#   Failed test 'adds'\n#   at t/a.t line 2.\n#          got: '2'\n#     expected: '3'\n\n#   Failed test at t/a.t line 3.\n# Looks like you failed 2 tests of 3.\nt/a.t (Wstat: 512 (exited 2) Tests: 3 Failed: 2)\n  Failed tests:  1-2\n  Non-zero exit status: 2\n",
        r#"[{"type": "assertion", "severity": "error", "file": "t/a.t", "line": 2, "test": "adds", "message": "Failed test 'adds'\ngot: '2'\nexpected: '3'"},
            {"type": "assertion", "file": "t/a.t", "line": 3, "message": "Failed test"}]"#,
    ),
    Example::new(
        "the summary alone",
        "t/a.t (Wstat: 512 (exited 2) Tests: 3 Failed: 2)\n  Failed tests:  1-2\n  Non-zero exit status: 2\n",
        r#"[{"type": "assertion", "file": "t/a.t", "message": "Failed tests:  1-2\nNon-zero exit status: 2"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "prove",
    "prove and Test::Harness",
    DOCS,
    &[Cow::Borrowed("perl")],
    &EXAMPLES,
);

/// `#   Failed test 'adds'`, perhaps with the place.
static FAILED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^ *#   (Failed (?:\(TODO\) )?(?:test|subtest)(?: '(.+?)')?)(?: at (\S+) line (\d+)\.)?$")
});
/// Test.pm's `# Failed test 1 in t/a.t at line 6` and `# Test 3 got: "99" (t/a.t at line 29)`.
static NUMBERED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r#"^(?:NOK \d+)?# (?:(Failed test \d+) in (\S+) at line (\d+)|(Test \d+ got: .*) \((\S+) at line (\d+)(?: fail #\d+)?\))"#,
    )
});
/// `#   at t/a.t line 2.`
static PLACE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^ *#   at (\S+) line (\d+)\.$"));
/// `t/a.t (Wstat: 768 (exited 3) Tests: 3 Failed: 3)`.
static SCRIPT: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(\S+) +\(Wstat: .*\)$"));

/// The parser.
struct Prove;

impl ErrorParser for Prove {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &["(Wstat: ", "#   Failed ", "# Failed test ", "# Test "]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State::default())
    }
}

#[derive(Default)]
struct State {
    open: Option<Diagnostic>,
    /// The scripts whose tests were reported.
    told: FxHashSet<String>,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let Some(open) = &mut self.open else {
            self.open = test(line.text)
                .or_else(|| numbered(line.text))
                .or_else(|| script(line.text));
            return self.open.as_ref().map_or(Step::Pass, |_| Step::More);
        };
        if take(open, line.text) {
            return Step::More;
        }
        self.finish(sink);
        Step::Pass
    }

    fn finish(&mut self, sink: &mut Sink) {
        let Some(diagnostic) = self.open.take() else {
            return;
        };
        let file = diagnostic.location.file.clone().unwrap_or_default();
        if diagnostic.location.line.is_some() {
            self.told.insert(file);
        } else if diagnostic.message.is_empty() || self.told.contains(&file) && repeats(&diagnostic.message) {
            return;
        }
        sink.emit(diagnostic);
    }
}

fn test(line: &str) -> Option<Diagnostic> {
    let found = FAILED.captures(line)?;
    let mut diagnostic = Diagnostic::new(ErrorType::Assertion, Severity::Error, &found[1]);
    diagnostic.test = found.get(2).map(|name| name.as_str().to_owned());
    if let (Some(file), Some(number)) = (found.get(3), found.get(4)) {
        diagnostic.location = Location::line(file.as_str(), number.as_str().parse().ok()?);
    }
    Some(diagnostic)
}

/// Test.pm's message about a failed test.
fn numbered(line: &str) -> Option<Diagnostic> {
    let found = NUMBERED.captures(line)?;
    let group =
        |first: usize, second: usize| found.get(first).or(found.get(second)).map(|text| text.as_str());
    let place = Location::line(group(2, 5)?, group(3, 6)?.parse().ok()?);
    Some(Diagnostic::new(ErrorType::Assertion, Severity::Error, group(1, 4)?).at(place))
}

fn script(line: &str) -> Option<Diagnostic> {
    let found = SCRIPT.captures(line)?;
    let place = Location::file(&found[1]);
    Some(Diagnostic::new(ErrorType::Assertion, Severity::Error, "").at(place))
}

/// Takes a line that continues; `false` when it does not.
fn take(open: &mut Diagnostic, line: &str) -> bool {
    if open.location.file.is_none() {
        let place = PLACE.captures(line);
        let place = place.and_then(|found| Some(Location::line(&found[1], found[2].parse().ok()?)));
        return place.map(|place| open.location = place).is_some();
    }
    let said = match open.location.line {
        Some(_) => line.trim_start().strip_prefix("#    ").or_else(|| {
            line.strip_prefix("#   ")
                .filter(|said| said.starts_with("Expected: "))
        }),
        None => line.strip_prefix("  "),
    };
    said.map(|said| push_message(open, said.trim())).is_some()
}

/// Whether a summary says no more than that tests failed.
fn repeats(message: &str) -> bool {
    const KNOWN: [&str; 4] = [
        "Failed test:",
        "Failed tests:",
        "Non-zero exit status:",
        "Failed ",
    ];
    message
        .lines()
        .all(|line| KNOWN.iter().any(|start| line.starts_with(start)))
}
