//! Every attempt to hide a failure is a file in `cases/guard/refused`, every honest repair that
//! looks like one a file in `cases/guard/allowed`.
//!
//! `rules` are the classes that must be allowed, one after the other, before the fix may be
//! applied. `error` is what the fix is for, `also` what else the command reports. A section is a
//! file with its edits marked, or a file operation.

use std::collections::{BTreeMap, BTreeSet};

use unbreak_core::policy::guard::{Rule, Situation, check};
use unbreak_core::{
    Applicability, Command, Confidence, Diagnostic, Edit, FileOp, Fix, Location, RelPath, SuggestedEdit,
    Suggestion,
};

use crate::case::{Case, diagnostic};
use crate::marked::marked;

#[test]
fn what_hides_a_failure_is_refused_and_what_mends_one_is_not() {
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for case in Case::all("guard") {
        let expected: Vec<&str> = case
            .value("rules")
            .unwrap_or_default()
            .split_whitespace()
            .collect();
        assert_eq!(
            case.name.starts_with("refused"),
            !expected.is_empty(),
            "{} is in the wrong folder",
            case.name
        );
        let found = Attempt::new(&case).refusals();
        let rules: Vec<&str> = found.iter().map(|(rule, _)| rule.name()).collect();
        if rules != expected {
            wrong.push(format!("{}: expected {expected:?}, found {found:#?}", case.name));
        }
        seen.extend(rules);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let every: BTreeSet<&str> = Rule::ALL.into_iter().map(Rule::name).collect();
    assert_eq!(seen, every, "each rule has a case");
}

#[test]
fn a_rule_is_known_by_its_name() {
    for rule in Rule::ALL {
        assert_eq!(rule.name().parse(), Ok(rule));
        assert_eq!(serde_json::to_value(rule).unwrap(), rule.name());
    }
    let unknown = "skip-test".parse::<Rule>().unwrap_err();
    assert_eq!(unknown.to_string(), "there is no class called 'skip-test'");
}

#[test]
fn a_refusal_says_what_it_objects_to() {
    let case = Case::all("guard")
        .into_iter()
        .find(|case| case.name.ends_with("noqa.txt"))
        .unwrap();
    let attempt = Attempt::new(&case);
    let refusal = attempt.check(&BTreeSet::new()).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "adds-suppression: would add '# noqa: F821' to shop.py"
    );
}

/// A fix and the situation it is proposed in.
struct Attempt {
    fix: Fix,
    files: BTreeMap<String, String>,
    command: Vec<String>,
    targets: Vec<Diagnostic>,
    errors: Vec<Diagnostic>,
}

impl Attempt {
    fn new(case: &Case) -> Self {
        let mut attempt = Self {
            fix: Fix::new("test", "mend it", Confidence::new(0.9)),
            files: BTreeMap::new(),
            command: words(case.value("command").unwrap_or("pytest -q")),
            targets: case.values("error").map(diagnostic).collect(),
            errors: case
                .values("error")
                .chain(case.values("also"))
                .map(diagnostic)
                .collect(),
        };
        attempt.fix.needs = case.value("needs").map(str::to_owned);
        let commands = case.values("runs").map(words);
        attempt.fix.commands = commands
            .map(|words| Command::new(&words[0], &words[1..]))
            .collect();
        for (heading, text) in &case.sections {
            attempt.section(heading, text);
        }
        if case.value("offered") == Some("yes") {
            attempt.offer();
        }
        attempt
    }

    fn section(&mut self, heading: &str, text: &str) {
        let path = |path: &str| RelPath::new(path).unwrap();
        let op = match heading.split_once(' ') {
            Some(("create", file)) => FileOp::Create {
                file: path(file),
                content: text.to_owned(),
            },
            Some(("delete", file)) => FileOp::Delete { file: path(file) },
            Some(("rename", names)) => {
                let (from, to) = names.split_once(" to ").unwrap();
                FileOp::Rename {
                    from: path(from),
                    to: path(to),
                }
            }
            _ => {
                let file = marked(heading, text);
                self.fix.edits.extend(file.edits);
                self.files.insert(heading.to_owned(), file.source);
                return;
            }
        };
        self.fix.files.push(op);
    }

    /// Makes the fix what the complaining tool offers.
    fn offer(&mut self) {
        let edits = self.fix.edits.iter().map(|edit| SuggestedEdit {
            location: place(edit, &self.files[edit.file.as_str()]),
            replacement: edit.replacement.clone(),
        });
        self.targets[0].suggestions.push(Suggestion {
            title: "as the tool says".to_owned(),
            applicability: Applicability::MachineApplicable,
            edits: edits.collect(),
        });
    }

    /// Every rule that has to be allowed, with its reason.
    fn refusals(&self) -> Vec<(Rule, String)> {
        let mut allowed = BTreeSet::new();
        let mut found = Vec::new();
        while let Err(refusal) = self.check(&allowed) {
            assert!(
                allowed.insert(refusal.rule.name().to_owned()),
                "{refusal} was allowed"
            );
            found.push((refusal.rule, refusal.reason));
        }
        found
    }

    fn check(&self, allowed: &BTreeSet<String>) -> Result<(), unbreak_core::policy::guard::Refusal> {
        let targets: Vec<&Diagnostic> = self.targets.iter().collect();
        let command: Vec<&str> = self.command.iter().map(String::as_str).collect();
        let read = |file: &RelPath| self.files.get(file.as_str()).cloned();
        let situation = Situation {
            targets: &targets,
            errors: &self.errors,
            command: &command,
            allowed,
            read: &read,
        };
        check(&self.fix, &situation)
    }
}

/// Words of a command line; one in double quotes may hold blanks.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// Lines and columns of an edit, as tools tell them.
fn place(edit: &Edit, source: &str) -> Location {
    let point = |at: usize| {
        let before = &source[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        (u32::try_from(line).unwrap(), u32::try_from(column).unwrap())
    };
    let ((line, column), (end_line, end_column)) = (point(edit.range.start), point(edit.range.end));
    Location::column(edit.file.as_str(), line, column).until(end_line, end_column)
}
