//! SARIF, the exchange format for static analysis.

mod place;
mod result;

use serde_json::Value;
use unbreak_core::{Descriptor, Diagnostic, ErrorType, Example, Severity, Sink, register_parser};

use super::PRIORITY;
use crate::format::{self, Format};

register_parser!(
    Format::new(&DESCRIPTOR, &["\"runs\""])
        .priority(PRIORITY)
        .json(read)
);

const DOCS: &str = r#"
## What it understands

SARIF 2.1.0 (<https://docs.oasis-open.org/sarif/sarif/v2.1.0/>): results with their rule (its default
level too), message (with arguments), places, related places, the first code flow and the first stack,
and fixes, which are given as "may be incorrect" because the format does not say how sure they are.
Errors that the tool met itself (its notifications) are reported too. Suppressed results, results that
are no failures, and results that a baseline calls absent are left out.

## Versions seen

Written from the standard; gcc 13, clang 15 and CodeQL write it.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "a result with a fix",
    r#"{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "lint", "rules": [{"id": "R1", "defaultConfiguration": {"level": "error"}}]}},
 "results": [{"ruleId": "R1", "ruleIndex": 0, "message": {"text": "x is never read"},
  "locations": [{"physicalLocation": {"artifactLocation": {"uri": "src/a.c"}, "region": {"startLine": 3, "startColumn": 5, "endColumn": 6}}}],
  "fixes": [{"description": {"text": "remove it"}, "artifactChanges": [{"artifactLocation": {"uri": "src/a.c"},
   "replacements": [{"deletedRegion": {"startLine": 3, "startColumn": 5, "endColumn": 6}, "insertedContent": {"text": ""}}]}]}]}]}]}
"#,
    r#"[{"type": "lint", "severity": "error", "code": "R1", "file": "src/a.c", "line": 3, "column": 5, "end_line": 3,
         "end_column": 6, "suggestions": [{"title": "remove it", "edits": [{"line": 3, "replacement": ""}]}]}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("sarif", "SARIF 2.1.0", DOCS, &[], &EXAMPLES);

fn read(value: &Value, sink: &mut Sink) -> bool {
    let Some(runs) = value["runs"].as_array() else {
        return false;
    };
    let named = value["$schema"]
        .as_str()
        .is_some_and(|schema| schema.contains("sarif"));
    let is_run = |run: &Value| run["tool"].is_object() || run["results"][0]["message"].is_object();
    if !named && !runs.iter().any(is_run) {
        return false;
    }
    for run in runs {
        let results = run["results"].as_array().map_or(&[][..], Vec::as_slice);
        for result in results {
            if let Some(diagnostic) = result::diagnostic(run, result) {
                sink.emit(diagnostic);
            }
        }
        notifications(run, sink);
    }
    true
}

/// The errors that kept the tool from its work: "toolExecutionNotifications" and
/// "toolConfigurationNotifications".
fn notifications(run: &Value, sink: &mut Sink) {
    let invocations = run["invocations"].as_array().map_or(&[][..], Vec::as_slice);
    for invocation in invocations {
        for kind in ["toolExecutionNotifications", "toolConfigurationNotifications"] {
            let notifications = invocation[kind].as_array().map_or(&[][..], Vec::as_slice);
            for notification in notifications.iter().filter(|note| note["level"] == "error") {
                sink.emit(notified(run, notification));
            }
        }
    }
}

fn notified(run: &Value, notification: &Value) -> Diagnostic {
    let message = result::text(&notification["message"]).unwrap_or_else(|| "the tool failed".to_owned());
    let mut diagnostic = Diagnostic::new(ErrorType::Build, Severity::Error, message);
    diagnostic.location = place::of(run, &notification["locations"][0]).unwrap_or_default();
    diagnostic.code = notification["descriptor"]["id"].as_str().map(str::to_owned);
    diagnostic
}
