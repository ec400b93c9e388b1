//! `::error file=a.c,line=1,col=5::message`.

use unbreak_core::{Diagnostic, ErrorType, Location, Severity};

use crate::format::code;

/// Reads an annotation.
pub(super) fn read(text: &str) -> Option<Diagnostic> {
    let (command, message) = text.strip_prefix("::")?.split_once("::")?;
    let (name, properties) = command.split_once(' ').unwrap_or((command, ""));
    let severity = match name {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        "notice" => Severity::Info,
        _ => return None,
    };
    let get = |name: &str| {
        let property = properties
            .split(',')
            .find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='));
        property.map(unescaped).filter(|value| !value.is_empty())
    };
    let number = |name: &str| get(name)?.parse().ok();
    let location = Location {
        file: get("file"),
        line: number("line"),
        column: number("col").or_else(|| number("startColumn")),
        end_line: number("endLine"),
        end_column: number("endColumn"),
    };
    let title = get("title");
    let rule = title.as_deref().filter(|title| code::is_name(title));
    let message = match (&title, rule) {
        (Some(title), None) => format!("{title}: {}", unescaped(message)),
        _ => unescaped(message),
    };
    let mut diagnostic = Diagnostic::new(ErrorType::Lint, severity, message.trim()).at(location);
    diagnostic.code = rule.map(str::to_owned);
    Some(diagnostic)
}

/// Undoes the escapes of `@actions/core`'s `command.ts`.
fn unescaped(text: &str) -> String {
    text.replace("%0D", "\r")
        .replace("%0A", "\n")
        .replace("%3A", ":")
        .replace("%2C", ",")
        .replace("%25", "%")
}
