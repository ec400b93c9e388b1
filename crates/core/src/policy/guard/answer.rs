//! Detects code that knows the answer of the failing test and works for the test's own input only.
//!
//! There are three forms: a new branch for a value that the test uses, which returns what the test expects; a function
//! with parameters whose body becomes that value; and a new line with several numbers that only the test had, a table of
//! its values for example, unless it stands beside a line of the same form. 0, 1, −1 and texts of one character are not
//! a sign of any: `if n == 0: return 1` is where a recursion ends.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use crate::diagnostic::Diagnostic;
use crate::pattern::pattern;

/// A number or a text, as most languages write them.
const LITERAL: &str = r#"-?\d[\d_]*(?:\.\d+)?|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'"#;

static LITERALS: LazyLock<Regex> = LazyLock::new(|| pattern(&format!(r"(?:^|[^\w.])({LITERAL})")));

/// `return 5`, at the end of a line.
static RETURNED: LazyLock<Regex> =
    LazyLock::new(|| pattern(&format!(r"\breturn\s*\(?\s*({LITERAL})\s*\)?\s*;?\s*\}}?\s*$")));

/// `return 5 if a == 2 else ...` and `a == 2 ? 5 : ...`.
static CHOSEN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\breturn\s+(?P<a>{LITERAL})\s+if\b.*?(?:==|\bin\b)|==.*\?\s*(?P<b>{LITERAL})\s*:"
    ))
});

/// The values for which a branch is taken: those after an equality sign, and those in a list.
static COMPARED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?:===?\s*[(\[]?|\bis|\.equals\(|\bcase|\bwhen|\bin\s*[(\[{{])\s*(?P<values>(?:(?:{LITERAL})[,|\s]*)+)"
    ))
});

/// The beginning of a function with parameters.
static FUNCTION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\s*(?:[\w*&<>:\[\]]+\s+)*?(?:def|fn|func|function|fun)\b[^(]*\(\s*(?:self\s*,|cls\s*,)?\s*\w[^)]*\).*[:{]\s*$",
    )
});

/// The line of a change that only knows the answer, if there is one.
pub(super) fn known_answer<'t>(before: &str, after: &'t str, targets: &[&Diagnostic]) -> Option<&'t str> {
    let stated = stated(targets);
    let old: BTreeSet<&str> = before.lines().map(str::trim).collect();
    let known: BTreeSet<&str> = literals(before).collect();
    let lines: Vec<&str> = after.lines().filter(|line| !line.trim().is_empty()).collect();
    let is_new = |line: &str| !old.contains(line.trim());
    let knows = |at: usize| {
        let line = lines[at];
        let above = at.checked_sub(1).map(|above| lines[above]);
        let chooses = |line: &str| is_new(line) && compares(line, &stated);
        let returns = answer(&RETURNED, line).is_some_and(|answer| is_telling_answer(answer, &stated));
        let chosen = answer(&CHOSEN, line).is_some_and(|answer| is_telling_answer(answer, &stated));
        let beside = [above, lines.get(at + 1).copied()];
        let is_entry = beside
            .into_iter()
            .flatten()
            .any(|other| !is_new(other) && form(other) == form(line));
        let is_body = || above.is_some_and(|header| FUNCTION.is_match(header) && computed(before, header));
        chosen && compares(line, &stated)
            || !is_entry && numbers_of_tests(line, &stated, &known) >= TABLE
            || returns && (chooses(line) || above.is_some_and(chooses) || is_body())
    };
    (0..lines.len())
        .find(|&at| is_new(lines[at]) && knows(at))
        .map(|at| lines[at])
}

/// So many numbers of the tests, none of which the file had, are no coincidence.
const TABLE: usize = 2;

/// How many different numbers of two digits or more a line has from failing tests and not from its own file.
fn numbers_of_tests(line: &str, stated: &BTreeSet<String>, known: &BTreeSet<&str>) -> usize {
    let is_number = |text: &&str| text.len() > 1 && text.parse::<f64>().is_ok();
    let of_tests = |text: &&str| stated.contains(*text) && !known.contains(text);
    literals(line)
        .filter(|text| is_number(text) && of_tests(text))
        .collect::<BTreeSet<_>>()
        .len()
}

/// A line with the same text for all literals.
fn form(line: &str) -> Cow<'_, str> {
    LITERALS.replace_all(line.trim(), "0")
}

/// The literals in the messages of failing tests, without quotes.
fn stated(targets: &[&Diagnostic]) -> BTreeSet<String> {
    let of_tests = targets.iter().filter(|target| target.test.is_some());
    let texts = of_tests.flat_map(|target| {
        let notes = target.notes.iter().map(|note| note.message.as_str());
        notes
            .chain([target.message.as_str()])
            .chain(target.snippet.as_deref())
    });
    texts.flat_map(literals).map(str::to_owned).collect()
}

fn literals(text: &str) -> impl Iterator<Item = &str> {
    let found = LITERALS.captures_iter(text).filter_map(|found| found.get(1));
    found.map(|literal| bare(literal.as_str()))
}

fn bare(literal: &str) -> &str {
    literal.trim_matches(['"', '\''])
}

fn answer<'l>(pattern: &Regex, line: &'l str) -> Option<&'l str> {
    let found = pattern.captures(line)?;
    found
        .iter()
        .skip(1)
        .flatten()
        .next()
        .map(|literal| bare(literal.as_str()))
}

/// Returns whether a line compares with a value in the failure's message that is not a common limit.
fn compares(line: &str, stated: &BTreeSet<String>) -> bool {
    let compared = COMPARED
        .captures_iter(line)
        .filter_map(|found| found.name("values"));
    let mut values = compared.flat_map(|values| literals(values.as_str()));
    values.any(|value| is_telling(value) && stated.contains(value))
}

fn is_telling_answer(answer: &str, stated: &BTreeSet<String>) -> bool {
    is_telling(answer) && stated.contains(answer)
}

fn is_telling(literal: &str) -> bool {
    !matches!(literal, "0" | "1" | "-1" | "0.0" | "1.0")
        && (literal.len() > 1 || literal.parse::<u8>().is_ok())
}

/// Returns whether a function computed something before: its body was more than a single value.
fn computed(before: &str, header: &str) -> bool {
    let mut lines = before.lines().filter(|line| !line.trim().is_empty());
    let found = lines.any(|line| line.trim() == header.trim());
    found && lines.next().is_some_and(|first| !RETURNED.is_match(first))
}
