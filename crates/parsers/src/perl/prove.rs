//! prove and Test::Harness, and Test::More's messages about a test.

use std::sync::LazyLock;

use regex::Regex;
use rustc_hash::FxHashSet;
use unbreak_core::pattern::pattern;
use unbreak_core::{
    Diagnostic, ErrorType, Line, Location, ParserState, Severity, Sink, Step, register_parser,
};

use crate::described;
use crate::format::{Format, push_message};

register_parser!(Format::of(&described::PROVE).state::<State>());

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

/// Returns whether a summary says no more than that tests failed.
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
