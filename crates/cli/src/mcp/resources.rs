//! The resources that a client can read: results, debug sessions, the diffs of past runs, and the glossary of
//! events.

use rmcp::ErrorData;
use rmcp::model::{ReadResourceResponse, ReadResourceResult, Resource, ResourceContents, ResourceTemplate};
use serde_json::Value;
use unbreak_core::redact::{self, Redact as _};
use unbreak_host::debug::Debugger;

use super::roots::Roots;
use super::shared::Shared;
use crate::render::session;

/// The most past runs and sessions that are listed of each root; the tools list them all.
const LISTED: usize = 10;

/// The events of a run, as `unbreak run --format jsonl` writes them.
const GLOSSARY: &str = "unbreak://glossary/events";

const JSON: &str = "application/json";
const DIFF: &str = "text/x-diff";
const MARKDOWN: &str = "text/markdown";

/// The events of a run, with an explanation of each.
const EVENTS: &str = include_str!("events.md");

/// The existing resources.
pub(super) fn list(shared: &Shared, roots: &Roots) -> Vec<Resource> {
    let glossary = Resource::new(GLOSSARY, "glossary of events")
        .with_description("the events of a run and what they say")
        .with_mime_type(MARKDOWN);
    let mut resources = vec![glossary];
    resources.extend(shared.documents.list());
    for agent in roots.agents() {
        let runs = agent.history().unwrap_or_default();
        resources.extend(
            runs.iter()
                .filter(|run| !run.files.is_empty())
                .take(LISTED)
                .map(|run| {
                    Resource::new(run_uri(&run.id), format!("diff of run {}", run.id))
                        .with_description(run.command.clone())
                        .with_mime_type(DIFF)
                }),
        );
        let sessions = Debugger::list(&agent).unwrap_or_default();
        resources.extend(sessions.iter().take(LISTED).map(|one| {
            Resource::new(session_uri(&one.id), format!("debug session {}", one.id))
                .with_description(one.command.clone())
                .with_mime_type(JSON)
        }));
    }
    resources
}

/// The templates of resources.
pub(super) fn templates() -> Vec<ResourceTemplate> {
    vec![
        ResourceTemplate::new(run_uri("{run}"), "diff of a past run")
            .with_description("what the run changed, as far as it is still so")
            .with_mime_type(DIFF),
        ResourceTemplate::new(session_uri("{session}"), "debug session")
            .with_description("everything that a debug session knows")
            .with_mime_type(JSON),
    ]
}

fn run_uri(run: &str) -> String {
    format!("unbreak://runs/{run}/diff")
}

fn session_uri(session: &str) -> String {
    format!("unbreak://sessions/{session}")
}

/// One of the resources.
///
/// # Errors
/// If there is none with that URI.
pub(super) fn read(shared: &Shared, roots: &Roots, uri: &str) -> Result<ReadResourceResponse, ErrorData> {
    let (text, mime_type) = text(shared, roots, uri)
        .ok_or_else(|| ErrorData::resource_not_found(format!("there is no resource {uri}"), None))?;
    let contents = ResourceContents::text(text, uri).with_mime_type(mime_type);
    Ok(ReadResourceResult::new(vec![contents]).into())
}

/// The content of a resource, and its type.
pub(super) fn text(shared: &Shared, roots: &Roots, uri: &str) -> Option<(String, &'static str)> {
    if uri == GLOSSARY {
        return Some((EVENTS.to_owned(), MARKDOWN));
    }
    if let Some(document) = shared.documents.get(uri) {
        return Some((document.text.to_string(), JSON));
    }
    let rest = uri.strip_prefix("unbreak://")?;
    if let Some(run) = rest
        .strip_prefix("runs/")
        .and_then(|rest| rest.strip_suffix("/diff"))
    {
        return roots
            .agents()
            .find_map(|agent| {
                let tree = agent.tree().nearest_with_runs(Some(run)).ok()?;
                let mut diff = tree.diff_of_run(run).ok()?;
                diff.redact();
                Some(diff)
            })
            .map(|diff| (diff, DIFF));
    }
    let session = rest.strip_prefix("sessions/")?;
    roots
        .agents()
        .find_map(|agent| {
            let saved = Debugger::look(&agent, Some(session)).ok()?;
            let mut json = session::json(&saved);
            redact::value(&mut json, &Value::Null);
            serde_json::to_string_pretty(&json).ok()
        })
        .map(|json| (json, JSON))
}
