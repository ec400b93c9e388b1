//! `::error file=a.c,line=1,col=5::message`.

use unbreak_core::{Diagnostic, ErrorType, Location, Severity};

use crate::format::{code, guess, locate, stack, thrown_class};

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
    // Pylint writes the end in lower case, and counts columns from 0.
    let pylint = number("endline").is_some() || properties.contains(",endline=,");
    let first = u32::from(pylint);
    let location = Location {
        file: get("file"),
        line: number("line"),
        column: number("col")
            .or_else(|| number("column"))
            .or_else(|| number("startColumn"))
            .map(|column: u32| column.saturating_add(first)),
        end_line: number("endLine").or_else(|| number("endline")),
        end_column: number("endColumn"),
    };
    // A notice about nothing in particular is a summary.
    if severity == Severity::Info && location.file.is_none() {
        return None;
    }
    let title = get("title").filter(|title| !TOOLS.contains(&title.as_str()));
    let text = unescaped(message);
    if let Some(title) = &title
        && (is_path(title) || !stack::read(&text).is_empty())
    {
        return Some(failure(title, &text, severity, location));
    }
    let said = without_place(&text, &location);
    let rule = numbered(said).or_else(|| match title.as_deref() {
        Some(title) => rule(title),
        None => code::take_leading(said).map(|(rule, _)| rule),
    });
    let said = rule.and_then(|rule| after_rule(said, rule)).unwrap_or(said);
    let message = match (&title, rule) {
        (Some(title), None) => format!("{title}: {said}"),
        _ => said.to_owned(),
    };
    let (message, rule) = match message.strip_suffix(" (syntax)") {
        // yamllint has no rule for it.
        Some(message) => (message, Some("syntax")),
        None => (message.as_str(), rule),
    };
    let mut diagnostic =
        Diagnostic::new(guess::of_finding(message, rule), severity, message.trim()).at(location);
    diagnostic.code = rule.map(str::to_owned);
    Some(diagnostic)
}

/// Titles that name the tool instead of the finding.
const TOOLS: [&str; 2] = ["oxlint", "ESLint"];

/// The rule that a message begins with, below a title that names the tool: `LT09: x`.
fn numbered(said: &str) -> Option<&str> {
    let (code, _) = said.split_once(": ")?;
    let digits = code.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let numbered = (2..=4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    (numbered && (1..=6).contains(&(code.len() - digits.len()))).then_some(code)
}

/// The rule that a title names: `no-undef`, `eslint(no-undef)`, `Ruff (F401)`, `TextLint [no-todo]`.
fn rule(title: &str) -> Option<&str> {
    let tool = title
        .split_once(" (")
        .or_else(|| title.split_once(" ["))
        .and_then(|(tool, rest)| {
            let rule = rest.strip_suffix([')', ']'])?;
            (code::is_name(tool) && code::is_name(rule)).then_some(rule)
        });
    let of_plugin = || {
        let (plugin, rest) = title.strip_suffix(')')?.split_once('(')?;
        (code::is_name(plugin) && code::is_name(rest)).then_some(title)
    };
    let plain = || Some(title).filter(|title| code::is_name(title));
    tool.or_else(plain).or_else(of_plugin)
}

/// Without the place that some tools repeat at the beginning of their message.
fn without_place<'a>(text: &'a str, location: &Location) -> &'a str {
    let repeated = locate::at_start(text).filter(|placed| Some(placed.span.line) == location.line);
    let said = repeated.and_then(|placed| placed.rest.strip_prefix(':'));
    let said = said.map_or(text, str::trim_start);
    let (Some(line), Some(column)) = (location.line, location.column) else {
        return said;
    };
    // yamllint begins with it, textlint ends with it.
    let place = format!("{line}:{column}");
    let said = said
        .strip_prefix(&place)
        .and_then(|rest| rest.strip_prefix(' '))
        .unwrap_or(said);
    said.strip_suffix(&place)
        .and_then(|rest| rest.strip_suffix(" | "))
        .unwrap_or(said)
}

/// Without the rule, where the message begins with it once more.
fn after_rule<'a>(text: &'a str, rule: &str) -> Option<&'a str> {
    let bracketed = || text.strip_prefix('[')?.strip_prefix(rule)?.strip_prefix(']');
    let rest = text.strip_prefix(rule).or_else(bracketed)?;
    let said = rest.trim_start_matches([':', ' ']);
    (said.len() < rest.len() && !said.is_empty()).then_some(said)
}

/// The separators of the titles that lead to a test: those of Vitest, Jest and Playwright.
const SEPARATORS: [&str; 2] = [" > ", " › "];

fn is_path(title: &str) -> bool {
    SEPARATORS.iter().any(|separator| title.contains(separator))
}

/// The test that a title leads to, through its project, its file and its suites:
/// `[chromium] › a.spec.js:3:5 › cart › totals`.
fn test(title: &str) -> Option<String> {
    let separator = SEPARATORS.into_iter().find(|separator| title.contains(separator));
    let is_place = |part: &str| {
        let placed = locate::at_start(part).filter(|placed| placed.rest.is_empty());
        placed.is_some() || part.starts_with('[') || locate::kind(part) == Some(locate::FileKind::Sure)
    };
    let titles = title.split(separator.unwrap_or("\n")).map(str::trim);
    let titles: Vec<&str> = titles.skip_while(|part| is_place(part)).collect();
    (!titles.is_empty()).then(|| titles.join(" "))
}

/// A failed test, with the stack that its message ends in.
fn failure(title: &str, message: &str, severity: Severity, location: Location) -> Diagnostic {
    // Playwright repeats its heading: `1) a.spec.js:3:5 › cart › totals ─────`.
    let message = match message.trim_start().split_once('\n') {
        Some((heading, rest)) if heading.contains(") ") && heading.contains(title) => rest,
        _ => message,
    };
    let mut diagnostic = Diagnostic::new(ErrorType::Assertion, severity, message.trim()).at(location);
    thrown_class::take_apart(&mut diagnostic);
    diagnostic.test = test(title);
    diagnostic
}

/// Undoes the escapes of `@actions/core`'s `command.ts`.
fn unescaped(text: &str) -> String {
    text.replace("%0D", "\r")
        .replace("%0A", "\n")
        .replace("%3A", ":")
        .replace("%2C", ",")
        .replace("%25", "%")
}
