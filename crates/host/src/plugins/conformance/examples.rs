//! Checks the examples of plug-ins.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use unbreak_core::fix::apply_edits;
use unbreak_core::{
    Analysis, Candidate, Command, Confidence, DebugTool, Descriptor, Diagnostic, ErrorParser, Example,
    FileOp, Fix, FixContext, FixStrategy, RelPath, ToolContext, Workspace as _,
};
use unbreak_parsers::{Pipeline, facts};
use unbreak_plugin_abi::messages;

use super::Subject;
use super::world::Site;

/// The examples; at least one, or there is nothing to check.
fn examples(descriptor: &Descriptor) -> Result<&[Example], String> {
    match &descriptor.examples[..] {
        [] => Err("it has no example".to_owned()),
        examples => Ok(examples),
    }
}

fn parse<T: for<'de> Deserialize<'de>>(example: &Example, text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| format!("example '{}': {error}", example.title))
}

/// Checks examples of tool output, with a JSON array of diagnostics.
pub(super) fn of_parser(parser: &Arc<dyn ErrorParser>) -> Result<(), String> {
    for example in examples(parser.descriptor())? {
        let expected: Value = parse(example, &example.expected)?;
        let parsed = Pipeline::new([Arc::clone(parser)]).parse(example.input.as_bytes(), None);
        if let Some(problem) = parsed.problems.first() {
            return Err(format!("example '{}': {}", example.title, problem.message));
        }
        let found = serde_json::to_value(&parsed.diagnostics).unwrap_or_default();
        compare(example, &expected, &found)?;
    }
    Ok(())
}

/// `{"files": {...}, "diagnostic": {...}}`, and `{"files": {...}}` with the files that the best fix changes.
#[derive(Deserialize)]
struct Before {
    files: BTreeMap<RelPath, String>,
    diagnostic: Diagnostic,
}

#[derive(Deserialize)]
struct After {
    files: BTreeMap<RelPath, String>,
}

/// The input of a strategy's example. Its diagnostic states what it would state behind a parser.
fn before(example: &Example) -> Result<Before, String> {
    let mut before: Before = parse(example, &example.input)?;
    facts::fill(&mut before.diagnostic);
    Ok(before)
}

pub(super) async fn of_strategy(strategy: &dyn FixStrategy, subject: &Subject<'_>) -> Result<(), String> {
    let descriptor = strategy.descriptor();
    for (number, example) in examples(descriptor)?.iter().enumerate() {
        let before = before(example)?;
        let after: After = parse(example, &example.expected)?;
        let site = Site::new(subject, &format!("{}-{number}", descriptor.id), &before.files)?;
        let first = propose(strategy, &before.diagnostic, &site).await?;
        let again = propose(strategy, &before.diagnostic, &site).await?;
        let blame = |message: &str| format!("example '{}': {message}", example.title);
        if first != again {
            return Err(blame("asked twice, it proposes different fixes"));
        }
        let best = first.first().ok_or_else(|| blame("it proposes nothing"))?;
        for fix in &first {
            fits(fix, &site).map_err(|reason| blame(&format!("'{}': {reason}", fix.title)))?;
        }
        for (file, expected) in &after.files {
            let changed = changed(best, file, &site)?;
            if changed != *expected {
                return Err(blame(&format!("after the fix {file} is\n{changed}")));
            }
        }
    }
    Ok(())
}

/// Checks that a fix stays in the workspace and matches its files. Paths that lead out of it are rejected
/// before they are read.
fn fits(fix: &Fix, site: &Site) -> Result<(), String> {
    let edited = fix.edits.iter().map(|edit| &edit.file);
    for file in edited.chain(fix.files.iter().flat_map(FileOp::touched)) {
        if file.as_str().split('/').any(|part| part == ".git") {
            return Err(format!("{file} is git's own"));
        }
    }
    fix.edits
        .iter()
        .try_for_each(|edit| changed(fix, &edit.file, site).map(drop))
}

fn changed(fix: &Fix, file: &RelPath, site: &Site) -> Result<String, String> {
    let edits = fix.edits.iter().filter(|edit| edit.file == *file);
    let source = site.tree.read_text(file).map_err(|error| error.to_string())?;
    apply_edits(&source, edits).map_err(|error| error.to_string())
}

fn analysis(diagnostic: &Diagnostic, candidates: Vec<Candidate>) -> Analysis {
    Analysis {
        id: 1,
        diagnostic: diagnostic.clone(),
        also: Vec::new(),
        root_cause: diagnostic.message.clone(),
        candidates,
        related_files: Vec::new(),
        confidence: Confidence::new(1.0),
    }
}

async fn propose(
    strategy: &dyn FixStrategy,
    diagnostic: &Diagnostic,
    site: &Site,
) -> Result<Vec<Fix>, String> {
    let candidate = strategy.assess(diagnostic);
    let candidate = candidate.ok_or("it does not assess its own example as something for it")?;
    let analysis = analysis(diagnostic, vec![candidate]);
    let diagnostics = [diagnostic.clone()];
    let mut context = FixContext::new(&site.tree, &site.runner, &site.command, &site.allowed);
    context.diagnostics = &diagnostics;
    let proposed = strategy.propose(&analysis, &context).await;
    proposed.map_err(|error| error.to_string())
}

/// A call for the fixes of an example.
pub(super) fn proposal(example: &Example) -> Result<Vec<u8>, String> {
    let Before { diagnostic, .. } = before(example)?;
    Ok(messages::header(&messages::Propose {
        analysis: analysis(&diagnostic, Vec::new()),
        setting: messages::Setting {
            diagnostics: vec![diagnostic],
            ..messages::Setting::new("/", Command::new("true", [""; 0]))
        },
    }))
}

/// A call of a tool with the input of an example.
pub(super) fn tool_call(example: &Example) -> Result<Vec<u8>, String> {
    Ok(messages::header(&messages::Call {
        input: parse(example, &example.input)?,
        root: "/".to_owned(),
        memory: false,
        reader: false,
        scratch: None,
        kept: None,
    }))
}

/// Checks examples of JSON input, with a part of the JSON output.
pub(super) async fn of_tool(tool: &dyn DebugTool, subject: &Subject<'_>) -> Result<(), String> {
    let descriptor = tool.descriptor();
    let site = Site::new(subject, &descriptor.id, &BTreeMap::new())?;
    for example in examples(descriptor)? {
        let input: Value = parse(example, &example.input)?;
        let expected: Value = parse(example, &example.expected)?;
        let context = ToolContext::new(&site.tree, &site.runner);
        let found = tool.call(input, &context).await;
        let found = found.map_err(|error| format!("example '{}': {error}", example.title))?;
        compare(example, &expected, &found)?;
    }
    Ok(())
}

fn compare(example: &Example, expected: &Value, found: &Value) -> Result<(), String> {
    if holds(expected, found) {
        return Ok(());
    }
    Err(format!(
        "example '{}': expected\n{expected:#}\nand found\n{found:#}",
        example.title
    ))
}

/// Returns whether `found` has everything that `expected` has: objects may have more keys, but arrays no more items.
fn holds(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => expected
            .iter()
            .all(|(key, value)| found.get(key).is_some_and(|found| holds(value, found))),
        (Value::Array(expected), Value::Array(found)) => {
            expected.len() == found.len() && expected.iter().zip(found).all(|(e, f)| holds(e, f))
        }
        _ => expected == found,
    }
}
