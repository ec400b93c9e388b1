//! `##vso[task.logissue type=error;sourcepath=a.c;linenumber=1]message`.

use unbreak_core::{Diagnostic, ErrorType, Location, Severity};

/// Reads an issue.
pub(super) fn read(text: &str) -> Option<Diagnostic> {
    let (properties, message) = text.strip_prefix("##vso[task.logissue ")?.split_once(']')?;
    let get = |name: &str| {
        let property = properties
            .split(';')
            .find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='));
        property.map(unescaped).filter(|value| !value.is_empty())
    };
    let severity = match get("type")?.as_str() {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        _ => return None,
    };
    let location = Location {
        file: get("sourcepath"),
        line: get("linenumber").and_then(|number| number.parse().ok()),
        column: get("columnnumber").and_then(|number| number.parse().ok()),
        ..Location::default()
    };
    let mut diagnostic = Diagnostic::new(ErrorType::Lint, severity, unescaped(message).trim()).at(location);
    diagnostic.code = get("code");
    Some(diagnostic)
}

/// Undoes the escapes of the agent's `Command.cs`.
fn unescaped(text: &str) -> String {
    text.replace("%3B", ";")
        .replace("%0D", "\r")
        .replace("%0A", "\n")
        .replace("%5D", "]")
        .replace("%AZP25", "%")
}
