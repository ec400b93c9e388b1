//! Examples of rules, as descriptors and listings show them.

use std::collections::BTreeMap;

use serde_json::json;
use unbreak_core::rule::{RuleDescription, RuleExample};
use unbreak_core::{Diagnostic, ErrorType, Example, Frame, Location, SafetyClass, Severity};

use super::answer::Answer;
use super::language::Tongue;
use super::rule::{MigrationRule, Rules};
use super::text::{ExampleText, FilesText, SafetyText};

/// Describes a rule.
pub(super) fn describe(file: &Rules, rule: &MigrationRule, enabled: bool) -> RuleDescription {
    let mut description = RuleDescription::new(&rule.id, &rule.summary);
    description.file.clone_from(&file.id);
    description.languages.clone_from(&rule.languages);
    description.safety = match rule.safety {
        _ if !rule.commands.is_empty() => SafetyClass::NeedsApproval,
        SafetyText::Safe => SafetyClass::Safe,
        SafetyText::Ask => SafetyClass::Unsafe,
    };
    description.since.clone_from(&rule.since);
    description.source.clone_from(&rule.source);
    description.package = file.package.as_ref().map(|package| package.name.clone());
    description.ecosystem = file
        .package
        .as_ref()
        .map(|package| package.ecosystem.as_str().to_owned());
    description.checked = file.package.as_ref().and_then(|package| package.checked.clone());
    description.needs = file
        .package
        .as_ref()
        .map(|package| package.needs.clone())
        .unwrap_or_default();
    description.enabled = enabled;
    description.examples = rule.examples.iter().map(|example| of(rule, example)).collect();
    description
}

fn of(rule: &MigrationRule, example: &ExampleText) -> RuleExample {
    let mut shown = RuleExample::new(&example.message);
    shown.title.clone_from(&example.title);
    shown.before = files(&example.before, &rule.languages);
    shown.after = files(&example.after, &rule.languages);
    shown.arguments.clone_from(&example.arguments);
    shown.runs = example.runs;
    shown
}

/// The example of a strategy, as the conformance kit reads it.
pub(super) fn for_strategy(rule: &MigrationRule, example: &ExampleText) -> Example {
    let before = files(&example.before, &rule.languages);
    let after = files(&example.after, &rule.languages);
    let input = json!({ "files": before, "diagnostic": diagnostic(rule, example, &before, &after) });
    Example {
        title: format!(
            "{}: {}",
            rule.id,
            example.title.as_deref().unwrap_or(&example.message)
        )
        .into(),
        input: input.to_string().into(),
        expected: json!({ "files": after }).to_string().into(),
        source: rule.source.clone().unwrap_or_default().into(),
    }
}

/// Makes the diagnostic that a parser would read from the message.
fn diagnostic(
    rule: &MigrationRule,
    example: &ExampleText,
    before: &BTreeMap<String, String>,
    after: &BTreeMap<String, String>,
) -> Diagnostic {
    let is_code = |text: &str| {
        !text.is_empty()
            && text
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '.' | '_'))
    };
    let split = example.message.split_once(": ").filter(|(code, _)| is_code(code));
    let (code, message) = match (&example.code, split) {
        (Some(code), _) => (Some(code.clone()), example.message.as_str()),
        (None, Some((code, message))) => (Some(code.to_owned()), message),
        (None, None) => (None, example.message.as_str()),
    };
    let changed = before.iter().find(|(file, text)| after.get(*file) != Some(text));
    let file = example.file.clone().or_else(|| Some(changed?.0.clone()));
    let mut diagnostic = Diagnostic::new(ErrorType::Runtime, Severity::Error, message);
    diagnostic.code = code;
    if let Some(file) = file {
        let texts = before.get(&file).zip(after.get(&file));
        let line = example
            .line
            .or_else(|| first_change(&example.message, texts?.0, texts?.1));
        diagnostic.location = Location::line(file, line.unwrap_or(1));
    }
    let files = rule.answers.iter().filter_map(Answer::through);
    let frame = |file: &str| Frame::new(Location::file(file.replace('*', "")), None);
    diagnostic.frames = files.map(frame).collect();
    diagnostic
}

/// The first line that goes or becomes another. Imports follow from other changes, unless the message is about
/// an import.
fn first_change(message: &str, before: &str, after: &str) -> Option<u32> {
    let is_about_import = message.contains("import name") || message.contains("No module named");
    let is_import = |line: &str| line.starts_with("import ") || line.starts_with("from ");
    let diff = similar::TextDiff::from_lines(before, after);
    let changed: Vec<usize> = diff
        .ops()
        .iter()
        .filter(|op| op.tag() != similar::DiffTag::Equal)
        .flat_map(similar::DiffOp::old_range)
        .collect();
    let lines: Vec<&str> = before.lines().collect();
    let is_code = |at: &&usize| {
        lines
            .get(**at)
            .is_some_and(|line| !line.trim().is_empty() && !is_import(line))
    };
    let code = changed.iter().find(is_code).filter(|_| !is_about_import);
    u32::try_from(code.or(changed.first())? + 1).ok()
}

fn files(text: &FilesText, languages: &[String]) -> BTreeMap<String, String> {
    match text {
        FilesText::Several(files) => files.clone(),
        FilesText::One(text) => {
            let tongue = languages.iter().find_map(|name| Tongue::named(name));
            let name = format!("main.{}", tongue.map_or("txt", Tongue::ending));
            BTreeMap::from([(name, text.clone())])
        }
    }
}
