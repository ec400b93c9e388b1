//! Never hide the failure (SPEC L5).
//!
//! A fix that deletes, skips or rewrites the test that revealed the bug, that adds a suppression,
//! or that loosens the check's configuration makes the command pass and mends nothing. The guard
//! looks at what a fix does to the *text* of the files it touches, whoever proposed it, and
//! refuses by the name of a [`Rule`]. The operator can allow a rule's class by that name.

mod patterns;

use std::collections::BTreeSet;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Diagnostic, ErrorType};
use crate::fix::{Edit, FileOp, Fix, apply_edits};
use crate::path::RelPath;

/// What a fix may not do unless allowed by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Rule {
    /// Changes a test module beyond its imports, to make its own failure go away.
    EditsFailingTest,
    /// Removes or changes an assertion in a test.
    WeakensTest,
    /// Removes a test, or a file of tests.
    DeletesTest,
    /// Marks a test as skipped or as expected to fail.
    SkipsTest,
    /// Adds a comment or attribute that silences a checker, or swallows an exception.
    AddsSuppression,
    /// Changes the configuration of a check, or the check itself.
    LoosensConfig,
    /// Installs a package.
    Install,
    /// Runs a command.
    RunsCommand,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Self; 8] = [
        Self::EditsFailingTest,
        Self::WeakensTest,
        Self::DeletesTest,
        Self::SkipsTest,
        Self::AddsSuppression,
        Self::LoosensConfig,
        Self::Install,
        Self::RunsCommand,
    ];

    /// The rule's name, which is also the class that `--allow` takes.
    pub fn name(self) -> &'static str {
        match self {
            Self::EditsFailingTest => "edits-failing-test",
            Self::WeakensTest => "weakens-test",
            Self::DeletesTest => "deletes-test",
            Self::SkipsTest => "skips-test",
            Self::AddsSuppression => "adds-suppression",
            Self::LoosensConfig => "loosens-config",
            Self::Install => "install",
            Self::RunsCommand => "runs-command",
        }
    }
}

impl std::fmt::Display for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// No rule has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no class called '{0}'")]
pub struct UnknownRule(pub String);

impl FromStr for Rule {
    type Err = UnknownRule;

    fn from_str(name: &str) -> Result<Self, UnknownRule> {
        Self::ALL
            .into_iter()
            .find(|rule| rule.name() == name)
            .ok_or_else(|| UnknownRule(name.to_owned()))
    }
}

/// A fix that may not be applied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{rule}: {reason}")]
pub struct Refusal {
    /// The rule.
    pub rule: Rule,
    /// What in the fix it objects to.
    pub reason: String,
}

/// What the guard must know beside the fix.
#[derive(Clone, Copy)]
pub struct Situation<'a> {
    /// The diagnostics the fix is for.
    pub targets: &'a [&'a Diagnostic],
    /// All errors of the run.
    pub errors: &'a [Diagnostic],
    /// The words of the user's command: a script among them is part of the check.
    pub command: &'a [&'a str],
    /// Classes the operator has allowed.
    pub allowed: &'a BTreeSet<String>,
    /// Reads a file of the tree, as it is before the fix.
    pub read: &'a dyn Fn(&RelPath) -> Option<String>,
}

/// Checks a fix against every rule that is not allowed.
///
/// # Errors
/// The first rule it breaks.
pub fn check(fix: &Fix, situation: &Situation<'_>) -> Result<(), Refusal> {
    situation.check_commands(fix)?;
    for op in &fix.files {
        situation.check_file_op(op)?;
    }
    let files: BTreeSet<&RelPath> = fix.edits.iter().map(|edit| &edit.file).collect();
    for file in files {
        let edits: Vec<&Edit> = fix.edits.iter().filter(|edit| &edit.file == file).collect();
        let before = (situation.read)(file).unwrap_or_default();
        // Edits that do not apply are refused by the workspace with a better reason.
        let Ok(after) = apply_edits(&before, edits.iter().copied()) else {
            continue;
        };
        situation.check_text(file, &before, &after)?;
    }
    Ok(())
}

impl Situation<'_> {
    fn check_commands(&self, fix: &Fix) -> Result<(), Refusal> {
        if let Some(class) = &fix.needs
            && !self.allowed.contains(class)
        {
            let rule = class.parse().unwrap_or(Rule::RunsCommand);
            return Err(Refusal {
                rule,
                reason: format!("'{}' needs --allow {class}", fix.title),
            });
        }
        match fix.commands.first() {
            Some(command) if fix.needs.is_none() => {
                self.unless_allowed(Rule::RunsCommand, || format!("would run '{command}'"))
            }
            _ => Ok(()),
        }
    }

    fn check_file_op(&self, op: &FileOp) -> Result<(), Refusal> {
        for file in op.touched() {
            self.check_config(file)?;
        }
        match op {
            FileOp::Create { file, content } => self.check_text(file, "", content),
            FileOp::Rename { from, to } if is_test_file(from) => self
                .unless_allowed(Rule::DeletesTest, || {
                    format!("would rename the test file {from} to {to}")
                }),
            FileOp::Delete { file } if is_test_file(file) => {
                self.unless_allowed(Rule::DeletesTest, || format!("would delete the test file {file}"))
            }
            FileOp::Rename { .. } | FileOp::Delete { .. } => Ok(()),
        }
    }

    fn check_text(&self, file: &RelPath, before: &str, after: &str) -> Result<(), Refusal> {
        self.check_config(file)?;
        self.check_added(Rule::AddsSuppression, &patterns::SUPPRESSION, file, before, after)?;
        self.check_added(Rule::SkipsTest, &patterns::SKIP, file, before, after)?;
        self.check_tests(file, before, after)
    }

    fn check_config(&self, file: &RelPath) -> Result<(), Refusal> {
        let is_the_check = self
            .command
            .iter()
            .any(|word| word.trim_start_matches("./") == file.as_str());
        if is_the_check
            && !self
                .targets
                .iter()
                .any(|target| target.file() == Some(file.as_str()))
        {
            return self.unless_allowed(Rule::LoosensConfig, || format!("{file} is the check itself"));
        }
        if !patterns::is_check_config(file) {
            return Ok(());
        }
        self.unless_allowed(Rule::LoosensConfig, || format!("{file} configures the check"))
    }

    fn check_added(
        &self,
        rule: Rule,
        pattern: &regex::Regex,
        file: &RelPath,
        before: &str,
        after: &str,
    ) -> Result<(), Refusal> {
        if pattern.find_iter(after).count() <= pattern.find_iter(before).count() {
            return Ok(());
        }
        let known: BTreeSet<&str> = pattern.find_iter(before).map(|found| found.as_str()).collect();
        let added = pattern
            .find_iter(after)
            .map(|found| found.as_str())
            .find(|text| !known.contains(text));
        let added = added
            .or_else(|| pattern.find(after).map(|found| found.as_str()))
            .unwrap_or_default();
        self.unless_allowed(rule, || format!("would add '{}' to {file}", added.trim()))
    }

    fn check_tests(&self, file: &RelPath, before: &str, after: &str) -> Result<(), Refusal> {
        if !is_test_file(file) && !patterns::TEST_CASE.is_match(before) {
            return Ok(());
        }
        if patterns::TEST_CASE.find_iter(after).count() < patterns::TEST_CASE.find_iter(before).count() {
            self.unless_allowed(Rule::DeletesTest, || format!("would remove a test from {file}"))?;
        }
        if self.does_not_parse(file) && patterns::same_words(before, after) {
            return Ok(());
        }
        if patterns::assertions(before) != patterns::assertions(after) {
            self.unless_allowed(Rule::WeakensTest, || {
                format!("would change an assertion in {file}")
            })?;
        }
        if self.is_failing_test(file) && !patterns::differ_in_imports_only(before, after) {
            self.unless_allowed(Rule::EditsFailingTest, || {
                format!("would rewrite {file}, whose tests fail")
            })?;
        }
        Ok(())
    }

    fn does_not_parse(&self, file: &RelPath) -> bool {
        self.targets
            .iter()
            .any(|target| target.error_type == ErrorType::Syntax && target.file() == Some(file.as_str()))
    }

    /// Whether a test of this module fails. A lint finding in a test module is no failing test.
    fn is_failing_test(&self, file: &RelPath) -> bool {
        let in_file = |error: &&Diagnostic| {
            let of_test = error
                .test
                .as_deref()
                .is_some_and(|test| test.split("::").next() == Some(file.as_str()));
            of_test || (is_test_file(file) && error.file() == Some(file.as_str()))
        };
        self.errors
            .iter()
            .filter(in_file)
            .any(|error| error.error_type != ErrorType::Lint)
    }

    fn unless_allowed(&self, rule: Rule, reason: impl FnOnce() -> String) -> Result<(), Refusal> {
        if self.allowed.contains(rule.name()) {
            Ok(())
        } else {
            Err(Refusal {
                rule,
                reason: reason(),
            })
        }
    }
}

/// Whether a file holds tests, by the naming rules of the common runners (pytest, unittest, go test,
/// jest, vitest, mocha, JUnit, RSpec, PHPUnit, cargo's `tests/`).
pub fn is_test_file(file: &RelPath) -> bool {
    patterns::TEST_FILE.is_match(file.as_str())
}
