//! A fix as a case describes it, put before the guard.

use std::collections::{BTreeMap, BTreeSet};

use unbreak_core::policy::guard::{Refusal, Rule, Situation, check};
use unbreak_core::{
    Applicability, Command, Confidence, Diagnostic, Edit, FileOp, Fix, Location, RelPath, SuggestedEdit,
    Suggestion,
};

use crate::case::{Case, diagnostic};
use crate::marked::marked;

/// A fix and the situation it is proposed in.
pub(crate) struct Attempt {
    pub(crate) fix: Fix,
    pub(crate) files: BTreeMap<String, String>,
    pub(crate) command: Vec<String>,
    pub(crate) targets: Vec<Diagnostic>,
    pub(crate) errors: Vec<Diagnostic>,
}

impl Attempt {
    pub(crate) fn new(case: &Case) -> Self {
        let mut attempt = Self {
            fix: Fix::new("test", "fix it", Confidence::new(0.9)),
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

    /// One operation on a file, for a failure in another.
    pub(crate) fn operation(op: FileOp) -> Self {
        let mut attempt = Self::insertion("unrelated.py", "", 0, "");
        if let FileOp::Delete { file } = &op {
            attempt.files.insert(file.to_string(), String::new());
        }
        attempt.fix.files.push(op);
        attempt
    }

    /// One insertion into one file, for a failure in another.
    pub(crate) fn insertion(file: &str, source: &str, at: usize, text: &str) -> Self {
        let edit = Edit::insert(&RelPath::new(file).unwrap(), source, at, text).unwrap();
        let failure = diagnostic("runtime shop.py:1 in test_it.py::test_a | broken");
        Self {
            fix: Fix::new("test", "insert", Confidence::new(0.9)).edit(edit),
            files: BTreeMap::from([(file.to_owned(), source.to_owned())]),
            command: words("pytest -q"),
            targets: vec![failure.clone()],
            errors: vec![failure],
        }
    }

    /// All of a file removed, to make a failing test of it pass.
    pub(crate) fn removal(file: &str, text: &str) -> Self {
        let edit = Edit::replace(&RelPath::new(file).unwrap(), text, 0..text.len(), "").unwrap();
        let mut attempt = Self::insertion(file, text, 0, "");
        attempt.fix.edits = vec![edit];
        attempt.errors = vec![diagnostic(&format!("runtime {file}:1 | broken"))];
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

    pub(crate) fn first_refusal(&self) -> Option<String> {
        let refusal = self.check(&BTreeSet::new()).err()?;
        Some(refusal.rule.name().to_owned())
    }

    /// Every rule that has to be allowed, with its reason.
    pub(crate) fn refusals(&self) -> Vec<(Rule, String)> {
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

    pub(crate) fn check(&self, allowed: &BTreeSet<String>) -> Result<(), Refusal> {
        let targets: Vec<&Diagnostic> = self.targets.iter().collect();
        let command: Vec<&str> = self.command.iter().map(String::as_str).collect();
        let read = |file: &RelPath| self.files.get(file.as_str()).cloned();
        let situation = Situation {
            targets: &targets,
            errors: &self.errors,
            command: &command,
            allowed,
            is_own_strategy: true,
            read: &read,
        };
        check(&self.fix, &situation)
    }
}

/// Words of a command line; one in double quotes may hold blanks.
pub(crate) fn words(line: &str) -> Vec<String> {
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
