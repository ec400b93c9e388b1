//! SARIF, the exchange format for static analysis.

mod place;
mod result;

use serde_json::Value;
use unbreak_core::{Diagnostic, ErrorType, Severity, Sink, register_parser};

use crate::described;
use crate::format::Format;

register_parser!(Format::of(&described::SARIF).json(read));

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
